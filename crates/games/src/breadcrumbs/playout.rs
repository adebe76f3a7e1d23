//! Random play without a move list.

use super::{Breadcrumbs, State};
use breadboard_core::{Outcome, Rng, Tally, list_pick_apply};

pub(super) fn playout<R: Rng>(
    game: &Breadcrumbs,
    state: &mut State,
    rng: &mut R,
    tally: &mut Tally,
) -> Outcome {
    list_pick_apply(game, state, rng, tally)
}
