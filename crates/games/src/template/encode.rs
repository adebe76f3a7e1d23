//! The numbers of moves and positions, for programs that learn: a direction and the square that a stone leaves.

use super::{Clobber, Move, STEPS, State};
use crate::encode::{Encode, Numbering, PlaneList, Planes, Spaces};
use breadboard_core::Seat;
use breadboard_core::squares::Square;

impl Encode for Clobber {
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        planes.players(2, "stones", 1);
        let (rows, columns) = (usize::from(self.options.rows), usize::from(self.options.columns));
        Spaces {
            actions: STEPS.len() * rows * columns,
            numbering: Numbering::Fixed,
            rows,
            columns,
            planes: planes.done(),
        }
    }

    fn action(&self, _: &State, _: Seat, mv: Move) -> usize {
        let way = STEPS.iter().position(|&(files, rows)| self.grid.step(mv.from, files, rows) == Some(mv.to));
        way.unwrap_or(0) * self.grid.squares().count() + usize::from(mv.from.number())
    }

    fn move_of(&self, _: &State, _: Seat, action: usize) -> Option<Move> {
        let count = self.grid.squares().count();
        let (files, rows) = *STEPS.get(action / count)?;
        let from = Square::new((action % count) as u8);
        Some(Move { from, to: self.grid.step(from, files, rows)? })
    }

    // The planes stand in the order of `spaces`, the own one first.
    fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        let columns = usize::from(self.options.columns);
        let mut planes = Planes::new(out, usize::from(self.options.rows), columns);
        for owner in [seat, seat.other()] {
            let mut plane = planes.next();
            for square in self.grid.squares().filter(|&square| state.owner(square) == Some(owner)) {
                let at = usize::from(square.number());
                plane.set(at / columns, at % columns, 1);
            }
        }
    }
}
