//! The table where games are played: who sits where, whose turn it is, hidden choices, the dice, and what each viewer
//! may know of it.
//!
//! A [`Table`] is a plain value. It does no I/O, starts no thread and reads no clock: the time is passed as a number of
//! milliseconds, randomness as a [`Seed`]. So the terminal, the server and a browser can all be its host.
//!
//! A host stores the events of a change before it shows the table:
//!
//! ```
//! use breadboard_core::Seat;
//! use breadboard_play::view::{Ask, Message, Viewer, view};
//! use breadboard_play::{Denied, Holder, Key, Name, Opening, Request, Seed, Submission, Table};
//!
//! # fn main() -> Result<(), Denied> {
//! let opening = Opening {
//!     spec: "breakthrough".parse().expect("a spec"),
//!     rules: None,
//!     start: None,
//!     given: Vec::new(),
//!     seats: vec![Holder::Open; 2],
//!     clock: None,
//!     forced_moves: true,
//!     seed: Seed::new([7; 32]), // A host takes it from the operating system.
//! };
//! let now = 1_794_700_000_000;
//! let done = Table::open(opening, now)?;
//! let mut store = done.events; // First store …
//! let mut table = done.table; // … then show.
//!
//! let (first, second) = (Seat::FIRST, Seat::FIRST.other());
//! let claim = |name: &str| Name::try_from(name.to_owned()).map(|name| Request::Claim { name, entropy: None });
//! let act = |text: &str| Request::Act { text: text.to_owned() };
//! for (seat, request) in [(first, claim("Ada")?), (second, claim("Bob")?), (first, act("e2-e3"))] {
//!     let key = Key::try_from(format!("key-{}", store.len()))?;
//!     let submission = Submission { seat, version: table.version(), attempt: None, key, request };
//!     let done = table.submit(now, &submission)?; // `Denied`: nothing has happened.
//!     store.extend(done.events); // Empty for a repeated request.
//!     table = done.table;
//! }
//! // Also: `tick` when `deadline` has passed, and a submission for each of `bots_to_act`.
//!
//! let Message::State(state) = view(&table, Viewer::seat(second), Ask::State) else { unreachable!() };
//! assert!(state.you[0].moves.iter().any(|mv| mv.text == "d7-d6"));
//! assert_eq!(Table::rebuild(store)?, table); // Exactly the same table.
//! # Ok(())
//! # }
//! ```

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
