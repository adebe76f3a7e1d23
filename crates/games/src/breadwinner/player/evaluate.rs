//! How likely a seat is to win, as the sum of learned weights and two terms set by hand: what a side lacks to get any loaf,
//! and the loaves themselves towards the last round.

use super::features::{features, lack};
use super::weights::{WEIGHT_ONE, Weights};
use crate::breadwinner::Breadwinner;
use crate::breadwinner::chance::Chance;
use crate::breadwinner::state::{LOAVES, Stage, State};
use breadboard_core::{Rules as _, Seat, Turn};
use breadboard_search::turns::Evaluation;

/// The evaluation by learned weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreadwinnerEvaluation<'a> {
    pub(super) weights: &'a Weights,
}

impl BreadwinnerEvaluation<'_> {
    /// What a position is worth to `seat`, as log-odds, if `next` has the next map phase.
    fn odds(&self, game: &Breadwinner, state: &State, seat: Seat, next: Seat) -> f32 {
        let goal = game.options.loaves_to_win;
        let mut sum = 0.0;
        for (role, side) in [(0, next), (1, next.other())] {
            let sign = if side == seat { 1.0 } else { -1.0 };
            features(state, goal, side, |feature, amount| {
                sum += sign * amount * f32::from(self.weights[role][feature]);
            });
        }
        let lacks = lack(state, seat.other()) - lack(state, seat);
        sum / WEIGHT_ONE + lacks + count(game, state, seat)
    }
}

/// W21: towards the last round it is the loaves themselves that count.
fn count(game: &Breadwinner, state: &State, seat: Seat) -> f32 {
    let left = game.options.round_cap.saturating_sub(state.round);
    let lead = f32::from(state.loaves[seat.index()]) - f32::from(state.loaves[seat.other().index()]);
    if left < LOAVES { lead / (1.0 + f32::from(left)) } else { 0.0 }
}

pub(super) fn share_of(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Evaluation<Breadwinner> for BreadwinnerEvaluation<'static> {
    fn evaluate(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn(state) {
            return outcome.share(seat, 2) as f32;
        }
        let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
        share_of(self.odds(game, state, seat, next))
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover
    }

    fn evaluate_mid_turn(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        share_of(self.odds(game, state, seat, seat.other()))
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
pub(super) fn middle(state: &State) -> Option<Chance> {
    let tile = state.reveal?.tile;
    let values = state.chips.land[tile.land()?];
    values.iter().nth(values.len() as usize / 2).map(Chance::Crop)
}
