//! Any two-seat game without chance as a tree, over the contract alone. A game that keeps hashes and bit boards in nodes of
//! its own searches several times as many of them a second; this is the way to a good player on the first day.

use super::searcher::Rooted;
use super::{Choice, PROVEN, Pressure, Tree, Verdict};
use crate::greedy::Evaluate;
use crate::mix::hash_of;
use breadboard_core::{Outcome, Seat, Turn};
use std::cell::RefCell;
use std::hash::Hash;

/// The tree of a game with two seats, no chance and no simultaneous rounds.
#[derive(Clone, Debug)]
pub struct GameTree<G: Evaluate> {
    game: G,
    unit: f64,
    /// Room for a list of moves, so that a node allocates nothing.
    moves: RefCell<Vec<G::Move>>,
}

const SLOTS: usize = 1 << 12;

impl<G: Evaluate> GameTree<G> {
    /// The tree of a game. `unit` is what 1.0 of the game's evaluation counts in the search, where an ordinary piece, or
    /// whatever decides a game when one side has one more of it, counts 100.
    #[must_use]
    pub fn new(game: &G, unit: f64) -> GameTree<G> {
        GameTree { game: game.clone(), unit, moves: RefCell::default() }
    }

    /// Who moves; `otherwise` where no seat does.
    fn mover(&self, state: &G::State, otherwise: Seat) -> Seat {
        match self.game.turn(state) {
            Turn::Act(seats) => seats.single().unwrap_or(otherwise),
            _ => otherwise,
        }
    }
}

impl<G: Evaluate> Rooted<G> for GameTree<G>
where
    G::State: Hash,
{
    fn set_root(&mut self, _: &G, state: &G::State) -> Self::Node {
        (state.clone(), self.mover(state, Seat::FIRST))
    }
}

impl<G: Evaluate> Tree for GameTree<G>
where
    G::State: Hash,
{
    /// The state and who looks at it: the seat that moves, or would.
    type Node = (G::State, Seat);
    type Move = G::Move;

    fn key(&self, node: &Self::Node) -> u64 {
        hash_of(node)
    }

    fn over(&self, (state, seat): &Self::Node) -> Option<Verdict> {
        match self.game.turn(state) {
            Turn::Over(Outcome::Win(winner)) if winner == *seat => Some(Verdict::Win(0)),
            Turn::Over(Outcome::Win(_)) => Some(Verdict::Loss(0)),
            // Chance ends the tree: this search cannot average.
            Turn::Over(_) | Turn::Chance => Some(Verdict::Draw),
            Turn::Act(seats) => seats.single().is_none().then_some(Verdict::Draw),
        }
    }

    fn evaluate(&self, (state, seat): &Self::Node) -> i32 {
        let bound = f64::from(PROVEN - 1);
        (self.unit * self.game.evaluate(state, *seat)).clamp(-bound, bound) as i32
    }

    fn moves(&self, (state, seat): &Self::Node, list: &mut Vec<Choice<G::Move>>) -> Pressure {
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        self.game.legal_moves(state, *seat, &mut moves);
        list.extend(moves.iter().map(|&mv| Choice { mv, order: 0, quiet: true }));
        Pressure::Free
    }

    fn make(&self, (state, seat): &Self::Node, mv: G::Move) -> Self::Node {
        let mut next = state.clone();
        self.game.apply(&mut next, *seat, mv);
        let mover = self.mover(&next, seat.other());
        (next, mover)
    }

    fn alternates(&self, before: &Self::Node, after: &Self::Node) -> bool {
        before.1 != after.1
    }

    fn code(&self, mv: G::Move) -> u16 {
        (hash_of(&mv) as u16).max(1)
    }

    fn slots(&self) -> usize {
        SLOTS
    }

    fn slot(&self, (_, seat): &Self::Node, mv: G::Move) -> usize {
        hash_of(&(*seat, mv)) as usize % SLOTS
    }
}
