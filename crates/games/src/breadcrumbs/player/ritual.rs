//! The opening ritual (B2): which number to name, by playing the naming out in full, and which letter to take. Both
//! are small enough to be exact or judged at a glance, so no search is spent on them.

use crate::breadcrumbs::{Breadcrumbs, Move, State};
use breadboard_core::Seat;

/// Every number that `seat` may name, with how long it may expect to wait until it chooses, if every seat after it names as
/// well.
pub(super) fn waits(game: &Breadcrumbs, state: &State, seat: Seat) -> Vec<(Move, u32)> {
    let seats = game.letters.len();
    let mut named = state.names;
    free(&named)
        .map(|number| {
            named[seat.index()] = number;
            let ranks = name_on(&mut named, seat.index() + 1, seats);
            named[seat.index()] = 0;
            (Move::Name(number), ranks[seat.index()])
        })
        .collect()
}

/// The numbers with the shortest wait.
pub(super) fn names(waits: &[(Move, u32)]) -> Vec<Move> {
    let least = waits.iter().map(|&(_, wait)| wait).min();
    waits.iter().filter(|&&(_, wait)| Some(wait) == least).map(|&(name, _)| name).collect()
}

fn free(named: &[u8; 5]) -> impl Iterator<Item = u8> + use<> {
    let named = *named;
    (1..=5).filter(move |number| !named.contains(number))
}

/// How many choose before each seat, summed over the five values that tile A may have, once every seat has named.
fn name_on(named: &mut [u8; 5], seat: usize, seats: usize) -> [u32; 5] {
    let mut ranks = [0; 5];
    if seat == seats {
        for value in 1..=5u8 {
            // At equal distance the earlier namer is ahead.
            let place = |seat: usize| (named[seat].abs_diff(value), seat);
            for (own, rank) in ranks.iter_mut().enumerate().take(seats) {
                *rank += (0..seats).filter(|&other| place(other) < place(own)).count() as u32;
            }
        }
        return ranks;
    }
    let mut least = u32::MAX;
    for number in free(named) {
        named[seat] = number;
        let then = name_on(named, seat + 1, seats);
        if then[seat] < least {
            (least, ranks) = (then[seat], then);
        }
    }
    named[seat] = 0;
    ranks
}

/// The position after `seat` took a letter and the others took theirs in seat order.
pub(super) fn begun(game: &Breadcrumbs, state: &State, seat: Seat, take: Move) -> State {
    let mut next = state.clone();
    if let Move::Take(letter) = take {
        game.seat_player(&mut next, letter, seat);
    }
    let held =
        |state: &State, seat: Seat| game.letters.iter().any(|&letter| state.holder(letter) == Some(seat));
    for other in Seat::all(game.letters.len() as u8) {
        let left = game.letters.iter().copied().find(|&letter| next.pawn(letter).is_none());
        if !held(&next, other)
            && let Some(letter) = left
        {
            game.seat_player(&mut next, letter, other);
        }
    }
    game.begin(&mut next);
    next
}
