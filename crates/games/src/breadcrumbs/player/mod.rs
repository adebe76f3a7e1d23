//! The Breadcrumbs player. Between two players, after the deal nothing is hidden and a turn has about four moves: alpha-beta
//! with a learned evaluation. More than two use a sampling search with the same kind of evaluation, each for
//! themselves. Random playouts, the default of all games, cannot tell a good turn from a bad one here.

mod evaluate;
mod features;
mod greedy;
mod levels;
mod ritual;
mod shares;
#[cfg(test)]
mod tests;
#[cfg(feature = "train")]
mod train;
mod tree;
mod weights;

use super::{Breadcrumbs, Move, Stage, State};
use breadboard_core::{Rng as _, Rules as _, Seat, SplitMix};
use breadboard_search::alphabeta::{self, Searcher, Tuning, score_of};
use breadboard_search::mcts::{self, Mcts};
use breadboard_search::{Budget, Effort, Player, Report, Score, Watch};
use evaluate::Evaluation;
use features::Features;
use levels::Strength;
use shares::ShareEvaluation;
use tree::PairTree;
use weights::{POINTS, WEIGHT_ONE, Weights};

/// A player of one game; between two players it remembers what it searched.
#[derive(Debug)]
struct Bot {
    evaluation: Evaluation,
    strength: Strength,
    /// Two players search; without it, more of them sample.
    search: Option<Searcher<PairTree>>,
    sampling: Option<Mcts<Breadcrumbs>>,
    lines: usize,
    /// The moves to choose among; all if empty.
    allowed: Vec<Move>,
}

/// The memory that a node needs in the table. With it the last level's budget gets the largest table, as an unlimited one does.
const NODE_BYTES: u64 = 24;
const MOST_BYTES: usize = 64 << 20;

/// Swings are larger than in Breakthrough, and late moves few.
const TUNING: Tuning =
    Tuning { futility: 120, futility_depth: 5, aspiration: 30, late: usize::MAX / 2, late_depth: 0 };

/// Shares of a win differ by little from move to move.
const SAMPLING: mcts::Tuning = mcts::Tuning {
    exploration: 0.25,
    prior_weight: 0.0,
    estimate: true,
    widening: 0.0,
    chance_widening: 0.0,
    most_nodes: 500_000,
};

impl Bot {
    fn new(game: &Breadcrumbs, weights: Weights, strength: Strength) -> Bot {
        let evaluation = Evaluation::new(Features::new(game.letters, game.options.end_chips), weights);
        let Strength { nodes, blunders, draw, .. } = strength;
        let search = (game.letters.len() == 2).then(|| {
            let strength = alphabeta::Strength { budget: nodes, blunders, most_bytes: MOST_BYTES };
            let tree = PairTree::new(game, evaluation.clone(), draw_points(draw));
            Searcher::new(tree, strength).tuned(TUNING).node_bytes(NODE_BYTES)
        });
        Bot { evaluation, strength, search, sampling: None, lines: 1, allowed: Vec::new() }
    }

    fn share_evaluation(&self, rng: &mut SplitMix) -> ShareEvaluation {
        let error = self.strength.blunders.map_or(0, |blunders| blunders.error as i32 * WEIGHT_ONE / POINTS);
        let seed = if error == 0 { 0 } else { rng.next_u64() };
        ShareEvaluation { evaluation: self.evaluation.clone(), error, seed, draw: self.strength.draw_for_all }
    }

    /// Names the number after which it may expect to choose earliest. Before the deal nothing tells one letter from another, so
    /// all numbers have the same value.
    fn name(
        &self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut waits = ritual::waits(game, state, seat);
        if waits.iter().any(|(name, _)| self.allowed.contains(name)) {
            waits.retain(|(name, _)| self.allowed.contains(name));
        }
        let names = ritual::names(&waits);
        let named = names[rng.below(names.len() as u32) as usize];
        waits.sort_by_key(|&(name, wait)| (wait, name != named));
        let even = Score::Share(1.0 / game.letters.len() as f64);
        self.tell(waits.into_iter().map(|(name, _)| (name, even)).collect(), 1, 5, watch)
    }

    /// Takes the letter that looks best before the first move.
    fn take(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        budget: Budget,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let moves = game.moves(state, seat);
        let begun = ritual::begun(game, state, seat, moves[0]);
        if let (Some(search), [first, _], &[mine, other]) = (&mut self.search, game.letters, &moves[..]) {
            // With two players the search goes deeper: what is good for one is bad for the other.
            let mover = begun.holders[first.index()];
            let steps = game.moves(&begun, mover);
            let quiet = Watch { stop: watch.stop, report: &|_| {} };
            // Its lines begin after the choice: one is enough.
            Player::<Breadcrumbs>::use_lines(search, 1);
            let found = search.search(game, &begun, &steps, rng, budget, &quiet);
            Player::<Breadcrumbs>::use_lines(search, self.lines);
            let Some(found) = found else { return mine };
            let (taken, left) =
                if (mover == seat) == (found.value >= 0) { (mine, other) } else { (other, mine) };
            let value = found.value.abs();
            let both = vec![(taken, score_of(value)), (left, score_of(-value))];
            return self.tell(both, found.depth, found.nodes, watch);
        }
        let shares = self.share_evaluation(rng).shares(game, &begun);
        let share = |mv: &Move| if let Move::Take(letter) = mv { shares[letter.index()] } else { 0.0 };
        // The last of equal ones comes first.
        let mut ranked: Vec<Move> = moves.iter().rev().copied().collect();
        ranked.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let scored = ranked.into_iter().map(|mv| (mv, Score::Share(share(&mv).into())));
        self.tell(scored.collect(), 1, moves.len() as u64, watch)
    }

