//! What a value claims: proofs, bounds and errors, and what a hint claims of the other moves.

use super::{Somewhere, golden, spec};
use crate::analysis::{Question, analyse};
use crate::analyst::{estimate, mean};
use crate::hint::hint;
use crate::review::review;
use breadboard_core::{Seat, Spec};
use breadboard_games::with_game;
use breadboard_search::Effort;
use breadboard_wire::{AnalysisView, Bound, ValueView};

fn value(chance: f64, bound: Bound) -> ValueView {
    ValueView { bound, ..estimate(vec![chance, 1.0 - chance], None) }
}

fn analysed(spec: &Spec, position: Option<&str>) -> AnalysisView {
    let question = Question { spec, position, seat: None, lines: 1, effort: Effort::Own(0.001) };
    analyse(&question, &|| false, &mut |_| {}).unwrap()
}

#[test]
fn a_mean_over_chance_is_proven_only_if_all_that_may_come_has_one_proven_value() {
    let mean_of = |one: ValueView, other: ValueView, sampled| mean(&[(one, 0.5), (other, 0.5)], sampled);
    let (won, lost) = (value(1.0, Bound::Proven), value(0.0, Bound::Proven));
    let alike = mean_of(won.clone(), won.clone(), false);
    assert_eq!((alike.bound, alike.chances.as_slice()), (Bound::Proven, &[1.0, 0.0][..]));
    let differ = mean_of(won.clone(), lost, false);
    assert_eq!((differ.bound, differ.chances.as_slice()), (Bound::Estimate, &[0.5, 0.5][..]));
    assert_eq!(mean_of(won.clone(), value(1.0, Bound::Estimate), false).bound, Bound::Estimate);
    assert_eq!(mean_of(won.clone(), won, true).bound, Bound::Estimate, "others may come");
}

#[test]
fn a_mean_over_draws_that_stand_for_all_says_how_far_off_it_may_be() {
    let draws: Vec<(ValueView, f64)> =
        [0.2, 0.4, 0.6, 0.8].map(|chance| (value(chance, Bound::Estimate), 0.25)).into();
    // A variance of 0.2 / 3 over four draws.
    let error = mean(&draws, true).error.expect("it is sampled");
    assert!((error - (0.2_f64 / 12.0).sqrt()).abs() < 1e-9, "{error}");
    assert_eq!(mean(&draws, false).error, None, "nothing is sampled");
    let sampled = |chance| ValueView { error: Some(0.1), ..value(chance, Bound::Estimate) };
    let error = mean(&[(sampled(0.3), 0.5), (sampled(0.5), 0.5)], false).error.unwrap();
    assert!((error - 0.1).abs() < 1e-9, "{error}");
}

#[test]
fn before_a_deal_the_value_has_an_error() {
    for text in ["breadcrumbs", "breadcrumbs:seats=4"] {
        let view = analysed(&spec(text), None);
        let error = view.value.error.unwrap_or_else(|| panic!("{text}: {:?}", view.value));
        assert!(view.seat.is_none() && error > 0.0, "{text}: {error}");
    }
}

#[test]
fn a_review_has_no_bounds_because_every_value_is_compared_with_another_seats() {
    let record = golden("breakthrough", "table-2.txt");
    for effort in [0.001, 0.003, 0.01] {
        let view = review(&record, effort, &|| false, &mut |_| {}).unwrap().unwrap();
        let shown = view.steps.iter().flat_map(|step| &step.choices);
        let lines = shown.flat_map(|choice| choice.better.iter().chain(&choice.refutation));
        let values = view.steps.iter().map(|step| &step.value).chain(lines.map(|line| &line.value));
        for value in values.chain([&view.start]) {
            assert!(matches!(value.bound, Bound::Estimate | Bound::Proven), "{effort}: {value:?}");
        }
    }
}

#[test]
fn a_move_is_called_the_only_one_only_if_no_other_is_legal() {
    let says_only = |text: &str, position: &str, seat: Seat, stopped: bool| {
        let view = hint(&spec(text), position, seat, &|| stopped).unwrap();
        (view.why.iter().any(|said| said.key == "insight-only"), view.runner_up.is_some())
    };
    // A man before it, and the edge of the board beside it.
    let forced = says_only("breakthrough:columns=5,rows=6", "4p/5/5/5/p4/P4 w", Seat::FIRST, false);
    assert_eq!(forced, (true, false));
    let several = says_only("breakthrough:columns=5,rows=6", "4p/5/1P3/5/5/5 w", Seat::FIRST, false);
    assert_eq!(several, (false, true));
    // A search that is stopped at once knows of one move only.
    for text in super::specs() {
        let (position, seat) = with_game(&spec(&text), Somewhere { seed: 8, choices: 6 }).unwrap().unwrap();
        assert!(!says_only(&text, &position, seat, true).0, "{text}");
    }
}
