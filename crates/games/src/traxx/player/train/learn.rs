//! The table in training: Adam on the rows that a sample switches on, one sample at a time. Batches would touch all
//! rows for every step.

use super::play::Sample;
use crate::train::bytes;
use crate::traxx::player::features::{Features, rows};
use crate::traxx::player::weights::{Net, ONE, WIDTH};
use breadboard_core::{Rng as _, SplitMix};
use std::collections::VecDeque;

type Row = [f32; WIDTH];

/// A row of weights with what Adam remembers of it.
#[derive(Clone, Copy)]
struct Slot {
    weights: Row,
    mean: Row,
    square: Row,
}

const EMPTY: Slot = Slot { weights: [0.0; WIDTH], mean: [0.0; WIDTH], square: [1.0; WIDTH] };

pub(super) struct Learner {
    seats: u8,
    rows: Vec<Slot>,
    bias: Slot,
    output: Slot,
    rng: SplitMix,
}

impl Learner {
    pub(super) fn new(seats: u8, seed: u64) -> Learner {
        let mut rng = SplitMix::new(seed);
        let mut rows = vec![EMPTY; rows(seats)];
        for slot in &mut rows {
            for weight in &mut slot.weights[1..] {
                *weight = ((rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * 0.2;
            }
        }
        let signs = std::array::from_fn(|column| if column % 2 == 0 { 1.0 } else { -1.0 });
        Learner { seats, rows, bias: EMPTY, output: Slot { weights: signs, ..EMPTY }, rng }
    }

    /// Continues training from saved weights; `None` if the bytes are not weights.
    pub(super) fn resume(seats: u8, seed: u64, bytes: &[u8]) -> Option<Learner> {
        let mut learner = Learner::new(seats, seed);
        Net::read(seats, bytes)?;
        let numbers =
            bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / ONE);
        let slots = learner.rows.iter_mut().chain([&mut learner.bias, &mut learner.output]);
        let weights = slots.flat_map(|slot| slot.weights.iter_mut());
        weights.zip(numbers).for_each(|(weight, number)| *weight = number);
        Some(learner)
    }

    /// One pass in random order; returns the mean squared error before each step.
    pub(super) fn learn(&mut self, lessons: &VecDeque<Vec<Sample>>, rate: f32) -> f32 {
        let mut order: Vec<&Sample> = lessons.iter().flatten().collect();
        self.rng.shuffle(&mut order);
        let mut sum = 0.0;
        for sample in &order {
            let error = self.step(&sample.features, sample.gain, rate);
            sum += f64::from(error * error);
        }
        (sum / order.len().max(1) as f64) as f32
    }

    fn step(&mut self, features: &Features, gain: f32, rate: f32) -> f32 {
        let mut sum = self.bias.weights;
        for &row in features.rows() {
            let weights = &self.rows[usize::from(row)].weights;
            sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        let output = self.output.weights;
        let said: f32 = sum[0] + sum[1..].iter().zip(&output[1..]).map(|(s, o)| s.max(0.0) * o).sum::<f32>();
        let error = said - gain;
        let mut slope = [error; WIDTH];
        let mut last = [0.0; WIDTH];
        for column in 1..WIDTH {
            slope[column] = if sum[column] > 0.0 { error * output[column] } else { 0.0 };
            last[column] = error * sum[column].max(0.0);
        }
        for &row in features.rows() {
            self.rows[usize::from(row)].step(&slope, rate);
        }
        self.bias.step(&slope, rate);
        self.output.step(&last, rate * 0.1);
        error
    }

    /// What has been learned so far.
    pub(super) fn net(&self) -> Option<Net> {
        let rows: Vec<Row> = self.rows.iter().map(|slot| slot.weights).collect();
        Net::from_parts(self.seats, &rows, self.bias.weights, self.output.weights)
    }

    /// The weights as whole numbers, in the order the bot reads them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let slots = self.rows.iter().chain([&self.bias, &self.output]);
        bytes(slots.flat_map(|slot| slot.weights.iter()).map(|weight| (weight, ONE)))
    }
}

impl Slot {
    #[inline]
    fn step(&mut self, slope: &Row, rate: f32) {
        for column in 0..WIDTH {
            let slope = slope[column];
            self.mean[column] += 0.1 * (slope - self.mean[column]);
            self.square[column] += 0.001 * (slope * slope - self.square[column]);
            self.weights[column] -= rate * self.mean[column] / (self.square[column].sqrt() + 1e-3);
        }
    }
}
