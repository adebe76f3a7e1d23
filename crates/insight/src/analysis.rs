//! The value of a position for every seat, and the best lines.

use breadboard_core::{Seat, Spec};
use breadboard_search::Effort;
use breadboard_wire::{AnalysisView, Denied};

/// What to analyse.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The game, under today's rules.
    pub spec: &'a Spec,
    /// The position as the game writes it; the start if absent.
    pub position: Option<&'a str>,
    /// Whose choice, where several seats choose at once; the first of them if absent.
    pub seat: Option<Seat>,
    /// How many lines.
    pub lines: usize,
    /// How much to think: a factor for the strongest bot's budget, or a budget.
    pub effort: Effort,
}

/// Analyses a position. `report` gets what is known whenever it has become better; the last of them is returned with `done`.
/// Once `stop` returns true, the search ends within milliseconds with what it has.
///
/// # Errors
/// What is wrong with the position or the seat.
pub fn analyse(
    question: &Question<'_>,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&AnalysisView),
) -> Result<AnalysisView, Denied> {
    let _ = (question, stop, report);
    todo!()
}
