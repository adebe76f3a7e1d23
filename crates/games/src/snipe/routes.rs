//! Where a pawn may step next (S9 to S12, S25).
//!
//! A hunter's look-ahead runs backwards: from all spaces where it may end, one layer a step, for every card at
//! once. A search along each route would give the same result, but slowly where many routes fail.

use super::forest::Forest;
use super::spaces::{Direction, Directions, Space, Spaces};

/// What a hunter's routes depend on.
#[derive(Clone, Copy)]
pub(super) struct Hunt<'a> {
    pub(super) forest: &'a Forest,
    /// Where the hunter may not end: other hunters that are not at the Station (S11, S12).
    pub(super) taken: &'a Spaces,
    pub(super) snipe: Space,
    /// Option `free_reverse` (S10).
    pub(super) free_reverse: bool,
}

impl Hunt<'_> {
    /// The steps that begin a route of the full count, or else of the longest count that ends on a free space
    /// (S11), and that count; none and 0 if even one step cannot.
    pub(super) fn steps(self, from: Space, went: Option<Direction>, left: u8) -> (Directions, u8) {
        let ways = self.forest.ways_on(from, went);
        for count in (1..=left).rev() {
            let good = self.good_after(count - 1);
            let mut kept = ways;
            for way in ways.iter() {
                if !self.forest.step(from, way).is_some_and(|to| good.contains(to, way)) {
                    kept = kept.without(way);
                }
            }
            if !kept.is_empty() {
                return (kept, count);
            }
        }
        (Directions::NONE, 0)
    }

    /// The spaces, with the last step that led there, from which exactly `count` more steps can end well.
    fn good_after(self, count: u8) -> GoodCards {
        let mut good = self.good_ends();
        let linked = Direction::ALL.map(|side| self.forest.linked(side));
        for _ in 0..count {
            good = self.one_step_before(&good, &linked);
        }
        good
    }

    fn good_ends(self) -> GoodCards {
        let free = |side: Direction| self.forest.with_exit(side) & !self.taken.on_side(side);
        let exits = Direction::ALL.map(free);
        let centres = self.forest.cards() & !self.taken.centres();
        self.with_catch(GoodCards { outward: exits, inward: exits, centre: [centres; 4] })
    }

    fn one_step_before(self, after: &GoodCards, linked: &[u64; 4]) -> GoodCards {
        let mut good = GoodCards { outward: [0; 4], inward: [0; 4], centre: [0; 4] };
        for side in Direction::ALL {
            let here = side.index();
            let exits = self.forest.with_exit(side);
            let out = side.before(after.inward[side.opposite().index()]) & linked[here];
            let back = after.centre[side.opposite().index()] & exits;
            // S10: where the path ends, the pawn may turn.
            let dead_end = if self.free_reverse { u64::MAX } else { !linked[here] };
            good.outward[here] = out | back & dead_end;
            good.inward[here] = back | if self.free_reverse { out } else { 0 };
        }
        let [north, east, south, west] = after.outward;
        good.centre = if self.free_reverse {
            [north | east | south | west; 4]
        } else {
            // A pawn that went north came from the southern exit.
            [north | east | west, north | east | south, east | south | west, north | south | west]
        };
        self.with_catch(good)
    }

    /// S25: a catch on the way completes a route.
    fn with_catch(self, mut good: GoodCards) -> GoodCards {
        let bit = self.snipe.card().bit();
        match self.snipe.side() {
            Some(side) => {
                good.outward[side.index()] |= bit;
                good.inward[side.index()] |= bit;
            }
            None => good.centre = good.centre.map(|cards| cards | bit),
        }
        good
    }
}

/// Cards by part and last step: on an exit a pawn went outward or inward, in a centre any of four ways.
struct GoodCards {
    outward: [u64; 4],
    inward: [u64; 4],
    centre: [u64; 4],
}

impl GoodCards {
    fn contains(&self, at: Space, went: Direction) -> bool {
        let cards = match at.side() {
            Some(side) if side == went => self.outward[side.index()],
            Some(side) => self.inward[side.index()],
            None => self.centre[went.index()],
        };
        cards & at.card().bit() != 0
    }
}

/// Whether a pawn could end on `target` after exactly `left` steps, as far as distance and parity tell: every
/// step changes column or row by one.
#[inline]
pub(super) fn may_end_on(from: Space, target: Space, left: u8) -> bool {
    let ((x, y), (u, v)) = (from.grid(), target.grid());
    let distance = x.abs_diff(u) + y.abs_diff(v);
    distance <= left && (left - distance).is_multiple_of(2)
}
