//! How likely a seat is to win, by the learned network. A game without an early winner is worth less than half a point to
//! each side; near the last round its value follows from the count of the loaves.

use super::greedy::quick_move;
use super::habits::Habits;
use super::network::Net;
use crate::breadwinner::chance::Chance;
use crate::breadwinner::state::{LOAVES, Stage, State};
use crate::breadwinner::{Breadwinner, Move};
use breadboard_core::{Rules as _, Seat, Turn};
use breadboard_search::turns::Evaluation;

/// The evaluation by a learned network.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreadwinnerEvaluation<'a> {
    pub(super) net: &'a Net,
    pub(super) habits: Habits,
    /// What a game that neither side wins soon is worth, far from the last round. It is much less than half a point: a player
    /// who waits for the rival to begin is not better than one who begins.
    pub(super) patience: f32,
}

impl BreadwinnerEvaluation<'_> {
    /// What a position is worth to `seat` if `next` has the next map phase.
    fn worth(&self, game: &Breadwinner, state: &State, seat: Seat, next: Seat) -> f32 {
        let [mut own, mut rival] = self.net.odds(state, game.options.loaves_to_win, next).map(share_of);
        if next != seat {
            (own, rival) = (rival, own);
        }
        own + (1.0 - own - rival) * self.undecided(game, state, seat)
    }

    /// The logarithm of what the position is worth to each seat.
    pub(super) fn standing(&self, game: &Breadwinner, state: &State) -> Vec<f64> {
        let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
        Seat::all(2).map(|seat| f64::from(self.worth(game, state, seat, next).max(1e-4)).ln()).collect()
    }

    /// What a game is worth that neither side wins soon. W21: towards the last round it is the loaves that decide.
    fn undecided(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        let left = game.options.round_cap.saturating_sub(state.round);
        if left >= LOAVES {
            return self.patience;
        }
        let lead = f32::from(state.loaves[seat.index()]) - f32::from(state.loaves[seat.other().index()]);
        let near = 1.0 - f32::from(left) / f32::from(LOAVES);
        (1.0 - near) * self.patience + near * share_of(lead)
    }
}

fn share_of(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Evaluation<Breadwinner> for BreadwinnerEvaluation<'_> {
    fn evaluate(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn(state) {
            return outcome.share(seat, 2) as f32;
        }
        let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
        self.worth(game, state, seat, next)
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover
    }

    fn evaluate_mid_turn(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        self.worth(game, state, seat, seat.other())
    }

    /// Values are low while no side is near its win, so what both have is compared.
    fn share(&self, game: &Breadwinner, state: &State, seat: Seat, value: f32) -> f32 {
        let rival = self.evaluate(game, state, seat.other()) * (1.0 - value);
        if value + rival > 0.0 { value / (value + rival) } else { 0.5 }
    }

    fn quick_move(&self, game: &Breadwinner, state: &State, seat: Seat) -> Option<Move> {
        quick_move(game, state, seat)
    }

    fn prune(&self, _: &Breadwinner, state: &State, _: Seat, moves: &mut Vec<Move>) {
        self.habits.prune(state, moves);
    }

    fn assumed_chance(&self, _: &Breadwinner, state: &State) -> Option<Chance> {
        middle(state)
    }

    fn budget_share(&self, _: &Breadwinner, state: &State) -> f64 {
        let mut own = state.tiles.as_flattened().iter().filter(|piece| piece.is_of(state.mover));
        match state.stage {
            Stage::Map if !own.any(|piece| piece.is_used()) => 1.0,
            Stage::Factories if own.next().is_none() => 1.0,
            Stage::Build => 0.4,
            _ => 0.2,
        }
    }
}

/// A chip that is turned up in a plan shows the middle of what it may be.
fn middle(state: &State) -> Option<Chance> {
    let tile = state.reveal?.tile;
    let values = state.chips.land[tile.land()?];
    values.iter().nth(values.len() as usize / 2).map(Chance::Crop)
}
