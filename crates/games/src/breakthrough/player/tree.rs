//! The board as the search sees it: two bit boards, whose turn it is and the running sums of the evaluation. Moves are
//! generated together with their order.

use super::evaluate::Evaluation;
use super::race::Masks;
use crate::breakthrough::board::{Geometry, Word};
use crate::breakthrough::{Breakthrough, Kernels, Move, Side, State, Swap};
use breadboard_search::alphabeta::{Choice, Pressure, Rooted, Tree, Verdict};

/// A position in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<W, M> {
    pub(super) men: [W; 2],
    /// The running sums of the evaluation.
    sums: M,
    pub(super) side: Side,
    swap: Swap,
}

/// A game's tree: everything that depends on the size of the board only.
#[derive(Clone, Debug)]
pub(crate) struct BreakthroughTree<W, E> {
    pub(super) geometry: Geometry<W>,
    pub(super) masks: Masks<W>,
    evaluation: E,
}

/// Captures a row farther on are worth this much more to look at.
pub(super) const ROW_ORDER: i32 = 64;
/// What an unsupported step into a capture loses in the order.
const HANGING: i32 = 6000;
/// What the order gains by where a man arrives: where no man attacks it, where it is supported well enough, too little,
/// and not at all.
const KINDS: [i32; 4] = [ROW_ORDER, 0, -HANGING / 4, -HANGING];

impl<W: Word, E: Evaluation<W>> BreakthroughTree<W, E> {
    pub(crate) fn new(game: &Breakthrough<W>, evaluation: E) -> BreakthroughTree<W, E> {
        let geometry = game.geometry;
        BreakthroughTree { geometry, masks: Masks::new(&geometry), evaluation }
    }

    /// The node of a position.
    pub(crate) fn node(&self, state: &State<W>) -> Node<W, E::Sums> {
        Node { men: state.men, sums: self.evaluation.open(state.men), side: state.side, swap: state.swap }
    }

    /// The men of the side to move and of its rival.
    #[inline(always)]
    pub(super) fn sides(&self, node: &Node<W, E::Sums>) -> (W, W) {
        (node.men[node.side.index()], node.men[node.side.other().index()])
    }

    #[inline(always)]
    pub(super) fn targets(&self, side: Side, own: W, other: W) -> [W; 3] {
        match side {
            Side::White => self.geometry.targets::<true>(own, other),
            Side::Black => self.geometry.targets::<false>(own, other),
        }
    }

    /// The enemy that would win with its next move, if there is just one: it must be taken.
    #[inline(always)]
    fn menace(&self, node: &Node<W, E::Sums>, other: W) -> W {
        other & self.masks.rows[node.side.other().index()][1]
    }

    /// Appends the moves to `targets`, a set a direction.
    #[inline(always)]
    fn list(&self, node: &Node<W, E::Sums>, targets: [W; 3], list: &mut Vec<Choice<Move>>) {
        let (own, other) = self.sides(node);
        let side = node.side;
        let [left, right] = self.geometry.attacks(side.other(), other);
        let (attacked, twice) = (left | right, left & right);
        let [from_left, from_right] = self.geometry.attacks(side, own);
        let (once, both) = (from_left | from_right, from_left & from_right);
        let (places, prizes) = (&self.masks.places[side.index()], &self.masks.prizes[side.index()]);
        for direction in 0..3 {
            // A man that arrives diagonally no longer supports its square from there.
            let (supported, well) = if direction == 1 { (once, both) } else { (both, W::ZERO) };
            let (hanging, weak) = (attacked & !supported, twice & supported & !well);
            // The kind of a square in two bits: bit tests where branches would not be predicted.
            let (low, high) = (attacked & !weak, hanging | weak);
            let mut rest = targets[direction as usize];
            while rest != W::ZERO {
                let to = rest.lowest();
                rest = rest.rest();
                let arrival = W::bit(to);
                let from = match side {
                    Side::White => self.geometry.origin::<true>(to, direction),
                    Side::Black => self.geometry.origin::<false>(to, direction),
                };
                let [from, to] = [from as u8, to as u8];
                let kind = usize::from(low & arrival != W::ZERO) + 2 * usize::from(high & arrival != W::ZERO);
                let takes = other & arrival != W::ZERO;
                let prize = if takes { prizes[usize::from(to)] } else { 0 };
                let order = places[usize::from(to)] + KINDS[kind] + prize;
                list.push(Choice { mv: Move(u16::from_le_bytes([from, to])), order, quiet: !takes });
            }
        }
    }
}

#[inline(always)]
fn key<W: Word>(men: [W; 2], side: Side, swap: Swap) -> u64 {
    // Added between the two boards: mixed into a board, it would look like a man.
    let turn = ((side as u64) << 2 | swap as u64).wrapping_mul(0xA24B_AED4_963E_E407);
    men[1].hashed(men[0].hashed(0x9FB2_1C65_1E98_DF25).wrapping_add(turn))
}

