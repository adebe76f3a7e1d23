//! What was learned from games of one's own: how many points more a path will make. Rows of a table are added up; the
//! first column of the sum is an opinion already, the others go through a hinge, so that observations can work
//! together. A table alone knows less, and a dense network would cost more than the flood that feeds it.
//! `breadboard train traxx` makes the weights; its help has the commands that made these.

use super::sight::{ROWS, Sight};

/// Columns of the table.
pub const WIDTH: usize = 16;
/// A weight that is worth 1.
pub const ONE: f32 = 256.0;

const BYTES: usize = 2 * (ROWS + 2) * WIDTH;

/// The weights.
#[derive(Clone, Debug)]
pub struct Net {
    rows: Vec<[f32; WIDTH]>,
    /// What the sums begin with.
    bias: [f32; WIDTH],
    /// What the columns are worth behind the hinge; the first goes past it.
    output: [f32; WIDTH],
}

static ALONE: &[u8] = include_bytes!("alone.bin");
static TABLE: &[u8] = include_bytes!("table.bin");

impl Net {
    /// What was learned for a number of seats.
    pub(super) fn learned(seats: u8) -> Option<Net> {
        Net::read(if seats == 1 { ALONE } else { TABLE })
    }

    /// Reads weights: the rows, the bias, the output, all little-endian.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Net> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut numbers =
            bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / ONE);
        let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or(0.0));
        Some(Net { rows: (0..ROWS).map(|_| row()).collect(), bias: row(), output: row() })
    }

    /// A network from its parts, for whoever teaches one.
    #[must_use]
    pub fn from_parts(rows: Vec<[f32; WIDTH]>, bias: [f32; WIDTH], output: [f32; WIDTH]) -> Option<Net> {
        (rows.len() == ROWS).then_some(Net { rows, bias, output })
    }

    /// How many points more are expected.
    #[inline]
    #[must_use]
    pub fn says(&self, sight: &Sight) -> f32 {
        let mut sum = self.bias;
        for &row in sight.rows() {
            let weights = &self.rows[usize::from(row)];
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        let hinged: f32 = sum[1..].iter().zip(&self.output[1..]).map(|(sum, out)| sum.max(0.0) * out).sum();
        sum[0] + hinged
    }
}
