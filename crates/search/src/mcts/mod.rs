//! Monte Carlo tree search for all other games: chance, any number of seats, simultaneous rounds. There is one value for
//! each seat (max-n). Seats that choose at once each have a bandit of their own (decoupled UCT), because a joint table of
//! four seats' moves would never fill. Chance outcomes are drawn as the game draws them; each has its own child, and their
//! number grows with the visits.
//!
//! Nodes, bandits and edges lie in three arrays that are cleared, not freed, between searches.

mod evaluation;
mod tree;

pub use evaluation::{Evaluation, Playouts, Values, rewards};

use crate::budget::{Budget, Effort, Report, Score, Watch, sampled_error};
use crate::{Player, keep_allowed};
use breadboard_core::{Game, Seat, SplitMix};
use std::fmt;
use tree::Tree;

/// The parameters of the search.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The weight of exploration: how much rarely tried moves are preferred.
    pub exploration: f32,
    /// How many visits the prior of a move counts as.
    pub prior_weight: f32,
    /// Whether a new node is valued by the evaluation's estimate where it has one, instead of by a playout.
    pub estimate: bool,
    /// Progressive widening: `widening × visits^½` moves are tried, best prior first; 0 tries all.
    pub widening: f32,
    /// The same for chance: `chance_widening × visits^½` outcomes are kept, then the search draws among those; 0 keeps all.
    pub chance_widening: f32,
    /// The most nodes with listed moves, which take most of the memory; beyond it leaves are only evaluated. New draws and joint
    /// choices are still stored, a few words each.
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

/// A player by Monte Carlo tree search.
pub struct Mcts<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    tuning: Tuning,
    budget: Budget,
    tree: Tree<G>,
    lines: usize,
    /// The moves to choose among; all if empty.
    allowed: Vec<G::Move>,
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
        Mcts {
            evaluation: Box::new(evaluation),
            tuning,
            budget,
            tree: Tree::new(),
            lines: 1,
            allowed: Vec::new(),
        }
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
        let mut moves = game.moves(state, seat);
        keep_allowed(&mut moves, &self.allowed);
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
        self.tree.restrict(seat, &self.allowed);
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
        self.tree.best(seat).unwrap_or(moves[0])
    }

    fn use_lines(&mut self, lines: usize) -> bool {
        self.lines = lines;
        true
    }

    fn choose_among(&mut self, moves: &[G::Move]) {
        self.allowed = moves.to_vec();
    }
}

impl<G: Game> Mcts<G> {
    fn report(&self, seat: Seat, nodes: u64, watch: &Watch<'_, G::Move>) {
        let (depth, fill) = (self.tree.depth(), Some(self.tree.fill(&self.tuning)));
        for (rank, (line, share, visits)) in (1..).zip(self.tree.lines(seat, self.lines)) {
            let score = Score::Share(share.into());
            let error = sampled_error(share, visits);
            let report = Report::new(depth, score, nodes, line);
            (watch.report)(&Report { rank, deepest: depth, fill, error, ..report });
        }
    }
}
