//! Search one ply deep: the move after which the position looks best. Ties are broken at random, so that the order of the
//! move list does not make a greedy player walk in circles.

use crate::{Effort, Player, Watch};
use breadboard_core::{Game, Rng, Seat, SplitMix};

/// A game that can say how good a position looks.
pub trait Evaluate: Game {
    /// How good the position looks for a seat. The greedy player only compares values; alpha-beta also needs a unit
    /// ([`GameTree::new`](crate::alphabeta::GameTree::new)).
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f64;

    /// How good a legal move looks. A game in which seats choose at once overrides this, because one choice alone cannot be
    /// applied.
    fn evaluate_move(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> f64 {
        let mut next = state.clone();
        self.apply(&mut next, seat, mv);
        self.evaluate(&next, seat)
    }
}

/// Chooses the move after which the position looks best.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<G: Evaluate> Player<G> for Greedy {
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        rng: &mut SplitMix,
        _: Effort,
        _: &Watch<'_, G::Move>,
    ) -> G::Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        let mut best = moves[0];
        let (mut top, mut ties) = (f64::NEG_INFINITY, 0);
        for &mv in &moves {
            let value = game.evaluate_move(state, seat, mv);
            if value > top {
                (top, best, ties) = (value, mv, 1);
            } else if value == top {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = mv;
                }
            }
        }
        best
    }
}
