//! How good a position looks to a player: by how soon each side wins, or by who wins; a network says each. The second is the
//! better judge, but it cannot tell an even race from two players who wait for each other. So the strongest player mixes
//! a little of the first into it, and its samples go on with turns that do something.

use super::features::FEATURES;
use super::greedy::quick_move;
use super::habits::Habits;
use super::value::inputs;
use super::weights::Weights;
use crate::breadwinner::chance::Chance;
use crate::breadwinner::state::{LOAVES, Stage, State};
use crate::breadwinner::{Breadwinner, Move};
use breadboard_core::{Rules as _, Seat, Turn};
use breadboard_search::turns::Evaluation;
use std::ops::Deref;

/// What a player wants.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// To win soon, and before the rival. It holds what a game that neither side wins soon is worth, far from the last round:
    /// much less than half a point, because a player who waits for the rival to begin is not better than one who begins.
    Soon(f32),
    /// To win. It holds the weight of winning soon beside that.
    Win(f32),
}

/// The evaluation by learned weights: those in use, or those that a trainer has so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreadwinnerEvaluation<W = &'static Weights> {
    pub(super) weights: W,
    pub(super) habits: Habits,
    pub(super) aim: Aim,
}

impl<W: Deref<Target = Weights>> BreadwinnerEvaluation<W> {
    /// What a position is worth to `seat` if `next` has the next map phase.
    fn worth(&self, game: &Breadwinner, state: &State, seat: Seat, next: Seat) -> f32 {
        match self.aim {
            Aim::Soon(patience) => {
                let odds = self.weights.soon.odds(state, game.options.loaves_to_win, next);
                let [mut own, mut rival] = odds.map(share_of);
                if next != seat {
                    (own, rival) = (rival, own);
                }
                own + (1.0 - own - rival) * undecided(game, state, seat, patience)
            }
            Aim::Win(drive) => {
                let Expectation { wins, soon } = self.expectation(game, state, seat, next);
                (1.0 - drive) * wins + drive * soon
            }
        }
    }

    /// What a position promises `seat` if `next` has the next map phase.
    fn expectation(&self, game: &Breadwinner, state: &State, seat: Seat, next: Seat) -> Expectation {
        let Weights { soon, value } = &*self.weights;
        let (mut soon_sums, mut value_sums) = (soon.bias, value.bias);
        inputs(game, state, next, |input, amount| {
            value.add(&mut value_sums, input, amount);
            // The features come first.
            if input < 2 * FEATURES {
                soon.add(&mut soon_sums, input, amount);
            }
        });
        let [odds] = value.finish(&value_sums);
        let wins = share_of(if next == seat { odds } else { -odds });
        Expectation { wins, soon: share_of(soon.finish(&soon_sums)[usize::from(next != seat)]) }
    }

    /// The logarithm of what the position is worth to each seat.
    pub(super) fn standing(&self, game: &Breadwinner, state: &State) -> Vec<f64> {
        let next = next_to_map(state);
        let worth = |seat| match self.aim {
            Aim::Soon(_) => self.worth(game, state, seat, next),
            Aim::Win(_) => self.expectation(game, state, seat, next).wins,
        };
        Seat::all(2).map(|seat| f64::from(worth(seat).max(1e-4)).ln()).collect()
    }
}

/// What a seat can expect of a position.
#[derive(Clone, Copy, Debug)]
struct Expectation {
    /// The chance to win.
    wins: f32,
    /// The same, less the later it comes.
    soon: f32,
}

/// What a game is worth that neither side wins soon. W21: towards the last round it is the loaves that decide.
fn undecided(game: &Breadwinner, state: &State, seat: Seat, patience: f32) -> f32 {
    let left = game.options.round_cap.saturating_sub(state.round);
    if left >= LOAVES {
        return patience;
    }
    let lead = f32::from(state.loaves[seat.index()]) - f32::from(state.loaves[seat.other().index()]);
    let near = 1.0 - f32::from(left) / f32::from(LOAVES);
    (1.0 - near) * patience + near * share_of(lead)
}

/// Who has the next map phase.
pub(super) fn next_to_map(state: &State) -> Seat {
    if state.stage == Stage::Map { state.mover } else { state.mover.other() }
}

fn share_of(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl<W: Deref<Target = Weights> + Send + Sync> Evaluation<Breadwinner> for BreadwinnerEvaluation<W> {
    fn evaluate(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn(state) {
            return outcome.share(seat, 2) as f32;
        }
        self.worth(game, state, seat, next_to_map(state))
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover
    }

    fn evaluate_mid_turn(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        self.worth(game, state, seat, seat.other())
    }

    /// People are told the chance to win. Where values are low while no side is near its win, what both have is compared.
    fn share(&self, game: &Breadwinner, state: &State, seat: Seat, value: f32) -> f32 {
        match self.aim {
            Aim::Soon(_) => {
                let rival = self.evaluate(game, state, seat.other()) * (1.0 - value);
                if value + rival > 0.0 { value / (value + rival) } else { 0.5 }
            }
            Aim::Win(drive) => {
                let soon = self.expectation(game, state, seat, next_to_map(state)).soon;
                ((value - drive * soon) / (1.0 - drive)).clamp(0.0, 1.0)
            }
        }
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
pub(super) fn middle(state: &State) -> Option<Chance> {
    let tile = state.reveal?.tile;
    let values = state.chips.land[tile.land()?];
    values.iter().nth(values.len() as usize / 2).map(Chance::Crop)
}
