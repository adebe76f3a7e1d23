//! A position, and how a turn advances. A phase in which the player has nothing left to use ends without an `end`:
//! the first turn is a roll and not three empty phases, and no state waits for a choice with one option.

use super::chips::Chips;
use super::map::{Tile, TileSet};
use super::pieces::{Bot, Factory, Kind, Piece};
use breadboard_core::Seat;
use serde::Serialize;

/// Loaves in the game.
pub(super) const LOAVES: u8 = 12;
/// Dice of each seat.
pub(super) const DICE: u8 = 8;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// At most two bots a tile, the greater word first.
    pub(super) tiles: [[Piece; 2]; 6],
    pub(super) chips: Chips,
    pub(super) poison: TileSet,
    pub(super) factories: [[Option<Kind>; 4]; 2],
    /// Dice in each seat's pile: all that are not bots.
    pub(super) dice: [u8; 2],
    /// Loaves of each seat; the others lie in the centre.
    pub(super) loaves: [u8; 2],
    /// While building: how many dice of the pile show each face.
    pub(super) rolled: [u8; 6],
    /// While building: bots that Research & Development still gives (W18).
    pub(super) free: u8,
    pub(super) stage: Stage,
    /// The chip that is turned up before anything else happens.
    pub(super) reveal: Option<Reveal>,
    /// Whose turn it is.
    pub(super) mover: Seat,
    /// Who had the first turn (W1).
    pub(super) starter: Seat,
    /// From 1; a round is a turn of each seat.
    pub(super) round: u8,
}

const _: () = assert!(size_of::<State>() <= 72);

/// What happens now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::PhaseName))]
pub(super) enum Stage {
    /// Before the first turn: who starts is drawn (W1).
    Starter,
    Map,
    Factories,
    /// The dice of the pile are rolled.
    Roll,
    Build,
    Recall,
    Over,
}

/// A face-down chip that was just harvested or poisoned; its value is not decided yet (W16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Reveal {
    pub(super) tile: Tile,
    pub(super) cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cause {
    /// An own empty, unused Harvester on the tile takes it up; all of these are alike.
    Harvest,
    /// It goes to the discard (W14).
    Poison,
}

impl State {
    pub(super) const START: State = State {
        tiles: [[Piece::NONE; 2]; 6],
        chips: Chips::START,
        poison: TileSet::EMPTY,
        factories: [[None; 4]; 2],
        dice: [DICE; 2],
        loaves: [0; 2],
        rolled: [0; 6],
        free: 0,
        stage: Stage::Starter,
        reveal: None,
        mover: Seat::FIRST,
        starter: Seat::FIRST,
        round: 1,
    };

    /// Loaves that no player has.
    pub(super) fn centre(&self) -> u8 {
        LOAVES - self.loaves[0] - self.loaves[1]
    }

    /// The bots on a tile.
    pub(super) fn on(&self, tile: Tile) -> impl Iterator<Item = Piece> + use<> {
        self.tiles[tile.index()].into_iter().filter(|piece| !piece.is_none())
    }

    /// The bots of one seat on a tile.
    pub(super) fn bots_of(&self, seat: Seat, tile: Tile) -> impl Iterator<Item = Bot> + use<> {
        self.tiles[tile.index()].into_iter().filter(move |piece| piece.is_of(seat)).filter_map(Piece::bot)
    }

    /// Puts a bot on a tile that has room.
    #[inline]
    pub(super) fn put(&mut self, tile: Tile, piece: Piece) {
        let places = &mut self.tiles[tile.index()];
        debug_assert!(places[1].is_none(), "{tile} has room");
        *places = if piece > places[0] { [piece, places[0]] } else { [places[0], piece] };
    }

    /// Takes a bot off a tile.
    #[inline]
    pub(super) fn lift(&mut self, tile: Tile, piece: Piece) {
        let places = &mut self.tiles[tile.index()];
        debug_assert!(places.contains(&piece), "{piece:?} is on {tile}");
        *places = [if places[0] == piece { places[1] } else { places[0] }, Piece::NONE];
    }

    /// Takes a bot out of its factory.
    #[inline]
    pub(super) fn leave(&mut self, seat: Seat, factory: Factory) {
        self.factories[seat.index()][factory.index()] = None;
    }

    /// W17: a bot's die goes back to its owner's pile at once.
    #[inline]
    pub(super) fn return_die(&mut self, seat: Seat) {
        self.dice[seat.index()] += 1;
    }

    /// Goes on to the next phase in which a seat has a choice; ends the game after the last round.
    #[inline]
    pub(super) fn settle(&mut self, round_cap: u8) {
        while self.is_phase_over() {
            self.end_phase(round_cap);
        }
    }

    /// Whether the player has nothing left to use in this phase.
    #[inline]
    pub(super) fn is_phase_over(&self) -> bool {
        let seat = self.mover;
        match self.stage {
            Stage::Map => !self.has_unused_bot(seat),
            Stage::Factories => self.factories[seat.index()] == [None; 4],
            // W24: no empty factory, no roll.
            Stage::Roll => self.dice[seat.index()] == 0 || !self.has_room_to_build(seat),
            Stage::Build => !self.can_build(seat),
            Stage::Recall => self.dice[seat.index()] == DICE,
            Stage::Starter | Stage::Over => false,
        }
    }

    /// Goes to the next phase, even if more could be done in this one.
    pub(super) fn end_phase(&mut self, round_cap: u8) {
        self.stage = match self.stage {
            Stage::Map => {
                for places in &mut self.tiles {
                    *places = places.map(|piece| piece.used(false));
                }
                Stage::Factories
            }
            Stage::Factories => Stage::Roll,
            Stage::Roll | Stage::Build => {
                (self.rolled, self.free) = ([0; 6], 0);
                Stage::Recall
            }
            // W21: the round that is complete now may be the last.
            Stage::Recall if self.mover != self.starter && self.round >= round_cap => Stage::Over,
            Stage::Recall => {
                self.round += u8::from(self.mover != self.starter);
                self.mover = self.mover.other();
                Stage::Map
            }
            Stage::Starter | Stage::Over => self.stage,
        };
    }

    pub(super) fn has_unused_bot(&self, seat: Seat) -> bool {
        self.tiles.as_flattened().iter().any(|piece| piece.is_of(seat) && !piece.is_used())
    }

    pub(super) fn has_room_to_build(&self, seat: Seat) -> bool {
        self.factories[seat.index()].contains(&None)
    }

    pub(super) fn can_build(&self, seat: Seat) -> bool {
        (self.free > 0 || self.rolled[..5].iter().any(|&dice| dice > 0)) && self.has_room_to_build(seat)
    }
}
