//! The games, one folder each, and the registry: the one place where a name becomes a type.
//!
//! Callers that must be fast (perft, playouts, matches) are a [`Visitor`] and get the concrete game, so everything
//! behind the registry is compiled for that game; there is no dynamic dispatch per move.
//!
//! # One game: moves, refusals, a bot
//!
//! A spec names a game with its options. A program that knows which game it wants reads the spec as that type.
//!
//! ```
//! use breadboard_core::prelude::*;
//! use breadboard_core::{Event, Seat, Spec, SplitMix, Turn};
//! use breadboard_games::breakthrough::Breakthrough;
//! use breadboard_games::{Bots, Level};
//!
//! let spec: Spec = "breakthrough:columns=5,rows=5".parse()?;
//! let (options, seats) = spec.read::<Breakthrough<u64>>()?;
//! let game = Breakthrough::<u64>::new(options, seats)?;
//! let mut state = game.start();
//!
//! // The legal moves of a seat, and their notation.
//! let mut moves = Vec::new();
//! game.legal_moves(&state, Seat::FIRST, &mut moves);
//! assert!(moves.iter().any(|&mv| game.write_move(&state, Seat::FIRST, mv) == "b2-b3"));
//!
//! // A move is read from its notation, checked and made. An illegal one is refused with a reason, and with its ruling
//! // where the game has one for it.
//! let mv = game.read_move(&state, Seat::FIRST, "b2-b3")?;
//! game.play(&mut state, &Event::one(Seat::FIRST, mv))?;
//! let mv = game.read_move(&state, Seat::SECOND, "d4-d2")?;
//! let refusal = game.play(&mut state, &Event::one(Seat::SECOND, mv)).unwrap_err();
//! assert_eq!(refusal.ruling(), None);
//! assert_eq!(refusal.to_string(), "d4 to d2 is not one step forward, straight or diagonal");
//!
//! // A bot chooses a move. The same seed gives the same choice.
//! let mut rng = SplitMix::new(1);
//! let mv = game.bot(Level::Bot1).choose(&game, &state, Seat::SECOND, &mut rng);
//! game.play(&mut state, &Event::one(Seat::SECOND, mv))?;
//! assert_eq!(game.turn(&state), Turn::of(Seat::FIRST));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Any game: a random game of each
//!
//! Code for all games is a [`Visitor`]. [`with_game`] makes the game that a spec names and calls it.
//!
//! ```
//! use breadboard_core::{Outcome, Spec, SplitMix, Tally};
//! use breadboard_games::{Bots, GAMES, Views, Visitor, with_game};
//!
//! struct RandomGame {
//!     seed: u64,
//! }
//!
//! impl Visitor for RandomGame {
//!     type Output = Outcome;
//!     fn visit<G: Bots + Views>(self, game: G) -> Outcome {
//!         let mut state = game.start();
//!         game.playout(&mut state, &mut SplitMix::new(self.seed), &mut Tally::default())
//!     }
//! }
//!
//! for entry in GAMES {
//!     let spec: Spec = entry.info.id.parse()?;
//!     let outcome = with_game(&spec, RandomGame { seed: 1 })?;
//!     println!("{}: {outcome}", entry.info.name);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Longer examples stand in the folder `examples/` of the repository: play a game, write a bot, run a match.

pub mod breadcrumbs;
pub mod breadwinner;
pub mod breakthrough;
mod catalog;
mod encode;
mod levels;
mod outlook;
pub mod snipe;
pub mod template;
#[cfg(feature = "train")]
pub mod train;
pub mod traxx;
mod views;

pub use catalog::GameInfo;
pub use encode::{Encode, Numbering, Plane, Spaces};
pub use levels::{Bots, Level, LevelInfo, UnknownLevel, WeightsError, alphabeta_bot};
pub use outlook::{odds_of, softmax};
pub use views::{Left, Part, TextBoard, Views};

use breadboard_core::{Catalog, Info, OptionSchema, Options, Record, Rules, Spec, SpecError};

/// The sentences that games share where they bring none of their own, in other languages: code and file contents.
pub static TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("texts.de.txt"))];

/// Something to do with any game.
pub trait Visitor {
    /// The result.
    type Output;
    /// Does it with a game. An implementation asks for as much of `G` as it needs, often `G: Game` only.
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output;
}

/// What the registry knows of a game before it is made.
pub struct GameEntry {
    /// What the game is.
    pub info: &'static Info,
    /// What can be set.
    pub options: fn() -> Vec<OptionSchema>,
    /// Its five levels, the weakest first.
    pub levels: &'static [LevelInfo; 5],
    /// Its puzzles, as text; empty if it has none.
    pub puzzles: &'static str,
    /// Default node budget of `breadboard puzzles mine`.
    pub puzzle_nodes: u64,
    /// What learns the weights of its players, where they have some.
    #[cfg(feature = "train")]
    pub trainer: Option<train::Trainer>,
    /// The description of its board.
    #[cfg(feature = "schema")]
    pub board: BoardSchema,
}

