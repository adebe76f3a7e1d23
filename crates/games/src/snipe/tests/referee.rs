//! A second implementation of the course of a turn, on a picture of squares. The reference rules say which moves there
//! are; the referee says what they do, and keeps its own picture through whole games. A wrong catch, offer or end of a
//! turn cannot hide in a state that both sides read.

use super::reference::{COLOURS, Picture, SHAPES, Square, beside};
use crate::snipe::SnipeHunt;
use breadboard_core::Event;
use breadboard_core::prelude::*;
use breadboard_testkit as testkit;
use breadboard_testkit::laws::play::{Policy, play_through};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Roll,
    Pick,
    Walk,
    Offer,
    Over,
}

struct Referee {
    game: SnipeHunt,
    picture: Picture,
    crumbs: BTreeSet<Square>,
    /// Player and place, the Snipe first.
    pawns: Vec<(u8, Square)>,
    held: Vec<u32>,
    idle: u32,
    stage: Stage,
    seat: u8,
    dice: [u32; 2],
    mover: usize,
    left: u32,
    went: Option<char>,
    used: BTreeSet<Square>,
}

fn centre_of((x, y): Square) -> Square {
    (x.div_euclid(3) * 3 + 1, y.div_euclid(3) * 3 + 1)
}

fn card_name((x, y): Square) -> String {
    format!("{}{}", char::from(b'a' + (x / 3) as u8), y / 3 + 1)
}

fn space_name(at: Square) -> String {
    let centre = centre_of(at);
    let side = ['n', 'e', 's', 'w'].into_iter().find(|&side| beside(centre, side) == at);
    card_name(at) + &side.map_or(String::new(), String::from)
}

impl Referee {
    /// Begins at the first roll.
    fn new(game: &SnipeHunt, position: &str) -> Referee {
        let picture = Picture::read(position);
        let mut crumbs = BTreeSet::new();
        for (row, cards) in position.split(' ').next().unwrap().split('/').rev().enumerate() {
            for (column, card) in cards.split(',').enumerate() {
                let centre = (column as i32 * 3 + 1, row as i32 * 3 + 1);
                for letter in card.chars().skip(1).filter(char::is_ascii_lowercase) {
                    crumbs.insert(if letter == 'c' { centre } else { beside(centre, letter) });
                }
            }
        }
        let pawns = [picture.pawns("snipe"), picture.pawns("hunters")].concat();
        Referee {
            game: game.clone(),
            crumbs,
            seat: pawns[0].0,
            pawns,
            picture,
            held: vec![0; usize::from(game.seats())],
            idle: 0,
            stage: Stage::Roll,
            dice: [0; 2],
            mover: 0,
            left: 0,
            went: None,
            used: BTreeSet::new(),
        }
    }

