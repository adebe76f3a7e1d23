//! Boards are bit sets, row by row from a1, with no padding: any board up to 64 squares is one machine word
//! and the larger ones two or four. A padded layout would need no file masks, but 8×8 would not fit one word.

use super::Side;
use breadboard_core::squares::{Grid, Square};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of squares.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many squares it can hold.
    const BITS: u32;
    /// No square.
    const ZERO: Self;
    /// Just this square.
    fn bit(index: u32) -> Self;
    /// How many squares.
    fn count(self) -> u32;
    /// The lowest square's index; meaningless when empty.
    fn lowest(self) -> u32;
    /// The highest square's index; meaningless when empty.
    fn highest(self) -> u32;
    /// A hash of the set that begins from `seed`.
    fn hashed(self, seed: u64) -> u64;
    /// All but the lowest.
    fn rest(self) -> Self;
    /// The index of the square with `n` others below it; there are more than `n`.
    fn nth(self, n: u32) -> u32;
}

impl Word for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;

    #[inline(always)]
    fn bit(index: u32) -> u64 {
        1 << index
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn highest(self) -> u32 {
        63u32.wrapping_sub(self.leading_zeros())
    }

    #[inline(always)]
    fn hashed(self, seed: u64) -> u64 {
        // The two halves of the product folded: all bits of the set reach all bits of the hash.
        let product = u128::from(self ^ seed) * 0x9E37_79B9_7F4A_7C15;
        ((product as u64) ^ (product >> 64) as u64).wrapping_add(0xF39C_C060_5CED_C835)
    }

    #[inline(always)]
    fn rest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn nth(self, n: u32) -> u32 {
        super::select::nth(self, super::select::prefix(self), n)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;

    #[inline]
    fn bit(index: u32) -> u128 {
        1 << index
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn highest(self) -> u32 {
        127u32.wrapping_sub(self.leading_zeros())
    }

    #[inline]
    fn hashed(self, seed: u64) -> u64 {
        ((self >> 64) as u64).hashed((self as u64).hashed(seed))
    }

    #[inline]
    fn rest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn nth(self, n: u32) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        let below = low.count_ones();
        if n < below { low.nth(n) } else { 64 + high.nth(n - below) }
    }
}

/// 256 bits, for boards up to 16×16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct U256 {
    low: u128,
    high: u128,
}

impl BitAnd for U256 {
    type Output = U256;
    #[inline]
    fn bitand(self, o: U256) -> U256 {
        U256 { low: self.low & o.low, high: self.high & o.high }
    }
}

impl BitOr for U256 {
    type Output = U256;
    #[inline]
    fn bitor(self, o: U256) -> U256 {
        U256 { low: self.low | o.low, high: self.high | o.high }
    }
}

impl BitXor for U256 {
    type Output = U256;
    #[inline]
    fn bitxor(self, o: U256) -> U256 {
        U256 { low: self.low ^ o.low, high: self.high ^ o.high }
    }
}

impl Not for U256 {
    type Output = U256;
    #[inline]
    fn not(self) -> U256 {
        U256 { low: !self.low, high: !self.high }
    }
}

impl Shl<u32> for U256 {
    type Output = U256;
    #[inline]
    fn shl(self, by: u32) -> U256 {
        match by {
            0 => self,
            1..=127 => U256 { low: self.low << by, high: self.high << by | self.low >> (128 - by) },
            _ => U256 { low: 0, high: self.low << (by - 128) },
        }
    }
}

impl Shr<u32> for U256 {
    type Output = U256;
    #[inline]
    fn shr(self, by: u32) -> U256 {
        match by {
            0 => self,
            1..=127 => U256 { low: self.low >> by | self.high << (128 - by), high: self.high >> by },
            _ => U256 { low: self.high >> (by - 128), high: 0 },
        }
    }
}

impl Word for U256 {
    const BITS: u32 = 256;
    const ZERO: U256 = U256 { low: 0, high: 0 };

    #[inline]
    fn bit(index: u32) -> U256 {
        if index < 128 {
            U256 { low: 1 << index, high: 0 }
        } else {
            U256 { low: 0, high: 1 << (index - 128) }
        }
    }

    #[inline]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        if self.low != 0 { self.low.trailing_zeros() } else { 128 + self.high.trailing_zeros() }
    }

    #[inline]
    fn highest(self) -> u32 {
        if self.high != 0 { 128 + self.high.highest() } else { self.low.highest() }
    }

    #[inline]
    fn hashed(self, seed: u64) -> u64 {
        self.high.hashed(self.low.hashed(seed))
    }

    #[inline]
    fn rest(self) -> U256 {
        if self.low != 0 {
            U256 { low: self.low.rest(), high: self.high }
        } else {
            U256 { low: 0, high: self.high.rest() }
        }
    }

    #[inline]
    fn nth(self, n: u32) -> u32 {
        let below = self.low.count_ones();
        if n < below { self.low.nth(n) } else { 128 + self.high.nth(n - below) }
    }
}

