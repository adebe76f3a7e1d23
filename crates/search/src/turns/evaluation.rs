//! What a game gives the turn planner. One number for one seat, and not a vector for all: most positions are evaluated
//! only for the seat that plans.

use breadboard_core::{Game, Seat};
use std::fmt;

/// The evaluation of a game whose turns are sequences of moves.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The estimated value of a position for a seat, from 0 (lost) to 1 (won). It is called between turns, and for finished
    /// games too. The values of all seats need not sum to 1: a value may be less where no seat wins soon.
    fn evaluate(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// Whose turn it is, also while a chance event is pending.
    fn mover(&self, state: &G::State) -> Seat;

    /// The estimated value of a position in the middle of the seat's own turn, on the same scale.
    fn evaluate_mid_turn(&self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.evaluate(game, state, seat)
    }

    /// The share of the point that `seat` can expect in a position whose value a search has found. It is what people are
    /// told; override it if values are something else.
    fn share(&self, game: &G, state: &G::State, seat: Seat, value: f32) -> f32 {
        let _ = (game, state, seat);
        value
    }

    /// The move that a seat makes in a sample, from a policy that is quicker than planning its turn; `None` plans it.
    fn quick_move(&self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        let _ = (game, state, seat);
        None
    }

    /// The value of a position between turns after this many more turns, over all chances, with the share of the point that it
    /// means; `None` if the game has no such forecast, and samples are drawn instead. It counts the positions visited.
    fn foresee(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        turns: u32,
        nodes: &mut u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(f32, f32)> {
        let _ = (game, state, seat, turns, nodes, stop);
        None
    }

    /// Removes moves from the list that no plan needs. Keep at least one move.
    fn prune(&self, game: &G, state: &G::State, seat: Seat, moves: &mut Vec<G::Move>) {
        let _ = (game, state, seat, moves);
    }

    /// The outcome that a plan assumes where chance interrupts a turn; `None` ends the plan there. If another outcome comes, the
    /// player plans again.
    fn assumed_chance(&self, game: &G, state: &G::State) -> Option<G::Chance> {
        let _ = (game, state);
        None
    }

    /// The share of its budget that a player spends on a plan from here: less in the middle of a turn, so that a player who
    /// plans again at each move stays within the time of a turn.
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
