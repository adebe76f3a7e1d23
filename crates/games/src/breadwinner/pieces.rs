//! A bot on the map is one 16-bit word, and the two words of a tile are kept in falling order: alike bots are
//! equal words, so "interchangeable" is `==`, and equal positions are equal states.

use breadboard_core::Seat;
use std::fmt;

/// What a die shows while it is a bot (W23).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Plants crops and restores poisoned Land.
    Drone = 1,
    /// Harvests, steals and unloads.
    Harvester,
    /// Poisons Land and melts Harvesters.
    Locust,
    /// Pulses rival bots.
    Soldier,
    /// Keeps rival bots out.
    Shield,
}

impl Kind {
    /// Every kind, in the order of the faces 1 to 5.
    pub const ALL: [Kind; 5] = [Kind::Drone, Kind::Harvester, Kind::Locust, Kind::Soldier, Kind::Shield];

    /// The face of the die.
    #[inline]
    #[must_use]
    pub const fn face(self) -> u8 {
        self as u8
    }

    /// The bot of a face; `None` for 6, which is Research & Development, and for what no die shows.
    #[inline]
    #[must_use]
    pub const fn of_face(face: u8) -> Option<Kind> {
        match face {
            1..=5 => Some(Kind::ALL[face as usize - 1]),
            _ => None,
        }
    }

    /// The two letters of the notation.
    #[must_use]
    pub const fn short(self) -> &'static str {
        ["Dr", "Ha", "Lo", "So", "Sh"][self as usize - 1]
    }

    pub(super) fn read(text: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.short() == text)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Drone", "Harvester", "Locust", "Soldier", "Shield"][*self as usize - 1])
    }
}

/// A bot as a move names it: its kind and, for a Harvester, what it carries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bot {
    pub(super) kind: Kind,
    /// The value of the chip on it; 0 is none.
    pub(super) load: u8,
}

impl Bot {
    /// A bot that carries nothing.
    #[must_use]
    pub const fn empty(kind: Kind) -> Bot {
        Bot { kind, load: 0 }
    }

    /// Reads `Dr`, `Ha`, `Ha7`.
    pub(super) fn read(text: &str) -> Option<Bot> {
        let kind = Kind::read(text.get(..2)?)?;
        let load = match text.get(2..)? {
            "" => 0,
            digits if kind == Kind::Harvester => super::chips::read_value(digits)?,
            _ => return None,
        };
        Some(Bot { kind, load })
    }
}

/// The notation: `Dr`, `Ha`, `Ha7`.
impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.short())?;
        if self.load > 0 { write!(f, "{}", self.load) } else { Ok(()) }
    }
}

/// A bot on the map, or the empty place for one. From the low end: used this phase (1 bit), load (4), kind
/// (3), seat 1's (1). The mark is lowest, so that wiping it keeps the two bots of a tile in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Piece(u16);

impl Piece {
    pub(super) const NONE: Piece = Piece(0);

    #[inline]
    pub(super) const fn new(owner: Seat, bot: Bot) -> Piece {
        Piece(Piece::owner_bit(owner) | (bot.kind as u16) << 5 | (bot.load as u16) << 1)
    }

    const fn owner_bit(seat: Seat) -> u16 {
        if seat.index() == 0 { 1 << 8 } else { 0 }
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The bot; `None` for an empty place.
    #[inline]
    pub(super) const fn bot(self) -> Option<Bot> {
        match Kind::of_face((self.0 >> 5 & 7) as u8) {
            Some(kind) => Some(Bot { kind, load: (self.0 >> 1 & 15) as u8 }),
            None => None,
        }
    }

    /// Whether this is a bot of that seat.
    #[inline]
    pub(super) const fn is_of(self, seat: Seat) -> bool {
        self.0 != 0 && self.0 & 1 << 8 == Piece::owner_bit(seat)
    }

    #[inline]
    pub(super) const fn is_kind(self, kind: Kind) -> bool {
        self.0 >> 5 & 7 == kind as u16
    }

    /// Whether it has moved or acted in this map phase.
    #[inline]
    pub(super) const fn is_used(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(super) const fn used(self, used: bool) -> Piece {
        Piece(self.0 & !1 | used as u16)
    }
}

/// As position texts and drawings have it: `1Dr`, `2Ha7!`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bot() {
            None => f.write_str("-"),
            Some(bot) => {
                let (owner, used) = (2 - (self.0 >> 8), if self.is_used() { "!" } else { "" });
                write!(f, "{owner}{bot}{used}")
            }
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of a seat's four factories.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Factory(u8);

impl Factory {
    /// The factories 1 to 4.
    pub const ALL: [Factory; 4] = [Factory(0), Factory(1), Factory(2), Factory(3)];

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number, 1 to 4: how many tiles a bot goes from it.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    pub(super) fn read(text: &str) -> Option<Factory> {
        let number = ["1", "2", "3", "4"].iter().position(|&digit| digit == text)?;
        Factory::ALL.get(number).copied()
    }
}

impl fmt::Display for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
