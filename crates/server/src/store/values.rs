//! What goes into a store and comes out of it: plain values without any access to a database.

use super::{Keeper, Opener, TableId};
use std::time::Duration;

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Seats are still free.
    Open,
    /// The game is being played.
    Playing,
    /// It has ended.
    Over,
}

impl Status {
    /// The status as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Playing => "playing",
            Status::Over => "over",
        }
    }

    pub(super) fn read(word: &str) -> Status {
        match word {
            "open" => Status::Open,
            "playing" => Status::Playing,
            _ => Status::Over,
        }
    }
}

/// What can be asked about a table without reading its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether strangers find it in the list.
    pub listed: bool,
    /// How far it is.
    pub status: Status,
    /// When the server has something to do at it (a bot moves, a clock expires); 0 for never.
    pub due: i64,
    /// When it may be deleted; 0 for never.
    pub expires: i64,
    /// What the list shows of it.
    pub summary: String,
    /// Whether people sit there or can sit down.
    pub people: bool,
}

/// The row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Its name.
    pub id: TableId,
    /// The number of its last entry.
    pub seq: i64,
    /// What is played, as a spec.
    pub spec: String,
    /// When it was made.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// The rest.
    pub facts: Facts,
}

/// A table to be made.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name.
    pub id: TableId,
    /// What is played.
    pub spec: String,
    /// Its first entries.
    pub entries: Vec<String>,
    /// The facts.
    pub facts: Facts,
    /// Who keeps its seats.
    pub keepers: Vec<Keeper>,
    /// Who opens it.
    pub opener: Opener,
    /// The time.
    pub now: i64,
}

/// Entries to be added to a table.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which table.
    pub id: TableId,
    /// The number of the last entry the writer has seen.
    pub expected: i64,
    /// What to add; at least one.
    pub entries: Vec<String>,
    /// The facts from now on.
    pub facts: Facts,
    /// Who keeps its seats from now on; `None` leaves them as they are.
    pub keepers: Option<Vec<Keeper>>,
    /// Whether it ends the game: then it is taken at the ceiling too.
    pub ends: bool,
    /// Whether the others must not notice it: the time of the last change stays as it is.
    pub unnoticed: bool,
    /// When the lease on the table's work ends from now on, 0 to release it; `None` leaves it as it is.
    pub lease: Option<i64>,
    /// The time.
    pub now: i64,
}

/// A table at which the server has something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Which table.
    pub id: TableId,
    /// Since when.
    pub due: i64,
    /// How far it is.
    pub status: Status,
    /// What the list shows of it.
    pub summary: String,
}

/// A change by another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A table now has this many entries; 0 if it is gone.
    Changed {
        /// Which.
        id: TableId,
        /// The number of its last entry.
        seq: i64,
    },
    /// A shared value has changed.
    Values,
    /// Another node tells something that is not stored.
    Broadcast {
        /// Which node.
        node: String,
        /// What.
        text: String,
    },
    /// Some notices may have been lost: look at every table and value again.
    Missed,
}

/// How long to wait for a database.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a lock another program holds.
    pub lock: Duration,
    /// For a connection.
    pub connect: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { lock: Duration::from_secs(5), connect: Duration::from_secs(5) }
    }
}
