//! Laws of the table over random play, for every registered game and number of seats, with fixed seeds.

mod fairness;
mod forced;
mod laws;
mod long;
mod protocol;
mod reading;
mod secrets;
mod stage;
mod versions;

use crate::view::{Ask, Message, View, Viewer, view};
use crate::*;
use breadboard_core::{Rng, Seat, Spec, SplitMix};
use breadboard_games::GAMES;

/// A time to begin at.
const NOON: u64 = 1_794_700_000_000;

/// Every game with every number of seats.
fn specs() -> Vec<Spec> {
    let specs = GAMES.iter().flat_map(|game| {
        (game.info.seats.0..=game.info.seats.1).map(|seats| format!("{}:seats={seats}", game.info.id))
    });
    specs.map(|spec| spec.parse().unwrap()).collect()
}

/// The same with options that make random games short.
fn short_specs() -> Vec<Spec> {
    let short = |game: &'static breadboard_games::GameEntry| {
        let seats = game.info.seats.0..=game.info.seats.1;
        seats.map(|seats| breadboard_testkit::short_spec(game.info, &(game.options)(), seats))
    };
    GAMES.iter().flat_map(short).collect()
}

fn seats_of(spec: &Spec) -> u8 {
    spec.settings.iter().find(|(key, _)| key == "seats").map_or(2, |(_, value)| value.parse().unwrap())
}

fn seed(byte: u8) -> Seed {
    Seed::new([byte; 32])
}

fn key(number: u64) -> Key {
    Key::try_from(format!("k{number}")).unwrap()
}

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).unwrap()
}

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn opening(spec: &Spec, byte: u8) -> Opening {
    Opening {
        spec: spec.clone(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats: vec![Holder::Open; seats_of(spec).into()],
        clock: None,
        forced_moves: false,
        seed: seed(byte),
    }
}

fn claim(text: &str, entropy: u8) -> Request {
    Request::Claim { name: name(text), entropy: Some(Entropy::new(vec![entropy; 16]).unwrap()) }
}

fn act(text: &str) -> Request {
    Request::Act { text: text.to_owned() }
}

/// Submits with the version as it is and a key of its own.
fn ask(table: &Table, seat: Seat, request: Request) -> Result<Done, Denied> {
    let key = key(1_000_000 + u64::from(table.log_len()));
    table.submit(NOON, &Submission { seat, version: table.version(), attempt: None, key, request })
}

fn must(table: &Table, seat: Seat, request: Request) -> Table {
    ask(table, seat, request).unwrap_or_else(|denied| panic!("{denied}")).table
}

/// A table at which people have just sat down on every seat.
fn seated(opening: Opening) -> Table {
    let table = Table::open(opening, NOON).unwrap().table;
    table.seats().fold(table.clone(), |table, seat| {
        let free = table.holder(seat).unwrap().is_free();
        if free { must(&table, seat, claim(&format!("Player {seat}"), seat.number())) } else { table }
    })
}

fn state(table: &Table, viewer: Viewer) -> View {
    match view(table, viewer, Ask::State) {
        Message::State(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// The moves that a seat's own view offers it.
fn offered(table: &Table, seat: Seat) -> Vec<String> {
    let view = state(table, Viewer::seat(seat));
    view.you[0].moves.iter().map(|mv| mv.text.clone()).collect()
}

/// Makes one random move of one seat that is to act; `None` when the game is over.
fn random_move(table: &Table, rng: &mut SplitMix) -> Option<Table> {
    let awaited: Vec<Seat> = table.awaited().iter().collect();
    if awaited.is_empty() {
        assert!(matches!(table.phase(), Phase::Over(_)), "{table:?}");
        return None;
    }
    let seat = awaited[rng.below(awaited.len() as u32) as usize];
    let moves = table.game.moves(seat, table.still_in());
    let chosen = &moves[rng.below(moves.len() as u32) as usize];
    Some(must(table, seat, act(&chosen.text)))
}

/// Rebuilt from its log, by way of JSON.
fn rebuilt(table: &Table) -> Table {
    let rows: Vec<String> = table.events().map(|event| serde_json::to_string(event).unwrap()).collect();
    let events = rows.iter().map(|row| serde_json::from_str::<Event>(row).unwrap());
    Table::rebuild(events).unwrap()
}
