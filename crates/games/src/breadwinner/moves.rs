//! The legal moves, as sets of tiles: one pass over the map gives the tiles that are full, held by a rival or
//! shielded, and every rule of entering and passing (W2–W6) is a few operations on those bytes.
//!
//! A move names a bot, where it starts, where it ends and what it does there, but not its way: a way has no
//! effect of its own, it can only be blocked, so two ways to one tile are the same move.

use super::Breadwinner;
use super::chips::Values;
use super::map::{Tile, TileSet};
use super::pieces::{Bot, Factory, Kind, Piece};
use super::state::{Stage, State};
use breadboard_core::Seat;
use std::fmt;

/// One choice: what one bot does, one bot built, one recalled, or the end of the phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A bot moves, acts, or moves and acts (W8).
    Use {
        /// Which bot.
        bot: Bot,
        /// Where it is.
        from: Place,
        /// Where it goes; `None` if it stays.
        to: Option<Tile>,
        /// What it does there; `None` if it only moves.
        act: Option<Act>,
    },
    /// A die of the pile becomes a bot in an empty factory.
    Build {
        /// Which bot.
        kind: Kind,
        /// Whether Research & Development gives it (W18).
        free: bool,
        /// Where.
        at: Factory,
    },
    /// A bot goes back to the pile.
    Recall {
        /// Which bot.
        bot: Bot,
        /// Where it is.
        from: Place,
    },
    /// Nothing more in this phase.
    End,
}

const _: () = assert!(size_of::<Move>() <= 10);

/// What a bot does besides moving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A Drone puts a crop chip on its Land.
    Plant,
    /// A Drone removes the poison.
    Restore,
    /// A Harvester takes up the crop.
    Harvest,
    /// A Harvester takes the load of a rival one.
    Steal,
    /// A Harvester delivers its load.
    Unload,
    /// A Locust poisons its Land.
    Poison,
    /// A Locust destroys a rival Harvester.
    Melt,
    /// A Soldier destroys this rival bot.
    Pulse(Bot),
}

impl Act {
    /// The bot that can do it.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Act::Plant | Act::Restore => Kind::Drone,
            Act::Harvest | Act::Steal | Act::Unload => Kind::Harvester,
            Act::Poison | Act::Melt => Kind::Locust,
            Act::Pulse(_) => Kind::Soldier,
        }
    }

    /// Whether it may follow the bot's own move (W7, W8).
    pub(super) const fn follows_a_move(self) -> bool {
        matches!(self, Act::Unload | Act::Poison | Act::Melt | Act::Pulse(_))
    }

    /// The word of the notation.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Act::Plant => "plant",
            Act::Restore => "restore",
            Act::Harvest => "harvest",
            Act::Steal => "steal",
            Act::Unload => "unload",
            Act::Poison => "poison",
            Act::Melt => "melt",
            Act::Pulse(_) => "pulse",
        }
    }
}

/// Where a bot of the seat that moves is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On the map.
    Tile(Tile),
    /// In one of its own factories.
    Factory(Factory),
}

/// The notation: `a`, `f3`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Tile(tile) => write!(f, "{tile}"),
            Place::Factory(factory) => write!(f, "f{factory}"),
        }
    }
}

/// What decides where the bots of a seat may move, as sets of tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSet {
    /// Tiles with two bots.
    full: TileSet,
    /// Tiles with a rival bot.
    rival: TileSet,
    /// Tiles with a rival Shield.
    guarded: TileSet,
    /// Tiles with a Shield of the mover.
    shielded: TileSet,
    /// The rival's Delivery, if a Shield may not stand there (W6).
    unblocked: TileSet,
    strict_soldier: bool,
}

impl MoveSet {
    /// The tiles on which a bot of this kind may end without doing anything.
    #[inline]
    pub(super) fn enter(&self, kind: Kind) -> TileSet {
        match kind {
            Kind::Shield => !self.full & !self.rival & !self.shielded & !self.unblocked,
            _ => !self.full & !self.guarded, // W3
        }
    }

