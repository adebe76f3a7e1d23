//! How the weights were learned: the planner plays games against itself with the greedy player's evaluation and small
//! errors, and a logistic regression explains who won by the facts of their positions. More rounds of this, with the
//! learned weights in place of the evaluation, learned to stand still: they beat these weights but drew far more
//! against others. Run by hand:
//!
//! `cargo test --profile quick -p breadboard-games breadwinner_weights -- --ignored --nocapture`

use super::*;
use breadboard_core::{Game, Rng as _, SplitMix};
use breadboard_search::{Effort, Evaluate, Watch};
use breadboard_testkit as testkit;

const GAMES: u64 = 4000;
const PASSES: usize = 12;
const ERROR: f32 = 0.05;

/// The judge before anything was learned: the greedy player's evaluation.
#[derive(Clone, Copy, Debug)]
struct Guess;

impl Sense<Breadwinner> for Guess {
    fn worth(&self, game: &Breadwinner, state: &State, seat: Seat) -> f32 {
        share_of(game.evaluate(state, seat) as f32 / 40.0)
    }

    fn whose(&self, state: &State) -> Seat {
        state.mover
    }

    fn assume(&self, _: &Breadwinner, state: &State) -> Option<Chance> {
        middle(state)
    }
}

/// A position: the facts of the side with the next map phase and of the other, and whether the first won.
struct Sample {
    facts: [Vec<(u16, f32)>; 2],
    won: f32,
}

/// Plays one game and adds its positions: those in which a turn begins, and those before a roll. Returns the rounds.
fn play(
    game: &Breadwinner,
    player: &mut dyn Player<Breadwinner>,
    rng: &mut SplitMix,
    samples: &mut Vec<Sample>,
) -> u8 {
    let mut state = game.start();
    let first = samples.len();
    let mut nexts = Vec::new();
    let mut last = None;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            for (sample, next) in samples[first..].iter_mut().zip(nexts) {
                sample.won = outcome.share(next, 2) as f32;
            }
            return state.round;
        }
        let begins = last != Some(state.mover) && state.reveal.is_none() && state.stage != Stage::Starter;
        if state.stage == Stage::Roll || begins {
            last = Some(state.mover);
            let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
            let mut sides = [Vec::new(), Vec::new()];
            for (role, side) in [(0, next), (1, next.other())] {
                facts(&state, game.options.loaves_to_win, side, |fact, amount| {
                    sides[role].push((fact as u16, amount));
                });
            }
            samples.push(Sample { facts: sides, won: 0.0 });
            nexts.push(next);
        }
        if turn == Turn::Chance {
            let chance = game.sample_chance(&state, rng).unwrap();
            game.apply_chance(&mut state, &chance);
        } else {
            let seat = state.mover;
            let mv = player.think(game, &state, seat, rng, Effort::Own(1.0), &Watch::NOBODY);
            game.apply(&mut state, seat, mv);
        }
    }
}

/// Logistic regression by Adam, one sample at a time, with a little decay.
fn fit(samples: &[Sample], rng: &mut SplitMix) -> [[f32; FACTS]; 2] {
    let mut weights = [[0f32; FACTS]; 2];
    let mut mean = [[0f32; FACTS]; 2];
    let mut square = [[1e-4f32; FACTS]; 2];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for pass in 0..PASSES {
        rng.shuffle(&mut order);
        let rate = 0.003 * (1.0 - pass as f32 / PASSES as f32);
        for sample in order.iter().map(|&index| &samples[index]) {
            let sum = |role: usize| -> f32 {
                sample.facts[role].iter().map(|&(fact, amount)| amount * weights[role][fact as usize]).sum()
            };
            let wrong = sample.won - share_of(sum(0) - sum(1));
            for (role, sign) in [(0, 1.0), (1, -1.0)] {
                for &(fact, amount) in &sample.facts[role] {
                    let fact = fact as usize;
                    let slope = sign * amount * wrong - 1e-5 * weights[role][fact];
                    mean[role][fact] = 0.95 * mean[role][fact] + 0.05 * slope;
                    square[role][fact] = 0.999 * square[role][fact] + 0.001 * slope * slope;
                    weights[role][fact] += rate * mean[role][fact] / (square[role][fact].sqrt() + 1e-3);
                }
            }
        }
    }
    weights
}

#[test]
#[ignore = "learns for minutes"]
fn breadwinner_weights() {
    let game: Breadwinner = testkit::game("breadwinner");
    let mut rng = SplitMix::new(12);
    let strength = Strength {
        budget: Budget::nodes(0),
        width: 5,
        reply_width: 1,
        candidates: 1,
        trust: 1,
        horizon: 1,
        exploration: 0.0,
        error: ERROR,
        overlooks: 0,
    };
    let mut player = Planner::new(Guess, strength);
    let mut samples = Vec::new();
    let rounds: u64 = (0..GAMES).map(|_| u64::from(play(&game, &mut player, &mut rng, &mut samples))).sum();
    println!("// {} positions, {} rounds a game", samples.len(), rounds as f64 / GAMES as f64);
    let weights: Weights =
        fit(&samples, &mut rng).map(|side| side.map(|weight| (weight * WHOLE).round() as i16));
    println!("pub(super) const WEIGHTS: Weights = {weights:?};");
}
