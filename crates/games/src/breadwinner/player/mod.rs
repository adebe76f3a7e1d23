//! The Breadwinner player: it plans whole turns and judges positions by weights learned from its own games.
//! Searching move by move would look four moves into a turn of ten, and random playouts recall half their bots.

mod features;
#[cfg(test)]
mod fit;
mod greedy;
#[cfg(test)]
mod tests;
mod weights;

use super::Breadwinner;
use super::chance::Chance;
use super::state::{LOAVES, Stage, State};
use crate::{Bots, Level, LevelInfo};
use breadboard_core::{Game as _, Seat, Turn};
use breadboard_search::turns::{Evaluation, Planner, Strength};
use breadboard_search::{Budget, Player};
use features::{FEATURES, features, lack};
use weights::{WEIGHTS, WHOLE};

/// The weights of all features: for the side whose map phase is next, and for the other.
type Weights = [[i16; FEATURES]; 2];

/// What the bot knows.
#[derive(Clone, Copy, Debug)]
struct BreadwinnerEvaluation<'a> {
    weights: &'a Weights,
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
        sum / WHOLE + lacks + count(game, state, seat)
    }
}

/// W21: towards the last round it is the loaves themselves that count.
fn count(game: &Breadwinner, state: &State, seat: Seat) -> f32 {
    let left = game.options.round_cap.saturating_sub(state.round);
    let lead = f32::from(state.loaves[seat.index()]) - f32::from(state.loaves[seat.other().index()]);
    if left < LOAVES { lead / (1.0 + f32::from(left)) } else { 0.0 }
}

fn share_of(odds: f32) -> f32 {
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
fn middle(state: &State) -> Option<Chance> {
    let tile = state.reveal?.tile;
    let values = state.chips.land[tile.land()?];
    values.iter().nth(values.len() as usize / 2).map(Chance::Crop)
}

impl Bots for Breadwinner {
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Apprentice",
            about: "Plants and harvests, and forgets that others have Soldiers.",
        },
        LevelInfo { name: "Farmhand", about: "Plans its turn, but misjudges what a position is worth." },
        LevelInfo { name: "Miller", about: "Plans whole turns well and does not think of the answer." },
        LevelInfo {
            name: "Baker",
            about: "Tries its best turns against your answers and a few rolls of the dice.",
        },
        LevelInfo {
            name: "Breadwinner",
            about: "Plays its best turns out over many rolls before it moves a bot.",
        },
    ];

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let plain = Strength {
            budget: Budget::nodes(0),
            width: 12,
            reply_width: 2,
            candidates: 16,
            trust: 1,
            horizon: 2,
            exploration: 0.1,
            error: 0.0,
            overlooks: 0,
        };
        let strength = match level {
            Level::Bot1 => Strength { width: 4, error: 0.16, overlooks: 50, ..plain },
            Level::Bot2 => Strength { width: 6, error: 0.06, overlooks: 12, ..plain },
            Level::Bot3 => plain,
            Level::Bot4 => Strength { budget: Budget::nodes(30), candidates: 6, ..plain },
            Level::Bot5 => Strength { budget: Budget::nodes(2000), width: 24, ..plain },
        };
        Box::new(Planner::new(BreadwinnerEvaluation { weights: &WEIGHTS }, strength))
    }
}
