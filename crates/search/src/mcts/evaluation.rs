//! What a game may teach the sampling search: what a finished or unfinished position is worth, which moves look
//! good before they were tried, and how to play a line out. Every hook has a default that knows only the contract.

use breadboard_core::{Game, MAX_SEATS, Outcome, Seat, SplitMix, Tally};
use std::fmt;

/// What a position is worth to each seat, from 0 (lost) to 1 (won).
pub type Values = [f32; MAX_SEATS];

/// Knowledge of a game.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What a finished game is worth: the share of the point, and a little for the margin, so that a search that
    /// has won or lost still plays on sensibly.
    fn reward(&self, game: &G, state: &G::State, outcome: Outcome) -> Values {
        rewards(game, state, outcome)
    }

    /// What an unfinished position seems to be worth; `None` if only playing on can tell.
    fn estimate(&self, game: &G, state: &G::State) -> Option<Values> {
        let _ = (game, state);
        None
    }

    /// How promising a move looks before it was tried, from 0 to 1. It counts for less the more is known.
    fn prior(&self, game: &G, state: &G::State, seat: Seat, mv: G::Move) -> f32 {
        let _ = (game, state, seat, mv);
        0.0
    }

    /// Plays `state` to its end and says what came out. It may stop early where it knows enough.
    fn playout(&self, game: &G, state: &mut G::State, rng: &mut SplitMix) -> Values {
        let outcome = game.playout(state, rng, &mut Tally::default());
        self.reward(game, state, outcome)
    }
}

/// Knows nothing but the contract.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts;

impl<G: Game> Evaluation<G> for Playouts {}

impl<G: Game> fmt::Debug for dyn Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluation")
    }
}

/// How much of the value is the margin of points rather than the win.
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
