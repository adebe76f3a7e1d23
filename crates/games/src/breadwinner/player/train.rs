//! How the network is learned: the greedy player plays games against itself, and the network learns who won, and how soon,
//! from the features of their positions. In some turns a seat does nothing, or moves at random: without them the network
//! would see only what the greedy player does, take a bot that waits for one that is about to act, and wait.
//!
//! One game in four has the other value of `no_delivery_block` and one in four is short, so that the weights serve these
//! settings too.

use super::features::{FEATURES, features};
use super::greedy::quick_move;
use super::network::{NEURONS, Net, SUMS, WEIGHT_ONE};
use crate::breadwinner::moves::Move;
use crate::breadwinner::state::{Stage, State};
use crate::breadwinner::{Breadwinner, Options};
use crate::train::{Defaults, Progress, Settings, TrainError, Trainer, bytes, logistic, samples};
use breadboard_core::{ChanceEvents as _, Rng as _, Rules as _, Seat, SplitMix, Turn};

pub(super) const TRAINER: Trainer = Trainer {
    train,
    defaults: Defaults::new(12_000, 8),
    about: "Plays all games, then learns from them; the greedy player plays, so there is no search.",
    examples: "  breadboard train breadwinner --out breadwinner.bin",
};

/// Learns the weights.
fn train(
    seats: u8,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, TrainError> {
    let chosen = settings.or(&TRAINER.defaults)?;
    let games = [
        Options::default(),
        Options { no_delivery_block: !Options::default().no_delivery_block, ..Options::default() },
        Options::default(),
        Options { loaves_to_win: 8, ..Options::default() },
    ]
    .map(|options| Breadwinner::new(options, seats));
    let play = |number: u64| {
        let game = games[number as usize % games.len()].as_ref();
        game.map_or(Vec::new(), |game| play(game, &mut SplitMix::stream(settings.seed, number)))
    };
    let samples = samples(0..chosen.games, settings.threads, &play, progress);
    let mut rng = SplitMix::new(settings.seed);
    let net = fit(&samples, chosen.epochs, &mut rng, progress);
    let lead = super::train_lead::learn(seats, settings, chosen.games, chosen.epochs, progress);
    let weights = net.weights();
    Ok(bytes(weights.iter().chain(lead.as_flattened()).map(|weight| (weight, WEIGHT_ONE))))
}

/// A position: the features of the side with the next map phase and of the other, and how soon each won.
struct Sample {
    features: [Vec<(u16, f32)>; 2],
    /// 1 for a win at once, less the later it comes, 0 for none.
    won: [f32; 2],
}

/// What a win is worth a round earlier. So the network prefers a game that ends to one that does not.
const ROUND: f32 = 0.85;

/// How a seat plays a turn.
#[derive(Clone, Copy, Debug)]
enum Mood {
    Greedy,
    /// Ends every phase at once.
    Idle,
    /// Of eight moves this many are random.
    Random(u32),
}

impl Mood {
    fn draw(rng: &mut SplitMix) -> Mood {
        match rng.below(16) {
            0..2 => Mood::Idle,
            2..5 => Mood::Random(2),
            5 => Mood::Random(8),
            _ => Mood::Greedy,
        }
    }

    fn choose(self, game: &Breadwinner, state: &State, rng: &mut SplitMix) -> Option<Move> {
        match self {
            Mood::Idle => Some(Move::End),
            Mood::Random(often) if rng.below(8) < often => {
                let mut moves = Vec::new();
                game.legal_moves(state, state.mover, &mut moves);
                moves.get(rng.below(moves.len() as u32) as usize).copied()
            }
            Mood::Greedy | Mood::Random(_) => quick_move(game, state, state.mover),
        }
    }
}

/// Plays one game and returns its positions: those in which a turn begins, and those before a roll.
fn play(game: &Breadwinner, rng: &mut SplitMix) -> Vec<Sample> {
    let mut state = game.start();
    let mut mood = Mood::Greedy;
    let mut kept = Vec::new();
    let mut last = None;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            // The count of the loaves after the last round is no win to learn from.
            let ended = state.loaves.iter().any(|&loaves| loaves >= game.options.loaves_to_win);
            let sample = |(next, round, features): (Seat, u8, _)| {
                let worth = if ended { ROUND.powi(i32::from(state.round - round)) } else { 0.0 };
                Sample {
                    features,
                    won: [next, next.other()].map(|seat| worth * outcome.share(seat, 2) as f32),
                }
            };
            return kept.into_iter().map(sample).collect();
        }
        let begins = last != Some(state.mover) && state.reveal.is_none() && state.stage != Stage::Starter;
        if state.stage == Stage::Roll || begins {
            if begins {
                mood = Mood::draw(rng);
            }
            last = Some(state.mover);
            let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
            let mut sides = [Vec::new(), Vec::new()];
            for (role, side) in [(0, next), (1, next.other())] {
                features(&state, game.options.loaves_to_win, side, |feature, amount| {
                    sides[role].push((feature as u16, amount));
                });
            }
            kept.push((next, state.round, sides));
        }
        if turn == Turn::Chance {
            let Some(chance) = game.sample_chance(&state, rng) else { return Vec::new() };
            game.apply_chance(&mut state, &chance);
        } else {
            let seat = state.mover;
            let Some(mv) = mood.choose(game, &state, rng) else { return Vec::new() };
            game.apply(&mut state, seat, mv);
        }
    }
}

