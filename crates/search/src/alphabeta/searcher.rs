//! A ready alpha-beta player: a tree, a transposition table, and blunders for the weak levels. A game brings its tree and a
//! table of five strengths; everything that a player does between two moves is here and not in every game.
//!
//! The table fits the budget: a small search would wait for the memory of a large table, and with another size the same
//! budget would choose other moves.

use super::{AlphaBeta, Found, PROVEN, Tree, Tuning, score_of};
use crate::blunders::{BlunderingTree, Blunders};
use crate::budget::{Budget, Effort, Report, Score, Watch};
use crate::{Player, keep_allowed};
use breadboard_core::{Game, Rng as _, Seat, SplitMix};
use std::fmt::Debug;

/// A tree into which the positions of a game can be put.
pub trait Rooted<G: Game>: Tree<Move = G::Move> {
    /// Makes a position, in which one seat chooses, the root; returns its node.
    fn set_root(&mut self, game: &G, state: &G::State) -> Self::Node;
}

/// How strong a [`Searcher`] is.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// What a move may cost.
    pub budget: Budget,
    /// How it errs; `None` for a player that does not.
    pub blunders: Option<Blunders>,
    /// The most bytes that its transposition table may have.
    pub most_bytes: usize,
}

/// An alpha-beta player of one game. It remembers from move to move what it searched, unless it errs.
#[derive(Debug)]
pub struct Searcher<T: Tree> {
    tree: T,
    strength: Strength,
    table: FittedTable<T::Move>,
    threads: usize,
    lines: usize,
    /// The moves to choose among; all if empty.
    allowed: Vec<T::Move>,
    /// Whether only one of several legal moves is allowed: then its value is asked for.
    values_single: bool,
}

/// Bytes of the table for each node of the budget, if the game says nothing else: an entry has 16.
const NODE_BYTES: u64 = 16;

impl<T: Tree> Searcher<T> {
    /// A player that searches this tree.
    #[must_use]
    pub fn new(tree: T, strength: Strength) -> Searcher<T> {
        let table = FittedTable::new(NODE_BYTES, strength.most_bytes, Tuning::default());
        Searcher { tree, strength, table, threads: 1, lines: 1, allowed: Vec::new(), values_single: false }
    }

    /// The same player with another tuning.
    #[must_use]
    pub fn tuned(mut self, tuning: Tuning) -> Searcher<T> {
        self.table.tuning = tuning;
        self
    }

    /// The same player with this many table bytes for each node of the budget: fewer than 16 where most nodes
    /// are captures at the horizon, which are not stored.
    #[must_use]
    pub fn node_bytes(mut self, bytes: u64) -> Searcher<T> {
        self.table.node_bytes = bytes;
        self
    }

    /// Searches a position, in which `moves` are to choose from; `None` if there are none. Of moves with the same value
    /// the first is found. A player that overlooks moves reports no proofs.
    pub fn search<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[T::Move],
        rng: &mut SplitMix,
        budget: Budget,
        watch: &Watch<'_, T::Move>,
    ) -> Option<Found<T::Move>>
    where
        T: Rooted<G> + Clone + Send,
        T::Node: Send,
        T::Move: Send + Sync,
    {
        let root = self.tree.set_root(game, state);
        match self.strength.blunders {
            None => {
                let search = self.table.for_budget(budget);
                search.set_lines(self.lines);
                search.value_single(self.values_single);
                search.search_on(self.threads, &self.tree, &root, moves, budget, watch)
            }
            Some(blunders) => {
                // What was misjudged in the last move may be seen in this one.
                self.table.forget();
                let tree = BlunderingTree { tree: &self.tree, blunders, seed: rng.next_u64() };
                let search = self.table.for_budget(budget);
                search.set_lines(self.lines);
                search.value_single(self.values_single);
                if blunders.overlooks == 0 {
                    return search.search(&tree, &root, moves, budget, watch);
                }
                let report = |report: &Report<T::Move>| {
                    (watch.report)(&Report { score: estimate(report.score), ..report.clone() });
                };
                let watch = Watch { stop: watch.stop, report: &report };
                let found = search.search(&tree, &root, moves, budget, &watch)?;
                let value =
                    if let Score::Points(points) = estimate(score_of(found.value)) { points } else { 0 };
                Some(Found { value, ..found })
            }
        }
    }
}

