//! Everything that happens at a table is an event, and the list of events is the table. A stored snapshot would load
//! faster, but would be wrong as soon as the program that reads it differs from the one that wrote it.

use crate::dice::{Commit, Seed};
use crate::seats::Holder;
use breadboard_core::{Outcome, Seat, Spec};
use breadboard_wire::{ClockRule, Entropy, Exit, Key, Level, Name, Request, values};
use serde::{Deserialize, Serialize};

/// One event of a table, as it is stored. It holds secrets: what leaves a server is [`view`](crate::view::view).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its place in the log, from 0, without gaps: what a store checks before it appends.
    pub seq: u32,
    /// The table's public version after it.
    pub version: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The request behind it, so that a repeated one is recognised.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<Asked>,
    /// What happened.
    pub what: EventKind,
}

/// A request that was granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// For which seat.
    #[serde(with = "values::seat")]
    pub seat: Seat,
    /// Under which key.
    pub key: Key,
    /// What was asked.
    pub request: Request,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventKind {
    /// The table was opened.
    Opened(Box<Opened>),
    /// A person took a seat.
    Claimed {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// Who.
        name: Name,
        /// What they add to the dice; ignored once the game has begun.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        entropy: Option<Entropy>,
    },
    /// A bot was put on a seat.
    Appointed {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// How it plays.
        level: Level,
    },
    /// A seat was given up and is open.
    Released {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
    },
    /// A person has another name.
    Renamed {
        /// Where.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// The new name.
        name: Name,
    },
    /// All seats are taken; the dice are fixed from here on.
    Started,
    /// A roll, card or deal.
    Drawn {
        /// As the game writes it.
        text: String,
    },
    /// A seat has chosen in a round: secret, so it makes no new version.
    Sealed {
        /// Who.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// What.
        text: String,
        /// The number of this choice of the seat in the round, from 1.
        attempt: u32,
    },
    /// A seat has withdrawn its choice: secret, so it makes no new version.
    Unsealed {
        /// Who.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// Counted like a choice.
        attempt: u32,
    },
    /// The acting seats have acted: one, or all of a round, revealed together.
    Acted {
        /// Their choices, in seat order.
        choices: Vec<Choice>,
        /// Whether the table made the move, because no other was legal.
        #[serde(skip_serializing_if = "is_false", default)]
        forced: bool,
    },
    /// A seat took back its own last action, and the forced moves after it.
    Undone {
        /// Who.
        #[serde(with = "values::seat")]
        seat: Seat,
    },
    /// A seat asks the others something. The offer's id is this event's version.
    Offered {
        /// Who.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A seat answered an offer; its maker withdraws it by answering no.
    Answered {
        /// Who.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// Which offer.
        offer: u32,
        /// Whether it agrees.
        yes: bool,
    },
    /// The game went back, by agreement.
    TakenBack {
        /// How many events of the game are kept.
        kept: u32,
    },
    /// A seat left the game and is played on by a bot.
    Out {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// How.
        exit: Exit,
    },
    /// The game is over. The seed is no longer secret.
    Ended {
        /// The outcome; nothing if it was given up.
        #[serde(with = "values::outcome")]
        outcome: Option<Outcome>,
        /// How it came to that.
        ending: Ending,
    },
    /// The host was away, and the clocks that ran meanwhile get this time back.
    Resumed {
        /// How long, in milliseconds.
        away_ms: u64,
    },
    /// A bot has less time for its turn than its level has: the host has too much to do.
    Hurried {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
    },
    /// All people want a rematch.
    RematchAgreed,
    /// The rematch is at another table.
    Next {
        /// Its address, as the host names it.
        table: String,
    },
}

impl EventKind {
    /// Whether it is public. Sealed choices are not, and make no new version.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        !matches!(self, EventKind::Sealed { .. } | EventKind::Unsealed { .. })
    }
}

/// One seat's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Who.
    #[serde(with = "values::seat")]
    pub seat: Seat,
    /// The move, as the game writes it.
    pub text: String,
}

/// What a seat asks of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To go back.
    TakeBack {
        /// How many events of the game would be kept.
        kept: u32,
    },
    /// Another game.
    Rematch,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Played,
    /// A seat left, and no opponent is left.
    Exit {
        /// Which.
        #[serde(with = "values::seat")]
        seat: Seat,
        /// How.
        exit: Exit,
    },
    /// A draw was agreed.
    Agreed,
    /// It was given up.
    Abandoned,
}

/// How a table begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The game with its options.
    #[serde(with = "values::spec")]
    pub spec: Spec,
    /// The version of its rules.
    pub rules: u32,
    /// The position it starts from, if not the usual one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// Events that were played elsewhere before.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub given: Vec<Given>,
    /// Who sits where, or may.
    pub seats: Vec<Holder>,
    /// How time is kept.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock: Option<ClockRule>,
    /// Whether the table makes forced moves. Tables that were stored without this word do not.
    #[serde(skip_serializing_if = "is_false", default)]
    pub forced_moves: bool,
    /// The secret.
    pub seed: Seed,
    /// Its hash.
    pub commit: Commit,
}

/// One event of a game that was played elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Who acted; no one for chance.
    #[serde(with = "values::seats")]
    pub seats: Vec<Seat>,
    /// The notation: one text for chance, else one per seat.
    pub texts: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}
