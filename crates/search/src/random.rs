//! The player that every other player must beat.

use crate::Player;
use breadboard_core::{Game, Rng, Seat, SplitMix};

/// Chooses each move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
        let moves = game.moves(state, seat);
        moves[rng.below(moves.len() as u32) as usize]
    }
}
