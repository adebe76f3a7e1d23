//! Runs of events that are judged together, where a turn ends, and how values follow from each other.

use super::reviewer::Played;
use crate::analyst::{estimate, numbers, unbounded};
use breadboard_core::{Event, Seat};
use breadboard_games::Bots;
use breadboard_wire::ValueView;
use std::ops::Range;

/// Runs of events that are judged together: the moves of one seat in a row; every roll and every round alone.
pub(super) fn units<G: Bots>(events: &[Played<G>]) -> Vec<Range<usize>> {
    let single = |at: usize| match &events[at].event {
        Event::Act(choices) if choices.len() == 1 => Some(choices[0].0),
        _ => None,
    };
    let mut units: Vec<Range<usize>> = Vec::new();
    for at in 0..events.len() {
        match units.last_mut() {
            Some(unit) if single(at).is_some() && single(at) == single(unit.start) => unit.end = at + 1,
            _ => units.push(at..at + 1),
        }
    }
    units
}

/// The value before a move that gave nothing away: the same, one move further from a proven end. Another seat may have chosen
/// after it, so it is no bound.
pub(super) fn with_move_before(after: &ValueView) -> ValueView {
    ValueView { distance: after.distance.map(|plies| plies + 1), ..unbounded(after.clone()) }
}

/// The value in which `seat` has this much more; the others have as much less, each by its part of what they have.
pub(super) fn shifted(value: &ValueView, seat: Seat, loss: f64) -> ValueView {
    let mut numbers = numbers(value);
    if numbers.len() == 1 {
        numbers[0] += loss;
        return estimate(numbers, None);
    }
    let own = numbers[seat.index()];
    let rest = 1.0 - own;
    let loss = loss.clamp(0.0, rest);
    for (index, number) in numbers.iter_mut().enumerate() {
        if index == seat.index() {
            *number += loss;
        } else if rest > 0.0 {
            *number -= loss * *number / rest;
        }
    }
    estimate(numbers, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_wire::Bound;

    #[test]
    fn a_bound_of_the_next_seat_is_an_estimate_before_its_move() {
        let value = |bound| ValueView { bound, distance: Some(4), ..estimate(vec![0.2, 0.8], None) };
        for bound in [Bound::Lower, Bound::Upper, Bound::Estimate] {
            assert_eq!(with_move_before(&value(bound)).bound, Bound::Estimate, "{bound:?}");
        }
        let proven = with_move_before(&value(Bound::Proven));
        assert_eq!((proven.bound, proven.distance), (Bound::Proven, Some(5)));
    }
}
