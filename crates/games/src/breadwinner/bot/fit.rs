//! How the weights were learned: games of the bot against itself with small errors, and a regression of who won on the
//! facts of their positions, a few times over. Run by hand:
//!
//! `cargo test --profile quick -p breadboard-games breadwinner_weights -- --ignored --nocapture`

use super::super::state::Stage;
use super::features::guess;
use super::*;
use crate::learn::{Sample, label, regress};
use breadboard_core::{Game, SplitMix, laws};
use breadboard_search::{Effort, Watch};

const GENERATIONS: usize = 3;
const GAMES: u64 = 1500;

fn strength() -> Strength {
    Strength {
        budget: Budget::nodes(0),
        width: 4,
        reply_width: 1,
        candidates: 1,
        horizon: 1,
        exploration: 0.0,
        error: 0.05,
        overlooks: 0,
    }
}

/// Plays one game and adds its positions: those in which a turn begins, and those before a roll. Returns the rounds.
fn play(
    game: &Breadwinner,
    weights: &'static Weights,
    trust: f32,
    rng: &mut SplitMix,
    samples: &mut Vec<Sample>,
) -> u8 {
    let judge = Judge { weights };
    let mut player = Planner::new(judge, strength());
    let mut state = game.start();
    let first = samples.len();
    let (mut nexts, mut thought) = (Vec::new(), Vec::new());
    let mut last = None;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            let won = nexts.last().map_or(0.5, |next| outcome.share(*next, 2) as f32);
            // A label passes to the position before it, which may be told for the other side.
            let flips: Vec<bool> = (0..nexts.len()).map(|at| at > 0 && nexts[at - 1] != nexts[at]).collect();
            label(&mut samples[first..], &thought, &flips, won, trust);
            return state.round;
        }
        let begins = last != Some(state.mover) && state.stage != Stage::Starter;
        if state.stage == Stage::Roll || begins {
            last = Some(state.mover);
            let next = if state.stage == Stage::Map { state.mover } else { state.mover.other() };
            let mut sample = Sample::default();
            for (role, side, sign) in [(0, next, 1.0), (1, next.other(), -1.0)] {
                facts(&state, game.options.loaves_to_win, side, |fact, amount| {
                    sample.add(role * FACTS + fact, sign * amount);
                });
            }
            samples.push(sample);
            nexts.push(next);
            thought.push(judge.worth(game, &state, next));
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

#[test]
#[ignore = "learns for minutes"]
fn breadwinner_weights() {
    let game: Breadwinner = laws::game("breadwinner");
    let mut rng = SplitMix::new(12);
    let mut weights: &'static Weights = Box::leak(Box::new(guess()));
    for generation in 0..GENERATIONS {
        let mut samples = Vec::new();
        // The first guess knows too little to be believed.
        let trust = if generation == 0 { 1.0 } else { 0.95 };
        let rounds: u64 =
            (0..GAMES).map(|_| u64::from(play(&game, weights, trust, &mut rng, &mut samples))).sum();
        println!("// generation {generation}: {} rounds a game", rounds as f64 / GAMES as f64);
        let learned = regress(&samples, 2 * FACTS, &mut rng);
        let mut fresh: Weights = [[0; FACTS]; 2];
        for (fact, weight) in learned.into_iter().enumerate() {
            fresh[fact / FACTS][fact % FACTS] = (weight * WHOLE).round() as i16;
        }
        println!("pub(super) const WEIGHTS: Weights = {fresh:?};");
        weights = Box::leak(Box::new(fresh));
    }
}
