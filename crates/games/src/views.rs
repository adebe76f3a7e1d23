//! What a graphical client needs of a game: data to draw, what is left, and each move in the parts by which a
//! person chooses it.
//!
//! These are types of their own. Serialising a state would publish its memory layout and tie every client to it; a
//! client that computes parts from notation would have to know rules. Only plain lists of names (phases, colours) are
//! the rules' own types. They stand here and not in `core::Show`,
//! because they are serialised and core has no dependencies.

use breadboard_core::{Canvas, Event, Game, Seat, Spot, Template, Text, Turn};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a graphical client needs of a game. A game without a board of its own in the browser writes
/// `text_board!();` for the first two items.
pub trait Views: Game {
    /// The position as data to draw: places with their names, and what stands on them.
    type Board: Serialize;

    /// The position as data to draw.
    fn board(&self, state: &Self::State) -> Self::Board;

    /// What is left to draw, place or win, so that no player has to count.
    fn left(&self, _state: &Self::State) -> Vec<Left> {
        Vec::new()
    }

    /// A legal move as a sequence of single choices. No two moves of a position have the same parts; one may be
    /// the beginning of another (a shorter path), and a client then offers to stop there. The default is one button
    /// with the move's notation.
    fn parts(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Vec<Part> {
        vec![Part::word("word", self.write_move(state, seat, mv))]
    }

    /// How many points a legal move gives the seat that makes it, as far as the position says; nothing in a game without
    /// points, and for a move whose worth depends on chance.
    fn gain(&self, _state: &Self::State, _seat: Seat, _mv: Self::Move) -> Option<i32> {
        None
    }

    /// The moves that a seat can make ready while it waits for its turn. Whether one of them is legal, only the position
    /// after the others' turns decides.
    fn ready_moves(&self, _state: &Self::State, _seat: Seat) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The turn that the next event belongs to, so that a log shows a turn as one row: neighbouring turns have
    /// different numbers. By default a turn is what the same seats do one after the other, and chance stands alone.
    fn turn_key(&self, state: &Self::State) -> u32 {
        match self.turn(state) {
            Turn::Act(seats) => seats.iter().fold(0, |key, seat| key | 1 << seat.number()),
            Turn::Chance | Turn::Over(_) => 0,
        }
    }

    /// Other positions in which the same moves are good: mirrored, turned, or with the sides exchanged. What an engine says
    /// of one of them it says of this one.
    fn twins(&self, _state: &Self::State) -> Vec<Self::State> {
        Vec::new()
    }

    /// What a puzzle is about whose answer is this line of moves, with the replies where there are some. The key of a theme
    /// starts with `theme-`; its text is one of the game's texts.
    fn themes(&self, _state: &Self::State, _seat: Seat, _line: &[Self::Move]) -> Vec<&'static Template> {
        Vec::new()
    }

    /// What makes a choice worse than another one, beside scores and what is left: sentences that compare the ends of two lines
    /// of play from a position, that of the line that was played first and that of the better one second.
    fn compared(&self, _state: &Self::State, _seat: Seat, _ends: [&Self::State; 2]) -> Vec<Text> {
        Vec::new()
    }

    /// What a seat does with some moves of one turn, in phrases without a subject: `lift a crumb`. Lists and hints name a turn by
    /// them; nothing where the notation says it.
    fn phrases(&self, _state: &Self::State, _seat: Seat, _moves: &[Self::Move]) -> Vec<Text> {
        Vec::new()
    }

    /// The places that an event touched, in order, to mark it as the last one.
    fn touched(&self, before: &Self::State, event: &Event<Self>) -> Vec<String> {
        let Event::Act(choices) = event else { return Vec::new() };
        let parts = choices.iter().flat_map(|&(seat, mv)| self.parts(before, seat, mv));
        parts.filter_map(|part| part.place).collect()
    }
}

/// Whether another move would give more points at once.
pub(crate) fn less_than_possible<G: Views>(game: &G, state: &G::State, seat: Seat, mv: G::Move) -> bool {
    let moves = game.moves(state, seat);
    let gain = |mv: G::Move| game.gain(state, seat, mv).unwrap_or(0);
    moves.iter().map(|mv| gain(*mv)).max().is_some_and(|most| most > gain(mv))
}

/// The text drawing with its spots as a board, which a client can show for any game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TextBoard {
    /// The drawing, in lines.
    text: String,
    /// Where places stand in it.
    spots: Vec<SpotView>,
}

/// Where a place stands in the drawing, in lines and columns from 0.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct SpotView {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    seat: Option<u8>,
    line: usize,
    column: usize,
    width: usize,
    height: usize,
}

impl TextBoard {
    /// Draws a position without colours, as the first seat sees it.
    #[must_use]
    pub fn of<G: Game>(game: &G, state: &G::State) -> TextBoard {
        let drawing = game.draw(state, Canvas::default());
        TextBoard { text: drawing.text, spots: drawing.spots.into_iter().map(SpotView::from).collect() }
    }
}

impl From<Spot> for SpotView {
    fn from(spot: Spot) -> SpotView {
        let Spot { place, seat, line, column, width, height } = spot;
        SpotView { place, seat: seat.map(Seat::number), line, column, width, height }
    }
}

/// The board of a game that is shown by its text drawing; stands inside `impl Views`.
#[macro_export]
macro_rules! text_board {
    () => {
        type Board = $crate::TextBoard;

        fn board(&self, state: &Self::State) -> $crate::TextBoard {
            $crate::TextBoard::of(self, state)
        }
    };
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
    /// The number of the seat that it belongs to, if it belongs to one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub seat: Option<u8>,
    /// How many.
    pub count: u32,
    /// Which ones, if they differ and are not secret.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub items: Vec<String>,
}

impl Left {
    /// A number of things that belong to no seat.
    #[must_use]
    pub fn common(what: &'static str, count: u32) -> Left {
        Left { what: Cow::Borrowed(what), seat: None, count, items: Vec::new() }
    }

    /// A number of things that belong to a seat.
    #[must_use]
    pub fn of(seat: Seat, what: &'static str, count: u32) -> Left {
        Left { what: Cow::Borrowed(what), seat: Some(seat.number()), count, items: Vec::new() }
    }

    /// The same with the name of each.
    #[must_use]
    pub fn named(mut self, items: Vec<String>) -> Left {
        self.items = items;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::TextBoard;
    use crate::breakthrough::{Breakthrough, Options};
    use breadboard_core::{Canvas, Rules as _, Show as _};

    #[test]
    fn a_text_board_is_the_drawing_with_its_spots() {
        let game = Breakthrough::<u64>::new(Options::default(), 2).unwrap();
        let board = TextBoard::of(&game, &game.start());
        assert_eq!(board.text, game.draw(&game.start(), Canvas::default()).text);
        assert_eq!(board.spots.len(), 64);
        let a8 = &board.spots[0];
        assert_eq!((a8.place.as_str(), a8.seat, a8.line, a8.column), ("a8", None, 0, 5));
    }
}
