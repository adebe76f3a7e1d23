//! What a search does at every node: the hottest code. It is written once and compiled for each machine: functions that are
//! called often must be inlined, or they would be compiled for plain x86-64 only.

use super::machine::{Machine, Span, Task};
use super::worker::{ENDLESS, Worker};
use super::{Choice, MOST_PLIES, PROVEN, Pressure, Tree, Verdict, WIN};
use crate::budget::Bound;
use crate::table::TableEntry;

/// The watch is asked once in this many nodes; while the table is cold, at every node, since each may wait for memory.
const ASK: u64 = 1024;
/// The first move of a list that may be reduced.
const FIRST_LATE: usize = 3;

impl<M: Copy + Eq + std::fmt::Debug> Worker<M> {
    /// The value of a child for its parent.
    #[inline(always)]
    pub(super) fn below<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        child: &T::Node,
        flip: bool,
        span: Span,
    ) -> i32 {
        if flip {
            -task.machine.visit(self, task, child, span.flipped())
        } else {
            task.machine.visit(self, task, child, span)
        }
    }

    /// Prefetches the table's entry of the position after a move.
    #[inline(always)]
    fn prefetch<T: Tree<Move = M>>(&self, tree: &T, node: &T::Node, code: u16) {
        if let Some(key) = tree.key_after(node, code) {
            self.table.prefetch(key);
        }
    }

    #[inline(always)]
    fn count<T: Tree<Move = M>, C>(&mut self, task: &Task<'_, T, C>) {
        self.nodes += 1;
        if self.nodes + self.others >= self.limit || self.nodes >= self.next_ask && self.ask(task) {
            self.stopped = true;
        }
    }

    /// Whether the watch says stop.
    #[cold]
    fn ask<T: Tree<Move = M>, C>(&mut self, task: &Task<'_, T, C>) -> bool {
        if self.nodes >= self.cold_until {
            self.exchange(task.shared);
            self.next_ask = self.nodes + ASK;
            if self.cold_until > 0 {
                self.table.set_warm();
                self.cold_until = 0;
            }
        }
        (task.watch.stop)()
    }

    /// The value of a position for its side to move.
    #[inline(always)]
    pub(super) fn visit<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        node: &T::Node,
        span: Span,
    ) -> i32 {
        if span.depth <= 0 || span.ply as usize + 8 >= MOST_PLIES {
            self.quiesce(task, node, span)
        } else {
            self.negamax(task, node, span)
        }
    }

    /// Negamax with a window that narrows: looks the position up, prunes it, or searches its moves, and stores what came out.
    #[inline(always)]
    fn negamax<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        node: &T::Node,
        span: Span,
    ) -> i32 {
        let tree = task.tree;
        let Span { alpha, beta, mut depth, .. } = span;
        let ply = span.ply as usize;
        let key = tree.key(node);
        self.table.prefetch(key);
        self.count(task);
        if self.stopped {
            return 0;
        }
        if let Some(verdict) = tree.proven(node) {
            return value_of(tree, node, verdict, ply);
        }
        let inside = beta - alpha > 1;
        let entry = self.table.find(key);
        if let Some(score) = entry.as_ref().and_then(|entry| cutoff(entry, span)) {
            return score;
        }
        let hash = entry.map_or(0, |entry| entry.code);
        if hash != 0 && depth > 1 {
            self.prefetch(tree, node, hash);
        }
        let value = tree.evaluate(node);
        self.static_values[ply] = value;
        let improving = ply < 2 || value > self.static_values[ply - 2];
        if !inside && depth <= self.tuning.futility_depth && beta.abs() < PROVEN {
            let value = entry.map_or(value, |entry| corrected(value, &entry));
            if value - self.tuning.futility * (depth - i32::from(improving)).max(1) >= beta {
                return value;
            }
        }
        if hash == 0 && depth >= 5 {
            depth -= 1; // A shallower search will find the move to begin with.
        }
        let Some((best, best_move)) = self.search_moves(task, node, Span { depth, ..span }, hash, improving)
        else {
            return value_of(tree, node, Verdict::Loss(2), ply);
        };
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(0, |mv| tree.code(mv));
        self.table
            .store(key, TableEntry { code, score: to_table(best, ply), depth: depth.min(100) as i8, bound });
        best
    }

    /// Searches the moves of a position, the most promising first: the best score, and the move that raised alpha. `None`
    /// if there are no moves; nothing of it counts if the search was stopped.
    #[inline(always)]
    fn search_moves<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        node: &T::Node,
        span: Span,
        hash: u16,
        improving: bool,
    ) -> Option<(i32, Option<M>)> {
        let tree = task.tree;
        let Span { mut alpha, beta, depth, .. } = span;
        let ply = span.ply as usize;
        let inside = beta - alpha > 1;
        let start = self.list.len();
        let forced = tree.moves(node, &mut self.list) == Pressure::Forced;
        self.order(tree, node, start, hash, ply);
        let end = self.list.len();
        if start == end {
            return None;
        }
        let (mut best, mut best_move) = (-ENDLESS, None);
        let late = if inside || forced { usize::MAX } else { self.late(depth, improving) };
        let mut chosen = start;
        for index in start..end {
            if chosen == index {
                self.bring_best(index, end);
                chosen += 1;
            }
            let Choice { mv, quiet, .. } = self.list[index];
            let number = index - start;
            if quiet && number >= late && best > -PROVEN {
                // Captures come before, so nothing but quiet moves is left. What is lost so far is never cut short: a
                // loss is a proof.
                break;
            }
            if depth > 1 && chosen < end {
                // The next one is chosen already now, so that its entry comes while this one is searched.
                self.bring_best(chosen, end);
                self.prefetch(tree, node, tree.code(self.list[chosen].mv));
                chosen += 1;
            }
            let reduction = if quiet && !forced { self.reduction(depth, number, inside) } else { 0 };
            let reduction = (number > 0).then_some(reduction);
            let next = Span { alpha, beta, depth: if forced { depth } else { depth - 1 }, ply: span.ply + 1 };
            let score = self.search_move(task, node, mv, next, inside, reduction);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                alpha = score;
                if score >= beta {
                    self.reward(tree, node, start, index, depth, ply);
                    break;
                }
            }
        }
        self.list.truncate(start);
        Some((best, best_move))
    }

    /// How many moves come before quiet ones are left out.
    #[inline(always)]
    fn late(&self, depth: i32, improving: bool) -> usize {
        if depth > self.tuning.late_depth {
            return usize::MAX;
        }
        (self.tuning.late + depth as usize * depth as usize) / if improving { 1 } else { 2 }
    }

    /// Principal variation search of one move: the first, which has no reduction, with the whole window, the others with an
    /// empty one until they prove to be better.
    #[inline(always)]
    fn search_move<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        node: &T::Node,
        mv: M,
        span: Span,
        inside: bool,
        reduction: Option<i32>,
    ) -> i32 {
        let child = task.tree.make(node, mv);
        let flip = task.tree.alternates(node, &child);
        if let Some(reduction) = reduction {
            let narrow = Span { beta: span.alpha + 1, ..span };
            let mut score = self.below(task, &child, flip, Span { depth: span.depth - reduction, ..narrow });
            if score > span.alpha && reduction > 0 {
                score = self.below(task, &child, flip, narrow);
            }
            if !inside || score <= span.alpha {
                return score;
            }
        }
        self.below(task, &child, flip, span)
    }

    /// How many plies less deeply a late move is searched.
    #[inline(always)]
    pub(super) fn reduction(&self, depth: i32, number: usize, inside: bool) -> i32 {
        if depth < 3 || number < FIRST_LATE {
            return 0;
        }
        let reduction = i32::from(self.reductions[(depth as usize).min(63)][number.min(63)]);
        (reduction - i32::from(inside)).clamp(0, depth - 2)
    }

    /// Quiescence search: plays out the noisy moves.
    #[inline(always)]
    fn quiesce<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        node: &T::Node,
        span: Span,
    ) -> i32 {
        let tree = task.tree;
        let Span { mut alpha, beta, .. } = span;
        let ply = span.ply as usize;
        self.deepest = self.deepest.max(span.ply);
        self.count(task);
        if self.stopped {
            return 0;
        }
        if let Some(verdict) = tree.proven(node) {
            return value_of(tree, node, verdict, ply);
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
            return value_of(tree, node, Verdict::Loss(2), ply);
        }
        self.order_plainly(start);
        for index in start..end {
            self.bring_best(index, end);
            let child = tree.make(node, self.list[index].mv);
            let flip = tree.alternates(node, &child);
            let score = self.below(task, &child, flip, Span { alpha, beta, depth: 0, ply: span.ply + 1 });
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

    /// Ranks the moves from `start` on, without branches: the kind of the next move cannot be predicted.
    #[inline(always)]
    fn order<T: Tree<Move = M>>(&mut self, tree: &T, node: &T::Node, start: usize, hash: u16, ply: usize) {
        let [first, second] = self.killers[ply];
        let (list, ranks) = (&self.list[start..], room(&mut self.ranks, start, self.list.len()));
        for (number, (choice, slot)) in list.iter().zip(ranks).enumerate() {
            let code = tree.code(choice.mv);
            let killer = i32::from(code == first) << 20 | i32::from(code == second) << 19;
            let history_score = self.history[tree.slot(node, choice.mv)] + killer;
            let order = choice.order + if choice.quiet { history_score } else { 1 << 21 };
            *slot = rank(if code == hash { i32::MAX } else { order }, start + number);
        }
    }

    /// Ranks them by the order of the game alone.
    #[inline(always)]
    fn order_plainly(&mut self, start: usize) {
        let (list, ranks) = (&self.list[start..], room(&mut self.ranks, start, self.list.len()));
        for (number, (choice, slot)) in list.iter().zip(ranks).enumerate() {
            *slot = rank(choice.order, start + number);
        }
    }

    /// Moves the highest ranked of the rest to `index`.
    #[inline(always)]
    fn bring_best(&mut self, index: usize, end: usize) {
        let top = self.ranks[index..end].iter().fold(i64::MIN, |top, &rank| top.max(rank));
        let best = place_of(top);
        self.list.swap(index, best);
        // The other move takes the place of this one.
        self.ranks[best] = rank(order_of(self.ranks[index]), best);
    }

    /// Raises the history score of the move at `index`, which refuted, and lowers those of the moves before it.
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
        let code = tree.code(mv);
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (depth * depth * 4).min(1200);
        let mut adjust = |mv: M, by: i32| {
            let value = &mut self.history[tree.slot(node, mv)];
            // Keeps every value within ±2^14 and lets old scores fade.
            *value += by - *value * by.abs() / (1 << 14);
        };
        adjust(mv, bonus);
        for choice in &self.list[start..index] {
            if choice.quiet {
                adjust(choice.mv, -bonus);
            }
        }
    }
}

