//! The places of the forest: directions, cards, the spaces of the path and sets of them.
//!
//! Cards are numbered eight to the row although a row has at most six, so a shift past any edge falls on a
//! number that no card has: hedge (S1) without a mask.

use std::fmt;

/// One of the four ways a pawn can step; north is up, to the higher rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

use Direction::{East, North, South, West};

impl Direction {
    /// All four, clockwise.
    pub const ALL: [Direction; 4] = [North, East, South, West];

    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub(super) const fn from_index(index: usize) -> Direction {
        Direction::ALL[index & 3]
    }

    /// The way straight back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self as usize + 2)
    }

    /// The letter people write.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            North => 'n',
            East => 'e',
            South => 's',
            West => 'w',
        }
    }

    /// Reads the letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// The word people say.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            North => "north",
            East => "east",
            South => "south",
            West => "west",
        }
    }

    /// The places whose neighbour this way is in a set of cards.
    #[inline]
    pub(super) const fn before(self, cards: u64) -> u64 {
        match self {
            North => cards >> 8,
            East => cards >> 1,
            South => cards << 8,
            West => cards << 1,
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Directions(pub(super) u8);

impl Directions {
    pub(super) const NONE: Directions = Directions(0);

    #[inline]
    pub(super) const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    #[inline]
    pub(super) const fn without(self, direction: Direction) -> Directions {
        Directions(self.0 & !(1 << direction as u8))
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.contains(*direction))
    }
}

/// The place of a card, `a1` at the bottom left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(super) u8);

impl Card {
    pub(super) const FIRST: Card = Card(0);

    /// The place in a column and row, both from 0; `None` past the sixth.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Card> {
        if column < 6 && row < 6 { Some(Card(row * 8 + column)) } else { None }
    }

    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The column, from 0.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row, from 0.
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// How many cards it is to another, counted orthogonally.
    #[must_use]
    pub const fn apart(self, other: Card) -> u8 {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }

    /// The neighbour's number; one that no card has past the edge.
    #[inline]
    pub(super) const fn beyond(self, direction: Direction) -> Card {
        let step: u8 = match direction {
            North => 8,
            East => 1,
            South => 8u8.wrapping_neg(),
            West => 1u8.wrapping_neg(),
        };
        Card(self.0.wrapping_add(step) & 63)
    }

    /// Reads a name and gives the rest of the text.
    pub(super) fn read(text: &str) -> Option<(Card, &str)> {
        let mut chars = text.chars();
        let column = u8::try_from(chars.next()?).ok()?.checked_sub(b'a')?;
        let row = u8::try_from(chars.next()?).ok()?.checked_sub(b'1')?;
        Some((Card::at(column, row)?, chars.as_str()))
    }

    /// The cards of a set, in rising order.
    pub(super) fn all(mut cards: u64) -> impl Iterator<Item = Card> {
        std::iter::from_fn(move || {
            (cards != 0).then(|| {
                let card = Card(cards.trailing_zeros() as u8);
                cards &= cards - 1;
                card
            })
        })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// One space of the path: the centre of a card or the middle of one of its sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space {
    card: Card,
    part: u8,
}

pub(super) const CENTRE: usize = 4;

impl Space {
    /// The centre of a card.
    #[inline]
    #[must_use]
    pub const fn centre(card: Card) -> Space {
        Space { card, part: CENTRE as u8 }
    }

    /// The exit of a card on one side.
    #[inline]
    #[must_use]
    pub const fn exit(card: Card, side: Direction) -> Space {
        Space { card, part: side as u8 }
    }

    /// The card it is on.
    #[inline]
    #[must_use]
    pub const fn card(self) -> Card {
        self.card
    }

    /// The side it is on; `None` for a centre.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Option<Direction> {
        if self.part < CENTRE as u8 { Some(Direction::from_index(self.part as usize)) } else { None }
    }

    #[inline]
    pub(super) const fn is_centre(self) -> bool {
        self.part == CENTRE as u8
    }

    /// All spaces a card could have: the sides clockwise from the north, then the centre.
    pub(super) fn of_card(card: Card) -> impl Iterator<Item = Space> {
        (0..=CENTRE as u8).map(move |part| Space { card, part })
    }

    /// Column and row among the spaces, three to a card.
    #[inline]
    pub(super) const fn grid(self) -> (u8, u8) {
        const ACROSS: [u8; 5] = [1, 2, 1, 0, 1];
        const UP: [u8; 5] = [2, 1, 0, 1, 1];
        let part = self.part as usize;
        (self.card.column() * 3 + ACROSS[part], self.card.row() * 3 + UP[part])
    }

    /// Where the space lies after its card was turned by 90°.
    #[inline]
    pub(super) const fn turned(self, way: Spin) -> Space {
        match self.side() {
            Some(side) => Space::exit(self.card, way.carries(side)),
            None => self,
        }
    }

    /// The space one step on, where there is path.
    #[inline]
    pub(super) const fn next(self, direction: Direction) -> Space {
        match self.side() {
            None => Space::exit(self.card, direction),
            Some(side) if side as u8 == direction as u8 => {
                Space::exit(self.card.beyond(direction), direction.opposite())
            }
            Some(_) => Space::centre(self.card),
        }
    }

    /// Reads `c4` (the centre) or `c4n`, and gives the rest of the text.
    pub(super) fn read(text: &str) -> Option<(Space, &str)> {
        let (card, rest) = Card::read(text)?;
        let side = rest.chars().next().and_then(Direction::from_letter);
        Some(match side {
            Some(side) => (Space::exit(card, side), rest.get(1..)?),
            None => (Space::centre(card), rest),
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.card)?;
        self.side().map_or(Ok(()), |side| write!(f, "{}", side.letter()))
    }
}

/// Which way a card is turned by 90°.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spin {
    /// Clockwise: north goes to the east.
    Clockwise,
    /// Counterclockwise: north goes to the west.
    Counterclockwise,
}

