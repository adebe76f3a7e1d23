//! Boards of squares, once for all games: names (`e2`), rows with run lengths as in FEN, the text drawing with its
//! spots. A square is a number, row by row from a1; how a game stores what stands on it (bit sets, an array) is
//! left to the game, so that nothing here slows it down.

mod large;

pub use large::{Figure, Rim};

use crate::show::{Canvas, Drawing, Spot};
use std::fmt::{self, Write as _};

/// A square of a board, counted row by row from a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number.
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Square {
        Square(number)
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A square as people write it: `e2`. File and row count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    /// The file, 0 for `a`.
    pub file: u8,
    /// The row, 0 for the first.
    pub row: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), u16::from(self.row) + 1)
    }
}

/// The size of a board: up to 26 files and 256 squares.
///
/// ```
/// use breadboard_core::{Canvas, squares::Grid};
/// let grid = Grid::new(4, 2);
/// let (a1, d2) = (grid.square(0, 0), grid.read_square("d2").unwrap());
/// let piece = |square| if square == a1 { Some('P') } else if square == d2 { Some('p') } else { None };
/// assert_eq!(grid.write_rows(piece), "3p/P3");
/// let drawing = grid.draw(Canvas::default(), |square| (piece(square).unwrap_or('·'), ""));
/// assert_eq!(drawing.text, "  2  · · · p\n  1  P · · ·\n     a b c d\n");
/// assert_eq!((drawing.spots[0].place.as_str(), drawing.spots[0].column), ("a2", 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

impl Grid {
    /// A board of this size.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Grid {
        debug_assert!(columns > 0 && columns <= 26 && columns as u32 * rows as u32 <= 256);
        Grid { columns, rows }
    }

    /// How many files it has.
    #[inline]
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows it has.
    #[inline]
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Every square, row by row from a1.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..u16::from(self.columns) * u16::from(self.rows)).map(|number| Square(number as u8))
    }

    /// Whether a square is on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        (square.0 as u16) < self.columns as u16 * self.rows as u16
    }

    /// The square in a file and a row, both from 0.
    #[inline]
    #[must_use]
    pub const fn square(self, file: u8, row: u8) -> Square {
        Square((row as u16 * self.columns as u16 + file as u16) as u8)
    }

    /// The file and the row of a square; its name as text.
    #[inline]
    #[must_use]
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { file: square.0 % self.columns, row: square.0 / self.columns }
    }

    /// The square `files` to the right and `rows` up, if the board has it.
    #[must_use]
    pub fn step(self, square: Square, files: i8, rows: i8) -> Option<Square> {
        let SquareName { file, row } = self.name(square);
        let file = file.checked_add_signed(files).filter(|&file| file < self.columns)?;
        let row = row.checked_add_signed(rows).filter(|&row| row < self.rows)?;
        Some(self.square(file, row))
    }

    /// Reads the name of a square.
    #[must_use]
    pub fn read_square(self, text: &str) -> Option<Square> {
        self.split_square(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// Reads the name of a square at the start of a text, and returns the rest of the text too.
    #[must_use]
    pub fn split_square(self, text: &str) -> Option<(Square, &str)> {
        let file = text.as_bytes().first()?.checked_sub(b'a')?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let row: u8 = rest.get(..digits)?.parse().ok()?;
        if file >= self.columns || row == 0 || row > self.rows || rest.starts_with('0') {
            return None;
        }
        Some((self.square(file, row - 1), rest.get(digits..)?))
    }

    /// Writes what stands on the board, from the last row down to the first: letters for pieces, numbers for runs of
    /// empty squares, `/` between rows.
    #[must_use]
    pub fn write_rows(self, piece: impl Fn(Square) -> Option<char>) -> String {
        let mut out = String::new();
        for row in (0..self.rows).rev() {
            let mut empty = 0;
            for file in 0..self.columns {
                let Some(letter) = piece(self.square(file, row)) else {
                    empty += 1;
                    continue;
                };
                push_run(&mut out, empty);
                empty = 0;
                out.push(letter);
            }
            push_run(&mut out, empty);
            if row > 0 {
                out.push('/');
            }
        }
        out
    }

    /// Reads what `write_rows` writes and calls `put` for every piece; `put` refuses letters that it does not know.
    ///
    /// # Errors
    /// What is wrong: too many or too few rows or squares, or what `put` refuses.
    pub fn read_rows(
        self,
        text: &str,
        mut put: impl FnMut(Square, char) -> Result<(), String>,
    ) -> Result<(), String> {
        let count = text.split('/').count();
        if count != usize::from(self.rows) {
            return Err(format!("it has {count} rows, the board has {}", self.rows));
        }
        (0..self.rows)
            .rev()
            .zip(text.split('/'))
            .try_for_each(|(row, text)| self.read_row(row, text, &mut put))
    }

    fn read_row(
        self,
        row: u8,
        text: &str,
        put: &mut impl FnMut(Square, char) -> Result<(), String>,
    ) -> Result<(), String> {
        let columns = u32::from(self.columns);
        let wrong_length = || format!("row {} does not have {columns} squares", row + 1);
        let (mut file, mut run) = (0, 0);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit;
                if run == 0 || run > columns {
                    return Err(format!("row {} counts {run} empty squares", row + 1));
                }
                continue;
            }
            file += run;
            run = 0;
            if file >= columns {
                return Err(wrong_length());
            }
            put(self.square(file as u8, row), letter)?;
            file += 1;
        }
        if file + run != columns || text.is_empty() { Err(wrong_length()) } else { Ok(()) }
    }

    /// Draws the board with its row numbers and file letters: at scale 1 one line a row, at a larger scale in cells with
    /// lines between them. `figure` says what stands on a square.
    #[must_use]
    pub fn draw<F: Into<Figure>>(self, canvas: Canvas, figure: impl Fn(Square) -> F) -> Drawing {
        if canvas.scale > 1 {
            return self.draw_large(canvas, figure);
        }
        let mut drawing = Drawing::default();
        for (line, row) in canvas.along(self.rows).rev().enumerate() {
            let _ = write!(drawing.text, "{:>3} ", u16::from(row) + 1);
            for (place, file) in canvas.along(self.columns).enumerate() {
                let square = self.square(file, row);
                let Figure { glyph, color, .. } = figure(square).into();
                drawing.text.push(' ');
                canvas.push(&mut drawing.text, color, glyph.encode_utf8(&mut [0; 4]));
                drawing.spots.push(Spot::new(self.name(square), line, 5 + 2 * place, 1));
            }
            drawing.text.push('\n');
        }
        drawing.text.push_str("    ");
        for file in canvas.along(self.columns) {
            drawing.text.push(' ');
            drawing.text.push(char::from(b'a' + file));
        }
        drawing.text.push('\n');
        drawing
    }
}

