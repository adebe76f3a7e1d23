//! Why a move is not allowed. Each rule is checked bot by bot and tile by tile, without the sets that list the
//! moves, so that a test can compare two independent ways.

use super::effects::in_factory;
use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::pieces::{Bot, Factory, Kind, Piece};
use super::state::{Reveal, Stage, State};
use super::{Breadwinner, Chance, texts};
use breadboard_core::Rules as _;
use breadboard_core::{Refusal, Seat, refusals};

/// Refuses with a ruling, or none where the game's text says it, a sentence and what goes into its holes.
macro_rules! refuse {
    (none, $sentence:ident $(, $name:ident = $value:expr)*) => {
        return Err(Refusal::AgainstRules(texts::$sentence.with(&[$((stringify!($name), &$value)),*])))
    };
    ($ruling:literal, $sentence:ident $(, $name:ident = $value:expr)*) => {
        return Err(Refusal::Illegal($ruling, texts::$sentence.with(&[$((stringify!($name), &$value)),*])))
    };
}

impl Breadwinner {
    pub(super) fn check_move(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        match mv {
            Move::End => Ok(()),
            Move::Use { bot, from, to, act } => self.check_use(state, seat, bot, from, to, act),
            Move::Build { kind, free, at } => check_build(state, seat, kind, free, at),
            Move::Recall { bot, from } => {
                if state.stage != Stage::Recall {
                    refuse!("W9", WRONG_PHASE, phase = phase(state.stage));
                }
                is_there(state, seat, bot, from)
            }
        }
    }

    fn check_use(
        &self,
        state: &State,
        seat: Seat,
        bot: Bot,
        from: Place,
        to: Option<Tile>,
        act: Option<Act>,
    ) -> Result<(), Refusal> {
        let time = match from {
            Place::Tile(_) => Stage::Map,
            Place::Factory(_) => Stage::Factories,
        };
        if state.stage != time {
            refuse!("W9", WRONG_PHASE, phase = phase(state.stage));
        }
        is_there(state, seat, bot, from)?;
        if let Some(act) = act
            && act.kind() != bot.kind
        {
            refuse!(none, WRONG_BOT, bot = bot.kind, act = act.word(), kind = act.kind());
        }
        let arrived = to.is_some() || time == Stage::Factories;
        if let Some(act) = act
            && arrived
            && !act.follows_a_move()
        {
            refuse!("W7", NOT_AFTER_MOVING, act = act.word());
        }
        let tile = match (from, to) {
            (Place::Tile(start), Some(tile)) => {
                if !start.neighbours().contains(tile) {
                    refuse!(none, NOT_ADJACENT, from = start, to = tile);
                }
                tile
            }
            (Place::Factory(factory), Some(tile)) => {
                if self.route(state, seat, bot.kind, factory, tile).is_none() {
                    if self.route_on_free_map(seat, factory, tile).is_none() {
                        refuse!(none, TOO_FAR, to = tile, factory = factory);
                    }
                    if bot.kind == Kind::Shield {
                        refuse!("W5", NO_WAY, to = tile, factory = factory);
                    }
                    refuse!("W4", NO_WAY, to = tile, factory = factory);
                }
                tile
            }
            (Place::Tile(start), None) if act.is_some() => start,
            (Place::Factory(factory), None) if act.is_some() => {
                refuse!("W7", LEAVE_FIRST, bot = bot.kind, factory = factory)
            }
            (Place::Tile(_) | Place::Factory(_), None) => refuse!(none, STANDS, bot = bot.kind),
        };
        if to.is_some() {
            self.may_end(state, seat, bot.kind, tile, matches!(act, Some(Act::Pulse(_))))?;
        }
        act.map_or(Ok(()), |act| may_act(state, seat, bot, tile, act))
    }

    /// Whether a bot may end its move on a tile (W2, W3, W6).
    fn may_end(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        tile: Tile,
        pulses: bool,
    ) -> Result<(), Refusal> {
        let rivals: Vec<Bot> = state.bots_of(seat.other(), tile).collect();
        let full = state.on(tile).count() == 2;
        let guarded = rivals.iter().any(|bot| bot.kind == Kind::Shield);
        match kind {
            Kind::Soldier if full || guarded => {
                if self.options.strict_soldier {
                    refuse!("W2", STRICT, to = tile);
                }
                // W2: whom it may pulse there is asked with the pulse itself.
                if !pulses {
                    refuse!("W2", PULSE_AT_ONCE, to = tile);
                }
                return Ok(());
            }
            Kind::Shield if self.options.no_delivery_block && tile == Tile::delivery(seat.other()) => {
                refuse!("W6", SHIELD_DELIVERY)
            }
            Kind::Shield if !rivals.is_empty() && tile == Tile::delivery(seat.other()) => {
                refuse!("W6", SHIELD_RIVAL, to = tile)
            }
            Kind::Shield if !rivals.is_empty() => refuse!(none, SHIELD_RIVAL, to = tile),
            Kind::Shield if state.bots_of(seat, tile).any(|bot| bot.kind == Kind::Shield) => {
                refuse!(none, SHIELD_FRIEND, to = tile)
            }
            _ if guarded => refuse!(none, GUARDED, to = tile),
            _ if full => refuse!("W3", FULL, to = tile),
            _ => {}
        }
        Ok(())
    }

