//! Moves and positions have exactly one written form, made and read by the game. Records, the terminal, the API
//! and engines all use it; chance events have theirs in [`ChanceEvents`](crate::ChanceEvents).

use crate::refusal::{Refusal, refusals};
use crate::rules::Rules;
use crate::seat::Seat;

/// How many legal moves a refusal lists as examples.
const EXAMPLES: usize = 6;

/// The written form of moves and positions.
pub trait Notation: Rules {
    /// Writes a legal move; the text has no `#`, `|`, line break or outer blanks.
    fn write_move(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> String;
    /// Writes a position on one line; `read_position` gives an equal one back.
    fn write_position(&self, state: &Self::State) -> String;
    /// Reads a position and refuses those that no game could reach.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_position(&self, text: &str) -> Result<Self::State, Refusal>;

    /// Reads a move. The result need not be legal.
    ///
    /// The default compares the text with every legal move, ignoring case and extra blanks. A game overrides it to
    /// accept other spellings and to explain illegal moves in [`Rules::check`].
    ///
    /// # Errors
    /// The text is not a move; the refusal says what to write.
    fn read_move(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Refusal> {
        self.turn(state).admits(seat)?;
        let moves = self.moves(state, seat);
        let texts: Vec<String> = moves.iter().map(|&mv| self.write_move(state, seat, mv)).collect();
        let exact = texts.iter().position(|written| written == text);
        let similar = || texts.iter().position(|written| normal(written) == normal(text));
        match exact.or_else(similar) {
            Some(found) => Ok(moves[found]),
            None => Err(refusals::unreadable_move(text, &expected(&texts))),
        }
    }

    /// The moves that a text stands for, one after the other, where a game lets people write several of its short moves
    /// at once. A record never holds such a text.
    fn several_moves(&self, text: &str) -> Vec<String> {
        vec![text.to_owned()]
    }
}

/// A text in lower case without blanks, for games whose notation has neither capitals nor blanks.
#[must_use]
pub fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
}

/// A text in lower case with single blanks.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn expected(texts: &[String]) -> String {
    let shown = texts[..texts.len().min(EXAMPLES)].join(", ");
    format!("write one of {shown}{}", if texts.len() > EXAMPLES { ", …" } else { "" })
}
