//! The hexagon of 61 fields, counted row by row, so that a set of fields is one machine word and every
//! neighbourhood a mask known at compile time. Axial coordinates in a map would be as readable and cost a look-up
//! for every step of every walk.

use std::fmt;

/// How many fields the board has (T15).
pub const FIELDS: usize = 61;

/// How many fields each row has, from row a.
const ROWS: [u8; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// The first field of each row.
const FIRST: [u8; 9] = [0, 5, 11, 18, 26, 35, 43, 50, 56];

/// A field of the board: row `a` to `i`, then its place in the row from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

/// A set of fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Fields(pub(super) u64);

/// The neighbours of every field.
static NEAR: [Fields; FIELDS] = neighbours();

/// The neighbours with a higher number: east, south-east, south-west; `NOWHERE` at the rim.
pub(super) static AHEAD: [[u8; FIELDS]; 3] = ahead();
const NOWHERE: u8 = u8::MAX;

const fn ahead() -> [[u8; FIELDS]; 3] {
    let mut table = [[NOWHERE; FIELDS]; 3];
    let mut row = 0;
    while row < 9 {
        let mut column = 0;
        while column < ROWS[row] {
            let at = (FIRST[row] + column) as usize;
            if column + 1 < ROWS[row] {
                table[0][at] = at as u8 + 1;
            }
            if row < 4 {
                table[1][at] = FIRST[row + 1] + column + 1;
                table[2][at] = FIRST[row + 1] + column;
            } else if row < 8 {
                if column < ROWS[row + 1] {
                    table[1][at] = FIRST[row + 1] + column;
                }
                if column > 0 {
                    table[2][at] = FIRST[row + 1] + column - 1;
                }
            }
            column += 1;
        }
        row += 1;
    }
    table
}

const fn neighbours() -> [Fields; FIELDS] {
    let ahead = ahead();
    let mut table = [Fields(0); FIELDS];
    let mut direction = 0;
    while direction < 3 {
        let mut at = 0;
        while at < FIELDS {
            let to = ahead[direction][at];
            if to != NOWHERE {
                table[at].0 |= 1 << to;
                table[to as usize].0 |= 1 << at;
            }
            at += 1;
        }
        direction += 1;
    }
    table
}

/// The steps between every two fields of an empty board.
static STEPS: [[u8; FIELDS]; FIELDS] = steps();

const fn steps() -> [[u8; FIELDS]; FIELDS] {
    let near = neighbours();
    let mut table = [[0; FIELDS]; FIELDS];
    let mut from = 0;
    while from < FIELDS {
        let mut seen = 1u64 << from;
        let mut distance = 1;
        while seen != Fields::ALL.0 {
            let before = seen;
            let mut at = 0;
            while at < FIELDS {
                if before >> at & 1 == 1 {
                    seen |= near[at].0;
                }
                at += 1;
            }
            at = 0;
            while at < FIELDS {
                if (seen & !before) >> at & 1 == 1 {
                    table[from][at] = distance;
                }
                at += 1;
            }
            distance += 1;
        }
        from += 1;
    }
    table
}

/// The fields with a neighbour to the east.
const EAST: u64 = lower(1, 0, 1);
/// The fields with a neighbour below that has a number higher by 5 to 9: rows differ in length, so steps do in width.
const BELOW: [u64; 5] = [lower(5, 1, 3), lower(6, 1, 3), lower(7, 1, 3), lower(8, 1, 3), lower(9, 1, 3)];

/// The fields whose neighbour in one of these directions of [`AHEAD`] has a number higher by `by`.
const fn lower(by: u8, from: usize, to: usize) -> u64 {
    let ahead = ahead();
    let (mut set, mut direction) = (0, from);
    while direction < to {
        let mut at = 0;
        while at < FIELDS {
            if ahead[direction][at] != NOWHERE && ahead[direction][at] - at as u8 == by {
                set |= 1 << at;
            }
            at += 1;
        }
        direction += 1;
    }
    set
}

/// Where the six neighbours of every field are, in a set that was moved up by one place so that none is below the
/// first: the pair above and the pair below, and which of the six exist.
static SIX: [Six; FIELDS] = six();

#[derive(Clone, Copy)]
struct Six {
    above: u8,
    below: u8,
    there: u8,
}

const fn six() -> [Six; FIELDS] {
    let near = neighbours();
    let mut table = [Six { above: 0, below: 0, there: 0 }; FIELDS];
    let mut row = 0;
    while row < 9 {
        let mut column = 0;
        while column < ROWS[row] {
            let at = FIRST[row] + column;
            // The left neighbour may be off the board; the index after it is still the right neighbour.
            let above = if row == 0 { 0 } else { FIRST[row - 1] + column + (row > 4) as u8 };
            let below = if row == 8 { 0 } else { FIRST[row + 1] + column + (row < 4) as u8 };
            let mut there = 0;
            let places = [above, above + 1, at, at + 2, below, below + 1];
            let real = [row > 0, row > 0, true, true, row < 8, row < 8];
            let mut bit = 0;
            while bit < 6 {
                if real[bit] && near[at as usize].0 << 1 >> places[bit] & 1 == 1 {
                    there |= 1 << bit;
                }
                bit += 1;
            }
            table[at as usize] = Six { above, below, there };
            column += 1;
        }
        row += 1;
    }
    table
}

impl Hex {
    /// The middle of the board, e5.
    pub const CENTRE: Hex = Hex(30);

    /// The six corners.
    pub const CORNERS: [Hex; 6] = [Hex(0), Hex(4), Hex(26), Hex(34), Hex(56), Hex(60)];

    /// The field with this number from 0; `None` past the last.
    #[must_use]
    pub const fn new(index: usize) -> Option<Hex> {
        if index < FIELDS { Some(Hex(index as u8)) } else { None }
    }

    /// All fields, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Hex> + Clone {
        (0..FIELDS as u8).map(Hex)
    }

    /// Its number from 0, row by row.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row from 0 and its place in the row from 0.
    #[must_use]
    pub fn place(self) -> (usize, usize) {
        let row = FIRST.iter().rposition(|&first| first <= self.0).unwrap_or(0);
        (row, usize::from(self.0 - FIRST[row]))
    }

    /// The field at a row and a place in it, both from 0.
    #[must_use]
    pub fn at(row: usize, column: usize) -> Option<Hex> {
        (column < Hex::columns(row)).then(|| Hex(FIRST[row] + column as u8))
    }

    /// The fields of a row, from 0.
    pub fn row(row: usize) -> impl DoubleEndedIterator<Item = Hex> {
        (0..Hex::columns(row)).filter_map(move |column| Hex::at(row, column))
    }

    /// How many fields a row has; none past the last.
    #[must_use]
    pub fn columns(row: usize) -> usize {
        ROWS.get(row).map_or(0, |&fields| fields.into())
    }

    /// The fields that share an edge with it.
    #[inline]
    #[must_use]
    pub fn near(self) -> Fields {
        NEAR[self.index()]
    }

    /// Whether it shares an edge with another.
    #[inline]
    #[must_use]
    pub fn touches(self, other: Hex) -> bool {
        self.near().contains(other)
    }

    /// How many steps another field is away on an empty board.
    #[inline]
    pub(super) fn steps_to(self, other: Hex) -> u8 {
        STEPS[self.index()][other.index()]
    }

    /// Which of the three directions of [`AHEAD`] leads from the lower of two neighbours to the higher.
    #[inline]
    pub(super) fn direction(self, higher: Hex) -> usize {
        if higher.0 == self.0 + 1 { 0 } else { 1 + usize::from(AHEAD[2][self.index()] == higher.0) }
    }

    /// Reads `e5`.
    #[must_use]
    pub fn read(text: &str) -> Option<Hex> {
        let &[row, column] = text.as_bytes() else { return None };
        let row = usize::from(row.checked_sub(b'a')?);
        Hex::at(row, usize::from(column.checked_sub(b'1')?))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.place();
        write!(f, "{}{}", char::from(b'a' + row as u8), column + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Fields {
    /// No field.
    pub const NONE: Fields = Fields(0);
    /// The whole board.
    pub const ALL: Fields = Fields((1 << FIELDS) - 1);

    /// Just this field.
    #[inline]
    #[must_use]
    pub const fn only(hex: Hex) -> Fields {
        Fields(1 << hex.0)
    }

    /// This set and a field.
    #[inline]
    #[must_use]
    pub const fn with(self, hex: Hex) -> Fields {
        Fields(self.0 | 1 << hex.0)
    }

    /// This set less a field.
    #[inline]
    #[must_use]
    pub const fn without(self, hex: Hex) -> Fields {
        Fields(self.0 & !(1 << hex.0))
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Fields) -> Fields {
        Fields(self.0 & other.0)
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }

    /// What is not in it.
    #[inline]
    #[must_use]
    pub const fn others(self) -> Fields {
        Fields(!self.0 & Fields::ALL.0)
    }

    /// Whether a field is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, hex: Hex) -> bool {
        self.0 >> hex.0 & 1 == 1
    }

    /// Whether nothing is in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set moved one step each way: a field is in as many of these as it has neighbours in the set. Twelve shifts
    /// move all fields at once; the alternative is to look up each neighbourhood.
    #[inline]
    fn moved(self) -> [u64; 12] {
        let down = |row: usize| (self.0 & BELOW[row]) << (row + 5);
        let up = |row: usize| self.0 >> (row + 5) & BELOW[row];
        let (east, west) = ((self.0 & EAST) << 1, self.0 >> 1 & EAST);
        [east, west, down(0), down(1), down(2), down(3), down(4), up(0), up(1), up(2), up(3), up(4)]
    }

    /// The fields that touch a field of the set.
    #[inline]
    pub(super) fn near(self) -> Fields {
        Fields(self.moved().into_iter().fold(0, |near, moved| near | moved))
    }

    /// The fields that touch at least two fields of the set, and at least three.
    #[inline]
    pub(super) fn near_several(self) -> (Fields, Fields) {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for moved in self.moved() {
            three |= two & moved;
            two |= one & moved;
            one |= moved;
        }
        (Fields(two), Fields(three))
    }

    /// Which of a field's six neighbours are in the set, a bit each: the two above, left and right, the two below.
    #[inline]
    pub(super) fn around(self, hex: Hex) -> usize {
        let Six { above, below, there } = SIX[hex.index()];
        let moved = self.0 << 1;
        let sides = moved >> hex.0 & 5;
        let all = moved >> above & 3 | (sides | sides >> 1) << 2 & 12 | (moved >> below & 3) << 4;
        all as usize & usize::from(there)
    }

    /// How many fields.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// The fields in order.
impl Iterator for Fields {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if self.0 == 0 {
            return None;
        }
        let hex = Hex(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(hex)
    }
}

impl FromIterator<Hex> for Fields {
    fn from_iter<I: IntoIterator<Item = Hex>>(fields: I) -> Fields {
        fields.into_iter().fold(Fields::NONE, Fields::with)
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_move_as_their_fields_do() {
        let mut set = Fields(0x0123_4567_89AB_CDEF);
        for _ in 0..200 {
            set = Fields(set.0.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(17)).and(Fields::ALL);
            let touching = |least| Hex::all().filter(|hex| hex.near().and(set).len() >= least).collect();
            assert_eq!(set.near(), touching(1));
            assert_eq!(set.near_several(), (touching(2), touching(3)));
            for hex in Hex::all() {
                let near: Vec<Hex> = hex.near().collect();
                let around = Fields(u64::MAX).around(hex);
                assert_eq!(around.count_ones() as usize, near.len(), "{hex}");
                // The neighbours have the order of the bits.
                let bits = (0..6).filter(|bit| around >> bit & 1 == 1);
                for (bit, other) in bits.zip(near) {
                    assert_eq!(set.around(hex) >> bit & 1 == 1, set.contains(other), "{hex} {other}");
                }
            }
        }
    }

    #[test]
    fn fields_read_what_they_write() {
        for hex in Hex::all() {
            assert_eq!(Hex::read(&hex.to_string()), Some(hex));
        }
        for bad in ["", "a", "a0", "a6", "e10", "j1", "A1", "a1 ", "é1", "1a"] {
            assert_eq!(Hex::read(bad), None, "{bad:?}");
        }
        assert_eq!(Hex::CENTRE.to_string(), "e5");
    }

    #[test]
    fn neighbours_are_those_at_distance_one() {
        // Cube coordinates: fields touch when their three coordinates differ by one step in all.
        let cube = |hex: Hex| {
            let (row, column) = hex.place();
            let (r, q) = (row as i32 - 4, column as i32 - (row as i32).min(4));
            [q, r, -q - r]
        };
        for a in Hex::all() {
            for b in Hex::all() {
                let distance: i32 = cube(a).iter().zip(cube(b)).map(|(a, b)| (a - b).abs()).sum();
                assert_eq!(a.touches(b), distance == 2, "{a} {b}");
                assert_eq!(i32::from(a.steps_to(b)), distance / 2, "{a} {b}");
                if a.touches(b) && a < b {
                    assert_eq!(usize::from(AHEAD[a.direction(b)][a.index()]), b.index(), "{a} {b}");
                }
            }
        }
        let edges: u32 = Hex::all().map(|hex| hex.near().len()).sum();
        assert_eq!(edges, 2 * 156);
    }
}
