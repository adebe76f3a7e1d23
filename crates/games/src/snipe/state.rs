//! A position: the forest, the pawns by colour, and the progress of the turn.
//!
//! Pawns, not players, have places: a catch exchanges who holds two pawns and moves one of them (S24). The
//! legal steps are kept with the position, because the end of a turn depends on whether there are any (S9).

use super::forest::Forest;
use super::spaces::{Card, Direction, Directions, Space};
use breadboard_core::Seat;
use serde::Serialize;
use std::fmt;

pub(super) const MOST_PAWNS: usize = 7;

/// A pawn: the Snipe, or a hunter by its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pawn(u8);

const COLOURS: [&str; MOST_PAWNS - 1] = ["red", "blue", "green", "yellow", "white", "violet"];

impl Pawn {
    /// The Snipe.
    pub const SNIPE: Pawn = Pawn(0);

    /// The hunter of the `n`th colour, from 0: red, blue, green, yellow, white, violet.
    #[must_use]
    pub const fn hunter(n: usize) -> Option<Pawn> {
        if n < COLOURS.len() { Some(Pawn(n as u8 + 1)) } else { None }
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` pawns: the Snipe and the hunters.
    #[inline]
    pub(super) fn all(count: u8) -> impl Iterator<Item = Pawn> {
        (0..count).map(Pawn)
    }

    /// The hunters among the first `count` pawns.
    #[inline]
    pub(super) fn hunters(count: u8) -> impl Iterator<Item = Pawn> {
        (1..count).map(Pawn)
    }

    /// A hunter's colour, or `Snipe`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.index().checked_sub(1).map_or("Snipe", |n| COLOURS[n])
    }

    pub(super) fn from_colour(colour: &str) -> Option<Pawn> {
        COLOURS.iter().position(|&known| known == colour).and_then(Pawn::hunter)
    }

    /// The letter in a drawing: `S` for the Snipe, else the first of the colour.
    pub(super) fn letter(self) -> char {
        self.name().chars().next().unwrap_or('?').to_ascii_uppercase()
    }
}

impl fmt::Display for Pawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pawn::SNIPE => f.write_str("the Snipe"),
            hunter => write!(f, "the {} hunter", hunter.name()),
        }
    }
}

/// Two dice, the lower first: their order means nothing (S8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice {
    low: u8,
    high: u8,
}

impl Dice {
    /// Not rolled.
    pub(super) const NONE: Dice = Dice { low: 0, high: 0 };

    /// The highest roll.
    pub(super) const HIGHEST: Dice = Dice { low: 6, high: 6 };

    /// Two dice in any order; `None` if one shows no number from 1 to 6.
    #[must_use]
    pub const fn new(a: u8, b: u8) -> Option<Dice> {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if low >= 1 && high <= 6 { Some(Dice { low, high }) } else { None }
    }

    /// The steps they give.
    #[must_use]
    pub const fn sum(self) -> u8 {
        self.low + self.high
    }

    /// The lower and the higher.
    #[must_use]
    pub const fn faces(self) -> (u8, u8) {
        (self.low, self.high)
    }

    /// How many of the 36 rolls of two dice show these faces.
    #[must_use]
    pub const fn weight(self) -> u64 {
        if self.low == self.high { 1 } else { 2 }
    }

    /// All 21.
    pub(super) fn all() -> impl Iterator<Item = Dice> {
        (1..=6).flat_map(|low| (low..=6).filter_map(move |high| Dice::new(low, high)))
    }
}

/// What happens now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::PhaseName))]
pub(super) enum Phase {
    /// The forest is to be dealt.
    Deal,
    /// Everyone rolls for the Snipe.
    RollOff,
    /// The seat to move rolls.
    Roll,
    /// The player of two hunters chooses one (S7).
    Pick,
    /// The pawn steps, or turns its card if it cannot (S20).
    Walk,
    /// The pawn has entered a special space that works.
    Offer,
    /// The game is over.
    Over,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) forest: Forest,
    /// The specials used in this turn (S18).
    pub(super) used: u64,
    /// Where each pawn stands.
    pub(super) places: [Space; MOST_PAWNS],
    /// Who moves each pawn.
    pub(super) holders: [Seat; MOST_PAWNS],
    /// The crumbs each seat has.
    pub(super) held: [u8; MOST_PAWNS],
    /// The turns begun since the last crumb was lifted (S22).
    pub(super) idle: u16,
    pub(super) dice: Dice,
    /// Steps left.
    pub(super) left: u8,
    /// The direction of the last step, if stepping back would be forbidden (S10).
    pub(super) went: Option<Direction>,
    pub(super) phase: Phase,
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// The pawn that moves.
    pub(super) mover: Pawn,
    /// The legal steps; empty in `Walk` means that the pawn must turn its card (S20).
    pub(super) steps: Directions,
}

const _: () = assert!(size_of::<State>() <= 152);

impl State {
    pub(super) const START: State = State {
        forest: Forest::BARE,
        used: 0,
        places: [Space::centre(Card::FIRST); MOST_PAWNS],
        holders: [Seat::FIRST; MOST_PAWNS],
        held: [0; MOST_PAWNS],
        idle: 0,
        dice: Dice::NONE,
        left: 0,
        went: None,
        phase: Phase::Deal,
        seat: Seat::FIRST,
        mover: Pawn::SNIPE,
        steps: Directions::NONE,
    };

    #[inline]
    pub(super) const fn place(&self, pawn: Pawn) -> Space {
        self.places[pawn.index()]
    }

    #[inline]
    pub(super) const fn holder(&self, pawn: Pawn) -> Seat {
        self.holders[pawn.index()]
    }

    /// The pawn whose turn it is stands here.
    #[inline]
    pub(super) const fn here(&self) -> Space {
        self.place(self.mover)
    }

    /// The Snipe's player.
    #[inline]
    pub(super) const fn snipe_seat(&self) -> Seat {
        self.holder(Pawn::SNIPE)
    }

    /// Whether nothing has been done with this turn's roll.
    pub(super) const fn is_turn_start(&self) -> bool {
        self.left == self.dice.sum() && self.used == 0 && self.went.is_none()
    }

    /// Forgets all that belongs to one turn.
    pub(super) const fn clear_turn(&mut self) {
        self.used = 0;
        self.dice = Dice::NONE;
        self.left = 0;
        self.went = None;
        self.mover = Pawn::SNIPE;
        self.steps = Directions::NONE;
    }
}
