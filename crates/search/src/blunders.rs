//! Mistakes as people make them: a weak player misjudges positions by a little and overlooks some moves, its rival's as
//! well as its own. A player that sometimes moves at random would be as weak, but would not look like a person's play.

use crate::alphabeta::{Choice, PROVEN, Pressure, Tree, Verdict};

/// How a weak player errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blunders {
    /// The largest error of an evaluation, in the evaluation's own unit.
    pub error: f32,
    /// Of 256 moves this many are overlooked.
    pub overlooks: u8,
    /// Whether it also misses what is certain without search ([`Tree::proven`]).
    pub misses_proofs: bool,
}

impl Blunders {
    /// Errors of this size, and this many of 256 moves overlooked; nothing that is certain is missed.
    #[must_use]
    pub const fn new(error: f32, overlooks: u8) -> Blunders {
        Blunders { error, overlooks, misses_proofs: false }
    }
}

/// A tree as a weak player sees it. The same position looks the same all through one search.
#[derive(Debug)]
pub(crate) struct BlunderingTree<'a, T> {
    /// The tree as it is.
    pub(crate) tree: &'a T,
    pub(crate) blunders: Blunders,
    /// What makes the mistakes of one search differ from another's.
    pub(crate) seed: u64,
}

impl<T: Tree> BlunderingTree<'_, T> {
    fn noise(&self, key: u64, salt: u64) -> u64 {
        let mixed =
            (key ^ self.seed ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20
    }

    /// Strikes the overlooked moves from the end of the list that begins at `start`.
    fn overlook(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>, start: usize) {
        if self.blunders.overlooks == 0 {
            return;
        }
        let key = self.tree.key(node);
        let mut kept = start;
        for index in start..list.len() {
            let choice = list[index];
            let noise = self.noise(key, 1 + self.tree.slot(node, choice.mv) as u64);
            let overlooked = noise & 0xFF < u64::from(self.blunders.overlooks);
            // Keep at least one move.
            if !overlooked || index + 1 == list.len() && kept == start {
                list[kept] = choice;
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}

impl<T: Tree> Tree for BlunderingTree<'_, T> {
    type Node = T::Node;
    type Move = T::Move;

    fn key(&self, node: &T::Node) -> u64 {
        self.tree.key(node)
    }

    fn over(&self, node: &T::Node) -> Option<Verdict> {
        self.tree.over(node)
    }

    fn proven(&self, node: &T::Node) -> Option<Verdict> {
        if self.blunders.misses_proofs { self.tree.over(node) } else { self.tree.proven(node) }
    }

    fn draw(&self, node: &T::Node) -> i32 {
        self.tree.draw(node)
    }

    fn evaluate(&self, node: &T::Node) -> i32 {
        let largest = self.blunders.error as i32;
        let span = 2 * largest as u64 + 1;
        // The sum of two uniform errors: small ones are more frequent.
        let noise = self.noise(self.tree.key(node), 0);
        let error = (noise % span + (noise >> 22) % span) as i32 / 2 - largest;
        (self.tree.evaluate(node) + error).clamp(1 - PROVEN, PROVEN - 1)
    }

    fn moves(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>) -> Pressure {
        let start = list.len();
        let pressure = self.tree.moves(node, list);
        self.overlook(node, list, start);
        pressure
    }

    fn noisy(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>) -> Pressure {
        let start = list.len();
        let pressure = self.tree.noisy(node, list);
        self.overlook(node, list, start);
        pressure
    }

    fn make(&self, node: &T::Node, mv: T::Move) -> T::Node {
        self.tree.make(node, mv)
    }

    fn alternates(&self, before: &T::Node, after: &T::Node) -> bool {
        self.tree.alternates(before, after)
    }

    fn code(&self, mv: T::Move) -> u16 {
        self.tree.code(mv)
    }

    fn key_after(&self, node: &T::Node, code: u16) -> Option<u64> {
        self.tree.key_after(node, code)
    }

    fn slots(&self) -> usize {
        self.tree.slots()
    }

    fn slot(&self, node: &T::Node, mv: T::Move) -> usize {
        self.tree.slot(node, mv)
    }
}
