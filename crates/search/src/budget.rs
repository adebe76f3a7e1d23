//! How much a search may spend. Nodes and depth are numbers; time is a closure that says "stop", because whoever
//! owns the clock sits above this crate. A deadline inside the budget would have made every search unrepeatable.

use std::fmt;

/// The most a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions looked at, or playouts made.
    pub nodes: u64,
    /// Plies of a full-width search.
    pub depth: u32,
}

impl Budget {
    /// Nothing but the watch ends it.
    pub const ENDLESS: Budget = Budget { nodes: u64::MAX, depth: u32::MAX };

    /// So many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes, depth: u32::MAX }
    }

    /// So many plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Budget {
        Budget { nodes: u64::MAX, depth }
    }

    /// The playouts of a sampling search, which knows no depth: ten for the square of the plies.
    #[must_use]
    pub fn playouts(self) -> u64 {
        let by_depth = u64::from(self.depth).saturating_mul(self.depth.into()).saturating_mul(10);
        if self.depth == u32::MAX { self.nodes } else { self.nodes.min(by_depth) }
    }

    /// The same depth with another share of the nodes; never less than one node.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Budget {
        if self.nodes == u64::MAX {
            return self;
        }
        Budget { nodes: ((self.nodes as f64 * scale) as u64).max(1), ..self }
    }
}

/// How hard a player is to think.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// As its level does, times this factor.
    Own(f64),
    /// As somebody asks, whatever its level.
    Given(Budget),
}

impl Effort {
    /// The budget for a player whose level has `own`.
    #[must_use]
    pub fn budget(self, own: Budget) -> Budget {
        match self {
            Effort::Own(scale) => own.scaled(scale),
            Effort::Given(budget) => budget,
        }
    }
}

/// Who watches a search: when it must stop, and who wants to hear of it.
pub struct Watch<'a, M> {
    /// Asked about every thousand nodes; once it says yes the search returns what it has.
    pub stop: &'a dyn Fn() -> bool,
    /// Called with every better insight.
    pub report: &'a dyn Fn(&Report<M>),
}

impl<M> Watch<'static, M> {
    /// Nobody: the budget alone ends the search.
    pub const NOBODY: Watch<'static, M> = Watch { stop: &|| false, report: &|_| {} };
}

impl<M> fmt::Debug for Watch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Plies searched in full; for sampling searches the depth of the best line.
    pub depth: u32,
    /// What the position is worth to whoever chooses.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// The expected play, best move first.
    pub line: Vec<M>,
}

/// What a position is worth to whoever chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// In hundredths of a man, or whatever the game counts in.
    Points(i32),
    /// Proven won, in at most this many plies.
    Win(u32),
    /// Proven lost, in at most this many plies if the rival finds it.
    Loss(u32),
    /// The expected share of the point that a game is worth.
    Share(f64),
}
