//! Mistakes as people make them: a weak player sees the same tree through a haze. It misjudges positions by a
//! little, and overlooks some moves, its rival's more than its own. A player that sometimes moves at random
//! would be as weak, and nobody would believe it.

use crate::alphabeta::{Choice, PROVEN, Pressure, Tree, Verdict};

/// How thick the haze is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Haze {
    /// The largest error of an evaluation.
    pub error: i32,
    /// Of 256 moves this many go unseen.
    pub overlooks: u8,
    /// Whether it knows what is certain without search, beyond the rules.
    pub expert: bool,
}

/// A tree seen through a haze. The same position looks the same all through one search.
#[derive(Debug)]
pub struct Hazy<'a, T> {
    /// The tree as it is.
    pub tree: &'a T,
    /// The haze.
    pub haze: Haze,
    /// What makes the mistakes of one search differ from another's.
    pub seed: u64,
}

impl<T: Tree> Hazy<'_, T> {
    fn noise(&self, key: u64, salt: u64) -> u64 {
        let mixed =
            (key ^ self.seed ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20
    }

    fn forget(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>, start: usize) {
        if self.haze.overlooks == 0 {
            return;
        }
        let key = self.tree.key(node);
        let mut kept = start;
        for index in start..list.len() {
            let choice = list[index];
            let unseen = self.noise(key, 1 + self.tree.slot(node, choice.mv) as u64) & 0xFF
                < u64::from(self.haze.overlooks);
            // Somebody always sees something.
            if !unseen || index + 1 == list.len() && kept == start {
                list[kept] = choice;
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}

impl<T: Tree> Tree for Hazy<'_, T> {
    type Node = T::Node;
    type Move = T::Move;

    fn key(&self, node: &T::Node) -> u64 {
        self.tree.key(node)
    }

    fn over(&self, node: &T::Node) -> Option<Verdict> {
        self.tree.over(node)
    }

    fn proven(&self, node: &T::Node) -> Option<Verdict> {
        if self.haze.expert { self.tree.proven(node) } else { self.tree.over(node) }
    }

    fn evaluate(&self, node: &T::Node) -> i32 {
        let span = 2 * self.haze.error as u64 + 1;
        // The sum of two uniform errors: small ones are commoner.
        let noise = self.noise(self.tree.key(node), 0);
        let error = (noise % span + (noise >> 22) % span) as i32 / 2 - self.haze.error;
        (self.tree.evaluate(node) + error).clamp(1 - PROVEN, PROVEN - 1)
    }

    fn moves(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>) -> Pressure {
        let start = list.len();
        let pressure = self.tree.moves(node, list);
        self.forget(node, list, start);
        pressure
    }

    fn noisy(&self, node: &T::Node, list: &mut Vec<Choice<T::Move>>) -> Pressure {
        let start = list.len();
        let pressure = self.tree.noisy(node, list);
        self.forget(node, list, start);
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
