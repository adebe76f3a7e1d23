//! The planner on games whose best play is known.

use super::*;
use crate::test_games::{State, TestGame};
use crate::{Report, Watch};
use breadboard_core::{ChanceEvents as _, Rules as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Knows only who has won.
struct Blank;

impl Evaluation<TestGame> for Blank {
    fn evaluate(&self, game: &TestGame, state: &State, seat: Seat) -> f32 {
        game.turn(state).outcome().map_or(0.5, |outcome| outcome.share(seat, game.seats()) as f32)
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover()
    }
}

const STRENGTH: Strength = Strength {
    budget: Budget::nodes(300),
    width: 8,
    reply_width: 8,
    candidates: 8,
    trust: 1,
    horizon: 4,
    exploration: 0.3,
    blunders: None,
};

fn first_move(game: &TestGame, state: &State, strength: Strength, seed: u64) -> u8 {
    let seat = state.mover();
    Planner::new(Blank, strength).choose(game, state, seat, &mut SplitMix::new(seed))
}

#[test]
fn a_planner_takes_what_wins_and_leaves_nothing_to_take() {
    for pile in [2, 3, 5, 6, 7] {
        let game = TestGame::make(pile, 2);
        assert_eq!(first_move(&game, &game.start(), STRENGTH, 1), pile % 4, "{pile}");
    }
}

#[test]
fn a_planner_weighs_dice_by_drawing_them() {
    // Against two sure points of 3 the third seat does better with a die; after a 1 and a 2 the sure point wins.
    let game = TestGame::make(0, 3);
    let mut state = game.start();
    game.apply(&mut state, Seat::FIRST, 3);
    game.apply(&mut state, Seat::SECOND, 3);
    assert_eq!(first_move(&game, &state, STRENGTH, 1), 0);
    let mut state = game.start();
    for face in [1, 2] {
        let seat = state.mover();
        game.apply(&mut state, seat, 0);
        game.apply_chance(&mut state, &face);
    }
    assert_eq!(first_move(&game, &state, STRENGTH, 1), 3);
}

#[test]
fn ends_that_are_compared_are_all_sampled() {
    // A die against two sure points: the shares of both choices are near each other.
    let game = TestGame::make(0, 3);
    let second = |by_ends: bool| {
        let found = Cell::new(None);
        let note = |report: &Report<u8>| {
            if report.rank == 2 {
                found.set(report.error);
            }
        };
        let mut planner = Planner::new(Blank, Strength { exploration: 0.01, ..STRENGTH });
        planner.use_lines(3);
        assert!(planner.use_ends(by_ends));
        let watch = Watch { stop: &|| false, report: &note };
        let effort = Effort::Given(Budget::nodes(2000));
        planner.think(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1), effort, &watch);
        found.get().expect("there is a second line")
    };
    let [played, compared] = [false, true].map(second);
    assert!(compared < 0.05 && compared < played / 2.0, "{compared} and {played}");
}

/// Sees that a seat does well which leaves a multiple of four, and counts how often it is asked.
struct Seer(Arc<AtomicU32>);

impl Evaluation<TestGame> for Seer {
    fn evaluate(&self, game: &TestGame, state: &State, seat: Seat) -> f32 {
        Blank.evaluate(game, state, seat)
    }

    fn mover(&self, state: &State) -> Seat {
        state.mover()
    }

    fn foresee(
        &self,
        _: &TestGame,
        state: &State,
        _: Seat,
        _: u32,
        nodes: &mut u64,
        _: &dyn Fn() -> bool,
    ) -> Option<(f32, f32)> {
        self.0.fetch_add(1, Ordering::Relaxed);
        *nodes += 1;
        let value = if state.left().is_multiple_of(4) { 0.9 } else { 0.1 };
        Some((value, value))
    }
}

#[test]
fn a_forecast_takes_the_place_of_samples_and_looks_as_far_as_the_budget_allows() {
    let game = TestGame::make(6, 2);
    let plan = |lines: usize| {
        let asked = Arc::new(AtomicU32::new(0));
        let mut planner = Planner::new(Seer(Arc::clone(&asked)), STRENGTH);
        planner.use_lines(lines);
        let mv = planner.choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1));
        (mv, asked.load(Ordering::Relaxed))
    };
    // Three ends cost 2 each, then 14, and of 252 samples that are left two cost 86.
    assert_eq!(plan(1), (2, 3 + 3 + 2));
    // Lines that are compared are sampled.
    assert_eq!(plan(3).1, 0);
}

#[test]
fn the_same_seed_plans_the_same_and_blunders_differ() {
    let game = TestGame::make(5, 2);
    let blunders = Some(Blunders { error: 0.4, overlooks: 60, misses_proofs: false });
    let weak = Strength { budget: Budget::nodes(0), blunders, ..STRENGTH };
    let choices: Vec<u8> = (0..40).map(|seed| first_move(&game, &game.start(), weak, seed)).collect();
    let again: Vec<u8> = (0..40).map(|seed| first_move(&game, &game.start(), weak, seed)).collect();
    assert_eq!(choices, again);
    assert!((1..=3).all(|mv| choices.contains(&mv)), "{choices:?}");
}

#[test]
fn a_planner_keeps_its_budget_obeys_and_tells_its_line() {
    let game = TestGame::make(40, 2);
    let run = |effort: Effort, stop: &dyn Fn() -> bool| {
        let (reports, nodes, line) = (Cell::new(0), Cell::new(0), Cell::new(None));
        let report = |report: &Report<u8>| {
            reports.set(reports.get() + 1);
            nodes.set(report.nodes);
            line.set(report.line.first().copied());
        };
        let watch = Watch { stop, report: &report };
        let mut planner = Planner::new(Blank, STRENGTH);
        let mv = planner.think(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1), effort, &watch);
        assert_eq!(line.get(), Some(mv));
        assert!(reports.get() > 0);
        nodes.get()
    };
    let whole = run(Effort::Own(1.0), &|| false);
    let half = run(Effort::Own(0.5), &|| false);
    assert!(half < whole && whole < 3 * half, "{half} and {whole} nodes");
    assert!(run(Effort::Given(Budget::nodes(10)), &|| false) < half);
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    run(Effort::Given(Budget::ENDLESS), &stop);
    assert_eq!(asked.get(), 4, "once asked to stop it asks no more");
}
