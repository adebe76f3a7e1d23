//! The network in floating point, and Adam. Two views of the board share the first layer; the loss is the squared
//! difference between the chances it gives and the mixture of the result with the search's opinion.

use super::play::Sample;
use crate::breakthrough::player::weights::{HIDDEN, INPUTS, OUTPUT_ONE, POINTS, WEIGHT_ONE};
use crate::train::{bytes, logistic};
use breadboard_core::{Rng as _, SplitMix};

/// All parameters in one array: the first layer by input, its bias, the two halves of the second layer, its bias.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const LAST: usize = OUTPUT + 2 * HIDDEN;
const COUNT: usize = LAST + 1;

const BATCH: usize = 1024;
/// One position in this many is held out to measure what was learned.
const ASIDE: usize = 20;

pub(super) struct Learner {
    weights: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    rng: SplitMix,
}

/// What a forward pass leaves behind for the backward one.
struct Pass {
    hidden: [[f32; HIDDEN]; 2],
    said: f32,
}

/// The inputs that a view has switched on.
fn inputs(men: [u64; 2], mut each: impl FnMut(usize)) {
    for (kind, mut rest) in men.into_iter().enumerate() {
        while rest != 0 {
            each(kind * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

fn views(men: [u64; 2]) -> [[u64; 2]; 2] {
    [men, [men[1].swap_bytes(), men[0].swap_bytes()]]
}

/// Left and right exchanged: a position teaches twice as much.
fn mirror(men: [u64; 2]) -> [u64; 2] {
    men.map(|set| set.reverse_bits().swap_bytes())
}

impl Learner {
    pub(super) fn new(seed: u64) -> Learner {
        let mut rng = SplitMix::new(seed);
        let mut uniform =
            |span: f32| ((rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0) * span;
        let mut weights: Vec<f32> = (0..COUNT).map(|_| uniform(0.15)).collect();
        weights[LAST] = 0.0;
        let zeros = vec![0.0; COUNT];
        Learner { weights, slope: zeros.clone(), mean: zeros.clone(), square: zeros, steps: 0, rng }
    }

    /// One pass over the samples in random order; returns the mean loss on those and on the ones held out.
    pub(super) fn epoch(&mut self, samples: &[Sample], opinion: f32, rate: f32) -> (f32, f32) {
        let mut order: Vec<u32> =
            (0..samples.len() as u32).filter(|n| !(*n as usize).is_multiple_of(ASIDE)).collect();
        self.rng.shuffle(&mut order);
        let mut seen = 0.0;
        for batch in order.chunks(BATCH) {
            self.slope.fill(0.0);
            for &index in batch {
                let sample = samples[index as usize];
                let men = if self.rng.below(2) == 0 { sample.men } else { mirror(sample.men) };
                seen += f64::from(self.learn(men, target(&sample, opinion), batch.len() as f32));
            }
            self.step(rate);
        }
        let aside = samples.iter().step_by(ASIDE);
        let unseen: f64 = aside
            .clone()
            .map(|sample| {
                let error = logistic(self.forward(sample.men).said) - target(sample, opinion);
                f64::from(error * error)
            })
            .sum();
        ((seen / order.len().max(1) as f64) as f32, (unseen / aside.len().max(1) as f64) as f32)
    }

    fn forward(&self, men: [u64; 2]) -> Pass {
        let mut hidden = [[0.0; HIDDEN]; 2];
        let mut said = self.weights[LAST];
        for (view, (row, men)) in hidden.iter_mut().zip(views(men)).enumerate() {
            row.copy_from_slice(&self.weights[BIAS..OUTPUT]);
            inputs(men, |input| {
                let weights = &self.weights[input * HIDDEN..(input + 1) * HIDDEN];
                row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            });
            let output = &self.weights[OUTPUT + view * HIDDEN..OUTPUT + (view + 1) * HIDDEN];
            said += row.iter().zip(output).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>();
        }
        Pass { hidden, said }
    }

    fn learn(&mut self, men: [u64; 2], target: f32, batch: f32) -> f32 {
        let Pass { hidden, said } = self.forward(men);
        let chance = logistic(said);
        let error = chance - target;
        let push = 2.0 * error * chance * (1.0 - chance) / batch;
        self.slope[LAST] += push;
        for (view, (row, men)) in hidden.iter().zip(views(men)).enumerate() {
            let mut back = [0.0; HIDDEN];
            for (neuron, value) in row.iter().enumerate() {
                let at = OUTPUT + view * HIDDEN + neuron;
                self.slope[at] += push * value.clamp(0.0, 1.0);
                if (0.0..1.0).contains(value) {
                    back[neuron] = push * self.weights[at];
                    self.slope[BIAS + neuron] += back[neuron];
                }
            }
            inputs(men, |input| {
                let slope = &mut self.slope[input * HIDDEN..(input + 1) * HIDDEN];
                slope.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            });
        }
        error * error
    }

    /// One step of Adam.
    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let (keep, keep_square) = (0.9f32, 0.999f32);
        let (fresh, fresh_square) = (1.0 - keep.powi(self.steps), 1.0 - keep_square.powi(self.steps));
        for index in 0..COUNT {
            let slope = self.slope[index];
            self.mean[index] = keep * self.mean[index] + (1.0 - keep) * slope;
            self.square[index] = keep_square * self.square[index] + (1.0 - keep_square) * slope * slope;
            let step = self.mean[index] / fresh / ((self.square[index] / fresh_square).sqrt() + 1e-8);
            // What is written must fit: 127 steps of a whole-number weight each way.
            let limit = if index < OUTPUT { 3.9 } else { 7.9 };
            self.weights[index] = (self.weights[index] - rate * step).clamp(-limit, limit);
        }
    }

    /// The weights as whole numbers, in the order the bot reads them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let one = |index: usize| if index < OUTPUT { WEIGHT_ONE } else { OUTPUT_ONE };
        bytes(self.weights.iter().enumerate().map(|(index, weight)| (weight, one(index) as f32)))
    }
}

/// What the network should say: the result, mixed with what the search thought.
fn target(sample: &Sample, opinion: f32) -> f32 {
    let result = f32::from(u8::from(sample.won));
    opinion * logistic(sample.points as f32 / POINTS as f32) + (1.0 - opinion) * result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breakthrough::player::weights::Net;

    #[test]
    fn it_learns_that_more_men_are_better_and_writes_what_the_bot_reads() {
        let mut rng = SplitMix::new(5);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let mut draw = || rng.next_u64() & rng.next_u64() & 0x00FF_FFFF_FFFF_FF00;
                let men = [draw(), draw()];
                Sample { men, points: 0, won: men[0].count_ones() > men[1].count_ones() }
            })
            .collect();
        let mut learner = Learner::new(1);
        let (first, _) = learner.epoch(&samples, 0.0, 0.002);
        let mut last = (1.0, 1.0);
        for _ in 0..12 {
            last = learner.epoch(&samples, 0.0, 0.002);
        }
        assert!(last.0 < first / 2.0 && last.1 < 0.12, "{first} {last:?}");
        assert!(Net::read(&learner.bytes(), 8, 8).is_ok());
    }

    #[test]
    fn a_mirror_twice_is_nothing() {
        let men = [0x0123_4567_89AB_CDEF, 0xFF00];
        assert_eq!(mirror(mirror(men)), men);
        assert_eq!(mirror([1, 0x80]), [0x80, 1]);
    }
}
