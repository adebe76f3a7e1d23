//! What a puzzle is about: the actions of the turn, and what bots are placed for.

use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::pieces::{Bot, Kind};
use super::state::State;
use super::{Breadwinner, texts};
use breadboard_core::{Rules as _, Seat, Template};

impl Breadwinner {
    pub(super) fn themes_of(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        let mut end = *state;
        line.iter().for_each(|&mv| self.apply(&mut end, seat, mv));
        let found: Vec<&'static Template> = line.iter().filter_map(|mv| theme_of(&end, seat, *mv)).collect();
        if !found.is_empty() {
            return found;
        }
        let holds = line.iter().all(|mv| *mv == Move::End);
        vec![if holds { &texts::THEME_HOLD } else { &texts::THEME_MOVE }]
    }
}

/// What a move of a turn with this end is about; nothing where it only goes somewhere.
fn theme_of(end: &State, seat: Seat, mv: Move) -> Option<&'static Template> {
    match mv {
        Move::Build { .. } => Some(&texts::THEME_BUILD),
        Move::Use { act: Some(act), .. } => Some(match act {
            Act::Plant => &texts::THEME_PLANT,
            Act::Restore => &texts::THEME_RESTORE,
            Act::Harvest => &texts::THEME_HARVEST,
            Act::Steal => &texts::THEME_STEAL,
            Act::Unload => &texts::THEME_UNLOAD,
            Act::Poison => &texts::THEME_POISON,
            Act::Melt => &texts::THEME_MELT,
            Act::Pulse(_) => &texts::THEME_PULSE,
        }),
        Move::Use { bot, from, to: Some(to), act: None } => placed(end, seat, bot, from, to),
        Move::Recall { .. } => Some(&texts::THEME_RECALL),
        Move::Use { to: None, act: None, .. } | Move::End => None,
    }
}

/// What a bot can do in the next turn on the tile that it was moved to, or what it keeps the rival from.
fn placed(end: &State, seat: Seat, bot: Bot, from: Place, to: Tile) -> Option<&'static Template> {
    let rival = seat.other();
    let is_full = end.on(to).count() == 2;
    if to == Tile::delivery(rival) && (bot.kind == Kind::Shield || is_full) {
        return Some(&texts::THEME_BLOCK);
    }
    let crop = to.land().is_some_and(|land| !end.chips.land[land].is_empty());
    let is_loaded = |bot: Bot| bot.load > 0;
    match bot.kind {
        Kind::Shield => Some(&texts::THEME_GUARD),
        Kind::Harvester if is_loaded(bot) => Some(&texts::THEME_CARRY),
        Kind::Harvester if end.bots_of(rival, to).any(is_loaded) => Some(&texts::THEME_CHASE),
        Kind::Harvester if crop => Some(&texts::THEME_FETCH),
        Kind::Drone if end.poison.contains(to) => Some(&texts::THEME_CURE),
        Kind::Drone if to.land().is_some() && !crop => Some(&texts::THEME_SOW),
        Kind::Soldier if near(end, rival, to, |_| true) => Some(&texts::THEME_THREAT),
        Kind::Locust if near(end, rival, to, |bot| bot.kind == Kind::Harvester) => Some(&texts::THEME_THREAT),
        _ if from == Place::Tile(Tile::delivery(seat)) => Some(&texts::THEME_CLEAR),
        _ => None,
    }
}

/// Whether a rival bot of this kind stands on the tile or beside it.
fn near(state: &State, rival: Seat, tile: Tile, counts: impl Fn(Bot) -> bool) -> bool {
    tile.neighbours().chain([tile]).any(|tile| state.bots_of(rival, tile).any(&counts))
}
