//! The bots on positions whose best step is plain, on all options and seats, and within their limits.

mod foresight;
mod hider;
mod mirrors;

use super::evaluate::{EvaluationKind, SnipeEvaluation};
use super::formula;
use super::paths::{FAR, Paths, at_least};
use crate::snipe::SnipeHunt;
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Seat, SplitMix, Turn};
use breadboard_search::turns::Evaluation as _;
use breadboard_search::{Budget, Effort, Watch};
use breadboard_testkit as testkit;

const STRONG: [Level; 2] = [Level::Bot4, Level::Bot5];
/// Nine crosses with one crumb left, on c3's eastern exit.
const CARDS: &str = "+F,+A,+e/+,+N,+A/+S,+F,+";

/// What a level chooses for the seat to act, with a part of its budget.
fn chosen(level: Level, seed: u64, rest: &str) -> String {
    let game: SnipeHunt = testkit::game("snipe:seats=2,forest=3x3");
    let text = format!("{CARDS} {rest}");
    let state = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let (seat, mut rng) = (state.seat, SplitMix::new(seed));
    let mv = game.bot(level).think(&game, &state, seat, &mut rng, Effort::Own(0.05), &Watch::NONE);
    game.write_move(&state, seat, mv)
}

#[test]
fn the_snipe_lifts_the_crumb_that_wins_and_not_the_one_that_loses() {
    for level in STRONG {
        for seed in 0..3 {
            let ahead = "snipe 1@c3 hunters 2@a1 held 5,2 idle 1 turn 1 dice 1+1 left 2";
            assert_eq!(chosen(level, seed, ahead), "e", "{level:?} {seed}");
            let behind = "snipe 1@c3 hunters 2@a1 held 1,6 idle 1 turn 1 dice 1+1 left 2";
            assert_ne!(chosen(level, seed, behind), "e", "{level:?} {seed}");
        }
    }
}

#[test]
fn a_hunter_in_reach_catches() {
    for level in STRONG {
        for seed in 0..3 {
            let near = "snipe 1@b2 hunters 2@c2w held 6,1 idle 1 turn 2 dice 1+2 left 3";
            assert_eq!(chosen(level, seed, near), "w", "{level:?} {seed}");
        }
    }
}

#[test]
fn the_longer_nothing_is_lifted_the_more_the_way_to_the_last_crumb_is_worth() {
    let game: SnipeHunt = testkit::game("snipe:seats=2,forest=3x3");
    let value = |place: &str, idle: u8| {
        let text = format!("{CARDS} snipe 1@{place} hunters 2@a1 held 5,2 idle {idle} turn 2 roll");
        let state = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        SnipeEvaluation(EvaluationKind::Chance).evaluate(&game, &state, Seat::FIRST)
    };
    let nearer = |idle| value("c3", idle) - value("b3", idle);
    assert!(nearer(70) > nearer(0) + 0.05, "{} and {}", nearer(70), nearer(0));
}

#[test]
fn with_more_seats_a_snipe_gains_nothing_by_being_caught_when_nothing_was_lifted_for_long() {
    let game: SnipeHunt = testkit::game("snipe:seats=3,forest=3x3");
    let value = |snipe: &str, idle: u8| {
        let text = format!("{CARDS} {snipe} idle {idle} turn 2 roll");
        let state = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        SnipeEvaluation(EvaluationKind::Chance).evaluate(&game, &state, Seat::FIRST)
    };
    let gain = |idle| {
        let caught = value("snipe 2@b3 hunters 1@a1,3@a3 held 3,3,1", idle);
        caught - value("snipe 1@b3 hunters 2@a1,3@a3 held 3,3,1", idle)
    };
    assert!((gain(110) - gain(1)).abs() < 1e-4, "{} and {}", gain(110), gain(1));
}

