//! The network for 8×8, learned from self-play: it sees the board from both sides. Its first layer is a running sum that a
//! move changes in two or three rows, so it costs little more than the tables by hand and knows how men work
//! together. `breadboard train` makes the weights, each generation from the games of the one before; other boards use the
//! evaluation by hand.

use super::evaluate::Evaluation;
use crate::breakthrough::Side;
use crate::breakthrough::board::Geometry;

/// What one side sees: its own men on 64 squares, and its rival's.
pub(super) const INPUTS: usize = 128;
/// Neurons for each side's view.
pub(super) const HIDDEN: usize = 64;
/// A weight of the first layer that is worth 1.
pub(super) const WEIGHT_ONE: i32 = 255;
/// A weight of the second layer that is worth 1.
pub(super) const OUTPUT_ONE: i32 = 64;
/// The points at which the chances of winning are e to 1; 1 is what the network then says.
pub(super) const POINTS: i32 = 160;

const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN + 1);

static LEARNED: &[u8] = include_bytes!("net.bin");

/// The weights, as whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    rows: Box<[Row; INPUTS]>,
    bias: Row,
    /// What the mover's view says, and what its rival's says.
    output: [Row; 2],
    output_bias: i32,
}

/// A row of neurons, placed so that a machine loads it at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(crate) struct Row([i16; HIDDEN]);

impl Net {
    /// The network that was learned for a board, if one was.
    pub(crate) fn of_board(columns: u32, rows: u32) -> Option<Net> {
        if (columns, rows) == (8, 8) { Net::read(LEARNED) } else { None }
    }

    /// Reads weights: the rows of the first layer, its bias, the second layer and its bias, all little-endian.
    pub(super) fn read(bytes: &[u8]) -> Option<Net> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || {
            let mut row = Row([0; HIDDEN]);
            row.0.iter_mut().for_each(|slot| *slot = numbers.next().unwrap_or(0));
            row
        };
        let mut rows = Box::new([Row([0; HIDDEN]); INPUTS]);
        rows.iter_mut().for_each(|slot| *slot = row());
        let (bias, output) = (row(), [row(), row()]);
        let output_bias = i32::from(numbers.next()?);
        Some(Net { rows, bias, output, output_bias })
    }

    /// The input of a man of `side` on a square, as `viewer` sees it: the board turned so that it moves up.
    #[inline(always)]
    fn input(viewer: usize, side: usize, square: u8) -> usize {
        let turned = if viewer == 0 { square } else { square ^ 56 };
        usize::from(turned & 63) + if viewer == side { 0 } else { 64 }
    }
}

impl Evaluation<u64> for Net {
    /// The first layer as White sees the board, and as Black does.
    type Sums = [Row; 2];

    fn open(&self, men: [u64; 2]) -> [Row; 2] {
        let mut sums = [self.bias; 2];
        for (viewer, row) in sums.iter_mut().enumerate() {
            for (side, mut rest) in men.into_iter().enumerate() {
                while rest != 0 {
                    add(row, &self.rows[Net::input(viewer, side, rest.trailing_zeros() as u8)]);
                    rest &= rest - 1;
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn step(&self, sums: &mut [Row; 2], side: Side, from: u8, to: u8, takes: bool) {
        let (own, other) = (side.index(), side.other().index());
        for (viewer, row) in sums.iter_mut().enumerate() {
            let gone = &self.rows[Net::input(viewer, own, from)];
            let come = &self.rows[Net::input(viewer, own, to)];
            for ((sum, come), gone) in row.0.iter_mut().zip(&come.0).zip(&gone.0) {
                *sum += come - gone;
            }
            if takes {
                let taken = &self.rows[Net::input(viewer, other, to)];
                row.0.iter_mut().zip(&taken.0).for_each(|(sum, taken)| *sum -= taken);
            }
        }
    }

    #[inline(always)]
    fn value(&self, _: &Geometry<u64>, _: [u64; 2], sums: &[Row; 2], side: Side) -> i32 {
        let mut sum = 0;
        for (row, output) in [&sums[side.index()], &sums[side.other().index()]].into_iter().zip(&self.output)
        {
            for (value, weight) in row.0.iter().zip(&output.0) {
                sum += i32::from((*value).clamp(0, WEIGHT_ONE as i16)) * i32::from(*weight);
            }
        }
        let said = sum / WEIGHT_ONE + self.output_bias;
        (said * POINTS / OUTPUT_ONE).clamp(-20_000, 20_000)
    }
}

#[inline(always)]
fn add(row: &mut Row, other: &Row) {
    row.0.iter_mut().zip(&other.0).for_each(|(sum, value)| *sum += value);
}
