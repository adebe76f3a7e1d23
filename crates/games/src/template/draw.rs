//! The board as text. The drawing names the place of every square, so that a terminal can highlight and click it.

use super::{Clobber, State};
use breadboard_core::{Canvas, Drawing, Show};

impl Show for Clobber {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        // A character and its ANSI colour for each square; it must be readable without colour.
        self.grid.draw(canvas, |square| match state.owner(square) {
            Some(seat) => [('X', "1;97"), ('O', "1;33")][seat.index()],
            None => ('·', "2"),
        })
    }

    // `narrate` is optional: the default says "seat 1 plays b1xb2" and who wins.
}
