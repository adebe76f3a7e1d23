//! The reference rules: the position's text as a picture of squares. Two adjacent squares of path are connected, and
//! routes are walked one by one, without bit sets.

use crate::snipe::state::Phase;
use crate::snipe::{IdleResult, Move, ShutIn, SnipeHunt, Space, State, Station, notation};
use breadboard_core::prelude::*;
use breadboard_core::{Outcome, Scores, Seat, Turn};
use breadboard_testkit::laws::Reference;
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Square = (i32, i32);

const STEPS: [(char, Square); 4] = [('n', (0, 1)), ('e', (1, 0)), ('s', (0, -1)), ('w', (-1, 0))];

pub(super) fn beside(at: Square, letter: char) -> Square {
    let (_, (x, y)) = STEPS.iter().find(|(known, _)| *known == letter).unwrap();
    (at.0 + x, at.1 + y)
}

fn back(letter: char) -> char {
    match letter {
        'n' => 's',
        'e' => 'w',
        's' => 'n',
        _ => 'e',
    }
}

/// The cards by their exits.
pub(super) const SHAPES: [(char, &str); 11] = [
    ('+', "nesw"),
    ('^', "new"),
    ('>', "nes"),
    ('v', "esw"),
    ('<', "nsw"),
    ('-', "ew"),
    ('I', "ns"),
    ('L', "ne"),
    ('J', "nw"),
    ('7', "sw"),
    ('r', "es"),
];

pub(super) struct Picture {
    pub(super) path: BTreeSet<Square>,
    /// The letter printed on a centre.
    pub(super) marks: BTreeMap<Square, char>,
    pub(super) crumbs: BTreeSet<Square>,
    names: Vec<String>,
    words: Vec<String>,
}

impl Picture {
    pub(super) fn read(text: &str) -> Picture {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut picture = Picture {
            path: BTreeSet::new(),
            marks: BTreeMap::new(),
            crumbs: BTreeSet::new(),
            names: Vec::new(),
            words: words.clone(),
        };
        let rows: Vec<&str> = words[0].split('/').collect();
        for (row, cards) in rows.iter().rev().enumerate() {
            for (column, card) in cards.split(',').enumerate() {
                if card != "." {
                    picture.add(column as i32, row as i32, card);
                }
            }
        }
        picture
    }

    fn add(&mut self, column: i32, row: i32, card: &str) {
        let centre = (column * 3 + 1, row * 3 + 1);
        let shape = card.chars().next().unwrap();
        let (_, exits) = SHAPES.iter().find(|(known, _)| *known == shape).unwrap();
        self.path.insert(centre);
        self.path.extend(exits.chars().map(|letter| beside(centre, letter)));
        self.names.push(format!("{}{}", char::from(b'a' + column as u8), row + 1));
        for letter in card.chars().skip(1) {
            if letter.is_uppercase() {
                self.marks.insert(centre, letter);
            } else {
                self.crumbs.insert(if letter == 'c' { centre } else { beside(centre, letter) });
            }
        }
    }

    fn after(&self, key: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == key)?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// Seat and square of pawns written `2@c4n`.
    pub(super) fn pawns(&self, key: &str) -> Vec<(u8, Square)> {
        let read = |text: &str| {
            let (seat, name) = text.split_once('@').unwrap();
            let letters: Vec<char> = name.chars().collect();
            let column = letters[0] as i32 - 'a' as i32;
            let row = letters[1] as i32 - '1' as i32;
            let centre = (column * 3 + 1, row * 3 + 1);
            (seat.parse().unwrap(), letters.get(2).map_or(centre, |&side| beside(centre, side)))
        };
        self.after(key).unwrap().split(',').map(read).collect()
    }

    fn neighbours(&self, at: Square) -> Vec<char> {
        let letters = STEPS.iter().map(|(letter, _)| *letter);
        letters.filter(|&letter| self.path.contains(&beside(at, letter))).collect()
    }

