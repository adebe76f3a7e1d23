//! `breadboard watch` and `breadboard join`.

use super::play::{has_screen, style};
use super::replay;
use crate::Failure;
use crate::args::{JoinArgs, WatchArgs};
use crate::output::Out;
use breadboard_tui::{Address, Guest};
use std::path::Path;

pub(crate) fn run(args: &WatchArgs, out: &mut Out) -> Result<(), Failure> {
    let plain = args.look.plain || !has_screen(out);
    let style = style(out, &args.look);
    if args.what.contains("://") {
        let address = Address::read(&args.what).map_err(Failure::Usage)?;
        let guest = Guest { watch: true, trust: args.trust.clone(), ..Guest::default() };
        return visit(address, &guest, plain, style);
    }
    let record = replay::read(Path::new(&args.what))?;
    if plain || args.what == "-" {
        breadboard_tui::watch_plain(record, style)?;
    } else {
        breadboard_tui::watch_screen(record, style)?;
    }
    Ok(())
}

pub(crate) fn join(args: &JoinArgs, out: &mut Out) -> Result<(), Failure> {
    let address = Address::read(&args.url).map_err(Failure::Usage)?;
    let guest = Guest {
        watch: false,
        seats: args.seats.clone(),
        names: args.names.clone(),
        code: args.code.clone(),
        trust: args.trust.clone(),
    };
    visit(address, &guest, args.look.plain || !has_screen(out), style(out, &args.look))
}

fn visit(address: Address, guest: &Guest, plain: bool, style: breadboard_tui::Style) -> Result<(), Failure> {
    if plain {
        breadboard_tui::join_plain(address, guest, style)?;
    } else {
        breadboard_tui::join_screen(address, guest, style)?;
    }
    Ok(())
}
