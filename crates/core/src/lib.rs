//! The contract that every game of Breadboard fulfils, and what can be built on it without knowing any game.
//!
//! One value holds the rules and options ([`Game`]), one plain value the position (`Game::State`), moves and
//! chance events are typed and have exactly one text form. Nothing here reads a clock, a file, the network or
//! a global random source.

mod chance;
mod cpu;
mod game;
pub mod laws;
mod notation;
mod options;
mod outcome;
mod perft;
mod playout;
mod record;
mod refusal;
mod replay;
mod rng;
mod rules;
mod seat;
mod show;
mod spec;
pub mod squares;
mod text;

pub use chance::{ChanceEvents, ChanceFree, Listing, NoChance};
pub use cpu::Cpu;
pub use game::{Event, Game};
pub use notation::Notation;
pub use options::{OptionKind, OptionSchema, OptionValue, Options, kind_of, read_value};
pub use outcome::{Outcome, Scores, Turn};
pub use perft::{PerftError, perft};
pub use playout::{Tally, list_pick_apply};
pub use record::{Actor, Entry, Record, RecordError};
pub use refusal::{Refusal, refusals};
pub use replay::{record_of, replay};
pub use rng::{Rng, SplitMix};
pub use rules::{Info, Preset, Rules};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use show::{Canvas, Drawing, Show, Spot, narration};
pub use spec::{Spec, SpecError};
pub use text::{Template, Text};

/// The traits of the contract, for code that calls the methods of a concrete game. Generic code needs only the bound
/// `G: Game`.
pub mod prelude {
    pub use crate::{ChanceEvents, Game, Notation, Rules, Show};
}
