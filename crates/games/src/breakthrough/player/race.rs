//! What is certain without search, each test a proof:
//!
//! 1. A man one step from home wins; two such men of the rival, or one that cannot be taken, lose.
//! 2. A man two steps from home that can step to a square that is not attacked wins, unless the rival is as near.
//! 3. A runner with at most one enemy in the triangle before it cannot be stopped: it can always step to where that
//!    enemy does not attack, enemies outside the triangle never get in, and own men in its way are runners
//!    themselves and farther on. Then the faster side wins.
//!
//! The tests cost a few instructions and save the search four to ten plies of every race.

use super::evaluate::Evaluation;
use super::tree::{BreakthroughTree, Node, ROW_ORDER};
use crate::breakthrough::Side;
use crate::breakthrough::board::{Geometry, Word};
use breadboard_search::alphabeta::Verdict;

/// Sets of squares by side and distance from the farthest row.
#[derive(Clone, Debug)]
pub(crate) struct Masks<W> {
    /// `rows[side][d]`: the row from which `d` steps lead home.
    pub(super) rows: [Vec<W>; 2],
    /// `within[side][d]`: all squares from which at most `d` steps lead home.
    within: [Vec<W>; 2],
    /// `ahead[side][square]`: the triangle of squares a man can still reach, without its own.
    ahead: [Vec<W>; 2],
    /// `distance[side][square]`: steps to the farthest row.
    distance: [Vec<u8>; 2],
    /// `places[side][square]`: what arriving there adds to a move's order; the farther, the more.
    pub(super) places: Box<[[i32; 256]; 2]>,
    /// `prizes[side][square]`: what taking a man there adds; the farther that man has come, the more.
    pub(super) prizes: Box<[[i32; 256]; 2]>,
}

impl<W: Word> Masks<W> {
    pub(super) fn new(g: &Geometry<W>) -> Masks<W> {
        let squares = g.columns * g.rows;
        let far = |side: usize, at: u32| if side == 0 { g.rows - 1 - at / g.columns } else { at / g.columns };
        let set = |keep: &dyn Fn(u32) -> bool| {
            (0..squares).filter(|at| keep(*at)).fold(W::ZERO, |set, at| set | W::bit(at))
        };
        let both = |make: &dyn Fn(usize, u32) -> W, count: u32| {
            [0, 1].map(|side| (0..count).map(|index| make(side, index)).collect::<Vec<W>>())
        };
        let orders = |order: &dyn Fn(usize, u32) -> i32| {
            let side = |side| {
                std::array::from_fn(|at| if (at as u32) < squares { order(side, at as u32) } else { 0 })
            };
            Box::new([side(0), side(1)])
        };
        Masks {
            rows: both(&|side, d| set(&|at| far(side, at) == d), g.rows),
            within: both(&|side, d| set(&|at| far(side, at) <= d), g.rows),
            ahead: both(
                &|side, from| {
                    set(&|at| {
                        let steps = far(side, from).saturating_sub(far(side, at));
                        steps > 0 && (at % g.columns).abs_diff(from % g.columns) <= steps
                    })
                },
                squares,
            ),
            distance: [0, 1].map(|side| (0..squares).map(|at| far(side, at) as u8).collect()),
            places: orders(&|side, at| -(far(side, at) as i32) * ROW_ORDER),
            prizes: orders(&|side, at| (32 - 2 * far(1 - side, at) as i32) * ROW_ORDER),
        }
    }

    /// How far the foremost man of a side has to go.
    #[inline(always)]
    fn nearest(&self, side: Side, men: W) -> u32 {
        let at = if side == Side::White { men.highest() } else { men.lowest() };
        self.distance[side.index()][at as usize].into()
    }
}

impl<W: Word, E: Evaluation<W>> BreakthroughTree<W, E> {
    /// The outcome, if it is certain; no side has won yet.
    #[inline(always)]
    pub(super) fn certain(&self, node: &Node<W, E::Sums>) -> Option<Verdict> {
        let (own, other) = self.sides(node);
        let (side, rival) = (node.side, node.side.other());
        let m = &self.masks;
        let (mine, theirs) = (m.nearest(side, own), m.nearest(rival, other));
        if mine == 1 {
            return Some(Verdict::Win(1));
        }
        let [left, right] = self.geometry.attacks(side, own);
        let attacked = left | right;
        if theirs == 1 {
            let menace = other & m.rows[rival.index()][1];
            let lost = menace.rest() != W::ZERO || menace & attacked == W::ZERO;
            return lost.then_some(Verdict::Loss(2));
        }
        if mine == 2 {
            let [a, b] = self.geometry.attacks(rival, other);
            let targets = self.targets(side, own, other);
            let entry = (targets[0] | targets[1] | targets[2]) & m.rows[side.index()][1];
            if entry & !(a | b) != W::ZERO {
                return Some(Verdict::Win(3));
            }
        }
        if let Some(steps) = self.runner(side, own & m.within[side.index()][theirs as usize], other) {
            return Some(Verdict::Win(2 * steps - 1));
        }
        // Our move comes first: a runner that can be taken now is none.
        let runners = other & m.within[rival.index()][mine as usize - 1] & !attacked;
        self.runner(rival, runners, own).map(|steps| Verdict::Loss(2 * steps))
    }

    /// The steps of the fastest among `men` with at most one enemy before it.
    #[inline(always)]
    fn runner(&self, side: Side, mut men: W, enemies: W) -> Option<u32> {
        let mut best = None;
        while men != W::ZERO {
            let at = men.lowest();
            men = men.rest();
            let before = self.masks.ahead[side.index()][at as usize] & enemies;
            // `rest` of nothing is nothing.
            if before == W::ZERO || before.rest() == W::ZERO {
                let steps = u32::from(self.masks.distance[side.index()][at as usize]);
                best = Some(best.map_or(steps, |best: u32| best.min(steps)));
            }
        }
        best
    }
}