    fn event(&mut self, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["roll", a, b] => self.roll(a.parse().unwrap(), b.parse().unwrap()),
            ["turn", way] => {
                self.rotate(centre_of(self.pawns[self.mover].1), way);
                self.end_turn(self.seat % self.game.seats() + 1);
            }
            ["skip"] => self.go_on(),
            ["feather"] => {
                self.used.insert(self.pawns[self.mover].1);
                self.left += 1;
                self.go_on();
            }
            ["rot", card, way] => {
                let own = self.pawns[self.mover].1;
                self.used.insert(own);
                let letters: Vec<i32> = card.chars().map(|letter| letter as i32).collect();
                let centre = ((letters[0] - 'a' as i32) * 3 + 1, (letters[1] - '1' as i32) * 3 + 1);
                self.rotate(centre, way);
                if centre == own {
                    self.went = None;
                }
                self.go_on();
            }
            [word] if word.len() == 1 => self.step(word.chars().next().unwrap()),
            [colour] => {
                self.mover = 1 + COLOURS.iter().position(|known| *known == colour).unwrap();
                self.stage = Stage::Walk;
            }
            _ => panic!("{text} is not an event"),
        }
    }

    fn roll(&mut self, a: u32, b: u32) {
        self.idle += 1;
        self.dice = [a.min(b), a.max(b)];
        self.left = a + b;
        self.went = None;
        self.used.clear();
        let mine: Vec<usize> = (0..self.pawns.len()).filter(|&n| self.pawns[n].0 == self.seat).collect();
        self.mover = mine[0];
        self.stage = if mine.len() > 1 { Stage::Pick } else { Stage::Walk };
    }

    fn step(&mut self, letter: char) {
        let to = beside(self.pawns[self.mover].1, letter);
        assert!(self.picture.path.contains(&to));
        let alone = (0..self.pawns.len()).all(|n| n == self.mover || self.pawns[n].1 != to);
        let crumb = self.crumbs.contains(&to);
        let special = matches!(self.picture.marks.get(&to), Some('F' | 'A'));
        let works = special && alone && !crumb && !self.used.contains(&to);
        self.pawns[self.mover].1 = to;
        self.left -= 1;
        self.went = if self.game.options().free_reverse { None } else { Some(letter) };
        if self.mover == 0 && crumb {
            self.crumbs.remove(&to);
            self.held[usize::from(self.seat) - 1] += 1;
            self.idle = 0;
            if self.crumbs.is_empty() {
                self.stage = Stage::Over;
                return;
            }
        }
        // S12: of several at the Station the first clockwise after the Snipe player's seat.
        let clockwise =
            |n: &usize| (self.pawns[*n].0 + self.game.seats() - self.pawns[0].0) % self.game.seats();
        let met = (1..self.pawns.len())
            .filter(|&n| self.pawns[n].1 == self.pawns[0].1 && (self.mover == 0 || self.mover == n))
            .min_by_key(clockwise);
        if let Some(hunter) = met {
            self.catch(hunter);
        } else if works {
            self.stage = Stage::Offer;
        } else {
            self.go_on();
        }
    }

    fn catch(&mut self, hunter: usize) {
        let (caught, catcher) = (self.pawns[0].0, self.pawns[hunter].0);
        let had = self.held[usize::from(caught) - 1];
        self.held[usize::from(caught) - 1] = had / 2;
        self.held[usize::from(catcher) - 1] += had - had / 2;
        for pawn in &mut self.pawns {
            pawn.0 = match pawn.0 {
                seat if seat == caught => catcher,
                seat if seat == catcher => caught,
                seat => seat,
            };
        }
        self.pawns[hunter].1 = *self.picture.marks.iter().find(|(_, mark)| **mark == 'S').unwrap().0;
        self.end_turn(catcher);
    }

    fn go_on(&mut self) {
        self.stage = Stage::Walk;
        if self.left == 0 || self.steps().is_empty() {
            self.end_turn(self.seat % self.game.seats() + 1);
        }
    }

    fn steps(&self) -> Vec<char> {
        let now = Picture::read(&self.text());
        match self.mover {
            0 => now.snipe_steps(&self.game, self.went),
            hunter => now.hunter_steps(&self.game, hunter - 1, self.went, self.left),
        }
    }

    fn end_turn(&mut self, next: u8) {
        let limit = u32::from(self.game.options().idle_rounds) * u32::from(self.game.seats());
        self.stage = if self.idle == limit { Stage::Over } else { Stage::Roll };
        self.seat = next;
    }

    fn rotate(&mut self, centre: Square, way: &str) {
        let turned = |at: Square| {
            let (x, y) = (at.0 - centre.0, at.1 - centre.1);
            match way {
                _ if centre_of(at) != centre => at,
                "cw" => (centre.0 + y, centre.1 - x),
                _ => (centre.0 - y, centre.1 + x),
            }
        };
        self.picture.path = self.picture.path.iter().map(|&at| turned(at)).collect();
        self.crumbs = self.crumbs.iter().map(|&at| turned(at)).collect();
        for pawn in &mut self.pawns {
            pawn.1 = turned(pawn.1);
        }
    }

    fn card(&self, centre: Square) -> String {
        if !self.picture.path.contains(&centre) {
            return ".".to_owned();
        }
        let sides = ['n', 'e', 's', 'w'];
        let exits: String =
            sides.iter().filter(|&&side| self.picture.path.contains(&beside(centre, side))).collect();
        let (shape, _) = SHAPES.iter().find(|(_, known)| *known == exits).unwrap();
        let mut text = String::from(*shape);
        text.extend(self.picture.marks.get(&centre));
        text.extend(sides.iter().filter(|&&side| self.crumbs.contains(&beside(centre, side))));
        text.extend(self.crumbs.contains(&centre).then_some('c'));
        text
    }

    fn text(&self) -> String {
        let (columns, rows) = (self.game.layout.columns, self.game.layout.rows);
        let row = |row: u8| {
            let cards = (0..columns).map(|column| self.card((column as i32 * 3 + 1, row as i32 * 3 + 1)));
            cards.collect::<Vec<_>>().join(",")
        };
        let cards: Vec<String> = (0..rows).rev().map(row).collect();
        let pawns: Vec<String> =
            self.pawns.iter().map(|(seat, at)| format!("{seat}@{}", space_name(*at))).collect();
        let held: Vec<String> = self.held.iter().map(u32::to_string).collect();
        let mut text = format!(
            "{} snipe {} hunters {} held {} idle {}",
            cards.join("/"),
            pawns[0],
            pawns[1..].join(","),
            held.join(","),
            self.idle
        );
        match self.stage {
            Stage::Over => return text + " over",
            Stage::Roll => return text + &format!(" turn {} roll", self.seat),
            Stage::Pick | Stage::Walk | Stage::Offer => {}
        }
        text += &format!(" turn {} dice {}+{}", self.seat, self.dice[0], self.dice[1]);
        if self.stage == Stage::Pick {
            return text + " pick";
        }
        if self.mover > 0 && self.pawns.len() > self.held.len() {
            text += &format!(" with {}", COLOURS[self.mover - 1]);
        }
        text += &format!(" left {}", self.left);
        if let Some(went) = self.went {
            text += &format!(" went {went}");
        }
        if !self.used.is_empty() {
            // Row by row from the bottom, each from the left.
            let mut used: Vec<Square> = self.used.iter().copied().collect();
            used.sort_by_key(|(x, y)| (*y, *x));
            let names: Vec<String> = used.into_iter().map(card_name).collect();
            text += &format!(" used {}", names.join(","));
        }
        text + if self.stage == Stage::Offer { " offer" } else { "" }
    }
}

