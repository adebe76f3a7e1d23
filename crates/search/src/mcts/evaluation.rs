//! What a game may tell the sampling search: the value of a finished or unfinished position, which moves look good before
//! they are tried, and how to play a position out. Every method has a default that knows only the contract.

use breadboard_core::{Game, MAX_SEATS, Outcome, Seat, SplitMix, Tally};
use std::fmt;

/// The value of a position for each seat, from 0 (lost) to 1 (won).
pub type Values = [f32; MAX_SEATS];

/// The evaluation of a game's positions for all seats.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The value of a finished game: the share of the point, and a little for the margin, so that a search that has won or
    /// lost still prefers better moves.
    fn reward(&self, game: &G, state: &G::State, outcome: Outcome) -> Values {
        rewards(game, state, outcome)
    }

    /// The estimated value of an unfinished position; `None` if only a playout can tell.
    fn estimate(&self, game: &G, state: &G::State) -> Option<Values> {
        let _ = (game, state);
        None
    }

    /// How promising a move looks before it is tried, from 0 to 1. It counts less with every visit.
    fn prior(&self, game: &G, state: &G::State, seat: Seat, mv: G::Move) -> f32 {
        let _ = (game, state, seat, mv);
        0.0
    }

    /// Plays `state` to its end and returns the result. It may stop early where the result is clear.
    fn playout(&self, game: &G, state: &mut G::State, rng: &mut SplitMix) -> Values {
        let outcome = game.playout(state, rng, &mut Tally::default());
        self.reward(game, state, outcome)
    }
}

/// Knows only the contract: random playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts;

impl<G: Game> Evaluation<G> for Playouts {}

impl<G: Game> fmt::Debug for dyn Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluation")
    }
}

/// The part of the value that is the margin of points and not the win.
const MARGIN: f32 = 0.1;

/// The default reward.
pub fn rewards<G: Game>(game: &G, state: &G::State, outcome: Outcome) -> Values {
    let seats = game.seats();
    let mut values = [0.0; MAX_SEATS];
    let scores = game.scores(state);
    for seat in Seat::all(seats) {
        let share = outcome.share(seat, seats) as f32;
        values[seat.index()] = match &scores {
            None => share,
            // Alone at the table every game is worth one point: only the score says how good it was.
            Some(scores) if outcome == Outcome::Scored => squash(scores[seat] as f32 / 40.0),
            Some(scores) => {
                let rival = Seat::all(seats).filter(|other| *other != seat).map(|other| scores[other]).max();
                let margin = (scores[seat] - rival.unwrap_or(0)) as f32;
                (1.0 - MARGIN) * share + MARGIN * squash(margin / 20.0)
            }
        };
    }
    values
}

fn squash(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
