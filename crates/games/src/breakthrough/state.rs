//! A position: two bit boards, the side to move, and how far the swap rule has come.

use super::board::Word;
use breadboard_core::Seat;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    /// The men of White and of Black.
    pub(super) men: [W; 2],
    /// Whose turn it is.
    pub(super) side: Side,
    pub(super) swap: Swap,
}

const _: () = assert!(size_of::<State<u64>>() <= 24);

/// A colour: White moves up, Black down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    White,
    Black,
}

/// The state of the swap rule (K4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Swap {
    /// Not in play, declined, or past.
    No,
    /// White's first move is still to come.
    Coming,
    /// Seat 2 may answer with `swap`.
    Offered,
    /// The seats have exchanged colours.
    Done,
}

impl Side {
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn other(self) -> Side {
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
    /// The seat that plays a colour.
    #[inline]
    pub(super) fn seat(&self, side: Side) -> Seat {
        let swapped = self.swap == Swap::Done;
        if (side == Side::White) == swapped { Seat::SECOND } else { Seat::FIRST }
    }
}
