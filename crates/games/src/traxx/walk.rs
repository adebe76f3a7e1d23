//! The extensions of a path with one card: every walk from one of its ends over free fields whose colours the
//! card pays for. They are found by depth-first search over bit sets, at most five steps deep, and written down
//! as one word each. Counting them and picking one by its number, to spare random play the list, was tried and
//! took twice as long: a list has 34 entries on average.

use super::board::{Board, Palette};
use super::hex::{Fields, Hex};
use super::path::Path;
use std::fmt;

/// The most fields that one card allows.
pub const LONGEST: usize = 5;

/// A seat's choice: the end and the fields walked from there in order, or a pass.
///
/// Six bits a field in one word: the end lowest, then the walk; places after the last field hold `NO_FIELD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

const NO_FIELD: u64 = 63;

impl Move {
    /// Leaving the path as it is (T9).
    pub const PASS: Move = Move((1 << (6 * (LONGEST + 1))) - 1);

    /// The walk from an end over these fields; `None` if there are none or more than a card can show.
    #[must_use]
    pub fn walk(end: Hex, fields: &[Hex]) -> Option<Move> {
        if fields.is_empty() || fields.len() > LONGEST {
            return None;
        }
        let begun = Move::from_end(end);
        Some(fields.iter().enumerate().fold(begun, |mv, (step, &to)| mv.and_then(step as u32, to)))
    }

    /// An end with no step taken yet; not a move.
    #[inline]
    fn from_end(end: Hex) -> Move {
        Move(Move::PASS.0 ^ NO_FIELD ^ end.index() as u64)
    }

    /// The walk with one more field, where `step` have been taken.
    #[inline]
    fn and_then(self, step: u32, to: Hex) -> Move {
        Move(self.0 ^ (NO_FIELD ^ to.index() as u64) << (6 * (step + 1)))
    }

    /// Whether it is a pass.
    #[inline]
    #[must_use]
    pub fn is_pass(self) -> bool {
        self == Move::PASS
    }

    /// The end that is extended; meaningless for a pass.
    #[inline]
    #[must_use]
    pub fn end(self) -> Hex {
        Hex::new((self.0 & NO_FIELD) as usize).unwrap_or(Hex::CENTRE)
    }

    /// The fields walked, in order; none for a pass.
    #[inline]
    pub fn fields(self) -> impl Iterator<Item = Hex> + Clone {
        let mut left = self.0 >> 6;
        std::iter::from_fn(move || {
            let hex = Hex::new((left & NO_FIELD) as usize);
            left >>= 6;
            hex
        })
        .take(LONGEST)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `d4>d5-e6-e7`, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        write!(f, "{}", self.end())?;
        self.fields()
            .enumerate()
            .try_for_each(|(i, hex)| write!(f, "{}{hex}", if i == 0 { '>' } else { '-' }))
    }
}

/// The ends to walk from: one while they are the same field (T2), so that no walk is found twice.
#[inline]
fn ends(path: &Path) -> impl Iterator<Item = Hex> + use<> {
    let [a, b] = path.ends();
    std::iter::once(a).chain((a != b).then_some(b))
}

/// Appends every extension.
#[inline]
pub(super) fn list(board: &Board, path: &Path, card: Palette, moves: &mut Vec<Move>) {
    let free = path.reached().others();
    for end in ends(path) {
        let steps = end.near().and(free).and(board.fields_in(card.set()));
        list_steps(board, steps, free, card, Move::from_end(end), 0, moves);
    }
}

/// Appends the walks that go on with one of `steps`. What comes after a step is looked up before the call, because
/// most steps are the last.
fn list_steps(
    board: &Board,
    steps: Fields,
    free: Fields,
    left: Palette,
    walked: Move,
    step: u32,
    moves: &mut Vec<Move>,
) {
    for to in steps {
        let longer = walked.and_then(step, to);
        moves.push(longer);
        let (left, free) = (left.less(board.colour(to)), free.without(to));
        let next = to.near().and(free).and(board.fields_in(left.set()));
        if !next.is_empty() {
            list_steps(board, next, free, left, longer, step + 1, moves);
        }
    }
}
