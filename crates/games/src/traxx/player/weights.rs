//! The network learned from self-play: how many points more a path will make. Rows of a table are added up; the first column
//! of the sum counts as it is, the others go through a hinge (ReLU), so that features can work together. A table
//! alone knows less, and a dense network would cost more than the flood fill that feeds it.
//! `breadboard train traxx` makes the weights; its help has the commands behind these (docs/measurements.md: not to the byte).

use super::features::{Features, rows};
use std::sync::OnceLock;

/// Columns of the table.
pub(super) const WIDTH: usize = 16;
/// A weight that is worth 1.
pub(super) const ONE: f32 = 256.0;

/// In cache a weight has half as many parts as in the file: sums go up to 255 then, and two rows fit where one did.
const PARTS: f32 = ONE / 2.0;

type Row = [i16; WIDTH];

/// The weights.
#[derive(Clone, Debug)]
pub(super) struct Net {
    rows: Vec<Row>,
    /// What the sums begin with.
    bias: Row,
    /// What the columns are worth behind the hinge, for a part of each; the first goes past it.
    output: [f32; WIDTH],
}

static ALONE: &[u8] = include_bytes!("weights_alone.bin");
static TABLE: &[u8] = include_bytes!("weights_table.bin");

const _: () = assert!(ALONE.len() == bytes(1) && TABLE.len() == bytes(2));

/// How long the weights for a number of seats are.
const fn bytes(seats: u8) -> usize {
    2 * (rows(seats) + 2) * WIDTH
}

impl Net {
    /// What was learned for a number of seats; read once, because a server makes a new bot for every move.
    pub(super) fn learned(seats: u8) -> Option<&'static Net> {
        static READ: [OnceLock<Option<Net>>; 2] = [OnceLock::new(), OnceLock::new()];
        let (place, bytes) = if seats == 1 { (0, ALONE) } else { (1, TABLE) };
        READ[place].get_or_init(|| Net::read(seats, bytes)).as_ref()
    }

    /// Whether it was learned for a player alone.
    pub(super) fn is_for_one(&self) -> bool {
        self.rows.len() == rows(1)
    }

    /// Reads weights for a number of seats: the rows, the bias, the output, all little-endian.
    pub(super) fn read(seats: u8, weights: &[u8]) -> Option<Net> {
        if weights.len() != bytes(seats) {
            return None;
        }
        let mut numbers =
            weights.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / ONE);
        let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or(0.0));
        let table: Vec<_> = (0..rows(seats)).map(|_| row()).collect();
        Net::from_parts(seats, &table, row(), row())
    }

    /// A network for a number of seats from its parts, for a trainer; `None` if rows are missing.
    pub(super) fn from_parts(
        seats: u8,
        table: &[[f32; WIDTH]],
        bias: [f32; WIDTH],
        output: [f32; WIDTH],
    ) -> Option<Net> {
        let parts = |row: &[f32; WIDTH]| row.map(|weight| (weight * PARTS).round() as i16);
        (table.len() == rows(seats)).then(|| Net {
            rows: table.iter().map(parts).collect(),
            bias: parts(&bias),
            output: output.map(|weight| weight / PARTS),
        })
    }

    /// The points that the path is expected to gain.
    #[inline]
    pub(super) fn value_of(&self, features: &Features) -> f32 {
        let mut sum = self.bias;
        for &row in features.rows() {
            let weights = &self.rows[usize::from(row)];
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum = sum.saturating_add(*weight);
            }
        }
        let hinged = sum[1..].iter().zip(&self.output[1..]).map(|(&sum, out)| f32::from(sum.max(0)) * out);
        f32::from(sum[0]) / PARTS + hinged.sum::<f32>()
    }
}
