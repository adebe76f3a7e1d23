//! How a network learns how soon each side wins: the greedy player plays games against itself, and the network learns who won,
//! and how soon, from the features of their positions. In some turns a seat does nothing, or moves at random. Without such turns
//! the network sees only greedy play. It then takes a waiting bot for one about to act, and learns to wait.
//!
//! One game in four has the other value of `no_delivery_block` and one in four is short, so that the weights serve these
//! settings too.

use super::features::{FEATURES, features};
use super::greedy::quick_move;
use super::learner::{Learner, Sample};
use super::network::Soon;
use super::train_value;
use crate::breadwinner::moves::Move;
use crate::breadwinner::state::{Stage, State};
use crate::breadwinner::{Breadwinner, Options};
use crate::train::{Defaults, Progress, Settings, TrainError, Trainer, samples};
use breadboard_core::{ChanceEvents as _, Rng as _, Rules as _, Seat, SplitMix, Turn};

pub(super) const TRAINER: Trainer = Trainer {
    train,
    defaults: Defaults::new(12_000, 8),
    about: "Plays all games by the greedy player and learns from them how soon a side wins. Then it plays five thirds as many \
            by plans, in lessons, and learns from them who wins.",
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
    let soon = fit(&samples, chosen.epochs, &mut rng, progress).bytes();
    let value = train_value::learn(&Soon::read(&soon), 5 * chosen.games / 3, settings, progress);
    Ok([soon, value.bytes()].concat())
}

/// What a win is worth a round earlier. So the network prefers a game that ends to one that does not.
const ROUND: f32 = 0.85;

/// How a seat plays a turn.
#[derive(Clone, Copy, Debug)]
enum TurnPolicy {
    Greedy,
    /// Ends every phase at once.
    Idle,
    /// Of eight moves this many are random.
    Random(u32),
}

impl TurnPolicy {
    fn draw(rng: &mut SplitMix) -> TurnPolicy {
        match rng.below(16) {
            0..2 => TurnPolicy::Idle,
            2..5 => TurnPolicy::Random(2),
            5 => TurnPolicy::Random(8),
            _ => TurnPolicy::Greedy,
        }
    }

    fn choose(self, game: &Breadwinner, state: &State, rng: &mut SplitMix) -> Option<Move> {
        match self {
            TurnPolicy::Idle => Some(Move::End),
            TurnPolicy::Random(often) if rng.below(8) < often => {
                let mut moves = Vec::new();
                game.legal_moves(state, state.mover, &mut moves);
                moves.get(rng.below(moves.len() as u32) as usize).copied()
            }
            TurnPolicy::Greedy | TurnPolicy::Random(_) => quick_move(game, state, state.mover),
        }
    }
}

/// Plays one game and returns its positions: those in which a turn begins, and those before a roll.
fn play(game: &Breadwinner, rng: &mut SplitMix) -> Vec<Sample<2>> {
    let mut state = game.start();
    let mut policy = TurnPolicy::Greedy;
    let mut kept = Vec::new();
    let mut last = None;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            // The count of the loaves after the last round is no win to learn from.
            let ended = state.loaves.iter().any(|&loaves| loaves >= game.options.loaves_to_win);
            let sample = |(next, round, inputs): (Seat, u8, _)| {
                let worth = if ended { ROUND.powi(i32::from(state.round - round)) } else { 0.0 };
                Sample {
                    inputs,
                    answers: [next, next.other()].map(|seat| worth * outcome.share(seat, 2) as f32),
                }
            };
            return kept.into_iter().map(sample).collect();
        }
        let begins = last != Some(state.mover) && state.reveal.is_none() && state.stage != Stage::Starter;
        if state.stage == Stage::Roll || begins {
            if begins {
                policy = TurnPolicy::draw(rng);
            }
            last = Some(state.mover);
            let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
            let mut inputs = Vec::new();
            for (role, side) in [(0, next), (1, next.other())] {
                features(&state, game.options.loaves_to_win, side, |feature, amount| {
                    inputs.push(((role * FEATURES + feature) as u16, amount));
                });
            }
            kept.push((next, state.round, inputs));
        }
        if turn == Turn::Chance {
            let Some(chance) = game.sample_chance(&state, rng) else { return Vec::new() };
            game.apply_chance(&mut state, &chance);
        } else {
            let seat = state.mover;
            let Some(mv) = policy.choose(game, &state, rng) else { return Vec::new() };
            game.apply(&mut state, seat, mv);
        }
    }
}

/// Learns from nine tenths of the positions, one at a time, each weight at a pace of its own; the last tenth is held out.
fn fit(
    samples: &[Sample<2>],
    epochs: u32,
    rng: &mut SplitMix,
    progress: &mut dyn FnMut(Progress),
) -> Box<Soon> {
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 10);
    let mut learner = Learner::new(rng);
    let mut order: Vec<usize> = (0..learned.len()).collect();
    for number in 1..=epochs {
        rng.shuffle(&mut order);
        let rate = 0.002 * (1.0 - (number - 1) as f32 / epochs as f32);
        let loss = order.iter().map(|&index| learner.learn(&learned[index], rate)).sum::<f64>();
        let unseen = aside.iter().map(|sample| learner.loss(sample)).sum::<f64>();
        let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
        let aside = (!aside.is_empty()).then(|| mean(unseen, aside.len()));
        progress(Progress::Epoch { number, loss: mean(loss, order.len()), aside });
    }
    learner.net
}
#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::super::weights::FILE_BYTES;
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
        // Twenty games by plans are two lessons.
        assert_eq!(losses.len(), 6);
        let value = Value::read(&weights[Soon::BYTES..]);
        assert!(value.rows.as_flattened().iter().any(|&weight| weight != 0.0));
        assert_eq!(run(2), (weights, losses));
    }
}
