//! What the bot sees in a position: a list of features; each counts for the side that has it. Features are
//! coarse (which kind of bot stands how far from home) because the weights are learned from games; a few that the others
//! cannot express are named: a load that wins, a crop with a Harvester on it, who can strike it, a locked Delivery.

use super::greedy::distance;
use crate::breadwinner::map::Tile;
use crate::breadwinner::pieces::{Bot, Factory, Kind};
use crate::breadwinner::state::{LOAVES, Stage, State};
use breadboard_core::Seat;

/// Features by group, each with its first number.
const LOAVES_AT: usize = 0;
const LOADS_AT: usize = LOAVES_AT + 14;
const WINNERS_AT: usize = LOADS_AT + 6;
const SWING_AT: usize = WINNERS_AT + 6;
const CROPS_AT: usize = SWING_AT + 3;
const BOTS_AT: usize = CROPS_AT + 12;
const STRUCK_AT: usize = BOTS_AT + 20;
const WORK_AT: usize = STRUCK_AT + 5;
const STEAL_AT: usize = WORK_AT + 4;
const FACTORIES_AT: usize = STEAL_AT + 1;
const EMPTY_AT: usize = FACTORIES_AT + 20;
const KINDS_AT: usize = EMPTY_AT + 5;
const ROLL_AT: usize = KINDS_AT + 15;
const DICE_AT: usize = ROLL_AT + 9;
const POISON_AT: usize = DICE_AT + 9;
const GUARD_AT: usize = POISON_AT + 2;
const HOME_AT: usize = GUARD_AT + 2;
/// How many features there are.
pub(super) const FEATURES: usize = HOME_AT + 6;

/// Calls `add` with every feature of one side and its amount.
pub(super) fn features(state: &State, goal: u8, seat: Seat, mut add: impl FnMut(usize, f32)) {
    let rival = seat.other();
    let home = Tile::delivery(seat);
    let own = seat.index();
    let need = goal.saturating_sub(state.loaves[own]);
    add(LOAVES_AT + usize::from(LOAVES.saturating_sub(need)), 1.0);
    add(LOAVES_AT + 13, f32::from(need) / f32::from(LOAVES));
    let reach = Reach::of(state, rival);
    let mut count = [0usize; 5];
    let seen = map_features(state, need, seat, &reach, &mut count, &mut add);
    let waiting = factory_features(state, seat, &mut count, &mut add);
    for (kind, count) in count.into_iter().enumerate() {
        add(KINDS_AT + 3 * kind + count.min(2), 1.0);
    }
    let dice = usize::from(state.dice[own]);
    // Dice that are rolled this turn count; those that were not built do not until the next.
    let rolls = state.mover == seat && matches!(state.stage, Stage::Map | Stage::Factories | Stage::Roll);
    add(if rolls { ROLL_AT } else { DICE_AT } + dice, 1.0);
    for tile in Tile::LANDS {
        let row = distance(tile, home) as usize;
        let crop = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
        if !crop.is_empty() {
            let access = access(state, seat, tile, &seen, waiting, &reach);
            add(CROPS_AT + 6 * (row - 1) + access, 0.1 * crop.mean() as f32);
            if state.bots_of(seat, tile).any(|bot| bot.kind == Kind::Shield) {
                add(GUARD_AT + row - 1, 1.0);
            }
        }
        if state.poison.contains(tile) {
            add(POISON_AT + row - 1, 1.0);
        }
    }
    home_features(state, seat, &seen, &mut add);
}

/// How a side gets at a crop: 0 it stands on it, 1 the same but can be struck, 2 from the next tile, 3 from a factory, 4 later,
/// 5 with a Harvester that it does not have.
#[inline]
fn access(state: &State, seat: Seat, tile: Tile, seen: &Seen, waiting: u8, reach: &Reach) -> usize {
    let on = |tile: Tile| seen.harvesters >> tile.index() & 1 == 1;
    let row = distance(tile, Tile::delivery(seat));
    if on(tile) {
        usize::from(reach.strikes(state, seat, tile, Bot::empty(Kind::Harvester)))
    } else if tile.neighbours().into_iter().any(on) {
        2
    } else if u32::from(waiting) > row {
        3
    } else if seen.harvesters != 0 || waiting > 0 {
        4
    } else {
        5
    }
}

/// Whether the seat's Delivery is full or locked, and who can open it.
#[inline]
fn home_features(state: &State, seat: Seat, seen: &Seen, add: &mut impl FnMut(usize, f32)) {
    let rival = seat.other();
    let home = Tile::delivery(seat);
    let here = state.tiles[home.index()];
    if !here[1].is_none() {
        add(HOME_AT + usize::from(here.iter().any(|piece| piece.is_of(rival))), 1.0);
    }
    if state.bots_of(rival, home).any(|bot| bot.kind == Kind::Shield) {
        let waits = state.factories[seat.index()].contains(&Some(Kind::Soldier));
        let near = home
            .neighbours()
            .into_iter()
            .any(|tile| state.bots_of(seat, tile).any(|bot| bot.kind == Kind::Soldier));
        add(HOME_AT + if waits || near { 2 } else { 3 }, 1.0);
        add(HOME_AT + if waits || near { 4 } else { 5 }, 0.1 * f32::from(seen.loads));
    }
}

