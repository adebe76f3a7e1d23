//! The forecast over all rolls: it says what a search of every roll apart says.

use crate::snipe::SnipeHunt;
use crate::snipe::player::evaluate::{EvaluationKind, SnipeEvaluation};
use crate::snipe::player::foresight::Foresight;
use crate::snipe::player::paths::{Floods, Paths};
use crate::snipe::state::{Dice, State};
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Seat, SplitMix, Turn};
use breadboard_search::turns::Evaluation as _;
use breadboard_testkit as testkit;
use std::collections::HashSet;

const CHANCE: SnipeEvaluation = SnipeEvaluation(EvaluationKind::Chance);

/// The best end of a turn for its mover, found by trying every walk.
fn best_end(game: &SnipeHunt, start: &State) -> State {
    let mover = start.seat;
    let (mut open, mut seen, mut best) = (vec![*start], HashSet::new(), None);
    while let Some(state) = open.pop() {
        if game.turn(&state) != Turn::of(mover) {
            let value = CHANCE.evaluate(game, &state, mover);
            if best.is_none_or(|(top, _)| value > top) {
                best = Some((value, state));
            }
            continue;
        }
        let mut moves = game.moves(&state, mover);
        CHANCE.prune(game, &state, mover, &mut moves);
        for mv in moves {
            let mut next = state;
            game.apply(&mut next, mover, mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    best.unwrap().1
}

/// What a seat can expect after the next turn, with every roll tried apart.
fn expected(game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
    let share = |dice: Dice| {
        let mut rolled = *state;
        game.roll(&mut rolled, dice);
        let end = best_end(game, &rolled);
        dice.weight() as f32 / 36.0 * CHANCE.chance(game, &end, seat, &mut Floods::new())
    };
    Dice::all().map(share).sum()
}

/// Positions between turns of a game of bots.
fn positions(game: &SnipeHunt, seed: u64) -> Vec<State> {
    let (mut found, mut bot) = (Vec::new(), game.bot(Level::Bot3));
    testkit::play_out(game, &mut SplitMix::new(seed), |state, seat, rng| {
        if state.is_turn_start() && found.last() != Some(state) {
            found.push(*state);
        }
        Some(bot.choose(game, state, seat, rng))
    });
    for state in &mut found {
        state.clear_turn();
        state.idle -= 1;
        state.phase = crate::snipe::state::Phase::Roll;
    }
    found
}

#[test]
fn a_forecast_of_one_turn_says_what_every_roll_apart_says() {
    for spec in ["snipe:seats=2,forest=4x4", "snipe:seats=4,forest=4x4"] {
        let game: SnipeHunt = testkit::game(spec);
        let (mut count, mut sum, mut most) = (0, 0.0, 0.0_f32);
        for state in positions(&game, 4).iter().step_by(5).take(12) {
            for seat in [state.seat, state.seat.next(game.seats)] {
                let mut foresight = Foresight::new(&CHANCE, &game, &|| false);
                let (_, share) = foresight.value_of(state, seat, 1);
                let error = (share - expected(&game, state, seat)).abs();
                (count, sum, most) = (count + 1, sum + error, most.max(error));
            }
        }
        // It follows only the best walks of each length, and takes no notice of S11's look-ahead.
        assert!(sum / (count as f32) < 0.01 && most < 0.06, "{spec}: {sum} in {count}, {most}");
    }
}

#[test]
fn what_is_remembered_of_paths_is_what_is_measured() {
    for spec in ["snipe:seats=2", "snipe:seats=4,forest=4x4"] {
        let game: SnipeHunt = testkit::game(spec);
        let (mut floods, mut bot) = (Floods::new(), game.bot(Level::Bot3));
        testkit::play_out(&game, &mut SplitMix::new(8), |state, seat, rng| {
            assert_eq!(floods.measure(&game, state), Paths::of(&game, state), "{spec}");
            Some(bot.choose(&game, state, seat, rng))
        });
    }
}

#[test]
fn a_forecast_that_is_stopped_ends_soon() {
    let game: SnipeHunt = testkit::game("snipe:seats=2");
    let state = positions(&game, 4)[10];
    let mut foresight = Foresight::new(&CHANCE, &game, &|| true);
    foresight.value_of(&state, state.seat, 9);
    assert!(foresight.nodes < 10_000, "{} positions", foresight.nodes);
}
