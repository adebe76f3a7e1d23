//! The scores that the seats can expect, and the odds to win that they mean. A lead counts more the fewer cards are to come,
//! because every card may change it: what is still open grows with the square root of their number.

use super::evaluate::PathEvaluation;
use super::net::Net;
use super::planned_path::{Deck, PlannedPath};
use crate::traxx::board::CARDS;
use crate::traxx::state::Phase;
use crate::traxx::{State, Traxx};
use breadboard_core::Seat;
use breadboard_search::Score;

/// The logarithms of the seats' odds up to a scale; alone, the expected score. `found` are the scores of searches.
pub(super) fn of(game: &Traxx, state: &State, found: &[(Seat, Score)]) -> Vec<f64> {
    if state.phase == Phase::Deal {
        return vec![0.0; game.seats.into()];
    }
    let deck = Deck::of(&game.board, state.left);
    // The networks know only positions in which the first card is turned up.
    let deck = if deck.len() as usize == CARDS { deck.without(&game.board, CARDS - 1) } else { deck };
    let paths: Vec<PlannedPath> =
        Seat::all(game.seats).map(|seat| PlannedPath::of(state.path(seat))).collect();
    let net = Net::learned(game.seats);
    let mut values: Vec<f64> = (0..paths.len())
        .map(|seat| {
            let evaluation = PathEvaluation::among(&game.board, net, &paths, seat, state.taken);
            evaluation.value(&paths[seat], &deck).into()
        })
        .collect();
    for &(seat, score) in found {
        if let Score::Points(points) = score {
            values[seat.index()] = f64::from(points) / 100.0;
        }
    }
    if values.len() == 1 {
        return values;
    }
    let open = (1.0 + f64::from(deck.len())).sqrt();
    values.into_iter().map(|value| value / open).collect()
}
