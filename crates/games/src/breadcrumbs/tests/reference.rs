//! The reference rules: cell by cell from the text of the position, without bit sets.

use super::*;
use breadboard_testkit::laws::Reference;
use std::collections::BTreeMap;

impl Reference for Breadcrumbs {
    fn reference_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let table = Table::read(&self.write_position(state));
        if table.tiles.is_empty() {
            let free = (1..=5).filter(|number| !table.names.contains(number));
            return free.map(Move::Name).collect();
        }
        if !table.names.is_empty() {
            let free = letters_of(self.seats()).into_iter().filter(|name| !table.players.contains_key(name));
            return free.filter_map(Letter::read).map(Move::Take).collect();
        }
        let own = table.players.iter().find(|(_, player)| player.seat == seat.number()).expect("it plays").0;
        let (file, row) = table.players[own].pawn;
        let lowest =
            table.players.keys().all(|other| other == own || table.score(*other) > table.score(*own));
        let mut moves = Vec::new();
        for to_file in 0..5i32 {
            for to_row in 0..5i32 {
                let far = ((to_file - file).abs(), (to_row - row).abs());
                if far == (0, 1) || far == (1, 0) || far == (1, 1) && lowest {
                    moves.push(Move::Step(Square::new(to_file as u8, to_row as u8).unwrap()));
                }
            }
        }
        moves
    }

    fn reference_turn(&self, state: &State) -> Turn {
        let text = self.write_position(state);
        let table = Table::read(&text);
        let seats = self.seats();
        let seat = |number: u8| Turn::of(Seat::new(usize::from(number) - 1).unwrap());
        if text == "undealt" || table.tiles.is_empty() && table.names.len() == usize::from(seats) {
            return Turn::Chance;
        }
        if table.tiles.is_empty() {
            return seat(table.names.len() as u8 + 1);
        }
        if !table.names.is_empty() {
            let value = i32::from(table.tiles[&(0, 4)].1);
            let waiting = (1..=seats).filter(|n| table.players.values().all(|player| player.seat != *n));
            let distance = |n: &u8| ((i32::from(table.names[usize::from(*n) - 1]) - value).abs(), *n);
            return seat(waiting.min_by_key(distance).unwrap());
        }
        let chips = |letter: char| table.tiles.values().filter(|tile| tile.2.contains(letter)).count();
        let enough = |letter: char| chips(letter) >= usize::from(self.options().end_chips);
        let met = table.players.iter().any(|(a, one)| {
            table.players.iter().any(|(b, two)| a != b && one.pawn == two.pawn && enough(*a) && enough(*b))
        });
        let (number, letter) = table.turn;
        let repeated = text.ends_with("repeated");
        if repeated && self.options().repetition == Repetition::Draw {
            return Turn::Over(Outcome::Draw);
        }
        if repeated || met || number > self.options().turn_cap {
            let best = table.players.keys().map(|letter| table.score(*letter)).max().unwrap();
            let mut top = table.players.iter().filter(|(letter, _)| table.score(**letter) == best);
            let (first, second) = (top.next().unwrap(), top.next());
            return Turn::Over(match second {
                None => Outcome::Win(Seat::new(usize::from(first.1.seat) - 1).unwrap()),
                Some(_) => Outcome::Draw,
            });
        }
        seat(table.players[&letter].seat)
    }

    fn reference_scores(&self, state: &State) -> Option<Scores> {
        let table = Table::read(&self.write_position(state));
        let mut scores = Scores::zero(self.seats());
        for (letter, player) in &table.players {
            scores[Seat::new(usize::from(player.seat) - 1).unwrap()] = table.score(*letter);
        }
        Some(scores)
    }
}

/// The letters that play with this number of seats.
pub(super) fn letters_of(seats: u8) -> Vec<char> {
    match seats {
        2 => "AB",
        3 => "ABC",
        4 => "ABDE",
        _ => "ABCDE",
    }
    .chars()
    .collect()
}

