//! The judgement of the weak levels: as the Snipe they go where crumbs are near, as hunters where the Snipe is. They see
//! little or nothing of the danger, and that is how they lose; but they always go somewhere, so their games
//! end.

use super::paths::Paths;
use crate::snipe::SnipeHunt;
use crate::snipe::state::State;
use breadboard_core::Seat;

/// What a step is worth, in the unit of chances to win that the other levels have.
const STEP: f32 = 0.01;
/// What a crumb in hand is worth: more than the longest way to the next one, or it would be left lying.
const CRUMB: f32 = 0.5;

/// What a win is worth: more than any crumbs.
const WON: f32 = 100.0;

/// How a weak level judges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naive {
    /// What a certain catch costs in its eyes; a small value ignores danger.
    pub(super) danger: f32,
}

impl Naive {
    /// What a position between two turns is worth to a seat. Only comparisons within a turn mean anything.
    pub(super) fn value(self, game: &SnipeHunt, state: &State, paths: &Paths, seat: Seat) -> f32 {
        if seat != state.snipe_seat() {
            return 0.4 - STEP * paths.steps_of(game, state, seat) as f32;
        }
        let lifted = CRUMB * (f32::from(game.layout.crumbs) - state.forest.crumbs.len() as f32);
        let caught = if self.danger > 0.0 { self.danger * paths.caught(game, state) } else { 0.0 };
        0.8 + lifted - STEP * paths.nearest as f32 - caught
    }

    /// What the end of the game is worth: the last crumb counts as a gain, even if it loses the game.
    pub(super) fn end(self, game: &SnipeHunt, share: f32) -> f32 {
        1.0 + CRUMB * f32::from(game.layout.crumbs) + WON * share
    }
}
