//! Players that know only the contract: they work for every game, present and to come.
//!
//! A player is handed its limits: how much to spend is a [`Effort`], when to give up is a closure in a [`Watch`].
//! Nothing here reads a clock, so a search with a node budget does the same on every machine.

pub mod alphabeta;
mod budget;
mod greedy;
mod hazy;
pub mod mcts;
mod random;
mod table;
#[cfg(test)]
mod test_games;
#[cfg(test)]
mod tests;
pub mod turns;

pub use budget::{Budget, Effort, Report, Score, Watch};
pub use greedy::{Evaluate, Greedy};
pub use hazy::{Haze, Hazy};
pub use random::Random;

use breadboard_core::{Game, Seat, SplitMix};

/// Somebody who chooses moves.
pub trait Player<G: Game> {
    /// Chooses one of the moves that `seat`, which acts in `state`, may make.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move;

    /// Chooses under limits, and tells the watch what it sees. A player that does not search needs none of it.
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, G::Move>,
    ) -> G::Move {
        let _ = (effort, watch);
        self.choose(game, state, seat, rng)
    }

    /// Gets what it needs to think before it is asked to, so that the first choice need not wait for memory.
    fn prepare(&mut self) {}

    /// Asks it to think on so many threads; says whether it can. With more than one it no longer plays the same for the
    /// same seed.
    fn use_threads(&mut self, threads: usize) -> bool {
        let _ = threads;
        false
    }
}
