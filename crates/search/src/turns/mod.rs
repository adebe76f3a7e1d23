//! A planner for games in which a turn is a sequence of moves. It searches whole turns: a beam search finds where the player's
//! turn can end; from the best ends it plays a few more turns, in which every seat plays the turn that looks best to it
//! and dice are drawn; the end with the best average is played. A tree of single moves would spend its depth within
//! one turn, and random playouts of such games are noise.
//!
//! Candidates share their dice: the n-th sample of each draws from the same stream, so that luck cancels out. A game that can look
//! at all its chances at once gives a forecast, and a player that is asked for one line takes it instead of samples.

mod beam;
mod evaluation;
#[cfg(test)]
mod tests;

pub use evaluation::Evaluation;

use crate::budget::{Budget, Effort, Report, Score, Watch, sampled_error};
use crate::{Blunders, Player, keep_allowed};
use beam::{Beam, Mistakes};
use breadboard_core::{Game, Rng as _, Seat, SplitMix, Turn};
use std::cell::Cell;
use std::fmt;
use std::hash::Hash;

/// How well turns are planned.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// Samples for a plan, all candidates together. With none it plays the end with the best evaluation.
    pub budget: Budget,
    /// Positions in a layer of the beam over the player's turn.
    pub width: usize,
    /// The same for every later turn.
    pub reply_width: usize,
    /// How many ends are sampled.
    pub candidates: usize,
    /// How many samples the evaluation of an end counts as.
    pub trust: u32,
    /// A sample ends after the turn has passed to another seat this many times.
    pub horizon: u32,
    /// The weight of exploration: with less of it, good candidates are sampled more often than others.
    pub exploration: f32,
    /// How it errs; `None` for a player that does not.
    pub blunders: Option<Blunders>,
}

/// A player that plans turns. It keeps its plan and follows it while the game goes as planned.
pub struct Planner<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    strength: Strength,
    own: Beam<G>,
    later: Beam<G>,
    candidates: Vec<Candidate>,
    /// What is left of the plan, the next move last.
    plan: Vec<(G::State, G::Move)>,
    /// The share of the point that the plan expects.
    expected: f32,
    lines: usize,
    /// Whether lines differ in where they end, and not only in their first moves.
    by_ends: bool,
    /// The moves to choose among; all if empty.
    allowed: Vec<G::Move>,
}

/// The least weight of exploration where ends are compared. A player needs only the best end, and samples
/// the next best a few times; a comparison of ends needs both values.
const COMPARING: f32 = 0.5;

/// A turn that is planned for all chances takes about the time of this many samples.
const FORESEEN: u64 = 2;

/// About how many such turns follow from one.
const FORESEEN_BRANCHES: u64 = 6;

impl<G: Game> fmt::Debug for Planner<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner").field("strength", &self.strength).finish_non_exhaustive()
    }
}

/// An end of the player's turn with the results of its samples.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    end: u32,
    sum: f32,
    /// The shares of the point that the values mean where the samples end: values may count more than the chance to win.
    shares: f32,
    /// Including those that the evaluation counts as.
    samples: u32,
}

impl Candidate {
    fn mean(self) -> f32 {
        self.sum / self.samples as f32
    }

    fn share(self) -> f32 {
        self.shares / self.samples as f32
    }
}

/// A watch that is not asked again once it has said stop.
struct Watched<'a, M> {
    watch: &'a Watch<'a, M>,
    stopped: Cell<bool>,
}

impl<M> Watched<'_, M> {
    fn stop(&self) -> bool {
        if !self.stopped.get() && (self.watch.stop)() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}

