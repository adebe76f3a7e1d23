//! The learned evaluation: a small network over the features of both sides. It has two answers, how soon each side wins. One
//! answer, who is ahead, was the alternative: it cannot tell an even race from two players who wait for each other, and so
//! it waits.

use super::features::{FEATURES, features};
use crate::breadwinner::state::State;
use breadboard_core::Seat;

/// Neurons of the hidden layer.
pub(super) const NEURONS: usize = 14;
/// What a feature adds to: the neurons, and the two answers directly.
pub(super) const SUMS: usize = NEURONS + 2;
/// A stored weight of this size is 1.
pub(super) const WEIGHT_ONE: f32 = 1000.0;
/// How many weights there are.
pub(super) const WEIGHTS: usize = (2 * FEATURES + 1) * SUMS + 2 * NEURONS;

/// The weights, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    /// What a feature adds: of the side whose map phase is next, and of the other.
    pub(super) rows: [[[f32; SUMS]; FEATURES]; 2],
    pub(super) bias: [f32; SUMS],
    /// What a neuron adds to each answer.
    pub(super) out: [[f32; NEURONS]; 2],
}

/// The weights of the network and, after them, those of the lead.
pub(super) const FILE_BYTES: usize = 2 * (WEIGHTS + 2 * FEATURES);
/// `breadboard train breadwinner` makes the file.
pub(super) const FILE: &[u8; FILE_BYTES] = include_bytes!("weights.bin");
/// The weights in use.
pub(super) static NET: Net = read(FILE);

/// Reads weights as the trainer writes them: little-endian.
const fn read(bytes: &[u8; FILE_BYTES]) -> Net {
    const BIAS: usize = 2 * FEATURES * SUMS;
    const OUT: usize = BIAS + SUMS;
    let mut net = Net::EMPTY;
    let mut at = 0;
    while at < BIAS {
        net.rows[at / SUMS / FEATURES][at / SUMS % FEATURES][at % SUMS] = weight(bytes, at);
        at += 1;
    }
    while at < OUT {
        net.bias[at - BIAS] = weight(bytes, at);
        at += 1;
    }
    while at < WEIGHTS {
        net.out[(at - OUT) / NEURONS][(at - OUT) % NEURONS] = weight(bytes, at);
        at += 1;
    }
    net
}

const fn weight(bytes: &[u8; FILE_BYTES], at: usize) -> f32 {
    i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]) as f32 / WEIGHT_ONE
}

impl Net {
    pub(super) const EMPTY: Net =
        Net { rows: [[[0.0; SUMS]; FEATURES]; 2], bias: [0.0; SUMS], out: [[0.0; NEURONS]; 2] };

    /// The log-odds that a side wins soon: of `next`, which has the next map phase, and of the other.
    pub(super) fn odds(&self, state: &State, goal: u8, next: Seat) -> [f32; 2] {
        let mut sums = self.bias;
        for (role, side) in [next, next.other()].into_iter().enumerate() {
            features(state, goal, side, |feature, amount| self.add(&mut sums, role, feature, amount));
        }
        self.finish(&sums)
    }

    /// Adds a feature of the side with this role.
    #[inline]
    pub(super) fn add(&self, sums: &mut [f32; SUMS], role: usize, feature: usize, amount: f32) {
        for (sum, weight) in sums.iter_mut().zip(&self.rows[role][feature]) {
            *sum += amount * weight;
        }
    }

    /// The two answers, when all features are in the sums.
    #[inline]
    pub(super) fn finish(&self, sums: &[f32; SUMS]) -> [f32; 2] {
        [0, 1].map(|answer| {
            let neurons = sums.iter().zip(&self.out[answer]);
            sums[NEURONS + answer] + neurons.map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>()
        })
    }
}
