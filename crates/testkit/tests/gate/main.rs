//! The gate: every registered game is complete, and so is the template. Each test walks the registry, so a new game is
//! tested without a further line, and a missing piece is named.

mod browser;
mod drawings;
mod folders;
mod golden;
mod players;
mod rules;
mod scene;
mod texts;

use breadboard_core::{Game, Record, Spec, SpecError};
use breadboard_games::{GAMES, GameEntry, Visitor, unlisted};
use breadboard_testkit::laws::play::{Policy, play_through};
use std::path::{Path, PathBuf};

/// Every game that must be complete: those that the program offers, and the template.
fn games() -> impl Iterator<Item = &'static GameEntry> {
    GAMES.iter().chain(unlisted::GAMES)
}

/// Makes one of these games and hands it to the visitor.
fn with_game<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    if unlisted::GAMES.iter().any(|game| game.info.id == spec.game) {
        unlisted::with_game(spec, visitor)
    } else {
        breadboard_games::with_game(spec, visitor)
    }
}

/// Makes one of these games under the version of the rules that a record of it names.
fn with_recorded_game<V: Visitor>(
    game: &GameEntry,
    record: &Record,
    visitor: V,
) -> Result<V::Output, SpecError> {
    with_game(&record.spec.under_version(game.info, record.rules)?, visitor)
}

/// A path from the root of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The folder of a game.
fn folder(id: &str) -> PathBuf {
    repository("crates/games/src").join(id)
}

/// The specs to try a game with: every number of seats, every preset, and every option at each of its sample values.
/// Samples that need other options as well are left out.
fn specs(game: &GameEntry) -> Vec<Spec> {
    let id = game.info.id;
    let (least, most) = game.info.seats;
    let seats = (least..=most).map(|seats| format!("{id}:seats={seats}"));
    let presets = game.info.presets.iter().map(|preset| preset.spec.to_owned());
    let options = (game.options)().into_iter().flat_map(|option| {
        let samples = option.kind.samples().into_iter();
        samples.map(move |value| format!("{id}:{}={value}", option.name)).collect::<Vec<_>>()
    });
    let mut specs: Vec<Spec> = seats
        .chain(presets)
        .chain(options)
        .map(|spec| spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}")))
        .filter(|spec| with_game(spec, Name).is_ok())
        .collect();
    specs.sort_by_key(Spec::to_string);
    specs.dedup();
    specs
}

/// The id of a game and its shortest spec.
struct Name;

impl Visitor for Name {
    type Output = (&'static str, String);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        (G::INFO.id, Spec::of(&game).to_string())
    }
}

#[test]
fn ids_are_what_the_registry_answers_to() {
    for game in games() {
        let found = with_game(&game.info.id.parse().unwrap(), Name).map(|(id, _)| id);
        assert_eq!(found, Ok(game.info.id));
    }
    let unknown = with_game(&"chess".parse().unwrap(), Name).unwrap_err().to_string();
    assert!(GAMES.iter().all(|game| unknown.contains(game.info.id)), "{unknown}");
}

#[test]
fn the_template_is_not_offered() {
    for game in unlisted::GAMES {
        assert!(GAMES.iter().all(|offered| offered.info.id != game.info.id));
        assert!(breadboard_games::with_game(&game.info.id.parse().unwrap(), Name).is_err());
    }
}

#[test]
fn every_preset_is_a_game_and_written_the_shortest_way() {
    for preset in games().flat_map(|game| game.info.presets) {
        let made = with_game(&preset.spec.parse().unwrap(), Name);
        let (_, spec) = made.unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert_eq!(spec, preset.spec);
    }
}

#[test]
fn every_game_has_a_short_form() {
    struct Length;
    impl Visitor for Length {
        type Output = u32;
        fn visit<G: Game>(self, game: G) -> u32 {
            play_through(&game, Policy::Random, 1, |_, _| {}).1.len() as u32
        }
    }
    for game in games() {
        for seats in game.info.seats.0..=game.info.seats.1 {
            let spec = breadboard_testkit::short_spec(game.info, &(game.options)(), seats);
            let events = with_game(&spec, Length).unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert!(events < 2000, "{spec}: a random game has {events} events");
        }
    }
}