impl Spin {
    /// Both.
    pub const ALL: [Spin; 2] = [Spin::Clockwise, Spin::Counterclockwise];

    #[inline]
    pub(super) const fn carries(self, side: Direction) -> Direction {
        Direction::from_index(side as usize + if let Spin::Clockwise = self { 1 } else { 3 })
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Spin::Clockwise => "cw",
            Spin::Counterclockwise => "ccw",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Spin> {
        Spin::ALL.into_iter().find(|way| way.word() == word)
    }
}

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Spaces(pub(super) [u64; 5]);

impl Spaces {
    #[inline]
    pub(super) const fn contains(&self, space: Space) -> bool {
        self.0[space.part as usize] & space.card.bit() != 0
    }

    #[inline]
    pub(super) const fn insert(&mut self, space: Space) {
        self.0[space.part as usize] |= space.card.bit();
    }

    /// Takes a space out and says whether it was in.
    #[inline]
    pub(super) const fn remove(&mut self, space: Space) -> bool {
        let here = self.contains(space);
        self.0[space.part as usize] &= !space.card.bit();
        here
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.cards() == 0
    }

    /// The cards that have a space of the set.
    #[inline]
    pub(super) const fn cards(&self) -> u64 {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] | self.0[4]
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|cards| cards.count_ones()).sum()
    }

    /// Whether some space is in both sets.
    #[inline]
    pub(super) fn meets(&self, other: &Spaces) -> bool {
        !self.both(other).is_empty()
    }

    /// The same as `==`, without a call of the library's comparison: it is asked in hot loops.
    #[inline]
    pub(super) fn is_same(&self, other: &Spaces) -> bool {
        (0..5).fold(0, |different, part| different | (self.0[part] ^ other.0[part])) == 0
    }

    /// The spaces in both sets.
    #[inline]
    pub(super) fn both(&self, other: &Spaces) -> Spaces {
        Spaces(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }

    /// One space of the set, if there is any.
    #[inline]
    pub(super) fn first(&self) -> Option<Space> {
        let part = self.0.iter().position(|cards| *cards != 0)?;
        Some(Space { card: Card(self.0[part].trailing_zeros() as u8), part: part as u8 })
    }

    /// The exits on one side.
    #[inline]
    pub(super) const fn on_side(&self, side: Direction) -> u64 {
        self.0[side as usize]
    }

    /// The centres.
    #[inline]
    pub(super) const fn centres(&self) -> u64 {
        self.0[CENTRE]
    }
}
