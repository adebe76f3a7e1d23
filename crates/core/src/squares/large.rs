//! Large drawings of a board of squares: cells with lines between them, and men with a rim around their letter.

use super::Grid;
use crate::show::{Canvas, Drawing, Spot};
use std::fmt::Write as _;

const DIM: &str = "2";

/// What stands on a square: a letter, its colour as [`Canvas::paint`] takes it, and the rim that a large drawing gives
/// it. A pair of letter and colour is a figure with a round rim; the signs `·` and blank stand for an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The letter.
    pub glyph: char,
    /// The colour.
    pub color: &'static str,
    /// The rim; none for an empty square.
    pub rim: Option<Rim>,
}

/// The line around a large figure. Two kinds of men have different rims, so that they differ without colours too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// `╭─╮`
    Round,
    /// `┏━┓`
    Heavy,
}

impl Rim {
    /// Corners from the upper left, clockwise, then the horizontal and the vertical line.
    const fn lines(self) -> [char; 6] {
        match self {
            Rim::Round => ['╭', '╮', '╯', '╰', '─', '│'],
            Rim::Heavy => ['┏', '┓', '┛', '┗', '━', '┃'],
        }
    }
}

impl From<(char, &'static str)> for Figure {
    fn from((glyph, color): (char, &'static str)) -> Figure {
        let rim = if matches!(glyph, '·' | ' ') { None } else { Some(Rim::Round) };
        Figure { glyph, color, rim }
    }
}

impl Figure {
    /// Writes one line of a cell.
    fn write_line(self, out: &mut String, canvas: Canvas, size: Size, line: usize) {
        let Size { width, height } = size;
        let middle = width / 2;
        let Some(rim) = self.rim else {
            let here = line == (height - 1) / 2;
            let glyph = if here { self.glyph } else { ' ' };
            out.extend(std::iter::repeat_n(' ', middle));
            canvas.push(out, if glyph == ' ' { "" } else { self.color }, glyph.encode_utf8(&mut [0; 4]));
            out.extend(std::iter::repeat_n(' ', width - middle - 1));
            return;
        };
        // A cell of one line has no room for a rim; its blanks belong to the man.
        if height == 1 {
            let blank = " ".repeat(middle);
            return canvas.push(out, self.color, &format!("{blank}{}{blank}", self.glyph));
        }
        let [upper_left, upper_right, lower_right, lower_left, across, down] = rim.lines();
        let inner = width - 4;
        let mut row: Vec<char> = match line {
            0 => vec![across; inner],
            last if last + 1 == height => vec![across; inner],
            _ => vec![' '; inner],
        };
        if line == (height - 1) / 2 {
            row[inner / 2] = self.glyph;
        }
        let (left, right) = match line {
            0 => (upper_left, upper_right),
            last if last + 1 == height => (lower_left, lower_right),
            _ => (down, down),
        };
        let man: String = std::iter::once(left).chain(row).chain([right]).collect();
        out.push(' ');
        canvas.push(out, self.color, &man);
        out.push(' ');
    }
}

/// The inside of a cell.
#[derive(Clone, Copy)]
struct Size {
    width: usize,
    height: usize,
}

impl Grid {
    pub(super) fn draw_large<F: Into<Figure>>(
        self,
        canvas: Canvas,
        figure: impl Fn(super::Square) -> F,
    ) -> Drawing {
        let scale = usize::from(canvas.scale.min(Canvas::LARGEST));
        // Characters are about twice as high as wide.
        let size = Size { width: 2 * scale - 1, height: scale - 1 };
        let border = |left: &str, cross: &str, right: &str| {
            let cells = vec!["─".repeat(size.width); usize::from(self.columns())];
            let line = format!("{left}{}{right}", cells.join(cross));
            format!("    {}\n", canvas.paint(DIM, &line))
        };
        let bar = canvas.paint(DIM, "│");
        let mut drawing = Drawing { text: border("┌", "┬", "┐"), spots: Vec::new() };
        for (place, row) in canvas.along(self.rows()).rev().enumerate() {
            if place > 0 {
                drawing.text.push_str(&border("├", "┼", "┤"));
            }
            for line in 0..size.height {
                if line == (size.height - 1) / 2 {
                    let _ = write!(drawing.text, "{:>3} ", u16::from(row) + 1);
                } else {
                    drawing.text.push_str("    ");
                }
                for file in canvas.along(self.columns()) {
                    drawing.text.push_str(&bar);
                    let figure: Figure = figure(self.square(file, row)).into();
                    figure.write_line(&mut drawing.text, canvas, size, line);
                }
                drawing.text.push_str(&bar);
                drawing.text.push('\n');
            }
            for (column, file) in canvas.along(self.columns()).enumerate() {
                let name = self.name(self.square(file, row));
                let (line, column) = (1 + place * (size.height + 1), 5 + column * (size.width + 1));
                drawing.spots.push(Spot { height: size.height, ..Spot::new(name, line, column, size.width) });
            }
        }
        drawing.text.push_str(&border("└", "┴", "┘"));
        let mut letters = "    ".to_owned();
        for file in canvas.along(self.columns()) {
            let blank = " ".repeat(size.width / 2);
            let _ = write!(letters, " {blank}{}{blank}", char::from(b'a' + file));
        }
        drawing.text.push_str(letters.trim_end());
        drawing.text.push('\n');
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_board_has_lines_rims_and_spots_inside_its_cells() {
        let grid = Grid::new(2, 2);
        let figure = |square| {
            if square == grid.square(0, 0) {
                Figure::from(('O', ""))
            } else if square == grid.square(1, 1) {
                Figure { glyph: 'X', color: "", rim: Some(Rim::Heavy) }
            } else {
                Figure::from(('·', ""))
            }
        };
        let small = grid.draw(Canvas { scale: 2, ..Canvas::default() }, figure);
        assert_eq!(
            small.text,
            "    ┌───┬───┐\n  2 │ · │ X │\n    ├───┼───┤\n  1 │ O │ · │\n    └───┴───┘\n      a   b\n"
        );
        let large = grid.draw(Canvas { scale: 4, ..Canvas::default() }, figure);
        let lines: Vec<&str> = large.text.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "    ┌───────┬───────┐",
                "    │       │ ┏━━━┓ │",
                "  2 │   ·   │ ┃ X ┃ │",
                "    │       │ ┗━━━┛ │",
                "    ├───────┼───────┤",
            ]
        );
        assert_eq!(lines[6], "  1 │ │ O │ │   ·   │");
        let spot = large.spots.iter().find(|spot| spot.place == "b2").unwrap();
        assert_eq!((spot.line, spot.column, spot.width, spot.height), (1, 13, 7, 3));
        let two = grid.draw(Canvas { scale: 3, ..Canvas::default() }, figure).text;
        assert!(two.contains("│ ╭O╮ │") && two.contains("│ ╰─╯ │") && two.contains("│ ┏X┓ │"), "{two}");
    }

    #[test]
    fn every_scale_draws_all_squares_at_their_spots() {
        let grid = Grid::new(16, 16);
        for scale in 0..=Canvas::LARGEST + 1 {
            for flip in [false, true] {
                let canvas = Canvas { scale, flip, ..Canvas::default() };
                let drawing = grid.draw(canvas, |square| (char::from(b'A' + square.number() % 26), ""));
                let lines: Vec<Vec<char>> = drawing.text.lines().map(|line| line.chars().collect()).collect();
                for spot in &drawing.spots {
                    let square = grid.read_square(&spot.place).unwrap();
                    let glyph = char::from(b'A' + square.number() % 26);
                    let rows = &lines[spot.line..spot.line + spot.height];
                    let inside =
                        rows.iter().any(|row| row[spot.column..spot.column + spot.width].contains(&glyph));
                    assert!(inside, "{} at scale {scale}\n{}", spot.place, drawing.text);
                }
                assert_eq!(drawing.spots.len(), 256);
            }
        }
    }
}
