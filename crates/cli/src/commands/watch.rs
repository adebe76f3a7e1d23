//! `breadboard watch`, and the commands for a server: `join`, `open`, `tables`.

use super::play::{has_screen, style};
use super::replay;
use crate::Failure;
use crate::args::{JoinArgs, OpenArgs, TablesArgs, WatchArgs};
use crate::output::Out;
use breadboard_tui::{Address, Guest, Order, Site};
use std::path::Path;

pub(crate) fn run(args: &WatchArgs, out: &mut Out) -> Result<(), Failure> {
    let plain = args.look.plain || !has_screen(out);
    let style = style(out, &args.look);
    if args.what.contains("://") {
        let address = Address::read(&args.what).map_err(Failure::Usage)?;
        let guest = Guest { watch: true, trust: args.connection.trust.clone(), ..Guest::default() };
        return visit(address, &guest, plain, style);
    }
    let record = replay::read_checked(Path::new(&args.what))?;
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
        trust: args.connection.trust.clone(),
        entropy: args.dice.entropy.clone(),
    };
    visit(address, &guest, args.look.plain || !has_screen(out), style(out, &args.look))
}

pub(crate) fn open(args: &OpenArgs, out: &mut Out) -> Result<(), Failure> {
    let site = Site::read(&args.server).map_err(Failure::Usage)?;
    let style = style(out, &args.look);
    let order =
        Order { spec: args.spec.clone(), seats: args.seats.clone(), listed: args.listed, clock: args.clock };
    let guest = Guest {
        names: args.names.clone(),
        trust: args.connection.trust.clone(),
        entropy: args.dice.entropy.clone(),
        ..Guest::default()
    };
    let opened = breadboard_tui::open_table(&site, &order, guest, style.lang);
    let (address, guest) = opened.map_err(Failure::Refused)?;
    out.line(breadboard_tui::opened(&address, style.lang))?;
    // The game writes to the terminal itself: the link comes before it, also in a pipe.
    out.flush()?;
    if args.link_only {
        return Ok(());
    }
    visit(address, &guest, args.look.plain || !has_screen(out), style)
}

pub(crate) fn tables(args: &TablesArgs, out: &mut Out) -> Result<(), Failure> {
    let site = Site::read(&args.server).map_err(Failure::Usage)?;
    let lines =
        breadboard_tui::tables(&site, args.connection.trust.as_deref(), args.json, args.language.lang());
    for line in lines.map_err(Failure::Refused)? {
        out.line(line)?;
    }
    Ok(())
}

fn visit(address: Address, guest: &Guest, plain: bool, style: breadboard_tui::Style) -> Result<(), Failure> {
    if plain {
        breadboard_tui::join_plain(address, guest, style)?;
    } else {
        breadboard_tui::join_screen(address, guest, style)?;
    }
    Ok(())
}
