//! The line: the events of the game that count, in order, with the position after every sixteenth of them.
//!
//! A game goes back to any place of its line by at most fifteen events from a kept position. Replaying from the start
//! made one take-back cost as much as the whole game, and a table of 600 of them took 45 s to load. A
//! position after every event would cost a tenth to a third of a table's memory (states have 24 to 176 bytes, an event
//! with its narration 600 and more); every sixteenth costs a fiftieth.

use crate::any_game::{AnyGame, Mark};
use crate::shared_list::SharedList;
use crate::table::{Step, play};
use breadboard_core::Seat;
use breadboard_wire::Denied;
use std::ops::Deref;
use std::sync::Arc;

/// Events between two kept positions.
pub(crate) const SPACING: usize = 16;

/// The events of a game that count: the given ones, then those played here and not taken back.
#[derive(Clone, Default)]
pub(crate) struct Line {
    steps: SharedList<Arc<Step>>,
    /// The positions after [`SPACING`] events, after twice as many, and so on.
    marks: SharedList<Mark>,
}

impl Deref for Line {
    type Target = SharedList<Arc<Step>>;

    fn deref(&self) -> &SharedList<Arc<Step>> {
        &self.steps
    }
}

impl Line {
    /// Adds an event that has led to the game's current position.
    pub(crate) fn push(&mut self, step: Step, game: &dyn AnyGame) {
        let step = step.after(self.steps.last().map(AsRef::as_ref));
        self.steps.push(Arc::new(step));
        if self.steps.len().is_multiple_of(SPACING) {
            self.marks.push(game.mark());
        }
    }

    /// Keeps the first `kept` events.
    pub(crate) fn truncate(&mut self, kept: usize) {
        self.steps.truncate(kept);
        self.marks.truncate(kept / SPACING);
    }

    /// The game after its first `steps` events, or after all of them if there are fewer. `game` is this game at any
    /// position.
    pub(crate) fn game_at(&self, game: &dyn AnyGame, steps: usize) -> Result<Box<dyn AnyGame>, Denied> {
        let steps = steps.min(self.steps.len());
        let mut game = game.boxed();
        let mark = (steps / SPACING).checked_sub(1).and_then(|before| self.marks.get(before));
        let from = match mark {
            Some(mark) if game.return_to(mark) => steps / SPACING * SPACING,
            _ => {
                game.restart();
                0
            }
        };
        for step in self.steps.from(from).take(steps - from) {
            let seats: Vec<Seat> = step.seats.iter().collect();
            play(game.as_mut(), &seats, &step.texts)?;
        }
        Ok(game)
    }
}
