//! Stored records replay and verify forever. A test that needs the records gets them from [`stored`], which first writes the
//! files that are missing, if that is wanted, and lets one test in at a time, so that no test sees a file half written.
//!
//! A game's `golden/index.txt` has one line per file: its name, a spec and, where it matters, a seed. A record is read
//! under the version of the rules that it names. The records of tables are in no index: there is one for two and for three
//! seats, `golden/table-2.txt` for version 1 of the rules and `golden/table-2-v2.txt` for a later one.

use crate::{folder, games, with_game, with_recorded_game};
use breadboard_core::{Game, OptionSchema, Record, Rng as _, Seat, Spec, SplitMix, record_of, replay};
use breadboard_games::{GAMES, GameEntry, Visitor};
use breadboard_play::view::{Ask, Message, Viewer, view};
use breadboard_play::{Entropy, Holder, Key, Name, Opening, Phase, Request, Seed, Submission, Table, verify};
use breadboard_testkit::golden::Folder;
use breadboard_testkit::laws::play::{Policy, play_through};
use std::sync::{Mutex, PoisonError};

/// One line of an index.
pub(crate) struct Line {
    pub(crate) file: String,
    spec: Spec,
    seed: u64,
}

fn index(id: &str) -> Vec<Line> {
    let path = folder(id).join("golden/index.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .enumerate()
        .map(|(number, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [file, spec, ref seed @ ..] = words[..] else { panic!("{id}: {line}") };
            let seed = seed.first().map_or(number as u64, |seed| seed.parse().unwrap());
            let spec = spec.parse().unwrap_or_else(|error| panic!("{id}: {line}: {error}"));
            Line { file: file.to_owned(), spec, seed }
        })
        .collect()
}

/// The golden folder of a game and its records, with the missing ones written if that is wanted.
pub(crate) fn stored(id: &str) -> (Folder, Vec<(Line, String)>) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut golden = Folder::new(folder(id).join("golden"));
    let with_text = |line: Line| {
        let text = golden.file(&line.file, || {
            with_game(&line.spec, Play(line.seed)).unwrap_or_else(|error| panic!("{}: {error}", line.file))
        });
        (line, text)
    };
    let records = index(id).into_iter().map(with_text).collect();
    (golden, records)
}

/// The record of a random game that is not stored yet.
struct Play(u64);

impl Visitor for Play {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        let (end, events) = play_through(&game, Policy::Random, self.0, |_, _| {});
        let mut record = record_of(&game, None, &events);
        record.extra.push(("final".to_owned(), game.write_position(&end)));
        record.to_string()
    }
}

/// Replays a record; returns its final position and the record as this version writes it.
struct Replay<'a>(&'a Record);

impl Visitor for Replay<'_> {
    type Output = Result<(String, String), String>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut events = Vec::new();
        let end =
            replay(&game, self.0, |_, event, _| events.push(event.clone())).map_err(|e| e.to_string())?;
        let mut written = record_of(&game, None, &events);
        written.extra.clone_from(&self.0.extra);
        written.spec = self.0.spec.clone();
        written.rules = self.0.rules;
        Ok((game.write_position(&end), written.to_string()))
    }
}

#[test]
fn records_of_games_replay_to_the_same_end_and_are_all_listed() {
    for game in games() {
        let id = game.info.id;
        let (golden, records) = stored(id);
        assert!(!records.is_empty(), "{id} has no golden records");
        for (Line { file, spec, .. }, text) in &records {
            let record = Record::read(text).unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            assert_eq!(&record.spec, spec, "{id}/{file}");
            let (end, written) = with_recorded_game(game, &record, Replay(&record))
                .unwrap_or_else(|error| panic!("{id}/{file}: {error}"))
                .unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            let stored = record.extra.iter().find(|(key, _)| key == "final").map(|(_, value)| value);
            assert_eq!(stored, Some(&end), "{id}/{file}: the final position");
            assert_eq!(&written, text, "{id}/{file}: the notation");
        }
        let tables = tables(game).map(|(seats, version)| table_file(seats, version));
        golden.holds_nothing_else(tables.chain(["index.txt".to_owned()]));
    }
}

