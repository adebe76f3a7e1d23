//! The board as text: letters for the men, so that it reads without colour.

use super::{Breakthrough, Kernels, Side, State, texts};
use breadboard_core::squares::{Figure, Rim};
use breadboard_core::{Canvas, Drawing, Event, Rules as _, Seat, Show, Template, Text};
use std::fmt::Write as _;

/// Black letters on white and white letters on black: the men have the colours of their names on every background.
const WHITE: &str = "107;30";
const BLACK: &str = "40;97";
const DIM: &str = "2";

impl<W: Kernels> Show for Breakthrough<W> {
    fn draw(&self, state: &State<W>, canvas: Canvas) -> Drawing {
        let mut drawing = self.geometry.grid.draw(canvas, |square| {
            let here = self.geometry.bit(square);
            if state.men[0] & here != W::ZERO {
                Figure { glyph: 'O', color: WHITE, rim: Some(Rim::Round) }
            } else if state.men[1] & here != W::ZERO {
                Figure { glyph: 'X', color: BLACK, rim: Some(Rim::Heavy) }
            } else {
                Figure::from(('·', DIM))
            }
        });
        let [white, black] = [Side::White, Side::Black].map(|side| state.seat(side));
        let (man, other) = (canvas.paint(WHITE, "O"), canvas.paint(BLACK, "X"));
        let _ = writeln!(drawing.text, "\n{man} White: seat {white}   {other} Black: seat {black}");
        if !canvas.verdict {
            return drawing;
        }
        let _ = match self.winner(state) {
            Some(side) => writeln!(drawing.text, "{side} (seat {}) has won", state.seat(side)),
            None => {
                let (side, seat) = (state.side, state.seat(state.side));
                let moves = self.moves(state, seat);
                writeln!(drawing.text, "{side} (seat {seat}) to move, {} moves", moves.len())
            }
        };
        drawing
    }

    fn seat_color(&self, state: &State<W>, seat: Seat) -> &'static str {
        if state.seat(Side::White) == seat { WHITE } else { BLACK }
    }

    fn narrate(&self, before: &State<W>, event: &Event<Self>) -> Vec<Text> {
        self.tell(before, event)
    }

    fn ending(&self, state: &State<W>) -> Option<&'static Template> {
        let side = self.winner(state)?;
        let reached = state.men[side.index()] & self.geometry.goal[side.index()] != W::ZERO;
        Some(if reached { &texts::END_GOAL } else { &texts::END_CAPTURED })
    }
}