/// What was found on the map.
struct Seen {
    /// Tiles with an empty Harvester.
    harvesters: u8,
    /// The loads together.
    loads: u8,
}

/// The features of the bots on the map; counts them by kind.
#[inline]
fn map_features(
    state: &State,
    need: u8,
    seat: Seat,
    reach: &Reach,
    count: &mut [usize; 5],
    add: &mut impl FnMut(usize, f32),
) -> Seen {
    let home = Tile::delivery(seat);
    let mut seen = Seen { harvesters: 0, loads: 0 };
    for tile in Tile::ALL {
        let row = distance(tile, home) as usize;
        for bot in state.bots_of(seat, tile) {
            count[bot.kind as usize - 1] += 1;
            let struck = reach.strikes(state, seat, tile, bot);
            if bot.load > 0 {
                let far = row.max(1) - 1;
                let at = 2 * far + usize::from(struck);
                let wanted = bot.load.min(need);
                seen.loads += bot.load;
                add(LOADS_AT + at, 0.1 * f32::from(wanted));
                // What the centre has not comes from the rival and counts twice.
                add(SWING_AT + far, 0.1 * f32::from(wanted.saturating_sub(state.centre())));
                if bot.load >= need {
                    add(WINNERS_AT + at, 1.0);
                }
                continue;
            }
            add(BOTS_AT + 4 * (bot.kind as usize - 1) + row, 1.0);
            if struck {
                add(STRUCK_AT + bot.kind as usize - 1, 1.0);
            }
            if bot.kind == Kind::Harvester {
                seen.harvesters |= 1 << tile.index();
                let load = state.bots_of(seat.other(), tile).map(|rival| rival.load).max().unwrap_or(0);
                if load > 0 {
                    add(STEAL_AT, 0.1 * f32::from(load));
                }
            }
            if bot.kind == Kind::Drone && tile.land().is_some_and(|land| state.chips.land[land].is_empty()) {
                let poisoned = usize::from(state.poison.contains(tile));
                add(WORK_AT + 2 * usize::from(row > 1) + poisoned, 1.0);
            }
        }
    }
    seen
}

/// The features of the factories; counts their bots and returns the number of the longest with a Harvester, or 0.
#[inline]
fn factory_features(
    state: &State,
    seat: Seat,
    count: &mut [usize; 5],
    add: &mut impl FnMut(usize, f32),
) -> u8 {
    let mut longest = 0;
    let mut empty = 0;
    for at in Factory::ALL {
        match state.factories[seat.index()][at.index()] {
            Some(kind) => {
                count[kind as usize - 1] += 1;
                add(FACTORIES_AT + 4 * (kind as usize - 1) + at.index(), 1.0);
                if kind == Kind::Harvester {
                    longest = longest.max(at.number());
                }
            }
            None => empty += 1,
        }
    }
    add(EMPTY_AT + empty, 1.0);
    longest
}

/// How far the strikers of a seat reach in their next turn, obstacles aside.
struct Reach {
    /// Tiles that a Soldier reaches.
    soldier: u8,
    /// Tiles that a Locust reaches.
    locust: u8,
}

impl Reach {
    fn of(state: &State, seat: Seat) -> Reach {
        let home = Tile::delivery(seat);
        let mut reach = Reach { soldier: 0, locust: 0 };
        for tile in Tile::ALL {
            for bot in state.bots_of(seat, tile) {
                let near =
                    || tile.neighbours().into_iter().fold(1 << tile.index(), |set, t| set | 1 << t.index());
                match bot.kind {
                    Kind::Soldier => reach.soldier |= near(),
                    Kind::Locust => reach.locust |= near(),
                    _ => {}
                }
            }
        }
        for at in Factory::ALL {
            let kind = state.factories[seat.index()][at.index()];
            if let Some(Kind::Soldier | Kind::Locust) = kind {
                let within = Tile::ALL
                    .into_iter()
                    .filter(|&tile| distance(tile, home) < u32::from(at.number()))
                    .fold(0, |set, tile| set | 1 << tile.index());
                if kind == Some(Kind::Soldier) {
                    reach.soldier |= within;
                } else {
                    reach.locust |= within;
                }
            }
        }
        reach
    }

    /// Whether a bot of `seat` on a tile can be destroyed next.
    fn strikes(&self, state: &State, seat: Seat, tile: Tile, bot: Bot) -> bool {
        let shield =
            bot.kind != Kind::Shield && state.bots_of(seat, tile).any(|other| other.kind == Kind::Shield);
        if shield {
            // W2: the Shield takes the pulse.
            return false;
        }
        let set = if bot.kind == Kind::Harvester { self.soldier | self.locust } else { self.soldier };
        set >> tile.index() & 1 == 1
    }
}
