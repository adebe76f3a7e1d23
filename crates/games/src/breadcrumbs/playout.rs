//! Random play without a move list. It draws the same numbers as listing, picking and applying does, so the
//! same seed gives the same game; a test checks that. After most turns a player's chips and pawn are in a state
//! that never occurred before; a small filter recognises this, and only the rest is searched in the history (B11).

use super::board::{PawnSteps, Walker};
use super::{Breadcrumbs, Stage, State};
use breadboard_core::{ChanceEvents as _, Outcome, Rng, Rules as _, Tally, Turn};

pub(super) fn playout<R: Rng>(
    game: &Breadcrumbs,
    state: &mut State,
    rng: &mut R,
    tally: &mut Tally,
) -> Outcome {
    open(game, state, rng, tally);
    let mut seen = Seen::default();
    state.history.each(|word| {
        seen.add(Walker(word));
    });
    while state.stage == Stage::Playing {
        let letter = game.mover(state);
        let steps = PawnSteps::from(state.board.walker(letter).pawn(), game.is_lowest(state));
        let to = steps[rng.below(steps.len() as u32) as usize];
        game.step(state, to, |history, walker| seen.add(walker) && history.is_third(game.letters.len()));
        tally.moves += 1;
    }
    game.outcome(state)
}

/// The ritual (B2) and the deal, one event after the other.
fn open<R: Rng>(game: &Breadcrumbs, state: &mut State, rng: &mut R, tally: &mut Tally) {
    let mut moves = Vec::new();
    while matches!(state.stage, Stage::Naming | Stage::Undealt | Stage::Choosing) {
        if let Some(deal) = game.sample_chance(state, rng) {
            game.apply_chance(state, &deal);
            tally.chances += 1;
        } else if let Turn::Act(seats) = game.turn(state)
            && let Some(seat) = seats.single()
        {
            moves.clear();
            game.legal_moves(state, seat, &mut moves);
            game.apply(state, seat, moves[rng.below(moves.len() as u32) as usize]);
            tally.moves += 1;
        }
    }
}

const BITS: u32 = 13;

/// A filter of the words so far; it may also contain words that never occurred.
struct Seen([u64; 1 << (BITS - 6)]);

impl Default for Seen {
    fn default() -> Seen {
        Seen([0; 1 << (BITS - 6)])
    }
}

impl Seen {
    /// Adds a word and returns whether it may have occurred before; `false` is certain.
    #[inline]
    fn add(&mut self, walker: Walker) -> bool {
        let hash = walker.0.wrapping_mul(0x9E37_79B9) >> (32 - BITS);
        let (slot, bit) = (&mut self.0[(hash >> 6) as usize], 1 << (hash & 63));
        let known = *slot & bit != 0;
        *slot |= bit;
        known
    }
}
