//! A small network: inputs add to the sums of neurons and to the answers directly, and neurons with a positive sum add to
//! the answers.

use super::features::{FEATURES, features};
use crate::breadwinner::state::State;
use breadboard_core::Seat;

/// A stored weight of this size is 1.
pub(super) const WEIGHT_ONE: f32 = 1000.0;

/// The weights, in the order of the file. `SUMS` are the sums of the neurons and, after them, of the answers.
#[derive(Clone, Debug)]
pub(super) struct Net<const INPUTS: usize, const SUMS: usize, const ANSWERS: usize> {
    /// What an input adds to each sum.
    pub(super) rows: [[f32; SUMS]; INPUTS],
    pub(super) bias: [f32; SUMS],
    /// What a neuron adds to each answer; what stands after the neurons is not used.
    pub(super) out: [[f32; SUMS]; ANSWERS],
}

/// How soon each side wins. The inputs are the features of the side whose map phase is next, then those of the other.
pub(super) type Soon = Net<{ 2 * FEATURES }, 16, 2>;

impl<const INPUTS: usize, const SUMS: usize, const ANSWERS: usize> Net<INPUTS, SUMS, ANSWERS> {
    pub(super) const EMPTY: Self =
        Net { rows: [[0.0; SUMS]; INPUTS], bias: [0.0; SUMS], out: [[0.0; SUMS]; ANSWERS] };
    /// Neurons of the hidden layer.
    pub(super) const NEURONS: usize = SUMS - ANSWERS;
    /// How many bytes the weights have in the file.
    pub(super) const BYTES: usize = 2 * ((INPUTS + 1) * SUMS + ANSWERS * Self::NEURONS);

    /// Reads weights as the trainer writes them: little-endian.
    pub(super) const fn read(bytes: &[u8]) -> Self {
        let (bias, out) = (INPUTS * SUMS, (INPUTS + 1) * SUMS);
        let mut net = Self::EMPTY;
        let mut at = 0;
        while at < bias {
            net.rows[at / SUMS][at % SUMS] = weight(bytes, at);
            at += 1;
        }
        while at < out {
            net.bias[at - bias] = weight(bytes, at);
            at += 1;
        }
        while at < Self::BYTES / 2 {
            net.out[(at - out) / Self::NEURONS][(at - out) % Self::NEURONS] = weight(bytes, at);
            at += 1;
        }
        net
    }

    /// Adds an input.
    #[inline]
    pub(super) fn add(&self, sums: &mut [f32; SUMS], input: usize, amount: f32) {
        for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
            *sum += amount * weight;
        }
    }

    /// The answers, when all inputs are in the sums.
    #[inline]
    pub(super) fn finish(&self, sums: &[f32; SUMS]) -> [f32; ANSWERS] {
        std::array::from_fn(|answer| {
            let neurons = sums[..Self::NEURONS].iter().zip(&self.out[answer]);
            sums[Self::NEURONS + answer] + neurons.map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>()
        })
    }
}

const fn weight(bytes: &[u8], at: usize) -> f32 {
    i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]) as f32 / WEIGHT_ONE
}

impl Soon {
    /// The log-odds that a side wins soon: of `next`, which has the next map phase, and of the other.
    pub(super) fn odds(&self, state: &State, goal: u8, next: Seat) -> [f32; 2] {
        let mut sums = self.bias;
        for (role, side) in [next, next.other()].into_iter().enumerate() {
            features(state, goal, side, |feature, amount| {
                self.add(&mut sums, role * FEATURES + feature, amount);
            });
        }
        self.finish(&sums)
    }
}