    /// Whether a bot may go through a tile on the way to another (W4, W5).
    fn may_pass(&self, state: &State, seat: Seat, kind: Kind, tile: Tile) -> Result<(), Refusal> {
        let rivals: Vec<Bot> = state.bots_of(seat.other(), tile).collect();
        if rivals.iter().any(|bot| bot.kind == Kind::Shield) {
            refuse!("W4", PASS_SHIELD, tile = tile);
        }
        if !rivals.is_empty() && kind == Kind::Shield {
            refuse!("W5", SHIELD_PASSES, tile = tile);
        }
        if !rivals.is_empty() && state.on(tile).count() == 2 {
            refuse!("W4", PASS_FULL, tile = tile);
        }
        Ok(())
    }

    /// Whether a bot may take this way from a factory, apart from what it finds on the last tile.
    pub(super) fn may_walk(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        factory: Factory,
        way: &[Tile],
    ) -> Result<(), Refusal> {
        let Some((&last, before)) = way.split_last() else { return Ok(()) };
        if way[0] != Tile::delivery(seat) {
            refuse!(none, FIRST_TILE, delivery = Tile::delivery(seat));
        }
        for step in way.windows(2) {
            if !step[0].neighbours().contains(step[1]) {
                refuse!(none, NOT_ADJACENT, from = step[0], to = step[1]);
            }
        }
        if way.len() > usize::from(factory.number()) {
            refuse!(none, TOO_FAR, to = last, factory = factory);
        }
        before.iter().try_for_each(|&tile| self.may_pass(state, seat, kind, tile))
    }

    /// The shortest way from a factory to a tile that is not blocked; of several the first in map order. It is
    /// the way that a move is written with.
    pub(super) fn route(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        factory: Factory,
        to: Tile,
    ) -> Option<Vec<Tile>> {
        let mut ways = vec![vec![Tile::delivery(seat)]];
        for _ in 0..factory.number() {
            ways.retain(|way| self.may_walk(state, seat, kind, factory, way).is_ok());
            if let Some(found) = ways.iter().find(|way| way.last() == Some(&to)) {
                return Some(found.clone());
            }
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    let ahead = way.last().map(|tile| tile.neighbours()).unwrap_or_default();
                    ahead.map(move |tile| way.iter().copied().chain([tile]).collect())
                })
                .collect();
        }
        None
    }

    fn route_on_free_map(&self, seat: Seat, factory: Factory, to: Tile) -> Option<Vec<Tile>> {
        self.route(&State::START, seat, Kind::Drone, factory, to)
    }
}

fn check_build(state: &State, seat: Seat, kind: Kind, free: bool, at: Factory) -> Result<(), Refusal> {
    if state.stage != Stage::Build {
        refuse!("W9", WRONG_PHASE, phase = phase(state.stage));
    }
    if free && state.free == 0 {
        refuse!("W18", NO_RESEARCH);
    }
    if !free && state.rolled[usize::from(kind.face()) - 1] == 0 {
        refuse!(none, NOT_ROLLED, face = kind.face());
    }
    if state.factories[seat.index()][at.index()].is_some() {
        if free {
            refuse!("W18", FACTORY_TAKEN, factory = at);
        }
        refuse!(none, FACTORY_TAKEN, factory = at);
    }
    Ok(())
}

/// Whether the seat has such a bot there that it may still use.
fn is_there(state: &State, seat: Seat, bot: Bot, from: Place) -> Result<(), Refusal> {
    match from {
        Place::Factory(at) => {
            if in_factory(state, seat, at) != Some(bot) {
                refuse!(none, NO_BOT_IN_FACTORY, bot = bot, factory = at);
            }
        }
        Place::Tile(tile) => {
            let piece = Piece::new(seat, bot);
            if state.on(tile).any(|other| other == piece) {
                return Ok(());
            }
            if state.on(tile).any(|other| other.used(false) == piece) {
                refuse!("W9", USED, bot = bot, place = tile);
            }
            refuse!(none, NO_BOT, bot = bot, place = tile);
        }
    }
    Ok(())
}

