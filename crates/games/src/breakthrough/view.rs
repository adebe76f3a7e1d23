//! Men are listed by square, not drawn as rows of letters: a client moves a man from square to square and parses no
//! text.

use super::state::Swap;
use super::{Breakthrough, Kernels, Move, Side, State};
use crate::views::{Left, Part, Views};
use breadboard_core::squares::Square;
use breadboard_core::{Rules as _, Seat, Template, Text};
use serde::Serialize;

/// The board of Breakthrough.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breakthrough::Board))]
pub struct Board {
    /// Files, from `a`.
    columns: u32,
    /// Rows, from 1 on White's side.
    rows: u32,
    /// The seat of each colour.
    sides: [SideView; 2],
    /// The men.
    men: Vec<Man>,
    /// The square of the man that has reached the far row and won.
    #[cfg_attr(feature = "schema", schema(required))]
    home: Option<String>,
}

/// A colour and its seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breakthrough::Side))]
struct SideView {
    /// Its colour.
    side: SideName,
    /// The seat's number.
    seat: u8,
}

/// One man.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breakthrough::Man))]
struct Man {
    /// Its square.
    at: String,
    /// Its colour.
    side: SideName,
}

/// A colour: white moves up, black down.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breakthrough::SideName))]
enum SideName {
    White,
    Black,
}

impl SideName {
    const fn of(side: Side) -> SideName {
        match side {
            Side::White => SideName::White,
            Side::Black => SideName::Black,
        }
    }
}

impl<W: Kernels> Views for Breakthrough<W> {
    type Board = Board;

    fn board(&self, state: &State<W>) -> Board {
        let sides = [Side::White, Side::Black];
        let man = |square: Square| {
            let here = self.geometry.bit(square);
            let side = sides.into_iter().find(|side| state.men[side.index()] & here != W::ZERO)?;
            Some(Man { at: self.geometry.grid.name(square).to_string(), side: SideName::of(side) })
        };
        let arrived = |square: &Square| {
            let here = self.geometry.bit(*square);
            sides
                .iter()
                .any(|side| state.men[side.index()] & self.geometry.goal[side.index()] & here != W::ZERO)
        };
        Board {
            home: self
                .geometry
                .grid
                .squares()
                .find(arrived)
                .map(|square| self.geometry.grid.name(square).to_string()),
            columns: self.geometry.columns,
            rows: self.geometry.rows,
            sides: sides.map(|side| SideView { side: SideName::of(side), seat: state.seat(side).number() }),
            men: self.geometry.grid.squares().filter_map(man).collect(),
        }
    }

    fn left(&self, state: &State<W>) -> Vec<Left> {
        let mut left = [Side::White, Side::Black]
            .map(|side| Left::of(state.seat(side), "men", state.men[side.index()].count()));
        left.sort_by_key(|left| left.seat);
        left.to_vec()
    }

    /// Mirrored from left to right, with the colours exchanged and the board turned, and both.
    fn twins(&self, state: &State<W>) -> Vec<State<W>> {
        let grid = self.geometry.grid;
        let twin = |(mirrored, exchanged): (bool, bool)| {
            let of = |side: Side| if exchanged { side.other() } else { side };
            let mut twin = State { men: [W::ZERO; 2], side: of(state.side), swap: state.swap };
            for square in grid.squares() {
                let (file, row) = (square.number() % grid.columns(), square.number() / grid.columns());
                let file = if mirrored { grid.columns() - 1 - file } else { file };
                let row = if exchanged { grid.rows() - 1 - row } else { row };
                let there = self.geometry.bit(grid.square(file, row));
                for side in [Side::White, Side::Black] {
                    if state.men[side.index()] & self.geometry.bit(square) != W::ZERO {
                        let men = &mut twin.men[of(side).index()];
                        *men = *men | there;
                    }
                }
            }
            twin
        };
        [(true, false), (false, true), (true, true)].map(twin).to_vec()
    }

    /// What the seat could do if it were its turn, and taking back a man that takes one of its own.
    fn ready_moves(&self, state: &State<W>, seat: Seat) -> Vec<Move> {
        let side = if state.seat(Side::White) == seat { Side::White } else { Side::Black };
        if state.side == side
            || self.winner(state).is_some()
            || state.swap == Swap::Coming
            || state.swap == Swap::Offered
        {
            return Vec::new();
        }
        let mut moves = self.moves(&State { side, ..*state }, seat);
        let (own, other) = (state.men[side.index()], state.men[side.other().index()]);
        let threatened =
            self.geometry.attacks(side.other(), other).into_iter().fold(W::ZERO, |all, some| all | some)
                & own;
        let on = |set: W| {
            self.geometry.grid.squares().filter(move |square| self.geometry.bit(*square) & set != W::ZERO)
        };
        for from in on(own) {
            let man = self.geometry.bit(from);
            for reached in self.geometry.attacks(side, man) {
                moves.extend(on(reached & threatened).map(|to| Move::step(from, to)));
            }
        }
        moves
    }

    fn themes(&self, state: &State<W>, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        self.themes_of(state, seat, line)
    }

    fn compared(&self, state: &State<W>, seat: Seat, ends: [&State<W>; 2]) -> Vec<Text> {
        let [played, better] = ends;
        self.races(state, seat, played, better).into_iter().collect()
    }

    fn parts(&self, _: &State<W>, _: Seat, mv: Move) -> Vec<Part> {
        match mv.squares() {
            Some((from, to)) => {
                vec![
                    Part::place("from", self.geometry.grid.name(from)),
                    Part::place("to", self.geometry.grid.name(to)),
                ]
            }
            None => vec![Part::word("word", "swap")],
        }
    }
}
