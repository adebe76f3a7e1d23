//! What alpha-beta asks of a game: a tree of its own nodes, not the contract's states. A game keeps hashes,
//! counters and bit boards in its nodes as it likes, and [`GameTree`](super::GameTree) makes a tree of any two-seat game
//! without chance.

use std::fmt::Debug;

/// A tree of positions in which two sides choose.
pub trait Tree {
    /// A position.
    type Node: Clone;
    /// A choice.
    type Move: Copy + Eq + Debug;

    /// A hash of the position, the side to move included.
    fn key(&self, node: &Self::Node) -> u64;
    /// How the game ended for the side to move, if it has ended.
    fn over(&self, node: &Self::Node) -> Option<Verdict>;
    /// The result, if it is certain without search. It must be true: proofs use it.
    fn proven(&self, node: &Self::Node) -> Option<Verdict> {
        self.over(node)
    }
    /// What a drawn end is worth to the side to move. A player that plays for a win gives it less to its own side; the value of
    /// one side must be the negative of the other's.
    fn draw(&self, node: &Self::Node) -> i32 {
        let _ = node;
        0
    }
    /// The static value of a position that is not over, for the side to move; between -[`PROVEN`](super::PROVEN) and
    /// [`PROVEN`](super::PROVEN).
    fn evaluate(&self, node: &Self::Node) -> i32;
    /// Appends the moves. Moves that lose at once may be left out if [`Pressure::Forced`] is returned; a position without
    /// moves is lost.
    fn moves(&self, node: &Self::Node, list: &mut Vec<Choice<Self::Move>>) -> Pressure;
    /// Appends the noisy moves, which are searched beyond the horizon: captures. `Forced` means that passing would lose; then
    /// the list must hold every move that does not lose at once.
    fn noisy(&self, node: &Self::Node, list: &mut Vec<Choice<Self::Move>>) -> Pressure {
        let _ = (node, list);
        Pressure::Free
    }
    /// The position after a move.
    fn make(&self, node: &Self::Node, mv: Self::Move) -> Self::Node;
    /// Whether the other side moves after that move.
    fn alternates(&self, before: &Self::Node, after: &Self::Node) -> bool {
        let _ = (before, after);
        true
    }
    /// The number by which the table stores a move: not 0, and if possible different for all moves of a position.
    fn code(&self, mv: Self::Move) -> u16;
    /// The key after the move of this code, where it is cheap to compute: the search prefetches the entry. A wrong answer
    /// only costs time.
    fn key_after(&self, node: &Self::Node, code: u16) -> Option<u64> {
        let _ = (node, code);
        None
    }
    /// How many slots the history table has.
    fn slots(&self) -> usize;
    /// The slot of a move, below [`Tree::slots`].
    fn slot(&self, node: &Self::Node, mv: Self::Move) -> usize;
}

/// A certain result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins in at most this many plies.
    Win(u32),
    /// The side to move loses, in this many plies if the other side plays well.
    Loss(u32),
    /// No side wins.
    Draw,
}

/// Whether the side to move must answer a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressure {
    /// It need not.
    Free,
    /// It must; the search extends.
    Forced,
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Larger is tried earlier.
    pub order: i32,
    /// Whether it is a quiet move, which may be reduced or pruned late in the list.
    pub quiet: bool,
}
