//! `breadboard watch`, and the commands for a server: `join`, `open`, `tables`.

use super::play::{has_screen, style};
use super::replay;
use crate::Failure;
use crate::args::{JoinArgs, Look, OpenArgs, Remote, TablesArgs, WatchArgs};
use crate::output::Out;
use breadboard_tui::{Address, Guest, Order, Site};
use std::path::Path;

pub(crate) fn run(args: &WatchArgs, out: &mut Out) -> Result<(), Failure> {
    let Remote { connection, look } = &args.remote;
    if args.what.contains("://") {
        let address = Address::read(&args.what).map_err(Failure::Usage)?;
        let guest = Guest { watch: true, trust: connection.trust.clone(), ..Guest::default() };
        return visit(address, &guest, look, out);
    }
    let record = replay::read_checked(Path::new(&args.what))?;
    if is_plain(look, out) || args.what == "-" {
        breadboard_tui::watch_plain(record, style(out, look))?;
    } else {
        breadboard_tui::watch_screen(record, style(out, look))?;
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
        trust: args.remote.connection.trust.clone(),
        entropy: args.dice.entropy.clone(),
    };
    visit(address, &guest, &args.remote.look, out)
}

pub(crate) fn open(args: &OpenArgs, out: &mut Out) -> Result<(), Failure> {
    let site = Site::read(&args.server).map_err(Failure::Usage)?;
    let Remote { connection, look } = &args.remote;
    let lang = look.language.lang();
    let order =
        Order { spec: args.spec.clone(), seats: args.seats.clone(), listed: args.listed, clock: args.clock };
    let guest = Guest {
        names: args.names.clone(),
        trust: connection.trust.clone(),
        entropy: args.dice.entropy.clone(),
        ..Guest::default()
    };
    let opened = breadboard_tui::open_table(&site, &order, guest, lang);
    let (address, guest) = opened.map_err(Failure::Refused)?;
    out.line(breadboard_tui::opened(&address, lang))?;
    // The game writes to the terminal itself: the link comes before it, also in a pipe.
    out.flush()?;
    if args.link_only {
        return Ok(());
    }
    visit(address, &guest, look, out)
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

fn is_plain(look: &Look, out: &Out) -> bool {
    look.plain || !has_screen(out)
}

fn visit(address: Address, guest: &Guest, look: &Look, out: &Out) -> Result<(), Failure> {
    if is_plain(look, out) {
        breadboard_tui::join_plain(address, guest, style(out, look))?;
    } else {
        breadboard_tui::join_screen(address, guest, style(out, look))?;
    }
    Ok(())
}
