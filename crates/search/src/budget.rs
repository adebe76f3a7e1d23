//! How much a search may spend. Nodes and depth are numbers; time is a closure that says "stop", because no crate below
//! `lab` reads a clock. A deadline inside the budget would make searches unrepeatable.

use std::fmt;

/// The most a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions visited, or playouts.
    pub nodes: u64,
    /// Plies of a full-width search.
    pub depth: u32,
}

impl Budget {
    /// No limit: only the watch ends the search.
    pub const ENDLESS: Budget = Budget { nodes: u64::MAX, depth: u32::MAX };

    /// A number of nodes, at any depth.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes, depth: u32::MAX }
    }

    /// A number of plies, with any number of nodes.
    #[must_use]
    pub const fn depth(depth: u32) -> Budget {
        Budget { nodes: u64::MAX, depth }
    }

    /// The playouts of a sampling search, which has no depth: ten times the square of the plies.
    #[must_use]
    pub fn playouts(self) -> u64 {
        let by_depth = u64::from(self.depth).saturating_mul(self.depth.into()).saturating_mul(10);
        if self.depth == u32::MAX { self.nodes } else { self.nodes.min(by_depth) }
    }

    /// The same depth and `scale` times the nodes, at least one.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Budget {
        if self.nodes == u64::MAX {
            return self;
        }
        Budget { nodes: ((self.nodes as f64 * scale) as u64).max(1), ..self }
    }
}

/// How much a player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// The budget of its level, times this factor.
    Own(f64),
    /// This budget, for any level.
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

/// How the caller follows a search: when it must stop, and where its results are reported.
pub struct Watch<'a, M> {
    /// Called about every thousand nodes; once it returns true, the search returns what it has.
    pub stop: &'a dyn Fn() -> bool,
    /// Called with every better result.
    pub report: &'a dyn Fn(&Report<M>),
}

impl<M> Watch<'static, M> {
    /// No one watches: only the budget ends the search.
    pub const NONE: Watch<'static, M> = Watch { stop: &|| false, report: &|_| {} };
}

impl<M> fmt::Debug for Watch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// How a score relates to the value that the search would find at this depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Plies searched completely; in a sampling search the depth of the tree.
    pub depth: u32,
    /// The value of the position for the seat that chooses.
    pub score: Score,
    /// Whether the score is a bound: the search was stopped before it knew more.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// The expected play, best move first.
    pub line: Vec<M>,
    /// Which line this is, where several are reported: 1 is the best.
    pub rank: u32,
    /// The most plies that any line of the search had; 0 if that is not counted.
    pub deepest: u32,
    /// How full the memory of the search is, in thousandths, where its size is limited.
    pub fill: Option<u32>,
    /// The standard error of a sampled score, as a share of the point; no less than the true one.
    pub error: Option<f64>,
}

impl<M> Report<M> {
    /// The best line of a search that counts nothing else.
    #[must_use]
    pub const fn new(depth: u32, score: Score, nodes: u64, line: Vec<M>) -> Report<M> {
        let bound = Bound::Exact;
        Report { depth, score, bound, nodes, line, rank: 1, deepest: 0, fill: None, error: None }
    }
}

/// The standard error of a mean of values between 0 and 1: as large as that of wins and losses with this mean.
pub(crate) fn sampled_error(mean: f32, samples: u32) -> Option<f64> {
    let mean = f64::from(mean.clamp(0.0, 1.0));
    (samples > 0).then(|| (mean * (1.0 - mean) / f64::from(samples)).sqrt())
}

/// The value of a position for the seat that chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Points, in the unit of the game: often hundredths of a piece.
    Points(i32),
    /// Proven won, in at most this many plies.
    Win(u32),
    /// Proven lost, in this many plies if the rival plays well.
    Loss(u32),
    /// The expected share of the one point that a game is worth.
    Share(f64),
}
