//! What a puzzle is about: the game decides it from what the answer does. A file has the keys of themes without their common
//! beginning.

use breadboard_core::{Info, Seat, Template};
use breadboard_games::{Bots, Views};
use std::collections::BTreeSet;

/// The common beginning of the keys, and of those of the sentences that say what the themes mean.
const PREFIX: &str = "theme-";
const MEANING: &str = "idea-";

/// The text of a theme of a game.
pub(super) fn text_of(game: &Info, word: &str) -> Option<&'static Template> {
    game.texts.iter().find(|text| text.key.strip_prefix(PREFIX) == Some(word)).copied()
}

/// What a theme of a game means.
pub(crate) fn meaning_of(game: &Info, word: &str) -> Option<&'static Template> {
    game.texts.iter().find(|text| text.key.strip_prefix(MEANING) == Some(word)).copied()
}

/// The themes of an answer, with the replies where there are some.
pub(crate) fn of<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, line: &[G::Move]) -> Vec<String> {
    let words = game.themes(state, seat, line).into_iter().filter_map(|text| text.key.strip_prefix(PREFIX));
    // In the order of the alphabet, each once.
    words.collect::<BTreeSet<&str>>().into_iter().map(str::to_owned).collect()
}
