//! Why a move is refused, with its ruling.

use super::board::Word;
use super::state::{Side, State, Swap};
use super::{Breakthrough, Kernels, Move, texts};
use breadboard_core::squares::Square;
use breadboard_core::{Refusal, Rules as _, Seat, Template};

impl<W: Kernels> Breakthrough<W> {
    pub(super) fn check_move(&self, state: &State<W>, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        let Some((from, to)) = mv.squares() else {
            return match state.swap {
                Swap::Offered => Ok(()),
                _ if self.options.swap => Err(Refusal::Illegal("K4", texts::SWAP_NOW.plain())),
                _ => Err(Refusal::Illegal("K4", texts::SWAP_OFF.plain())),
            };
        };
        let grid = self.geometry.grid;
        if !grid.contains(from) || !grid.contains(to) {
            return Err(self.refuse(&texts::TOO_FAR, from, to));
        }
        let own = state.men[state.side.index()];
        let other = state.men[state.side.other().index()];
        let (start, arrival) = (self.geometry.bit(from), self.geometry.bit(to));
        if other & start != W::ZERO {
            return Err(self.refuse(&texts::NOT_YOURS, from, to));
        }
        if own & start == W::ZERO {
            return Err(self.refuse(&texts::EMPTY_SQUARE, from, to));
        }
        let (a, b) = (grid.name(from), grid.name(to));
        let ahead = if state.side == Side::White { b.row == a.row + 1 } else { b.row + 1 == a.row };
        if !ahead || a.file.abs_diff(b.file) > 1 {
            return Err(self.refuse(&texts::TOO_FAR, from, to));
        }
        if own & arrival != W::ZERO {
            return Err(self.refuse(&texts::OWN_MAN, from, to));
        }
        if a.file == b.file && other & arrival != W::ZERO {
            return Err(self.refuse(&texts::STRAIGHT, from, to));
        }
        Ok(())
    }
}

impl<W: Word> Breakthrough<W> {
    pub(super) fn refuse(&self, sentence: &'static Template, from: Square, to: Square) -> Refusal {
        let (from, to) = (self.geometry.grid.name(from), self.geometry.grid.name(to));
        Refusal::AgainstRules(sentence.with(&[("from", &from), ("to", &to)]))
    }
}
