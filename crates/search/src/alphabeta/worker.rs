//! The search of one thread, with everything that threads do not share: history, killer moves, move lists.

use super::machine::{Machine, Span, Task};
use super::{Choice, Found, MOST_PLIES, PROVEN, Tree, Tuning, score_of};
use crate::budget::{Bound, Budget, Report};
use crate::table::TranspositionTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) const ENDLESS: i32 = 31_000;

/// The result of an iteration.
enum IterationResult<M> {
    /// It was stopped before it found anything.
    None,
    /// The best move and its score, which may be more than this if the iteration was stopped.
    Best(M, i32, Bound),
    /// It was stopped when all moves tried so far were lost, with this score at best, and others were left. Those tried are the
    /// first.
    Lost { tried: usize, score: i32 },
}

/// The moves at the root that were tried: the best, its score, and how many.
struct Tried<M> {
    best: Option<M>,
    score: i32,
    count: usize,
}

/// A searching thread.
#[derive(Debug)]
pub(super) struct Worker<M> {
    pub(super) table: Arc<TranspositionTable>,
    /// The history scores, by slot.
    pub(super) history: Vec<i32>,
    /// Killer moves: the codes of the last two that refuted at each ply; 0 is none.
    pub(super) killers: Vec<[u16; 2]>,
    /// The static values of the positions on the way.
    pub(super) static_values: Vec<i32>,
    pub(super) list: Vec<Choice<M>>,
    /// The rank of each choice in the list.
    pub(super) ranks: Vec<i64>,
    pub(super) reductions: [[i8; 64]; 64],
    pub(super) tuning: Tuning,
    pub(super) nodes: u64,
    /// The nodes of all other threads, as far as is known.
    pub(super) others: u64,
    /// How many of its own nodes the others know of.
    reported: u64,
    pub(super) limit: u64,
    /// The node at which the watch is asked next.
    pub(super) next_ask: u64,
    /// Up to this node the watch is asked at every one.
    pub(super) cold_until: u64,
    /// The most plies that any line had.
    pub(super) deepest: u32,
    pub(super) stopped: bool,
    /// Whether a single move is searched as deep as one of several: its value is asked for, and not only what to play.
    pub(super) values_single: bool,
}

