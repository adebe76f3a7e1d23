//! The games, one folder each, and the registry: the one place where a name becomes a type.
//!
//! Callers that must be fast (perft, playouts, matches) come in as a [`Visitor`] and get the concrete game, so
//! everything behind the registry is compiled for that game; nothing here is dispatched at run time per move.

pub mod breadcrumbs;
pub mod breadwinner;
pub mod breakthrough;
mod catalog;
mod levels;
pub mod snipe;
pub mod traxx;
mod views;

pub use catalog::GameInfo;
pub use levels::{Bots, Level, LevelInfo, Robot};
pub use views::{Left, Part, Spot, Views};

use breadboard_core::{Game, Info, OptionSchema, Options, Spec, SpecError};

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it. An implementation asks for as much of `G` as it needs, often `G: Game` only.
    fn visit<G: Bots + Views>(self, game: G) -> Self::Output;
}

/// What the registry knows of a game without making one.
pub struct Entry {
    /// What the game is.
    pub info: &'static Info,
    /// What can be set.
    pub options: fn() -> Vec<OptionSchema>,
    /// Its five players, the kindest first.
    pub levels: &'static [LevelInfo; 5],
    /// The description of its board.
    #[cfg(feature = "schema")]
    pub board: BoardSchema,
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

macro_rules! registry {
    ($($id:literal => $module:ident, $game:ty;)*) => {
        /// Every game, in the order people see them.
        pub static GAMES: &[Entry] = &[$(Entry {
            info: <$game as Game>::INFO,
            options: <<$game as Game>::Options as Options>::schema,
            levels: <$game as Bots>::LEVELS,
            #[cfg(feature = "schema")]
            board: BoardSchema {
                name: <<$game as Views>::Board as utoipa::ToSchema>::name,
                schema: <<$game as Views>::Board as utoipa::PartialSchema>::schema,
                parts: <<$game as Views>::Board as utoipa::ToSchema>::schemas,
            },
        }),*];

        /// Makes the game that a spec names and hands it to the visitor.
        ///
        /// # Errors
        /// Unknown game, key or value, or options that do not go together; the error says what is allowed.
        pub fn with_game<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            match spec.game.as_str() {
                $($id => {
                    let (options, seats) = spec.read::<$game>()?;
                    $module::dispatch(options, seats, visitor)
                })*
                _ => Err(SpecError::game(&spec.game, &[$($id),*])),
            }
        }
    };
}

registry! {
    "breakthrough" => breakthrough, breakthrough::Breakthrough<u64>;
    "breadcrumbs" => breadcrumbs, breadcrumbs::Breadcrumbs;
    "snipe" => snipe, snipe::SnipeHunt;
    "breadwinner" => breadwinner, breadwinner::Breadwinner;
    "traxx" => traxx, traxx::Traxx;
}
