//! One word a player: 25 chip bits and the pawn's square above them. Scores are updated, not recounted: a table says
//! what a tile pays to everyone for each set of owners, five players in one machine word, so a chip that comes
//! or goes costs two loads, an addition and a subtraction. Counting points with masks for each value and colour
//! took six population counts a player, for every player, on every turn, because B4 asks for all scores.

use breadboard_core::squares::{self, Grid, SquareName};
use std::fmt;

/// How many tiles, and how many squares to lay them on.
pub(super) const SQUARES: usize = 25;
const SIDE: u8 = 5;
const GRID: Grid = Grid::new(SIDE, SIDE);

/// A place in the grid, counted row by row from a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square in this file and row, both from 0; `None` outside the grid.
    #[must_use]
    pub const fn new(file: u8, row: u8) -> Option<Square> {
        if file < SIDE && row < SIDE { Some(Square(GRID.square(file, row).number())) } else { None }
    }

    /// File and row, and how people write them.
    const fn name(self) -> SquareName {
        GRID.name(squares::Square::new(self.0))
    }

    /// The file, from 0 for a.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.name().file
    }

    /// The row, from 0 for the lowest.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.name().row
    }

    /// The squares in the order of the deal (B1): row by row from a5, at the top left.
    pub fn dealt() -> impl Iterator<Item = Square> {
        (0..SIDE).rev().flat_map(|row| (0..SIDE).filter_map(move |file| Square::new(file, row)))
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }

    /// How many steps in any of the eight directions lie between two squares.
    pub(super) const fn steps_to(self, other: Square) -> u8 {
        let (files, rows) = (self.file().abs_diff(other.file()), self.row().abs_diff(other.row()));
        if files > rows { files } else { rows }
    }

    /// Reads `c3`.
    pub(super) fn read(text: &str) -> Option<Square> {
        GRID.read_square(text).map(|square| Square(square.number()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

/// A player's letter: it fixes the colour, the start and the place in the turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Letter {
    /// Red, from a5.
    A,
    /// Blue, from e1.
    B,
    /// Green, from c3.
    C,
    /// Orange, from e5.
    D,
    /// Purple, from a1.
    E,
}

impl Letter {
    /// Every letter in alphabetical order.
    pub const ALL: [Letter; 5] = [Letter::A, Letter::B, Letter::C, Letter::D, Letter::E];

    /// The letters that play with this many seats, in turn order (B3).
    #[must_use]
    pub const fn in_play(seats: u8) -> &'static [Letter] {
        match seats {
            0..=2 => &[Letter::A, Letter::B],
            3 => &[Letter::A, Letter::B, Letter::C],
            4 => &[Letter::A, Letter::B, Letter::D, Letter::E],
            _ => &Letter::ALL,
        }
    }

    /// Where the pawn and the first chip stand.
    #[must_use]
    pub const fn start(self) -> Square {
        match self {
            Letter::A => Square(20),
            Letter::B => Square(4),
            Letter::C => Square(12),
            Letter::D => Square(24),
            Letter::E => Square(0),
        }
    }

    /// The colour in words.
    #[must_use]
    pub const fn colour(self) -> &'static str {
        match self {
            Letter::A => "red",
            Letter::B => "blue",
            Letter::C => "green",
            Letter::D => "orange",
            Letter::E => "purple",
        }
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Reads `A`.
    pub(super) fn read(letter: char) -> Option<Letter> {
        Letter::ALL.into_iter().find(|known| known.name() == letter)
    }

    pub(super) const fn name(self) -> char {
        (b'A' + self as u8) as char
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

/// One of the 25 tiles: a colour, which belongs to a letter even if no seat plays it, and a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// The tile of this letter's colour and a value from 1 to 5; `None` for other values.
    #[must_use]
    pub const fn new(colour: Letter, value: u8) -> Option<Tile> {
        if value >= 1 && value <= 5 { Some(Tile(colour as u8 * 5 + value - 1)) } else { None }
    }

    /// Every tile once.
    pub fn all() -> [Tile; SQUARES] {
        std::array::from_fn(|id| Tile(id as u8))
    }

    /// The letter whose colour the tile has.
    #[must_use]
    pub const fn colour(self) -> Letter {
        Letter::ALL[(self.0 / 5) as usize]
    }

    /// The value, from 1 to 5.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0 % 5 + 1
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Reads `b4`.
    pub(super) fn read(text: &str) -> Option<Tile> {
        let [colour, value] = text.as_bytes() else { return None };
        let colour = Letter::ALL.into_iter().find(|letter| letter.colour().as_bytes()[0] == *colour)?;
        Tile::new(colour, value.checked_sub(b'0')?)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", &self.colour().colour()[..1], self.value())
    }
}

/// A player's chips and pawn in one word; repetitions (B11) are found by comparing these words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Walker(pub(super) u32);

const CHIPS: u32 = (1 << SQUARES) - 1;

impl Walker {
    /// Not on the board: no chips, and a pawn where no pawn can meet it.
    pub(super) const ABSENT: Walker = Walker(31 << SQUARES);

    pub(super) const fn new(chips: u32, pawn: Square) -> Walker {
        Walker(chips & CHIPS | (pawn.0 as u32) << SQUARES)
    }

    #[inline]
    pub(super) const fn chips(self) -> u32 {
        self.0 & CHIPS
    }

    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.chips().count_ones()
    }

    /// The pawn's square; meaningless when absent.
    #[inline]
    pub(super) const fn pawn(self) -> Square {
        Square((self.0 >> SQUARES) as u8)
    }

    pub(super) fn is_absent(self) -> bool {
        self == Walker::ABSENT
    }

    /// The pawn arrives on a square and the chip there comes or goes.
    #[inline]
    pub(super) const fn stepped(self, to: Square) -> Walker {
        Walker((self.0 ^ to.bit()) & CHIPS | (to.0 as u32) << SQUARES)
    }
}

/// Five scores in five bytes, by letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Points(u64);

const ONES: u64 = 0x01_0101_0101;

impl Points {
    const NONE: Points = Points(0);

    #[inline]
    pub(super) const fn of(self, letter: Letter) -> u8 {
        (self.0 >> (8 * letter as u32)) as u8
    }

    /// What a tile pays to each of its owners.
    pub(super) const fn paid(tile: Tile, owners: usize) -> Points {
        Points(PAYS[tile.index()][owners & 31])
    }

    /// Adds what a tile pays now and subtracts what it paid before. No byte overflows: no score exceeds 90 (B12).
    #[inline]
    pub(super) const fn change(self, tile: Tile, before: usize, after: usize) -> Points {
        let pays = &PAYS[tile.index()];
        Points(self.0.wrapping_add(pays[after]).wrapping_sub(pays[before]))
    }

    /// B4: whether all other letters in play have more; a tie for lowest gives no letter the diagonal.
    #[inline]
    pub(super) const fn is_lowest(self, letter: Letter, players: Players) -> bool {
        let mine = (self.0 >> (8 * letter as u32) & 0xFF) + 1;
        // A top bit survives where the score is at least `mine`; the mover's never does.
        let above = (self.0 | players.tops) - mine * (players.tops >> 7);
        above & players.tops == players.tops ^ 0x80 << (8 * letter as u32)
    }
}

/// Which letters play, as the top bits of their bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Players {
    tops: u64,
}