    /// Reports choices of the ritual, the best first, and returns the best that it may choose.
    fn tell(&self, mut ranked: Vec<(Move, Score)>, depth: u32, nodes: u64, watch: &Watch<'_, Move>) -> Move {
        if ranked.iter().any(|(mv, _)| self.allowed.contains(mv)) {
            ranked.retain(|(mv, _)| self.allowed.contains(mv));
        }
        for (rank, &(mv, score)) in (1..).zip(ranked.iter().take(self.lines)) {
            (watch.report)(&Report { rank, ..Report::new(depth, score, nodes, vec![mv]) });
        }
        ranked[0].0
    }

    /// Samples for three players and more.
    fn sample(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let budget = Budget::nodes(self.strength.samples);
        if self.strength.blunders.is_some() {
            // Other mistakes in every turn.
            self.sampling = None;
        }
        let mut sampling =
            self.sampling.take().unwrap_or_else(|| Mcts::new(self.share_evaluation(rng), SAMPLING, budget));
        sampling.use_lines(self.lines);
        sampling.choose_among(&self.allowed);
        let mv = sampling.think(game, state, seat, rng, effort, watch);
        self.sampling = Some(sampling);
        mv
    }
}

impl Player<Breadcrumbs> for Bot {
    fn think(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        if let (Stage::Playing, Some(search)) = (state.stage, &mut self.search) {
            return search.think(game, state, seat, rng, effort, watch);
        }
        let mut moves = game.moves(state, seat);
        // Of moves with the same value the first is played: games of one level should differ.
        rng.shuffle(&mut moves);
        match state.stage {
            Stage::Naming => self.name(game, state, seat, rng, watch),
            Stage::Choosing if moves.len() > 1 => {
                let budget = effort.budget(self.strength.nodes);
                self.take(game, state, seat, rng, budget, watch)
            }
            Stage::Playing => self.sample(game, state, seat, rng, effort, watch),
            _ => moves[0],
        }
    }

    fn prepare(&mut self, stop: &dyn Fn() -> bool) {
        if let Some(search) = &mut self.search {
            Player::<Breadcrumbs>::prepare(search, stop);
        }
    }

    fn use_threads(&mut self, threads: usize) -> bool {
        match &mut self.search {
            Some(search) => Player::<Breadcrumbs>::use_threads(search, threads),
            None => threads == 1,
        }
    }

    fn use_lines(&mut self, lines: usize) -> bool {
        self.lines = lines;
        self.search.as_mut().is_none_or(|search| Player::<Breadcrumbs>::use_lines(search, lines))
    }

    fn choose_among(&mut self, moves: &[Move]) {
        self.allowed = moves.to_vec();
        if let Some(search) = &mut self.search {
            Player::<Breadcrumbs>::choose_among(search, moves);
        }
    }

    fn use_memory(&mut self, bytes: usize) -> bool {
        self.search.as_mut().is_some_and(|search| Player::<Breadcrumbs>::use_memory(search, bytes))
    }
}

/// What a draw is worth to a player who gives it this part of its share, in points of the search between two players.
fn draw_points(draw: f32) -> i32 {
    let share = (draw / 2.0).max(0.01);
    (POINTS as f32 * (share / (1.0 - share)).ln()).round() as i32
}

/// The logarithm of the share of the win that each seat seems to have; equal until every seat has its letter.
fn standing(game: &Breadcrumbs, state: &State) -> Vec<f64> {
    let mut values = vec![0.0; game.letters.len()];
    if matches!(state.stage, Stage::Undealt | Stage::Naming | Stage::Choosing) {
        return values;
    }
    let features = Features::new(game.letters, game.options.end_chips);
    let evaluation = Evaluation::new(features, Weights::learned(game.letters.len() as u8));
    let shares = ShareEvaluation { evaluation, error: 0, seed: 0, draw: 1.0 }.shares(game, state);
    for &letter in game.letters {
        values[state.holders[letter.index()].index()] = f64::from(shares[letter.index()].max(1e-6)).ln();
    }
    values
}

impl Breadcrumbs {
    fn rounds_left(&self, state: &State) -> u32 {
        u32::from(self.options.turn_cap.saturating_sub(state.round))
    }
}
