//! The map never changes, so its geometry is a table of six sets: "where can this bot go" is an intersection
//! of bytes. A graph would compute the same few answers a million times a second.

use breadboard_core::Seat;
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A tile of the map: two Deliveries and the four Lands between them.
///
/// ```text
///      D1
///    a    b
///    c    d
///      D2
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// The Delivery of seat 1, which touches `a` and `b`.
    D1,
    /// Land.
    A,
    /// Land.
    B,
    /// Land.
    C,
    /// Land.
    D,
    /// The Delivery of seat 2, which touches `c` and `d`.
    D2,
}

impl Tile {
    /// Every tile, in the order of position texts.
    pub const ALL: [Tile; 6] = [Tile::D1, Tile::A, Tile::B, Tile::C, Tile::D, Tile::D2];

    /// The Lands.
    pub const LANDS: [Tile; 4] = [Tile::A, Tile::B, Tile::C, Tile::D];

    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The Delivery on a seat's side.
    #[inline]
    #[must_use]
    pub const fn delivery(seat: Seat) -> Tile {
        if seat.index() == 0 { Tile::D1 } else { Tile::D2 }
    }

    /// Which of the four Lands this is; `None` for a Delivery.
    #[inline]
    #[must_use]
    pub const fn land(self) -> Option<usize> {
        match self {
            Tile::D1 | Tile::D2 => None,
            land => Some(land as usize - 1),
        }
    }

    /// The tiles one step away.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> TileSet {
        const TABLE: [TileSet; 6] = [
            TileSet::of(&[Tile::A, Tile::B]),
            TileSet::of(&[Tile::D1, Tile::B, Tile::C]),
            TileSet::of(&[Tile::D1, Tile::A, Tile::D]),
            TileSet::of(&[Tile::A, Tile::D, Tile::D2]),
            TileSet::of(&[Tile::B, Tile::C, Tile::D2]),
            TileSet::of(&[Tile::C, Tile::D]),
        ];
        TABLE[self as usize]
    }

    /// Its name: `D1`, `a`, `b`, `c`, `d`, `D2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["D1", "a", "b", "c", "d", "D2"][self as usize]
    }

    pub(super) fn read(text: &str) -> Option<Tile> {
        Tile::ALL.into_iter().find(|tile| tile.name() == text)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileSet(u8);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet(0);

    /// These tiles.
    #[must_use]
    pub const fn of(tiles: &[Tile]) -> TileSet {
        let mut bits = 0;
        let mut i = 0;
        while i < tiles.len() {
            bits |= 1 << tiles[i] as u8;
            i += 1;
        }
        TileSet(bits)
    }

    /// Just this tile if `condition` holds, else none: a set is gathered without branches.
    #[inline]
    pub(super) const fn when(tile: Tile, condition: bool) -> TileSet {
        TileSet((condition as u8) << tile as u8)
    }

    /// Whether a tile is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile as u8 & 1 == 1
    }

    /// Whether no tile is in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles one step away from any of these.
    #[inline]
    pub(super) fn neighbours(self) -> TileSet {
        self.fold(TileSet::EMPTY, |all, tile| all | tile.neighbours())
    }
}

impl Iterator for TileSet {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        let tile = Tile::ALL.get(self.0.trailing_zeros() as usize).copied()?;
        self.0 &= self.0 - 1;
        Some(tile)
    }
}

impl BitOr for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl BitAnd for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl Not for TileSet {
    type Output = TileSet;
    #[inline]
    fn not(self) -> TileSet {
        TileSet(!self.0 & 0b11_1111)
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
