//! What moves and chance do. Every bot that leaves play goes through [`State::return_die`], and every load that loses
//! its Harvester through [`drop_load`], so that no die and no chip gets lost.

use super::Breadwinner;
use super::map::{Tile, TileSet};
use super::moves::{Act, Move, Place};
use super::pieces::{Bot, Factory, Kind, Piece};
use super::state::{Cause, LOAVES, Reveal, Stage, State};
use super::{Chance, chance};
use breadboard_core::Seat;

impl Breadwinner {
    #[inline]
    pub(super) fn make(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv {
            Move::Use { bot, from, to, act } => self.make_use(state, seat, bot, from, to, act),
            Move::Build { kind, free, at } => {
                let face = if free { chance::RESEARCH } else { kind.face() };
                state.free -= u8::from(free);
                state.rolled[usize::from(face) - 1] -= 1;
                state.dice[seat.index()] -= 1;
                state.factories[seat.index()][at.index()] = Some(kind);
            }
            Move::Recall { bot, from } => {
                take_away(state, seat, bot, from);
                state.return_die(seat);
                if let Place::Tile(tile) = from {
                    drop_load(state, tile, bot);
                }
            }
            Move::End => state.end_phase(self.options.round_cap),
        }
        if state.reveal.is_none() {
            state.settle(self.options.round_cap);
        }
    }

    fn make_use(
        &self,
        state: &mut State,
        seat: Seat,
        bot: Bot,
        from: Place,
        to: Option<Tile>,
        act: Option<Act>,
    ) {
        let (Some(tile), rival) = (to.or(tile_of(from)), seat.other()) else { return };
        if act == Some(Act::Harvest) {
            return harvest(state, seat, tile);
        }
        take_away(state, seat, bot, from);
        let Some(act) = act else {
            // W9: one use a bot and phase; who leaves a factory cannot be used again this turn anyway.
            return state.put(tile, Piece::new(seat, bot).used(state.stage == Stage::Map));
        };
        if act == Act::Steal {
            let load = state.bots_of(rival, tile).map(|bot| bot.load).max().unwrap_or(0);
            let loaded = Bot { kind: Kind::Harvester, load };
            state.lift(tile, Piece::new(rival, loaded));
            state.put(tile, Piece::new(rival, bot));
            return state.put(tile, Piece::new(seat, loaded).used(true));
        }
        state.return_die(seat);
        match act {
            Act::Plant => {
                if let Some(land) = tile.land() {
                    state.chips.plant(land);
                }
            }
            Act::Restore => state.poison = state.poison & !TileSet::of(&[tile]),
            Act::Unload => self.unload(state, seat, bot.load),
            Act::Poison => self.poison(state, tile),
            Act::Melt => {
                let harvesters = state.bots_of(rival, tile).find(|bot| bot.kind == Kind::Harvester);
                if let Some(victim) = harvesters {
                    destroy(state, rival, tile, victim);
                    if victim.load > 0 {
                        state.chips.throw(victim.load);
                    }
                }
            }
            Act::Pulse(victim) => {
                destroy(state, rival, tile, victim);
                drop_load(state, tile, victim);
            }
            Act::Harvest | Act::Steal => {}
        }
    }

    /// Takes loaves from the centre first, then from the rival, as many as there are (W20).
    fn unload(&self, state: &mut State, seat: Seat, load: u8) {
        let (own, rival) = (seat.index(), seat.other().index());
        let loaves = load.min(LOAVES - state.loaves[own]);
        let from_rival = loaves.saturating_sub(state.centre());
        state.loaves[own] += loaves;
        state.loaves[rival] -= from_rival;
        state.chips.throw(load);
        if state.loaves[own] >= self.options.loaves_to_win {
            for places in &mut state.tiles {
                *places = places.map(|piece| piece.used(false));
            }
            state.stage = Stage::Over; // W21
        }
    }

    fn poison(&self, state: &mut State, tile: Tile) {
        state.poison = state.poison | TileSet::of(&[tile]);
        let Some(land) = tile.land() else { return };
        let crop = state.chips.land[land];
        if crop.is_empty() || self.options.crop_survives {
            return; // W14
        }
        match crop.single() {
            Some(value) => {
                state.chips.take(land, value);
                state.chips.throw(value);
            }
            None => state.reveal = Some(Reveal { tile, cause: Cause::Poison }),
        }
    }

    #[inline]
    pub(super) fn happen(&self, state: &mut State, chance: Chance) {
        match chance {
            Chance::Starter(seat) => {
                (state.starter, state.mover, state.stage) = (seat, seat, Stage::Map);
            }
            Chance::Roll(faces) => {
                state.rolled = faces;
                state.free = faces[5] / 3; // W18
                state.stage = Stage::Build;
            }
            Chance::Crop(value) => {
                let Some(Reveal { tile, cause }) = state.reveal.take() else { return };
                let Some(land) = tile.land() else { return };
                match cause {
                    Cause::Harvest => load_up(state, state.mover, tile, land, value),
                    Cause::Poison => {
                        state.chips.take(land, value);
                        state.chips.throw(value);
                    }
                }
            }
        }
        state.settle(self.options.round_cap);
    }
}

const fn tile_of(place: Place) -> Option<Tile> {
    match place {
        Place::Tile(tile) => Some(tile),
        Place::Factory(_) => None,
    }
}

#[inline]
fn take_away(state: &mut State, seat: Seat, bot: Bot, from: Place) {
    match from {
        Place::Tile(tile) => state.lift(tile, Piece::new(seat, bot)),
        Place::Factory(at) => state.leave(seat, at),
    }
}

fn destroy(state: &mut State, seat: Seat, tile: Tile, bot: Bot) {
    state.lift(tile, Piece::new(seat, bot));
    state.return_die(seat);
}

/// W15: the load of a pulsed or recalled Harvester stays on free Land, else it is spent.
fn drop_load(state: &mut State, tile: Tile, bot: Bot) {
    match tile.land() {
        _ if bot.load == 0 => {}
        Some(land) if state.chips.land[land].is_empty() && !state.poison.contains(tile) => {
            state.chips.put(land, bot.load);
        }
        _ => state.chips.throw(bot.load),
    }
}

fn harvest(state: &mut State, seat: Seat, tile: Tile) {
    let Some(land) = tile.land() else { return };
    match state.chips.land[land].single() {
        Some(value) => load_up(state, seat, tile, land, value),
        None => state.reveal = Some(Reveal { tile, cause: Cause::Harvest }),
    }
}

/// The chip of a Land goes onto a Harvester that stands there, is empty and was not used.
fn load_up(state: &mut State, seat: Seat, tile: Tile, land: usize, value: u8) {
    state.chips.take(land, value);
    let empty = Bot::empty(Kind::Harvester);
    state.lift(tile, Piece::new(seat, empty));
    state.put(tile, Piece::new(seat, Bot { load: value, ..empty }).used(true));
}

/// The bot in a factory.
pub(super) fn in_factory(state: &State, seat: Seat, at: Factory) -> Option<Bot> {
    state.factories[seat.index()][at.index()].map(Bot::empty)
}