    fn steps_by_path(&self, game: &SnipeHunt, at: Square, went: Option<char>) -> Vec<char> {
        let all = self.neighbours(at);
        match went {
            Some(went) if !game.options().free_reverse && all.len() > 1 => {
                all.into_iter().filter(|&letter| letter != back(went)).collect()
            }
            _ => all,
        }
    }

    fn is_station(&self, at: Square) -> bool {
        self.marks.get(&at) == Some(&'S')
    }

    /// Whether the Station is a wall to the Snipe (S12).
    fn is_walled(&self, game: &SnipeHunt) -> bool {
        let home = self.pawns("hunters").iter().any(|(_, hunter)| self.is_station(*hunter));
        home && game.options().station == Station::Wall
    }

    /// Whether a pawn can get to one of these squares by path, however long it takes (S20).
    fn leads_to(&self, from: Square, goals: &BTreeSet<Square>, walled: bool) -> bool {
        let (mut known, mut next) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = next.pop() {
            if goals.contains(&at) {
                return true;
            }
            for to in self.neighbours(at).into_iter().map(|letter| beside(at, letter)) {
                if !(walled && self.is_station(to)) && known.insert(to) {
                    next.push(to);
                }
            }
        }
        false
    }

    pub(super) fn snipe_steps(&self, game: &SnipeHunt, went: Option<char>) -> Vec<char> {
        let (_, at) = self.pawns("snipe")[0];
        let walled = self.is_walled(game);
        let closed = |letter: char| walled && self.is_station(beside(at, letter));
        self.steps_by_path(game, at, went).into_iter().filter(|&letter| !closed(letter)).collect()
    }

    pub(super) fn hunter_steps(
        &self,
        game: &SnipeHunt,
        hunter: usize,
        went: Option<char>,
        left: u32,
    ) -> Vec<char> {
        let hunters = self.pawns("hunters");
        let (_, at) = hunters[hunter];
        let others: Vec<Square> =
            hunters.iter().enumerate().filter(|(n, _)| *n != hunter).map(|(_, (_, at))| *at).collect();
        let walk = Walk { picture: self, game, others, snipe: self.pawns("snipe")[0].1, full: left };
        let firsts: Vec<(char, u32)> = self
            .steps_by_path(game, at, went)
            .into_iter()
            .map(|letter| (letter, walk.longest(beside(at, letter), letter, 1)))
            .collect();
        let best = firsts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        firsts.iter().filter(|(_, count)| *count == best && best > 0).map(|(letter, _)| *letter).collect()
    }
}

struct Walk<'a> {
    picture: &'a Picture,
    game: &'a SnipeHunt,
    others: Vec<Square>,
    snipe: Square,
    full: u32,
}

impl Walk<'_> {
    /// The longest count of a route that has come here with `made` steps; 0 if none ends well.
    fn longest(&self, at: Square, went: char, made: u32) -> u32 {
        if at == self.snipe {
            return self.full;
        }
        let free = self.picture.is_station(at) || !self.others.contains(&at);
        let mut best = if free { made } else { 0 };
        if made < self.full {
            for letter in self.picture.steps_by_path(self.game, at, Some(went)) {
                best = best.max(self.longest(beside(at, letter), letter, made + 1));
                if best == self.full {
                    break;
                }
            }
        }
        best
    }
}

/// The colours of the hunters, in order.
pub(super) const COLOURS: [&str; 6] = ["red", "blue", "green", "yellow", "white", "violet"];

