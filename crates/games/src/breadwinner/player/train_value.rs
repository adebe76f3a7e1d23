//! How the network learns who wins: TD(lambda), the method of TD-Gammon. In every lesson a planner plays games against itself
//! with what was learned so far, and each position learns what the positions after it were worth and how the game ended.
//! The first lesson has only the wish to win soon; this plays sensibly, so nothing else is needed to begin.
//!
//! Learning from the results of a fixed player was the alternative: its weights know only that player's games. Lessons
//! without the wish to win soon learn to stand still: nothing is lost by waiting where both wait.

use super::evaluate::{Aim, BreadwinnerEvaluation, next_to_map};
use super::greedy::quick_move;
use super::habits::Habits;
use super::learner::{Learner, Sample};
use super::network::Soon;
use super::value::{Value, inputs};
use super::weights::Weights;
use crate::breadwinner::moves::Move;
use crate::breadwinner::state::{Stage, State};
use crate::breadwinner::{Breadwinner, Options};
use crate::train::{Progress, Settings, logistic, samples};
use breadboard_core::{ChanceEvents as _, Rng as _, Rules as _, Seat, SplitMix, Turn};
use breadboard_search::turns::{Planner, Strength};
use breadboard_search::{Blunders, Budget, Player as _};
use std::sync::Arc;

/// Games of a lesson.
const LESSON: u64 = 128;
/// Positions to learn from: those of the last dozen lessons.
const MEMORY: usize = 150_000;
/// How often a position is learned from, on average.
const PASSES: usize = 3;
/// How fast the first lesson learns; the last ones learn slowly.
const RATE: f32 = 0.001;
/// The weight of what came later against the guess for the next position: 1 learns results, 0 learns guesses.
const LAMBDA: f32 = 0.8;

/// How the games are played: one narrow look at the player's turn.
const STRENGTH: Strength = Strength {
    budget: Budget::nodes(0),
    width: 3,
    reply_width: 1,
    candidates: 1,
    trust: 1,
    horizon: 1,
    exploration: 0.0,
    blunders: None,
};
/// The weight of winning soon in what the players want: enough for games that end, and less than the strongest player has,
/// so that they learn from long games too.
const DRIVE: f32 = 0.25;
/// The largest error of the players, so that they try more than one way to play.
const ERROR: f32 = 0.06;

/// Learns who wins from this many games. All games of a lesson are played with the same weights, so the number of threads
/// changes nothing.
pub(super) fn learn(
    soon: &Soon,
    games: u64,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Box<Value> {
    let mut rng = SplitMix::new(settings.seed);
    let mut learner = Learner::new(&mut rng);
    let mut memory = Memory::default();
    // A few games are two lessons at least.
    let size = LESSON.min(games.div_ceil(2)).max(1);
    let lessons = games / size;
    for lesson in 0..lessons {
        let weights = Arc::new(Weights { soon: soon.clone(), value: (*learner.net).clone() });
        let play = |number| play(&weights, &mut SplitMix::stream(settings.seed, number)).unwrap_or_default();
        let fresh = samples(lesson * size..(lesson + 1) * size, settings.threads, &play, progress);
        let steps = PASSES * fresh.len();
        memory.add(fresh);
        let rate = RATE * (1.0 - lesson as f32 / lessons as f32).max(0.03);
        let loss = (0..steps).map(|_| learner.learn(memory.draw(&mut rng), rate)).sum::<f64>();
        let loss = (loss / steps.max(1) as f64) as f32;
        progress(Progress::Epoch { number: lesson as u32 + 1, loss, aside: None });
    }
    learner.net
}

/// The last positions.
#[derive(Default)]
struct Memory {
    samples: Vec<Sample<1>>,
    /// Once it is full: the place of the oldest.
    oldest: usize,
}

impl Memory {
    fn add(&mut self, fresh: Vec<Sample<1>>) {
        for sample in fresh {
            if self.samples.len() < MEMORY {
                self.samples.push(sample);
            } else {
                self.samples[self.oldest] = sample;
                self.oldest = (self.oldest + 1) % MEMORY;
            }
        }
    }

    fn draw(&self, rng: &mut SplitMix) -> &Sample<1> {
        &self.samples[rng.below(self.samples.len() as u32) as usize]
    }
}

/// The options of a game. Most games are shorter than usual: they teach races, and what the last rounds are worth.
fn options(rng: &mut SplitMix) -> Options {
    let round_cap = match rng.below(8) {
        0 => 10,
        1 => 15,
        2 => 20,
        3 => 30,
        4 => 40,
        _ => 60,
    };
    let loaves_to_win = match rng.below(8) {
        0 => 4 + rng.below(8) as u8,
        1 => 8,
        _ => 12,
    };
    Options {
        strict_soldier: rng.below(12) == 0,
        no_delivery_block: rng.below(8) == 0,
        crop_survives: rng.below(12) == 0,
        round_cap,
        loaves_to_win,
    }
}

/// How a seat plays a turn: nearly always by a plan. A turn that is played otherwise shows more of the game, but says nothing
/// about the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnPolicy {
    Plans,
    /// Ends every phase at once.
    Idle,
    Greedy,
    Random,
}

