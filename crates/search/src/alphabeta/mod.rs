//! Alpha-beta for two sides: iterative deepening with aspiration windows, principal variation search, a
//! transposition table, late-move reductions, and captures played out at the horizon. One skeleton for all games:
//! each brings its own nodes ([`Tree`]), and everything is compiled for them.
//!
//! A proven score is true whatever was reduced: a loss is reported only if every move was looked at and each
//! was refuted down to an end of the game. So the same search that plays also solves.

mod tree;

pub use tree::{Choice, Plain, Pressure, Tree, Verdict};

use crate::budget::{Budget, Report, Score, Watch};
use crate::table::{Bound, Table};

/// The score of a won game; a win in `n` plies is `WIN - n`.
pub const WIN: i32 = 30_000;
/// Every score beyond this is a proof.
pub const PROVEN: i32 = 28_000;

const ENDLESS: i32 = 31_000;
const MOST_PLIES: usize = 512;
/// How often, in nodes, the watch is asked.
const ASK: u64 = 1024;

/// What may be tuned. Measured on Breakthrough; a game may choose its own.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// A position this much above the window for every ply left is not searched.
    pub futility: i32,
    /// The half width of the first window.
    pub aspiration: i32,
    /// Quiet moves looked at with one ply left; with more it grows.
    pub late: usize,
    /// Whether late moves are searched less deeply.
    pub reduce: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { futility: 60, aspiration: 25, late: 8, reduce: true }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The best move.
    pub mv: M,
    /// Its score, in the scale of the tree.
    pub value: i32,
    /// Plies completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// A searcher with its memory: the table and the history stay from move to move of one game.
#[derive(Debug)]
pub struct AlphaBeta<M> {
    table: Table<M>,
    history: Vec<i32>,
    killers: Vec<[Option<M>; 2]>,
    list: Vec<Choice<M>>,
    reductions: [[i8; 64]; 64],
    tuning: Tuning,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

impl<M: Copy + Eq + std::fmt::Debug> AlphaBeta<M> {
    /// A searcher with a table of so many bytes.
    #[must_use]
    pub fn new(table_bytes: usize, tuning: Tuning) -> AlphaBeta<M> {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (0.6 + (depth as f64).ln() * (index as f64).ln() / 2.2) as i8;
            }
        }
        AlphaBeta {
            table: Table::new(table_bytes),
            history: Vec::new(),
            killers: vec![[None; 2]; MOST_PLIES],
            list: Vec::with_capacity(4096),
            reductions,
            tuning,
            nodes: 0,
            limit: 0,
            stopped: false,
        }
    }

    /// Searches `root`, in which `roots` are the moves to choose from; `None` if there are none.
    pub fn search<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        root: &T::Node,
        roots: &[M],
        budget: Budget,
        watch: &Watch<'_, M>,
    ) -> Option<Found<M>> {
        let mut moves = roots.to_vec();
        let mut found = Found { mv: *moves.first()?, value: 0, depth: 0, nodes: 0 };
        self.prepare(tree, budget);
        let mut value = 0;
        for depth in 1..=budget.depth.min(MOST_PLIES as u32 / 2) {
            let Some((best, score)) = self.root(tree, root, &mut moves, depth as i32, value, watch) else {
                break;
            };
            value = score;
            found = Found { mv: best, value, depth, nodes: self.nodes };
            let line = self.line(tree, root, best);
            (watch.report)(&Report { depth, score: score_of(value), nodes: self.nodes, line });
            if self.stopped || value.abs() > PROVEN || moves.len() == 1 {
                break;
            }
        }
        found.nodes = self.nodes;
        Some(found)
    }

    fn prepare<T: Tree<Move = M>>(&mut self, tree: &T, budget: Budget) {
        self.table.next_search();
        self.history.resize(tree.slots(), 0);
        self.history.iter_mut().for_each(|value| *value /= 8);
        self.killers.fill([None; 2]);
        self.list.clear();
        self.nodes = 0;
        self.limit = budget.nodes;
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
                score = self.below(tree, &child, flip, low, low + 1, depth - 1, 1, watch);
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

    #[inline]
    fn count(&mut self, watch: &Watch<'_, M>) {
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(ASK) && (watch.stop)() {
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
        let hash = entry.and_then(|entry| entry.mv);
        if !inside && depth <= 5 && beta.abs() < PROVEN {
            let look = tree.evaluate(node);
            if look - self.tuning.futility * depth >= beta {
                return look;
            }
        }
        if hash.is_none() && depth >= 5 {
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
        let late = self.tuning.late * (1 + depth as usize * depth as usize / 2);
        for index in start..end {
            self.bring_best(index, end);
            let Choice { mv, quiet, .. } = self.list[index];
            let number = index - start;
            if quiet && !inside && !forced && depth <= 3 && number >= late && best > -PROVEN {
                pruned = true;
                continue;
            }
            let child = tree.make(node, mv);
            let flip = tree.alternates(node, &child);
            let next = if forced { depth } else { depth - 1 };
            let mut score = best;
            let mut full = number == 0;
            if !full {
                let mut less = 0;
                if self.tuning.reduce && quiet && !forced && depth >= 3 && number >= 3 {
                    less = i32::from(self.reductions[(depth as usize).min(63)][number.min(63)]);
                    if inside {
                        less -= 1;
                    }
                    less = less.clamp(0, depth - 2);
                }
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
        self.table.store(key, best_move, to_table(best, ply), depth.min(100) as i8, bound);
        best
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

    fn order<T: Tree<Move = M>>(
        &mut self,
        tree: &T,
        node: &T::Node,
        start: usize,
        hash: Option<M>,
        ply: usize,
    ) {
        let killers = self.killers[ply];
        for choice in &mut self.list[start..] {
            let mv = Some(choice.mv);
            if mv == hash {
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
        let mut best = index;
        for other in index + 1..end {
            if self.list[other].order > self.list[best].order {
                best = other;
            }
        }
        self.list.swap(index, best);
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
            let Some(mv) = self.table.find(tree.key(&node)).and_then(|entry| entry.mv) else { break };
            legal.clear();
            tree.moves(&node, &mut legal);
            if !legal.iter().any(|choice| choice.mv == mv) {
                break;
            }
            line.push(mv);
            node = tree.make(&node, mv);
        }
        line
    }
}

fn value_of(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win(plies) => WIN - ply as i32 - plies as i32,
        Verdict::Loss(plies) => ply as i32 + plies as i32 - WIN,
        Verdict::Draw => 0,
    }
}

/// What a value means to a person.
#[must_use]
pub fn score_of(value: i32) -> Score {
    if value > PROVEN {
        Score::Win((WIN - value) as u32)
    } else if value < -PROVEN {
        Score::Loss((WIN + value) as u32)
    } else {
        Score::Points(value)
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