impl Players {
    pub(super) const fn new(letters: &[Letter]) -> Players {
        let (mut tops, mut i) = (0, 0);
        while i < letters.len() {
            tops |= 0x80 << (8 * letters[i] as u32);
            i += 1;
        }
        Players { tops }
    }
}

/// What each tile pays to each letter, for every set of letters that may have chips on it.
static PAYS: [[u64; 32]; SQUARES] = pays();

const fn pays() -> [[u64; 32]; SQUARES] {
    let mut table = [[0; 32]; SQUARES];
    let mut id = 0;
    while id < SQUARES {
        let tile = Tile(id as u8);
        let mut owners = 1usize;
        while owners < 32 {
            let shared = owners & (owners - 1) != 0;
            let worth = if shared { 1 } else { tile.value() as u64 };
            let everyone = worth * ONES;
            // B7: a colour that no seat plays is doubled for no seat, because its letter owns nothing.
            let doubled = everyone + (worth << (8 * tile.colour() as u32));
            let mut letter = 0;
            while letter < 5 {
                if owners >> letter & 1 == 1 {
                    table[id][owners] |= doubled & 0xFF << (8 * letter);
                }
                letter += 1;
            }
            owners += 1;
        }
        id += 1;
    }
    table
}

/// Tiles, chips, pawns and what they are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) points: Points,
    pub(super) walkers: [Walker; 5],
    pub(super) tiles: [Tile; SQUARES],
}

