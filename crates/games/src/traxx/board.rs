//! The printed board and the deck, read from a text file that people can look at and change. One checker (T13)
//! stands between a board and the game, whether the board was read or generated.

use super::hex::{FIELDS, Fields, Hex};
use breadboard_core::{OptionKind, OptionValue};
use serde::Serialize;
use std::fmt;

/// A colour (T14). Letter and symbol tell it apart without seeing it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = traxx::ColourName, description = "A colour.")
)]
pub enum Colour {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
    /// Grey.
    Grey,
}

impl Colour {
    /// The six colours in order.
    pub const ALL: [Colour; 6] =
        [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow, Colour::Purple, Colour::Grey];

    /// The capital letter it is written with.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Blue => 'B',
            Colour::Green => 'G',
            Colour::Yellow => 'Y',
            Colour::Purple => 'P',
            Colour::Grey => 'E',
        }
    }

    /// The sign that goes with it wherever it is shown as a colour.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Colour::Red => '▲',
            Colour::Blue => '●',
            Colour::Green => '■',
            Colour::Yellow => '★',
            Colour::Purple => '◆',
            Colour::Grey => '✚',
        }
    }

    /// Reads a letter.
    #[must_use]
    pub fn read(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Purple => "purple",
            Colour::Grey => "grey",
        })
    }
}

/// The colours that may still be walked on: each of a set once, and one of them perhaps a second time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Palette {
    set: u8,
    /// The colour shown twice, as a bit, until it has been used once; then 0.
    twice: u8,
}

impl Palette {
    /// The set of colours, as an index into [`Board::fields_in`].
    #[inline]
    pub(super) const fn set(self) -> u8 {
        self.set
    }

    /// How many fields a path can reach with it.
    pub(super) const fn signs(self) -> u32 {
        self.set.count_ones() + self.twice.count_ones()
    }

    /// What is left after a field of this colour.
    #[inline]
    pub(super) const fn less(self, colour: Colour) -> Palette {
        let bit = colour.bit();
        // Without a branch: a colour shown twice stays in the set once, and is no longer shown twice.
        Palette { set: self.set & !(bit & !self.twice), twice: self.twice & !bit }
    }

    /// Whether a colour is left.
    #[must_use]
    pub const fn has(self, colour: Colour) -> bool {
        self.set & colour.bit() != 0
    }

    /// The colours, a doubled one twice, in order.
    pub fn colours(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().flat_map(move |colour| {
            let count = usize::from(self.has(colour)) + usize::from(self.twice == colour.bit());
            std::iter::repeat_n(colour, count)
        })
    }

    /// Reads colours in any order, one of them perhaps twice.
    pub(super) fn read(text: &str) -> Option<Palette> {
        let mut palette = Palette { set: 0, twice: 0 };
        for letter in text.chars() {
            let bit = Colour::read(letter)?.bit();
            if palette.set & bit == 0 {
                palette.set |= bit;
            } else if palette.twice == 0 {
                palette.twice = bit;
            } else {
                return None;
            }
        }
        Some(palette)
    }
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.colours().try_for_each(|colour| write!(f, "{}", colour.letter()))
    }
}

impl fmt::Debug for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How many cards the deck has (T15).
pub const CARDS: usize = 15;

const STANDARD: &str = include_str!("standard.txt");

/// The printed board with its deck.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    colours: [Colour; FIELDS],
    /// The number printed on a field; 0 for none.
    numbers: [u8; FIELDS],
    /// The four starts, in the order of the fields.
    starts: [Hex; 4],
    cards: [Palette; CARDS],
    /// The fields of every set of colours.
    in_colours: [Fields; 64],
    numbered: Fields,
    /// The field of each number.
    places: [Hex; 11],
    /// Whether it is the one that most games are played on.
    standard: bool,
}

impl Board {
    /// Puts a board together; [`Board::check`] says whether it keeps the laws.
    pub(super) fn new(
        colours: [Colour; FIELDS],
        numbers: [u8; FIELDS],
        mut starts: [Hex; 4],
        cards: [Palette; CARDS],
    ) -> Board {
        starts.sort_unstable();
        let mut in_colours = [Fields::NONE; 64];
        for (set, fields) in in_colours.iter_mut().enumerate() {
            *fields = Hex::all().filter(|hex| set as u8 & colours[hex.index()].bit() != 0).collect();
        }
        let numbered = Hex::all().filter(|hex| numbers[hex.index()] != 0).collect();
        let mut places = [Hex::CENTRE; 11];
        for hex in Hex::all() {
            places[usize::from(numbers[hex.index()]) % 11] = hex;
        }
        Board { colours, numbers, starts, cards, in_colours, numbered, places, standard: false }
    }

    /// Reads the standard board.
    ///
    /// # Errors
    /// What is wrong with its data file.
    pub(super) fn standard() -> Result<Board, String> {
        Board::read(STANDARD)
    }

    /// Reads the data file: nine rows of fields, then the cards. `R` is a red field, `R10` one with a number,
    /// `R*` a start; `#` opens a remark.
    ///
    /// # Errors
    /// What is wrong with the text, or which law of T13 the board breaks.
    pub fn read(text: &str) -> Result<Board, String> {
        let mut words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
        let mut colours = [Colour::Red; FIELDS];
        let mut numbers = [0; FIELDS];
        let mut starts = Vec::new();
        for hex in Hex::all() {
            let word = words.next().ok_or_else(|| format!("there is no field {hex}"))?;
            let wrong = || format!("{hex}: \"{word}\" is not a field");
            let mut letters = word.chars();
            let colour = letters.next().and_then(Colour::read).ok_or_else(wrong)?;
            colours[hex.index()] = colour;
            match letters.as_str() {
                "" => {}
                "*" => starts.push(hex),
                number => {
                    numbers[hex.index()] =
                        number.parse().ok().filter(|n| (2..=10).contains(n)).ok_or_else(wrong)?;
                }
            }
        }
        let starts: [Hex; 4] =
            starts.try_into().map_err(|found: Vec<Hex>| format!("{} starts, not 4", found.len()))?;
        let cards: Vec<Palette> = words
            .map(|word| Palette::read(word).ok_or_else(|| format!("\"{word}\" is not a card")))
            .collect::<Result<_, _>>()?;
        let cards: [Palette; CARDS] =
            cards.try_into().map_err(|found: Vec<Palette>| format!("{} cards, not {CARDS}", found.len()))?;
        let board = Board::new(colours, numbers, starts, cards);
        board.check()?;
        Ok(Board { standard: text == STANDARD, ..board })
    }

