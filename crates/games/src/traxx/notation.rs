//! Moves as `d4>d5-e6-e7` or `pass`, chance as `starts d5 e4` and `card RRBYE`, and the sentences that tell what
//! happened.

use super::board::Palette;
use super::hex::Hex;
use super::walk::{LONGEST, Move};
use super::{Card, Chance, Phase, State, Traxx, texts};
use breadboard_core::{Event, Game, Outcome, Refusal, Seat, Text, Turn, refusals};

const EXPECTED_MOVE: &str = "write the end and the fields walked, at most five, as in d4>d5-e6-e7, or pass";
const EXPECTED_CARD: &str = "write card and its colours, as in card RRBYE";
const EXPECTED_STARTS: &str = "write starts and a field for each seat, as in starts d5 e4";

pub(super) fn read_move(text: &str) -> Result<Move, Refusal> {
    if text == "pass" {
        return Ok(Move::PASS);
    }
    let walk = || {
        let (end, fields) = text.split_once('>')?;
        let fields: Vec<Hex> = fields.split('-').take(LONGEST + 1).map(Hex::read).collect::<Option<_>>()?;
        Move::walk(Hex::read(end)?, &fields)
    };
    walk().ok_or_else(|| refusals::unreadable_move(text, EXPECTED_MOVE))
}

impl Traxx {
    /// The card that shows these colours, in any order.
    pub(super) fn card_from(&self, text: &str) -> Option<Card> {
        let colours = Palette::read(text)?;
        let place = self.board.cards().iter().position(|&card| card == colours)?;
        u8::try_from(place).ok().map(Card)
    }

    pub(super) fn chance_text(&self, chance: &Chance) -> String {
        match chance {
            Chance::Card(card) => format!("card {}", self.colours(*card)),
            Chance::Starts(starts) => {
                let fields = starts[..usize::from(self.seats)].iter();
                fields.fold("starts".to_owned(), |text, field| format!("{text} {field}"))
            }
        }
    }

    pub(super) fn chance_from(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        let refuse = |expected| refusals::unreadable_chance(text, expected);
        if let Some(card) = text.strip_prefix("card ") {
            return self.card_from(card).map(Chance::Card).ok_or_else(|| refuse(EXPECTED_CARD));
        }
        let expected = if state.phase == Phase::Deal { EXPECTED_STARTS } else { EXPECTED_CARD };
        let fields = text.strip_prefix("starts ").ok_or_else(|| refuse(expected))?;
        let fields: Option<Vec<Hex>> = fields.split(' ').take(9).map(Hex::read).collect();
        match fields {
            Some(fields) if fields.len() == usize::from(self.seats) => {
                Ok(Chance::Starts(self.starts_of(&fields)))
            }
            _ => Err(refuse(EXPECTED_STARTS)),
        }
    }

    pub(super) fn tell(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        let mut told = Vec::new();
        let mut after = *before;
        match event {
            Event::Chance(chance) => {
                self.apply_chance(&mut after, chance);
                self.tell_chance(&after, chance, &mut told);
            }
            Event::Act(choices) => {
                for &(seat, mv) in choices {
                    self.tell_choice(before, seat, mv, &mut told);
                    self.apply(&mut after, seat, mv);
                }
            }
        }
        if let Turn::Over(outcome) = self.turn(&after) {
            self.tell_end(&after, outcome, &mut told);
        }
        told
    }

    fn tell_chance(&self, after: &State, chance: &Chance, told: &mut Vec<Text>) {
        match chance {
            Chance::Starts(starts) => {
                for (seat, field) in Seat::all(self.seats).zip(starts) {
                    told.push(texts::STARTS.with(&[("seat", &seat), ("field", field)]));
                }
            }
            Chance::Card(card) => {
                let colours: Vec<String> = self.colours(*card).colours().map(|c| c.to_string()).collect();
                told.push(texts::TURNED.with(&[("colours", &colours.join(", "))]));
                // T9: the seats that are not asked.
                for seat in Seat::all(self.seats).filter(|&seat| !after.acting.contains(seat)) {
                    told.push(texts::STUCK.with(&[("seat", &seat)]));
                }
            }
        }
    }

    fn tell_choice(&self, before: &State, seat: Seat, mv: Move, told: &mut Vec<Text>) {
        if mv.is_pass() {
            told.push(texts::PASSES.with(&[("seat", &seat)]));
            return;
        }
        let fields: Vec<String> = mv.fields().map(|hex| hex.to_string()).collect();
        told.push(texts::WALKS.with(&[("seat", &seat), ("end", &mv.end()), ("fields", &fields.join(", "))]));
        let path = self.extended(before, seat, mv);
        for number in mv.fields().filter_map(|hex| self.board.number(hex)) {
            let says = if path.full().contains(number) { &texts::REACHES } else { &texts::HALF };
            let points = path.points_for(number).unwrap_or(0);
            told.push(says.with(&[("seat", &seat), ("number", &number), ("points", &points)]));
        }
    }

    fn tell_end(&self, after: &State, outcome: Outcome, told: &mut Vec<Text>) {
        let left = after.cards_left().count();
        if left > 0 && after.phase == Phase::Over {
            told.push(texts::SKIPPED.with(&[("count", &left)]));
        }
        for seat in Seat::all(self.seats) {
            let path = after.path(seat);
            told.push(texts::FINAL.with(&[
                ("seat", &seat),
                ("points", &path.points()),
                ("missed", &path.missed()),
                ("score", &self.score(path)),
            ]));
        }
        match outcome {
            Outcome::Win(seat) => told.push(texts::WINS.with(&[("seat", &seat)])),
            Outcome::Shared(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                told.push(texts::SHARED.with(&[("seats", &names.join(", "))]));
            }
            Outcome::Draw | Outcome::Scored => {}
        }
    }
}