impl Board {
    /// The board with no player on it.
    pub(super) const fn new(tiles: [Tile; SQUARES]) -> Board {
        Board { points: Points::NONE, walkers: [Walker::ABSENT; 5], tiles }
    }

    pub(super) const fn walker(&self, letter: Letter) -> Walker {
        self.walkers[letter.index()]
    }

    pub(super) const fn tile(&self, square: Square) -> Tile {
        self.tiles[square.index()]
    }

    /// The letters with a chip on a square, as bits.
    #[inline]
    pub(super) fn owners(&self, square: Square) -> usize {
        let chips = |letter: usize| (self.walkers[letter].0 >> square.0 & 1) << letter;
        (chips(0) | chips(1) | chips(2) | chips(3) | chips(4)) as usize
    }

    /// The pawn goes to a square, and the chip there comes or goes.
    #[inline]
    pub(super) fn step(&mut self, letter: Letter, to: Square) {
        let before = self.owners(to);
        self.points = self.points.change(self.tile(to), before, before ^ 1 << letter as usize);
        self.walkers[letter.index()] = self.walkers[letter.index()].stepped(to);
    }

    /// Puts a player on the board with chips and a pawn.
    pub(super) fn place(&mut self, letter: Letter, walker: Walker) {
        debug_assert!(self.walker(letter).is_absent());
        for square in Square::dealt().filter(|square| walker.chips() & square.bit() != 0) {
            let before = self.owners(square);
            self.points = self.points.change(self.tile(square), before, before | 1 << letter as usize);
        }
        self.walkers[letter.index()] = walker;
    }

    /// B8, B9: whether this pawn stands with another one and both players have chips enough to end the game.
    #[inline]
    pub(super) fn meets(&self, letter: Letter, end_chips: u32) -> bool {
        let own = self.walker(letter);
        // Pawns seldom share a tile, so chips are seldom counted.
        self.walkers.iter().enumerate().any(|(other, walker)| {
            other != letter.index()
                && walker.pawn() == own.pawn()
                && walker.count() >= end_chips
                && own.count() >= end_chips
        })
    }
}

/// Where a pawn may go: the orthogonal neighbours first, then the diagonal ones.
pub(super) struct PawnSteps {
    to: [Square; 8],
    straight: u8,
    all: u8,
}

impl PawnSteps {
    #[inline]
    pub(super) fn from(square: Square, diagonal: bool) -> &'static [Square] {
        let steps = &PAWN_STEPS[square.index()];
        &steps.to[..usize::from(if diagonal { steps.all } else { steps.straight })]
    }
}

static PAWN_STEPS: [PawnSteps; SQUARES] = steps();

const fn steps() -> [PawnSteps; SQUARES] {
    const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (-1, -1), (1, -1)];
    let mut table = [const { PawnSteps { to: [Square(0); 8], straight: 0, all: 0 } }; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let here = Square(at as u8);
        let steps = &mut table[at];
        let mut i = 0;
        while i < 8 {
            let (files, rows) = DIRECTIONS[i];
            let (file, row) = (here.file().wrapping_add_signed(files), here.row().wrapping_add_signed(rows));
            if let Some(to) = Square::new(file, row) {
                steps.to[steps.all as usize] = to;
                steps.all += 1;
                if i < 4 {
                    steps.straight += 1;
                }
            }
            i += 1;
        }
        at += 1;
    }
    table
}
