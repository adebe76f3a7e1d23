//! The tree of a sampling search in flat arrays. States are not kept: an iteration walks down from the root with
//! one working copy, so a node is a few words in every game.

use super::{Evaluation, Tuning, Values};
use crate::keep_allowed;
use crate::mix::Mix;
use breadboard_core::{Game, MAX_SEATS, Rng, Seat, SeatSet, SplitMix, Turn};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

const NONE: u32 = u32::MAX;
/// What was tried less often than this is not shown as what is to be expected.
const LEAST_VISITS: u32 = 10;

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Not expanded yet.
    New,
    /// These seats choose; their bandits are consecutive from `first`.
    Act { first: u32, seats: SeatSet },
    /// Chance draws; the outcomes seen form a chain from `first`.
    Chance { first: u32, count: u32 },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    visits: u32,
}

/// One seat's choice at one node.
#[derive(Clone, Copy, Debug)]
struct Bandit {
    seat: Seat,
    first: u32,
    len: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edge<M> {
    mv: M,
    prior: f32,
    sum: f32,
    visits: u32,
    /// The node reached, where one seat chooses alone.
    child: u32,
}

impl<M> Edge<M> {
    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    /// The better of two choices is greater: the one that was tried more often.
    fn order(&self, other: &Edge<M>) -> Ordering {
        let (own, others) = ((self.visits, self.mean()), (other.visits, other.mean()));
        own.partial_cmp(&others).unwrap_or(Ordering::Equal)
    }
}

#[derive(Clone, Debug)]
struct Drawn<C> {
    chance: C,
    child: u32,
    next: u32,
    visits: u32,
}

pub(super) struct Tree<G: Game> {
    nodes: Vec<Node>,
    bandits: Vec<Bandit>,
    edges: Vec<Edge<G::Move>>,
    drawn: Vec<Drawn<G::Chance>>,
    joint: HashMap<(u32, u64), u32, BuildHasherDefault<Mix>>,
    moves: Vec<G::Move>,
    choices: Vec<(Seat, G::Move)>,
    /// The edges taken in this iteration, with the seat whose value they count.
    path: Vec<(u32, Seat)>,
    deepest: u32,
    /// The moves that a seat may choose at the root.
    allowed: Option<(Seat, Vec<G::Move>)>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new() -> Tree<G> {
        Tree {
            nodes: Vec::new(),
            bandits: Vec::new(),
            edges: Vec::new(),
            drawn: Vec::new(),
            joint: HashMap::default(),
            moves: Vec::new(),
            choices: Vec::new(),
            path: Vec::new(),
            deepest: 0,
            allowed: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.bandits.clear();
        self.edges.clear();
        self.drawn.clear();
        self.joint.clear();
        self.deepest = 0;
        self.new_node();
    }

    /// The depth of the tree.
    pub(super) fn depth(&self) -> u32 {
        self.deepest
    }

    fn new_node(&mut self) -> u32 {
        self.nodes.push(Node { kind: Kind::New, visits: 0 });
        (self.nodes.len() - 1) as u32
    }

    /// Lets a seat choose among these moves only at the root, until the tree is cleared; all if there are none.
    pub(super) fn restrict(&mut self, seat: Seat, allowed: &[G::Move]) {
        self.allowed = (!allowed.is_empty()).then(|| (seat, allowed.to_vec()));
    }

    /// How many of the nodes that it may have it has, in thousandths.
    pub(super) fn fill(&self, tuning: &Tuning) -> u32 {
        (self.nodes.len() * 1000 / tuning.most_nodes.max(1)).min(1000) as u32
    }

    /// The choices of `seat` at the root.
    fn choices_of(&self, seat: Seat) -> Option<&[Edge<G::Move>]> {
        let Kind::Act { first, seats } = self.nodes.first()?.kind else { return None };
        let bandits = &self.bandits[first as usize..first as usize + seats.len()];
        let bandit = bandits.iter().find(|bandit| bandit.seat == seat)?;
        Some(self.edges_of(*bandit))
    }

    /// The most visited move of `seat` at the root.
    pub(super) fn best(&self, seat: Seat) -> Option<G::Move> {
        self.ranked(seat, 1).first().map(|edge| edge.mv)
    }

    /// The most visited choices of `seat` at the root, at most `most`.
    fn ranked(&self, seat: Seat, most: usize) -> Vec<&Edge<G::Move>> {
        let mut ranked: Vec<&Edge<G::Move>> = self.choices_of(seat).unwrap_or_default().iter().collect();
        // Stable: the first of equal ones is the better.
        ranked.sort_by(|a, b| b.order(a));
        ranked.truncate(most);
        ranked
    }

    /// The lines that begin with the most visited moves of `seat` at the root, at most `most`, with the mean values and visits
    /// of these moves.
    pub(super) fn lines(&self, seat: Seat, most: usize) -> Vec<(Vec<G::Move>, f32, u32)> {
        let ranked = self.ranked(seat, most);
        ranked.into_iter().map(|edge| (self.line(edge), edge.mean(), edge.visits)).collect()
    }

    /// A choice and what is expected after it: the most visited choice of every node in which one seat chooses alone. The line
    /// ends where chance draws, where several seats choose at once, and where too little was tried.
    fn line(&self, first: &Edge<G::Move>) -> Vec<G::Move> {
        let (mut line, mut node) = (vec![first.mv], first.child);
        while let Some(edge) = self.expected(node) {
            line.push(edge.mv);
            node = edge.child;
        }
        line
    }

    fn expected(&self, node: u32) -> Option<&Edge<G::Move>> {
        let Kind::Act { first, seats } = self.nodes.get(node as usize)?.kind else { return None };
        seats.single()?;
        let edges = self.edges_of(self.bandits[first as usize]);
        // The first of equal ones, as at the root.
        let best = edges.iter().rev().max_by(|a, b| a.order(b));
        best.filter(|edge| edge.visits >= LEAST_VISITS)
    }

    fn edges_of(&self, bandit: Bandit) -> &[Edge<G::Move>] {
        &self.edges[bandit.first as usize..(bandit.first + bandit.len) as usize]
    }

    /// One iteration: walks down, adds a node, evaluates it, and updates the path.
    pub(super) fn iterate(
        &mut self,
        game: &G,
        root: &G::State,
        evaluation: &dyn Evaluation<G>,
        tuning: &Tuning,
        rng: &mut SplitMix,
    ) {
        let mut state = root.clone();
        let mut at = 0;
        let mut depth = 0;
        self.path.clear();
        let values = loop {
            self.nodes[at as usize].visits += 1;
            if let Kind::New = self.nodes[at as usize].kind {
                match game.turn(&state) {
                    Turn::Over(outcome) => break evaluation.reward(game, &state, outcome),
                    Turn::Chance => self.nodes[at as usize].kind = Kind::Chance { first: NONE, count: 0 },
                    Turn::Act(seats) => {
                        // A leaf is valued on its first visit and grows on its second.
                        let first_visit = self.nodes[at as usize].visits == 1 && at != 0;
                        if first_visit || self.nodes.len() >= tuning.most_nodes {
                            break self.value(game, &mut state, evaluation, tuning, rng);
                        }
                        self.open(game, &state, at, seats, evaluation);
                    }
                }
            }
            depth += 1;
            at = match self.nodes[at as usize].kind {
                Kind::New => break [0.0; MAX_SEATS],
                Kind::Chance { .. } => match self.draw(game, &mut state, at, tuning, rng) {
                    Some(next) => next,
                    None => break [0.0; MAX_SEATS],
                },
                Kind::Act { first, seats } => self.act(game, &mut state, at, first, seats, tuning, rng),
            };
        };
        self.deepest = self.deepest.max(depth);
        for &(edge, seat) in &self.path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += values[seat.index()];
        }
    }

