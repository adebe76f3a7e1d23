//! What a puzzle is about: how long the piece of path is, and what it scores.

use super::{Move, State, Traxx, texts};
use crate::views::less_than_possible;
use breadboard_core::{Rules as _, Seat, Template};

/// A piece of path with fewer fields is not long.
const LONG: usize = 4;

impl Traxx {
    pub(super) fn themes_of(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        let Some(&mv) = line.first() else { return Vec::new() };
        let mut found = Vec::new();
        let fields = |mv: Move| if mv.is_pass() { 0 } else { mv.fields().count() };
        let moves = self.moves(state, seat);
        let longest = moves.iter().map(|mv| fields(*mv)).max().unwrap_or(0);
        if longest >= LONG && fields(mv) == longest {
            found.push(&texts::THEME_LONG_PATH);
        }
        let reached = self.extended(state, seat, mv).numbers();
        if !reached.less(state.path(seat).numbers()).is_empty() {
            found.push(&texts::THEME_NUMBER);
        }
        if less_than_possible(self, state, seat, mv) {
            found.push(&texts::THEME_RESTRAINT);
        }
        if found.is_empty() {
            found.push(&texts::THEME_ROOM);
        }
        found
    }
}