/// What a board's size fixes: shifts, masks, home rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry<W> {
    /// The board's size, for names, text and drawing.
    pub(super) grid: Grid,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Everything but the first file.
    pub(super) not_first: W,
    /// Everything but the last file.
    pub(super) not_last: W,
    /// The farthest row of White and of Black.
    pub(super) goal: [W; 2],
    /// Where White and Black begin.
    pub(super) home: [W; 2],
}

impl<W: Word> Geometry<W> {
    pub(super) fn new(columns: u32, rows: u32, home_rows: u32) -> Geometry<W> {
        debug_assert!(columns * rows <= W::BITS && home_rows * 2 <= rows);
        let set = |keep: &dyn Fn(u32, u32) -> bool| {
            (0..columns * rows)
                .filter(|at| keep(at % columns, at / columns))
                .fold(W::ZERO, |set, at| set | W::bit(at))
        };
        Geometry {
            grid: Grid::new(columns as u8, rows as u8),
            columns,
            rows,
            not_first: set(&|file, _| file > 0),
            not_last: set(&|file, _| file + 1 < columns),
            goal: [set(&|_, row| row + 1 == rows), set(&|_, row| row == 0)],
            home: [set(&|_, row| row < home_rows), set(&|_, row| row >= rows - home_rows)],
        }
    }

    /// Where the men of one side may go: towards the first file, straight, towards the last file.
    #[inline(always)]
    pub(super) fn targets<const UP: bool>(&self, own: W, other: W) -> [W; 3] {
        let c = self.columns;
        let empty = !(own | other);
        if UP {
            [
                ((own & self.not_first) << (c - 1)) & !own,
                (own << c) & empty,
                ((own & self.not_last) << (c + 1)) & !own,
            ]
        } else {
            [
                ((own & self.not_first) >> (c + 1)) & !own,
                (own >> c) & empty,
                ((own & self.not_last) >> (c - 1)) & !own,
            ]
        }
    }

    /// The squares that a side's men attack: towards the first file, and towards the last.
    #[inline(always)]
    pub(super) fn attacks(&self, side: Side, men: W) -> [W; 2] {
        let (left, right) = (men & self.not_first, men & self.not_last);
        match side {
            Side::White => [left << (self.columns - 1), right << (self.columns + 1)],
            Side::Black => [left >> (self.columns + 1), right >> (self.columns - 1)],
        }
    }

    /// How far back a man came from that moved in direction `0..3` of [`Geometry::targets`].
    #[inline(always)]
    pub(super) fn back<const UP: bool>(&self, direction: u32) -> u32 {
        let (columns, sideways) = (self.columns, 1u32.wrapping_sub(direction));
        if UP { sideways.wrapping_sub(columns) } else { sideways.wrapping_add(columns) }
    }

    /// The square that a man came from, when it reached `to` in that direction.
    #[inline(always)]
    pub(super) fn origin<const UP: bool>(&self, to: u32, direction: u32) -> u32 {
        to.wrapping_add(self.back::<UP>(direction))
    }

    /// A square as a set.
    pub(super) fn bit(&self, square: Square) -> W {
        W::bit(square.number().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits<W: Word>(indices: &[u32]) -> W {
        indices.iter().fold(W::ZERO, |set, &i| set | W::bit(i))
    }

    fn behaves<W: Word>(indices: &[u32]) {
        let set: W = bits(indices);
        assert_eq!(set.count() as usize, indices.len());
        let mut walk = set;
        for (n, &index) in indices.iter().enumerate() {
            assert_eq!((walk.lowest(), set.nth(n as u32)), (index, index));
            walk = walk.rest();
        }
        assert!(walk == W::ZERO);
        assert_eq!(Some(&set.highest()), indices.last());
        assert_ne!(set.hashed(1), set.rest().hashed(1));
        for by in [0, 1, 7, 63, 64, 65, 127, 128, 129, 200].into_iter().filter(|&by| by < W::BITS) {
            let up: Vec<u32> = indices.iter().map(|i| i + by).filter(|&i| i < W::BITS).collect();
            let down: Vec<u32> = indices.iter().filter_map(|i| i.checked_sub(by)).collect();
            assert!(set << by == bits(&up) && set >> by == bits(&down), "{by}");
        }
    }

    #[test]
    fn words_of_all_widths_behave_alike() {
        behaves::<u64>(&[0, 1, 7, 8, 31, 32, 62, 63]);
        behaves::<u128>(&[0, 5, 63, 64, 65, 99, 127]);
        behaves::<U256>(&[0, 63, 64, 127, 128, 129, 191, 192, 254, 255]);
    }
}
