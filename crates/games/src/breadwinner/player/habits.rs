//! What a player does without thinking. A load is worth nothing until it is sold, and no plan is better for waiting with it:
//! an evaluation that has to learn this gets it wrong now and then, and a player who brings bread home and keeps it looks
//! like one who does not know the rules.

use crate::breadwinner::moves::{Act, Move};
use crate::breadwinner::state::{Stage, State};

/// The habits of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habits {
    /// Unloads whenever it can.
    Sells,
    /// Also plants, harvests and restores whenever it can, in this order after unloading.
    Farms,
}

impl Habits {
    /// Keeps only the moves of the first habit that applies, or all.
    pub(super) fn prune(self, state: &State, moves: &mut Vec<Move>) {
        if state.stage != Stage::Map {
            return;
        }
        let acts: &[Act] = match self {
            Habits::Sells => &[Act::Unload],
            Habits::Farms => &[Act::Unload, Act::Harvest, Act::Plant, Act::Restore],
        };
        let does = |mv: &Move, act: Act| matches!(mv, Move::Use { act: Some(done), .. } if *done == act);
        if let Some(&act) = acts.iter().find(|&&act| moves.iter().any(|mv| does(mv, act))) {
            moves.retain(|mv| does(mv, act));
        }
    }
}
