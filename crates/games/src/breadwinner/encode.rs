//! Every move that the rules can ever allow has a number of its own: what a kind of bot can do, between tiles that touch.
//! That is 1,537 numbers; all combinations of bot, place, target and act would be 24,150. A table finds the number of each.
//!
//! The map is mirrored for seat 2, so that the viewer's Delivery is always the lowest row. It has four rows of two cells: that
//! Delivery (both cells), the two Lands beside it, the two Lands beyond, the rival's Delivery.

use super::chips::HIGHEST;
use super::state::{DICE, LOAVES, Stage};
use super::{Act, Bot, Breadwinner, Factory, Kind, Move, Place, State, Tile};
use crate::encode::{Encode, Numbering, PlaneList, PlaneMut, Planes, Spaces};
use breadboard_core::Seat;
use std::sync::LazyLock;

const ROWS: usize = 4;
const COLUMNS: usize = 2;

/// Kinds of bots with their loads: Drone, Harvester with nothing or a value, Locust, Soldier, Shield.
const BOTS: usize = 4 + 1 + HIGHEST as usize;
const PLACES: usize = 6 + 4;
/// Staying, or a tile.
const TARGETS: usize = 1 + 6;
/// Nothing, seven acts, and the pulse at each bot.
const ACTS: usize = 1 + 7 + BOTS;
const NONE: u16 = u16::MAX;

