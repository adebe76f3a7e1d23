//! Beam search over one turn: where a seat can be when chance or another seat is next. Sequences of moves that lead to the
//! same position count once, so a turn of ten moves has hundreds of ends and not millions.

use super::Evaluation;
use crate::blunders::Blunders;
use crate::mix::{Mix, hash_of};
use breadboard_core::{Game, Seat, Turn};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash};

const NONE: u32 = u32::MAX;

/// One position on the way, or at the end of it.
#[derive(Clone, Debug)]
pub(super) struct Step<G: Game> {
    pub(super) state: G::State,
    /// The move that led here; the first position has none.
    pub(super) mv: Option<G::Move>,
    parent: u32,
    /// Not a number until it is asked for: in the middle of a turn only a layer that is too wide needs values.
    pub(super) value: f32,
    pub(super) key: u64,
}

/// The blunders of one plan. The same position looks the same all through it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mistakes {
    pub(super) blunders: Blunders,
    pub(super) seed: u64,
}

impl Mistakes {
    fn noise(self, key: u64, salt: u64) -> u64 {
        hash_of(&[key ^ self.seed, salt])
    }

    /// The error of one position's value: the sum of two uniform ones, so that small errors are more frequent.
    fn error(self, key: u64) -> f32 {
        let noise = self.noise(key, 0);
        let part = |bits: u64| (bits & 0xFFFF) as f32 / 65535.0;
        self.blunders.error * (part(noise) + part(noise >> 16) - 1.0)
    }

    fn overlooks(self, key: u64, index: usize) -> bool {
        let overlooks = self.blunders.overlooks;
        overlooks > 0 && self.noise(key, 1 + index as u64) & 0xFF < u64::from(overlooks)
    }
}

/// The memory of a beam search, reused from search to search.
pub(super) struct Beam<G: Game> {
    pub(super) steps: Vec<Step<G>>,
    front: Vec<u32>,
    next: Vec<u32>,
    /// The ends found, in no order.
    pub(super) ends: Vec<u32>,
    seen: HashSet<u64, BuildHasherDefault<Mix>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Beam<G>
where
    G::State: Hash,
{
    pub(super) fn new() -> Beam<G> {
        Beam {
            steps: Vec::new(),
            front: Vec::new(),
            next: Vec::new(),
            ends: Vec::new(),
            seen: HashSet::default(),
            moves: Vec::new(),
        }
    }

    /// Finds ends of the turn of `seat`, which acts alone in `root`, with `width` positions in a layer; returns how many
    /// positions were visited. When it is stopped, it keeps the ends found so far.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn run(
        &mut self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
        root: &G::State,
        seat: Seat,
        width: usize,
        mistakes: Option<Mistakes>,
        stop: &dyn Fn() -> bool,
    ) -> u64 {
        self.steps.clear();
        self.front.clear();
        self.ends.clear();
        self.seen.clear();
        let key = hash_of(root);
        self.steps.push(Step { state: root.clone(), mv: None, parent: NONE, value: 0.0, key });
        self.front.push(0);
        let mut nodes = 0;
        while !self.front.is_empty() {
            self.next.clear();
            for at in 0..self.front.len() {
                let from = self.front[at];
                let before = nodes;
                nodes += self.expand(game, evaluation, from, seat, mistakes);
                if before >> 10 != nodes >> 10 && stop() {
                    return nodes;
                }
            }
            if self.next.len() > width {
                for at in 0..self.next.len() {
                    self.judge(game, evaluation, self.next[at], seat, mistakes);
                }
                let steps = &self.steps;
                self.next.select_nth_unstable_by(width, |&a, &b| {
                    steps[b as usize].value.total_cmp(&steps[a as usize].value).then(a.cmp(&b))
                });
                self.next.truncate(width);
            }
            std::mem::swap(&mut self.front, &mut self.next);
        }
        nodes
    }