fn push_run(out: &mut String, empty: u32) {
    if empty > 0 {
        let _ = write!(out, "{empty}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_squares_read_back_and_others_are_refused() {
        let grid = Grid::new(16, 16);
        for square in grid.squares() {
            assert_eq!(grid.read_square(&grid.name(square).to_string()), Some(square));
        }
        assert_eq!(grid.split_square("e2-e3"), Some((grid.square(4, 1), "-e3")));
        for bad in ["", "e", "e0", "e02", "e17", "q1", "E2", "é1", "2e", "e2 ", "a999"] {
            assert_eq!(grid.read_square(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_step_stays_on_the_board() {
        let grid = Grid::new(4, 3);
        let square = |name| grid.read_square(name).unwrap();
        assert_eq!(grid.step(square("b2"), 1, -1), Some(square("c1")));
        assert_eq!(grid.step(square("a1"), -1, 0), None);
        assert_eq!(grid.step(square("d3"), 1, 0), None);
        assert_eq!(grid.step(square("d3"), 0, 1), None);
    }

    #[test]
    fn rows_read_back_and_broken_rows_are_refused() {
        let grid = Grid::new(12, 2);
        let read = |text: &str| {
            let mut pieces = Vec::new();
            grid.read_rows(text, |square, letter| {
                pieces.push((square, letter));
                if letter == 'x' { Ok(()) } else { Err(format!("no {letter}")) }
            })
            .map(|()| pieces)
        };
        for text in ["12/12", "x11/11x", "5xx5/3x8"] {
            let pieces = read(text).unwrap();
            let piece = |square| pieces.iter().find(|(at, _)| *at == square).map(|(_, letter)| *letter);
            assert_eq!(grid.write_rows(piece), text);
        }
        for (text, reason) in [
            ("12", "it has 1 rows, the board has 2"),
            ("12/11", "row 1 does not have 12 squares"),
            ("12x/12", "row 2 does not have 12 squares"),
            ("/12", "row 2 does not have 12 squares"),
            ("13/12", "row 2 counts 13 empty squares"),
            ("0x11/12", "row 2 counts 0 empty squares"),
            ("y11/12", "no y"),
        ] {
            assert_eq!(read(text), Err(reason.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_flipped_drawing_has_the_last_square_first_and_spots_follow() {
        let grid = Grid::new(2, 2);
        let drawing = grid.draw(Canvas { flip: true, color: true, ..Canvas::default() }, |square| {
            if square == grid.square(1, 1) { ('x', "31") } else { ('.', "") }
        });
        assert_eq!(drawing.text, "  1  . .\n  2  \u{1b}[31mx\u{1b}[0m .\n     b a\n");
        let places: Vec<&str> = drawing.spots.iter().map(|spot| spot.place.as_str()).collect();
        assert_eq!(places, ["b1", "a1", "b2", "a2"]);
    }
}