/// The moves in the order of their numbers, as seat 1 makes them, and the number of each use of a bot by its parts.
struct Table {
    moves: Vec<Move>,
    uses: Vec<u16>,
    /// The number of the first build, the first recall and the end.
    builds: usize,
    recalls: usize,
    end: usize,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

fn bots() -> impl Iterator<Item = Bot> {
    let loaded = (0..=HIGHEST).map(|load| Bot { kind: Kind::Harvester, load });
    let rest = [Kind::Locust, Kind::Soldier, Kind::Shield].map(Bot::empty);
    std::iter::once(Bot::empty(Kind::Drone)).chain(loaded).chain(rest)
}

const fn bot_index(bot: Bot) -> usize {
    match bot.kind {
        Kind::Drone => 0,
        Kind::Harvester => 1 + bot.load as usize,
        Kind::Locust => BOTS - 3,
        Kind::Soldier => BOTS - 2,
        Kind::Shield => BOTS - 1,
    }
}

const fn place_index(place: Place) -> usize {
    match place {
        Place::Tile(tile) => tile.index(),
        Place::Factory(factory) => 6 + factory.index(),
    }
}

const fn act_index(act: Option<Act>) -> usize {
    match act {
        None => 0,
        Some(Act::Plant) => 1,
        Some(Act::Restore) => 2,
        Some(Act::Harvest) => 3,
        Some(Act::Steal) => 4,
        Some(Act::Unload) => 5,
        Some(Act::Poison) => 6,
        Some(Act::Melt) => 7,
        Some(Act::Pulse(bot)) => 8 + bot_index(bot),
    }
}

fn use_index(bot: Bot, from: Place, to: Option<Tile>, act: Option<Act>) -> usize {
    let target = to.map_or(0, |tile| 1 + tile.index());
    ((bot_index(bot) * PLACES + place_index(from)) * TARGETS + target) * ACTS + act_index(act)
}

/// What a bot can do where it stands or where it arrives.
fn acts_of(bot: Bot, stays: bool) -> Vec<Option<Act>> {
    let mut acts: Vec<Option<Act>> = if stays { Vec::new() } else { vec![None] };
    let own: &[Act] = match bot.kind {
        Kind::Drone => &[Act::Plant, Act::Restore],
        Kind::Harvester if bot.load > 0 => &[Act::Unload],
        Kind::Harvester => &[Act::Harvest, Act::Steal],
        Kind::Locust => &[Act::Poison, Act::Melt],
        Kind::Soldier | Kind::Shield => &[],
    };
    acts.extend(own.iter().copied().filter(|act| stays || act.follows_a_move()).map(Some));
    if bot.kind == Kind::Soldier {
        acts.extend(bots().map(|rival| Some(Act::Pulse(rival))));
    }
    acts
}

impl Table {
    fn new() -> Table {
        let (mut moves, mut uses) = (Vec::new(), vec![NONE; BOTS * PLACES * TARGETS * ACTS]);
        let mut push = |bot, from, to: Option<Tile>| {
            for act in acts_of(bot, to.is_none()) {
                uses[use_index(bot, from, to, act)] = moves.len() as u16;
                moves.push(Move::Use { bot, from, to, act });
            }
        };
        for bot in bots() {
            for tile in Tile::ALL {
                push(bot, Place::Tile(tile), None);
                tile.neighbours().into_iter().for_each(|to| push(bot, Place::Tile(tile), Some(to)));
            }
            for factory in Factory::ALL.into_iter().filter(|_| bot.load == 0) {
                Tile::ALL.into_iter().for_each(|to| push(bot, Place::Factory(factory), Some(to)));
            }
        }
        let builds = moves.len();
        for at in Factory::ALL {
            for kind in Kind::ALL {
                moves.extend([false, true].map(|free| Move::Build { kind, free, at }));
            }
        }
        let recalls = moves.len();
        for tile in Tile::ALL {
            moves.extend(bots().map(|bot| Move::Recall { bot, from: Place::Tile(tile) }));
        }
        for factory in Factory::ALL {
            let from = Place::Factory(factory);
            moves.extend(Kind::ALL.map(|kind| Move::Recall { bot: Bot::empty(kind), from }));
        }
        let end = moves.len();
        moves.push(Move::End);
        Table { moves, uses, builds, recalls, end }
    }
}

/// A tile as the other seat sees it.
const fn mirrored(tile: Tile) -> Tile {
    match tile {
        Tile::D1 => Tile::D2,
        Tile::A => Tile::C,
        Tile::B => Tile::D,
        Tile::C => Tile::A,
        Tile::D => Tile::B,
        Tile::D2 => Tile::D1,
    }
}

fn seen(seat: Seat, tile: Tile) -> Tile {
    if seat == Seat::FIRST { tile } else { mirrored(tile) }
}

/// A move as seat 1 would make it on the mirrored map; the same the other way round.
fn seen_move(seat: Seat, mv: Move) -> Move {
    let place = |place| match place {
        Place::Tile(tile) => Place::Tile(seen(seat, tile)),
        factory @ Place::Factory(_) => factory,
    };
    match mv {
        Move::Use { bot, from, to, act } => {
            Move::Use { bot, from: place(from), to: to.map(|tile| seen(seat, tile)), act }
        }
        Move::Recall { bot, from } => Move::Recall { bot, from: place(from) },
        Move::Build { .. } | Move::End => mv,
    }
}

/// Marks a tile as it is seen: a Delivery is a whole row.
fn add(plane: &mut PlaneMut<'_>, tile: Tile, value: u8) {
    match tile {
        Tile::D1 | Tile::D2 => {
            let row = if tile == Tile::D1 { 0 } else { ROWS - 1 };
            (0..COLUMNS).for_each(|column| plane.add(row, column, value));
        }
        Tile::A | Tile::B => plane.add(1, usize::from(tile == Tile::B), value),
        Tile::C | Tile::D => plane.add(2, usize::from(tile == Tile::D), value),
    }
}

/// The bots of one seat: how many of each kind, and the loads of its Harvesters.
fn write_bots(state: &State, seat: Seat, viewer: Seat, planes: &mut Planes<'_>) {
    let mut kinds = Kind::ALL.map(|_| planes.next());
    let (mut more, mut less) = (planes.next(), planes.next());
    for tile in Tile::ALL {
        let at = seen(viewer, tile);
        let mut loads: Vec<u8> = Vec::new();
        for bot in state.bots_of(seat, tile) {
            add(&mut kinds[bot.kind as usize - 1], at, 1);
            loads.push(bot.load);
        }
        loads.sort_unstable();
        for (plane, load) in [&mut more, &mut less].into_iter().zip(loads.into_iter().rev()) {
            add(plane, at, load);
        }
    }
}

impl Encode for Breadwinner {
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        for whose in ["own", "the rival's"] {
            for kind in Kind::ALL {
                planes.plane(format!("{whose} {kind}s"), 2);
            }
            planes.plane(format!("{whose} higher load"), HIGHEST);
            planes.plane(format!("{whose} lower load"), HIGHEST);
        }
        planes.plane("own bots that are not used yet", 2);
        planes.plane("poison", 1);
        for value in 1..=HIGHEST {
            planes.plane(format!("the crop may be worth {value}"), 1);
        }
        for value in 1..=HIGHEST {
            planes.plane(format!("{value} is unseen in the pile's chips"), 1);
        }
        for value in 1..=HIGHEST {
            planes.plane(format!("{value} is in the discard"), 1);
        }
        for whose in ["own", "the rival's"] {
            for kind in Kind::ALL {
                planes.plane(format!("{whose} factories with a {kind}: row by number"), 1);
            }
            planes.plane(format!("{whose} dice"), DICE);
            planes.plane(format!("{whose} loaves"), LOAVES);
        }
        for face in 1..=6 {
            planes.plane(format!("dice that show {face}"), DICE);
        }
        planes.plane("bots that Research & Development gives (W18)", DICE);
        for stage in ["map", "factories", "build", "recall"] {
            planes.plane(format!("phase: {stage}"), 1);
        }
        planes.plane("own turn", 1);
        planes.plane("rounds left", 200);
        Spaces {
            actions: TABLE.moves.len(),
            numbering: Numbering::Fixed,
            rows: ROWS,
            columns: COLUMNS,
            planes: planes.done(),
        }
    }

