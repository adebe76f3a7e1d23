//! How the weights were learned: games of the bot against itself with small errors, two seats and four, and a
//! regression of whether the Snipe won on what was seen between turns, a few times over. Run by hand:
//!
//! `cargo test --profile quick -p breadboard-games snipe_weights -- --ignored --nocapture`

use super::facts::GUESS;
use super::*;
use crate::learn::{Sample, label, regress};
use breadboard_core::{Game, SplitMix, laws};
use breadboard_search::{Effort, Watch};

const GENERATIONS: usize = 3;
const GAMES: u64 = 1500;

fn strength() -> Strength {
    Strength {
        budget: Budget::nodes(0),
        width: 40,
        reply_width: 1,
        candidates: 1,
        horizon: 1,
        exploration: 0.0,
        error: 0.04,
        overlooks: 0,
    }
}

/// Plays one game and adds its positions.
fn play(
    game: &SnipeHunt,
    weights: &'static Weights,
    trust: f32,
    rng: &mut SplitMix,
    samples: &mut Vec<Sample>,
) -> bool {
    let judge = Judge { weights };
    let mut player = Planner::new(judge, strength());
    let mut state = game.start();
    let first = samples.len();
    let (mut snipes, mut thought) = (Vec::new(), Vec::new());
    let outcome = loop {
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome,
            Turn::Chance => {
                if state.phase == Phase::Roll {
                    let mut sample = Sample::default();
                    facts(game, &state, &Lie::of(game, &state), |fact, amount| sample.add(fact, amount));
                    samples.push(sample);
                    snipes.push(state.snipe_seat());
                    thought.push(judge.worth(game, &state, state.snipe_seat()));
                }
                let chance = game.sample_chance(&state, rng).unwrap();
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(_) => {
                let seat = state.seat;
                let mv = player.think(game, &state, seat, rng, Effort::Own(1.0), &Watch::NOBODY);
                game.apply(&mut state, seat, mv);
            }
        }
    };
    let last = snipes.last().copied().unwrap_or(Seat::FIRST);
    let flips: Vec<bool> = (0..snipes.len()).map(|at| at > 0 && snipes[at - 1] != snipes[at]).collect();
    label(&mut samples[first..], &thought, &flips, outcome.share(last, game.seats) as f32, trust);
    outcome == breadboard_core::Outcome::Draw
}

#[test]
#[ignore = "learns for minutes"]
fn snipe_weights() {
    let game: SnipeHunt = laws::game("snipe:seats=2");
    let mut rng = SplitMix::new(30);
    let mut weights: &'static Weights = &GUESS;
    for generation in 0..GENERATIONS {
        let mut samples = Vec::new();
        // The first guess is believed less.
        let trust = if generation == 0 { 0.97 } else { 0.9 };
        let draws = (0..GAMES).filter(|_| play(&game, weights, trust, &mut rng, &mut samples)).count();
        println!("// generation {generation}: {draws} draws of {GAMES}");
        let learned = regress(&samples, FACTS, &mut rng);
        let mut fresh = [0; FACTS];
        for (fact, weight) in learned.into_iter().enumerate() {
            fresh[fact] = (weight * WHOLE).round() as i16;
        }
        println!("pub(super) const WEIGHTS: Weights = {fresh:?};");
        weights = Box::leak(Box::new(fresh));
    }
}
