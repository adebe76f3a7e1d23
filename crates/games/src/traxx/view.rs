//! A field says its colour, symbol and number, a path its fields in the order of the line: a screen draws without a
//! table of the board, so generated boards need nothing extra.

use super::board::Colour;
use super::hex::Hex;
use super::{CARDS, Card, Move, State, Traxx, texts};
use crate::views::{Left, Part, Views};
use breadboard_core::{Rules as _, Seat, Template, Text};
use serde::Serialize;

/// The board of Träxx with the path of every seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = traxx::Board))]
pub struct BoardView {
    /// The fields, row by row from the top.
    fields: Vec<FieldView>,
    /// The card that lies open.
    #[cfg_attr(feature = "schema", schema(required))]
    card: Option<CardView>,
    /// How many cards have been turned.
    turned: usize,
    /// How many there are.
    cards: usize,
    /// Everybody's path, in seat order; none before the starts are dealt.
    paths: Vec<PathView>,
    /// The numbers that a player had reached before this round, worth half from now on.
    taken: Vec<u8>,
}

/// One field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = traxx::Field))]
struct FieldView {
    at: String,
    /// The row, from 0, and the place in it, from 0: a row is half a field shifted against the next.
    row: usize,
    column: usize,
    color: Colour,
    /// The colour's sign, for those who do not see colours.
    symbol: char,
    #[cfg_attr(feature = "schema", schema(required))]
    number: Option<u8>,
}

/// One card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = traxx::Card))]
struct CardView {
    /// As notation writes it.
    text: String,
    /// Its colours; one may stand twice.
    colors: Vec<Colour>,
}

/// One seat's path.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = traxx::Path))]
struct PathView {
    seat: u8,
    start: String,
    /// The fields in the order of the line.
    fields: Vec<String>,
    /// The two ends, the same field twice at first.
    ends: [String; 2],
    /// The numbers reached, and what each was worth.
    numbers: Vec<NumberView>,
    points: i32,
    /// Fields not reached, each of which costs a point.
    missed: i32,
    score: i32,
}

/// A number that was reached.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = traxx::Number))]
struct NumberView {
    number: u8,
    points: u8,
}

impl Traxx {
    fn card_view(&self, card: Card) -> CardView {
        let colours = self.colours(card);
        CardView { text: colours.to_string(), colors: colours.colours().collect() }
    }

    fn field_view(&self, hex: Hex) -> FieldView {
        let (row, column) = hex.place();
        let colour = self.board.colour(hex);
        FieldView {
            at: hex.to_string(),
            row,
            column,
            color: colour,
            symbol: colour.symbol(),
            number: self.board.number(hex),
        }
    }

    fn path_view(&self, state: &State, seat: Seat) -> Option<PathView> {
        let path = state.path(seat);
        let number = |number| Some(NumberView { number, points: path.points_for(number)? });
        (!path.reached().is_empty()).then(|| PathView {
            seat: seat.number(),
            start: path.start().to_string(),
            fields: path.fields().iter().map(ToString::to_string).collect(),
            ends: path.ends().map(|end| end.to_string()),
            numbers: path.numbers().iter().filter_map(number).collect(),
            points: path.points(),
            missed: path.missed(),
            score: self.score(path),
        })
    }
}

impl Views for Traxx {
    type Board = BoardView;

    fn board(&self, state: &State) -> BoardView {
        BoardView {
            fields: Hex::all().map(|hex| self.field_view(hex)).collect(),
            card: state.card.map(|card| self.card_view(card)),
            turned: CARDS - state.cards_left().count(),
            cards: CARDS,
            paths: Seat::all(self.seats).filter_map(|seat| self.path_view(state, seat)).collect(),
            taken: state.taken.iter().collect(),
        }
    }

    fn left(&self, state: &State) -> Vec<Left> {
        let cards: Vec<String> = state.cards_left().map(|card| self.colours(card).to_string()).collect();
        let numbers: Vec<String> = (2..=10)
            .filter(|number| !state.taken.contains(*number))
            .map(|number| number.to_string())
            .collect();
        vec![
            Left::common("cards", cards.len() as u32).named(cards),
            Left::common("numbers", numbers.len() as u32).named(numbers),
        ]
    }

    fn gain(&self, state: &State, seat: Seat, mv: Move) -> Option<i32> {
        let mut after = *state;
        self.apply(&mut after, seat, mv);
        Some(self.score(after.path(seat)) - self.score(state.path(seat)))
    }

    /// A round is one turn: the card, and what all seats make of it.
    fn turn_key(&self, state: &State) -> u32 {
        (CARDS - state.cards_left().count() + usize::from(state.card.is_none())) as u32
    }

    fn themes(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        self.themes_of(state, seat, line)
    }

    fn phrases(&self, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
        let Some(&mv) = moves.first() else { return Vec::new() };
        if mv.is_pass() {
            return vec![texts::DO_PASS.plain()];
        }
        let fields: Vec<String> = mv.fields().map(|field| field.to_string()).collect();
        let mut said = vec![texts::DO_WALK.with(&[("end", &mv.end()), ("fields", &fields.join(", "))])];
        if let Some(gain) = self.gain(state, seat, mv).filter(|gain| *gain != 0) {
            said.push(texts::DO_SCORE.with(&[("change", &format!("{gain:+}"))]));
        }
        said
    }

    fn parts(&self, _: &State, _: Seat, mv: Move) -> Vec<Part> {
        if mv.is_pass() {
            return vec![Part::word("word", "pass")];
        }
        let fields = mv.fields().map(|field| Part::place("field", field));
        std::iter::once(Part::place("end", mv.end())).chain(fields).collect()
    }
}
