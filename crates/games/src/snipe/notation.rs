//! Moves as single words, `rot c4 cw`, and rolls; a deal is one line in the form the position text has too.
//!
//! A card is one character for its exits, so that a row of cards looks a little like the forest: `+` a cross,
//! `^ > v <` a T by its stem, `-` and `I` a straight, `L J 7 r` a corner. Then the mark in capitals (`F`eather,
//! `A`rrow, `N`est, `S`tation), then where crumbs lie: `n e s w` on the exits, `c` on the centre.

use super::deal::RollOff;
use super::forest::Forest;
use super::spaces::{Card, Direction, Directions, Space};
use super::state::{Dice, Pawn, Phase, State};
use super::{Chance, Drawn, Move, SnipeHunt, Spin};
use breadboard_core::{Notation, Refusal, Seat, compact, refusals};

const MOVES: &str = "write n, e, s or w, several steps as nne; rot c4 cw; feather; skip; turn cw; or a colour to choose a hunter";

impl Notation for SnipeHunt {
    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        move_text(mv)
    }

    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        move_from(text)
    }

    /// A walk may be written in one word: `nne`.
    fn several_moves(&self, text: &str) -> Vec<String> {
        let word = compact(text);
        let walk = word.len() > 1 && word.chars().all(|letter| Direction::from_letter(letter).is_some());
        if walk { word.chars().map(|step| step.to_string()).collect() } else { vec![text.to_owned()] }
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        self.position_from(text)
    }
}

pub(super) fn move_text(mv: Move) -> String {
    match mv {
        Move::Step(direction) => direction.letter().to_string(),
        Move::Skip => "skip".to_owned(),
        Move::Feather => "feather".to_owned(),
        Move::Rotate(card, way) => format!("rot {card} {}", way.word()),
        Move::Turn(way) => format!("turn {}", way.word()),
        Move::Pick(pawn) => pawn.name().to_owned(),
    }
}

/// Reads what [`move_text`] writes, in capitals or not, and with more blanks.
pub(super) fn move_from(text: &str) -> Result<Move, Refusal> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let (word, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
    let read = match (word, rest) {
        ("skip", "") => Some(Move::Skip),
        ("feather", "") => Some(Move::Feather),
        ("rot", _) => Card::read(rest).and_then(|(card, rest)| {
            let way = Spin::from_word(rest.strip_prefix(' ')?)?;
            Some(Move::Rotate(card, way))
        }),
        ("turn", way) => Spin::from_word(way).map(Move::Turn),
        (word, "") => {
            let mut letters = word.chars();
            match (letters.next().and_then(Direction::from_letter), letters.next()) {
                (Some(direction), None) => Some(Move::Step(direction)),
                _ => Pawn::from_colour(word).map(Move::Pick),
            }
        }
        _ => None,
    };
    read.ok_or_else(|| refusals::unreadable_move(text, MOVES))
}

/// The characters of cards, by the set of their exits.
const CARDS: [char; 16] = ['?', '?', '?', 'L', '?', 'I', 'r', '>', '?', 'J', '-', '^', '7', '<', 'v', '+'];

impl SnipeHunt {
    pub(super) fn chance_text(&self, chance: &Chance) -> String {
        match &chance.0 {
            Drawn::Deal(forest) => format!("deal {}", self.forest_text(forest)),
            Drawn::RollOff(RollOff { rounds }) => {
                let round = |sums: &Vec<u8>| sums.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                format!("roll-off {}", rounds.iter().map(round).collect::<Vec<_>>().join(", "))
            }
            Drawn::Roll(dice) => format!("roll {} {}", dice.faces().0, dice.faces().1),
        }
    }

    pub(super) fn chance_from(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let refuse = |expected: &str| Err(refusals::unreadable_chance(text, expected));
        match (state.phase, word) {
            (Phase::Deal, "deal") => match self.forest_from(rest) {
                Ok(forest) => Ok(Chance(Drawn::Deal(Box::new(forest)))),
                Err(reason) => refuse(&reason),
            },
            (Phase::Deal, _) => refuse("write deal and the rows of cards"),
            (Phase::RollOff, "roll-off") => {
                let round = |sums: &str| sums.split(' ').map(number).collect::<Option<Vec<u8>>>();
                match rest.split(", ").map(round).collect() {
                    Some(rounds) => Ok(Chance(Drawn::RollOff(RollOff { rounds }))),
                    None => refuse("write roll-off and a sum of two dice a seat, tied rolls after a comma"),
                }
            }
            (Phase::RollOff, _) => refuse("write roll-off 7 9 4, one sum a seat"),
            (_, "roll") => {
                let dice = rest.split_once(' ').and_then(|(a, b)| Dice::new(number(a)?, number(b)?));
                match dice {
                    Some(dice) => Ok(Chance(Drawn::Roll(dice))),
                    None => refuse("write roll and two numbers from 1 to 6"),
                }
            }
            _ => refuse("write roll 3 4"),
        }
    }

