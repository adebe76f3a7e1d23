//! The five levels: they take a win, avoid a loss, and obey their budgets.

use crate::breadcrumbs::state::Stage;
use crate::breadcrumbs::tests::{Scene, dealt, lay};
use crate::breadcrumbs::{Breadcrumbs, Move, Square, State};
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Outcome, Rng as _, Seat, SplitMix, Turn};
use breadboard_search::{Budget, Effort, Report, Watch};
use breadboard_testkit::game;
use std::cell::Cell;

const SPECS: [&str; 8] = [
    "breadcrumbs",
    "breadcrumbs:seats=3",
    "breadcrumbs:seats=4",
    "breadcrumbs:seats=5",
    "breadcrumbs:ritual=on",
    "breadcrumbs:seats=4,ritual=on,end_chips=3",
    "breadcrumbs:repetition=off,turn_cap=10,end_chips=25",
    "breadcrumbs:seats=3,end_chips=1",
];

#[test]
fn every_level_plays_whole_games_with_all_seats_and_options() {
    for spec in SPECS {
        let game: Breadcrumbs = game(spec);
        for level in Level::BOTS {
            let mut bot = game.bot(level);
            let mut rng = SplitMix::new(level.rank() as u64);
            breadboard_testkit::play_out(&game, &mut rng, |state, seat, rng| {
                let effort = Effort::Given(Budget::nodes(30));
                Some(bot.think(&game, state, seat, rng, effort, &Watch::NONE))
            });
        }
    }
}

#[test]
fn a_meeting_that_wins_is_made() {
    let Scene { game, state } = lay("breadcrumbs:end_chips=2", "A c5 d4, B b5 a4", "A:1@c5 B:2@b5 turn 8A");
    for level in [Level::Bot2, Level::Bot3, Level::Bot4, Level::Bot5] {
        let effort = Effort::Given(Budget::nodes(300));
        let mut rng = SplitMix::new(2);
        let mv = game.bot(level).think(&game, &state, Seat::FIRST, &mut rng, effort, &Watch::NONE);
        assert_eq!(mv, Move::Step(Square::read("b5").unwrap()), "{level:?}");
    }
}

/// Whether the move ends the game for another seat, or lets the next player win it at once.
fn loses_at_once(game: &Breadcrumbs, state: &State, seat: Seat, mv: Move) -> bool {
    let winner = |state: &State| match game.turn(state) {
        Turn::Over(Outcome::Win(winner)) => Some(winner),
        _ => None,
    };
    let mut next = state.clone();
    game.apply(&mut next, seat, mv);
    let Turn::Act(seats) = game.turn(&next) else {
        return winner(&next).is_some_and(|winner| winner != seat);
    };
    let rival = seats.single().expect("one seat acts");
    let answers = game.moves(&next, rival);
    answers.into_iter().any(|answer| {
        let mut after = next.clone();
        game.apply(&mut after, rival, answer);
        winner(&after) == Some(rival)
    })
}

#[test]
fn the_best_bot_does_not_walk_into_a_meeting_that_loses() {
    for (spec, wanted) in [("breadcrumbs:end_chips=4", 30), ("breadcrumbs:seats=3,end_chips=4", 30)] {
        let game: Breadcrumbs = game(spec);
        let mut tried = 0;
        for seed in 0..200 {
            let mut rng = SplitMix::new(seed);
            let mut bot = game.bot(Level::Bot5);
            let mut state = game.start();
            let mut moves = Vec::new();
            loop {
                if let Some(deal) = game.sample_chance(&state, &mut rng) {
                    game.apply_chance(&mut state, &deal);
                }
                let Turn::Act(seats) = game.turn(&state) else { break };
                let seat = seats.single().expect("one seat acts");
                moves.clear();
                game.legal_moves(&state, seat, &mut moves);
                let losing = moves.iter().filter(|&&mv| loses_at_once(&game, &state, seat, mv)).count();
                if losing > 0 && losing < moves.len() {
                    tried += 1;
                    let effort = Effort::Given(Budget::nodes(3_000));
                    let mv = bot.think(&game, &state, seat, &mut rng, effort, &Watch::NONE);
                    let text = game.write_position(&state);
                    assert!(!loses_at_once(&game, &state, seat, mv), "{text}: {mv:?}");
                }
                let mv = moves[rng.below(moves.len() as u32) as usize];
                game.apply(&mut state, seat, mv);
            }
            if tried >= wanted {
                break;
            }
        }
        assert!(tried >= wanted, "{spec}: {tried}");
    }
}

#[test]
fn the_same_seed_and_budget_choose_the_same() {
    for spec in ["breadcrumbs", "breadcrumbs:seats=3"] {
        let Scene { game, state } = dealt(spec);
        for level in Level::BOTS {
            let choose = |seed| {
                let effort = Effort::Own(0.05);
                let mut rng = SplitMix::new(seed);
                game.bot(level).think(&game, &state, Seat::FIRST, &mut rng, effort, &Watch::NONE)
            };
            assert_eq!(choose(7), choose(7), "{spec} {level:?}");
        }
    }
}

#[test]
fn budgets_and_the_watch_are_obeyed() {
    for spec in SPECS {
        let game: Breadcrumbs = game(spec);
        let mut state = game.start();
        let mut rng = SplitMix::new(5);
        while !matches!(state.stage, Stage::Playing | Stage::Choosing) {
            match game.sample_chance(&state, &mut rng) {
                Some(deal) => game.apply_chance(&mut state, &deal),
                None => {
                    let Turn::Act(seats) = game.turn(&state) else { panic!("{spec}") };
                    let seat = seats.single().expect("one seat acts");
                    let mv = game.bot(Level::Bot5).choose(&game, &state, seat, &mut rng);
                    game.apply(&mut state, seat, mv);
                }
            }
        }
        let Turn::Act(seats) = game.turn(&state) else { panic!("{spec}") };
        let seat = seats.single().expect("one seat acts");
        let nodes = Cell::new(0);
        let report = |report: &Report<Move>| {
            nodes.set(report.nodes);
            assert_eq!(game.check(&state, seat, report.line[0]), Ok(()), "{spec}");
        };
        let asked = Cell::new(0);
        let never = Watch { stop: &|| false, report: &report };
        let effort = Effort::Given(Budget::nodes(2_000));
        game.bot(Level::Bot5).think(&game, &state, seat, &mut rng, effort, &never);
        // The node on which the budget ends is counted on the way back.
        assert!((1..=2_010).contains(&nodes.get()), "{spec}: {}", nodes.get());
        let stop = || {
            asked.set(asked.get() + 1);
            true
        };
        let at_once = Watch { stop: &stop, report: &|_| {} };
        let endless = Effort::Given(Budget::ENDLESS);
        game.bot(Level::Bot5).think(&game, &state, seat, &mut rng, endless, &at_once);
        assert!(asked.get() <= 1, "{spec}: told {} times", asked.get());
    }
}