    fn value(
        &mut self,
        game: &G,
        state: &mut G::State,
        evaluation: &dyn Evaluation<G>,
        tuning: &Tuning,
        rng: &mut SplitMix,
    ) -> Values {
        let estimate = if tuning.estimate { evaluation.estimate(game, state) } else { None };
        estimate.unwrap_or_else(|| evaluation.playout(game, state, rng))
    }

    /// Lists the moves of every acting seat.
    fn open(&mut self, game: &G, state: &G::State, at: u32, seats: SeatSet, evaluation: &dyn Evaluation<G>) {
        let first = self.bandits.len() as u32;
        for seat in seats.iter() {
            self.moves.clear();
            game.legal_moves(state, seat, &mut self.moves);
            if let (0, Some((restricted, allowed))) = (at, &self.allowed)
                && *restricted == seat
            {
                keep_allowed(&mut self.moves, allowed);
            }
            let start = self.edges.len();
            for &mv in &self.moves {
                let prior = evaluation.prior(game, state, seat, mv);
                self.edges.push(Edge { mv, prior, sum: 0.0, visits: 0, child: NONE });
            }
            // The widening search opens moves in this order.
            self.edges[start..].sort_by(|a, b| b.prior.total_cmp(&a.prior));
            self.bandits.push(Bandit { seat, first: start as u32, len: self.moves.len() as u32 });
        }
        self.nodes[at as usize].kind = Kind::Act { first, seats };
    }

