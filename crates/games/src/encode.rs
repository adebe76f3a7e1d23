//! Games as numbers, for programs that learn: every move has a number, and a position is a stack of planes.
//!
//! The numbers belong to the games, because only a game knows its symmetries and how many moves it can have. All spaces
//! are relative to a seat: a board is turned so that the seat sees its own side below, and players are counted from the
//! seat on. One learner can then play every seat. Values are whole numbers from 0 to 255, so that one byte holds them
//! exactly; a learner that wants fractions divides by the plane's highest value.
//!
//! A game that writes nothing of its own is still complete: a move's number is its place in the list of legal moves, and
//! an observation is the text of the position. A learner can then play the game, but it has to find out the board by
//! itself.

use breadboard_core::{Game, Seat};

/// What the numbers of a game's moves and positions mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    /// How many action numbers there are, from 0.
    pub actions: usize,
    /// Whether a number means the same move in every position (as its seat sees it), or the place of a move in the list of
    /// the position's legal moves.
    pub numbering: Numbering,
    /// Rows of every plane; row 0 is the lowest.
    pub rows: usize,
    /// Columns of every plane.
    pub columns: usize,
    /// The planes of an observation, in order.
    pub planes: Vec<Plane>,
}

impl Spaces {
    /// How many values an observation has.
    #[must_use]
    pub fn values(&self) -> usize {
        self.planes.len() * self.cells()
    }

    /// How many values a plane has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }
}

/// How moves get their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// A number is the same move in every position.
    Fixed,
    /// A number is a place in the list of the legal moves. For games with too many possible moves to number them all.
    Listed,
}

/// One plane of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What it shows, in a few words.
    pub name: String,
    /// The highest value that it can have; the lowest is 0.
    pub highest: u8,
}

/// A game with numbers for its moves and positions. `impl Encode for MyGame {}` is enough; a game that learners are to play
/// well writes all four of `spaces`, `action`, `move_of` and `observe`.
pub trait Encode: Game {
    /// With the default numbering: no seat has more legal moves in any position.
    const MOST_MOVES: usize = 256;

    /// With the default observation: no text of a position has more bytes.
    const LONGEST_POSITION: usize = 256;

    /// The sizes and meanings of the spaces.
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        planes.plane("bytes of the position's text", u8::MAX);
        planes.plane("number of the seat that looks", self.seats());
        Spaces {
            actions: Self::MOST_MOVES,
            numbering: Numbering::Listed,
            rows: 1,
            columns: Self::LONGEST_POSITION,
            planes: planes.done(),
        }
    }

    /// The number of a legal move of `seat`. The default is its place in the list of legal moves.
    fn action(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> usize {
        self.moves(state, seat).iter().position(|&listed| listed == mv).unwrap_or(usize::MAX)
    }

    /// The move of `seat` that a number stands for; `None` if it stands for none here. The move need not be legal.
    fn move_of(&self, state: &Self::State, seat: Seat, action: usize) -> Option<Self::Move> {
        self.moves(state, seat).get(action).copied()
    }

    /// Writes what `seat` sees of a position into `out`, which has [`Spaces::values`] zeros. Nothing that the seat cannot know
    /// is in it. The default writes the text of the position, and which seat looks at it: unlike the planes of a game's
    /// own, a text is not turned towards the seat.
    fn observe(&self, state: &Self::State, seat: Seat, out: &mut [u8]) {
        let mut planes = Planes::new(out, 1, Self::LONGEST_POSITION);
        let (mut text, position) = (planes.next(), self.write_position(state));
        debug_assert!(
            position.len() <= Self::LONGEST_POSITION,
            "LONGEST_POSITION is too small for {position}"
        );
        position.bytes().enumerate().for_each(|(column, byte)| text.set(0, column, byte));
        planes.all(seat.number());
    }

    /// What a position holds beside its text, so that a copy that travels as text is complete. Only a game whose rules look back
    /// has something here.
    fn memory(&self, _state: &Self::State) -> Vec<u32> {
        Vec::new()
    }

    /// Adds to a position that was read from its text what [`memory`](Encode::memory) gave; `false` if it does not fit.
    fn remember(&self, _state: &mut Self::State, memory: &[u32]) -> bool {
        memory.is_empty()
    }

    /// Writes a 1 into `out`, which has [`Spaces::actions`] zeros, for every legal move of `seat`; returns how many there
    /// are. `moves` is scratch memory. The default lists the moves.
    fn mask(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>, out: &mut [u8]) -> usize {
        moves.clear();
        self.legal_moves(state, seat, moves);
        for &mv in moves.iter() {
            if let Some(slot) = out.get_mut(self.action(state, seat, mv)) {
                *slot = 1;
            }
        }
        moves.len()
    }
}

/// Writes planes one after the other, so that a game states their order once.
pub(crate) struct Planes<'a> {
    left: &'a mut [u8],
    cells: usize,
    columns: usize,
}

impl<'a> Planes<'a> {
    pub(crate) fn new(out: &'a mut [u8], rows: usize, columns: usize) -> Planes<'a> {
        Planes { left: out, cells: rows * columns, columns }
    }

    /// The next plane.
    pub(crate) fn next(&mut self) -> PlaneMut<'a> {
        let cells = self.cells.min(self.left.len());
        let (plane, left) = std::mem::take(&mut self.left).split_at_mut(cells);
        self.left = left;
        PlaneMut { cells: plane, columns: self.columns }
    }

    /// The next plane has one value everywhere.
    pub(crate) fn all(&mut self, value: impl TryInto<u8>) {
        self.next().cells.fill(value.try_into().unwrap_or(u8::MAX));
    }

    /// The next plane is 1 everywhere, or 0.
    pub(crate) fn flag(&mut self, on: bool) {
        if on {
            self.all(1u8);
        } else {
            self.next();
        }
    }
}

/// A plane to write to.
pub(crate) struct PlaneMut<'a> {
    cells: &'a mut [u8],
    columns: usize,
}

impl PlaneMut<'_> {
    pub(crate) fn set(&mut self, row: usize, column: usize, value: u8) {
        if let Some(cell) = self.cells.get_mut(row * self.columns + column) {
            *cell = value;
        }
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: u8) {
        if let Some(cell) = self.cells.get_mut(row * self.columns + column) {
            *cell = cell.saturating_add(value);
        }
    }
}

/// A list of planes, made in the order in which [`Planes`] writes them.
#[derive(Default)]
pub(crate) struct PlaneList(Vec<Plane>);

impl PlaneList {
    pub(crate) fn plane(&mut self, name: impl Into<String>, highest: u8) {
        self.0.push(Plane { name: name.into(), highest });
    }

    /// A plane for each player, counted from the seat that looks.
    pub(crate) fn players(&mut self, players: u8, name: &str, highest: u8) {
        for player in 0..players {
            let whose = match player {
                0 => "own".to_owned(),
                _ if players == 2 => "the rival's".to_owned(),
                _ => format!("player +{player}'s"),
            };
            self.plane(format!("{whose} {name}"), highest);
        }
    }

    pub(crate) fn done(self) -> Vec<Plane> {
        self.0
    }
}

/// The seats from `seat` on, clockwise.
pub(crate) fn seats_from(seat: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    std::iter::successors(Some(seat), move |at| Some(at.next(seats))).take(usize::from(seats))
}

#[cfg(test)]
mod tests;
