//! Good input with random damage: texts, records, and what clients send through sockets, in every game. The same is fuzzed
//! with coverage by `scripts/fuzz.sh`, which needs a nightly toolchain. Some thousand inputs here; `BREADBOARD_FULL=1` goes on
//! for a minute in each test.

#[path = "../../../fuzz/src/inputs.rs"]
mod inputs;

use breadboard_core::{Event, Game, Rng as _, Spec, SplitMix};
use breadboard_games::{GAMES, Visitor, with_game};
use breadboard_play::Table;
use breadboard_play::view::{Ask, Message, Viewer, view};
use breadboard_wire::{Key, Name, Request, SocketSend, Submission};
use std::time::{Duration, Instant};

/// Words that a parser may stumble over.
const WORDS: [&str; 22] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\\",
    "\n",
    "null",
    "true",
    "-1",
    "0",
    "255",
    "256",
    "4294967295",
    "1e999",
    "\\u0000",
    "\\ud800",
    "\u{202E}",
    "act",
    "undo",
];

/// Damages an input at a few places.
fn damaged(input: &[u8], rng: &mut SplitMix) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=rng.below(5) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let length = (rng.below(12) as usize).min(bytes.len() - at);
        match rng.below(7) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let copy = bytes[at..at + length].to_vec();
                let to = rng.below(bytes.len() as u32 + 1) as usize;
                bytes.splice(to..to, copy);
            }
            3 => {
                let word = WORDS[rng.below(WORDS.len() as u32) as usize];
                bytes.splice(at..at + length, word.bytes());
            }
            4 => {
                // A digit becomes another: seats, versions, numbers of fields.
                if let Some(digit) = bytes.iter().skip(at).position(u8::is_ascii_digit) {
                    bytes[at + digit] = b'0' + rng.below(10) as u8;
                }
            }
            5 => {
                let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                let count = lines.len() as u32;
                lines.swap(rng.below(count) as usize, rng.below(count) as usize);
                bytes = lines.join(&b'\n');
            }
            _ => {
                let lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let line = lines[rng.below(lines.len() as u32) as usize].clone();
                bytes.push(b'\n');
                bytes.extend(line);
            }
        }
    }
    bytes
}

/// Tries damaged inputs: a number of them, or for a part of a minute.
fn try_many(seeds: &[Vec<u8>], count: u32, part: usize, mut one: impl FnMut(&[u8])) {
    let is_full = breadboard_testkit::full();
    let (mut rng, since, mut tried) = (SplitMix::new(11), Instant::now(), 0);
    while tried < count || is_full && since.elapsed() < Duration::from_secs(60) / part as u32 {
        let seed = &seeds[rng.below(seeds.len() as u32) as usize];
        one(&damaged(seed, &mut rng));
        tried += 1;
    }
    println!("{tried} inputs");
}

fn specs() -> Vec<Spec> {
    GAMES.iter().map(|game| game.info.id.parse().unwrap()).collect()
}

fn line(submission: Submission) -> String {
    serde_json::to_string(&SocketSend::Submit { submission }).unwrap()
}

/// What the players of a game send: they take their seats and play, with everything else that a client can ask for.
fn session(spec: &Spec, seed: u64) -> Vec<u8> {
    let mut rng = SplitMix::new(seed);
    let mut table: Table = inputs::table(spec);
    let mut lines = Vec::new();
    for number in 0..40u32 {
        let seats: Vec<_> = table.seats().collect();
        let seat = seats[number as usize % seats.len()];
        let moves = match view(&table, Viewer::seat(seat), Ask::State) {
            Message::State(state) => state.you[0].moves.clone(),
            _ => Vec::new(),
        };
        let request = match rng.below(12) {
            _ if (number as usize) < seats.len() => {
                Request::Claim { name: Name::try_from(format!("P{number}")).unwrap(), entropy: None }
            }
            0 => Request::Undo,
            1 => Request::OfferDraw,
            2 => Request::AskTakeBack,
            3 => Request::Rename { name: Name::try_from("Zoe".to_owned()).unwrap() },
            4 if number > 30 => Request::Resign,
            _ if moves.is_empty() => continue,
            _ => Request::Act { text: moves[rng.below(moves.len() as u32) as usize].text.clone() },
        };
        let key = Key::try_from(format!("k{number}")).unwrap();
        let submission = Submission { seat, version: table.version(), attempt: None, key, request };
        lines.push(line(submission.clone()));
        if let Ok(done) = table.submit(u64::from(number) * 10 + 2, &submission) {
            table = done.table;
        }
    }
    lines.push(r#"{"send":"chat","text":"hello","key":"h"}"#.to_owned());
    lines.join("\n").into_bytes()
}

#[test]
fn what_clients_send_is_granted_or_refused_and_the_log_stays_whole() {
    for spec in specs() {
        let table = inputs::table(&spec);
        let seeds: Vec<Vec<u8>> = (0..8).map(|seed| session(&spec, seed)).collect();
        // Undamaged, they get on with the game: the test reaches more than refusals.
        let played = inputs::socket(table.clone(), std::str::from_utf8(&seeds[0]).unwrap());
        assert!(played.version() > table.version() + 8, "{spec}: {}", played.version());
        try_many(&seeds, 150, GAMES.len(), |bytes| {
            inputs::socket(table.clone(), &String::from_utf8_lossy(bytes));
        });
    }
}

/// Moves and positions of a random game.
struct Texts;

impl Visitor for Texts {
    type Output = Vec<Vec<u8>>;
    fn visit<G: Game>(self, game: G) -> Vec<Vec<u8>> {
        let (mut rng, mut state, mut texts) = (SplitMix::new(5), game.start(), Vec::new());
        for _ in 0..60 {
            texts.push(game.write_position(&state).into_bytes());
            let Some(event) = Event::random(&game, &state, &mut rng) else { break };
            match &event {
                Event::Chance(chance) => texts.push(game.write_chance(&state, chance).into_bytes()),
                Event::Act(choices) => texts
                    .extend(choices.iter().map(|&(seat, mv)| game.write_move(&state, seat, mv).into_bytes())),
            }
            game.play(&mut state, &event).unwrap();
        }
        texts
    }
}

#[test]
fn damaged_moves_and_positions_are_refused_or_valid() {
    for spec in specs() {
        let seeds = with_game(&spec, Texts).unwrap();
        try_many(&seeds, 1_500, GAMES.len(), |bytes| inputs::text(&spec, bytes));
    }
}

#[test]
fn damaged_records_are_refused_or_replay() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src");
    let mut seeds = Vec::new();
    for game in GAMES {
        for file in std::fs::read_dir(format!("{folder}/{}/golden", game.info.id)).unwrap() {
            let text = std::fs::read(file.unwrap().path()).unwrap();
            if text.len() < 4_000 {
                seeds.push(text);
            }
        }
    }
    assert!(seeds.len() > GAMES.len(), "{}", seeds.len());
    try_many(&seeds, 2_000, 1, |bytes| inputs::record(&String::from_utf8_lossy(bytes)));
}
