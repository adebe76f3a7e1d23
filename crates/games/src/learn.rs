//! Learning weights from games, for the games' own tests that do it by hand: a weighted sum of facts says how likely
//! a win is. Positions are labelled with a mix of what came of the game and what was thought a little later, because
//! the end of a long game says little about its beginning.

use breadboard_core::{Rng as _, SplitMix};

/// What was seen of a position.
#[derive(Default)]
pub(crate) struct Sample {
    facts: Vec<(u16, f32)>,
    /// The share of the point that came of it, or is expected to.
    pub(crate) won: f32,
}

impl Sample {
    /// Notes a fact with its amount.
    pub(crate) fn add(&mut self, fact: usize, amount: f32) {
        self.facts.push((fact as u16, amount));
    }
}

/// Labels the positions of one game from its last to its first: each with what the next was labelled, mixed with what
/// the next was thought to be worth. Both are given for the side whose win the samples explain.
pub(crate) fn label(samples: &mut [Sample], thought: &[f32], flips: &[bool], won: f32, trust: f32) {
    let mut next = won;
    for at in (0..samples.len()).rev() {
        samples[at].won = next;
        let mixed = trust * next + (1.0 - trust) * thought[at];
        next = if flips[at] { 1.0 - mixed } else { mixed };
    }
}

const PASSES: usize = 10;

/// The weights that explain the samples best: each weight steps less the more it has been moved.
pub(crate) fn regress(samples: &[Sample], facts: usize, rng: &mut SplitMix) -> Vec<f32> {
    let (mut weights, mut square) = (vec![0f32; facts], vec![1.0f32; facts]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for pass in 0..PASSES {
        rng.shuffle(&mut order);
        let rate = 0.1 * (1.0 - pass as f32 / PASSES as f32);
        let mut loss = 0.0f64;
        for sample in order.iter().map(|&index| &samples[index]) {
            let odds: f32 = sample.facts.iter().map(|&(fact, amount)| amount * weights[fact as usize]).sum();
            let share = 1.0 / (1.0 + (-odds).exp());
            let miss = sample.won * share.max(1e-6).ln() + (1.0 - sample.won) * (1.0 - share).max(1e-6).ln();
            loss -= f64::from(miss);
            for &(fact, amount) in &sample.facts {
                let fact = fact as usize;
                let slope = amount * (sample.won - share) - 1e-5 * weights[fact];
                square[fact] += slope * slope;
                weights[fact] += rate * slope / square[fact].sqrt();
            }
        }
        println!("// pass {pass}: loss {:.4} of {} positions", loss / order.len() as f64, order.len());
    }
    weights
}
