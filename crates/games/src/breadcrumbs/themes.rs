//! What a puzzle is about: how the pawn goes, and what it finds.

use super::state::Stage;
use super::{Breadcrumbs, Move, State, texts};
use crate::views::{Views as _, less_than_possible};
use breadboard_core::{Event, Rules as _, Seat, Template, Turn};

/// From this many turns before the cap on, the cap decides what is good.
const LAST_TURNS: u16 = 4;

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
        if after.stage == Stage::Met {
            found.push(&texts::THEME_MEETING);
        } else if state.round + LAST_TURNS >= self.options.turn_cap {
            found.push(&texts::THEME_LAST);
        }
        found.extend(self.chip_theme(state, &after, seat, mv));
        let is_over = matches!(self.turn(&after), Turn::Over(_));
        if !is_over && less_than_possible(self, state, seat, mv) {
            found.push(&texts::THEME_RESTRAINT);
        }
        found
    }

    /// What a step does with the chips.
    fn chip_theme(&self, state: &State, after: &State, seat: Seat, mv: Move) -> Option<&'static Template> {
        let Move::Step(to) = mv else { return None };
        let letter = *self.letters.iter().find(|letter| state.holder(**letter) == Some(seat))?;
        if !after.has_chip(letter, to) {
            return Some(&texts::THEME_LIFT);
        }
        let (before, now) = (self.seat_scores(state), self.seat_scores(after));
        let costs_others = Seat::all(self.seats()).any(|other| other != seat && now[other] < before[other]);
        let is_own = state.tile(to).is_some_and(|tile| tile.colour() == letter);
        Some(match (costs_others, is_own) {
            (true, _) => &texts::THEME_SHARE,
            (false, true) => &texts::THEME_COLOUR,
            (false, false) => &texts::THEME_CHIP,
        })
    }
}
