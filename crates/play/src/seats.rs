//! Who sits where. A seat is open, kept for somebody, a person's or a bot's; people are names only, because who may
//! speak for a seat is the business of whoever owns the connection.

use crate::dice::Entropy;
use crate::refused::{Kind, Refused};
use crate::says;
use breadboard_games::{Level, UnknownLevel};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// A person's name: 1 to 24 visible characters on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = Refused;

    fn try_from(text: String) -> Result<Name, Refused> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = text.chars().count();
        // Invisible and direction-changing characters would let two names look alike or turn a line around.
        let hidden = |c: char| {
            c.is_control()
                || matches!(c, '\u{AD}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
                    | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
                    | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFD}' | '\u{E0000}'..='\u{E0FFF}')
        };
        if length == 0 || length > LONGEST_NAME || text.chars().any(hidden) {
            return Err(Refused::new(Kind::Invalid, says::BAD_NAME.with(&[("longest", &LONGEST_NAME)])));
        }
        if text.parse::<Level>().is_ok() || ["me", "open"].contains(&text.as_str()) {
            return Err(Refused::new(Kind::Invalid, says::RESERVED_NAME.with(&[("name", &text)])));
        }
        Ok(Name(text))
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Plays on where somebody has gone, with three or more seats.
pub const SUBSTITUTE: Level = Level::Bot2;

impl From<UnknownLevel> for Refused {
    fn from(unknown: UnknownLevel) -> Refused {
        Refused::new(Kind::Invalid, says::BAD_LEVEL.with(&[("text", &unknown.text())]))
    }
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// Nobody yet, but it is kept for this person.
    Kept {
        /// For whom.
        name: Name,
    },
    /// A person.
    Person {
        /// Who.
        name: Name,
    },
    /// A program. An engine of your own plays in the arena, not at a table: a host does not start other people's programs.
    Bot {
        /// How it plays.
        level: Level,
    },
}

impl Holder {
    /// Whether nobody sits there.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        matches!(self, Holder::Open | Holder::Kept { .. })
    }

    /// What stands for the seat in a record.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Holder::Open => "open".to_owned(),
            Holder::Kept { name } | Holder::Person { name } => name.to_string(),
            Holder::Bot { level } => level.to_string(),
        }
    }
}

/// How a seat left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// Gave up.
    Resigned,
    /// Ran out of time.
    Flagged,
    /// Went away.
    Left,
}

/// One place at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) holder: Holder,
    /// How the seat left the game, if it has: it cannot win any more.
    pub(crate) exit: Option<Exit>,
    /// What it threw into the dice.
    pub(crate) entropy: Option<Entropy>,
}

impl Place {
    /// The program that plays for this seat, if one does.
    pub(crate) fn bot(&self) -> Option<Level> {
        match (&self.holder, self.exit) {
            (Holder::Bot { level }, _) => Some(*level),
            (_, Some(_)) => Some(SUBSTITUTE),
            _ => None,
        }
    }

    /// Whether a person sits here and is still in the game.
    pub(crate) fn is_person(&self) -> bool {
        matches!(self.holder, Holder::Person { .. }) && self.exit.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_visible_and_not_a_bots() {
        let name = |text: &str| Name::try_from(text.to_owned()).map(String::from);
        assert_eq!(name("  Ada   Lovelace ").unwrap(), "Ada Lovelace");
        assert_eq!(name("Zoë 🦀").unwrap(), "Zoë 🦀");
        for bad in
            ["", "  ", "a\u{202E}b", "x\u{200B}", "\u{1b}[1m", "bot3", "greedy", "open", &"x".repeat(25)]
        {
            assert_eq!(name(bad).unwrap_err().kind, Kind::Invalid, "{bad:?}");
        }
    }
}
