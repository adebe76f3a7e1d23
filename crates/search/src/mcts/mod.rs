//! Monte Carlo tree search for everything else: chance, any number of seats, simultaneous rounds. Values are one
//! number a seat (max-n); seats that choose at once each have a bandit of their own (decoupled UCT), because a
//! joint table of four seats' moves would never fill; chance outcomes are drawn as the game draws them and keep
//! a child each, as many as the visits justify.
//!
//! Nodes, bandits and edges lie in three arrays that are cleared, not freed, between searches.

mod evaluation;
mod tree;

pub use evaluation::{Evaluation, Playouts, Values, rewards};

use crate::Player;
use crate::budget::{Budget, Effort, Report, Score, Watch};
use breadboard_core::{Game, Seat, SplitMix};
use std::fmt;
use tree::Tree;

/// What may be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How much an untried or rarely tried move attracts.
    pub exploration: f32,
    /// How many visits the evaluation's opinion of a move is worth.
    pub prior_weight: f32,
    /// Whether a new node is valued by the evaluation's estimate where it has one, instead of by a playout.
    pub estimate: bool,
    /// A long list of moves opens `widening × visits^½` of them, best prior first; 0 opens all.
    pub widening: f32,
    /// A chance event keeps so many outcomes, times `visits^½`, and then draws among those; 0 keeps all.
    pub chance_widening: f32,
    /// The most nodes that are opened; then leaves are valued without listing their moves, which is what takes the room. New
    /// draws and joint choices are still counted, a few words each.
    pub most_nodes: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            exploration: 0.7,
            prior_weight: 4.0,
            estimate: false,
            widening: 0.0,
            chance_widening: 2.0,
            most_nodes: 2_000_000,
        }
    }
}

/// A player that samples.
pub struct Mcts<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    tuning: Tuning,
    budget: Budget,
    tree: Tree<G>,
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("tuning", &self.tuning)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Mcts<G> {
    /// A player with an evaluation; its budget counts playouts.
    #[must_use]
    pub fn new(evaluation: impl Evaluation<G> + 'static, tuning: Tuning, budget: Budget) -> Mcts<G> {
        Mcts { evaluation: Box::new(evaluation), tuning, budget, tree: Tree::new() }
    }
}

impl<G: Game> Player<G> for Mcts<G> {
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, G::Move>,
    ) -> G::Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        if let [only] = moves[..] {
            return only;
        }
        let playouts = match effort {
            // A level whose budget is scaled down still tries what it would try.
            Effort::Own(_) => {
                let each = self.budget.playouts().min(moves.len() as u64);
                effort.budget(self.budget).playouts().max(each)
            }
            Effort::Given(budget) => budget.playouts(),
        };
        self.tree.clear();
        let mut next_report = 1024;
        let mut done = 0;
        while done < playouts {
            self.tree.iterate(game, state, self.evaluation.as_ref(), &self.tuning, rng);
            done += 1;
            // Asked every time: a playout of a long game takes a millisecond.
            if (watch.stop)() {
                break;
            }
            if done == next_report {
                next_report *= 2;
                self.report(seat, done, watch);
            }
        }
        self.report(seat, done, watch);
        self.tree.best(seat).map_or_else(|| moves[0], |(mv, _)| mv)
    }
}

impl<G: Game> Mcts<G> {
    fn report(&self, seat: Seat, nodes: u64, watch: &Watch<'_, G::Move>) {
        if let Some((mv, share)) = self.tree.best(seat) {
            let depth = self.tree.depth();
            (watch.report)(&Report { depth, score: Score::Share(share.into()), nodes, line: vec![mv] });
        }
    }
}
