//! A refusal has a kind for programs, a ruling where a rule is behind it, and a sentence for people. An error
//! code alone would make every client invent its own words.

use breadboard_core::{Refusal, Text};
use std::fmt;

/// Why the table did not take something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What sort of refusal it is.
    pub kind: Kind,
    /// The ruling's number, where a rule of the game is behind it.
    pub ruling: Option<&'static str>,
    /// The sentence.
    pub text: Text,
}

/// Sorts of refusals; a server makes a status of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The text, name, key or number is not one.
    Invalid,
    /// The rules of the game forbid it.
    Illegal,
    /// It is not this seat's turn, or the table is not in that state.
    NotNow,
    /// The position has changed since the version that was seen.
    Stale,
    /// The key was used for something else.
    KeyReused,
    /// The seat's time is up.
    Late,
    /// A stored log cannot be rebuilt.
    Damaged,
}

impl Kind {
    /// The kind as one word, for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Illegal => "illegal",
            Kind::NotNow => "not-now",
            Kind::Stale => "stale",
            Kind::KeyReused => "key-reused",
            Kind::Late => "late",
            Kind::Damaged => "damaged",
        }
    }
}

impl Refused {
    /// Refused by the table.
    #[must_use]
    pub fn new(kind: Kind, text: Text) -> Refused {
        Refused { kind, ruling: None, text }
    }
}

/// A game refuses.
impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let kind = match refusal {
            Refusal::Unreadable(_) => Kind::Invalid,
            Refusal::NotNow(_) => Kind::NotNow,
            Refusal::Illegal(..) => Kind::Illegal,
        };
        Refused { kind, ruling: refusal.ruling(), text: refusal.into_text() }
    }
}

impl From<breadboard_core::SpecError> for Refused {
    fn from(error: breadboard_core::SpecError) -> Refused {
        Refused::new(Kind::Invalid, error.text().clone())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ruling {
            Some(ruling) => write!(f, "{} ({ruling})", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

impl std::error::Error for Refused {}
