//! Search one ply deep: the move after which the position looks best. Ties are broken at random, so that the order of the
//! move list does not make a greedy player walk in circles.

use crate::Player;
use breadboard_core::{Game, Rng, Seat, SplitMix};

/// A game that can say how good a position looks.
pub trait Evaluate: Game {
    /// How good the position looks for a seat. The greedy player only compares values; alpha-beta also needs a unit
    /// ([`GameTree::new`](crate::alphabeta::GameTree::new)).
    ///
    /// The default knows only the rules: the result of a game that is over, and before that the lead in scores, where the
    /// game has some.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f64 {
        let result =
            self.turn(state).outcome().map_or(0.0, |outcome| match outcome.share(seat, self.seats()) {
                0.0 => -RESULT,
                share if share < 1.0 => 0.0,
                _ => RESULT,
            });
        let lead = self.scores(state).map_or(0, |scores| lead(scores.as_slice(), seat));
        result + f64::from(lead)
    }

    /// How good a legal move looks. A game in which seats choose at once overrides this, because one choice alone cannot be
    /// applied.
    fn evaluate_move(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> f64 {
        let mut next = state.clone();
        self.apply(&mut next, seat, mv);
        self.evaluate(&next, seat)
    }
}

/// What a won game counts; more than any lead.
const RESULT: f64 = 1e9;

/// How far a seat is ahead of its best rival; its score if it plays alone.
fn lead(scores: &[i32], seat: Seat) -> i32 {
    let rivals = scores.iter().enumerate().filter(|(index, _)| *index != seat.index());
    scores[seat.index()] - rivals.map(|(_, score)| *score).max().unwrap_or(0)
}

/// Chooses the move after which the position looks best.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<G: Evaluate> Player<G> for Greedy {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
        let moves = game.moves(state, seat);
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
