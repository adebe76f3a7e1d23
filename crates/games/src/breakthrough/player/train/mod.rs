//! Learning the network for 8×8: games with small budgets give positions, each with what the search thought of it and how
//! its game ended; a small network learns to say both at once. A generation learns from the games of the one before.

mod learn;
mod play;

use super::weights::Net;
use crate::breakthrough::{Breakthrough, Options};
use crate::train::{Defaults, Progress, Settings, TrainError, Trainer, samples};
use breadboard_core::Rules as _;
use learn::Learner;
use play::{Sample, play};

pub(super) const TRAINER: Trainer = Trainer {
    train,
    defaults: Defaults { nodes: Some(1_000), opinion: Some(0.8), from: true, ..Defaults::new(40_000, 15) },
    about: "Plays all games, then learns from them. With --from the games are played with these weights instead of \
        with the evaluation by hand; the bots have the fifth file of such a chain.",
    examples: "  breadboard train breakthrough --games 25000 --out first.bin
  breadboard train breakthrough --from first.bin --seed 2 --out second.bin",
};

/// Learns the network; `from` is the one that the games are played with, else the evaluation by hand.
fn train(
    seats: u8,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, TrainError> {
    let chosen = settings.or(&TRAINER.defaults)?;
    let net = settings.from.map(|bytes| Net::read(bytes, 8, 8)).transpose();
    let net = net.map_err(|_| TrainError::ForeignWeights)?;
    let Ok(game) = Breakthrough::<u64>::new(Options::default(), seats) else { return Ok(Vec::new()) };
    let play = |number| play(&game, net.as_ref(), settings.seed, number, chosen.nodes);
    let samples: Vec<Sample> = samples(0..chosen.games, settings.threads, &play, progress);
    let mut learner = Learner::new(settings.seed);
    let (epochs, opinion) = (chosen.epochs, chosen.opinion);
    for number in 1..=epochs {
        let rate = 0.002 * (1.0 - (number - 1) as f32 / epochs as f32).powi(2) + 1e-5;
        let (loss, aside) = learner.epoch(&samples, opinion, rate);
        progress(Progress::Epoch { number, loss, aside: Some(aside) });
    }
    Ok(learner.bytes())
}
