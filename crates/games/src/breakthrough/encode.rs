//! The board is turned by 180° for Black, so that the mover's men always move up. A move is a direction and the square that
//! it leaves: 3 × squares numbers, without the many pairs of squares that no man can connect.

use super::board::Word;
use super::{Breakthrough, Kernels, Move, Side, State, Swap};
use crate::encode::{Encode, Numbering, PlaneList, Spaces};
use breadboard_core::squares::Square;
use breadboard_core::{Rules as _, Seat};

impl<W: Word> Breakthrough<W> {
    fn squares(&self) -> u32 {
        self.geometry.columns * self.geometry.rows
    }

    /// A square as a side sees it; the same the other way round.
    #[inline]
    fn turned(&self, side: Side, square: u32) -> u32 {
        match side {
            Side::White => square,
            Side::Black => self.squares() - 1 - square,
        }
    }

    /// Writes a 1 for each square of a set, as a side sees it.
    #[inline]
    fn write_set(&self, side: Side, mut set: W, out: &mut [u8]) {
        while set != W::ZERO {
            out[self.turned(side, set.lowest()) as usize] = 1;
            set = set.rest();
        }
    }

    /// Writes a 1 for each step of the side to move.
    #[inline]
    fn write_steps<const UP: bool>(&self, targets: [W; 3], out: &mut [u8]) {
        let (side, count) = (if UP { Side::White } else { Side::Black }, self.squares());
        for direction in 0..3 {
            let seen = if UP { direction } else { 2 - direction };
            let mut left = targets[direction as usize];
            while left != W::ZERO {
                let from = self.geometry.origin::<UP>(left.lowest(), direction);
                out[(seen * count + self.turned(side, from)) as usize] = 1;
                left = left.rest();
            }
        }
    }
}

fn side_of<W: Word>(state: &State<W>, seat: Seat) -> Side {
    if state.seat(Side::White) == seat { Side::White } else { Side::Black }
}

impl<W: Kernels> Encode for Breakthrough<W> {
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        planes.players(2, "men", 1);
        if self.options.swap {
            planes.plane("the swap is offered (K4)", 1);
        }
        Spaces {
            actions: 3 * self.squares() as usize + usize::from(self.options.swap),
            numbering: Numbering::Fixed,
            rows: self.geometry.rows as usize,
            columns: self.geometry.columns as usize,
            planes: planes.done(),
        }
    }

    fn action(&self, state: &State<W>, seat: Seat, mv: Move) -> usize {
        let Some((from, to)) = mv.squares() else { return 3 * self.squares() as usize };
        let side = side_of(state, seat);
        let [from, to] = [from, to].map(|square| self.turned(side, square.number().into()));
        // Towards the first file, straight, towards the last file, as the side sees it.
        let direction = (to + 1).wrapping_sub(from + self.geometry.columns);
        (direction * self.squares() + from) as usize
    }

    fn move_of(&self, state: &State<W>, seat: Seat, action: usize) -> Option<Move> {
        let (columns, count) = (self.geometry.columns, self.squares());
        let action = u32::try_from(action).ok()?;
        if action == 3 * count && self.options.swap {
            return Some(Move::SWAP);
        }
        let (direction, from) = (action / count, action % count);
        let file = (from % columns + direction).checked_sub(1).filter(|file| *file < columns)?;
        let to = (from / columns + 1) * columns + file;
        if direction > 2 || to >= count {
            return None;
        }
        let side = side_of(state, seat);
        let [from, to] = [from, to].map(|square| Square::new(self.turned(side, square) as u8));
        Some(Move::step(from, to))
    }

    #[inline]
    fn observe(&self, state: &State<W>, seat: Seat, out: &mut [u8]) {
        let side = side_of(state, seat);
        let (own, rest) = out.split_at_mut(self.squares() as usize);
        let (rival, rest) = rest.split_at_mut(self.squares() as usize);
        self.write_set(side, state.men[side.index()], own);
        self.write_set(side, state.men[side.other().index()], rival);
        rest.fill(u8::from(state.swap == Swap::Offered));
    }

    #[inline]
    fn mask(&self, state: &State<W>, seat: Seat, _: &mut Vec<Move>, out: &mut [u8]) -> usize {
        if state.seat(state.side) != seat || self.turn(state).outcome().is_some() {
            return 0;
        }
        let targets = self.targets(state);
        match state.side {
            Side::White => self.write_steps::<true>(targets, out),
            Side::Black => self.write_steps::<false>(targets, out),
        }
        let swaps = state.swap == Swap::Offered;
        if swaps {
            out[3 * self.squares() as usize] = 1;
        }
        targets.iter().map(|set| set.count() as usize).sum::<usize>() + usize::from(swaps)
    }
}
