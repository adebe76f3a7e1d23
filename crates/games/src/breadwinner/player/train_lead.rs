//! How the weights of the lead are learned: a planner plays games against itself with the greedy player's evaluation and small
//! errors, and a logistic regression explains who won by the features of their positions. More rounds of this, with the
//! learned weights in place of the evaluation, learned to stand still: they beat these weights but drew far more
//! against others.
//!
//! The weights in use are of the first version of this trainer, which played 4,000 games on one random stream and knew fewer
//! features; with a stream for each game the same settings give other weights of the same kind.

use super::evaluate::middle;
use super::features::features;
use super::lead::Rows;
use crate::breadwinner::chance::Chance;
use crate::breadwinner::state::{Stage, State};
use crate::breadwinner::{Breadwinner, Options};
use crate::train::{Progress, Settings, logistic, samples};
use breadboard_core::{ChanceEvents as _, Rng as _, Rules as _, Seat, SplitMix, Turn};
use breadboard_search::turns::{Evaluation, Planner, Strength};
use breadboard_search::{Blunders, Budget, Evaluate, Player as _};

/// How the games are played: one narrow look at the own turn.
const STRENGTH: Strength = Strength {
    budget: Budget::nodes(0),
    width: 5,
    reply_width: 1,
    candidates: 1,
    trust: 1,
    horizon: 1,
    exploration: 0.0,
    blunders: Some(Blunders::new(0.05, 0)),
};

/// Learns the weights from a third of the games that the network has, with half as many more passes.
pub(super) fn learn(
    seats: u8,
    settings: &Settings<'_>,
    games: u64,
    epochs: u32,
    progress: &mut dyn FnMut(Progress),
) -> Rows {
    let Ok(game) = Breadwinner::new(Options::default(), seats) else { return EMPTY };
    let play = |number| play(&game, &mut SplitMix::stream(settings.seed, number));
    let samples = samples(0..games.div_ceil(3), settings.threads, &play, progress);
    let mut rng = SplitMix::new(settings.seed);
    fit(&samples, 3 * epochs / 2, &mut rng, progress)
}

/// The features that are not zero, with their values.
type Features = Vec<(u16, f32)>;

const EMPTY: Rows = [[0.0; super::features::FEATURES]; 2];

/// The evaluation before anything is learned: the greedy player's.
#[derive(Clone, Copy, Debug)]
struct Untrained;

impl Evaluation<Breadwinner> for Untrained {
    fn evaluate(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        logistic(Evaluate::evaluate(game, state, seat) as f32 / 40.0)
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover
    }

    fn assumed_chance(&self, _: &Breadwinner, state: &State) -> Option<Chance> {
        middle(state)
    }
}

/// A position: the features of the side with the next map phase and of the other, and whether the first won.
struct Sample {
    features: [Vec<(u16, f32)>; 2],
    won: f32,
}

/// Plays one game and returns its positions: those in which a turn begins, and those before a roll.
fn play(game: &Breadwinner, rng: &mut SplitMix) -> Vec<Sample> {
    let mut player = Planner::new(Untrained, STRENGTH);
    let mut state = game.start();
    let mut kept: Vec<(Seat, [Features; 2])> = Vec::new();
    let mut last = None;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            let sample = |(next, features)| Sample { features, won: outcome.share(next, 2) as f32 };
            return kept.into_iter().map(sample).collect();
        }
        let begins = last != Some(state.mover) && state.reveal.is_none() && state.stage != Stage::Starter;
        if state.stage == Stage::Roll || begins {
            last = Some(state.mover);
            let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
            let mut sides = [Vec::new(), Vec::new()];
            for (role, side) in [(0, next), (1, next.other())] {
                features(&state, game.options.loaves_to_win, side, |feature, amount| {
                    sides[role].push((feature as u16, amount));
                });
            }
            kept.push((next, sides));
        }
        if turn == Turn::Chance {
            let Some(chance) = game.sample_chance(&state, rng) else { return Vec::new() };
            game.apply_chance(&mut state, &chance);
        } else {
            let seat = state.mover;
            let mv = player.choose(game, &state, seat, rng);
            game.apply(&mut state, seat, mv);
        }
    }
}

/// Logistic regression by Adam, one sample at a time, with a little decay.
fn fit(samples: &[Sample], epochs: u32, rng: &mut SplitMix, progress: &mut dyn FnMut(Progress)) -> Rows {
    let (mut weights, mut mean) = (EMPTY, EMPTY);
    let mut square = EMPTY.map(|row| row.map(|_| 1e-4f32));
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for number in 1..=epochs {
        rng.shuffle(&mut order);
        let rate = 0.003 * (1.0 - (number - 1) as f32 / epochs as f32);
        let mut loss = 0.0;
        for sample in order.iter().map(|&index| &samples[index]) {
            let sum = |role: usize| -> f32 {
                let features = sample.features[role].iter();
                features.map(|&(feature, amount)| amount * weights[role][usize::from(feature)]).sum()
            };
            let wrong = sample.won - logistic(sum(0) - sum(1));
            loss += f64::from(wrong * wrong);
            for (role, sign) in [(0, 1.0), (1, -1.0)] {
                for &(feature, amount) in &sample.features[role] {
                    let at = usize::from(feature);
                    let slope = sign * amount * wrong - 1e-5 * weights[role][at];
                    mean[role][at] = 0.95 * mean[role][at] + 0.05 * slope;
                    square[role][at] = 0.999 * square[role][at] + 0.001 * slope * slope;
                    weights[role][at] += rate * mean[role][at] / (square[role][at].sqrt() + 1e-3);
                }
            }
        }
        let loss = (loss / order.len().max(1) as f64) as f32;
        progress(Progress::Epoch { number, loss, aside: None });
    }
    weights
}
