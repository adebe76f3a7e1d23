//! Alpha-beta for two sides: iterative deepening with aspiration windows, principal variation search, a
//! transposition table, late-move pruning and reductions, and captures played out at the horizon. One skeleton for all
//! games: each brings its own nodes ([`Tree`]), and everything is compiled for them.
//!
//! A proven score is true even with reductions: a loss is reported only if every move was searched and each was refuted down
//! to an end of the game. So the search that plays also solves.
//!
//! Several threads search the same root and share only the table: each finds what another has searched. Dividing the tree
//! among them would need locks in the hottest code.

mod game_tree;
mod machine;
mod searcher;
mod tree;
mod visit;
mod worker;

pub use game_tree::GameTree;
pub use searcher::{Rooted, Searcher, Strength};
pub use tree::{Choice, Pressure, Tree, Verdict};

use crate::budget::{Bound, Budget, Score, Watch};
use crate::table::TranspositionTable;
use machine::{Portable, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use worker::Worker;

/// The score of a won game; a win in `n` plies is `WIN - n`.
pub const WIN: i32 = 30_000;
/// Every score beyond this is a proof.
pub const PROVEN: i32 = 28_000;

const MOST_PLIES: usize = 512;

/// The parameters of the search. Measured on Breakthrough; a game may choose its own.
///
/// These were tried there and gained nothing over 50 to 150 pairs of games at 10,000 nodes a move: null move, singular
/// extensions, history by the previous move, reductions by history, futility pruning of quiet moves, and delta pruning
/// of captures.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Reverse futility: a position this much above the window for every ply left is not searched.
    pub futility: i32,
    /// The most plies left at which that is tried.
    pub futility_depth: i32,
    /// The half width of the first window.
    pub aspiration: i32,
    /// Late move pruning: this many quiet moves plus the square of the plies left are searched; half as many where the static
    /// value falls.
    pub late: usize,
    /// With more plies left than this, all moves are searched.
    pub late_depth: i32,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { futility: 60, futility_depth: 5, aspiration: 25, late: 3, late_depth: 7 }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The best move.
    pub mv: M,
    /// Its score, in the scale of the tree. If the search was stopped when its best move had just turned out lost, `mv` is
    /// another move and this is the score of the lost one.
    pub value: i32,
    /// Whether the score is a bound, because the search was stopped.
    pub bound: Bound,
    /// Plies completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// A search with its memory: table and history are kept from move to move of one game.
#[derive(Debug)]
pub struct AlphaBeta<M> {
    table: Arc<TranspositionTable>,
    workers: Vec<Worker<M>>,
    tuning: Tuning,
    lines: usize,
}

impl<M: Copy + Eq + std::fmt::Debug> AlphaBeta<M> {
    /// A search with a table of `table_bytes`.
    #[must_use]
    pub fn new(table_bytes: usize, tuning: Tuning) -> AlphaBeta<M> {
        let table = Arc::new(TranspositionTable::new(table_bytes));
        AlphaBeta { workers: vec![Worker::new(table.clone(), tuning)], table, tuning, lines: 1 }
    }

    /// Makes the system allocate the memory of the table now and not during the search, until `stop` says so.
    pub fn prepare(&self, stop: &dyn Fn() -> bool) {
        self.table.touch(stop);
    }

    /// Reports this many lines from now on.
    pub fn set_lines(&mut self, lines: usize) {
        self.lines = lines;
    }

    /// Searches a single move as deep as one of several from now on, or does not.
    pub fn value_single(&mut self, on: bool) {
        self.workers[0].values_single = on;
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
        self.table.next_search();
        let first = &mut self.workers[0];
        deepen(first, &Asked { tree, root, roots, budget, ahead: 0, shared: None, lines: self.lines, watch })
    }

    /// The same on several threads. The result depends on which is faster; the budget is for all together, but each learns of
    /// the others' nodes only now and then.
    pub fn search_on<T: Tree<Move = M> + Clone + Send>(
        &mut self,
        threads: usize,
        tree: &T,
        root: &T::Node,
        roots: &[M],
        budget: Budget,
        watch: &Watch<'_, M>,
    ) -> Option<Found<M>>
    where
        M: Send + Sync,
        T::Node: Send,
    {
        if threads <= 1 {
            return self.search(tree, root, roots, budget, watch);
        }
        self.table.next_search();
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.table.clone(), self.tuning));
        }
        let (first, others) = self.workers.split_first_mut()?;
        let (enough, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for (number, worker) in others[..threads - 1].iter_mut().enumerate() {
                let (enough, nodes) = (&enough, &nodes);
                // A tree of its own: it may keep the line that is being searched.
                let (tree, root) = (tree.clone(), root.clone());
                scope.spawn(move || {
                    let stop = || enough.load(Ordering::Relaxed);
                    let watch = Watch { stop: &stop, report: &|_| {} };
                    // Half of them begin one ply deeper, so that not all do the same.
                    let (ahead, shared) = (1 + number % 2, Some(nodes));
                    let (tree, root, watch) = (&tree, &root, &watch);
                    deepen(worker, &Asked { tree, root, roots, budget, ahead, shared, lines: 1, watch });
                });
            }
            let asked =
                Asked { tree, root, roots, budget, ahead: 0, shared: Some(&nodes), lines: self.lines, watch };
            let found = deepen(first, &asked);
            enough.store(true, Ordering::Relaxed);
            found
        })
    }
}

/// What one thread searches.
struct Asked<'a, T: Tree> {
    tree: &'a T,
    root: &'a T::Node,
    roots: &'a [T::Move],
    budget: Budget,
    /// How many plies the first iteration has beyond one.
    ahead: usize,
    shared: Option<&'a AtomicU64>,
    lines: usize,
    watch: &'a Watch<'a, T::Move>,
}

/// Searches on one thread, compiled for this machine.
fn deepen<T: Tree<Move = M>, M: Copy + Eq + std::fmt::Debug>(
    worker: &mut Worker<M>,
    asked: &Asked<'_, T>,
) -> Option<Found<M>> {
    let &Asked { tree, root, roots, budget, ahead, shared, lines, watch } = asked;
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = machine::V3::found() {
        return worker.deepen(&Task { tree, watch, shared, lines, machine }, root, roots, budget, ahead);
    }
    worker.deepen(&Task { tree, watch, shared, lines, machine: Portable }, root, roots, budget, ahead)
}

/// A value in the form of reports.
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
