//! Puzzles: positions with one best answer, mined from self-play and kept in the program.

use breadboard_wire::{Denied, PuzzleRow, PuzzleTry, PuzzleVerdict, PuzzleView};

/// All puzzles of a game, the easiest first; empty for an unknown game.
#[must_use]
pub fn list(game: &str) -> Vec<PuzzleRow> {
    let _ = game;
    todo!()
}

/// A puzzle by its id.
#[must_use]
pub fn puzzle(id: &str) -> Option<PuzzleView> {
    let _ = id;
    todo!()
}

/// The puzzle of a day, `2026-11-17`: the same for all, another game every day.
#[must_use]
pub fn daily(date: &str) -> Option<PuzzleView> {
    let _ = date;
    todo!()
}

/// Judges an answer. `stop` ends the search for a refutation early.
///
/// # Errors
/// There is no such puzzle, or an event is impossible.
pub fn attempt(id: &str, tried: &PuzzleTry, stop: &dyn Fn() -> bool) -> Result<PuzzleVerdict, Denied> {
    let _ = (id, tried, stop);
    todo!()
}
