//! A searcher whose table fits its budget. A small search would wait for the memory of a large table, and with another size
//! the same budget would choose other moves.

use super::{AlphaBeta, Tuning};
use crate::budget::Budget;
use std::fmt::Debug;

/// Keeps a searcher from move to move, as long as its size stays the same.
#[derive(Debug)]
pub struct Fitted<M> {
    node_bytes: u64,
    most_bytes: usize,
    tuning: Tuning,
    /// With the size of its table.
    kept: Option<(usize, AlphaBeta<M>)>,
}

const LEAST_BYTES: usize = 1 << 14;

impl<M: Copy + Eq + Debug> Fitted<M> {
    /// Tables have so many bytes for each node of the budget, but no more than `most_bytes`.
    #[must_use]
    pub fn new(node_bytes: u64, most_bytes: usize, tuning: Tuning) -> Fitted<M> {
        Fitted { node_bytes, most_bytes: most_bytes.max(LEAST_BYTES), tuning, kept: None }
    }

    fn bytes(&self, budget: Budget) -> usize {
        let wanted = usize::try_from(budget.nodes.saturating_mul(self.node_bytes)).unwrap_or(usize::MAX);
        wanted.clamp(LEAST_BYTES, self.most_bytes)
    }

    /// The searcher for a budget: the last one with what it remembers, if its size is right.
    pub fn for_budget(&mut self, budget: Budget) -> &mut AlphaBeta<M> {
        let (bytes, tuning) = (self.bytes(budget), self.tuning);
        if self.kept.as_ref().is_some_and(|(size, _)| *size != bytes) {
            self.kept = None;
        }
        &mut self.kept.get_or_insert_with(|| (bytes, AlphaBeta::new(bytes, tuning))).1
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    /// Has the memory of an endless search before it is needed, unless there is something to remember.
    pub fn prepare(&mut self) {
        if self.kept.is_none() {
            self.for_budget(Budget::ENDLESS).prepare();
        }
    }
}
