//! One thread's search, with everything that threads do not share: what refuted before, and where it is.

use super::{Choice, Found, MOST_PLIES, PROVEN, Pressure, Tree, Tuning, Verdict, WIN, score_of};
use crate::budget::{Budget, Report, Watch};
use crate::table::{Bound, Entry, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const ENDLESS: i32 = 31_000;
/// How often, in nodes, the watch is asked.
const ASK: u64 = 1024;

/// A searching thread.
#[derive(Debug)]
pub(super) struct Worker<M> {
    table: Arc<Table>,
    /// How often moves refuted, by slot.
    history: Vec<i32>,
    killers: Vec<[Option<M>; 2]>,
    /// What the positions on the way looked like.
    looks: Vec<i32>,
    list: Vec<Choice<M>>,
    reductions: [[i8; 64]; 64],
    tuning: Tuning,
    nodes: u64,
    /// Those of all other threads, as far as is known.
    others: u64,
    limit: u64,
    stopped: bool,
}

/// The first move of a list that may be searched less deeply.
const FIRST_LATE: usize = 3;

impl<M: Copy + Eq + std::fmt::Debug> Worker<M> {
    pub(super) fn new(table: Arc<Table>, tuning: Tuning) -> Worker<M> {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (0.6 + (depth as f64).ln() * (index as f64).ln() / 1.8) as i8;
            }
        }
        Worker {
            table,
            history: Vec::new(),
            killers: vec![[None; 2]; MOST_PLIES],
            looks: vec![0; MOST_PLIES],
            list: Vec::with_capacity(4096),
            reductions,
            tuning,
            nodes: 0,
            others: 0,
            limit: 0,
            stopped: false,
        }
    }

    /// Searches deeper and deeper, the first iteration by `ahead` plies deeper than one. `shared` counts the nodes of
    /// all threads but the first, which has `ahead` 0.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn deepen<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        root: &T::Node,
        roots: &[M],
        budget: Budget,
        ahead: usize,
        shared: &AtomicU64,
        watch: &Watch<'_, M>,
    ) -> Option<Found<M>> {
        let mut moves = roots.to_vec();
        let mut found = Found { mv: *moves.first()?, value: 0, depth: 0, nodes: 0 };
        self.prepare(tree, budget);
        let mut value = 0;
        let mut counted = 0;
        for depth in 1 + ahead as u32..=budget.depth.min(MOST_PLIES as u32 / 2) {
            let result = self.root(tree, root, &mut moves, depth as i32, value, watch);
            if ahead > 0 {
                shared.fetch_add(self.nodes - counted, Ordering::Relaxed);
                counted = self.nodes;
            } else {
                self.others = shared.load(Ordering::Relaxed);
            }
            let Some((best, score)) = result else { break };
            value = score;
            let nodes = self.nodes + self.others;
            found = Found { mv: best, value, depth, nodes };
            let line = self.line(tree, root, best);
            (watch.report)(&Report { depth, score: score_of(value), nodes, line });
            if self.stopped || value.abs() > PROVEN || moves.len() == 1 {
                break;
            }
        }
        found.nodes = self.nodes + self.others;
        Some(found)
    }

    fn prepare<T: Tree<Move = M>>(&mut self, tree: &T, budget: Budget) {
        self.history.resize(tree.slots(), 0);
        self.history.iter_mut().for_each(|value| *value /= 8);
        self.killers.fill([None; 2]);
        self.list.clear();
        (self.nodes, self.others, self.limit) = (0, 0, budget.nodes);
        self.stopped = false;
    }

    /// One iteration: widens the window until the score lies inside. `None` if it was stopped before it knew
    /// anything new.
    fn root<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        root: &T::Node,
        moves: &mut [M],
        depth: i32,
        guess: i32,
        watch: &Watch<'_, M>,
    ) -> Option<(M, i32)> {
        let mut width = self.tuning.aspiration;
        let (mut alpha, mut beta) =
            if depth < 4 { (-ENDLESS, ENDLESS) } else { (guess - width, guess + width) };
        loop {
            let (best, score) = self.root_window(tree, root, moves, depth, alpha, beta, watch);
            if self.stopped {
                // A move that beat the window before the stop is better than the last iteration's.
                return best.map(|mv| (mv, score));
            }
            width = width.saturating_mul(3);
            if score <= alpha && alpha > -ENDLESS {
                alpha = if width > 1000 { -ENDLESS } else { score - width };
            } else if score >= beta && beta < ENDLESS {
                beta = if width > 1000 { ENDLESS } else { score + width };
            } else {
                return best.map(|mv| (mv, score));
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn root_window<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        root: &T::Node,
        moves: &mut [M],
        depth: i32,
        alpha: i32,
        beta: i32,
        watch: &Watch<'_, M>,
    ) -> (Option<M>, i32) {
        let mut low = alpha;
        let (mut best, mut top) = (None, -ENDLESS);
        for index in 0..moves.len() {
            let mv = moves[index];
            let child = tree.make(root, mv);
            let flip = tree.alternates(root, &child);
            let mut score = top;
            if index > 0 {
                let less = self.less(depth, index, true);
                score = self.below(tree, &child, flip, low, low + 1, depth - 1 - less, 1, watch);
                if score > low && less > 0 {
                    score = self.below(tree, &child, flip, low, low + 1, depth - 1, 1, watch);
                }
            }
            if index == 0 || score > low {
                score = self.below(tree, &child, flip, low, beta, depth - 1, 1, watch);
            }
            if self.stopped {
                break;
            }
            if score > top {
                top = score;
                if score > alpha || index == 0 {
                    best = Some(mv);
                    // Tried first in the next window and the next iteration.
                    moves[..=index].rotate_right(1);
                }
                low = low.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        (best, top)
    }

    /// The value of a child for its parent.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn below<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        child: &T::Node,
        flip: bool,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        watch: &Watch<'_, M>,
    ) -> i32 {
        if flip {
            -self.visit(tree, child, -beta, -alpha, depth, ply, watch)
        } else {
            self.visit(tree, child, alpha, beta, depth, ply, watch)
        }
    }

    /// Asks for the table's entry behind a move.
    #[inline]
    fn expect<T: Tree<Move = M>>(&self, tree: &T, node: &T::Node, code: u16) {
        if let Some(key) = tree.key_after(node, code) {
            self.table.expect(key);
        }
    }

    #[inline]
    fn count(&mut self, watch: &Watch<'_, M>) {
        self.nodes += 1;
        if self.nodes + self.others >= self.limit || self.nodes.is_multiple_of(ASK) && (watch.stop)() {
            self.stopped = true;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn visit<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        node: &T::Node,
        mut alpha: i32,
        beta: i32,
        mut depth: i32,
        ply: usize,
        watch: &Watch<'_, M>,
    ) -> i32 {
        if depth <= 0 || ply + 8 >= MOST_PLIES {
            return self.quiesce(tree, node, alpha, beta, ply, watch);
        }
        let key = tree.key(node);
        self.table.expect(key);
        self.count(watch);
        if self.stopped {
            return 0;
        }
        if let Some(verdict) = tree.judge(node) {
            return value_of(verdict, ply);
        }
        let inside = beta - alpha > 1;
        let entry = self.table.find(key);
        if let Some(entry) = &entry {
            let score = from_table(entry.score, ply);
            let proven = match entry.bound {
                Bound::Exact => score.abs() > PROVEN,
                Bound::Lower => score > PROVEN,
                Bound::Upper => score < -PROVEN,
            };
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if proven || !inside && decides && i32::from(entry.depth) >= depth {
                return score;
            }
        }
        let hash = entry.map_or(0, |entry| entry.code);
        if hash != 0 && depth > 1 {
            self.expect(tree, node, hash);
        }
        let look = tree.evaluate(node);
        self.looks[ply] = look;
        let improving = ply < 2 || look > self.looks[ply - 2];
        if !inside && depth <= self.tuning.calm && beta.abs() < PROVEN {
            let look = entry.map_or(look, |entry| better_look(look, &entry));
            if look - self.tuning.futility * (depth - i32::from(improving)).max(1) >= beta {
                return look;
            }
        }
        if hash == 0 && depth >= 5 {
            depth -= 1; // A shallower look will find the move to begin with.
        }

        let start = self.list.len();
        let pressure = tree.moves(node, &mut self.list);
        let forced = pressure == Pressure::Forced;
        self.order(tree, node, start, hash, ply);
        let end = self.list.len();
        if start == end {
            return value_of(Verdict::Loss(2), ply);
        }
        let (mut best, mut best_move) = (-ENDLESS, None);
        let first_alpha = alpha;
        let mut pruned = false;
        let late = if depth <= self.tuning.late_depth && !inside && !forced {
            (self.tuning.late + depth as usize * depth as usize) / if improving { 1 } else { 2 }
        } else {
            usize::MAX
        };
        self.bring_best(start, end);
        for index in start..end {
            let Choice { mv, quiet, .. } = self.list[index];
            if index + 1 < end {
                // The next one is chosen now, so that its entry comes while this one is searched.
                self.bring_best(index + 1, end);
                if depth > 1 {
                    self.expect(tree, node, tree.code(self.list[index + 1].mv));
                }
            }
            let number = index - start;
            if quiet && number >= late && best > -PROVEN {
                // Captures come before, so nothing but quiet moves is left.
                pruned = true;
                break;
            }
            let child = tree.make(node, mv);
            let flip = tree.alternates(node, &child);
            let next = if forced { depth } else { depth - 1 };
            let mut score = best;
            let mut full = number == 0;
            if !full {
                let less = if quiet && !forced { self.less(depth, number, inside) } else { 0 };
                score = self.below(tree, &child, flip, alpha, alpha + 1, next - less, ply + 1, watch);
                if score > alpha && less > 0 {
                    score = self.below(tree, &child, flip, alpha, alpha + 1, next, ply + 1, watch);
                }
                full = inside && score > alpha;
            }
            if full {
                score = self.below(tree, &child, flip, alpha, beta, next, ply + 1, watch);
            }
            if self.stopped {
                self.list.truncate(start);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if score >= beta {
                        self.reward(tree, node, start, index, depth, ply);
                        break;
                    }
                }
            }
        }
        self.list.truncate(start);
        if pruned && best < -PROVEN {
            best = -PROVEN; // Moves were skipped, so this is no proof.
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(0, |mv| tree.code(mv));
        self.table.store(key, Entry { code, score: to_table(best, ply), depth: depth.min(100) as i8, bound });
        best
    }

    /// How many plies less deeply a late move is searched.
    #[inline]
    fn less(&self, depth: i32, number: usize, inside: bool) -> i32 {
        if depth < 3 || number < FIRST_LATE {
            return 0;
        }
        let less = i32::from(self.reductions[(depth as usize).min(63)][number.min(63)]);
        (less - i32::from(inside)).clamp(0, depth - 2)
    }

    /// Plays out what cannot be left hanging.
    fn quiesce<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        node: &T::Node,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        watch: &Watch<'_, M>,
    ) -> i32 {
        self.count(watch);
        if self.stopped {
            return 0;
        }
        if let Some(verdict) = tree.judge(node) {
            return value_of(verdict, ply);
        }
        if ply + 2 >= MOST_PLIES {
            return tree.evaluate(node);
        }
        let start = self.list.len();
        let forced = tree.noisy(node, &mut self.list) == Pressure::Forced;
        let mut best = -ENDLESS;
        if !forced {
            best = tree.evaluate(node);
            if best >= beta {
                self.list.truncate(start);
                return best;
            }
            alpha = alpha.max(best);
        }
        let end = self.list.len();
        if forced && start == end {
            return value_of(Verdict::Loss(2), ply);
        }
        for index in start..end {
            self.bring_best(index, end);
            let child = tree.make(node, self.list[index].mv);
            let flip = tree.alternates(node, &child);
            let score = if flip {
                -self.quiesce(tree, &child, -beta, -alpha, ply + 1, watch)
            } else {
                self.quiesce(tree, &child, alpha, beta, ply + 1, watch)
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.list.truncate(start);
        best
    }

    fn order<T: Tree<Move = M>>(&mut self, tree: &T, node: &T::Node, start: usize, hash: u16, ply: usize) {
        let killers = self.killers[ply];
        for choice in &mut self.list[start..] {
            let mv = Some(choice.mv);
            if hash != 0 && tree.code(choice.mv) == hash {
                choice.order = i32::MAX;
            } else if choice.quiet {
                if mv == killers[0] {
                    choice.order += 1 << 20;
                } else if mv == killers[1] {
                    choice.order += 1 << 19;
                }
                choice.order += self.history[tree.slot(node, choice.mv)];
            } else {
                choice.order += 1 << 21;
            }
        }
    }

    /// Moves the most promising of the rest to `index`.
    #[inline]
    fn bring_best(&mut self, index: usize, end: usize) {
        let (mut best, mut top) = (0, i32::MIN);
        let rest = &mut self.list[index..end];
        for (number, choice) in rest.iter().enumerate() {
            if choice.order > top {
                (best, top) = (number, choice.order);
            }
        }
        rest.swap(0, best);
    }

    /// Remembers that the move at `index` refuted, and that those before it did not.
    fn reward<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        node: &T::Node,
        start: usize,
        index: usize,
        depth: i32,
        ply: usize,
    ) {
        let Choice { mv, quiet, .. } = self.list[index];
        if !quiet {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let bonus = (depth * depth * 4).min(1200);
        let mut adjust = |mv: M, by: i32| {
            let value = &mut self.history[tree.slot(node, mv)];
            // Gravity keeps every value within ±2^14 and lets old praise fade.
            *value += by - *value * by.abs() / (1 << 14);
        };
        adjust(mv, bonus);
        for choice in &self.list[start..index] {
            if choice.quiet {
                adjust(choice.mv, -bonus);
            }
        }
    }

    /// The expected play, read from the table.
    fn line<T: Tree<Move = M>>(&self, tree: &T, root: &T::Node, first: M) -> Vec<M> {
        let mut line = vec![first];
        let mut node = tree.make(root, first);
        let mut legal = Vec::new();
        while line.len() < 32 && tree.over(&node).is_none() {
            let Some(entry) = self.table.find(tree.key(&node)) else { break };
            legal.clear();
            tree.moves(&node, &mut legal);
            let known = legal.iter().find(|choice| tree.code(choice.mv) == entry.code);
            let Some(&Choice { mv, .. }) = known else { break };
            line.push(mv);
            node = tree.make(&node, mv);
        }
        line
    }
}

/// What a position looks like to somebody who remembers what a search thought of it.
fn better_look(look: i32, entry: &Entry) -> i32 {
    let score = i32::from(entry.score);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > look,
        Bound::Upper => score < look,
    };
    if better && score.abs() < PROVEN { score } else { look }
}

fn value_of(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win(plies) => WIN - ply as i32 - plies as i32,
        Verdict::Loss(plies) => ply as i32 + plies as i32 - WIN,
        Verdict::Draw => 0,
    }
}

/// Proven scores are stored as seen from their node, so that they hold wherever the node turns up.
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if score > PROVEN {
        score + ply
    } else if score < -PROVEN {
        score - ply
    } else {
        score
    }) as i16
}

fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score > PROVEN {
        score - ply
    } else if score < -PROVEN {
        score + ply
    } else {
        score
    }
}
