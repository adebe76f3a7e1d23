//! Where a walk can end, for people who look ahead: one route for each end. It goes forward, layer by layer, and is
//! asked once a view; the rules themselves never need it, they only ask which steps come next.

use super::SnipeHunt;
use super::spaces::{Direction, Space};
use super::state::{Pawn, State};

/// One route from where the mover stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) end: Space,
    pub(super) way: Vec<Direction>,
    /// Whether it ends early because Snipe and hunter meet (S14).
    pub(super) catches: bool,
}

impl SnipeHunt {
    /// The ends that the steps left can lead to over the paths as they lie, without any feather or arrow (S25),
    /// each by the first route found; in the order of the board.
    pub(super) fn walks(&self, state: &State) -> Vec<Walk> {
        let mover = state.mover;
        let count = if mover == Pawn::SNIPE { state.left } else { self.hunter_steps(state, mover).1 };
        let mut ends: Vec<Walk> = Vec::new();
        let keep = |ends: &mut Vec<Walk>, walk: Walk| {
            if !ends.iter().any(|known| known.end == walk.end) {
                ends.push(walk);
            }
        };
        let mut layer = vec![Walk { end: state.here(), way: Vec::new(), catches: false }];
        for made in 0..count {
            let mut next: Vec<Walk> = Vec::new();
            for walk in &layer {
                let onward = self.onward(state, walk, made);
                // S12, S20: before a closed Station the Snipe's move just ends.
                if onward.is_empty() && made > 0 {
                    keep(&mut ends, walk.clone());
                }
                for (way, to) in onward {
                    let mut longer = Walk { end: to, way: walk.way.clone(), catches: false };
                    longer.way.push(way);
                    // S14, S21: the last crumb ends the game before any catch.
                    let ends_game = self.lifts_last_crumb(state, &longer);
                    longer.catches = !ends_game && self.meets(state, to);
                    if ends_game || longer.catches {
                        keep(&mut ends, longer);
                    } else if !next.iter().any(|known| known.end == to && known.way.last() == Some(&way)) {
                        next.push(longer);
                    }
                }
            }
            layer = next;
        }
        for walk in layer {
            let free = mover == Pawn::SNIPE || !self.taken_from(state, mover).contains(walk.end);
            if free && !walk.way.is_empty() {
                keep(&mut ends, walk);
            }
        }
        ends.sort_by_key(|walk| walk.end.to_string());
        ends
    }

    fn onward(&self, state: &State, walk: &Walk, made: u8) -> Vec<(Direction, Space)> {
        let ways = if made == 0 {
            state.steps
        } else {
            let mut there = *state;
            there.places[state.mover.index()] = walk.end;
            there.went = if self.options.free_reverse { None } else { walk.way.last().copied() };
            // Only what this one step may do matters here; whether the end is free is asked at the end.
            self.free_steps(&there, state.mover)
        };
        ways.iter().filter_map(|way| Some((way, state.forest.step(walk.end, way)?))).collect()
    }

    fn lifts_last_crumb(&self, state: &State, walk: &Walk) -> bool {
        if state.mover != Pawn::SNIPE || !state.forest.crumbs.contains(walk.end) {
            return false;
        }
        self.crumbs_on(state, walk) == state.forest.crumbs.len() as usize
    }

    /// The crumbs that the Snipe lifts on a walk; hunters lift none.
    pub(super) fn crumbs_on(&self, state: &State, walk: &Walk) -> usize {
        if state.mover != Pawn::SNIPE {
            return 0;
        }
        let (mut crumbs, mut at) = (state.forest.crumbs, state.here());
        for way in &walk.way {
            at = at.next(*way);
            crumbs.remove(at);
        }
        (state.forest.crumbs.len() - crumbs.len()) as usize
    }

    fn meets(&self, state: &State, at: Space) -> bool {
        if state.mover == Pawn::SNIPE {
            self.hunter_on(state, at).is_some()
        } else {
            at == state.place(Pawn::SNIPE)
        }
    }
}
