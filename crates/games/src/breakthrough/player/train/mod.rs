//! Learning the network for 8×8: games with small budgets give positions, each with what the search thought of it and how
//! its game ended; a small network learns to say both at once. A generation learns from the games of the one before.

mod learn;
mod play;

use super::net::Net;
use crate::breakthrough::{Breakthrough, Options};
use crate::train::{Progress, Settings, TrainError, Uses, samples};
use breadboard_core::Rules as _;
use learn::Learner;
use play::{Sample, play};

/// Learns the network; `from` is the one that the games are played with, else the evaluation by hand.
pub(super) fn train(
    seats: u8,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, TrainError> {
    settings.check(Uses { nodes: true, opinion: true, from: true, choices: false })?;
    let net = settings.from.map(|bytes| Net::read(bytes, 8, 8)).transpose();
    let net = net.map_err(|_| TrainError::ForeignWeights)?;
    let Ok(game) = Breakthrough::<u64>::new(Options::default(), seats) else { return Ok(Vec::new()) };
    let nodes = settings.nodes.unwrap_or(1_000);
    let play = |number| play(&game, net.as_ref(), settings.seed, number, nodes);
    let samples: Vec<Sample> =
        samples(0..settings.games.unwrap_or(40_000), settings.threads, &play, progress);
    let mut learner = Learner::new(settings.seed);
    let (epochs, opinion) = (settings.epochs.unwrap_or(15), settings.opinion.unwrap_or(0.8));
    for number in 1..=epochs {
        let rate = 0.002 * (1.0 - (number - 1) as f32 / epochs as f32).powi(2) + 1e-5;
        let (loss, aside) = learner.epoch(&samples, opinion, rate);
        progress(Progress::Epoch { number, loss, aside: Some(aside) });
    }
    Ok(learner.bytes())
}
