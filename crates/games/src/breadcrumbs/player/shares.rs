//! Three players and more: a sampling search in which each player maximises its own value, with the learned evaluation
//! at its leaves. Playouts instead take a hundred turns and are mostly noise.
//!
//! A player that cannot win must not decide which rival wins. The value of a line is mostly the share of the win, plus a
//! little for the distance to the leader. So a player that cannot win takes points from the leader. A draw for all has no
//! such distance: three players who want it would reach it in most games.

use super::evaluate::Evaluation;
use super::weights::WEIGHT_ONE;
use crate::breadcrumbs::{Breadcrumbs, State};
use breadboard_core::{MAX_SEATS, Outcome, Rng as _, SplitMix};
use breadboard_search::mcts::{self, Values};

/// What share of the win each player seems to have.
#[derive(Clone, Debug)]
pub(super) struct ShareEvaluation {
    pub(super) evaluation: Evaluation,
    /// The largest error in one player's strength, in units of 1 / [`WEIGHT_ONE`].
    pub(super) error: i32,
    /// What makes the errors of one search differ from another's.
    pub(super) seed: u64,
    /// What a share of a draw is worth, next to the same share of the chance to win.
    pub(super) draw: f32,
}

/// How much of the value is the distance to the leader rather than the win.
const MARGIN: f32 = 0.06;
/// The distance in points that counts as much as e to 1.
const FAR_AHEAD: f32 = 8.0;

impl ShareEvaluation {
    fn noise(&self, game: &Breadcrumbs, state: &State, place: usize) -> i32 {
        if self.error == 0 {
            return 0;
        }
        let mixed = game.letters.iter().fold(self.seed ^ place as u64, |mixed, &letter| {
            SplitMix::new(mixed ^ u64::from(state.board.walker(letter).0)).next_u64()
        });
        let span = 2 * self.error as u64 + 1;
        ((mixed % span + (mixed >> 32) % span) / 2) as i32 - self.error
    }

    /// The share of the win and the distance to the leader, together.
    fn values(&self, game: &Breadcrumbs, state: &State, shares: &[f32; 5]) -> Values {
        let mut values = [0.0; MAX_SEATS];
        for &letter in game.letters {
            let others = game.letters.iter().filter(|&&other| other != letter);
            let best = others.map(|&other| state.board.points.of(other)).max().unwrap_or(0);
            let margin = (f32::from(state.board.points.of(letter)) - f32::from(best)) / FAR_AHEAD;
            values[state.holders[letter.index()].index()] =
                (1.0 - MARGIN) * shares[letter.index()] + MARGIN / (1.0 + (-margin).exp());
        }
        values
    }

    /// What share of the win each letter seems to have.
    pub(super) fn shares(&self, game: &Breadcrumbs, state: &State) -> [f32; 5] {
        let mut shares = [0.0; 5];
        let mover = game.mover(state);
        let rounds = game.rounds_left(state);
        let mut all = 0.0;
        for &letter in game.letters {
            let strength = self.evaluation.strength(&state.board, letter, letter == mover, rounds)
                + self.noise(game, state, letter.index());
            let weight = (strength as f32 / WEIGHT_ONE as f32).clamp(-30.0, 30.0).exp();
            shares[letter.index()] = weight;
            all += weight;
        }
        shares.map(|weight| weight / all)
    }
}

impl mcts::Evaluation<Breadcrumbs> for ShareEvaluation {
    fn reward(&self, game: &Breadcrumbs, state: &State, outcome: Outcome) -> Values {
        let seats = game.letters.len();
        if outcome == Outcome::Draw {
            let mut values = [0.0; MAX_SEATS];
            values[..seats].fill(self.draw / seats as f32);
            return values;
        }
        let mut shares = [0.0; 5];
        for &letter in game.letters {
            shares[letter.index()] = outcome.share(state.holders[letter.index()], seats as u8) as f32;
        }
        self.values(game, state, &shares)
    }

    fn estimate(&self, game: &Breadcrumbs, state: &State) -> Option<Values> {
        Some(self.values(game, state, &self.shares(game, state)))
    }
}
