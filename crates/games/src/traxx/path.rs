//! A seat's path: the fields it has reached, the line drawn through them, and what its numbers were worth. The
//! rules need only the fields and the two ends; the line is kept for drawing, as three bits a field instead of a
//! list of 61, so that a position stays small.

use super::board::Board;
use super::hex::{AHEAD, Fields, Hex};
use super::walk::Move;

/// One seat's path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    reached: Fields,
    /// A field is in `line[d]` if the line joins it to its neighbour in direction `d` of [`AHEAD`].
    line: [Fields; 3],
    /// The two ends; the same field until the first extension (T2).
    ends: [Hex; 2],
    start: Hex,
    /// The numbers recorded with all their points, and with half of them; bit `n` is number `n`.
    full: Numbers,
    half: Numbers,
}

const _: () = assert!(size_of::<Path>() <= 40);

impl Path {
    /// Before the starts are dealt.
    pub(super) const NONE: Path = Path {
        reached: Fields::NONE,
        line: [Fields::NONE; 3],
        ends: [Hex::CENTRE; 2],
        start: Hex::CENTRE,
        full: Numbers::NONE,
        half: Numbers::NONE,
    };

    /// T2: the start counts as reached and is both ends.
    pub(super) fn from_start(start: Hex) -> Path {
        Path { reached: Fields::only(start), ends: [start; 2], start, ..Path::NONE }
    }

    /// The fields it has reached.
    #[inline]
    #[must_use]
    pub fn reached(&self) -> Fields {
        self.reached
    }

    /// Its two ends, the same field twice before the first extension.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Hex; 2] {
        self.ends
    }

    /// The field it began on.
    #[must_use]
    pub fn start(&self) -> Hex {
        self.start
    }

    /// The numbers it has reached.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.full.or(self.half)
    }

    /// The numbers that gave all their points.
    #[must_use]
    pub fn full(&self) -> Numbers {
        self.full
    }

    /// The points recorded for a number.
    #[must_use]
    pub fn points_for(&self, number: u8) -> Option<u8> {
        if self.full.contains(number) {
            Some(number)
        } else {
            self.half.contains(number).then(|| half(number))
        }
    }

    /// All recorded points.
    #[must_use]
    pub fn points(&self) -> i32 {
        self.numbers().iter().filter_map(|number| self.points_for(number)).map(i32::from).sum()
    }

    /// Fields not reached: one point off for each.
    #[inline]
    #[must_use]
    pub fn missed(&self) -> i32 {
        self.reached.others().len() as i32
    }

    /// The free fields that touch an end: the first step of any extension is one of them.
    #[inline]
    pub(super) fn doors(&self) -> Fields {
        self.ends[0].near().or(self.ends[1].near()).and(self.reached.others())
    }

    /// Whether the line goes straight from one field to a neighbour.
    #[must_use]
    pub fn joins(&self, a: Hex, b: Hex) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        low.touches(high) && self.line[low.direction(high)].contains(low)
    }

    /// The fields in the order of the line, from the first end to the second.
    #[must_use]
    pub fn fields(&self) -> Vec<Hex> {
        let mut fields = vec![self.ends[0]];
        let mut seen = Fields::only(self.ends[0]);
        let mut at = self.ends[0];
        while let Some(next) = at.near().find(|&next| !seen.contains(next) && self.joins(at, next)) {
            fields.push(next);
            seen = seen.with(next);
            at = next;
        }
        fields
    }

    /// Draws the line from an end over the fields of a move. `full` says whether a number counts in full, given
    /// the numbers of this path until then.
    #[inline]
    pub(super) fn extend(&mut self, board: &Board, mv: Move, mut full: impl FnMut(u8, Numbers) -> bool) {
        // T2: while both ends are the start, the second grows and the first stays.
        let end = usize::from(self.ends[1].index() == mv.end().index());
        let mut at = mv.end();
        for to in mv.fields() {
            self.join(at, to);
            self.reached = self.reached.with(to);
            if let Some(number) = board.number(to) {
                let all = full(number, self.numbers());
                self.record(number, all);
            }
            at = to;
        }
        self.ends[end] = at;
    }

    #[inline]
    fn join(&mut self, a: Hex, b: Hex) {
        let (low, high) = (a.min(b), a.max(b));
        let direction = low.direction(high);
        debug_assert_eq!(usize::from(AHEAD[direction][low.index()]), high.index());
        self.line[direction] = self.line[direction].with(low);
    }

    #[inline]
    fn record(&mut self, number: u8, all: bool) {
        let record = if all { &mut self.full } else { &mut self.half };
        *record = record.with(number);
    }

    /// A path as a position's text gives it: neighbouring fields from end to end, and for each whether its
    /// number counted in full.
    pub(super) fn from_parts(start: Hex, fields: &[(Hex, Option<(u8, bool)>)]) -> Option<Path> {
        let (first, last) = (fields.first()?.0, fields.last()?.0);
        let mut path = Path { ends: [first, last], start, ..Path::NONE };
        for &(hex, number) in fields {
            path.reached = path.reached.with(hex);
            if let Some((number, all)) = number {
                path.record(number, all);
            }
        }
        for pair in fields.windows(2) {
            path.join(pair[0].0, pair[1].0);
        }
        Some(path)
    }
}

/// T7: half of a number's points, rounded up.
#[must_use]
pub const fn half(number: u8) -> u8 {
    number.div_ceil(2)
}

/// A set of the numbers 2 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbers(u16);

impl Numbers {
    /// No number.
    pub const NONE: Numbers = Numbers(0);

    /// This set and a number.
    #[inline]
    #[must_use]
    pub const fn with(self, number: u8) -> Numbers {
        Numbers(self.0 | 1 << (number & 15))
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Numbers) -> Numbers {
        Numbers(self.0 | other.0)
    }

    /// What is here and not there.
    #[must_use]
    pub const fn less(self, other: Numbers) -> Numbers {
        Numbers(self.0 & !other.0)
    }

    /// Whether a number is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, number: u8) -> bool {
        self.0 >> (number & 15) & 1 == 1
    }

    /// Whether a higher number is in it.
    #[inline]
    #[must_use]
    pub const fn has_above(self, number: u8) -> bool {
        self.0 >> (number & 15) > 1
    }

    /// Whether nothing is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers, rising.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (2..=10).filter(move |&number| self.contains(number))
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Numbers {
        numbers.into_iter().fold(Numbers::NONE, Numbers::with)
    }
}