impl<M: Copy + Eq + std::fmt::Debug> Worker<M> {
    pub(super) fn new(table: Arc<TranspositionTable>, tuning: Tuning) -> Worker<M> {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (0.6 + (depth as f64).ln() * (index as f64).ln() / 1.8) as i8;
            }
        }
        Worker {
            table,
            history: Vec::new(),
            killers: vec![[0; 2]; MOST_PLIES],
            static_values: vec![0; MOST_PLIES],
            list: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
            reductions,
            tuning,
            nodes: 0,
            others: 0,
            reported: 0,
            limit: 0,
            next_ask: 0,
            cold_until: 0,
            deepest: 0,
            stopped: false,
            values_single: false,
        }
    }

    /// Iterative deepening; the first iteration has 1 + `ahead` plies. With several lines each iteration searches the
    /// best move, then the best of the others, and so on: that keeps the search of the first as it is.
    pub(super) fn deepen<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        roots: &[M],
        budget: Budget,
        ahead: usize,
    ) -> Option<Found<M>> {
        let tree = task.tree;
        let mut moves = roots.to_vec();
        let mut found = Found { mv: *moves.first()?, value: 0, bound: Bound::Exact, depth: 0, nodes: 0 };
        self.prepare(tree, budget);
        let mut lines: Vec<Found<M>> = Vec::new();
        for depth in 1 + ahead as u32..=budget.depth.min(MOST_PLIES as u32 / 2) {
            let guess = lines.first().map_or(0, |line| line.value);
            let (best, score, bound) = match self.root(task, root, &mut moves, depth as i32, guess) {
                IterationResult::None => break,
                IterationResult::Lost { tried, score } => {
                    found.mv = moves[tried.min(moves.len() - 1)];
                    if task.lines > 1 {
                        put_lost_last(&mut lines, &moves[..tried], score);
                        self.report_all(task, root, &lines);
                    }
                    break;
                }
                IterationResult::Best(best, score, bound) => (best, score, bound),
            };
            let whole = !self.stopped;
            self.exchange(task.shared);
            let nodes = self.nodes + self.others;
            // The iteration that was stopped does not count.
            let depth = if self.stopped { found.depth } else { depth };
            let first = Found { mv: best, value: score, bound, depth, nodes };
            lines = self.other_lines(task, root, &mut moves, first, lines, whole);
            found = lines[0].clone();
            self.report_all(task, root, &lines);
            let proven = lines.iter().all(|line| line.value.abs() > PROVEN);
            if self.stopped || proven || moves.len() == 1 && !self.values_single {
                break;
            }
        }
        self.exchange(task.shared);
        found.nodes = self.nodes + self.others;
        Some(found)
    }

    /// Searches the other principal variations of an iteration after `first`. If stopped, the rest come from the previous
    /// iteration. `whole` says that every other move was tried when `first` was found.
    #[allow(clippy::too_many_arguments)]
    fn other_lines<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        moves: &mut [M],
        first: Found<M>,
        before: Vec<Found<M>>,
        whole: bool,
    ) -> Vec<Found<M>> {
        let count = task.lines.clamp(1, moves.len());
        let depth = first.depth;
        let mut lines = vec![first];
        while !self.stopped && lines.len() < count {
            let place = lines.len();
            let guess = before.get(place).map_or(0, |line| line.value);
            let result = self.root(task, root, &mut moves[place..], depth as i32, guess);
            self.exchange(task.shared);
            let (IterationResult::Best(mv, value, bound), false) = (result, self.stopped) else { break };
            lines.push(Found { mv, value, bound, depth, nodes: self.nodes + self.others });
        }
        let best = lines[0].value;
        for line in before {
            if lines.len() < count && lines.iter().all(|known| known.mv != line.mv) {
                // Other moves scored no better in this iteration, so their older scores are capped.
                let is_less = whole && best < line.value;
                let (value, bound) = if is_less { (best, Bound::Upper) } else { (line.value, line.bound) };
                lines.push(Found { value, bound, ..line });
            }
        }
        if count > 1 {
            // A later line may turn out better than it looked beside an earlier one.
            lines.sort_by_key(|line| -line.value);
            if !self.stopped {
                for (place, line) in lines.iter().enumerate() {
                    moves[place] = line.mv;
                }
            }
        }
        lines
    }

    fn report_all<T: Tree<Move = M>, C: Machine>(
        &self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        lines: &[Found<M>],
    ) {
        for (rank, line) in (1..).zip(lines) {
            self.report(task, root, line, rank);
        }
    }

    fn report<T: Tree<Move = M>, C: Machine>(
        &self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        found: &Found<M>,
        rank: u32,
    ) {
        let &Found { mv, value, bound, depth, nodes } = found;
        let line = self.line(task.tree, root, mv);
        let deepest = self.deepest.max(line.len() as u32).max(depth);
        let fill = Some(self.table.fill());
        let report = Report::new(depth, score_of(value), nodes, line);
        let report = Report { rank, bound, deepest, fill, ..report };
        (task.watch.report)(&report);
    }

    fn prepare<T: Tree<Move = M>>(&mut self, tree: &T, budget: Budget) {
        self.history.resize(tree.slots(), 0);
        self.history.iter_mut().for_each(|value| *value /= 8);
        self.killers.fill([0; 2]);
        self.list.clear();
        (self.nodes, self.others, self.reported, self.limit) = (0, 0, 0, budget.nodes);
        (self.deepest, self.stopped) = (0, false);
        self.next_ask = 0;
        self.cold_until = if self.table.is_cold() { self.table.warming_nodes() } else { 0 };
    }

    /// Adds its nodes to the shared count and reads those of the other threads.
    pub(super) fn exchange(&mut self, shared: Option<&AtomicU64>) {
        if let Some(shared) = shared {
            let fresh = self.nodes - self.reported;
            let all = shared.fetch_add(fresh, Ordering::Relaxed) + fresh;
            self.reported = self.nodes;
            self.others = all - self.nodes;
        }
    }

    /// One iteration: widens the aspiration window until the score lies inside.
    fn root<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        moves: &mut [M],
        depth: i32,
        guess: i32,
    ) -> IterationResult<M> {
        let mut width = self.tuning.aspiration;
        let (mut alpha, mut beta) =
            if depth < 4 { (-ENDLESS, ENDLESS) } else { (guess - width, guess + width) };
        let mut above = None;
        loop {
            let Tried { best, score, count } = self.root_window(task, root, moves, depth, alpha, beta);
            if self.stopped {
                return match best {
                    // A move that is proven lost is not played while there are others.
                    Some(_) if score < -PROVEN => IterationResult::Lost { tried: count, score },
                    // A move that beat the window before the stop is better than the last iteration's.
                    Some(mv) if score > alpha => IterationResult::Best(
                        mv,
                        score,
                        if score < beta { Bound::Exact } else { Bound::Lower },
                    ),
                    _ => above.map_or(IterationResult::None, |(mv, score)| {
                        IterationResult::Best(mv, score, Bound::Lower)
                    }),
                };
            }
            width = width.saturating_mul(3);
            if score <= alpha && alpha > -ENDLESS {
                alpha = if width > 1000 { -ENDLESS } else { score - width };
            } else if score >= beta && beta < ENDLESS {
                above = best.map(|mv| (mv, score));
                beta = if width > 1000 { ENDLESS } else { score + width };
            } else {
                return best
                    .map_or(IterationResult::None, |mv| IterationResult::Best(mv, score, Bound::Exact));
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn root_window<T: Tree<Move = M>, C: Machine>(
        &mut self,
        task: &Task<'_, T, C>,
        root: &T::Node,
        moves: &mut [M],
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Tried<M> {
        let tree = task.tree;
        let mut low = alpha;
        let (mut best, mut top, mut count) = (None, -ENDLESS, 0);
        for index in 0..moves.len() {
            let mv = moves[index];
            let child = tree.make(root, mv);
            let flip = tree.alternates(root, &child);
            let mut score = top;
            if index > 0 {
                let reduction = self.reduction(depth, index, true);
                let narrow = Span { alpha: low, beta: low + 1, depth: depth - 1, ply: 1 };
                score = self.below(task, &child, flip, Span { depth: depth - 1 - reduction, ..narrow });
                if score > low && reduction > 0 {
                    score = self.below(task, &child, flip, narrow);
                }
            }
            if index == 0 || score > low {
                score = self.below(task, &child, flip, Span { alpha: low, beta, depth: depth - 1, ply: 1 });
            }
            if self.stopped {
                break;
            }
            count += 1;
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
        Tried { best, score: top, count }
    }

    /// The principal variation, read from the table.
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

/// Puts the lines of moves that turned out lost behind the others.
fn put_lost_last<M: Copy + Eq>(lines: &mut [Found<M>], lost: &[M], score: i32) {
    for line in lines.iter_mut().filter(|line| lost.contains(&line.mv)) {
        line.value = line.value.min(score);
    }
    lines.sort_by_key(|line| -line.value);
}
