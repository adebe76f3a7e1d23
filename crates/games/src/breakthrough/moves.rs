//! A move is two bytes, the squares it leaves and reaches, and moves are written into the list from the bit sets
//! of their targets.

use super::Breakthrough;
use super::board::Word;
use breadboard_core::squares::Square;

/// A man's step, or the swap: the square it leaves in the low byte, the one it reaches in the high byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(super) u16);

impl Move {
    /// Exchanging colours (K4); no man stands still.
    pub const SWAP: Move = Move(u16::MAX);

    /// A man goes from one square to another.
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Move {
        Move(u16::from_le_bytes([from.number(), to.number()]))
    }

    /// The two squares; `None` for the swap.
    #[must_use]
    pub fn squares(self) -> Option<(Square, Square)> {
        let [from, to] = self.0.to_le_bytes();
        (self != Move::SWAP).then_some((Square::new(from), Square::new(to)))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.squares() {
            Some((from, to)) => write!(f, "Move({} to {})", from.number(), to.number()),
            None => f.write_str("Move(swap)"),
        }
    }
}

/// A square in both bytes of a move; looked up, because the compiler takes three instructions to compute it.
static BOTH: [u16; 256] = {
    let mut both = [0; 256];
    let mut square = 0;
    while square < 256 {
        both[square] = square as u16 * 257;
        square += 1;
    }
    both
};

/// More than a side can have: three steps for each of 32 men.
const MOST_STEPS: usize = 3 * 32 + 1;

impl<W: Word> Breakthrough<W> {
    /// Appends a move for each target.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn pushes<const UP: bool>(&self, targets: [W; 3], moves: &mut Vec<Move>) {
        moves.reserve(MOST_STEPS);
        let start = moves.len();
        let mut end = start;
        for direction in 0..3 {
            let mut left = targets[direction as usize];
            let back = self.geometry.back::<UP>(direction) as u16;
            while left != W::ZERO {
                // The square left is this one and `back`, and fits its byte, so nothing carries into the other.
                let step = Move(BOTH[left.lowest() as u8 as usize].wrapping_add(back));
                debug_assert!(end - start < MOST_STEPS);
                // SAFETY: a side has at most two home rows of men, K1, each with three steps at most, so fewer
                // than MOST_STEPS targets exist, and room for that many was reserved beyond `start`.
                // Checked pushes make list-pick-apply on 8×8 a quarter slower (docs/measurements.md).
                unsafe { moves.as_mut_ptr().add(end).write(step) };
                end += 1;
                left = left.rest();
            }
        }
        // SAFETY: the entries from `start` to `end` have just been written.
        unsafe { moves.set_len(end) };
    }
}
