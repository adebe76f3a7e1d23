//! What a puzzle is about: the actions of the turn, and what they gain.

use super::{Move, SnipeHunt, State, texts};
use breadboard_core::{Rules as _, Seat, Template};

impl SnipeHunt {
    pub(super) fn themes_of(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        let mut found = Vec::new();
        let mut at = *state;
        for &mv in line {
            match mv {
                Move::Rotate(..) | Move::Turn(_) => found.push(&texts::THEME_ROTATION),
                Move::Feather => found.push(&texts::THEME_FEATHER),
                Move::Step(_) | Move::Skip | Move::Pick(_) => {}
            }
            let (crumbs, scores) = (at.forest.crumbs.len(), self.scores(&at));
            self.apply(&mut at, seat, mv);
            if at.forest.crumbs.len() < crumbs {
                found.push(&texts::THEME_CRUMB);
            } else if self.scores(&at) != scores {
                // Crumbs change hands without one being lifted: a catch.
                found.push(&texts::THEME_CATCH);
            }
        }
        if found.is_empty() {
            let is_snipe = state.snipe_seat() == seat;
            found.push(if is_snipe { &texts::THEME_SHELTER } else { &texts::THEME_PLACE });
        }
        found
    }
}
