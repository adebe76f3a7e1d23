//! The board as text: letters for the men, so that it reads without colour.

use super::{Breakthrough, Kernels, Side, State, texts};
use breadboard_core::{Canvas, Drawing, Event, Rules as _, Show, Template, Text};
use std::fmt::Write as _;

const WHITE: &str = "1;97";
const BLACK: &str = "1;33";
const DIM: &str = "2";

impl<W: Kernels> Show for Breakthrough<W> {
    fn draw(&self, state: &State<W>, canvas: Canvas) -> Drawing {
        let mut drawing = self.geometry.grid.draw(canvas, |square| {
            let here = self.geometry.bit(square);
            if state.men[0] & here != W::ZERO {
                ('O', WHITE)
            } else if state.men[1] & here != W::ZERO {
                ('X', BLACK)
            } else {
                ('·', DIM)
            }
        });
        let [white, black] = [Side::White, Side::Black].map(|side| state.seat(side));
        let _ = writeln!(drawing.text, "\nO White: seat {white}   X Black: seat {black}");
        let _ = match self.winner(state) {
            Some(side) => writeln!(drawing.text, "{side} (seat {}) has won", state.seat(side)),
            None => {
                let (side, seat) = (state.side, state.seat(state.side));
                let mut moves = Vec::new();
                self.legal_moves(state, seat, &mut moves);
                writeln!(drawing.text, "{side} (seat {seat}) to move, {} moves", moves.len())
            }
        };
        drawing
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
