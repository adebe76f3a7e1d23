//! Who sits where. A seat is open, reserved, a person's or a bot's; people are names only, because the host
//! decides who may act for a seat.

use breadboard_wire::{Entropy, Exit, Level, Name, SUBSTITUTE};
use serde::{Deserialize, Serialize};

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Holder {
    /// No one yet.
    Open,
    /// No one yet, but it is reserved for this person.
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
    /// Whether the seat is empty.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        matches!(self, Holder::Open | Holder::Kept { .. })
    }

    /// The name of the seat in a record.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Holder::Open => "open".to_owned(),
            Holder::Kept { name } | Holder::Person { name } => name.to_string(),
            Holder::Bot { level } => level.to_string(),
        }
    }
}

/// One place at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) holder: Holder,
    /// How the seat left the game, if it has: it cannot win any more.
    pub(crate) exit: Option<Exit>,
    /// What it added to the dice.
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
