//! The table where games are played: who sits where, whose turn it is, hidden choices, the dice, and what each viewer
//! may know of it.
//!
//! A [`Table`] is a plain value. It does no I/O, starts no thread and reads no clock: the time is passed as a number of
//! milliseconds, randomness as a [`Seed`]. So the terminal, the server and a browser can all be its host.

mod any_game;
mod apply;
mod bot;
mod catalog;
mod clock;
mod decide;
mod dice;
mod ending;
mod event;
mod forced;
mod host;
mod limits;
mod line;
mod record;
mod seats;
mod shared_list;
mod table;
#[cfg(test)]
mod tests;
mod verify;
pub mod view;

pub use bot::{BotChoice, choose};
pub use breadboard_wire::texts::ALL as TEXTS;
pub use breadboard_wire::{
    ClockRule, Denied, Entropy, Exit, Key, LONGEST_MOVE, LONGEST_NAME, Level, Name, Reason, Receipt, Request,
    SUBSTITUTE, Submission,
};
pub use catalog::catalog;
pub use dice::{Commit, Dice, Draw, SCHEME, Seed};
pub use event::{Asked, Choice, Ending, Event, EventKind, Given, Offer, Opened};
pub use forced::FORCED_WAIT_MS;
pub use limits::{MOST_CHOICES, MOST_EVENTS, MOST_OFFERS, MOST_RELEASES, MOST_RENAMES, MOST_UNDOS};
pub use seats::Holder;
pub use table::{Done, Finish, Opening, Phase, Table};
pub use verify::{Verified, VerifyError, verify};
