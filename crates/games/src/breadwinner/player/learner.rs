//! How a network learns: one position at a time, each weight at a pace of its own.

use super::network::{Net, WEIGHT_ONE};
use crate::train::{bytes, logistic};
use breadboard_core::{Rng as _, SplitMix};

/// A position and the answers that would have been right, as chances.
#[derive(Clone, Debug)]
pub(super) struct Sample<const ANSWERS: usize> {
    /// The inputs that are not zero.
    pub(super) inputs: Vec<(u16, f32)>,
    pub(super) answers: [f32; ANSWERS],
}

/// A network that learns.
pub(super) struct Learner<const INPUTS: usize, const SUMS: usize, const ANSWERS: usize> {
    pub(super) net: Box<Net<INPUTS, SUMS, ANSWERS>>,
    /// The mean square of each weight's slopes.
    pace: Box<Net<INPUTS, SUMS, ANSWERS>>,
}

impl<const INPUTS: usize, const SUMS: usize, const ANSWERS: usize> Learner<INPUTS, SUMS, ANSWERS> {
    const NEURONS: usize = SUMS - ANSWERS;

    /// Small weights drawn at random; the answers are even.
    pub(super) fn new(rng: &mut SplitMix) -> Self {
        let mut net = Box::new(Net::EMPTY);
        let mut small = || (rng.below(2001) as f32 - 1000.0) / 1000.0;
        for row in &mut net.rows {
            row[..Self::NEURONS].iter_mut().for_each(|weight| *weight = 0.1 * small());
        }
        for row in &mut net.out {
            row[..Self::NEURONS].iter_mut().for_each(|weight| *weight = 0.3 * small());
        }
        let pace = 1e-4;
        let pace = Net { rows: [[pace; SUMS]; INPUTS], bias: [pace; SUMS], out: [[pace; SUMS]; ANSWERS] };
        Learner { net, pace: Box::new(pace) }
    }

    fn sums(&self, sample: &Sample<ANSWERS>) -> [f32; SUMS] {
        let mut sums = self.net.bias;
        for &(input, amount) in &sample.inputs {
            self.net.add(&mut sums, usize::from(input), amount);
        }
        sums
    }

    /// How wrong the answers are.
    fn wrong(&self, sample: &Sample<ANSWERS>, sums: &[f32; SUMS]) -> [f32; ANSWERS] {
        let odds = self.net.finish(sums);
        std::array::from_fn(|answer| sample.answers[answer] - logistic(odds[answer]))
    }

    /// The mean squared error of the answers.
    pub(super) fn loss(&self, sample: &Sample<ANSWERS>) -> f64 {
        square(self.wrong(sample, &self.sums(sample)))
    }

    /// One step towards the right answers; returns the loss before it.
    pub(super) fn learn(&mut self, sample: &Sample<ANSWERS>, rate: f32) -> f64 {
        let sums = self.sums(sample);
        let wrong = self.wrong(sample, &sums);
        let (net, pace) = (&mut self.net, &mut self.pace);
        let mut slopes = [0.0; SUMS];
        slopes[Self::NEURONS..].copy_from_slice(&wrong);
        for neuron in 0..Self::NEURONS {
            if sums[neuron] > 0.0 {
                for (answer, wrong) in wrong.iter().enumerate() {
                    slopes[neuron] += wrong * net.out[answer][neuron];
                    let slope = wrong * sums[neuron];
                    step(&mut net.out[answer][neuron], &mut pace.out[answer][neuron], slope, rate);
                }
            }
        }
        steps(&mut net.bias, &mut pace.bias, &slopes, 1.0, rate);
        for &(input, amount) in &sample.inputs {
            let at = usize::from(input);
            steps(&mut net.rows[at], &mut pace.rows[at], &slopes, amount, rate);
        }
        square(wrong)
    }
}

fn square<const ANSWERS: usize>(wrong: [f32; ANSWERS]) -> f64 {
    wrong.iter().map(|wrong| f64::from(wrong * wrong)).sum::<f64>() / ANSWERS as f64
}

/// Moves the weights of an input.
fn steps<const SUMS: usize>(
    weights: &mut [f32; SUMS],
    paces: &mut [f32; SUMS],
    slopes: &[f32; SUMS],
    amount: f32,
    rate: f32,
) {
    for ((weight, pace), slope) in weights.iter_mut().zip(paces).zip(slopes) {
        step(weight, pace, slope * amount, rate);
    }
}

/// Moves a weight along its slope, less where slopes are large, with a little decay.
#[inline]
fn step(weight: &mut f32, pace: &mut f32, slope: f32, rate: f32) {
    let slope = slope - 1e-5 * *weight;
    *pace = 0.999 * *pace + 0.001 * slope * slope;
    *weight += rate * slope / (pace.sqrt() + 1e-2);
}

impl<const INPUTS: usize, const SUMS: usize, const ANSWERS: usize> Net<INPUTS, SUMS, ANSWERS> {
    /// All weights as the file has them; what it cannot hold is cut off.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let out = self.out.iter().flat_map(|row| &row[..Self::NEURONS]);
        let weights = self.rows.as_flattened().iter().chain(&self.bias).chain(out);
        let weights: Vec<f32> = weights.map(|weight| weight.clamp(-32.0, 32.0)).collect();
        bytes(weights.iter().map(|weight| (weight, WEIGHT_ONE)))
    }
}
