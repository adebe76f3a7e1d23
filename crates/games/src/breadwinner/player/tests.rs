//! The bots on positions whose best move is plain, on all options, and within their limits.

use super::evaluate::{Aim, BreadwinnerEvaluation};
use super::habits::Habits;
use super::levels::DRIVE;
use super::weights::WEIGHTS;
use crate::breadwinner::Breadwinner;
use crate::breadwinner::state::Stage;
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Seat, SplitMix};
use breadboard_search::turns::Evaluation as _;
use breadboard_search::{Budget, Effort, Report, Watch};
use breadboard_testkit as testkit;
use std::cell::Cell;

/// What players want.
const AIMS: [Aim; 2] = [Aim::Soon(0.2), Aim::Win(DRIVE)];
const STRONG: [Level; 3] = [Level::Bot3, Level::Bot4, Level::Bot5];

/// What a level chooses for seat 1 in round 5, with a part of its budget.
fn chosen(level: Level, seed: u64, things: &str) -> String {
    let game: Breadwinner = testkit::game("breadwinner");
    let text = format!("phase=map seat=1 start=1 round=5 {things}");
    let state = game.read_position(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let mut rng = SplitMix::new(seed);
    let mv = game.bot(level).think(&game, &state, Seat::FIRST, &mut rng, Effort::Own(0.5), &Watch::NONE);
    game.write_move(&state, Seat::FIRST, mv)
}

#[test]
fn a_load_that_wins_is_unloaded() {
    for level in STRONG {
        for seed in 0..3 {
            let mv = chosen(level, seed, "loaves=7,0 a=1Ha5 b=1Dr c=2So");
            assert_eq!(mv, "Ha5 a>D1 unload", "{level:?} {seed}");
        }
    }
}

#[test]
fn a_load_that_would_win_for_the_rival_is_stopped() {
    for seed in 0..3 {
        let mv = chosen(Level::Bot5, seed, "loaves=0,7 a=1So c=2Ha5");
        assert_eq!(mv, "So a>c pulse Ha5", "{seed}");
    }
}

#[test]
fn the_same_seed_plays_the_same_and_a_plan_is_played_on_without_a_new_one() {
    let game: Breadwinner = testkit::game("breadwinner");
    let run = || {
        let mut state = game
            .read_position("phase=factories seat=1 start=1 round=5 1f2=Dr 1f3=Ha 1f4=So 2f4=Lo b=crop")
            .unwrap();
        let mut bot = game.bot(Level::Bot4);
        let mut rng = SplitMix::new(8);
        let (plans, mut line) = (Cell::new(0), Vec::new());
        let report = |report: &Report<_>| plans.set(plans.get() + usize::from(report.nodes > 0));
        let watch = Watch { stop: &|| false, report: &report };
        while state.stage == Stage::Factories {
            let mv =
                bot.think(&game, &state, Seat::FIRST, &mut rng, Effort::Given(Budget::nodes(40)), &watch);
            line.push(game.write_move(&state, Seat::FIRST, mv));
            game.apply(&mut state, Seat::FIRST, mv);
        }
        (plans.get(), line)
    };
    let (plans, line) = run();
    assert_eq!(plans, 1, "{line:?}");
    assert_eq!(run().1, line);
}

#[test]
fn every_level_plays_every_option_to_the_end() {
    for spec in [
        "breadwinner:round_cap=10",
        "breadwinner:round_cap=10,strict_soldier=on,no_delivery_block=on",
        "breadwinner:round_cap=10,crop_survives=on,loaves_to_win=4",
    ] {
        let game: Breadwinner = testkit::game(spec);
        for level in Level::BOTS {
            let mut bots = [game.bot(level), game.bot(level)];
            // Every move is checked.
            testkit::play_out(&game, &mut SplitMix::new(5), |state, seat, rng| {
                let effort = Effort::Given(Budget::nodes(3));
                Some(bots[seat.index()].think(&game, state, seat, rng, effort, &Watch::NONE))
            });
        }
    }
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    let game: Breadwinner = testkit::game("breadwinner");
    for aim in AIMS {
        let evaluation = BreadwinnerEvaluation { weights: &WEIGHTS, habits: Habits::Sells, aim };
        let value = |text: &str, seat| evaluation.evaluate(&game, &game.read_position(text).unwrap(), seat);
        for (ahead, behind) in [
            ("phase=roll round=5 loaves=8,1", "phase=roll round=5 loaves=1,8"),
            ("phase=map round=5 a=1Ha7 c=2Dr", "phase=map round=5 a=1Dr c=2Ha7"),
            ("phase=roll round=60 loaves=3,2 2f1=Dr", "phase=roll round=60 loaves=2,3 2f1=Dr"),
        ] {
            assert!(value(ahead, Seat::FIRST) > value(behind, Seat::FIRST), "{aim:?} {ahead}");
            assert!(value(ahead, Seat::SECOND) < value(behind, Seat::SECOND), "{aim:?} {ahead}");
        }
    }
}

#[test]
fn people_are_told_shares_that_an_even_game_divides_in_halves() {
    let game: Breadwinner = testkit::game("breadwinner");
    for aim in AIMS {
        let evaluation = BreadwinnerEvaluation { weights: &WEIGHTS, habits: Habits::Sells, aim };
        let state = game.read_position("phase=roll round=5 1f1=Dr 2f1=Dr").unwrap();
        let share = |value| evaluation.share(&game, &state, Seat::FIRST, value);
        let rival = evaluation.evaluate(&game, &state, Seat::SECOND);
        assert!((0.4..0.65).contains(&share(rival)), "{aim:?} {}", share(rival));
        assert_eq!([share(0.0), share(1.0)], [0.0, 1.0]);
    }
}

#[test]
fn a_load_that_can_be_unloaded_is_unloaded_at_every_level() {
    for level in Level::BOTS {
        for seed in 0..6 {
            let mv = chosen(level, seed, "loaves=1,2 a=1Ha2 b=1Dr c=2So 1f2=Ha");
            assert_eq!(mv, "Ha2 a>D1 unload", "{level:?} {seed}");
        }
    }
}

#[test]
fn a_lock_is_broken_by_a_soldier() {
    for level in STRONG {
        for seed in 0..3 {
            let mv = chosen(level, seed, "loaves=4,4 D1=2Sh a=1Ha8 b=1So");
            assert_eq!(mv, "So b>D1 pulse Sh", "{level:?} {seed}");
        }
    }
}

#[test]
fn a_drone_on_clean_land_plants_if_its_player_farms_by_habit() {
    for level in [Level::Bot1, Level::Bot2, Level::Bot3] {
        for seed in 0..3 {
            let mv = chosen(level, seed, "a=1Dr 1f4=Ha 2f1=Dr");
            assert_eq!(mv, "Dr a plant", "{level:?} {seed}");
        }
    }
}
