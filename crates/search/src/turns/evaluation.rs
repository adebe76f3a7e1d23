//! What a game teaches the planner of turns. One number for one seat, and not a vector for all: most positions are
//! looked at for the seat that plans only.

use breadboard_core::{Game, Seat};
use std::fmt;

/// Knowledge of a game whose turns are sequences of moves.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What a position seems to be worth to a seat, from 0 (lost) to 1 (won). It is asked where nobody is in the
    /// middle of a turn, and of finished games too.
    fn evaluate(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// Whose turn it is, also while chance is to speak.
    fn mover(&self, state: &G::State) -> Seat;

    /// What a position in the middle of a seat's own turn promises, on the same scale.
    fn evaluate_mid_turn(&self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.evaluate(game, state, seat)
    }

    /// Strikes moves from the list that no plan needs. At least one must stay.
    fn prune(&self, game: &G, state: &G::State, seat: Seat, moves: &mut Vec<G::Move>) {
        let _ = (game, state, seat, moves);
    }

    /// What a plan takes for granted where chance interrupts a turn; `None` ends the plan there. What really comes
    /// is answered by a new plan.
    fn assumed_chance(&self, game: &G, state: &G::State) -> Option<G::Chance> {
        let _ = (game, state);
        None
    }

    /// What share of its budget a player spends on a plan from here: less in the middle of a turn, so that a
    /// player who plans anew at each move keeps within the time of a turn.
    fn budget_share(&self, game: &G, state: &G::State) -> f64 {
        let _ = (game, state);
        1.0
    }
}

impl<G: Game> fmt::Debug for dyn Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluation")
    }
}