impl GameEntry {
    /// What people call its levels, in all languages.
    pub fn level_names(&self) -> impl Iterator<Item = &'static str> {
        let languages = self.info.languages.iter().map(|language| Catalog::read(&[language.texts]));
        let translated = languages
            .flat_map(|catalog| (1..=5).filter_map(move |level| catalog.sentence(&format!("level-{level}"))));
        self.levels.iter().map(|level| level.name).chain(translated)
    }
}

/// The description of a game's board for the OpenAPI document.
#[cfg(feature = "schema")]
pub struct BoardSchema {
    /// Its name in the document.
    pub name: fn() -> std::borrow::Cow<'static, str>,
    /// The board itself.
    pub schema: fn() -> SchemaRef,
    /// The types that it is made of.
    pub parts: fn(&mut Vec<(String, SchemaRef)>),
}

#[cfg(feature = "schema")]
type SchemaRef = utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>;

/// The spec under today's rules of a game that was begun under `version` of its rules.
///
/// # Errors
/// There is no such game, or it has no such version.
pub fn under_version(spec: &Spec, version: u32) -> Result<Spec, SpecError> {
    spec.under_version(info_of(spec)?, version)
}

/// The game of a spec in the registry.
///
/// # Errors
/// There is no such game.
pub fn entry_of(spec: &Spec) -> Result<&'static GameEntry, SpecError> {
    let entry = GAMES.iter().find(|entry| entry.info.id == spec.game);
    let known = || GAMES.iter().map(|entry| entry.info.id).collect::<Vec<_>>();
    entry.ok_or_else(|| SpecError::game(&spec.game, &known()))
}

/// What the game of a spec is.
///
/// # Errors
/// There is no such game.
pub fn info_of(spec: &Spec) -> Result<&'static Info, SpecError> {
    entry_of(spec).map(|entry| entry.info)
}

/// Makes the game of a record under the record's version of the rules and hands it to the visitor.
///
/// # Errors
/// As [`with_game`], or the game has no such version.
pub fn with_recorded_game<V: Visitor>(record: &Record, visitor: V) -> Result<V::Output, SpecError> {
    with_game(&under_version(&record.spec, record.rules)?, visitor)
}

/// One line a game: the folder, which is its id, and the type. A game whose type depends on its options names a
/// function of its folder with `via`, which makes the game and hands it to the visitor.
///
/// The `pub mod` lines above are written out, because rustfmt formats no file that a macro declares.
macro_rules! registry {
    ($($id:ident: $game:ident $(<$word:ty>)? $(via $visit:ident)?;)*) => {
        /// Every game, in the order people see them.
        pub static GAMES: &[GameEntry] = &[$(GameEntry {
            info: <$id::$game$(<$word>)? as Rules>::INFO,
            options: <<$id::$game$(<$word>)? as Rules>::Options as Options>::schema,
            levels: <$id::$game$(<$word>)? as Bots>::LEVELS,
            puzzles: <$id::$game$(<$word>)? as Bots>::PUZZLES,
            puzzle_nodes: <$id::$game$(<$word>)? as Bots>::PUZZLE_NODES,
            #[cfg(feature = "train")]
            trainer: <$id::$game$(<$word>)? as Bots>::TRAINER,
            #[cfg(feature = "schema")]
            board: BoardSchema {
                name: <<$id::$game$(<$word>)? as Views>::Board as utoipa::ToSchema>::name,
                schema: <<$id::$game$(<$word>)? as Views>::Board as utoipa::PartialSchema>::schema,
                parts: <<$id::$game$(<$word>)? as Views>::Board as utoipa::ToSchema>::schemas,
            },
        }),*];

        /// Makes the game that a spec names and hands it to the visitor.
        ///
        /// # Errors
        /// Unknown game, key or value, or options that do not go together; the error says what is allowed.
        pub fn with_game<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            match spec.game.as_str() {
                $(stringify!($id) => {
                    let (options, seats) = spec.read::<$id::$game$(<$word>)?>()?;
                    registry!(@visit $id $game $($visit)?; options, seats, visitor)
                })*
                _ => Err(SpecError::game(&spec.game, &[$(stringify!($id)),*])),
            }
        }
    };
    (@visit $id:ident $game:ident; $options:ident, $seats:ident, $visitor:ident) => {
        $id::$game::new($options, $seats).map(|game| $visitor.visit(game))
    };
    (@visit $id:ident $game:ident $visit:ident; $options:ident, $seats:ident, $visitor:ident) => {
        $id::$visit($options, $seats, $visitor)
    };
}

registry! {
    breakthrough: Breakthrough<u64> via visit_narrowest;
    breadcrumbs: Breadcrumbs;
    snipe: SnipeHunt;
    breadwinner: Breadwinner;
    traxx: Traxx;
}

/// Games that the tests check and the program does not offer: the template for a new game. They have a registry of their own
/// and not a feature of the first one, because a build of the whole workspace would turn such a feature on for the program.
pub mod unlisted {
    use super::*;

    registry! {
        template: Clobber;
    }
}
