//! The template for a new game: Clobber, complete in a few small files. Copy the folder and change it; CONTRIBUTING.md
//! says how. It passes every test that a registered game passes, but the program does not offer it.
//!
//! This file holds the rules. A state is two sets of squares, because the smallest state is the fastest to copy; an
//! array with one cell a square is as good for a first version.

mod draw;
mod notation;
mod player;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use crate::encode::Encode;
use breadboard_core::squares::{Grid, Square};
use breadboard_core::{ChanceFree, Info, Outcome, Preset, Refusal, Rules, Seat, SpecError, Turn};

// One line an option: name, type, default, range, ruling, meaning. Parsing, range checks, the description for the command
// line and the forms in the browser are generated. A game without options writes `pub struct Options {}`.
breadboard_core::options! {
    /// The options of Clobber.
    pub struct Options {
        /// Columns of the board.
        columns: u8 = 5, in 2..=8, "C1", "How many columns the board has.";
        /// Rows of the board.
        rows: u8 = 6, in 2..=8, "C1", "How many rows the board has.";
    }
}

/// The rules: the options, and what is computed from them once.
#[derive(Clone, Debug)]
pub struct Clobber {
    options: Options,
    grid: Grid,
}

/// A position. It must derive `Hash` to be searched by the ready alpha-beta player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The squares with stones of each seat; bit n stands for square n.
    stones: [u64; 2],
    /// The seat to move.
    mover: Seat,
}

// A search copies states all the time: keep them small.
const _: () = assert!(size_of::<State>() <= 24);

impl State {
    /// The seat whose stone is on a square.
    fn owner(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|seat| self.stones[seat.index()] & bit(square) != 0)
    }
}

/// A stone goes to a square beside it and removes the rival's stone there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
}

const fn bit(square: Square) -> u64 {
    1 << square.number()
}

static INFO: Info = Info {
    id: "template", // The name of the folder.
    name: "Clobber",
    summary: "Every move captures; the first who cannot capture loses.",
    credit: "Michael Albert, J. P. Grossman and Richard Nowakowski, 2001",
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[Preset { name: "a short game, 4×4", spec: "template:columns=4,rows=4" }],
    texts: texts::ALL,
    // Other numbers of seats: `seats: (2, 5), default_seats: 3`.
    ..Info::TWO_SEATS
};

/// The four directions: files to the right and rows up.
const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Clobber {
    /// The squares beside a square (C2).
    fn beside(&self, square: Square) -> impl Iterator<Item = Square> {
        let grid = self.grid;
        STEPS.into_iter().filter_map(move |(files, rows)| grid.step(square, files, rows))
    }

    /// The captures that a seat could make if it were its turn (C2).
    fn captures(&self, state: &State, seat: Seat) -> impl Iterator<Item = Move> {
        let owned_by = move |seat| move |square: &Square| state.owner(*square) == Some(seat);
        let own = self.grid.squares().filter(owned_by(seat));
        own.flat_map(move |from| {
            self.beside(from).filter(owned_by(seat.other())).map(move |to| Move { from, to })
        })
    }
}

impl Rules for Clobber {
    type Options = Options;
    type State = State;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    // The options are in range here. An error is for options that do not go together: `SpecError::combination`.
    fn build(options: Options, _: u8) -> Result<Self, SpecError> {
        let grid = Grid::new(options.columns, options.rows);
        Ok(Clobber { options, grid })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    // C1: the colours alternate like the squares of a chess board.
    fn start(&self) -> State {
        let mut state = State { stones: [0; 2], mover: Seat::FIRST };
        for square in self.grid.squares() {
            let name = self.grid.name(square);
            state.stones[usize::from((name.file + name.row) % 2)] |= bit(square);
        }
        state
    }

    // C4: who cannot capture has lost. Other ends are `Outcome::Draw`, `Outcome::Shared` and `Outcome::Scored`.
    fn turn(&self, state: &State) -> Turn {
        match self.captures(state, state.mover).next() {
            Some(_) => Turn::of(state.mover),
            None => Turn::Over(Outcome::Win(state.mover.other())),
        }
    }

    // Lists nothing for a seat that does not act, and nothing when the game is over.
    fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if seat == state.mover {
            moves.extend(self.captures(state, seat));
        }
    }

    // Called with legal moves only: `check` comes first for everything from outside.
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert!(self.check(state, seat, mv).is_ok());
        state.stones[seat.index()] ^= bit(mv.from) | bit(mv.to);
        state.stones[seat.other().index()] ^= bit(mv.to);
        state.mover = seat.other();
    }

    // Every move removes a stone.
    fn max_events(&self) -> u32 {
        u32::from(self.options.columns) * u32::from(self.options.rows)
    }

    // From here on everything is optional. Without `check` a refused move is only "not possible"; with it the player reads
    // which rule forbids it.
    fn check(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        let reason = if state.owner(mv.from) != Some(seat) {
            &texts::NOT_YOURS
        } else if !self.beside(mv.from).any(|to| to == mv.to) {
            &texts::NOT_BESIDE
        } else if state.owner(mv.to) != Some(seat.other()) {
            &texts::NO_CAPTURE
        } else {
            return Ok(());
        };
        let (from, to) = (self.grid.name(mv.from), self.grid.name(mv.to));
        Err(Refusal::Illegal("C2", reason.with(&[("from", &from), ("to", &to)])))
    }

    fn has_draws(&self) -> bool {
        false
    }
}

// A game with dice or cards implements `ChanceEvents` instead.
impl ChanceFree for Clobber {}

// Numbers for programs that learn: places in the list of moves, and the text of the position.
impl Encode for Clobber {}
