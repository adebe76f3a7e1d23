//! The hexagon lies in nine by nine cells, sheared so that the six neighbours of a field are always at the same six places.
//!
//! Moves are numbered by their place in the list of legal moves: 0 is the pass, and the walks follow in the order of the
//! list. Numbering every walk (an end and up to five directions, never straight back) would take 9,373 numbers for lists of
//! 34 moves on average. How long a list can be is computed for the board: on an empty board a walk has the most ways.

use super::board::Colour;
use super::state::Phase;
use super::walk::{self, Move};
use super::{CARDS, Hex, Path, State, Traxx};
use crate::encode::{Encode, Numbering, PlaneList, PlaneMut, Planes, Spaces, seats_from};
use breadboard_core::{Rules as _, Seat};

const SIDE: usize = 9;

/// Row and column of a field among the cells.
fn cell(hex: Hex) -> (usize, usize) {
    let (row, place) = hex.place();
    (row, place + row.saturating_sub(SIDE / 2))
}

fn mark(plane: &mut PlaneMut<'_>, hex: Hex, value: u8) {
    let (row, column) = cell(hex);
    plane.set(row, column, value);
}

impl Traxx {
    /// No position has more legal moves of one seat: with any card, the two ends with the most walks over an empty board,
    /// and the pass.
    fn most_moves(&self) -> usize {
        let mut walks = Vec::new();
        let mut count = |hex, card| {
            walks.clear();
            walk::list(&self.board, &Path::from_start(hex), card, &mut walks);
            walks.len()
        };
        let of_card = |card| {
            let mut counts: Vec<usize> = Hex::all().map(|hex| count(hex, card)).collect();
            counts.sort_unstable();
            counts.iter().rev().take(2).sum::<usize>()
        };
        1 + self.board.cards().iter().copied().map(of_card).max().unwrap_or(0)
    }

    fn listed(&self, state: &State, seat: Seat) -> Vec<Move> {
        self.moves(state, seat)
    }
}

impl Encode for Traxx {
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        planes.plane("fields", 1);
        for colour in Colour::ALL {
            planes.plane(format!("{colour} fields"), 1);
        }
        planes.plane("numbers", 10);
        planes.plane("numbers reached before this round (T6)", 1);
        planes.players(self.seats, "path", 1);
        planes.players(self.seats, "ends", 1);
        planes.players(self.seats, "points", 10);
        for colour in Colour::ALL {
            planes.plane(format!("{colour} on the open card"), 2);
        }
        for card in self.board.cards() {
            planes.plane(format!("the card {card} is in the deck"), 1);
        }
        planes.players(self.seats, "choice is to come", 1);
        Spaces {
            actions: self.most_moves(),
            numbering: Numbering::Listed,
            rows: SIDE,
            columns: SIDE,
            planes: planes.done(),
        }
    }

    fn action(&self, state: &State, seat: Seat, mv: Move) -> usize {
        if mv.is_pass() {
            return 0;
        }
        self.listed(state, seat).iter().position(|&listed| listed == mv).map_or(0, |place| place + 1)
    }

    fn move_of(&self, state: &State, seat: Seat, action: usize) -> Option<Move> {
        match action.checked_sub(1) {
            None => Some(Move::PASS),
            // The pass is the last of the list.
            Some(place) => self.listed(state, seat).get(place).copied().filter(|mv| !mv.is_pass()),
        }
    }

    fn mask(&self, state: &State, seat: Seat, moves: &mut Vec<Move>, out: &mut [u8]) -> usize {
        moves.clear();
        self.legal_moves(state, seat, moves);
        let count = moves.len().min(out.len());
        out[..count].fill(1);
        count
    }

    fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        let mut planes = Planes::new(out, SIDE, SIDE);
        let (mut fields, mut colours) = (planes.next(), [(); 6].map(|()| planes.next()));
        let (mut numbers, mut reached) = (planes.next(), planes.next());
        for hex in Hex::all() {
            mark(&mut fields, hex, 1);
            mark(&mut colours[self.board.colour(hex) as usize], hex, 1);
            if let Some(number) = self.board.number(hex) {
                mark(&mut numbers, hex, number);
                mark(&mut reached, hex, state.taken.contains(number).into());
            }
        }
        let dealt = state.phase != Phase::Deal;
        let paths = || seats_from(seat, self.seats).map(|seat| state.path(seat));
        for path in paths() {
            let mut plane = planes.next();
            path.reached().into_iter().for_each(|hex| mark(&mut plane, hex, 1));
        }
        for path in paths() {
            let mut plane = planes.next();
            path.ends().into_iter().filter(|_| dealt).for_each(|hex| mark(&mut plane, hex, 1));
        }
        for path in paths() {
            let mut plane = planes.next();
            for hex in path.reached() {
                let number = self.board.number(hex);
                mark(&mut plane, hex, number.and_then(|number| path.points_for(number)).unwrap_or(0));
            }
        }
        let card = self.open_card(state);
        for colour in Colour::ALL {
            planes.all(card.map_or(0, |card| card.colours().filter(|shown| *shown == colour).count()));
        }
        for card in 0..CARDS {
            planes.flag(state.left >> card & 1 == 1);
        }
        for seat in seats_from(seat, self.seats) {
            planes.flag(state.acting.contains(seat));
        }
    }
}