    #[allow(clippy::too_many_arguments)]
    fn act(
        &mut self,
        game: &G,
        state: &mut G::State,
        at: u32,
        first: u32,
        seats: SeatSet,
        tuning: &Tuning,
        rng: &mut SplitMix,
    ) -> u32 {
        self.choices.clear();
        let (mut joint, mut last) = (0u64, 0);
        for index in 0..seats.len() as u32 {
            let bandit = self.bandits[(first + index) as usize];
            let pick = self.pick(bandit, tuning, rng);
            self.path.push((pick, bandit.seat));
            self.choices.push((bandit.seat, self.edges[pick as usize].mv));
            joint = joint * u64::from(bandit.len) + u64::from(pick - bandit.first);
            last = pick;
        }
        if let [(seat, mv)] = self.choices[..] {
            game.apply(state, seat, mv);
            let known = self.edges[last as usize].child;
            if known != NONE {
                return known;
            }
            let child = self.new_node();
            self.edges[last as usize].child = child;
            return child;
        }
        game.apply_round(state, &self.choices);
        if let Some(&known) = self.joint.get(&(at, joint)) {
            return known;
        }
        let child = self.new_node();
        self.joint.insert((at, joint), child);
        child
    }

    /// UCB1 with the prior as virtual visits; moves without either come first, in random order.
    fn pick(&self, bandit: Bandit, tuning: &Tuning, rng: &mut SplitMix) -> u32 {
        let edges = self.edges_of(bandit);
        let total: u32 = edges.iter().map(|edge| edge.visits).sum();
        let open = if tuning.widening > 0.0 {
            ((tuning.widening * (total as f32 + 1.0).sqrt()).ceil() as usize).clamp(1, edges.len())
        } else {
            edges.len()
        };
        let log = ((total + 1) as f32).ln();
        let (mut best, mut top, mut ties) = (0, f32::NEG_INFINITY, 0);
        for (index, edge) in edges[..open].iter().enumerate() {
            let visits = edge.visits as f32;
            let weight = if edge.prior > 0.0 { tuning.prior_weight } else { 0.0 };
            let value = if visits + weight == 0.0 {
                f32::MAX
            } else {
                let mean = (edge.sum + weight * edge.prior) / (visits + weight);
                mean + tuning.exploration * (log / (visits + 1.0)).sqrt()
            };
            if value > top {
                (best, top, ties) = (index, value, 1);
            } else if value == top {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = index;
                }
            }
        }
        bandit.first + best as u32
    }

    /// Draws the pending chance event; with widening, draws again among those seen once there are enough.
    fn draw(
        &mut self,
        game: &G,
        state: &mut G::State,
        at: u32,
        tuning: &Tuning,
        rng: &mut SplitMix,
    ) -> Option<u32> {
        let Kind::Chance { first, count } = self.nodes[at as usize].kind else { return None };
        let visits = self.nodes[at as usize].visits;
        let most = tuning.chance_widening * (visits as f32).sqrt();
        if tuning.chance_widening > 0.0 && count > 0 && count as f32 >= most {
            // In proportion to how often each was drawn, which tends to the true weights.
            let total: u32 = self.chain(first).map(|index| self.drawn[index].visits).sum();
            let mut left = rng.below(total.max(1));
            let seen = self.chain(first).find(|&index| {
                let here = left < self.drawn[index].visits;
                left = left.wrapping_sub(self.drawn[index].visits);
                here
            })?;
            game.apply_chance(state, &self.drawn[seen].chance);
            return Some(self.drawn[seen].child);
        }
        let chance = game.sample_chance(state, rng)?;
        game.apply_chance(state, &chance);
        let known = self.chain(first).find(|&index| self.drawn[index].chance == chance);
        if let Some(index) = known {
            self.drawn[index].visits += 1;
            return Some(self.drawn[index].child);
        }
        let child = self.new_node();
        self.drawn.push(Drawn { chance, child, next: first, visits: 1 });
        let first = (self.drawn.len() - 1) as u32;
        self.nodes[at as usize].kind = Kind::Chance { first, count: count + 1 };
        Some(child)
    }

    fn chain(&self, first: u32) -> impl Iterator<Item = usize> {
        let mut at = first;
        std::iter::from_fn(move || {
            let here = (at != NONE).then_some(at as usize)?;
            at = self.drawn[here].next;
            Some(here)
        })
    }
}
