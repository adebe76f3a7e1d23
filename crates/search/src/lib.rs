//! Players that know only the contract: they work for every game, present and to come.

mod greedy;
mod random;

pub use greedy::{Evaluate, Greedy};
pub use random::Random;

use breadboard_core::{Game, Seat, SplitMix};

/// Somebody who chooses moves.
pub trait Player<G: Game> {
    /// Chooses one of the moves that `seat`, which acts in `state`, may make.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move;
}
