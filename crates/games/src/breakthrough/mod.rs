//! Breakthrough: two bit boards and the side to move. Men only move forward, so every game ends, without a draw rule
//! and without history.

mod board;
mod check;
mod draw;
mod encode;
mod kernels;
mod moves;
mod narrate;
mod notation;
mod player;
mod race;
mod select;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod themes;
mod view;

pub use board::{U256, Word};
pub use breadboard_core::squares::Square;
pub use kernels::Kernels;
pub use moves::Move;
pub use state::State;

use board::Geometry;
use breadboard_core::{ChanceFree, Info, Outcome, Preset, Refusal, Rng, Rules, Seat, SpecError, Tally, Turn};
use state::{Side, Swap};

breadboard_core::options! {
    /// The options of Breakthrough.
    pub struct Options {
        /// Columns of the board.
        columns: u8 = 8, in 2..=16, "K1", "How many columns the board has.";
        /// Rows of the board.
        rows: u8 = 8, in 4..=16, "K1", "How many rows the board has; each side fills two of them.";
        /// Whether seat 2 may take over White's first move.
        swap: bool = false, "K4", "After White's first move seat 2 may exchange colours instead of answering it.";
    }
}

/// The rules on a board of up to `W::BITS` squares.
#[derive(Clone, Debug)]
pub struct Breakthrough<W> {
    options: Options,
    geometry: Geometry<W>,
}

static INFO: Info = Info {
    id: "breakthrough",
    name: "Breakthrough",
    summary: "Race a man to the far side; capture diagonally, never look back.",
    credit: "Dan Troyka, 2000",
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[
        Preset { name: "5×5", spec: "breakthrough:columns=5,rows=5" },
        Preset { name: "6×6", spec: "breakthrough:columns=6,rows=6" },
        Preset { name: "7×7, the original of 2000", spec: "breakthrough:columns=7,rows=7" },
        Preset { name: "8×8", spec: "breakthrough" },
        Preset { name: "10×10", spec: "breakthrough:columns=10,rows=10" },
    ],
    texts: texts::ALL,
    ..Info::TWO_SEATS
};

impl<W: Word> Breakthrough<W> {
    /// Whether this board fits the word.
    pub(crate) fn fits(options: &Options) -> bool {
        u32::from(options.columns) * u32::from(options.rows) <= W::BITS
    }

    #[cfg(test)]
    fn with_home_rows(columns: u8, rows: u8, home_rows: u32) -> Self {
        let options = Options { columns, rows, swap: false };
        Breakthrough { options, geometry: Geometry::new(columns.into(), rows.into(), home_rows) }
    }

    #[inline]
    fn winner(&self, state: &State<W>) -> Option<Side> {
        let [white, black] = state.men;
        let [top, bottom] = self.geometry.goal;
        if white & top != W::ZERO || black == W::ZERO {
            Some(Side::White)
        } else if black & bottom != W::ZERO || white == W::ZERO {
            Some(Side::Black) // K3: all captured is lost at once.
        } else {
            None
        }
    }

    #[inline]
    fn targets(&self, state: &State<W>) -> [W; 3] {
        let [white, black] = state.men;
        match state.side {
            Side::White => self.geometry.targets::<true>(white, black),
            Side::Black => self.geometry.targets::<false>(black, white),
        }
    }
}

