//! Finding the n-th set bit without the bit-deposit instruction: the running count of each byte is one
//! multiplication away, then a table of 2 kB finishes inside the byte.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Byte `i` of the result counts the bits in bytes `0..=i`; the top byte counts them all.
#[inline(always)]
pub(super) fn prefix(x: u64) -> u64 {
    let pairs = x - (x >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES)
}

/// The index of the bit with `n` others below it, given [`prefix`] of the same word, which has more than `n`.
#[inline(always)]
pub(super) fn nth(x: u64, prefix: u64, n: u32) -> u32 {
    // A byte's top bit survives where its running count exceeds n; the first such byte holds the bit.
    let reached = (prefix | HIGH).wrapping_sub(ONES.wrapping_mul(u64::from(n) + 1)) & HIGH;
    let shift = reached.trailing_zeros() & 56;
    let below = (prefix << 8) >> shift & 0xFF;
    let byte = (x >> shift & 0xFF) as usize;
    let inside = (u64::from(n).wrapping_sub(below) & 7) as usize;
    shift + u32::from(IN_BYTE[inside][byte])
}

static IN_BYTE: [[u8; 256]; 8] = in_byte();

const fn in_byte() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use breadboard_core::{Rng, SplitMix};

    #[test]
    fn nth_finds_every_bit() {
        let mut rng = SplitMix::new(4);
        for round in 0..2000u32 {
            let mut x = rng.next_u64();
            for _ in 0..round % 4 {
                x &= rng.next_u64();
            }
            let prefix = super::prefix(x);
            assert_eq!((prefix >> 56) as u32, x.count_ones());
            let bits = (0..64).filter(|&bit| x >> bit & 1 == 1);
            for (n, bit) in bits.enumerate() {
                assert_eq!(super::nth(x, prefix, n as u32), bit, "{x:x} {n}");
            }
        }
    }
}
