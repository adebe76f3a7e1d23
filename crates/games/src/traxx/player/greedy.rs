//! What a greedy player sees: points and fields now, nothing of what they lead to. A single choice is tried on a
//! copy of its own path, not on the whole position: in a sealed round there is no position with one choice made.

use crate::traxx::{Move, Path, State, Traxx};
use breadboard_core::Seat;
use breadboard_search::Evaluate;

impl Traxx {
    /// The path after a choice of its own, scored as if no other seat moved: arrivals of the same round do not
    /// change each other's points (T6), so nothing is guessed.
    pub(in crate::traxx) fn extended(&self, state: &State, seat: Seat, mv: Move) -> Path {
        let mut path = *state.path(seat);
        if !mv.is_pass() {
            path.extend(&self.board, mv, |number, own| self.in_full(state.taken, number, own));
        }
        path
    }
}

impl Evaluate for Traxx {
    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        self.score(state.path(seat)).into()
    }

    fn evaluate_move(&self, state: &State, seat: Seat, mv: Move) -> f64 {
        self.score(&self.extended(state, seat, mv)).into()
    }
}
