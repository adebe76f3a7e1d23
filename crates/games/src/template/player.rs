//! The ready alpha-beta player with an evaluation of one line. Sampling, the default, needs no evaluation but misses
//! forced lines.

use super::{Clobber, State};
use crate::{Bots, Level, alphabeta_bot};
use breadboard_core::Seat;
use breadboard_search::{Evaluate, Player};

impl Evaluate for Clobber {
    /// Who has more captures has more time.
    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        let count = |seat| self.captures(state, seat).count() as f64;
        count(seat) - count(seat.other())
    }
}

impl Bots for Clobber {
    const ONE_CHOICE_A_TURN: bool = true;

    /// Five budgets of nodes, the weak ones with blunders. `LEVELS` would give the bots names of their own.
    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        // 30: what 1.0 of the evaluation, here one capture, counts where a man of Breakthrough counts 100. The bots prune and
        // blunder in this unit.
        alphabeta_bot(self, level, 30.0)
    }
}