impl<G: Game> Planner<G>
where
    G::State: Hash,
{
    /// A player with this evaluation.
    #[must_use]
    pub fn new(evaluation: impl Evaluation<G> + 'static, strength: Strength) -> Planner<G> {
        let (own, later) = (Beam::new(), Beam::new());
        Planner {
            evaluation: Box::new(evaluation),
            strength,
            own,
            later,
            candidates: Vec::new(),
            plan: Vec::new(),
            expected: 0.0,
            lines: 1,
            by_ends: false,
            allowed: Vec::new(),
        }
    }

    /// The next move of the plan, while all goes as planned.
    fn follow_plan(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        watch: &Watch<'_, G::Move>,
    ) -> Option<G::Move> {
        let (expected, mv) = self.plan.pop()?;
        let asked_again = self.lines > 1 || !self.allowed.is_empty();
        if asked_again || expected != *state || game.check(state, seat, mv).is_err() {
            self.plan.clear();
            return None;
        }
        let rest = self.plan.iter().rev().map(|(_, mv)| *mv);
        let line: Vec<G::Move> = [mv].into_iter().chain(rest).collect();
        let score = Score::Share(self.expected.into());
        (watch.report)(&Report::new(line.len() as u32, score, 0, line));
        Some(mv)
    }

    /// Finds where the player's turn can end, and keeps the most promising ends; returns the positions looked at.
    fn find_candidates(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> u64 {
        let Strength { width, trust, candidates, blunders, .. } = self.strength;
        let mistakes = blunders.map(|blunders| Mistakes { blunders, seed });
        let nodes = self.own.run(game, self.evaluation.as_ref(), state, seat, width, mistakes, stop);
        self.own.begin_with(&self.allowed);
        self.own.keep(candidates);
        self.candidates.clear();
        let samples = trust.max(1);
        for &end in &self.own.ends {
            let step = &self.own.steps[end as usize];
            let share = self.share(game, &step.state, seat, step.value);
            let [sum, shares] = [step.value, share].map(|value| value * samples as f32);
            self.candidates.push(Candidate { end, sum, shares, samples });
        }
        nodes
    }

    /// Samples candidates of a plan, `most` times together, and reports; `nodes` were looked at before.
    #[allow(clippy::too_many_arguments)]
    fn sample_candidates(
        &mut self,
        game: &G,
        seat: Seat,
        seed: u64,
        most: u64,
        mut nodes: u64,
        watched: &Watched<'_, G::Move>,
    ) {
        let (mut done, mut next_report) = (0, 64);
        while done < most && !watched.stop() {
            let pick = self.pick(done);
            let Candidate { end, samples, .. } = self.candidates[pick];
            let from = self.own.steps[end as usize].state.clone();
            let mut dice = SplitMix::stream(seed, samples.into());
            let (value, share) = self.sample(game, from, seat, &mut dice, &mut nodes, &|| watched.stop());
            if watched.stopped.get() {
                break;
            }
            self.candidates[pick].sum += value;
            self.candidates[pick].shares += share;
            self.candidates[pick].samples += 1;
            done += 1;
            if done == next_report {
                next_report *= 2;
                self.report(self.strength.horizon, true, nodes, watched.watch);
            }
        }
        let ahead = if done > 0 { self.strength.horizon } else { 0 };
        self.report(ahead, done > 0, nodes, watched.watch);
    }

    /// Looks farther and farther ahead from as many candidates as the budget of `most` samples allows, and reports; `nodes` were
    /// looked at before. Returns whether the game has such a forecast.
    fn foresee_candidates(
        &mut self,
        game: &G,
        seat: Seat,
        most: u64,
        mut nodes: u64,
        watched: &Watched<'_, G::Move>,
    ) -> bool {
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        let (mut turns, mut cost, mut left) = (1, FORESEEN, most);
        loop {
            let count = order.len().min(usize::try_from(left / cost).unwrap_or(usize::MAX));
            // One candidate alone cannot be compared.
            if count < 2 || watched.stop() {
                break;
            }
            order.truncate(count);
            let mut found = Vec::with_capacity(count);
            for &at in &order {
                let from = &self.own.steps[self.candidates[at].end as usize].state;
                let stop = || watched.stop();
                let value = self.evaluation.foresee(game, from, seat, turns, &mut nodes, &stop);
                let Some(value) = value else { return false };
                found.push(value);
            }
            // What a stopped forecast says is not a value of that depth.
            if watched.stopped.get() {
                break;
            }
            for (&at, (value, share)) in order.iter().zip(found) {
                // It is chosen among those that were looked at farthest.
                let samples = self.strength.trust.max(1) + turns;
                let [sum, shares] = [value, share].map(|value| value * samples as f32);
                self.candidates[at] = Candidate { sum, shares, samples, ..self.candidates[at] };
            }
            let candidates = &self.candidates;
            order.sort_by(|&a, &b| candidates[b].mean().total_cmp(&candidates[a].mean()));
            self.report(turns, false, nodes, watched.watch);
            left -= cost * count as u64;
            turns += 1;
            cost = cost.saturating_mul(FORESEEN_BRANCHES).saturating_add(FORESEEN);
        }
        if turns == 1 {
            self.report(0, false, nodes, watched.watch);
        }
        true
    }

    /// Plays on from a position and returns the value for `seat` then, and the share that it means; counts the positions visited.
    fn sample(
        &mut self,
        game: &G,
        mut state: G::State,
        seat: Seat,
        rng: &mut SplitMix,
        nodes: &mut u64,
        stop: &dyn Fn() -> bool,
    ) -> (f32, f32) {
        let (mut last, mut changes) = (seat, 0);
        loop {
            let turn = game.turn(&state);
            let mover = self.evaluation.mover(&state);
            changes += u32::from(mover != last);
            last = mover;
            if changes >= self.strength.horizon {
                break;
            }
            match turn {
                Turn::Over(_) => break,
                Turn::Chance => match game.sample_chance(&state, rng) {
                    Some(chance) => game.apply_chance(&mut state, &chance),
                    None => break,
                },
                Turn::Act(seats) => {
                    let Some(mover) = seats.single() else { break };
                    if let Some(mv) = self.evaluation.quick_move(game, &state, mover) {
                        *nodes += 1;
                        game.apply(&mut state, mover, mv);
                        continue;
                    }
                    let (evaluation, width) = (self.evaluation.as_ref(), self.strength.reply_width);
                    *nodes += self.later.run(game, evaluation, &state, mover, width, None, stop);
                    let Some(end) = self.later.best() else { break };
                    state = self.later.steps[end as usize].state.clone();
                    // Within a turn the assumed outcome stands for a draw; that is good enough for a sample.
                }
            }
        }
        let value = self.evaluation.evaluate(game, &state, seat);
        (value, self.share(game, &state, seat, value))
    }

    /// The share of the point that a value means in the position that it was found for.
    fn share(&self, game: &G, state: &G::State, seat: Seat, value: f32) -> f32 {
        match game.turn(state) {
            Turn::Over(_) => value,
            _ => self.evaluation.share(game, state, seat, value),
        }
    }

    /// The candidate to sample next: the one with the highest upper bound.
    fn pick(&self, done: u64) -> usize {
        let log = ((done + 2) as f32).ln();
        let own = self.strength.exploration;
        let exploration = if self.by_ends { own.max(COMPARING) } else { own };
        let bound =
            |candidate: &Candidate| candidate.mean() + exploration * (log / candidate.samples as f32).sqrt();
        let (mut best, mut top) = (0, f32::NEG_INFINITY);
        for (index, candidate) in self.candidates.iter().enumerate() {
            let bound = bound(candidate);
            if bound > top {
                (best, top) = (index, bound);
            }
        }
        best
    }

    /// The candidate with the most samples; of equal ones the better.
    fn choice(&self) -> Option<Candidate> {
        self.candidates.iter().copied().reduce(|best, other| {
            if (other.samples, other.mean()) > (best.samples, best.mean()) { other } else { best }
        })
    }

    /// Reports lines that look `ahead` turns ahead; values of samples have an error.
    fn report(&self, ahead: u32, sampled: bool, nodes: u64, watch: &Watch<'_, G::Move>) {
        for (rank, candidate) in (1..).zip(self.ranked()) {
            let line = self.moves_to(candidate);
            let depth = line.len() as u32 + ahead;
            let score = Score::Share(candidate.share().into());
            let error = sampled_error(candidate.mean(), candidate.samples).filter(|_| sampled);
            (watch.report)(&Report { rank, error, ..Report::new(depth, score, nodes, line) });
        }
    }

    fn moves_to(&self, candidate: Candidate) -> Vec<G::Move> {
        self.own.line(candidate.end).into_iter().map(|(_, mv)| mv).collect()
    }

    /// The candidates to report, the best first: each begins with another move, or has another end.
    fn ranked(&self) -> Vec<Candidate> {
        let mut ranked: Vec<Candidate> = Vec::from_iter(self.choice());
        if self.lines > 1 {
            let mut rest = self.candidates.clone();
            if self.by_ends {
                rest.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            } else {
                rest.sort_by(|a, b| b.samples.cmp(&a.samples).then(b.mean().total_cmp(&a.mean())));
            }
            let first = |candidate: Candidate| self.moves_to(candidate).first().copied();
            let alike = |one: Candidate, other: Candidate| {
                if self.by_ends { one.end == other.end } else { first(one) == first(other) }
            };
            for candidate in rest {
                if ranked.len() < self.lines && ranked.iter().all(|other| !alike(*other, candidate)) {
                    ranked.push(candidate);
                }
            }
        }
        ranked
    }
}

impl<G: Game> Player<G> for Planner<G>
where
    G::State: Hash,
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
        // Always drawn, so that following a plan and making a new one use the same numbers afterwards.
        let seed = rng.next_u64();
        if let Some(mv) = self.follow_plan(game, state, seat, watch) {
            return mv;
        }
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        keep_allowed(&mut moves, &self.allowed);
        if let [only] = moves[..] {
            return only;
        }
        let watched = Watched { watch, stopped: Cell::new(false) };
        let nodes = self.find_candidates(game, state, seat, seed, &|| watched.stop());
        let own = self.strength.budget;
        let budget = match effort {
            Effort::Own(scale) => own.scaled(scale * self.evaluation.budget_share(game, state)),
            Effort::Given(budget) => budget,
        };
        let most = if own.nodes == 0 || self.candidates.len() < 2 { 0 } else { budget.playouts() };
        // Lines that are compared need the errors of their values, and only samples have them.
        let plain = self.lines == 1 && !self.by_ends;
        if !(plain && most > 0 && self.foresee_candidates(game, seat, most, nodes, &watched)) {
            self.sample_candidates(game, seat, seed, most, nodes, &watched);
        }
        let Some(best) = self.choice() else {
            // Stopped before any turn was planned to its end: it plays towards the best position so far, and then plans again.
            let way = self.own.promising(game, self.evaluation.as_ref(), seat).map(|at| self.own.line(at));
            let first = way.and_then(|way| way.first().map(|(_, mv)| *mv));
            return first.filter(|mv| moves.contains(mv)).unwrap_or(moves[0]);
        };
        self.expected = best.share();
        self.plan = self.own.line(best.end);
        self.plan.reverse();
        self.plan.pop().map_or(moves[0], |(_, mv)| mv)
    }

    fn use_lines(&mut self, lines: usize) -> bool {
        self.lines = lines;
        true
    }

    fn use_ends(&mut self, on: bool) -> bool {
        self.by_ends = on;
        true
    }

    fn choose_among(&mut self, moves: &[G::Move]) {
        self.allowed = moves.to_vec();
    }
}