    fn expand(
        &mut self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
        from: u32,
        seat: Seat,
        mistakes: Option<Mistakes>,
    ) -> u64 {
        let (state, key) = (self.steps[from as usize].state.clone(), self.steps[from as usize].key);
        self.moves.clear();
        game.legal_moves(&state, seat, &mut self.moves);
        if self.moves.len() > 1 {
            evaluation.prune(game, &state, seat, &mut self.moves);
        }
        let count = self.moves.len();
        for index in 0..count {
            // Keep at least one move: the last is never overlooked.
            if index + 1 < count && mistakes.is_some_and(|mistakes| mistakes.overlooks(key, index)) {
                continue;
            }
            let mv = self.moves[index];
            let mut next = state.clone();
            game.apply(&mut next, seat, mv);
            let goes_on = loop {
                match game.turn(&next) {
                    Turn::Act(seats) => break seats.single() == Some(seat),
                    Turn::Over(_) => break false,
                    Turn::Chance => match evaluation.assumed_chance(game, &next) {
                        Some(chance) => game.apply_chance(&mut next, &chance),
                        None => break false,
                    },
                }
            };
            let key = hash_of(&next);
            if !self.seen.insert(key) {
                continue;
            }
            let mut value = f32::NAN;
            if !goes_on {
                let error = mistakes.map_or(0.0, |mistakes| mistakes.error(key));
                value = evaluation.evaluate(game, &next, seat) + error;
            }
            let at = self.steps.len() as u32;
            self.steps.push(Step { state: next, mv: Some(mv), parent: from, value, key });
            if goes_on {
                self.next.push(at);
            } else {
                self.ends.push(at);
            }
        }
        count as u64
    }

    /// Gives a position in the middle of the turn its value.
    fn judge(
        &mut self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
        at: u32,
        seat: Seat,
        mistakes: Option<Mistakes>,
    ) {
        let step = &mut self.steps[at as usize];
        if step.value.is_nan() {
            let error = mistakes.map_or(0.0, |mistakes| mistakes.error(step.key));
            step.value = evaluation.evaluate_mid_turn(game, &step.state, seat) + error;
        }
    }

    /// The best end; `None` if there is none.
    pub(super) fn best(&self) -> Option<u32> {
        let value = |end: u32| self.steps[end as usize].value;
        self.ends.iter().copied().reduce(|best, end| if value(end) > value(best) { end } else { best })
    }

    /// The best position found by a search that has found no end; `None` if none was visited.
    pub(super) fn promising(&mut self, game: &G, evaluation: &dyn Evaluation<G>, seat: Seat) -> Option<u32> {
        for at in 1..self.steps.len() as u32 {
            self.judge(game, evaluation, at, seat, None);
        }
        let value = |at: u32| self.steps[at as usize].value;
        (1..self.steps.len() as u32).reduce(|best, at| if value(at) > value(best) { at } else { best })
    }

    /// Drops the ends that are not reached by one of these first moves; an empty list means all.
    pub(super) fn begin_with(&mut self, allowed: &[G::Move]) {
        if !allowed.is_empty() {
            let mut ends = std::mem::take(&mut self.ends);
            ends.retain(|&end| self.line(end).first().is_some_and(|(_, mv)| allowed.contains(mv)));
            self.ends = ends;
        }
    }

    /// Sorts the ends, the best first, and keeps at most `most`.
    pub(super) fn keep(&mut self, most: usize) {
        let steps = &self.steps;
        self.ends.sort_unstable_by(|&a, &b| {
            steps[b as usize].value.total_cmp(&steps[a as usize].value).then(a.cmp(&b))
        });
        self.ends.truncate(most.max(1));
    }

    /// The positions on the way to an end, each with the move made in it.
    pub(super) fn line(&self, end: u32) -> Vec<(G::State, G::Move)> {
        let mut line = Vec::new();
        let mut at = end;
        while let Some(step) = self.steps.get(at as usize)
            && let (Some(mv), Some(before)) = (step.mv, self.steps.get(step.parent as usize))
        {
            line.push((before.state.clone(), mv));
            at = step.parent;
        }
        line.reverse();
        line
    }
}
