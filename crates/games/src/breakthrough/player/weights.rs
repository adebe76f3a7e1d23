//! The network for 8×8, learned from self-play: it sees the board from both sides. Its first layer is a running sum that a
//! move changes in two or three rows, so it costs little more than the tables by hand and knows how men work
//! together. `breadboard train` makes the weights, each generation from the games of the one before; other boards use the
//! evaluation by hand, unless the caller brings weights for them.

use super::evaluate::Evaluation;
use crate::breakthrough::Side;
use crate::breakthrough::board::Geometry;
use crate::levels::WeightsError;

/// The most squares.
const SQUARES: usize = 64;
/// What one side sees: its own men on 64 squares, and its rival's.
pub(super) const INPUTS: usize = 2 * SQUARES;
/// Neurons for each side's view.
pub(super) const HIDDEN: usize = 64;
/// A weight of the first layer that is worth 1.
pub(super) const WEIGHT_ONE: i32 = 255;
/// A weight of the second layer that is worth 1.
pub(super) const OUTPUT_ONE: i32 = 64;
/// The points at which the chances of winning are e to 1; 1 is what the network then says.
pub(super) const POINTS: i32 = 160;

/// The largest sum of a neuron that weights from outside may reach: two of them still fit into the numbers of a row.
const MOST: i32 = i16::MAX as i32 / 2;

static LEARNED: &[u8] = include_bytes!("weights.bin");

/// The weights, as whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    rows: Box<[Row; INPUTS]>,
    bias: Row,
    /// What the mover's view says, and what its rival's says.
    output: [Row; 2],
    output_bias: i32,
    /// Each square as White sees it, and as Black does: the board turned so that the viewer moves up.
    seen: [[u8; SQUARES]; 2],
}

/// A row of neurons, placed so that a machine loads it at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(crate) struct Row([i16; HIDDEN]);

impl Net {
    /// The network that was learned for a board, if one was.
    pub(crate) fn of_board(columns: u32, rows: u32) -> Option<Net> {
        if (columns, rows) == (8, 8) { Net::read(LEARNED, columns, rows).ok() } else { None }
    }

    /// Reads weights for a board of at most 64 squares: the rows of the first layer (own men by square, then the rival's), its
    /// bias, the second layer (of the mover's view, then of its rival's) and its bias, all little-endian.
    pub(in crate::breakthrough) fn read(bytes: &[u8], columns: u32, rows: u32) -> Result<Net, WeightsError> {
        let squares = (columns * rows) as usize;
        let expected = 2 * (2 * squares * HIDDEN + HIDDEN + 2 * HIDDEN + 1);
        if squares > SQUARES {
            return Err(WeightsError::NotUsed);
        }
        if bytes.len() != expected {
            return Err(WeightsError::Length { expected, found: bytes.len() });
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || {
            let mut row = Row([0; HIDDEN]);
            row.0.iter_mut().for_each(|slot| *slot = numbers.next().unwrap_or(0));
            row
        };
        let mut inputs = Box::new([Row([0; HIDDEN]); INPUTS]);
        for side in inputs.chunks_exact_mut(SQUARES) {
            side[..squares].iter_mut().for_each(|slot| *slot = row());
        }
        let (bias, output) = (row(), [row(), row()]);
        let output_bias = i32::from(numbers.next().unwrap_or(0));
        let mut seen = [[0; SQUARES]; 2];
        for at in 0..squares as u32 {
            seen[0][at as usize] = at as u8;
            seen[1][at as usize] = ((rows - 1 - at / columns) * columns + at % columns) as u8;
        }
        Ok(Net { rows: inputs, bias, output, output_bias, seen })
    }

    /// Whether no position can lead a sum out of the range of its numbers. A square holds one man at most.
    pub(in crate::breakthrough) fn in_range(&self) -> bool {
        let size = |row: &Row, neuron: usize| i32::from(row.0[neuron]).abs();
        (0..HIDDEN).all(|neuron| {
            let (own, rival) = self.rows.split_at(SQUARES);
            let men = own.iter().zip(rival).map(|(own, rival)| size(own, neuron).max(size(rival, neuron)));
            size(&self.bias, neuron) + men.sum::<i32>() <= MOST
        })
    }

    /// The input of a man of `side` on a square, as `viewer` sees it.
    #[inline(always)]
    fn input(&self, viewer: usize, side: usize, square: u8) -> usize {
        let turned = self.seen[viewer][usize::from(square) % SQUARES];
        usize::from(turned) % SQUARES + if viewer == side { 0 } else { SQUARES }
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
                    add(row, &self.rows[self.input(viewer, side, rest.trailing_zeros() as u8)]);
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
            let gone = &self.rows[self.input(viewer, own, from)];
            let come = &self.rows[self.input(viewer, own, to)];
            for ((sum, come), gone) in row.0.iter_mut().zip(&come.0).zip(&gone.0) {
                *sum += come - gone;
            }
            if takes {
                let taken = &self.rows[self.input(viewer, other, to)];
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
