//! How likely the Snipe is to win, between two turns: one number, of which the hunters divide the rest. A value for
//! each seat apart would have to be balanced for every number of seats.
//!
//! A catch leaves the catcher with at least as many crumbs as the caught, so with two seats the Snipe leads,
//! and the question is who lifts the last crumb: everything weighs more the fewer are left. The weights are set by hand:
//! learning them from games of the bot against itself was tried and failed, because two thirds of those games were drawn
//! with crumbs cut off. A weight for the length of the way to the crumbs made hunters cut them off, so it has none.

use super::features::{FEW, Features, at_least, can_meet, lively};
use crate::snipe::spaces::Card;
use crate::snipe::state::{Phase, State};
use crate::snipe::{Move, SnipeHunt};
use breadboard_core::{Rules as _, Seat, Turn};
use breadboard_search::turns::Evaluation;

/// The evaluation, set by hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct SnipeEvaluation;

/// What a position between two turns is worth to a seat.
fn value(game: &SnipeHunt, state: &State, features: &Features, seat: Seat) -> f32 {
    let wins = 1.0 / (1.0 + (-odds(game, state, features)).exp());
    let snipe = state.snipe_seat();
    let value = if seat == snipe { wins } else { (1.0 - wins) * hunter_share(game, state, features, seat) };
    // S22: the longer nothing is lifted, the nearer is a draw.
    let idle = f32::from(state.idle) / f32::from(game.idle_limit());
    let drawn = idle.powi(6);
    value * (1.0 - drawn) + drawn / f32::from(game.seats)
}

/// What a hunter has of all hunters' chances: more with crumbs in hand and near the Snipe.
fn hunter_share(game: &SnipeHunt, state: &State, features: &Features, seat: Seat) -> f32 {
    if game.seats == 2 {
        return 1.0;
    }
    let chance = |seat: Seat| {
        let held = f32::from(state.held[seat.index()]) / f32::from(game.layout.crumbs);
        (8.0 * held + 1.5 * at_least(features.nearest_of(game, state, seat))).exp()
    };
    let all: f32 = Seat::all(game.seats).filter(|other| *other != state.snipe_seat()).map(chance).sum();
    chance(seat) / all
}

impl Evaluation<SnipeHunt> for SnipeEvaluation {
    fn evaluate(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn(state) {
            return outcome.share(seat, game.seats) as f32;
        }
        value(game, state, &Features::of(game, state), seat)
    }

    fn mover(&self, state: &State) -> Seat {
        state.seat
    }

    fn evaluate_mid_turn(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        let features = Features::of(game, state);
        let after = State { seat: seat.next(game.seats), ..*state };
        let meets = seat != state.snipe_seat() && can_meet(&features, state);
        value(game, &after, &features, seat) + if meets { 0.5 } else { 0.0 }
    }

    fn prune(&self, game: &SnipeHunt, state: &State, _: Seat, moves: &mut Vec<Move>) {
        if state.phase != Phase::Offer {
            return;
        }
        // Where crumbs are cut off, any card may open the way again. A cross looks the same however it lies.
        let cut_off = Features::of(game, state).is_cut_off();
        let lively = if cut_off { u64::MAX } else { lively(game, state) };
        let turns = |card: Card| lively & card.bit() != 0 && state.forest.exits_of(card).0 != 0b1111;
        moves.retain(|mv| match mv {
            Move::Rotate(card, _) => turns(*card),
            _ => true,
        });
    }

    fn budget_share(&self, _: &SnipeHunt, state: &State) -> f64 {
        if state.is_turn_start() { 1.0 } else { 0.1 }
    }
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
fn odds(game: &SnipeHunt, state: &State, features: &Features) -> f32 {
    let snipe = state.snipe_seat();
    let crumbs = state.forest.crumbs.len();
    let hunted = state.seat != snipe;
    let steps = features.nearest_hunter(game);
    let caught = if hunted { features.caught(game, state) } else { at_least(steps) };
    // A Snipe that moves next may still run away.
    let danger = if hunted { caught } else { 0.25 * caught };
    let near = (20.0 - steps as f32).max(0.0) / 20.0;
    let soon = ((22.0 - features.tour as f32) / 14.0).clamp(0.0, 1.0);
    let mut stakes = 0.25 - danger - 0.25 * near + 0.25 * soon;
    if crumbs <= FEW {
        // The chance to lift all that is left with the next roll.
        stakes += 0.5 * at_least(features.tour) * (2.0 - caught);
    }
    let share = |at: usize| features.near[at] as f32 / crumbs.clamp(1, 8) as f32;
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
