//! The contract that every game of Breadboard fulfils, and what can be built on it without knowing any game.
//!
//! One value holds the rules and options, one plain value (`Rules::State`) the position; moves and chance events
//! are typed and have exactly one text form. Nothing here reads a clock, a file, the network or a global random
//! source. A game is four traits, and [`Game`] stands for all of them:
//!
//! | trait | what it says | what a game without chance must write |
//! |---|---|---|
//! | [`Rules`] | positions, moves, turns, ends | three types, [`Info`] and seven methods |
//! | [`ChanceEvents`] | rolls, cards and deals | one line, [`ChanceFree`] |
//! | [`Notation`] | the text of moves and positions | `write_move`, `write_position`, `read_position` |
//! | [`Show`] | the drawing and the narration | `draw` |
//!
//! The seven methods are `build`, `options`, `start`, `turn`, `legal_moves`, `apply` and `max_events`. Everything else has a
//! default, which a game overrides to be faster or to say more.
//!
//! To use the games that exist (load one by its spec, list moves, let a bot choose), see the crate
//! `breadboard-games`. The example below writes one.
//!
//! # A whole game
//!
//! Two seats take one to three tokens in turn; the seat that takes the last one wins.
//!
//! ```
//! use breadboard_core::{
//!     Canvas, ChanceFree, Drawing, Info, Notation, Outcome, Refusal, Rules, Seat, Show, SpecError, Turn, refusals,
//! };
//!
//! breadboard_core::options! {
//!     /// The options of Take.
//!     pub struct Options {
//!         /// Tokens at the start.
//!         tokens: u8 = 7, in 1..=99, "X1", "How many tokens lie on the table.";
//!     }
//! }
//!
//! #[derive(Clone, Debug)]
//! pub struct Take(Options);
//!
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! pub struct State { tokens: u8, mover: Seat }
//!
//! static INFO: Info = Info {
//!     id: "take", name: "Take", summary: "Take the last token.", credit: "traditional",
//!     rules: "X1",
//!     ..Info::TWO_SEATS
//! };
//!
//! impl Rules for Take {
//!     type Options = Options;
//!     type State = State;
//!     type Move = u8;
//!     const INFO: &'static Info = &INFO;
//!
//!     fn build(options: Options, _seats: u8) -> Result<Self, SpecError> {
//!         Ok(Take(options))
//!     }
//!     fn options(&self) -> &Options {
//!         &self.0
//!     }
//!     fn start(&self) -> State {
//!         State { tokens: self.0.tokens, mover: Seat::FIRST }
//!     }
//!     fn turn(&self, state: &State) -> Turn {
//!         match state.tokens {
//!             0 => Turn::Over(Outcome::Win(state.mover.other())),
//!             _ => Turn::of(state.mover),
//!         }
//!     }
//!     fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<u8>) {
//!         if seat == state.mover {
//!             moves.extend(1..=state.tokens.min(3));
//!         }
//!     }
//!     fn apply(&self, state: &mut State, seat: Seat, taken: u8) {
//!         *state = State { tokens: state.tokens - taken, mover: seat.other() };
//!     }
//!     fn max_events(&self) -> u32 {
//!         self.0.tokens.into()
//!     }
//! }
//!
//! impl ChanceFree for Take {}
//!
//! impl Notation for Take {
//!     fn write_move(&self, _: &State, _: Seat, taken: u8) -> String {
//!         format!("take {taken}")
//!     }
//!     fn write_position(&self, state: &State) -> String {
//!         format!("{} {}", state.tokens, state.mover)
//!     }
//!     fn read_position(&self, text: &str) -> Result<State, Refusal> {
//!         let read = || {
//!             let (tokens, mover) = text.split_once(' ')?;
//!             let tokens = tokens.parse().ok().filter(|tokens| *tokens <= self.0.tokens)?;
//!             Some(State { tokens, mover: Seat::from_number(mover).filter(|seat| seat.number() <= 2)? })
//!         };
//!         read().ok_or_else(|| refusals::unreadable_position("write the tokens and the seat to move, as 7 1"))
//!     }
//! }
//!
//! impl Show for Take {
//!     fn draw(&self, state: &State, _: Canvas) -> Drawing {
//!         Drawing { text: "o ".repeat(state.tokens.into()) + "\n", spots: Vec::new() }
//!     }
//! }
//!
//! // Play a game: every event from outside is read, checked and made by `play`.
//! use breadboard_core::{Event, Game, Spec};
//!
//! let (options, seats) = "take:tokens=5".parse::<Spec>()?.read::<Take>()?;
//! let game = Take::new(options, seats)?;
//! let mut state = game.start();
//! let mv = game.read_move(&state, Seat::FIRST, "Take 3")?;
//! let sentences = game.narrate(&state, &Event::one(Seat::FIRST, mv));
//! assert_eq!(sentences[0].to_string(), "seat 1 plays take 3");
//! game.play(&mut state, &Event::one(Seat::FIRST, mv))?;
//! assert_eq!(game.write_position(&state), "2 2");
//! let refusal = game.play(&mut state, &Event::one(Seat::FIRST, 1)).unwrap_err();
//! assert_eq!(refusal.to_string(), "it is not seat 1's turn");
//! let refusal = game.read_move(&state, Seat::SECOND, "take 3").unwrap_err();
//! assert_eq!(refusal.to_string(), "\"take 3\" is not a move: write one of take 1, take 2");
//! let refusal = game.play(&mut state, &Event::one(Seat::SECOND, 3)).unwrap_err();
//! assert_eq!(refusal.to_string(), "this move is not possible now");
//! game.play(&mut state, &Event::one(Seat::SECOND, 2))?;
//! assert_eq!(game.turn(&state), Turn::Over(Outcome::Win(Seat::SECOND)));
//! assert!(Take::new(Options { tokens: 100 }, 2).is_err() && Take::new(Options::default(), 3).is_err());
//!
//! // Play a random game. The same seed gives the same game.
//! use breadboard_core::{SplitMix, Tally};
//!
//! let outcome = game.playout(&mut game.start(), &mut SplitMix::new(1), &mut Tally::default());
//! assert!(matches!(outcome, Outcome::Win(_)));
//!
//! // Replay a record: one event a line, and the result must be what the events give.
//! use breadboard_core::{Record, record_of, replay};
//!
//! let record = Record::read("game: take:tokens=5\nrules: 1\nresult: win 2\n\n1: take 3\n2: take 2\n")?;
//! let mut events = Vec::new();
//! let end = replay(&game, &record, |_, event, _| events.push(event.clone()))?;
//! assert_eq!(end, state);
//! assert_eq!(record_of(&game, None, &events).to_string(), record.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalog;
mod chance;
mod cpu;
mod ending;
mod game;
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

pub use catalog::{Catalog, Language, TRANSLATIONS, catalog_lines, fill, holes, translation};
pub use chance::{ChanceEvents, ChanceFree, Listing, NoChance};
pub use cpu::Cpu;
pub use ending::{Cause, ENDING, RecordEnding};
pub use game::{Event, Game};
pub use notation::{Notation, compact};
pub use options::{OptionKind, OptionSchema, OptionValue, Options, kind_of, read_value};
pub use outcome::{Outcome, Scores, Turn};
pub use perft::{PerftError, perft, plain_perft};
pub use playout::{Tally, list_pick_apply};
pub use record::{Actor, Record, RecordEntry, RecordError};
pub use refusal::{Refusal, refusals};
pub use replay::{record_of, replay};
pub use rng::{Rng, SplitMix};
pub use rules::{Info, OldRules, Preset, Rules};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use show::{Canvas, Drawing, SEAT_COLORS, Show, Spot, narration};
pub use spec::{Spec, SpecError};
pub use text::{Template, Text, is_direction, printable};

/// The traits of the contract, for code that calls the methods of a concrete game. Generic code needs only the bound
/// `G: Game`.
pub mod prelude {
    pub use crate::{ChanceEvents, Game, Notation, Rules, Show};
}