impl TurnPolicy {
    fn draw(rng: &mut SplitMix) -> TurnPolicy {
        match rng.below(64) {
            0 => TurnPolicy::Idle,
            1 => TurnPolicy::Random,
            2..4 => TurnPolicy::Greedy,
            _ => TurnPolicy::Plans,
        }
    }

    fn choose(
        self,
        player: &mut Planner<Breadwinner>,
        game: &Breadwinner,
        state: &State,
        rng: &mut SplitMix,
    ) -> Option<Move> {
        match self {
            TurnPolicy::Plans => Some(player.choose(game, state, state.mover, rng)),
            TurnPolicy::Idle => Some(Move::End),
            TurnPolicy::Greedy => quick_move(game, state, state.mover),
            TurnPolicy::Random => {
                let mut moves = Vec::new();
                game.legal_moves(state, state.mover, &mut moves);
                moves.get(rng.below(moves.len() as u32) as usize).copied()
            }
        }
    }
}

/// A position of a game.
struct Step {
    inputs: Vec<(u16, f32)>,
    next: Seat,
    /// The chance that the first seat wins, as the network guesses it.
    guess: f32,
    /// How the turn goes on.
    policy: TurnPolicy,
}

impl Step {
    fn of(game: &Breadwinner, state: &State, value: &Value, policy: TurnPolicy) -> Step {
        let next = next_to_map(state);
        let mut list = Vec::with_capacity(96);
        let mut sums = value.bias;
        inputs(game, state, next, |input, amount| {
            list.push((input as u16, amount));
            value.add(&mut sums, input, amount);
        });
        let guess = of_first(logistic(value.finish(&sums)[0]), next);
        Step { inputs: list, next, guess, policy }
    }
}

/// The chance of the first seat, from that of a seat; and the other way round.
fn of_first(chance: f32, seat: Seat) -> f32 {
    if seat == Seat::FIRST { chance } else { 1.0 - chance }
}

/// Plays one game and returns its positions, those in which a turn begins and those before a roll, with what they should be
/// worth.
fn play(weights: &Arc<Weights>, rng: &mut SplitMix) -> Option<Vec<Sample<1>>> {
    let game = Breadwinner::new(options(rng), 2).ok()?;
    let error = ERROR * rng.below(4) as f32 / 3.0;
    let evaluation =
        BreadwinnerEvaluation { weights: weights.clone(), habits: Habits::Sells, aim: Aim::Win(DRIVE) };
    let blunders = (error > 0.0).then(|| Blunders::new(error, 0));
    let mut player = Planner::new(evaluation, Strength { blunders, ..STRENGTH });
    let mut state = game.start();
    let mut steps = Vec::new();
    let mut last = None;
    let mut policy = TurnPolicy::Plans;
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(outcome) = turn {
            return Some(targets(steps, outcome.share(Seat::FIRST, 2) as f32));
        }
        let begins = last != Some(state.mover) && state.reveal.is_none() && state.stage != Stage::Starter;
        if begins {
            policy = TurnPolicy::draw(rng);
        }
        if state.stage == Stage::Roll || begins {
            last = Some(state.mover);
            steps.push(Step::of(&game, &state, &weights.value, policy));
        }
        if turn == Turn::Chance {
            let chance = game.sample_chance(&state, rng)?;
            game.apply_chance(&mut state, &chance);
        } else {
            let seat = state.mover;
            let mv = policy.choose(&mut player, &game, &state, rng)?;
            game.apply(&mut state, seat, mv);
        }
    }
}

/// What the positions of a game should be worth, by the guesses for those after them and by the result for the first seat.
fn targets(steps: Vec<Step>, result: f32) -> Vec<Sample<1>> {
    let mut samples = Vec::with_capacity(steps.len());
    let mut worth = result;
    for Step { inputs, next, guess, policy } in steps.into_iter().rev() {
        if policy == TurnPolicy::Plans {
            samples.push(Sample { inputs, answers: [of_first(worth, next)] });
            worth = (1.0 - LAMBDA) * guess + LAMBDA * worth;
        } else {
            worth = guess;
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_learn_from_those_after_them_and_not_from_what_was_tried() {
        let step = |next, guess, policy| Step { inputs: Vec::new(), next, guess, policy };
        let answers = |steps| -> Vec<f32> {
            targets(steps, 1.0).into_iter().rev().map(|sample| (100.0 * sample.answers[0]).round()).collect()
        };
        let (first, second) = (Seat::FIRST, Seat::SECOND);
        let planned = vec![
            step(first, 0.3, TurnPolicy::Plans),
            step(second, 0.5, TurnPolicy::Plans),
            step(first, 0.6, TurnPolicy::Plans),
        ];
        // The last one learns the result, the others see it through the guesses between.
        assert_eq!(answers(planned), [84.0, 8.0, 100.0]);
        let tried = vec![
            step(first, 0.3, TurnPolicy::Plans),
            step(second, 0.5, TurnPolicy::Idle),
            step(first, 0.6, TurnPolicy::Plans),
        ];
        assert_eq!(answers(tried), [50.0, 100.0]);
    }
}