    /// The laws of T13 and T15.
    ///
    /// # Errors
    /// The first law that the board breaks.
    pub fn check(&self) -> Result<(), String> {
        for hex in Hex::all() {
            let colour = self.colour(hex);
            if let Some(other) = hex.near().find(|&other| self.colour(other) == colour) {
                return Err(format!("the neighbours {hex} and {other} are both {colour}"));
            }
        }
        let mut counts = Colour::ALL.map(|colour| self.fields_in(colour.bit()).len());
        counts.sort_unstable();
        if counts != [10, 10, 10, 10, 10, 11] {
            return Err("the colours do not have ten fields each and one of them the 61st".to_owned());
        }
        for number in 2..=10 {
            let mut fields = self.numbered.filter(|&hex| self.number(hex) == Some(number));
            let (Some(hex), None) = (fields.next(), fields.next()) else {
                return Err(format!("the number {number} is not on exactly one field"));
            };
            if (number >= 5) != Hex::CORNERS.contains(&hex) {
                return Err(format!("the number {number} is on {hex}: 5 to 10 have the corners, 2 to 4 not"));
            }
            if number < 5 && hex.near().len() < 6 {
                return Err(format!("the number {number} is on {hex}, at the rim and not inside"));
            }
        }
        for (i, &start) in self.starts.iter().enumerate() {
            if !start.touches(Hex::CENTRE) {
                return Err(format!("the start {start} does not touch the centre"));
            }
            if self.number(start).is_some() {
                return Err(format!("the start {start} has a number"));
            }
            for &other in &self.starts[..i] {
                if other == start || self.colour(other) == self.colour(start) {
                    return Err(format!("the starts {other} and {start} are alike"));
                }
            }
        }
        let mut doubled = 0;
        for (i, card) in self.cards.iter().enumerate() {
            if card.set.count_ones() != 4 {
                return Err(format!("the card {card} does not show four colours"));
            }
            if let Some(twin) = self.cards[..i].iter().find(|other| other.set == card.set) {
                return Err(format!("the cards {twin} and {card} show the same colours"));
            }
            if card.twice != 0 && doubled & card.twice != 0 {
                return Err(format!("the card {card} doubles a colour that another card doubles"));
            }
            doubled |= card.twice;
        }
        if doubled != 0b11_1111 {
            return Err("not every colour is doubled on a card".to_owned());
        }
        Ok(())
    }

    /// The colour of a field.
    #[inline]
    #[must_use]
    pub fn colour(&self, hex: Hex) -> Colour {
        self.colours[hex.index()]
    }

    /// The number printed on a field.
    #[inline]
    #[must_use]
    pub fn number(&self, hex: Hex) -> Option<u8> {
        let number = self.numbers[hex.index()];
        (number != 0).then_some(number)
    }

    /// The field that carries a number.
    #[inline]
    pub(super) fn field_of(&self, number: u8) -> Hex {
        self.places[usize::from(number) % 11]
    }

    /// The fields with a number.
    #[inline]
    #[must_use]
    pub fn numbered(&self) -> Fields {
        self.numbered
    }

    /// The four starts, in the order of the fields.
    #[must_use]
    pub fn starts(&self) -> [Hex; 4] {
        self.starts
    }

    /// The deck, in the order of the data file.
    #[must_use]
    pub fn cards(&self) -> &[Palette; CARDS] {
        &self.cards
    }

    /// Whether it is the standard board.
    #[inline]
    pub(super) fn is_standard(&self) -> bool {
        self.standard
    }

    /// The fields of a set of colours.
    #[inline]
    pub(super) fn fields_in(&self, set: u8) -> Fields {
        self.in_colours[usize::from(set & 63)]
    }
}

/// The nine rows, as [`Board::read`] takes them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..9 {
            let mut line = " ".repeat(2 * (9 - Hex::columns(row)));
            for hex in Hex::row(row) {
                let start = if self.starts.contains(&hex) { "*".to_owned() } else { String::new() };
                let mark = self.number(hex).map_or(start, |number| number.to_string());
                line += &format!("{}{mark:<3}", self.colour(hex).letter());
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}{:?}", self.cards)
    }
}

/// Which board is played on (T13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardChoice {
    /// The project's own board.
    #[default]
    Standard,
    /// The board that a number generates.
    Generated(u64),
}

impl OptionValue for BoardChoice {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Form {
            expected: "standard, or a whole number from 0 to 18446744073709551615",
            examples: &["standard", "1", "18446744073709551615"],
        }
    }

    fn read(text: &str) -> Option<BoardChoice> {
        match text {
            "standard" => Some(BoardChoice::Standard),
            // `parse` takes `+1`; a board has one name.
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().map(BoardChoice::Generated)
            }
            _ => None,
        }
    }

    fn write(&self) -> String {
        match self {
            BoardChoice::Standard => "standard".to_owned(),
            BoardChoice::Generated(seed) => seed.to_string(),
        }
    }
}
