//! What a screen needs of a game: data to draw, what is left, and each move in the parts by which a person chooses it.
//!
//! These are types of their own, made for the border. Serialising a state would publish how it is laid out in
//! memory and tie every client to it; a client that computes parts from notation would have to know rules.

use breadboard_core::{Canvas, Event, Game, Seat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a screen needs of a game.
pub trait Views: Game {
    /// The position as data to draw: places with their names, and what stands on them.
    type Board: Serialize;

    /// Whether a game can end as a draw by its rules, so that offering one makes sense.
    fn has_draws(&self) -> bool;
    /// The position as data to draw.
    fn board(&self, state: &Self::State) -> Self::Board;
    /// What is left to draw, place or win: always shown, so that nobody has to count.
    fn left(&self, state: &Self::State) -> Vec<Left>;
    /// A legal move as a sequence of single choices. No two moves of a position have the same parts; one may be
    /// the beginning of another (a shorter path), and a client then offers to stop there.
    fn parts(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Vec<Part>;

    /// Where the places stand in the drawing that [`Game::draw`] makes on the same canvas: a terminal highlights and
    /// clicks there.
    fn spots(&self, state: &Self::State, canvas: Canvas) -> Vec<Spot>;

    /// The places that an event touched, in order, to show it as the last one.
    fn touched(&self, before: &Self::State, event: &Event<Self>) -> Vec<String> {
        let Event::Act(choices) = event else { return Vec::new() };
        let parts = choices.iter().flat_map(|&(seat, mv)| self.parts(before, seat, mv));
        parts.filter_map(|part| part.place).collect()
    }
}

/// Where a place stands in a drawing, in lines and columns from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place's name, as parts and touched places have it.
    pub place: String,
    /// Whose board it is on, where every seat has its own.
    pub seat: Option<Seat>,
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// How many columns.
    pub width: usize,
    /// How many lines.
    pub height: usize,
}

impl Spot {
    /// A spot of one line.
    #[must_use]
    pub fn new(place: impl ToString, line: usize, column: usize, width: usize) -> Spot {
        Spot { place: place.to_string(), seat: None, line, column, width, height: 1 }
    }
}

/// One choice on the way to a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Part {
    /// What is chosen: `from`, `to`, `bot`, `action`, `target`, `field`, `card`, `face`, `word`…
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub role: Cow<'static, str>,
    /// Which one; different for each choice that is offered beside it.
    pub value: String,
    /// The place on the board where it can be chosen, by the name it has in the board's data.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub place: Option<String>,
}

impl Part {
    /// A choice of a place.
    #[must_use]
    pub fn place(role: &'static str, place: impl ToString) -> Part {
        let place = place.to_string();
        Part { role: Cow::Borrowed(role), value: place.clone(), place: Some(place) }
    }

    /// A choice of a thing that stands at a place.
    #[must_use]
    pub fn thing(role: &'static str, value: impl ToString, place: impl ToString) -> Part {
        Part { role: Cow::Borrowed(role), value: value.to_string(), place: Some(place.to_string()) }
    }

    /// A choice of a word, offered as a button.
    #[must_use]
    pub fn word(role: &'static str, value: impl ToString) -> Part {
        Part { role: Cow::Borrowed(role), value: value.to_string(), place: None }
    }
}

/// How much is left of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Left {
    /// What: `men`, `cards`, `crumbs`, `loaves`, `chips`…
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub what: Cow<'static, str>,
    /// Whose, by number, where it is somebody's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub seat: Option<u8>,
    /// How many.
    pub count: u32,
    /// Which ones, where they differ and everybody may know.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub items: Vec<String>,
}

impl Left {
    /// So many, of nobody in particular.
    #[must_use]
    pub fn common(what: &'static str, count: u32) -> Left {
        Left { what: Cow::Borrowed(what), seat: None, count, items: Vec::new() }
    }

    /// So many of a seat's.
    #[must_use]
    pub fn of(seat: Seat, what: &'static str, count: u32) -> Left {
        Left { what: Cow::Borrowed(what), seat: Some(seat.number()), count, items: Vec::new() }
    }

    /// The same, naming each.
    #[must_use]
    pub fn named(mut self, items: Vec<String>) -> Left {
        self.items = items;
        self
    }
}
