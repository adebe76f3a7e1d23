//! What a puzzle is about: how the pawn goes, and what it finds.

use super::{Breadcrumbs, Move, State, texts};
use crate::views::{Views as _, less_than_possible};
use breadboard_core::{Event, Rules as _, Seat, Template, Turn};

impl Breadcrumbs {
    pub(super) fn themes_of(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        let Some(&mv) = line.first() else { return Vec::new() };
        let mut found = Vec::new();
        if let [from, to] = &self.touched(state, &Event::one(seat, mv))[..] {
            let differ = |at: usize| from.as_bytes().get(at) != to.as_bytes().get(at);
            if differ(0) && differ(1) {
                found.push(&texts::THEME_DIAGONAL);
            }
        }
        let mut after = state.clone();
        self.apply(&mut after, seat, mv);
        if matches!(self.turn(&after), Turn::Over(_)) {
            found.push(&texts::THEME_MEETING);
        }
        let chips = |state: &State| {
            let letter = self.letters.iter().find(|letter| state.holder(**letter) == Some(seat));
            letter.map_or(0, |letter| state.board.walker(*letter).count())
        };
        if chips(&after) > chips(state) {
            found.push(&texts::THEME_CHIP);
        } else if chips(&after) < chips(state) {
            found.push(&texts::THEME_LIFT);
        }
        if less_than_possible(self, state, seat, mv) {
            found.push(&texts::THEME_RESTRAINT);
        }
        found
    }
}
