//! The player every other one must beat.

use crate::Player;
use breadboard_core::{Game, Rng, Seat, SplitMix};

/// Chooses uniformly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        moves[rng.below(moves.len() as u32) as usize]
    }
}
