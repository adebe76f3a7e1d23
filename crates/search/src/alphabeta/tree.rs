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
    /// How the game ended for the side to move, if the rules say it has.
    fn over(&self, node: &Self::Node) -> Option<Verdict>;
    /// What is certain without search. It must be true: proofs rest on it.
    fn proven(&self, node: &Self::Node) -> Option<Verdict> {
        self.over(node)
    }
    /// How good an open position looks to the side to move; between -[`PROVEN`](super::PROVEN) and that.
    fn evaluate(&self, node: &Self::Node) -> i32;
    /// Appends the moves. Those that lose at once may be left out, if then [`Pressure::Forced`] is returned; a
    /// position without moves is lost.
    fn moves(&self, node: &Self::Node, list: &mut Vec<Choice<Self::Move>>) -> Pressure;
    /// Appends the moves that cannot be left hanging at the end of a line: captures. `Forced` means that doing
    /// nothing loses, and then the list must hold every move that does not lose at once.
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
    /// A number for a move by which the table remembers it: not 0, and no other move's in the same position if it can be
    /// helped.
    fn code(&self, mv: Self::Move) -> u16;
    /// The key after the move of this code, where that is cheap to tell: the search asks for the table's entry long before
    /// it looks at it. A wrong answer costs time, nothing else.
    fn key_after(&self, node: &Self::Node, code: u16) -> Option<u64> {
        let _ = (node, code);
        None
    }
    /// How many slots the history of good moves has.
    fn slots(&self) -> usize;
    /// The slot of a move, below [`Tree::slots`].
    fn slot(&self, node: &Self::Node, mv: Self::Move) -> usize;
}

/// A certain end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins in at most this many plies.
    Win(u32),
    /// The side to move loses, in this many plies if the other side plays on well.
    Loss(u32),
    /// Nobody wins.
    Draw,
}

/// Whether the side to move can do as it likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressure {
    /// It can.
    Free,
    /// It must answer a threat; the search looks deeper.
    Forced,
}

/// A move with what the game thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Larger is tried earlier.
    pub order: i32,
    /// Whether it is an ordinary move, which may be searched less deeply late in the list.
    pub quiet: bool,
}