#[test]
fn records_of_games_cover_every_number_of_seats_and_every_option() {
    for game in games() {
        let id = game.info.id;
        let records = stored(id).1;
        // Under today's rules, because the defaults of a version are played by the records that leave them out.
        let today = |text: &str| Record::read(text).unwrap().rules == game.info.rules_version;
        for seats in game.info.seats.0..=game.info.seats.1 {
            let covered =
                records.iter().any(|(line, text)| today(text) && seats_of(game, &line.spec) == seats);
            assert!(covered, "{id}/golden/index.txt: no record of today's rules with {seats} seats");
        }
        for option in (game.options)() {
            let covered = records.iter().any(|(line, _)| changes(&line.spec, &option));
            let (name, default) = (option.name, &option.default);
            assert!(covered, "{id}/golden/index.txt: no record with {name} other than {default}");
        }
    }
}

fn seats_of(game: &GameEntry, spec: &Spec) -> u8 {
    let seats = spec.settings.iter().find(|(key, _)| key == "seats");
    seats.map_or(game.info.default_seats, |(_, value)| value.parse().unwrap())
}

fn changes(spec: &Spec, option: &OptionSchema) -> bool {
    spec.settings.iter().any(|(key, value)| key == option.name && *value != option.default)
}

/// The numbers of seats and the versions of the rules for which a game has the record of a table.
fn tables(game: &GameEntry) -> impl Iterator<Item = (u8, u32)> {
    let versions = game.info.rules_version;
    let seats = game.info.seats.0.max(2)..=game.info.seats.1.min(3);
    seats.flat_map(move |seats| (1..=versions).map(move |version| (seats, version)))
}

fn table_file(seats: u8, version: u32) -> String {
    let suffix = if version == 1 { String::new() } else { format!("-v{version}") };
    format!("table-{seats}{suffix}.txt")
}

#[test]
fn records_of_tables_verify() {
    for (number, game) in GAMES.iter().enumerate() {
        let id = game.info.id;
        let mut golden = Folder::new(folder(id).join("golden"));
        for (seats, version) in tables(game) {
            let spec: Spec = format!("{id}:seats={seats}").parse().unwrap();
            let file = table_file(seats, version);
            let text = golden.file(&file, || whole_game(&spec, seats, 0xD0 + number as u8));
            let record = Record::read(&text).unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            let named = (record.spec.game.as_str(), seats_of(game, &record.spec), record.rules);
            assert_eq!(named, (id, seats, version), "{file}");
            verify(&record).unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
        }
    }
}

/// The record of a random game at a table.
fn whole_game(spec: &Spec, seats: u8, byte: u8) -> String {
    const NOON: u64 = 1_794_700_000_000;
    let opening = Opening {
        spec: spec.clone(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats: vec![Holder::Open; seats.into()],
        clock: None,
        forced_moves: false,
        seed: Seed::new([byte; 32]),
    };
    let mut table = Table::open(opening, NOON).unwrap().table;
    let submit = |table: &Table, seat: Seat, request: Request| {
        let key = Key::try_from(format!("k{}", table.log_len())).unwrap();
        let submission = Submission { seat, version: table.version(), attempt: None, key, request };
        table.submit(NOON, &submission).unwrap_or_else(|refused| panic!("{refused}")).table
    };
    for seat in Seat::all(seats) {
        let name = Name::try_from(format!("Player {seat}")).unwrap();
        let entropy = Some(Entropy::new(vec![seat.number(); 16]).unwrap());
        table = submit(&table, seat, Request::Claim { name, entropy });
    }
    let mut rng = SplitMix::new(byte.into());
    while !matches!(table.phase(), Phase::Over(_)) {
        let seat = table.awaited().iter().next().expect("a seat is awaited");
        let Message::State(state) = view(&table, Viewer::seat(seat), Ask::State) else { panic!("a state") };
        let moves = &state.you[0].moves;
        let text = moves[rng.below(moves.len() as u32) as usize].text.clone();
        table = submit(&table, seat, Request::Act { text });
    }
    table.record().to_string()
}