#[test]
fn every_game_takes_the_course_of_the_referee() {
    for (spec, games) in [
        ("snipe", 2),
        ("snipe:seats=2,forest=4x4", 6),
        ("snipe:seats=2,forest=4x4,station=wall,shut_in=stay,idle_result=draw", 6),
        ("snipe:seats=7,forest=3x3,station=wall", 6),
        ("snipe:seats=3,forest=3x3", 12),
        ("snipe:seats=7,forest=3x3", 12),
        ("snipe:seats=6,forest=cross", 3),
        ("snipe:seats=3,forest=ring", 3),
        ("snipe:seats=2,forest=3x3,hunters=2,idle_rounds=10", 20),
        ("snipe:seats=2,forest=3x4,hunters=2,free_reverse=on", 12),
        ("snipe:seats=5,forest=3x3,free_reverse=on", 12),
        ("snipe:seats=4,forest=3x3,raw_deal=on,idle_rounds=10", 20),
    ] {
        let game: SnipeHunt = testkit::game(spec);
        for seed in 0..games {
            let mut referee: Option<Referee> = None;
            let mut events = 0;
            let (end, _) = play_through(&game, Policy::Random, seed, |state, event| {
                events += 1;
                if events <= 2 {
                    return; // The deal and the roll-off.
                }
                let text = game.write_position(state);
                let referee = referee.get_or_insert_with(|| Referee::new(&game, &text));
                assert_eq!(text, referee.text(), "{spec}, seed {seed}");
                referee.event(&match event {
                    Event::Chance(chance) => game.write_chance(state, chance),
                    Event::Act(choices) => game.write_move(state, choices[0].0, choices[0].1),
                });
            });
            assert_eq!(game.write_position(&end), referee.unwrap().text(), "{spec}, seed {seed}");
        }
    }
}