#[test]
fn a_hedge_is_no_short_cut_where_a_path_leads_round() {
    let game: SnipeHunt = testkit::game("snipe:seats=2,forest=3x3");
    let paths = |cards: &str| {
        let text = format!("{cards} snipe 1@a1 hunters 2@c1 held 5,2 idle 1 turn 2 roll");
        let state = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let paths = Paths::of(&game, &state);
        (paths.nearest, paths.steps_of(&game, &state, Seat::SECOND))
    };
    // The crumb lies on b1, behind a hedge: five cards round by a3 and b3.
    assert_eq!(paths("+F,+A,+/<,+N,+A/<,+Fc,+S"), (15, 18));
    // On a1 alone: what no path leads to is farther than that, but still some way.
    let (crumb, hunter) = paths("+F,+A,+/+,+N,+A/r,+Fc,+S");
    assert!((1..4).contains(&crumb) && hunter == 6, "{crumb} {hunter}");
    let (crumb, hunter) = paths("+F,+A,+/+,+N,+A/7,+Fc,+S");
    assert!(crumb > 20 && hunter > crumb && hunter < FAR, "{crumb} {hunter}");
}

#[test]
fn the_chance_of_a_roll_is_counted() {
    assert_eq!((at_least(2), at_least(12), at_least(13)), (1.0, 1.0 / 36.0, 0.0));
    assert!((at_least(7) - 21.0 / 36.0).abs() < 1e-6);
}

#[test]
fn every_level_plays_legally_and_the_same_twice_with_all_seats_and_options() {
    let more = [
        "snipe:seats=2,forest=4x4,hunters=2",
        "snipe:forest=ring,free_reverse=on",
        "snipe:forest=cross,raw_deal=on",
    ];
    let specs = (2..=7).map(|seats| format!("snipe:seats={seats}")).chain(more.map(str::to_owned));
    for spec in specs {
        let game: SnipeHunt = testkit::game(&spec);
        for level in Level::BOTS {
            let run = || {
                let (mut bot, mut line) = (game.bot(level), Vec::new());
                // Every move is checked.
                testkit::play_out(&game, &mut SplitMix::new(5), |state, seat, rng| {
                    if line.len() == 40 {
                        return None;
                    }
                    let effort = Effort::Given(Budget::nodes(3));
                    line.push(bot.think(&game, state, seat, rng, effort, &Watch::NONE));
                    line.last().copied()
                });
                line
            };
            assert_eq!(run(), run(), "{spec} {level:?}");
        }
    }
}

#[test]
fn all_seats_divide_one_point() {
    for seats in 2..=7 {
        let game: SnipeHunt = testkit::game(&format!("snipe:seats={seats}"));
        let mut rng = SplitMix::new(9);
        let mut state = game.start();
        for _ in 0..2 {
            let chance = game.sample_chance(&state, &mut rng).unwrap();
            game.apply_chance(&mut state, &chance);
        }
        let paths = Paths::of(&game, &state);
        let sum: f32 = Seat::all(seats).map(|seat| formula::chance(&game, &state, &paths, seat)).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{seats} seats: {sum}");
    }
}

#[test]
fn every_level_lifts_a_crumb_that_lies_on_its_way_however_far_the_next_one_is() {
    let game: SnipeHunt = testkit::game("snipe:seats=2,forest=4x4");
    let rows = "+Fc,+A,+,+N/+A,+,+F,+/+,+A,+S,+F/+F,+sw,+,+A";
    let text = format!("{rows} snipe 1@b1 hunters 2@c2 held 8,3 idle 5 turn 1 dice 5+6 left 11");
    let Ok(start) = game.read_position(&text) else { panic!("{:?}", game.read_position(&text)) };
    for level in [Level::Bot1, Level::Bot2] {
        let (mut state, mut rng, mut bot) = (start, SplitMix::new(3), game.bot(level));
        while state.seat == Seat::FIRST && !matches!(game.turn(&state), Turn::Chance | Turn::Over(_)) {
            let mv = bot.choose(&game, &state, Seat::FIRST, &mut rng);
            game.apply(&mut state, Seat::FIRST, mv);
        }
        assert!(state.held.iter().sum::<u8>() > 11, "{level}");
    }
}