    fn action(&self, _: &State, seat: Seat, mv: Move) -> usize {
        match seen_move(seat, mv) {
            Move::Use { bot, from, to, act } => TABLE.uses[use_index(bot, from, to, act)].into(),
            Move::Build { kind, free, at } => {
                TABLE.builds + (at.index() * Kind::ALL.len() + kind as usize - 1) * 2 + usize::from(free)
            }
            Move::Recall { bot, from: Place::Tile(tile) } => {
                TABLE.recalls + tile.index() * BOTS + bot_index(bot)
            }
            Move::Recall { bot, from: Place::Factory(factory) } => {
                let kinds = Kind::ALL.len();
                TABLE.recalls + Tile::ALL.len() * BOTS + factory.index() * kinds + bot.kind as usize - 1
            }
            Move::End => TABLE.end,
        }
    }

    fn move_of(&self, _: &State, seat: Seat, action: usize) -> Option<Move> {
        TABLE.moves.get(action).map(|&mv| seen_move(seat, mv))
    }

    fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        let mut planes = Planes::new(out, ROWS, COLUMNS);
        let seats = [seat, seat.other()];
        seats.into_iter().for_each(|owner| write_bots(state, owner, seat, &mut planes));
        let (mut unused, mut poison) = (planes.next(), planes.next());
        for tile in Tile::ALL {
            let fresh = state.on(tile).filter(|piece| piece.is_of(seat) && !piece.is_used()).count();
            add(&mut unused, seen(seat, tile), fresh as u8);
            add(&mut poison, seen(seat, tile), state.poison.contains(tile).into());
        }
        for value in 1..=HIGHEST {
            let mut plane = planes.next();
            for (land, tile) in Tile::LANDS.into_iter().enumerate() {
                add(&mut plane, seen(seat, tile), state.chips.land[land].contains(value).into());
            }
        }
        (1..=HIGHEST).for_each(|value| planes.flag(state.chips.pile.contains(value)));
        (1..=HIGHEST).for_each(|value| planes.flag(state.chips.discard.contains(value)));
        for owner in seats {
            let mut kinds = Kind::ALL.map(|_| planes.next());
            for (row, kind) in state.factories[owner.index()].into_iter().enumerate() {
                if let Some(kind) = kind {
                    (0..COLUMNS).for_each(|column| kinds[kind as usize - 1].set(row, column, 1));
                }
            }
            planes.all(state.dice[owner.index()]);
            planes.all(state.loaves[owner.index()]);
        }
        state.rolled.into_iter().for_each(|dice| planes.all(dice));
        planes.all(state.free);
        for stage in [Stage::Map, Stage::Factories, Stage::Build, Stage::Recall] {
            planes.flag(state.stage == stage);
        }
        planes.flag(state.mover == seat && state.stage != Stage::Over);
        planes.all(self.options.round_cap.saturating_sub(state.round - 1));
    }
}