    /// The cards, the top row first.
    pub(super) fn forest_text(&self, forest: &Forest) -> String {
        let mut out = String::new();
        for row in (0..self.layout.rows).rev() {
            for column in 0..self.layout.columns {
                if column > 0 {
                    out.push(',');
                }
                match Card::at(column, row).filter(|card| self.layout.cards & card.bit() != 0) {
                    Some(card) => card_text(forest, card, &mut out),
                    None => out.push('.'),
                }
            }
            if row > 0 {
                out.push('/');
            }
        }
        out
    }

    pub(super) fn forest_from(&self, text: &str) -> Result<Forest, String> {
        let mut forest = Forest::BARE;
        let (mut nest, mut station) = (None, None);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(self.layout.rows) {
            return Err(format!(
                "{} rows of cards stand where the forest has {}",
                rows.len(),
                self.layout.rows
            ));
        }
        for (row, cards) in (0..self.layout.rows).rev().zip(rows) {
            let cards: Vec<&str> = cards.split(',').collect();
            if cards.len() != usize::from(self.layout.columns) {
                let (count, columns) = (cards.len(), self.layout.columns);
                return Err(format!("row {} has {count} cards, not {columns}", row + 1));
            }
            for (column, text) in (0..self.layout.columns).zip(cards) {
                let place = Card::at(column, row).filter(|card| self.layout.cards & card.bit() != 0);
                match place {
                    None if text == "." => {}
                    None => return Err("a . stands where the forest has no card".to_owned()),
                    Some(card) => read_card(&mut forest, card, text, &mut nest, &mut station)?,
                }
            }
        }
        forest.nest = nest.ok_or("there is no Nest, N")?;
        forest.station = station.ok_or("there is no Station, S")?;
        Ok(forest)
    }
}

/// A whole number without a sign or leading zeros.
pub(super) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

fn card_text(forest: &Forest, card: Card, out: &mut String) {
    out.push(CARDS[usize::from(forest.exits_of(card).0 & 15)]);
    if card == forest.nest {
        out.push('N');
    } else if card == forest.station {
        out.push('S');
    } else if forest.feathers & card.bit() != 0 {
        out.push('F');
    } else if forest.arrows & card.bit() != 0 {
        out.push('A');
    }
    for space in Space::of_card(card).filter(|space| forest.crumbs.contains(*space)) {
        out.push(space.side().map_or('c', Direction::letter));
    }
}

fn read_card(
    forest: &mut Forest,
    card: Card,
    text: &str,
    nest: &mut Option<Card>,
    station: &mut Option<Card>,
) -> Result<(), String> {
    let mut letters = text.chars().peekable();
    let exits = letters.next().filter(|letter| *letter != '?');
    let Some(exits) = CARDS.iter().position(|&known| Some(known) == exits) else {
        return Err(format!(
            "\"{}\" is not a card: it begins with one of + ^ > v < - I L J 7 r",
            refusals::clip(text)
        ));
    };
    forest.lay(card, Directions(exits as u8));
    let marked = match letters.peek() {
        Some('N') => nest.replace(card).is_none(),
        Some('S') => station.replace(card).is_none(),
        Some('F') => {
            forest.feathers |= card.bit();
            true
        }
        Some('A') => {
            forest.arrows |= card.bit();
            true
        }
        _ => true,
    };
    if !marked {
        return Err("there is one Nest, N, and one Station, S".to_owned());
    }
    letters.next_if(|letter| ['N', 'S', 'F', 'A'].contains(letter));
    for letter in letters {
        let space = match Direction::from_letter(letter) {
            Some(side) => Space::exit(card, side),
            None if letter == 'c' => Space::centre(card),
            None => {
                let letter = letter.escape_debug();
                return Err(format!("\"{letter}\" on {card} is no place of a crumb: n, e, s, w or c"));
            }
        };
        if !forest.has(space) || forest.crumbs.contains(space) {
            return Err(format!("no crumb, or not a second one, can lie on {space}"));
        }
        forest.crumbs.insert(space);
    }
    Ok(())
}
