//! Matches and reports: one program, because each would be linked with all games again.

mod arena;
#[cfg(unix)]
mod engines;
mod report;
#[cfg(unix)]
mod tournaments;

use breadboard_core::{Record, replay};
use breadboard_games::{Bots, Visitor, with_game};
use breadboard_lab::{Arena, ArenaError, Contender, Run, Standing};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const SPEC: &str = "breakthrough:columns=5,rows=5";

/// A short match between these players.
fn arena(players: &[&str], games: usize) -> Arena {
    let players = players.iter().map(|name| name.parse::<Contender>().unwrap()).collect();
    Arena { players, games, scale: 0.02, threads: 2, ..Arena::default() }
}

fn run_on(arena: &Arena, spec: &str) -> Result<Standing, ArenaError> {
    let run = Run { arena, progress: &mut |_, _, _| {}, stop: &AtomicBool::new(false) };
    run.on(&spec.parse().unwrap()).unwrap()
}

fn try_run(arena: &Arena) -> Result<Standing, ArenaError> {
    run_on(arena, SPEC)
}

fn report(arena: &Arena) -> Value {
    try_run(arena).unwrap().json()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The records in a folder, by name; every one replays.
fn records(folder: &Path) -> Vec<Record> {
    struct Check<'a>(&'a Record);
    impl Visitor for Check<'_> {
        type Output = ();
        fn visit<G: Bots>(self, game: G) {
            replay(&game, self.0, |_, _, _| {}).unwrap();
        }
    }
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let record = Record::read(&std::fs::read_to_string(file).unwrap()).unwrap();
        with_game(&record.spec, Check(&record)).unwrap();
        record
    };
    files.iter().map(read).collect()
}
