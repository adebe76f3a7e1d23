//! Breakthrough: two bit boards and whose turn it is. Men only go forward, so a game ends by itself and needs
//! neither history nor a draw.

mod board;
mod bot;
mod draw;
mod kernels;
mod notation;
mod select;
#[cfg(test)]
mod tests;
mod texts;
mod view;

pub use board::{Square, U256, Word};
pub use bot::{HIDDEN, INPUTS, Net, OUTPUT_ONE, POINTS, WEIGHT_ONE};
pub use kernels::Kernels;

use board::Geometry;
use breadboard_core::{
    Canvas, Event, Game, Info, Language, Listing, NoChance, Outcome, Preset, Refusal, Rng, Scores, Seat,
    SpecError, Tally, Text, Turn, refusals,
};

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

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    /// The men of White and of Black.
    men: [W; 2],
    /// Whose turn it is.
    side: Side,
    swap: Swap,
}

const _: () = assert!(size_of::<State<u64>>() <= 24);

/// A square in both bytes of a move; looked up, because the compiler takes three instructions to compute it.
static BOTH: [u16; 256] = {
    let mut both = [0; 256];
    let mut square = 0;
    while square < 256 {
        both[square] = square as u16 * 257;
        square += 1;
    }
    both
};

/// More than a side can have: three steps for each of 32 men.
const MOST_STEPS: usize = 3 * 32 + 1;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Side {
    White,
    Black,
}

/// Where the swap rule (K4) stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Swap {
    /// Not in play, declined, or past.
    No,
    /// White's first move is still to come.
    Coming,
    /// Seat 2 may answer with `swap`.
    Offered,
    /// The seats have exchanged colours.
    Done,
}

/// A man's step, or the swap: the square it leaves in the low byte, the one it reaches in the high byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// Exchanging colours (K4); no man stands still.
    pub const SWAP: Move = Move(u16::MAX);

    /// A man goes from one square to another.
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Move {
        Move(u16::from_le_bytes([from.0, to.0]))
    }

    /// The two squares; `None` for the swap.
    #[must_use]
    pub fn squares(self) -> Option<(Square, Square)> {
        let [from, to] = self.0.to_le_bytes();
        (self != Move::SWAP).then_some((Square(from), Square(to)))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.squares() {
            Some((from, to)) => write!(f, "Move({} to {})", from.0, to.0),
            None => f.write_str("Move(swap)"),
        }
    }
}

static INFO: Info = Info {
    id: "breakthrough",
    name: "Breakthrough",
    summary: "Race a man to the far side; capture diagonally, never look back.",
    credit: "Dan Troyka, 2000",
    seats: (2, 2),
    default_seats: 2,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    languages: &[Language {
        code: "de",
        rules: include_str!("RULES.de.md"),
        texts: include_str!("texts.de.txt"),
    }],
    presets: &[
        Preset { name: "5×5", spec: "breakthrough:columns=5,rows=5" },
        Preset { name: "6×6", spec: "breakthrough:columns=6,rows=6" },
        Preset { name: "7×7, the original of 2000", spec: "breakthrough:columns=7,rows=7" },
        Preset { name: "8×8", spec: "breakthrough" },
        Preset { name: "10×10", spec: "breakthrough:columns=10,rows=10" },
    ],
    texts: texts::ALL,
};

impl Side {
    const fn index(self) -> usize {
        self as usize
    }

    const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

impl<W: Word> State<W> {
    /// Who sits behind a colour.
    #[inline]
    fn seat(&self, side: Side) -> Seat {
        let swapped = self.swap == Swap::Done;
        if (side == Side::White) == swapped { Seat::SECOND } else { Seat::FIRST }
    }
}

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

