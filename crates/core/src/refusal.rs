//! Why something was not accepted. A refusal has a kind for programs and a sentence for people; the ruling stands
//! only where a rule of the game forbids it.

use crate::text::Text;
use std::fmt;

/// Why a move, an event or a text was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text cannot be read.
    Unreadable(Text),
    /// It cannot happen now: it is not this seat's turn, a roll comes first, the game is over.
    NotNow(Text),
    /// The ruling with this number forbids it.
    Illegal(&'static str, Text),
    /// The game's own text forbids it, so that no ruling was needed.
    AgainstRules(Text),
}

impl Refusal {
    /// The number of the ruling, `K4`, if one forbids it.
    #[must_use]
    pub fn ruling(&self) -> Option<&'static str> {
        if let Refusal::Illegal(ruling, _) = self { Some(ruling) } else { None }
    }

    /// What is wrong.
    #[must_use]
    pub fn text(&self) -> &Text {
        match self {
            Refusal::Unreadable(text)
            | Refusal::NotNow(text)
            | Refusal::Illegal(_, text)
            | Refusal::AgainstRules(text) => text,
        }
    }

    /// What is wrong, without the kind.
    #[must_use]
    pub fn into_text(self) -> Text {
        match self {
            Refusal::Unreadable(text)
            | Refusal::NotNow(text)
            | Refusal::Illegal(_, text)
            | Refusal::AgainstRules(text) => text,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal(ruling, text) => write!(f, "{text} ({ruling})"),
            Refusal::Unreadable(text) | Refusal::NotNow(text) | Refusal::AgainstRules(text) => text.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// The refusals that every game shares.
pub mod refusals {
    use super::Refusal;
    use crate::seat::{Seat, SeatSet};
    use crate::text::is_direction;

    crate::texts! {
        /// The game has ended.
        GAME_OVER: "game-over" = "the game is over";
        /// Another seat is to move.
        NOT_YOUR_TURN: "not-your-turn" = "it is not seat {seat}'s turn";
        /// A roll or deal comes first.
        CHANCE_FIRST: "chance-first" = "a roll or a deal comes first";
        /// A roll came where a seat must choose.
        NO_CHANCE: "no-chance" = "nothing is rolled or dealt now";
        /// The move is not among the legal ones.
        NOT_POSSIBLE: "not-possible" = "this move is not possible now";
        /// The text of a move could not be read.
        UNREADABLE_MOVE: "unreadable-move" = "\"{text}\" is not a move: {expected}";
        /// The text of a chance event could not be read.
        UNREADABLE_CHANCE: "unreadable-chance" = "\"{text}\" is not a roll or a deal: {expected}";
        /// The text of a position could not be read.
        UNREADABLE_POSITION: "unreadable-position" = "this is not a position: {reason}";
        /// A round needs one choice of every acting seat.
        ROUND_SEATS: "round-seats" = "this round needs one choice each of the seats {seats}";
    }

    /// The game has ended.
    #[must_use]
    pub fn game_over() -> Refusal {
        Refusal::NotNow(GAME_OVER.plain())
    }

    /// Another seat is to move.
    #[must_use]
    pub fn not_your_turn(seat: Seat) -> Refusal {
        Refusal::NotNow(NOT_YOUR_TURN.with(&[("seat", &seat)]))
    }

    /// A roll or a deal comes first.
    #[must_use]
    pub fn chance_first() -> Refusal {
        Refusal::NotNow(CHANCE_FIRST.plain())
    }

    /// Nothing is rolled or dealt now.
    #[must_use]
    pub fn no_chance() -> Refusal {
        Refusal::NotNow(NO_CHANCE.plain())
    }

    /// The move is not among the legal ones, and the game does not say why.
    #[must_use]
    pub fn not_possible() -> Refusal {
        Refusal::NotNow(NOT_POSSIBLE.plain())
    }

    /// A round needs one choice of each of these seats.
    #[must_use]
    pub fn round_seats(seats: SeatSet) -> Refusal {
        let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
        Refusal::NotNow(ROUND_SEATS.with(&[("seats", &names.join(", "))]))
    }

    /// A move's text could not be read; `expected` says what to write.
    #[must_use]
    pub fn unreadable_move(text: &str, expected: &str) -> Refusal {
        Refusal::Unreadable(UNREADABLE_MOVE.with(&[("text", &clip(text)), ("expected", &expected)]))
    }

    /// A chance event's text could not be read; `expected` says what to write.
    #[must_use]
    pub fn unreadable_chance(text: &str, expected: &str) -> Refusal {
        Refusal::Unreadable(UNREADABLE_CHANCE.with(&[("text", &clip(text)), ("expected", &expected)]))
    }

    /// A position's text could not be read.
    #[must_use]
    pub fn unreadable_position(reason: &str) -> Refusal {
        Refusal::Unreadable(UNREADABLE_POSITION.with(&[("reason", &reason)]))
    }

    /// The start of a text in printable form: an error must not repeat a megabyte or a control sequence.
    #[must_use]
    pub fn clip(text: &str) -> String {
        let mut out: String = text
            .chars()
            .take(40)
            .map(|c| if c.is_control() || is_direction(c) { '\u{FFFD}' } else { c })
            .collect();
        if text.chars().nth(40).is_some() {
            out.push('…');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipped_text_has_no_control_characters() {
        let clipped = refusals::clip(&format!("\u{1b}[31m\u{202E}{}", "x".repeat(99)));
        assert!(!clipped.chars().any(|c| c.is_control() || c == '\u{202E}'));
        assert_eq!(clipped.chars().count(), 41);
    }
}
