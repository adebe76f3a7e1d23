//! The Breakthrough player: alpha-beta on bit boards with races decided by proof. Sampling search, the usual
//! choice where no evaluation is known, plays this game much worse at equal time.

mod evaluate;
mod greedy;
mod levels;
mod race;
#[cfg(test)]
mod tests;
#[cfg(feature = "train")]
mod train;
mod tree;
mod weights;

pub(super) use evaluate::TableEvaluation;
pub(super) use weights::Net;

use super::{Breakthrough, Kernels};
use breadboard_search::alphabeta::{Searcher, Strength};
use evaluate::Evaluation;
use tree::BreakthroughTree;

/// The memory that a node needs in the table: an entry has 16 bytes, and more than half of all nodes are captures played
/// out at the horizon, which are not stored. With it the last level's budget gets the largest table, as an unlimited one does.
const NODE_BYTES: u64 = 12;

/// A player that searches with an evaluation.
pub(super) fn searcher<W: Kernels, E: Evaluation<W>>(
    game: &Breakthrough<W>,
    evaluation: E,
    strength: Strength,
) -> Searcher<BreakthroughTree<W, E>> {
    Searcher::new(BreakthroughTree::new(game, evaluation), strength).node_bytes(NODE_BYTES)
}