/// The men after a step, and what is left of the swap.
#[inline(always)]
fn moved<W: Word>(mut men: [W; 2], side: Side, swap: Swap, mv: Move) -> ([W; 2], Swap) {
    let (own, other) = (side.index(), side.other().index());
    let [from, to] = mv.0.to_le_bytes();
    let arrival = W::bit(to.into());
    men[own] = men[own] ^ arrival ^ W::bit(from.into());
    men[other] = men[other] & !arrival;
    let swap = match swap {
        Swap::Coming => Swap::Offered,
        Swap::Offered => Swap::No,
        settled => settled,
    };
    (men, swap)
}

impl<W: Kernels, E: Evaluation<W>> Rooted<Breakthrough<W>> for BreakthroughTree<W, E> {
    fn set_root(&mut self, _: &Breakthrough<W>, state: &State<W>) -> Node<W, E::Sums> {
        self.node(state)
    }
}

impl<W: Word, E: Evaluation<W>> Tree for BreakthroughTree<W, E> {
    type Node = Node<W, E::Sums>;
    type Move = Move;

    #[inline(always)]
    fn key(&self, node: &Node<W, E::Sums>) -> u64 {
        key(node.men, node.side, node.swap)
    }

    #[inline(always)]
    fn key_after(&self, node: &Node<W, E::Sums>, code: u16) -> Option<u64> {
        if code == Move::SWAP.0 {
            return None;
        }
        let (men, swap) = moved(node.men, node.side, node.swap, Move(code));
        Some(key(men, node.side.other(), swap))
    }

    #[inline(always)]
    fn over(&self, node: &Node<W, E::Sums>) -> Option<Verdict> {
        let (own, other) = self.sides(node);
        let lost = other & self.geometry.goal[node.side.other().index()] != W::ZERO || own == W::ZERO;
        lost.then_some(Verdict::Loss(0))
    }

    #[inline(always)]
    fn proven(&self, node: &Node<W, E::Sums>) -> Option<Verdict> {
        let over = self.over(node);
        // While sides may still be changed, a race that is won may be won by the other.
        if over.is_some() || matches!(node.swap, Swap::Coming | Swap::Offered) {
            return over;
        }
        self.certain(node)
    }

    #[inline(always)]
    fn evaluate(&self, node: &Node<W, E::Sums>) -> i32 {
        self.evaluation.value(&self.geometry, node.men, &node.sums, node.side)
    }

    #[inline(always)]
    fn moves(&self, node: &Node<W, E::Sums>, list: &mut Vec<Choice<Move>>) -> Pressure {
        let (own, other) = self.sides(node);
        let menace = self.menace(node, other);
        let mut targets = self.targets(node.side, own, other);
        let free = menace == W::ZERO || own & self.masks.rows[node.side.index()][1] != W::ZERO;
        if !free {
            targets = [targets[0] & menace, W::ZERO, targets[2] & menace];
        }
        self.list(node, targets, list);
        if node.swap == Swap::Offered {
            list.push(Choice { mv: Move::SWAP, order: 0, quiet: false });
        }
        if free { Pressure::Free } else { Pressure::Forced }
    }

    #[inline(always)]
    fn noisy(&self, node: &Node<W, E::Sums>, list: &mut Vec<Choice<Move>>) -> Pressure {
        let (own, other) = self.sides(node);
        let menace = self.menace(node, other);
        // Changing sides answers every menace.
        let free = menace == W::ZERO
            || own & self.masks.rows[node.side.index()][1] != W::ZERO
            || node.swap == Swap::Offered;
        let victims = if free { other } else { menace };
        let [left, right] = self.geometry.attacks(node.side, own);
        if (left | right) & victims != W::ZERO {
            self.list(node, [left & victims, W::ZERO, right & victims], list);
        }
        if free { Pressure::Free } else { Pressure::Forced }
    }

    #[inline(always)]
    fn make(&self, node: &Node<W, E::Sums>, mv: Move) -> Node<W, E::Sums> {
        if mv == Move::SWAP {
            return Node { swap: Swap::Done, ..*node };
        }
        let mut next = *node;
        let [from, to] = mv.0.to_le_bytes();
        let takes = node.men[node.side.other().index()] & W::bit(to.into()) != W::ZERO;
        self.evaluation.step(&mut next.sums, node.side, from, to, takes);
        (next.men, next.swap) = moved(node.men, node.side, node.swap, mv);
        next.side = node.side.other();
        next
    }

    #[inline(always)]
    fn code(&self, mv: Move) -> u16 {
        mv.0
    }

    #[inline(always)]
    fn slots(&self) -> usize {
        2 * 3 * (self.geometry.columns * self.geometry.rows) as usize + 1
    }

    #[inline(always)]
    fn slot(&self, node: &Node<W, E::Sums>, mv: Move) -> usize {
        let half = self.slots() / 2;
        if mv == Move::SWAP {
            return 2 * half;
        }
        // Where it comes from and in which of three directions it goes, for each side.
        let [from, to] = mv.0.to_le_bytes().map(usize::from);
        let (first, steps) = match node.side {
            Side::White => (0, to.wrapping_sub(from)),
            Side::Black => (half, from.wrapping_sub(to)),
        };
        (first + from * 3 + 1).wrapping_add(steps).wrapping_sub(self.geometry.columns as usize)
    }
}
