//! Seats are numbered from 0 inside and from 1 in every text a person reads; sets of them are one byte.

use std::fmt;

/// The most seats any game may have.
pub const MAX_SEATS: usize = 8;

/// A player's place at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that sits first.
    pub const FIRST: Seat = Seat(0);
    /// The seat that sits second.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index from 0; `None` past the last possible seat.
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The seat's index from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's number as people see it, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Reads a number as people write it: `1` is the first seat.
    #[must_use]
    pub fn from_number(text: &str) -> Option<Seat> {
        let number: usize = text.parse().ok()?;
        // `parse` takes `+1` and `01`; a record has one spelling.
        if text.len() != 1 { None } else { Seat::new(number.checked_sub(1)?) }
    }

    /// The first `seats` seats in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats.min(MAX_SEATS as u8)).map(Seat)
    }

    /// The seat after this one, clockwise, at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        Seat(if self.0 + 1 >= seats { 0 } else { self.0 + 1 })
    }

    /// The rival in a game of two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.number())
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    #[inline]
    #[must_use]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `seats` seats.
    #[must_use]
    pub const fn first(seats: u8) -> SeatSet {
        SeatSet(if seats >= 8 { 0xFF } else { (1 << seats) - 1 })
    }

    /// This set and `seat`.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set less `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether `seat` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats the set has.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat, if there is exactly one.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Seat> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
            Some(Seat(self.0.trailing_zeros() as u8))
        } else {
            None
        }
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let seat = Seat(left.trailing_zeros() as u8);
                left &= left - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_list_their_seats_in_order() {
        let set: SeatSet = [2, 0, 6].into_iter().filter_map(Seat::new).collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2, 6]);
        assert_eq!((set.len(), set.single()), (3, None));
        assert_eq!(set.without(Seat::FIRST).without(Seat(6)).single(), Seat::new(2));
    }

    #[test]
    fn seats_have_one_spelling() {
        assert_eq!(Seat::from_number("1"), Some(Seat::FIRST));
        for bad in ["0", "+1", "01", "9", "", "x"] {
            assert_eq!(Seat::from_number(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn play_goes_round_the_table() {
        assert_eq!(Seat(2).next(3), Seat::FIRST);
        assert_eq!(Seat(1).next(3), Seat(2));
    }
}