/// The ranks of the moves from `start` to `end`; grows the list where needed.
#[inline(always)]
fn room(ranks: &mut Vec<i64>, start: usize, end: usize) -> &mut [i64] {
    if ranks.len() < end {
        ranks.resize(2 * end, 0);
    }
    &mut ranks[start..end]
}

/// An order and a place in the list as one number: the largest is the best move, the first of equal ones.
#[inline(always)]
fn rank(order: i32, place: usize) -> i64 {
    i64::from(order) << 32 | i64::from(!(place as u32))
}

#[inline(always)]
fn order_of(rank: i64) -> i32 {
    (rank >> 32) as i32
}

#[inline(always)]
fn place_of(rank: i64) -> usize {
    !(rank as u32) as usize
}

/// The score of an entry, if it decides a position: it is proven, or as deep as the search would be and outside the window.
#[inline(always)]
fn cutoff(entry: &TableEntry, span: Span) -> Option<i32> {
    let score = from_table(entry.score, span.ply as usize);
    let proven = match entry.bound {
        Bound::Exact => score.abs() > PROVEN,
        Bound::Lower => score > PROVEN,
        Bound::Upper => score < -PROVEN,
    };
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= span.beta,
        Bound::Upper => score <= span.alpha,
    };
    let inside = span.beta - span.alpha > 1;
    (proven || !inside && decides && i32::from(entry.depth) >= span.depth).then_some(score)
}

/// The static value, corrected by what an earlier search found.
fn corrected(value: i32, entry: &TableEntry) -> i32 {
    let score = i32::from(entry.score);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > value,
        Bound::Upper => score < value,
    };
    if better && score.abs() < PROVEN { score } else { value }
}

fn value_of<T: Tree>(tree: &T, node: &T::Node, verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win(plies) => WIN - ply as i32 - plies as i32,
        Verdict::Loss(plies) => ply as i32 + plies as i32 - WIN,
        Verdict::Draw => tree.draw(node),
    }
}

/// Proven scores are stored relative to their node, so that they hold at any distance from the root.
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
