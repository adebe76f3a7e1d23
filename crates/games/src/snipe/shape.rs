//! The shape of the forest and what follows from it: how many cards, feathers, arrows and crumbs (S3).

use super::spaces::Card;
use breadboard_core::{OptionKind, OptionValue};

/// The option `forest` (S3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape(Form);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Grid { columns: u8, rows: u8 },
    Cross,
    Ring,
}

impl Shape {
    /// The two middle rows and columns of 6×6.
    pub const CROSS: Shape = Shape(Form::Cross);
    /// The two outer rows and columns of 6×6 on every side.
    pub const RING: Shape = Shape(Form::Ring);
    /// All of 6×6.
    pub const FULL: Shape = Shape(Form::Grid { columns: 6, rows: 6 });

    /// A rectangle of 3 to 6 columns and rows.
    #[must_use]
    pub fn grid(columns: u8, rows: u8) -> Option<Shape> {
        let fits = (3..=6).contains(&columns) && (3..=6).contains(&rows);
        fits.then_some(Shape(Form::Grid { columns, rows }))
    }

    /// Columns and rows of the rectangle around it.
    pub(super) const fn sides(self) -> (u8, u8) {
        match self.0 {
            Form::Grid { columns, rows } => (columns, rows),
            Form::Cross | Form::Ring => (6, 6),
        }
    }

    fn has(self, column: u8, row: u8) -> bool {
        let middle = |at: u8| at == 2 || at == 3;
        match self.0 {
            Form::Grid { columns, rows } => column < columns && row < rows,
            Form::Cross => middle(column) || middle(row),
            Form::Ring => !(middle(column) && middle(row)),
        }
    }
}

impl OptionValue for Shape {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Form {
            expected: "columns x rows, 3 to 6 each, as in 5x4; or cross; or ring",
            examples: &["6x6", "5x5", "6x4", "4x4", "3x3", "cross", "ring"],
        }
    }

    fn read(text: &str) -> Option<Shape> {
        match text {
            "cross" => Some(Shape::CROSS),
            "ring" => Some(Shape::RING),
            _ => match *text.as_bytes() {
                [columns, b'x', rows] => Shape::grid(columns.checked_sub(b'0')?, rows.checked_sub(b'0')?),
                _ => None,
            },
        }
    }

    fn write(&self) -> String {
        match self.0 {
            Form::Grid { columns, rows } => format!("{columns}x{rows}"),
            Form::Cross => "cross".to_owned(),
            Form::Ring => "ring".to_owned(),
        }
    }
}

/// What a shape fixes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// Where cards lie.
    pub(super) cards: u64,
    /// The same as a list.
    pub(super) places: Vec<Card>,
    /// How many feathers there are, and how many arrows (S3).
    pub(super) specials: u8,
    /// How many crumbs there are (S3).
    pub(super) crumbs: u8,
    /// How far apart Nest and Station are at least (S4).
    pub(super) apart: u8,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Layout {
        let (columns, rows) = shape.sides();
        let places: Vec<Card> = (0..6)
            .flat_map(|row| (0..6).map(move |column| (column, row)))
            .filter(|&(column, row)| shape.has(column, row))
            .filter_map(|(column, row)| Card::at(column, row))
            .collect();
        let count = places.len() as u8;
        Layout {
            columns,
            rows,
            cards: places.iter().fold(0, |set, card| set | card.bit()),
            specials: count / 4,
            crumbs: (count * 5).div_ceil(6),
            apart: if columns.min(rows) < 5 { 2 } else { 3 },
            places,
        }
    }
}