    /// The tiles through which it may pass on a longer move (W4, W5).
    #[inline]
    pub(super) fn pass(&self, kind: Kind) -> TileSet {
        match kind {
            Kind::Shield => !self.rival,
            _ => !(self.full & self.rival) & !self.guarded,
        }
    }

    /// The tiles on which a Soldier may end if it pulses at once (W2).
    #[inline]
    fn strike(&self) -> TileSet {
        if self.strict_soldier { self.rival & !self.full & !self.guarded } else { self.rival }
    }

    /// The tiles that a bot can reach from a factory, whether or not it may end there.
    #[inline]
    fn reach(&self, seat: Seat, kind: Kind, factory: Factory) -> TileSet {
        let pass = self.pass(kind);
        let mut front = TileSet::of(&[Tile::delivery(seat)]);
        let mut all = front;
        for _ in 1..factory.number() {
            front = (front & pass).neighbours();
            all = all | front;
        }
        all
    }
}

impl Breadwinner {
    #[inline]
    pub(super) fn move_set(&self, state: &State, seat: Seat) -> MoveSet {
        let mut set = MoveSet {
            full: TileSet::EMPTY,
            rival: TileSet::EMPTY,
            guarded: TileSet::EMPTY,
            shielded: TileSet::EMPTY,
            unblocked: TileSet::when(Tile::delivery(seat.other()), self.options.no_delivery_block),
            strict_soldier: self.options.strict_soldier,
        };
        for tile in Tile::ALL {
            let [one, two] = state.tiles[tile.index()];
            set.full = set.full | TileSet::when(tile, !two.is_none());
            for piece in [one, two] {
                let (rival, shield) = (piece.is_of(seat.other()), piece.is_kind(Kind::Shield));
                set.rival = set.rival | TileSet::when(tile, rival);
                set.guarded = set.guarded | TileSet::when(tile, rival && shield);
                set.shielded = set.shielded | TileSet::when(tile, !rival && shield);
            }
        }
        set
    }

    #[inline]
    pub(super) fn list(&self, state: &State, moves: &mut Vec<Move>) {
        let seat = state.mover;
        match state.stage {
            Stage::Map => self.list_map(state, seat, moves),
            Stage::Factories => self.list_factories(state, seat, moves),
            Stage::Build => list_builds(state, seat, moves),
            Stage::Recall => list_recalls(state, seat, moves),
            Stage::Starter | Stage::Roll | Stage::Over => return,
        }
        moves.push(Move::End);
    }

    fn list_map(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        let mut lister = Lister { state, seat, set: self.move_set(state, seat), moves };
        for tile in Tile::ALL {
            for bot in distinct(state, seat, tile) {
                let from = Place::Tile(tile);
                lister.acts_of_who_stays(bot, tile);
                lister.acts(bot, from, None, tile);
                lister.arrivals(bot, from, tile.neighbours());
            }
        }
    }

    fn list_factories(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        let mut lister = Lister { state, seat, set: self.move_set(state, seat), moves };
        for factory in Factory::ALL {
            if let Some(kind) = state.factories[seat.index()][factory.index()] {
                let reach = lister.set.reach(seat, kind, factory);
                lister.arrivals(Bot::empty(kind), Place::Factory(factory), reach);
            }
        }
    }
}

/// Writes the moves of bots into a list.
struct Lister<'a> {
    state: &'a State,
    seat: Seat,
    set: MoveSet,
    moves: &'a mut Vec<Move>,
}