/// A position as its text shows it.
#[derive(Default)]
pub(super) struct Table {
    /// Colour, value and chips by file and row.
    pub(super) tiles: BTreeMap<(i32, i32), (char, u8, String)>,
    names: Vec<u8>,
    pub(super) players: BTreeMap<char, Player>,
    pub(super) turn: (u16, char),
}

pub(super) struct Player {
    seat: u8,
    pub(super) pawn: (i32, i32),
}

fn at(square: &[u8]) -> (i32, i32) {
    (i32::from(square[0] - b'a'), i32::from(square[1] - b'1'))
}

impl Table {
    pub(super) fn read(text: &str) -> Table {
        let mut table = Table { turn: (0, 'A'), ..Table::default() };
        let words: Vec<&str> = text.split(' ').collect();
        for (i, word) in words.iter().enumerate() {
            let before = if i == 0 { "" } else { words[i - 1] };
            if before == "names" {
                table.names = word.split(',').filter_map(|number| number.parse().ok()).collect();
            } else if before == "turn" {
                let (number, letter) = word.split_at(word.len() - 1);
                table.turn = (number.parse().unwrap(), letter.chars().next().unwrap());
            } else if word.contains('/') {
                for (down, row) in word.split('/').enumerate() {
                    for (file, cell) in row.split(',').enumerate() {
                        let mut chars = cell.chars();
                        let colour = chars.next().unwrap();
                        let value = chars.next().unwrap().to_digit(10).unwrap() as u8;
                        table.tiles.insert((file as i32, 4 - down as i32), (colour, value, chars.collect()));
                    }
                }
            } else if let Some((player, pawn)) = word.split_once('@') {
                let bytes = player.as_bytes();
                let pawn = at(pawn.as_bytes());
                table.players.insert(char::from(bytes[0]), Player { seat: bytes[2] - b'0', pawn });
            }
        }
        table
    }

    /// Places a chip of a player on a square.
    pub(super) fn add_chip(&mut self, letter: &str, square: &str) {
        self.tiles.get_mut(&at(square.as_bytes())).unwrap().2.push_str(letter);
    }

    pub(super) fn rows(&self) -> String {
        let row = |row: i32| {
            let cell = |file: i32| {
                let (colour, value, chips) = &self.tiles[&(file, row)];
                format!("{colour}{value}{chips}")
            };
            (0..5).map(cell).collect::<Vec<_>>().join(",")
        };
        (0..5).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The pawn of the player to move goes to a square.
    pub(super) fn step(&mut self, to: (i32, i32), letters: &[char]) {
        let (number, letter) = self.turn;
        self.players.get_mut(&letter).unwrap().pawn = to;
        let chips = &mut self.tiles.get_mut(&to).unwrap().2;
        if chips.contains(letter) {
            chips.retain(|other| other != letter);
        } else {
            chips.push(letter);
            let mut sorted: Vec<char> = chips.chars().collect();
            sorted.sort_unstable();
            *chips = sorted.into_iter().collect();
        }
        let later = letters.iter().copied().find(|other| *other > letter);
        self.turn = later.map_or((number + 1, letters[0]), |next| (number, next));
    }

    pub(super) fn write(&self) -> String {
        let mut out = self.rows();
        for (letter, player) in &self.players {
            let (file, row) = player.pawn;
            out +=
                &format!(" {letter}:{}@{}{}", player.seat, ["a", "b", "c", "d", "e"][file as usize], row + 1);
        }
        format!("{out} turn {}{}", self.turn.0, self.turn.1)
    }

    pub(super) fn score(&self, letter: char) -> i32 {
        let own = match letter {
            'A' => 'r',
            'B' => 'b',
            'C' => 'g',
            'D' => 'o',
            _ => 'p',
        };
        let mut sum = 0;
        for (colour, value, chips) in self.tiles.values() {
            if chips.contains(letter) {
                let points = if chips.len() > 1 { 1 } else { i32::from(*value) };
                sum += if *colour == own { 2 * points } else { points };
            }
        }
        sum
    }
}
