//! What a puzzle is about: who takes men in its line.

use super::{Breakthrough, Kernels, Move, Side, State, texts};
use breadboard_core::{Rules as _, Seat, Template, Turn};

/// Puzzles with at most this number of men have few.
const FEW: u32 = 12;

fn men<W: Kernels>(state: &State<W>, seat: Seat) -> u32 {
    let side = if state.seat(Side::White) == seat { Side::White } else { Side::Black };
    state.men[side.index()].count()
}

impl<W: Kernels> Breakthrough<W> {
    pub(super) fn themes_of(&self, state: &State<W>, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        let (own, rival) = (seat, seat.other());
        let mut at = *state;
        let (mut taken, mut lost, mut gives) = (0, 0, false);
        for (index, &mv) in line.iter().enumerate() {
            let Turn::Act(seats) = self.turn(&at) else { break };
            let Some(mover) = seats.single() else { break };
            let before = (men(&at, own), men(&at, rival));
            self.apply(&mut at, mover, mv);
            taken += before.1 - men(&at, rival);
            let fell = before.0 - men(&at, own);
            lost += fell;
            // The reply to a move that took nothing takes: the man was offered.
            gives |= fell > 0 && index == 1 && taken == 0;
        }
        let takes = |mv: Move| {
            let mut after = *state;
            self.apply(&mut after, seat, mv);
            men(&after, rival) < men(state, rival)
        };
        let moves = self.moves(state, seat);
        let mut found = Vec::new();
        if taken + lost == 0 {
            found.push(&texts::THEME_RACE);
        }
        if gives || lost > taken {
            found.push(&texts::THEME_SACRIFICE);
        }
        if line.first().is_some_and(|first| takes(*first)) {
            found.push(&texts::THEME_CAPTURE);
        } else if moves.iter().any(|mv| takes(*mv)) {
            found.push(&texts::THEME_QUIET);
        }
        if found.is_empty() {
            found.push(&texts::THEME_ADVANCE);
        }
        if men(state, own) + men(state, rival) <= FEW {
            found.push(&texts::THEME_ENDGAME);
        }
        found
    }
}