    /// Appends a move for each target.
    #[inline]
    #[allow(unsafe_code)]
    fn pushes<const UP: bool>(&self, targets: [W; 3], moves: &mut Vec<Move>) {
        moves.reserve(MOST_STEPS);
        let start = moves.len();
        let mut end = start;
        for direction in 0..3 {
            let mut left = targets[direction as usize];
            let back = self.geometry.back::<UP>(direction) as u16;
            while left != W::ZERO {
                // The square left is this one and `back`, and fits its byte, so nothing carries into the other.
                let step = Move(BOTH[left.lowest() as u8 as usize].wrapping_add(back));
                debug_assert!(end - start < MOST_STEPS);
                // SAFETY: a side has at most two home rows of men, K1, each with three steps at most, so fewer
                // than MOST_STEPS targets exist, and room for that many was reserved beyond `start`.
                // Checked pushes make list-pick-apply on 8×8 a quarter dearer (docs/measurements.md).
                unsafe { moves.as_mut_ptr().add(end).write(step) };
                end += 1;
                left = left.rest();
            }
        }
        // SAFETY: the entries from `start` to `end` have just been written.
        unsafe { moves.set_len(end) };
    }

    fn refuse(
        &self,
        ruling: &'static str,
        says: &'static breadboard_core::Template,
        from: Square,
        to: Square,
    ) -> Refusal {
        let (from, to) = (self.geometry.name(from), self.geometry.name(to));
        Refusal::by(ruling, says.with(&[("from", &from), ("to", &to)]))
    }
}

impl<W: Kernels> Game for Breakthrough<W> {
    type Options = Options;
    type State = State<W>;
    type Move = Move;
    type Chance = NoChance;

    const INFO: &'static Info = &INFO;