impl Lister<'_> {
    /// What only a bot that has not moved may do (W7).
    #[inline]
    fn acts_of_who_stays(&mut self, bot: Bot, tile: Tile) {
        let chips = &self.state.chips;
        let crop = tile.land().map(|land| chips.land[land]);
        let mut push = |act| {
            self.moves.push(Move::Use { bot, from: Place::Tile(tile), to: None, act: Some(act) });
        };
        match bot.kind {
            Kind::Drone if self.state.poison.contains(tile) => push(Act::Restore),
            Kind::Drone if crop.is_some_and(Values::is_empty) && chips.can_plant() => push(Act::Plant),
            Kind::Harvester if bot.load == 0 => {
                if crop.is_some_and(|crop| !crop.is_empty()) {
                    push(Act::Harvest);
                }
                if self.state.bots_of(self.seat.other(), tile).any(|rival| rival.load > 0) {
                    push(Act::Steal);
                }
            }
            _ => {}
        }
    }

    /// A bot's moves to some tiles, and what it may do on arrival (W8).
    #[inline]
    fn arrivals(&mut self, bot: Bot, from: Place, reach: TileSet) {
        let enter = self.set.enter(bot.kind);
        let ends = if bot.kind == Kind::Soldier { enter | self.set.strike() } else { enter };
        for tile in reach & ends {
            if enter.contains(tile) {
                self.moves.push(Move::Use { bot, from, to: Some(tile), act: None });
            }
            self.acts(bot, from, Some(tile), tile);
        }
    }

    /// What a bot may do on a tile whether it has just come there or not.
    #[inline]
    fn acts(&mut self, bot: Bot, from: Place, to: Option<Tile>, tile: Tile) {
        let MoveSet { rival, guarded, shielded, .. } = self.set;
        let rivals = self.state.bots_of(self.seat.other(), tile);
        let mut push = |act| self.moves.push(Move::Use { bot, from, to, act: Some(act) });
        match bot.kind {
            Kind::Harvester if bot.load > 0 && tile == Tile::delivery(self.seat) => push(Act::Unload), // W10
            Kind::Locust => {
                let clean = tile.land().is_some() && !self.state.poison.contains(tile);
                if clean && !(shielded | guarded).contains(tile) {
                    push(Act::Poison);
                }
                // W12, W13: a rival Harvester, loaded or not.
                if rival.contains(tile) && { rivals }.any(|rival| rival.kind == Kind::Harvester) {
                    push(Act::Melt);
                }
            }
            Kind::Soldier if rival.contains(tile) => {
                let forced = guarded.contains(tile);
                let mut last = None;
                for rival in rivals {
                    if last != Some(rival) && (!forced || rival.kind == Kind::Shield) {
                        push(Act::Pulse(rival));
                    }
                    last = Some(rival);
                }
            }
            _ => {}
        }
    }
}

/// The bots that a seat may still use on a tile; two that are alike once.
#[inline]
fn distinct(state: &State, seat: Seat, tile: Tile) -> impl Iterator<Item = Bot> {
    let [one, two] = state.tiles[tile.index()];
    let two = if one == two { Piece::NONE } else { two };
    [one, two].into_iter().filter(move |piece| piece.is_of(seat) && !piece.is_used()).filter_map(Piece::bot)
}

fn list_builds(state: &State, seat: Seat, moves: &mut Vec<Move>) {
    for at in Factory::ALL {
        if state.factories[seat.index()][at.index()].is_some() {
            continue;
        }
        for kind in Kind::ALL {
            if state.rolled[kind as usize - 1] > 0 {
                moves.push(Move::Build { kind, free: false, at });
            }
            if state.free > 0 {
                moves.push(Move::Build { kind, free: true, at });
            }
        }
    }
}

fn list_recalls(state: &State, seat: Seat, moves: &mut Vec<Move>) {
    for tile in Tile::ALL {
        for bot in distinct(state, seat, tile) {
            moves.push(Move::Recall { bot, from: Place::Tile(tile) });
        }
    }
    for at in Factory::ALL {
        if let Some(kind) = state.factories[seat.index()][at.index()] {
            moves.push(Move::Recall { bot: Bot::empty(kind), from: Place::Factory(at) });
        }
    }
}
