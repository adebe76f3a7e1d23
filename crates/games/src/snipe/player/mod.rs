//! The Snipe Hunt player: it plans whole turns, every route of the roll with its offers, and judges where they end by
//! the Snipe's chance to win. Judging single steps would walk into the reach of dice.

mod greedy;
mod outlook;
#[cfg(test)]
mod tests;

use super::forest::Card;
use super::state::{Phase, State};
use super::{Move, SnipeHunt};
use crate::{Bots, Level, LevelInfo};
use breadboard_core::{Game as _, Seat, Turn};
use breadboard_search::turns::{Evaluation, Planner, Strength};
use breadboard_search::{Budget, Player};
use outlook::{Features, at_least, can_meet, lively, odds};

/// What the bot knows.
#[derive(Clone, Copy, Debug)]
struct SnipeEvaluation;

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

impl Bots for SnipeHunt {
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Stroller",
            about: "Walks where crumbs or the Snipe are and forgets who is behind it.",
        },
        LevelInfo { name: "Tracker", about: "Plans its walk, but misjudges how near is too near." },
        LevelInfo { name: "Ranger", about: "Knows where it is safe to end a walk, and errs now and then." },
        LevelInfo {
            name: "Poacher",
            about: "Weighs every end of its walk by the chance of being caught or catching.",
        },
        LevelInfo {
            name: "Phantom",
            about: "Plays its best walks out over many rolls and turns cards in your way.",
        },
    ];

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let plain = Strength {
            budget: Budget::nodes(0),
            width: 100,
            reply_width: 8,
            candidates: 8,
            trust: 8,
            horizon: 2,
            exploration: 0.1,
            error: 0.0,
            overlooks: 0,
        };
        let strength = match level {
            Level::Bot1 => Strength { width: 12, error: 0.8, overlooks: 90, ..plain },
            Level::Bot2 => Strength { width: 40, error: 0.36, overlooks: 36, ..plain },
            Level::Bot3 => Strength { error: 0.11, overlooks: 8, ..plain },
            Level::Bot4 => plain,
            Level::Bot5 => Strength { budget: Budget::nodes(3000), ..plain },
        };
        Box::new(Planner::new(SnipeEvaluation, strength))
    }
}