impl Reference for SnipeHunt {
    fn reference_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let picture = Picture::read(&self.write_position(state));
        let (snipe, _) = picture.pawns("snipe")[0];
        let hunters = picture.pawns("hunters");
        let is_snipe = seat.number() == snipe;
        let went = picture.after("went").map(|word| word.chars().next().unwrap());
        let dice = picture.after("dice").unwrap();
        let total: u32 = dice.split('+').map(|die| die.parse::<u32>().unwrap()).sum();
        let left: u32 = picture.after("left").map_or(total, |left| left.parse().unwrap());
        let mine = match picture.after("with") {
            Some(colour) => COLOURS.iter().position(|known| *known == colour).unwrap(),
            None => hunters.iter().position(|(holder, _)| *holder == seat.number()).unwrap_or(0),
        };
        let texts: Vec<String> = match picture.words.last().unwrap().as_str() {
            "pick" => {
                let can = |n: &usize| !picture.hunter_steps(self, *n, None, total).is_empty();
                let able: Vec<usize> = (0..hunters.len()).filter(can).collect();
                let all = if able.is_empty() { (0..hunters.len()).collect() } else { able };
                all.into_iter().map(|n| COLOURS[n].to_owned()).collect()
            }
            "offer" => {
                let at = if is_snipe { picture.pawns("snipe")[0].1 } else { hunters[mine].1 };
                let mut texts = vec!["skip".to_owned()];
                if picture.marks[&at] == 'F' {
                    texts.push("feather".to_owned());
                } else {
                    for name in &picture.names {
                        texts.extend(["cw", "ccw"].map(|way| format!("rot {name} {way}")));
                    }
                }
                texts
            }
            _ => {
                let steps = if is_snipe {
                    picture.snipe_steps(self, went)
                } else {
                    picture.hunter_steps(self, mine, went, left)
                };
                let fresh = went.is_none() && left == total && picture.after("used").is_none();
                let at = picture.pawns("snipe")[0].1;
                let free = if is_snipe {
                    picture.leads_to(at, &picture.crumbs, picture.is_walled(self))
                } else {
                    picture.leads_to(hunters[mine].1, &BTreeSet::from([at]), false)
                };
                let shut_in = fresh && !free && self.options().shut_in == ShutIn::Turn;
                let mut texts: Vec<String> = steps.iter().map(char::to_string).collect();
                if steps.is_empty() || shut_in {
                    texts.extend(["turn cw".to_owned(), "turn ccw".to_owned()]);
                }
                texts
            }
        };
        texts.iter().map(|text| notation::move_from(text).unwrap()).collect()
    }

    // The turn and the scores are asked in every position of the census: they are read from the fields, not from
    // the text, and the crumbs are counted on every place of every card.
    fn reference_turn(&self, state: &State) -> Turn {
        if matches!(state.phase, Phase::Pick | Phase::Walk | Phase::Offer) {
            return Turn::of(state.seat);
        }
        if state.phase != Phase::Over {
            return Turn::Chance;
        }
        if count_crumbs(self, state) > 0 && self.options().idle_result == IdleResult::Draw {
            return Turn::Over(Outcome::Draw);
        }
        let held = &state.held[..usize::from(self.seats())];
        let best = *held.iter().max().unwrap();
        let winners: Vec<usize> = (0..held.len()).filter(|&n| held[n] == best).collect();
        match winners[..] {
            [one] => Turn::Over(Outcome::Win(Seat::new(one).unwrap())),
            _ => Turn::Over(Outcome::Shared(winners.iter().filter_map(|&n| Seat::new(n)).collect())),
        }
    }

    fn reference_scores(&self, state: &State) -> Option<Scores> {
        let held: Vec<i32> = state.held[..usize::from(self.seats())].iter().map(|&n| n.into()).collect();
        // No crumb is ever lost or made; counted once a turn.
        if matches!(state.phase, Phase::RollOff | Phase::Roll | Phase::Over) {
            let all = count_crumbs(self, state) + held.iter().sum::<i32>();
            assert_eq!(all, (30 * self.layout.places.len() as i32 + 35) / 36);
        }
        Some(Scores::of(&held))
    }
}

fn count_crumbs(game: &SnipeHunt, state: &State) -> i32 {
    let spaces = game.layout.places.iter().flat_map(|&card| Space::of_card(card));
    spaces.filter(|&space| state.forest.crumbs.contains(space)).count() as i32
}
