//! The table where games are played: who sits where, whose turn it is, what was chosen unseen, what the dice gave,
//! and what each viewer may know of it.
//!
//! A [`Table`] is a plain value. It does no I/O, starts no thread and reads no clock: the time comes as a number of
//! milliseconds, randomness as a [`Seed`]. So the terminal, the server and a browser can all be its host.

mod catalog;
mod clock;
mod decide;
mod dice;
mod ending;
mod erased;
mod event;
mod host;
mod record;
mod refused;
mod request;
mod says;
mod seats;
mod table;
#[cfg(test)]
mod tests;
mod verify;
pub mod view;
mod wire;

pub use breadboard_games::Level;
pub use catalog::{TRANSLATIONS, catalog};
pub use clock::ClockRule;
pub use dice::{Commit, Dice, Draw, Entropy, SCHEME, Seed};
pub use event::{Asked, Choice, Ending, Event, Given, Offer, Opened, What};
pub use refused::{Kind, Refused};
pub use request::{Key, LONGEST_MOVE, Receipt, Request, Submission};
pub use says::ALL as TEXTS;
pub use seats::{Exit, Holder, LONGEST_NAME, Name, SUBSTITUTE};
pub use table::{Done, Finish, Opening, Phase, Table};
pub use verify::{Doubt, Verified, verify};
