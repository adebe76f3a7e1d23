//! The contract that every game of Breadboard fulfils, and what can be built on it without knowing any game.
//!
//! One value holds the rules and options ([`Game`]), one plain value the position (`Game::State`), moves and
//! chance events are typed and have exactly one text form. Nothing here reads a clock, a file, the network or
//! a global random source.

mod cpu;
mod game;
mod options;
mod outcome;
mod perft;
mod playout;
mod record;
mod replay;
mod rng;
mod seat;
mod spec;
mod text;

pub use cpu::Cpu;
pub use game::{Canvas, Event, Game, Info, Listing, NoChance, Preset};
pub use options::{OptionKind, OptionSchema, OptionValue, Options, kind_of, read_value};
pub use outcome::{Outcome, Scores, Turn};
pub use perft::{PerftError, perft, plain_perft};
pub use playout::{Tally, list_pick_apply};
pub use record::{Actor, Entry, Record, RecordError};
pub use replay::{record_of, replay};
pub use rng::{Rng, SplitMix};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use spec::{Spec, SpecError};
pub use text::{Refusal, Template, Text, refusals};
