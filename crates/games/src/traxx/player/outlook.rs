//! The scores that the seats can expect, and the odds to win that they mean. A lead counts more the fewer cards are to come,
//! because every card may change it: what is still open grows with the square root of their number.

use super::evaluate::PathEvaluation;
use super::planned_path::{Deck, NumberValues, PlannedPath};
use super::weights::Net;
use crate::traxx::board::{Board, CARDS, Palette};
use crate::traxx::hex::{Fields, Hex};
use crate::traxx::path::{Path, half};
use crate::traxx::state::Phase;
use crate::traxx::{State, Traxx};
use breadboard_core::Seat;
use breadboard_search::Score;

/// The logarithms of the seats' odds up to a scale; alone, the expected score. `found` are the scores of searches.
pub(super) fn of(game: &Traxx, state: &State, found: &[(Seat, Score)]) -> Vec<f64> {
    if state.phase == Phase::Deal {
        return dealing(game);
    }
    let deck = Deck::of(&game.board, state.left);
    let paths: Vec<PlannedPath> =
        Seat::all(game.seats).map(|seat| PlannedPath::of(state.path(seat))).collect();
    let net = Net::learned(game.seats);
    let mut values: Vec<f64> = (0..paths.len())
        .map(|seat| {
            let evaluation = PathEvaluation::among(&game.board, net, &paths, seat, state.taken);
            // The networks know only positions in which the first card is turned up.
            let is_first = deck.len() as usize == CARDS;
            let path = &paths[seat];
            let value =
                if is_first { first_card(&evaluation, path, &deck) } else { evaluation.value(path, &deck) };
            value.into()
        })
        .collect();
    for &(seat, score) in found {
        if let Score::Points(points) = score {
            values[seat.index()] = f64::from(points) / 100.0;
        }
    }
    let alone = paths.len() == 1;
    let worth = if alone { NumberValues::ALONE } else { NumberValues::among(state.taken) };
    let cards = deck.cards().map(|card| game.board.cards()[card]).chain(game.open_card(state));
    let signs = cards.map(Palette::signs).sum();
    for (path, value) in paths.iter().zip(&mut values) {
        let now = f64::from(path.score());
        *value = value.clamp(now, now + f64::from(most_gain(&game.board, path, &worth, signs)));
    }
    if alone {
        return values;
    }
    let open = (1.0 + f64::from(deck.len())).sqrt();
    values.into_iter().map(|value| value / open).collect()
}

/// The most that a path can still gain with cards that show this many signs. The network has seen few paths that are almost shut
/// in, and expects too much of them; and searches add what rivals lose.
fn most_gain(board: &Board, path: &PlannedPath, worth: &NumberValues, signs: u32) -> u32 {
    let free = path.reached.others();
    let mut edge = Fields::only(path.ends[0]).with(path.ends[1]);
    let mut within = Fields::NONE;
    for _ in 0..signs {
        edge = edge.near().and(free).and(within.others());
        if edge.is_empty() {
            break;
        }
        within = within.or(edge);
    }
    let points = |number| if worth.in_full(number, path.numbers) { number } else { half(number) };
    let numbers: u32 =
        within.filter_map(|field| board.number(field)).map(|number| u32::from(points(number))).sum();
    within.len().min(signs) + numbers
}

/// Before the starts are dealt all seats are equal; alone, every start is as likely as any other.
fn dealing(game: &Traxx) -> Vec<f64> {
    if game.seats > 1 {
        return vec![0.0; game.seats.into()];
    }
    let (starts, deck) = (game.board.starts(), Deck::full(&game.board));
    let evaluation = PathEvaluation::alone(&game.board, Net::learned(1));
    let value = |start: &Hex| first_card(&evaluation, &PlannedPath::of(&Path::from_start(*start)), &deck);
    vec![f64::from(starts.iter().map(value).sum::<f32>()) / starts.len() as f64]
}

/// What a path is worth before the first card: the mean over all cards of the best extension with each. Without a card the
/// path would seem to have lost a round.
fn first_card(evaluation: &PathEvaluation<'_>, path: &PlannedPath, deck: &Deck) -> f32 {
    let mut list = Vec::new();
    let best = |card: usize| {
        let rest = deck.without(evaluation.board, card);
        list.clear();
        path.extensions(evaluation.board, evaluation.board.cards()[card], &evaluation.worth, &mut list);
        list.iter().map(|next| evaluation.value(next, &rest)).fold(f32::NEG_INFINITY, f32::max)
    };
    deck.cards().map(best).sum::<f32>() / deck.len() as f32
}
