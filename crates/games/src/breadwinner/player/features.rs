//! What the bot sees in a position: a list of features, each of which counts for the side it is true of. Features are
//! coarse (which kind of bot stands how far from home) because the weights are learned from games; a few that no sum of
//! the others can express are named: a load that wins, a crop with a Harvester on it, who can strike it.

use super::greedy::distance;
use crate::breadwinner::map::Tile;
use crate::breadwinner::pieces::{Bot, Factory, Kind};
use crate::breadwinner::state::{LOAVES, Stage, State};
use breadboard_core::Seat;

/// Features by group, each with its first number.
const LOAVES_AT: usize = 0;
const LOADS_AT: usize = LOAVES_AT + 13;
const WINNERS_AT: usize = LOADS_AT + 6;
const CROPS_AT: usize = WINNERS_AT + 6;
const BOTS_AT: usize = CROPS_AT + 12;
const STRUCK_AT: usize = BOTS_AT + 20;
const WORK_AT: usize = STRUCK_AT + 5;
const FACTORIES_AT: usize = WORK_AT + 4;
const EMPTY_AT: usize = FACTORIES_AT + 20;
const ROLL_AT: usize = EMPTY_AT + 5;
const DICE_AT: usize = ROLL_AT + 9;
const POISON_AT: usize = DICE_AT + 9;
const HOME_AT: usize = POISON_AT + 2;
/// How many features there are.
pub(super) const FEATURES: usize = HOME_AT + 3;

/// Calls `add` with every feature of one side and its amount.
pub(super) fn features(state: &State, goal: u8, seat: Seat, mut add: impl FnMut(usize, f32)) {
    let rival = seat.other();
    let home = Tile::delivery(seat);
    let own = seat.index();
    let need = goal.saturating_sub(state.loaves[own]);
    add(LOAVES_AT + usize::from(LOAVES.saturating_sub(need)), 1.0);
    let reach = Reach::of(state, rival);
    let harvesters = map_features(state, need, seat, &reach, &mut add);
    let longest = factory_features(state, seat, &mut add);
    let dice = usize::from(state.dice[own]);
    // Dice that are rolled this turn count; those that were not built do not until the next.
    let rolls = state.mover == seat && matches!(state.stage, Stage::Map | Stage::Factories | Stage::Roll);
    add(if rolls { ROLL_AT } else { DICE_AT } + dice, 1.0);
    for tile in Tile::LANDS {
        let row = distance(tile, home) as usize;
        let crop = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
        if !crop.is_empty() {
            let access = if harvesters >> tile.index() & 1 == 1 {
                if reach.strikes(state, seat, tile, Bot::empty(Kind::Harvester)) { 1 } else { 0 }
            } else if tile.neighbours().into_iter().any(|next| harvesters >> next.index() & 1 == 1) {
                2
            } else if usize::from(longest) > row {
                3
            } else if harvesters != 0 || longest > 0 {
                4
            } else {
                5
            };
            add(CROPS_AT + 6 * (row - 1) + access, 0.1 * crop.mean() as f32);
        }
        if state.poison.contains(tile) {
            add(POISON_AT + row - 1, 1.0);
        }
    }
    let here = state.tiles[home.index()];
    if !here[1].is_none() {
        add(HOME_AT + usize::from(here.iter().any(|piece| piece.is_of(rival))), 1.0);
    }
    if state.bots_of(rival, home).any(|bot| bot.kind == Kind::Shield) {
        add(HOME_AT + 2, 1.0);
    }
}

/// The features of the bots on the map; returns the tiles with an empty Harvester.
#[inline]
fn map_features(state: &State, need: u8, seat: Seat, reach: &Reach, add: &mut impl FnMut(usize, f32)) -> u8 {
    let home = Tile::delivery(seat);
    let mut harvesters = 0u8;
    for tile in Tile::ALL {
        let row = distance(tile, home) as usize;
        for bot in state.bots_of(seat, tile) {
            let struck = reach.strikes(state, seat, tile, bot);
            if bot.load > 0 {
                let far = row.max(1) - 1;
                let at = 2 * far + usize::from(struck);
                add(LOADS_AT + at, 0.1 * f32::from(bot.load.min(need)));
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
                harvesters |= 1 << tile.index();
            }
            if bot.kind == Kind::Drone && tile.land().is_some_and(|land| state.chips.land[land].is_empty()) {
                let poisoned = usize::from(state.poison.contains(tile));
                add(WORK_AT + 2 * usize::from(row > 1) + poisoned, 1.0);
            }
        }
    }
    harvesters
}

/// The features of the factories; returns the number of the longest with a Harvester, or 0.
#[inline]
fn factory_features(state: &State, seat: Seat, add: &mut impl FnMut(usize, f32)) -> u8 {
    let mut longest = 0;
    let mut empty = 0;
    for at in Factory::ALL {
        match state.factories[seat.index()][at.index()] {
            Some(kind) => {
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

/// How much a side lacks to get any loaf, as log-odds: a Harvester, something to harvest or a Drone to plant it, or at
/// least dice to roll for them. Set by hand: two players without it stand still to the last round, and games that end
/// so teach nothing.
pub(super) fn lack(state: &State, seat: Seat) -> f32 {
    let (mut harvester, mut drone, mut load) = (false, false, false);
    let on_map = Tile::ALL.into_iter().flat_map(|tile| state.bots_of(seat, tile));
    let waiting = state.factories[seat.index()].into_iter().flatten().map(Bot::empty);
    for bot in on_map.chain(waiting) {
        harvester |= bot.kind == Kind::Harvester;
        drone |= bot.kind == Kind::Drone;
        load |= bot.load > 0;
    }
    let crop = state.chips.land.iter().any(|crop| !crop.is_empty());
    let dice = usize::from(state.dice[seat.index()].min(3));
    match (load, harvester, crop || drone) {
        (true, _, _) => 0.0,
        (_, true, true) => [0.15, 0.05, 0.0, 0.0][dice],
        (_, false, false) => [1.6, 1.1, 0.7, 0.5][dice],
        _ => [1.3, 0.7, 0.4, 0.3][dice],
    }
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