impl<W: Kernels> Rules for Breakthrough<W> {
    type Options = Options;
    type State = State<W>;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    fn build(options: Options, _: u8) -> Result<Self, SpecError> {
        if !Self::fits(&options) {
            return Err(SpecError::combination("this board is too large for the chosen word"));
        }
        let geometry = Geometry::new(options.columns.into(), options.rows.into(), 2);
        Ok(Breakthrough { options, geometry })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> State<W> {
        let swap = if self.options.swap { Swap::Coming } else { Swap::No };
        State { men: self.geometry.home, side: Side::White, swap }
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        match self.winner(state) {
            Some(side) => Turn::Over(Outcome::Win(state.seat(side))),
            None => Turn::of(state.seat(state.side)),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State<W>, seat: Seat, moves: &mut Vec<Move>) {
        if state.seat(state.side) != seat || self.winner(state).is_some() {
            return;
        }
        let targets = self.targets(state);
        match state.side {
            Side::White => self.pushes::<true>(targets, moves),
            Side::Black => self.pushes::<false>(targets, moves),
        }
        if state.swap == Swap::Offered {
            moves.push(Move::SWAP);
        }
    }

    fn check(&self, state: &State<W>, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State<W>, seat: Seat, mv: Move) {
        debug_assert!(self.check(state, seat, mv).is_ok());
        if mv == Move::SWAP {
            state.swap = Swap::Done;
            return;
        }
        let (own, other) = (state.side.index(), state.side.other().index());
        let [from, to] = mv.0.to_le_bytes();
        let arrival = W::bit(to.into());
        state.men[own] = state.men[own] ^ arrival ^ W::bit(from.into());
        state.men[other] = state.men[other] & !arrival;
        state.side = state.side.other();
        state.swap = match state.swap {
            Swap::Coming => Swap::Offered,
            Swap::Offered => Swap::No,
            settled => settled,
        };
    }

    fn max_events(&self) -> u32 {
        // Every man can go at most from its home to the last row but one, and one man one step farther.
        let (columns, rows) = (self.geometry.columns, self.geometry.rows);
        2 * columns * ((rows - 2) + (rows - 3)) + 2 + u32::from(self.options.swap)
    }

    fn has_draws(&self) -> bool {
        false
    }

    fn fast_playout<R: Rng>(&self, state: &mut State<W>, rng: &mut R, tally: &mut Tally) -> Option<Outcome> {
        let mut moves = Vec::new();
        while matches!(state.swap, Swap::Coming | Swap::Offered) && self.winner(state).is_none() {
            let seat = state.seat(state.side);
            moves.clear();
            self.legal_moves(state, seat, &mut moves);
            self.apply(state, seat, moves[rng.below(moves.len() as u32) as usize]);
            tally.moves += 1;
        }
        if let Some(side) = self.winner(state) {
            return Some(Outcome::Win(state.seat(side)));
        }
        let white_moves = state.side == Side::White;
        let end = kernels::playout(&self.geometry, state.men[0], state.men[1], white_moves, rng);
        tally.moves += end.plies;
        state.men = [end.white, end.black];
        let winner = if end.white_won { Side::White } else { Side::Black };
        state.side = winner.other();
        Some(Outcome::Win(state.seat(winner)))
    }

    fn count_leaves(&self, state: &State<W>, depth: u32) -> Option<u64> {
        match (depth, self.winner(state), state.swap) {
            (0, _, _) => Some(1),
            (_, Some(_), _) => Some(0),
            (_, None, Swap::No | Swap::Done) => {
                let (own, other) = (state.side.index(), state.side.other().index());
                let up = state.side == Side::White;
                Some(kernels::leaves(&self.geometry, up, state.men[own], state.men[other], depth))
            }
            _ => None,
        }
    }
}

impl<W: Kernels> ChanceFree for Breakthrough<W> {}

/// Makes the game on the narrowest word that holds its board and hands it to the visitor.
pub(crate) fn visit_narrowest<V: crate::Visitor>(
    options: Options,
    seats: u8,
    visitor: V,
) -> Result<V::Output, SpecError> {
    if Breakthrough::<u64>::fits(&options) {
        Breakthrough::<u64>::new(options, seats).map(|game| visitor.visit(game))
    } else if Breakthrough::<u128>::fits(&options) {
        Breakthrough::<u128>::new(options, seats).map(|game| visitor.visit(game))
    } else {
        Breakthrough::<U256>::new(options, seats).map(|game| visitor.visit(game))
    }
}