/// Learns from nine tenths of the positions, one at a time, each weight at a pace of its own; the last tenth is held out.
fn fit(samples: &[Sample], epochs: u32, rng: &mut SplitMix, progress: &mut dyn FnMut(Progress)) -> Box<Net> {
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 10);
    let mut net = Box::new(Net::EMPTY);
    let mut small = || (rng.below(2001) as f32 - 1000.0) / 1000.0;
    for row in net.rows.as_flattened_mut() {
        row[..NEURONS].iter_mut().for_each(|weight| *weight = 0.1 * small());
    }
    net.out.as_flattened_mut().iter_mut().for_each(|weight| *weight = 0.3 * small());
    let pace = 1e-4;
    let mut pace =
        Box::new(Net { rows: [[[pace; SUMS]; FEATURES]; 2], bias: [pace; SUMS], out: [[pace; NEURONS]; 2] });
    let mut order: Vec<usize> = (0..learned.len()).collect();
    for number in 1..=epochs {
        rng.shuffle(&mut order);
        let rate = 0.002 * (1.0 - (number - 1) as f32 / epochs as f32);
        let loss = order.iter().map(|&index| learn(&mut net, &mut pace, &learned[index], rate)).sum::<f64>();
        let unseen = aside.iter().map(|sample| square(wrong(&net, sample, &sums(&net, sample)))).sum::<f64>();
        let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
        let aside = (!aside.is_empty()).then(|| mean(unseen, aside.len()));
        progress(Progress::Epoch { number, loss: mean(loss, order.len()), aside });
    }
    net
}

fn sums(net: &Net, sample: &Sample) -> [f32; SUMS] {
    let mut sums = net.bias;
    for (role, features) in sample.features.iter().enumerate() {
        for &(feature, amount) in features {
            net.add(&mut sums, role, usize::from(feature), amount);
        }
    }
    sums
}

/// How wrong the two answers are.
fn wrong(net: &Net, sample: &Sample, sums: &[f32; SUMS]) -> [f32; 2] {
    let odds = net.finish(sums);
    [0, 1].map(|answer| sample.won[answer] - logistic(odds[answer]))
}

fn square(wrong: [f32; 2]) -> f64 {
    wrong.iter().map(|wrong| f64::from(wrong * wrong)).sum::<f64>() / 2.0
}

/// One step towards what happened; returns the squared error before it.
fn learn(net: &mut Net, pace: &mut Net, sample: &Sample, rate: f32) -> f64 {
    let sums = sums(net, sample);
    let wrong = wrong(net, sample, &sums);
    let mut slopes = [0.0; SUMS];
    slopes[NEURONS..].copy_from_slice(&wrong);
    for neuron in 0..NEURONS {
        if sums[neuron] > 0.0 {
            for (answer, wrong) in wrong.iter().enumerate() {
                slopes[neuron] += wrong * net.out[answer][neuron];
                let slope = wrong * sums[neuron];
                step(&mut net.out[answer][neuron], &mut pace.out[answer][neuron], slope, rate);
            }
        }
    }
    steps(&mut net.bias, &mut pace.bias, &slopes, 1.0, rate);
    for (role, features) in sample.features.iter().enumerate() {
        for &(feature, amount) in features {
            let at = usize::from(feature);
            steps(&mut net.rows[role][at], &mut pace.rows[role][at], &slopes, amount, rate);
        }
    }
    square(wrong)
}

/// Moves the weights of a feature.
fn steps(weights: &mut [f32; SUMS], paces: &mut [f32; SUMS], slopes: &[f32; SUMS], amount: f32, rate: f32) {
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

impl Net {
    /// All weights in the order of the file; what it cannot hold is cut off.
    fn weights(&self) -> Vec<f32> {
        let rows = self.rows.as_flattened().as_flattened().iter();
        let weights = rows.chain(&self.bias).chain(self.out.as_flattened());
        weights.map(|weight| weight.clamp(-32.0, 32.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::FILE_BYTES;
    use super::*;

    #[test]
    fn a_few_games_teach_and_the_same_on_any_number_of_threads() {
        let run = |threads| {
            let mut losses = Vec::new();
            let settings = Settings {
                games: Some(12),
                nodes: None,
                epochs: Some(4),
                opinion: None,
                choices: None,
                from: None,
                seed: 3,
                threads,
            };
            let weights = train(2, &settings, &mut |progress| {
                if let Progress::Epoch { loss, .. } = progress {
                    losses.push(loss);
                }
            });
            (weights.unwrap(), losses)
        };
        let (weights, losses) = run(1);
        assert_eq!(weights.len(), FILE_BYTES);
        assert!(losses[3] < losses[0], "{losses:?}");
        // The lead has half as many more passes.
        assert!(losses.len() == 10 && losses[9] < losses[4], "{losses:?}");
        assert_eq!(run(2), (weights, losses));
    }
}
