//! What the tests of all games share. It is a crate of its own, used as a dev-dependency only: inside `core` the laws
//! would be compiled into every program, and inside one game's tests the other games could not use them.
//!
//! - [`laws!`] states the laws that every game keeps, as tests, with one line per game.
//! - [`Scene`] is a position that a rules test plays from and asks questions.
//! - [`TextRows`] is a board of squares as letters, for reference rules.
//! - [`golden`] compares stored files and writes the missing ones on request.
//! - [`skipped`] reports a test that could not run.
//!
//! The tests of this crate are the gate: they walk the registry of games and check that each game is complete.

pub mod drawings;
pub mod golden;
pub mod laws;
mod rows;
mod scene;

pub use rows::TextRows;
pub use scene::{Reason, Scene, impossible};

use breadboard_core::{Event, Game, Info, OptionKind, OptionSchema, Seat, Spec, SplitMix, Turn};
use std::io::Write as _;

/// The game that a spec names.
///
/// # Panics
/// If the spec does not name a game of type `G`.
#[must_use]
pub fn game<G: Game>(spec: &str) -> G {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    let (options, seats) = spec.read::<G>().unwrap_or_else(|error| panic!("{spec}: {error}"));
    G::new(options, seats).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Why a spec does not name a game: its options cannot be parsed, or do not go together.
///
/// # Panics
/// If the spec cannot be parsed at all, or if it names a game.
#[must_use]
pub fn spec_error<G: Game>(spec: &str) -> String {
    let parsed: Spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    let made = parsed.read::<G>().and_then(|(options, seats)| G::new(options, seats));
    made.err().unwrap_or_else(|| panic!("{spec} is accepted")).to_string()
}

/// The specs of a game for tests of every game: with the usual number of seats, with the fewest and with the most.
#[must_use]
pub fn specs(info: &Info) -> Vec<String> {
    let (fewest, most) = info.seats;
    let other = |seats: &u8| *seats != info.default_seats;
    let mut specs = vec![info.id.to_owned()];
    specs.extend([fewest, most].into_iter().filter(other).map(|seats| format!("{}:seats={seats}", info.id)));
    specs.dedup();
    specs
}

/// The specs, and the id of every game that they do not name: a list of chosen specs that no game is missing from.
#[must_use]
pub fn with_the_others(specs: &[&str], games: impl IntoIterator<Item = &'static Info>) -> Vec<String> {
    let named = |id: &str| specs.iter().any(|spec| spec.split(':').next() == Some(id));
    let others = games.into_iter().map(|info| info.id).filter(|id| !named(id));
    specs.iter().copied().chain(others).map(str::to_owned).collect()
}

/// A spec under which games are short, for tests that play whole games: every number is at its minimum, and an option of
/// another form has its first example in alphabetical order.
///
/// # Panics
/// If an option has a name or a value that does not fit into a spec.
#[must_use]
pub fn short_spec(info: &Info, options: &[OptionSchema], seats: u8) -> Spec {
    let value = |option: &OptionSchema| match option.kind {
        OptionKind::Int { min, .. } => Some(min.to_string()),
        OptionKind::Form { examples, .. } => examples.iter().min().map(|&example| example.to_owned()),
        OptionKind::Flag | OptionKind::Choice(_) => None,
    };
    let settings = options.iter().filter_map(|option| Some(format!(",{}={}", option.name, value(option)?)));
    let spec = format!("{}:seats={seats}{}", info.id, settings.collect::<String>());
    spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Plays one game with a player for all seats, and returns the last position and the number of events. Chance is sampled
/// with the same random source that the player gets. The game stops early when the player returns `None`.
///
/// # Panics
/// If a move is refused, or the game exceeds its cap.
pub fn play_out<G: Game>(
    game: &G,
    rng: &mut SplitMix,
    mut choose: impl FnMut(&G::State, Seat, &mut SplitMix) -> Option<G::Move>,
) -> (G::State, u32) {
    let mut state = game.start();
    for events in 0..=game.max_events() {
        let event = match game.turn(&state) {
            Turn::Over(_) => return (state, events),
            Turn::Chance => {
                Event::Chance(game.sample_chance(&state, rng).expect("a chance event is pending"))
            }
            Turn::Act(seats) => {
                let choices: Option<Vec<_>> =
                    seats.iter().map(|seat| Some((seat, choose(&state, seat, rng)?))).collect();
                let Some(choices) = choices else { return (state, events) };
                Event::Act(choices)
            }
        };
        if let Err(refusal) = game.play(&mut state, &event) {
            panic!("{event:?} in {}: {refusal}", game.write_position(&state));
        }
    }
    panic!("more than {} events", game.max_events());
}

/// Whether the long tests are wanted: `BREADBOARD_FULL` is set. About twenty tests are smaller without it and say nothing; a
/// test that does nothing without it calls [`skipped`] with [`ONLY_FULL`].
#[must_use]
pub fn full() -> bool {
    std::env::var_os("BREADBOARD_FULL").is_some()
}

/// Why a test is skipped that only `./test full` runs.
pub const ONLY_FULL: &str = "only with BREADBOARD_FULL=1";

/// Reports a test that cannot run here, as the line `skipped: NAME: reason`. It goes to the real standard output, past
/// the capture of the test runner, so that `./test` can count the lines.
pub fn skipped(name: &str, reason: &str) {
    // The runner may have printed dots on the current line.
    let line = format!("\nskipped: {name}: {reason}\n");
    let mut out = std::io::stdout();
    // With standard output closed there is no place to report to.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}
