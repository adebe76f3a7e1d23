//! How likely a seat is to win, between two turns: one number for the Snipe, of which the hunters divide the rest. A value
//! for each seat apart would have to be balanced for every number of seats.
//!
//! A catch leaves the catcher with at least as many crumbs as the caught, so with two seats the Snipe leads,
//! and the question is who lifts the last crumb: everything weighs more the fewer are left. The weights are set by hand
//! and by matches. A small network learned from games against itself lost to them: while many crumbs are left the result
//! is nearly a coin toss, so the games teach little but to stay away from the others. A weight for the length of
//! the way to the crumbs made hunters cut them off, so it has none.

use super::paths::{FEW, Paths, at_least};
use crate::snipe::SnipeHunt;
use crate::snipe::state::State;
use breadboard_core::Seat;

/// The chance of a seat to win.
pub(super) fn chance(game: &SnipeHunt, state: &State, paths: &Paths, seat: Seat) -> f32 {
    let wins = 1.0 / (1.0 + (-odds(game, state, paths)).exp());
    if seat == state.snipe_seat() { wins } else { (1.0 - wins) * hunter_share(game, state, paths, seat) }
}

/// What a hunter has of all hunters' chances: more with crumbs in hand and near the Snipe.
fn hunter_share(game: &SnipeHunt, state: &State, paths: &Paths, seat: Seat) -> f32 {
    if game.seats == 2 {
        return 1.0;
    }
    let chance = |seat: Seat| {
        let held = f32::from(state.held[seat.index()]) / f32::from(game.layout.crumbs);
        (8.0 * held + 1.5 * at_least(paths.steps_of(game, state, seat))).exp()
    };
    let all: f32 = Seat::all(game.seats).filter(|other| *other != state.snipe_seat()).map(chance).sum();
    chance(seat) / all
}

/// How much it matters who is the Snipe, as log-odds, by the crumbs that are left.
const fn weight_of(crumbs: u32) -> f32 {
    match crumbs {
        0 | 1 => 3.0,
        2 => 1.5,
        3 => 1.0,
        4 => 0.75,
        5..=6 => 0.6,
        7..=9 => 0.5,
        10..=14 => 0.43,
        _ => 0.375,
    }
}

/// The log-odds of the Snipe to win.
fn odds(game: &SnipeHunt, state: &State, paths: &Paths) -> f32 {
    let snipe = state.snipe_seat();
    let crumbs = state.forest.crumbs.len();
    let hunted = state.seat != snipe;
    let steps = paths.nearest_hunter(game);
    let caught = if hunted { paths.caught(game, state) } else { at_least(steps) };
    // A Snipe that moves next may still run away.
    let danger = if hunted { caught } else { 0.25 * caught };
    let near = (20.0 - steps as f32).max(0.0) / 20.0;
    let soon = ((22.0 - paths.tour as f32) / 14.0).clamp(0.0, 1.0);
    let room = paths.room as f32 / 60.0;
    let mut stakes = 0.25 - danger - 0.25 * near + 0.25 * soon + 0.3 * room;
    if crumbs <= FEW {
        // The chance to lift all that is left with the next roll.
        stakes += 0.5 * at_least(paths.tour) * (2.0 - caught);
    }
    let share = |at: usize| paths.near[at] as f32 / crumbs.clamp(1, 8) as f32;
    let food = 0.2 * share(0) + 0.2 * share(1) + 0.1 * share(2);
    weight_of(crumbs) * stakes + food + if game.seats > 2 { crowd(game, state, caught) } else { 0.0 }
}

/// With three and more seats the Snipe need not lead, and it has more rivals.
fn crowd(game: &SnipeHunt, state: &State, caught: f32) -> f32 {
    let total = f32::from(game.layout.crumbs);
    let held = |seat: Seat| f32::from(state.held[seat.index()]) / total;
    let snipe = state.snipe_seat();
    let others = Seat::all(game.seats).filter(|seat| *seat != snipe).map(held).fold(0.0, f32::max);
    let (lead, left) = (held(snipe) - others, state.forest.crumbs.len() as f32 / total);
    // What a lead is worth grows as fewer are left; some cannot be made up at all.
    let doomed = if lead + left < 0.0 { 0.5 + 3.0 * (1.0 - left) } else { 0.0 };
    lead + 6.0 * lead * (1.0 - left).powi(4) - doomed - caught * held(snipe) - 0.4 * f32::from(game.seats - 2)
}