/// A score without its proof, in points beyond every evaluation: a search that overlooks moves proves nothing.
fn estimate(score: Score) -> Score {
    match score {
        Score::Win(plies) => Score::Points(PROVEN - plies as i32),
        Score::Loss(plies) => Score::Points(plies as i32 - PROVEN),
        Score::Points(_) | Score::Share(_) => score,
    }
}

impl<G: Game, T> Player<G> for Searcher<T>
where
    T: Rooted<G> + Clone + Send,
    T::Node: Send,
{
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, G::Move>,
    ) -> G::Move {
        let mut moves = game.moves(state, seat);
        // Of moves with the same value the first is played: games of one level should differ.
        rng.shuffle(&mut moves);
        let legal = moves.len();
        keep_allowed(&mut moves, &self.allowed);
        self.values_single = moves.len() == 1 && legal > 1;
        let budget = effort.budget(self.strength.budget);
        let found = self.search(game, state, &moves, rng, budget, watch);
        found.map_or(moves[0], |found| found.mv)
    }

    fn prepare(&mut self, stop: &dyn Fn() -> bool) {
        // A player that errs begins every search with a new, small table.
        if self.strength.blunders.is_none() {
            self.table.prepare(stop);
        }
    }

    fn use_threads(&mut self, threads: usize) -> bool {
        self.threads = threads;
        // Small searches are not worth sharing.
        self.strength.blunders.is_none() || threads == 1
    }

    fn use_memory(&mut self, bytes: usize) -> bool {
        if self.strength.blunders.is_some() {
            return false;
        }
        self.table.fixed = Some(bytes.max(LEAST_BYTES));
        true
    }

    fn use_lines(&mut self, lines: usize) -> bool {
        self.lines = lines;
        true
    }

    fn choose_among(&mut self, moves: &[G::Move]) {
        self.allowed = moves.to_vec();
    }
}

/// Keeps a search with its table from move to move, as long as the size stays the same.
#[derive(Debug)]
struct FittedTable<M> {
    node_bytes: u64,
    most_bytes: usize,
    /// The size that was asked for, for any budget.
    fixed: Option<usize>,
    tuning: Tuning,
    /// With the size of its table.
    kept: Option<(usize, AlphaBeta<M>)>,
}

const LEAST_BYTES: usize = 1 << 14;

impl<M: Copy + Eq + Debug> FittedTable<M> {
    fn new(node_bytes: u64, most_bytes: usize, tuning: Tuning) -> FittedTable<M> {
        FittedTable { node_bytes, most_bytes: most_bytes.max(LEAST_BYTES), fixed: None, tuning, kept: None }
    }

    fn bytes(&self, budget: Budget) -> usize {
        let wanted = usize::try_from(budget.nodes.saturating_mul(self.node_bytes)).unwrap_or(usize::MAX);
        self.fixed.unwrap_or_else(|| wanted.clamp(LEAST_BYTES, self.most_bytes))
    }

    /// The search for a budget: the last one with what it remembers, if its size is right.
    fn for_budget(&mut self, budget: Budget) -> &mut AlphaBeta<M> {
        let (bytes, tuning) = (self.bytes(budget), self.tuning);
        if self.kept.as_ref().is_some_and(|(size, _)| *size != bytes) {
            self.kept = None;
        }
        &mut self.kept.get_or_insert_with(|| (bytes, AlphaBeta::new(bytes, tuning))).1
    }

    fn forget(&mut self) {
        self.kept = None;
    }

    /// Has the memory of an endless search before it is needed, or of the search whose results are kept.
    fn prepare(&mut self, stop: &dyn Fn() -> bool) {
        match &self.kept {
            Some((_, kept)) => kept.prepare(stop),
            None => self.for_budget(Budget::ENDLESS).prepare(stop),
        }
    }
}
