//! Breadwinner: dice that are bots, four phases a turn. A turn is played bot by bot (W9), one move each, with an
//! `end` for the phase: whole turns as moves would be clumsy to write and too many to list.

mod chance;
mod check;
mod chips;
mod draw;
mod effects;
mod encode;
mod map;
mod moves;
mod narrate;
mod notation;
mod phrases;
mod pieces;
mod player;
mod position;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod themes;
mod view;

pub use chance::Chance;
pub use map::{Tile, TileSet};
pub use moves::{Act, Move, Place};
pub use pieces::{Bot, Factory, Kind};
pub use state::State;

use breadboard_core::{Info, Outcome, Preset, Refusal, Rules, Scores, Seat, SpecError, Turn};
use state::Stage;

breadboard_core::options! {
    /// The options of Breadwinner.
    pub struct Options {
        /// Whether Soldiers keep to the rules of entering like all others.
        strict_soldier: bool = false, "W2", "A Soldier never enters a full tile or one with a rival Shield, not even to pulse.";
        /// Whether Shields keep off the rival's Delivery.
        no_delivery_block: bool = false, "W6", "No Shield may enter the rival's Delivery.";
        /// Whether poison leaves a crop where it is.
        crop_survives: bool = false, "W14", "A crop stays on poisoned Land and can be harvested there.";
        /// Rounds until the loaves are counted.
        round_cap: u8 = 60, in 10..=200, "W21", "After this many rounds the player with the most loaves wins.";
        /// Loaves that win at once.
        loaves_to_win: u8 = 12, in 4..=12, "W21", "How many of the twelve loaves win the game at once.";
    }
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Breadwinner {
    options: Options,
}

static INFO: Info = Info {
    id: "breadwinner",
    name: "Breadwinner",
    summary: "Roll bots, plant, harvest, and get all the bread before your rival does.",
    credit: "Winston Puckett, 2023",
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[
        Preset { name: "all the bread", spec: "breadwinner" },
        Preset { name: "short, to eight loaves", spec: "breadwinner:round_cap=30,loaves_to_win=8" },
        Preset { name: "strict Soldiers", spec: "breadwinner:strict_soldier=on" },
        Preset { name: "open Deliveries", spec: "breadwinner:no_delivery_block=on" },
    ],
    texts: texts::ALL,
    ..Info::TWO_SEATS
};

impl Breadwinner {
    /// How a finished game ended. The seat that reached the goal has more loaves than the other, so one comparison
    /// serves both ways to end (W21).
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        match state.loaves[0].cmp(&state.loaves[1]) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::FIRST),
            std::cmp::Ordering::Less => Outcome::Win(Seat::SECOND),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl Rules for Breadwinner {
    type Options = Options;
    type State = State;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    fn build(options: Options, _: u8) -> Result<Self, SpecError> {
        Ok(Breadwinner { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> State {
        State::START
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Over => Turn::Over(self.outcome(state)),
            Stage::Starter | Stage::Roll => Turn::Chance,
            _ if state.reveal.is_some() => Turn::Chance,
            _ => Turn::of(state.mover),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if state.mover == seat && state.reveal.is_none() {
            self.list(state, moves);
        }
    }

    fn check(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert!(self.check_move(state, seat, mv).is_ok());
        self.make(state, seat, mv);
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(Scores::of(&state.loaves.map(i32::from)))
    }

    fn max_events(&self) -> u32 {
        // A turn: eight bots used and what they turn up, four from factories likewise, one roll, four builds,
        // eight recalls, and four ends. Two turns a round, and the draw for the start.
        const TURN: u32 = 8 * 2 + 4 * 2 + 1 + 4 + 8 + 4;
        2 * TURN * u32::from(self.options.round_cap) + 1
    }
}