/// Whether a bot on a tile, or just arrived there, may do this.
fn may_act(state: &State, seat: Seat, bot: Bot, tile: Tile, act: Act) -> Result<(), Refusal> {
    let rivals: Vec<Bot> = state.bots_of(seat.other(), tile).collect();
    // W12 is the reason only where a bot of the mover would be the target.
    let own = |fits: &dyn Fn(Bot) -> bool| state.bots_of(seat, tile).any(fits);
    let crop = tile.land().map(|land| state.chips.land[land]);
    let poisoned = state.poison.contains(tile);
    match act {
        Act::Plant => match crop {
            None => refuse!(none, ONLY_LAND, tile = tile),
            Some(_) if poisoned => refuse!("W22", PLANT_POISONED, tile = tile),
            Some(crop) if !crop.is_empty() => refuse!(none, CROP_THERE, tile = tile),
            Some(_) if !state.chips.can_plant() => refuse!("W16", NO_CHIPS),
            Some(_) => {}
        },
        Act::Restore if !poisoned => refuse!(none, NOT_POISONED, tile = tile),
        Act::Harvest | Act::Steal if bot.load > 0 => refuse!(none, CARRIES),
        Act::Harvest if crop.unwrap_or_default().is_empty() => refuse!(none, NO_CROP, tile = tile),
        Act::Steal if rivals.iter().all(|rival| rival.load == 0) => {
            if own(&|other| other.load > 0) {
                refuse!("W12", NOTHING_TO_STEAL, tile = tile);
            }
            refuse!(none, NOTHING_TO_STEAL, tile = tile)
        }
        Act::Unload if bot.load == 0 => refuse!(none, CARRIES_NOTHING),
        Act::Unload if tile != Tile::delivery(seat) => {
            refuse!(none, NOT_HOME, delivery = Tile::delivery(seat))
        }
        Act::Poison => {
            if crop.is_none() {
                refuse!(none, ONLY_LAND, tile = tile);
            }
            if poisoned {
                refuse!(none, POISONED, tile = tile);
            }
            if state.on(tile).any(|piece| piece.is_kind(Kind::Shield)) {
                refuse!(none, POISON_SHIELD, tile = tile);
            }
        }
        Act::Melt if rivals.iter().all(|rival| rival.kind != Kind::Harvester) => {
            if own(&|other| other.kind == Kind::Harvester) {
                refuse!("W12", NO_HARVESTER, tile = tile);
            }
            refuse!(none, NO_HARVESTER, tile = tile)
        }
        Act::Pulse(target) => {
            if !rivals.contains(&target) {
                if own(&|other| other == target) {
                    refuse!("W12", NO_TARGET, bot = target, tile = tile);
                }
                refuse!(none, NO_TARGET, bot = target, tile = tile);
            }
            if target.kind != Kind::Shield && rivals.iter().any(|rival| rival.kind == Kind::Shield) {
                refuse!(none, SHIELD_FIRST, tile = tile);
            }
        }
        Act::Restore | Act::Harvest | Act::Steal | Act::Unload | Act::Melt => {}
    }
    Ok(())
}

/// Whether a chance event is one of those that may happen now.
pub(super) fn chance(state: &State, chance: &Chance) -> Result<(), Refusal> {
    match (state.reveal, state.stage, *chance) {
        (Some(Reveal { tile, .. }), _, Chance::Crop(value)) => {
            let values = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
            if !values.contains(value) {
                refuse!("W16", CROP_VALUES, values = values);
            }
        }
        (Some(_), _, _) => refuse!("W16", CROP_NOW),
        (None, Stage::Starter, Chance::Starter(seat)) if seat.index() < 2 => {}
        (None, Stage::Starter, _) => refuse!("W1", STARTER_NOW),
        (None, Stage::Roll, Chance::Roll(faces)) => {
            let dice = state.dice[state.mover.index()];
            if faces.iter().map(|&count| u32::from(count)).sum::<u32>() != u32::from(dice) {
                refuse!(none, ROLL_DICE, dice = dice);
            }
        }
        (None, Stage::Roll, _) => refuse!(none, ROLL_NOW),
        _ => return Err(refusals::no_chance()),
    }
    Ok(())
}

/// What people call the phase.
pub(super) const fn phase(stage: Stage) -> &'static str {
    match stage {
        Stage::Starter => "first",
        Stage::Map => "map",
        Stage::Factories => "factories",
        Stage::Roll | Stage::Build => "build",
        Stage::Recall => "recall",
        Stage::Over => "last",
    }
}
