//! The extensions of a path with one card: every walk from one of its ends over free fields whose colours the
//! card pays for. They are found by depth-first search over bit sets, at most five steps deep, and written down
//! as one word each. Counting them and picking one by its number, so that random play needs no list, took twice as
//! long when measured: a list has 34 entries on average.

use super::board::{Board, Palette};
use super::hex::{Fields, Hex};
use super::path::Path;
use std::fmt;

/// The most fields that one card allows.
pub const LONGEST: usize = 5;

/// A seat's choice: the end and the fields walked from there in order, or a pass.
///
/// Six bits a field in one word, counted from 1, the end in front: a step is a shift, and nothing is a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

const BITS: u32 = 6;
const MASK: u64 = (1 << BITS) - 1;

impl Move {
    /// Leaving the path as it is (T9).
    pub const PASS: Move = Move(0);

    /// The walk from an end over these fields; `None` if there are none or more than a card can show.
    #[must_use]
    pub fn walk(end: Hex, fields: &[Hex]) -> Option<Move> {
        let walked = fields.iter().fold(Move::PASS.and_then(end), |mv, &to| mv.and_then(to));
        (1..=LONGEST).contains(&fields.len()).then_some(walked)
    }

    /// The walk with one more field.
    #[inline]
    const fn and_then(self, to: Hex) -> Move {
        Move(self.0 << BITS | (to.index() as u64 + 1))
    }

    /// Whether it is a pass.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// Where the end's bits begin.
    #[inline]
    const fn top(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).saturating_sub(1) / BITS * BITS
    }

    #[inline]
    fn field_at(self, shift: u32) -> Hex {
        Hex::new((self.0 >> shift & MASK).wrapping_sub(1) as usize).unwrap_or(Hex::CENTRE)
    }

    /// The end that is extended; meaningless for a pass.
    #[inline]
    #[must_use]
    pub fn end(self) -> Hex {
        self.field_at(self.top())
    }

    /// The fields walked, in order; none for a pass.
    #[inline]
    pub fn fields(self) -> impl Iterator<Item = Hex> + Clone {
        (0..self.top() / BITS).rev().map(move |place| self.field_at(place * BITS))
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
        list_steps(board, steps, free, card, Move::PASS.and_then(end), moves);
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
    moves: &mut Vec<Move>,
) {
    for to in steps {
        let longer = walked.and_then(to);
        moves.push(longer);
        let (left, free) = (left.less(board.colour(to)), free.without(to));
        let next = to.near().and(free).and(board.fields_in(left.set()));
        if !next.is_empty() {
            list_steps(board, next, free, left, longer, moves);
        }
    }
}
