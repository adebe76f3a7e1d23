//! Counting move sequences, the standard test of a move generator.

use crate::chance::{ChanceEvents, Listing};
use crate::outcome::Turn;
use std::fmt;

/// Why sequences could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// A deal with too many outcomes to list comes up.
    Deal,
    /// Several seats choose at once: sequences of plies are not defined.
    Simultaneous,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PerftError::Deal => {
                "a deal comes up that has too many outcomes to count: give a position after it"
            }
            PerftError::Simultaneous => {
                "several seats choose at once, so there is no sequence of plies to count"
            }
        })
    }
}

impl std::error::Error for PerftError {}

/// The number of sequences of exactly `depth` plies; a listed chance outcome is a ply. A game that ends earlier
/// has no continuation, one that ends on the last ply counts once.
///
/// # Errors
/// A deal too large to list, or a simultaneous round.
pub fn perft<G: ChanceEvents>(game: &G, state: &G::State, depth: u32) -> Result<u64, PerftError> {
    if depth == 0 {
        return Ok(1);
    }
    if let Some(count) = game.count_leaves(state, depth) {
        return Ok(count);
    }
    plain_perft(game, state, depth)
}

/// The same count without the game's own [`Rules::count_leaves`](crate::Rules::count_leaves): every move is made.
///
/// # Errors
/// A deal too large to list, or a simultaneous round.
pub fn plain_perft<G: ChanceEvents>(game: &G, state: &G::State, depth: u32) -> Result<u64, PerftError> {
    if depth == 0 {
        return Ok(1);
    }
    let mut total = 0;
    match game.turn(state) {
        Turn::Over(_) => {}
        Turn::Chance => {
            let mut outcomes = Vec::new();
            if game.chances(state, &mut outcomes) == Listing::TooMany {
                return Err(PerftError::Deal);
            }
            for (chance, _) in &outcomes {
                let mut next = state.clone();
                game.apply_chance(&mut next, chance);
                total += plain_perft(game, &next, depth - 1)?;
            }
        }
        Turn::Act(seats) => {
            let seat = seats.single().ok_or(PerftError::Simultaneous)?;
            let moves = game.moves(state, seat);
            if depth == 1 {
                return Ok(moves.len() as u64);
            }
            for &mv in &moves {
                let mut next = state.clone();
                game.apply(&mut next, seat, mv);
                total += plain_perft(game, &next, depth - 1)?;
            }
        }
    }
    Ok(total)
}