    fn new(options: Options, seats: u8) -> Result<Self, SpecError> {
        let allowed = |name, value: u8, least: u8| {
            SpecError::value(name, &value.to_string(), &format!("a whole number from {least} to 16"))
        };
        if seats != 2 {
            return Err(SpecError::value("seats", &seats.to_string(), "2 in this game"));
        }
        // K1, again for options that did not come through a spec.
        if !(2..=16).contains(&options.columns) {
            return Err(allowed("columns", options.columns, 2));
        }
        if !(4..=16).contains(&options.rows) {
            return Err(allowed("rows", options.rows, 4));
        }
        if !Self::fits(&options) {
            return Err(SpecError::combination("this board is too large for the chosen word"));
        }
        let geometry = Geometry::new(options.columns.into(), options.rows.into(), 2);
        Ok(Breakthrough { options, geometry })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> u8 {
        2
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
        if self.winner(state).is_some() {
            return Err(refusals::game_over());
        }
        if state.seat(state.side) != seat {
            return Err(refusals::not_your_turn(seat));
        }
        let Some((from, to)) = mv.squares() else {
            return match state.swap {
                Swap::Offered => Ok(()),
                _ if self.options.swap => Err(Refusal::by("K4", texts::SWAP_NOW.plain())),
                _ => Err(Refusal::by("K4", texts::SWAP_OFF.plain())),
            };
        };
        let squares = self.geometry.columns * self.geometry.rows;
        if u32::from(from.0) >= squares || u32::from(to.0) >= squares {
            return Err(self.refuse("K1", &texts::TOO_FAR, from, to));
        }
        let own = state.men[state.side.index()];
        let other = state.men[state.side.other().index()];
        let (start, arrival) = (W::bit(from.0.into()), W::bit(to.0.into()));
        if other & start != W::ZERO {
            return Err(self.refuse("K2", &texts::NOT_YOURS, from, to));
        }
        if own & start == W::ZERO {
            return Err(self.refuse("K2", &texts::EMPTY_SQUARE, from, to));
        }
        let (a, b) = (self.geometry.name(from), self.geometry.name(to));
        let ahead = if state.side == Side::White { b.row == a.row + 1 } else { b.row + 1 == a.row };
        if !ahead || a.file.abs_diff(b.file) > 1 {
            return Err(self.refuse("K2", &texts::TOO_FAR, from, to));
        }
        if own & arrival != W::ZERO {
            return Err(self.refuse("K2", &texts::OWN_MAN, from, to));
        }
        if a.file == b.file && other & arrival != W::ZERO {
            return Err(self.refuse("K2", &texts::STRAIGHT, from, to));
        }
        Ok(())
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

    fn chances(&self, _: &State<W>, _: &mut Vec<(NoChance, u64)>) -> Listing {
        Listing::Complete
    }

    fn check_chance(&self, _: &State<W>, chance: &NoChance) -> Result<(), Refusal> {
        match *chance {}
    }

    fn apply_chance(&self, _: &mut State<W>, chance: &NoChance) {
        match *chance {}
    }

    fn scores(&self, _: &State<W>) -> Option<Scores> {
        None
    }

    fn max_events(&self) -> u32 {
        // Every man can go at most from its home to the last row but one, and one man one step farther.
        let (columns, rows) = (self.geometry.columns, self.geometry.rows);
        2 * columns * ((rows - 2) + (rows - 3)) + 2 + u32::from(self.options.swap)
    }

    fn write_move(&self, state: &State<W>, _: Seat, mv: Move) -> String {
        self.move_text(state, mv)
    }

    fn read_move(&self, _: &State<W>, _: Seat, text: &str) -> Result<Move, Refusal> {
        self.read_step(text)
    }

    fn write_chance(&self, _: &State<W>, chance: &NoChance) -> String {
        match *chance {}
    }

    fn read_chance(&self, _: &State<W>, _: &str) -> Result<NoChance, Refusal> {
        Err(Refusal::unreadable(refusals::NO_CHANCE.plain()))
    }

    fn write_position(&self, state: &State<W>) -> String {
        self.fen(state)
    }

    fn read_position(&self, text: &str) -> Result<State<W>, Refusal> {
        self.read_fen(text)
    }

    fn draw(&self, state: &State<W>, canvas: Canvas) -> String {
        draw::draw(self, state, canvas)
    }

    fn narrate(&self, before: &State<W>, event: &Event<Self>) -> Vec<Text> {
        let Event::Act(choices) = event else { return Vec::new() };
        let mut told = Vec::new();
        for &(seat, mv) in choices {
            let Some((from, to)) = mv.squares() else {
                told.push(texts::SWAPS.with(&[("seat", &seat)]));
                continue;
            };
            let takes = before.men[before.side.other().index()] & W::bit(to.0.into()) != W::ZERO;
            let (a, b) = (self.geometry.name(from), self.geometry.name(to));
            let says = if takes { &texts::TAKES } else { &texts::STEPS };
            told.push(says.with(&[("side", &before.side), ("from", &a), ("to", &b)]));
            let mut after = *before;
            self.apply(&mut after, seat, mv);
            if self.winner(&after).is_some() {
                let reached = self.geometry.goal[before.side.index()] & W::bit(to.0.into()) != W::ZERO;
                let says = if reached { &texts::REACHES } else { &texts::CLEARS };
                told.push(says.with(&[("side", &before.side)]));
            }
        }
        told
    }

    fn playout<R: Rng>(&self, state: &mut State<W>, rng: &mut R, tally: &mut Tally) -> Outcome {
        let mut moves = Vec::new();
        while matches!(state.swap, Swap::Coming | Swap::Offered) && self.winner(state).is_none() {
            let seat = state.seat(state.side);
            moves.clear();
            self.legal_moves(state, seat, &mut moves);
            self.apply(state, seat, moves[rng.below(moves.len() as u32) as usize]);
            tally.moves += 1;
        }
        if let Some(side) = self.winner(state) {
            return Outcome::Win(state.seat(side));
        }
        let white_moves = state.side == Side::White;
        let end = kernels::playout(&self.geometry, state.men[0], state.men[1], white_moves, rng);
        tally.moves += end.plies;
        state.men = [end.white, end.black];
        let winner = if end.white_won { Side::White } else { Side::Black };
        state.side = winner.other();
        Outcome::Win(state.seat(winner))
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

/// Makes the game on the narrowest word that holds its board.
pub(crate) fn dispatch<V: crate::Visitor>(
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
