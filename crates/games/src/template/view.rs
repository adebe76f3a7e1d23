//! What the browser shows: the text drawing as the board, so that no browser folder is needed.

use super::{Clobber, Move, State};
use crate::views::{Left, Part, Views};
use breadboard_core::Seat;

impl Views for Clobber {
    crate::text_board!();

    // Optional: numbers shown beside the board. `word stones` in texts.de.txt translates the name.
    fn left(&self, state: &State) -> Vec<Left> {
        let left = |seat: Seat| Left::of(seat, "stones", state.stones[seat.index()].count_ones());
        Seat::all(2).map(left).collect()
    }

    // Optional: the clicks that make a move. The default is one button a move.
    fn parts(&self, _: &State, _: Seat, mv: Move) -> Vec<Part> {
        vec![Part::place("from", self.grid.name(mv.from)), Part::place("to", self.grid.name(mv.to))]
    }
}
