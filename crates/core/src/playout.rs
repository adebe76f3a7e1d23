//! The plain random playout: list, pick, apply. Faster ones are compared with it, in speed and in results.

use crate::chance::ChanceEvents;
use crate::outcome::{Outcome, Turn};
use crate::rng::Rng;
use std::ops::AddAssign;

/// How many events playouts had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Choices of single seats that were applied.
    pub moves: u64,
    /// Chance events.
    pub chances: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.chances += other.chances;
    }
}

/// Plays uniformly random legal moves, and chance as the game samples it, to the end.
pub fn list_pick_apply<G: ChanceEvents, R: Rng>(
    game: &G,
    state: &mut G::State,
    rng: &mut R,
    tally: &mut Tally,
) -> Outcome {
    let mut moves = Vec::with_capacity(128);
    let mut choices = Vec::new();
    loop {
        match game.turn(state) {
            Turn::Over(outcome) => return outcome,
            Turn::Chance => {
                let Some(chance) = game.sample_chance(state, rng) else {
                    debug_assert!(false, "a pending chance event can be sampled");
                    return Outcome::Draw;
                };
                game.apply_chance(state, &chance);
                tally.chances += 1;
            }
            Turn::Act(seats) => {
                if let Some(seat) = seats.single() {
                    moves.clear();
                    game.legal_moves(state, seat, &mut moves);
                    let pick = rng.below(moves.len() as u32) as usize;
                    game.apply(state, seat, moves[pick]);
                    tally.moves += 1;
                } else {
                    choices.clear();
                    for seat in seats.iter() {
                        moves.clear();
                        game.legal_moves(state, seat, &mut moves);
                        choices.push((seat, moves[rng.below(moves.len() as u32) as usize]));
                    }
                    game.apply_round(state, &choices);
                    tally.moves += choices.len() as u64;
                }
            }
        }
    }
}
