//! Stored records of every game replay to the same end, for ever.
//!
//! A game's `golden/index.txt` lists a file name, a spec and, where it matters, the seed a line. `BREADBOARD_BLESS=1 cargo test --test golden`
//! writes the files that are missing, from random play; it never touches one that exists.

use breadboard_core::{Game, Record, Spec, record_of, replay};
use breadboard_games::{GAMES, Visitor, with_game};
use breadboard_testkit::laws::play::{Policy, play_through};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(id).join("golden")
}

fn index(id: &str) -> Vec<(String, Spec, u64)> {
    let path = folder(id).join("index.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .enumerate()
        .map(|(n, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [file, spec, ref seed @ ..] = words[..] else { panic!("{id}: {line}") };
            let seed = seed.first().map_or(n as u64, |seed| seed.parse().unwrap());
            (file.to_owned(), spec.parse().unwrap_or_else(|error| panic!("{id}: {line}: {error}")), seed)
        })
        .collect()
}

/// Plays a game that has not been stored yet.
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

/// Replays a record and gives its final position and the record as this version writes it.
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
        Ok((game.write_position(&end), written.to_string()))
    }
}

#[test]
fn golden_records_replay_to_the_same_end() {
    for game in GAMES {
        let id = game.info.id;
        let index = index(id);
        assert!(!index.is_empty(), "{id} has no golden records");
        for (file, spec, seed) in &index {
            let path = folder(id).join(file);
            if !path.exists() && std::env::var_os("BREADBOARD_BLESS").is_some() {
                let text = with_game(spec, Play(*seed)).unwrap_or_else(|error| panic!("{file}: {error}"));
                std::fs::write(&path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
            }
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            let record = Record::read(&text).unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            assert_eq!(&record.spec, spec, "{id}/{file}");
            let (end, written) = with_game(spec, Replay(&record))
                .unwrap_or_else(|error| panic!("{id}/{file}: {error}"))
                .unwrap_or_else(|error| panic!("{id}/{file}: {error}"));
            let stored = record.extra.iter().find(|(key, _)| key == "final").map(|(_, value)| value);
            assert_eq!(stored, Some(&end), "{id}/{file}: the final position");
            assert_eq!(written, text, "{id}/{file}: the notation");
        }
    }
}

#[test]
fn every_golden_file_is_in_its_index() {
    for game in GAMES {
        let id = game.info.id;
        let listed: BTreeSet<String> = index(id).into_iter().map(|(file, ..)| file).collect();
        let found: BTreeSet<String> = std::fs::read_dir(folder(id))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "index.txt")
            .collect();
        assert_eq!(listed, found, "{id}");
    }
}
