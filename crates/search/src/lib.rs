//! Players that know only the contract: they work for every game.
//!
//! A player gets its limits from the caller: how much to spend is an [`Effort`], when to stop is a closure in a [`Watch`].
//! Nothing here reads a clock, so a search with a node budget does the same on every machine.

pub mod alphabeta;
mod blunders;
mod budget;
mod greedy;
mod line;
pub mod mcts;
mod mix;
mod random;
mod table;
#[cfg(test)]
mod test_games;
#[cfg(test)]
mod tests;
pub mod turns;

pub use blunders::Blunders;
pub use budget::{Bound, Budget, Effort, Report, Score, Watch};
pub use greedy::{Evaluate, Greedy};
pub use line::{legal_line, whole_line};
pub use random::Random;

use breadboard_core::{Game, Seat, SplitMix};

/// A player: chooses moves. A player that searches writes `think`, any other player writes `choose`: each of the two calls
/// the other by default.
pub trait Player<G: Game> {
    /// Chooses a legal move of `seat`, which acts in `state`. A search keeps to the effort and reports what it finds to
    /// the watch.
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

    /// Chooses with the player's own effort, without a watch.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
        self.think(game, state, seat, rng, Effort::Own(1.0), &Watch::NONE)
    }

    /// Gets the memory that it needs before it is asked to think, so that the first choice does not wait for it. Once `stop`
    /// returns true, it leaves the rest to the first choice, or to the next call.
    fn prepare(&mut self, stop: &dyn Fn() -> bool) {
        let _ = stop;
    }

    /// Asks it to think on this many threads; returns whether it can. With more than one, the same seed no longer gives
    /// the same moves.
    fn use_threads(&mut self, threads: usize) -> bool {
        let _ = threads;
        false
    }

    /// Asks it to keep what it has searched in this much memory; returns whether it has such a memory. With another size
    /// the same budget may choose other moves.
    fn use_memory(&mut self, bytes: usize) -> bool {
        let _ = bytes;
        false
    }

    /// Asks it to report this many lines, each with another first move; returns whether it can.
    fn use_lines(&mut self, lines: usize) -> bool {
        lines <= 1
    }

    /// Asks it to report lines that leave the turn at different positions, and to search the lines after the first nearly as well
    /// as the first; returns whether it can. A player that plans no whole turns reports lines with other first moves.
    fn use_ends(&mut self, on: bool) -> bool {
        !on
    }

    /// Asks it to choose among these moves only, from now on; an empty list means all. A player that cannot ignores it.
    fn choose_among(&mut self, moves: &[G::Move]) {
        let _ = moves;
    }
}

/// Removes the moves that a player must not choose; an empty list of `allowed` moves means all. Moves allowed in another
/// position do not count, so that one is always left.
pub fn keep_allowed<M: Copy + PartialEq>(moves: &mut Vec<M>, allowed: &[M]) {
    if moves.iter().any(|mv| allowed.contains(mv)) {
        moves.retain(|mv| allowed.contains(mv));
    }
}
