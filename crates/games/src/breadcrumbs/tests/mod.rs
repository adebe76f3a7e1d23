//! The laws, and below them the rulings by number, repetition, chance and termination.

use super::*;
use breadboard_core::laws::Obvious;
use std::collections::BTreeMap;

/// The rules read cell by cell from the position's text, with no word and no table in sight.
impl Obvious for Breadcrumbs {
    fn obvious_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let text = self.write_position(state);
        let table = Table::read(&text);
        if table.tiles.is_empty() {
            let free = (1..=5).filter(|number| !table.names.contains(number));
            return free.map(Move::Name).collect();
        }
        if !table.names.is_empty() {
            let free =
                obvious_letters(self.seats()).into_iter().filter(|name| !table.players.contains_key(name));
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

    fn obvious_turn(&self, state: &State) -> Turn {
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
        if text.ends_with("repeated") {
            return Turn::Over(Outcome::Draw);
        }
        if met || number > self.options().turn_cap {
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

    fn obvious_scores(&self, state: &State) -> Option<Scores> {
        let table = Table::read(&self.write_position(state));
        let mut scores = Scores::zero(self.seats());
        for (letter, player) in &table.players {
            scores[Seat::new(usize::from(player.seat) - 1).unwrap()] = table.score(*letter);
        }
        Some(scores)
    }
}

fn obvious_letters(seats: u8) -> Vec<char> {
    match seats {
        2 => "AB",
        3 => "ABC",
        4 => "ABDE",
        _ => "ABCDE",
    }
    .chars()
    .collect()
}

/// A position as somebody reads it aloud.
#[derive(Default)]
struct Table {
    /// Colour, value and chips by file and row.
    tiles: BTreeMap<(i32, i32), (char, u8, String)>,
    names: Vec<u8>,
    players: BTreeMap<char, Player>,
    turn: (u16, char),
}

struct Player {
    seat: u8,
    pawn: (i32, i32),
}

impl Table {
    fn read(text: &str) -> Table {
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
                let pawn = pawn.as_bytes();
                let pawn = (i32::from(pawn[0] - b'a'), i32::from(pawn[1] - b'1'));
                table.players.insert(char::from(bytes[0]), Player { seat: bytes[2] - b'0', pawn });
            }
        }
        table
    }

    fn score(&self, letter: char) -> i32 {
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

breadboard_core::laws!(Breadcrumbs:
    "breadcrumbs",
    "breadcrumbs:seats=3",
    "breadcrumbs:seats=4",
    "breadcrumbs:seats=5",
    "breadcrumbs:ritual=on",
    "breadcrumbs:seats=3,ritual=on",
    "breadcrumbs:seats=4,ritual=on",
    "breadcrumbs:seats=5,ritual=on",
    "breadcrumbs:end_chips=1",
    "breadcrumbs:seats=3,end_chips=25,turn_cap=60",
    "breadcrumbs:repetition=off",
    "breadcrumbs:seats=4,repetition=off,turn_cap=10",
    "breadcrumbs:end_chips=25,turn_cap=1000";
    census "breadcrumbs", "breadcrumbs:seats=3", "breadcrumbs:seats=4", "breadcrumbs:seats=5",
);
