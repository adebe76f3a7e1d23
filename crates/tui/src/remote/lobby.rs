//! Tables of a server: opening one, and the list of those that strangers may join or watch.

use super::address::{Site, sessions};
use super::{Address, Guest, answer, lost};
use crate::narration::clean;
use crate::seats::{SeatChoice, seated};
use crate::words::{Lang, Translator};
use breadboard_client::Client;
use breadboard_core::Spec;
use breadboard_play::ClockRule;
use breadboard_wire::{Joined, NewTable, TableList, TableRow, TableStatus};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::path::Path;

/// What table to open.
#[derive(Clone, Debug)]
pub struct Order {
    /// The game with its options.
    pub spec: Spec,
    /// Who plays each seat; you and free seats if left out.
    pub seats: Option<Vec<SeatChoice>>,
    /// Whether strangers find the table in the list.
    pub listed: bool,
    /// How time is kept, if it is.
    pub clock: Option<ClockRule>,
}

/// One request to a server, and its answer.
fn ask<T: DeserializeOwned>(
    site: &Site,
    client: &mut Client,
    (method, path): (&str, &str),
    body: Option<&Value>,
    tr: &Translator,
) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let reply = runtime.block_on(client.request(method, path, body));
    let reply = reply.map_err(|error| lost(&site.table(""), &error, tr))?;
    answer(&site.server, &reply, tr)
}

fn client(site: &Site, trust: Option<&Path>, tr: &Translator) -> Result<Client, String> {
    Client::trusting(&site.server, trust).map_err(|error| lost(&site.table(""), &error, tr))
}

/// Opens a table on a server; returns its address, and the guest who sits down at it.
///
/// # Errors
/// The server cannot be reached or refuses the table.
pub fn open_table(
    site: &Site,
    order: &Order,
    mut guest: Guest,
    lang: Lang,
) -> Result<(Address, Guest), String> {
    let tr = Translator::new(lang, "");
    let seats = order.seats.as_ref();
    // As in `play`: a list of seats sets their number.
    let spec = match seats {
        Some(choices) => seated(order.spec.clone(), Some(choices), &tr)?.0,
        None => order.spec.clone(),
    };
    let mut client = client(site, guest.trust.as_deref(), &tr)?;
    client.cookie = sessions::load(&site.server);
    let word = |choice: &SeatChoice| choice.to_string();
    let table = NewTable {
        spec: Some(spec.to_string()),
        seats: seats.map(|seats| seats.iter().map(word).collect()),
        name: guest.names.first().map(|name| String::from(name.clone())),
        listed: order.listed,
        // The seats are claimed by joining, with entropy for the dice.
        claim: Some(false),
        clock: order.clock,
        ..NewTable::default()
    };
    let body = serde_json::to_value(table).map_err(|error| error.to_string())?;
    let opened: Joined<IgnoredAny> = ask(site, &mut client, ("POST", "/api/tables"), Some(&body), &tr)?;
    if let Some(cookie) = &client.cookie {
        sessions::save(&site.server, cookie);
    }
    guest.seats = match seats {
        Some(seats) => {
            (1..).zip(seats).filter(|(_, choice)| **choice == SeatChoice::Me).map(|(seat, _)| seat).collect()
        }
        None => vec![1],
    };
    guest.watch = guest.seats.is_empty();
    // One name is for all seats of this keyboard.
    if let [name] = &guest.names[..] {
        guest.names = vec![name.clone(); guest.seats.len().max(1)];
    }
    Ok((site.table(&opened.table.id), guest))
}

/// The tables that a server lists, a line each; or its answer as JSON.
///
/// # Errors
/// The server cannot be reached.
pub fn tables(site: &Site, trust: Option<&Path>, json: bool, lang: Lang) -> Result<Vec<String>, String> {
    let tr = Translator::new(lang, "");
    let mut client = client(site, trust, &tr)?;
    let list = ("GET", "/api/tables");
    if json {
        let answer: Value = ask(site, &mut client, list, None, &tr)?;
        return Ok(vec![format!("{answer:#}")]);
    }
    let list: TableList = ask(site, &mut client, list, None, &tr)?;
    if list.tables.is_empty() {
        return Ok(vec![tr.words().no_tables.to_owned()]);
    }
    let rows: Vec<[String; 4]> = list.tables.iter().map(|row| columns(site, row, &tr)).collect();
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let (link, status, spec) = (width(0), width(1), width(2));
    let line = |row: &[String; 4]| {
        let [a, b, c, d] = row;
        format!("{a:<link$}  {b:<status$}  {c:<spec$}  {d}")
    };
    Ok(rows.iter().map(line).collect())
}

/// The link of a table, how far it is, its game, its players.
fn columns(site: &Site, row: &TableRow, tr: &Translator) -> [String; 4] {
    let words = tr.words();
    let status = match row.status {
        TableStatus::Open => words.status_open,
        TableStatus::Playing => words.status_playing,
        TableStatus::Over => words.status_over,
    };
    let players =
        row.seats.iter().map(|seat| seat.name.as_deref().map_or_else(|| words.free_seat.to_owned(), clean));
    let players: Vec<String> = players.collect();
    [site.table(&clean(&row.id)).link(), status.to_owned(), clean(&row.spec), players.join(", ")]
}
