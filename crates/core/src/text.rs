//! A sentence for a person is a key with arguments. The English sentence stands beside the key in the code, other
//! languages in files with the same keys ([`Catalog`](crate::Catalog)). A finished sentence could only be translated by
//! parsing it again.

use crate::catalog::fill;
use std::fmt;

/// A sentence with named holes: `{from} to {to}`.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// The name by which other languages find it.
    pub key: &'static str,
    /// The English sentence.
    pub english: &'static str,
}

impl Template {
    /// The sentence with its holes filled.
    #[must_use]
    pub fn with(&'static self, args: &[(&'static str, &dyn fmt::Display)]) -> Text {
        Text { template: self, args: args.iter().map(|(name, value)| (*name, value.to_string())).collect() }
    }

    /// The sentence, which has no holes.
    #[must_use]
    pub fn plain(&'static self) -> Text {
        self.with(&[])
    }
}

/// A template and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    template: &'static Template,
    args: Vec<(&'static str, String)>,
}

impl Text {
    /// The template's key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.template.key
    }

    /// The arguments, in order.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, String)] {
        &self.args
    }

    /// Fills the holes of a sentence in any language; a hole without an argument stays visible.
    #[must_use]
    pub fn render(&self, sentence: &str) -> String {
        fill(sentence, |hole| {
            self.args.iter().find(|(name, _)| *name == hole).map(|(_, value)| value.as_str())
        })
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(self.template.english))
    }
}

/// Declares the sentences of a module and `ALL`, the list of them.
///
/// ```
/// breadboard_core::texts! {
///     /// A step onto an own piece.
///     OWN_PIECE: "own-piece" = "{square} is occupied by your own piece";
/// }
/// assert_eq!(OWN_PIECE.with(&[("square", &"b4")]).to_string(), "b4 is occupied by your own piece");
/// assert_eq!(ALL.len(), 1);
/// ```
#[macro_export]
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident : $key:literal = $english:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::Template = $crate::Template { key: $key, english: $english };)*
        /// Every sentence declared here.
        #[allow(dead_code)]
        pub static ALL: &[&$crate::Template] = &[$(&$name),*];
    };
}

/// Why a move, an event or a text was not accepted: the sentence, and the ruling behind it if a rule says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The ruling's number, `K2`; `None` where the text could not even be read.
    pub ruling: Option<&'static str>,
    /// What is wrong.
    pub text: Text,
}

impl Refusal {
    /// Refused by a ruling.
    #[must_use]
    pub fn by(ruling: &'static str, text: Text) -> Refusal {
        Refusal { ruling: Some(ruling), text }
    }

    /// Refused because it makes no sense, whatever the rules.
    #[must_use]
    pub fn unreadable(text: Text) -> Refusal {
        Refusal { ruling: None, text }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ruling {
            Some(ruling) => write!(f, "{} ({ruling})", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

impl std::error::Error for Refusal {}

/// The refusals that every game shares.
pub mod refusals {
    use super::Refusal;
    use crate::seat::Seat;
    use crate::text::Text;

    crate::texts! {
        /// The game has ended.
        GAME_OVER: "game-over" = "the game is over";
        /// Somebody else is to move.
        NOT_YOUR_TURN: "not-your-turn" = "it is not seat {seat}'s turn";
        /// A roll or deal comes first.
        CHANCE_FIRST: "chance-first" = "a roll or a deal comes first";
        /// A roll was offered where a seat must choose.
        NO_CHANCE: "no-chance" = "nothing is rolled or dealt now";
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
        Refusal::unreadable(GAME_OVER.plain())
    }

    /// Somebody else is to move.
    #[must_use]
    pub fn not_your_turn(seat: Seat) -> Refusal {
        Refusal::unreadable(NOT_YOUR_TURN.with(&[("seat", &seat)]))
    }

    /// A move's text could not be read; `expected` says what would do.
    #[must_use]
    pub fn unreadable_move(text: &str, expected: &str) -> Refusal {
        Refusal::unreadable(UNREADABLE_MOVE.with(&[("text", &clip(text)), ("expected", &expected)]))
    }

    /// A chance event's text could not be read; `expected` says what would do.
    #[must_use]
    pub fn unreadable_chance(text: &str, expected: &str) -> Refusal {
        Refusal::unreadable(UNREADABLE_CHANCE.with(&[("text", &clip(text)), ("expected", &expected)]))
    }

    /// A position's text could not be read.
    #[must_use]
    pub fn unreadable_position(reason: &str) -> Refusal {
        Refusal::unreadable(UNREADABLE_POSITION.with(&[("reason", &reason)]))
    }

    /// A position's text was read but the rules forbid what it says.
    #[must_use]
    pub fn impossible_position(ruling: &'static str, reason: Text) -> Refusal {
        Refusal::by(ruling, UNREADABLE_POSITION.with(&[("reason", &reason)]))
    }

    /// The start of a text in printable form: an error must not repeat a megabyte or a control sequence.
    #[must_use]
    pub fn clip(text: &str) -> String {
        let mut out: String =
            text.chars().take(40).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
        if text.chars().nth(40).is_some() {
            out.push('…');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static T: Template = Template { key: "t", english: "{a} and {b}, not {c" };

    #[test]
    fn holes_are_filled_once_and_unknown_ones_stay() {
        let text = T.with(&[("a", &"{b}"), ("b", &2)]);
        assert_eq!(text.to_string(), "{b} and 2, not {c");
        assert_eq!(text.render("{b}{x}{a}"), "2{x}{b}");
    }

    #[test]
    fn a_clipped_text_has_no_control_characters() {
        let clipped = refusals::clip(&format!("\u{1b}[31m{}", "x".repeat(99)));
        assert!(!clipped.chars().any(char::is_control));
        assert_eq!(clipped.chars().count(), 41);
    }
}
