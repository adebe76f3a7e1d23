//! What an event does, in sentences: the card, each walk with the numbers it reaches, and the final scores.

use super::walk::Move;
use super::{Chance, Phase, State, Traxx, texts};
use breadboard_core::{ChanceEvents as _, Event, Outcome, Rules as _, Seat, Text, Turn};

/// Alone, more than this is great.
const GREAT: i32 = 40;

impl Traxx {
    pub(super) fn tell(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        let mut lines = Vec::new();
        let mut after = *before;
        match event {
            Event::Chance(chance) => {
                self.apply_chance(&mut after, chance);
                self.narrate_chance(&after, chance, &mut lines);
            }
            Event::Act(choices) => {
                for &(seat, mv) in choices {
                    self.narrate_choice(before, seat, mv, &mut lines);
                    self.apply(&mut after, seat, mv);
                }
            }
        }
        if let Turn::Over(outcome) = self.turn(&after) {
            self.narrate_end(&after, outcome, &mut lines);
        }
        lines
    }

    fn narrate_chance(&self, after: &State, chance: &Chance, lines: &mut Vec<Text>) {
        match chance {
            Chance::Starts(starts) => {
                for (seat, field) in Seat::all(self.seats).zip(starts) {
                    lines.push(texts::STARTS.with(&[("seat", &seat), ("field", field)]));
                }
                let score = self.score(after.path(Seat::FIRST));
                lines.push(texts::FIRST_SCORE.with(&[("score", &score)]));
            }
            Chance::Card(card) => {
                let colours: Vec<String> = self.colours(*card).colours().map(|c| c.to_string()).collect();
                lines.push(texts::TURNED.with(&[("colours", &colours.join(", "))]));
                // T9: the seats that are not asked.
                for seat in Seat::all(self.seats).filter(|&seat| !after.acting.contains(seat)) {
                    lines.push(texts::STUCK.with(&[("seat", &seat)]));
                }
            }
        }
    }

    fn narrate_choice(&self, before: &State, seat: Seat, mv: Move, lines: &mut Vec<Text>) {
        if mv.is_pass() {
            lines.push(texts::PASSES.with(&[("seat", &seat)]));
            return;
        }
        let fields: Vec<String> = mv.fields().map(|hex| hex.to_string()).collect();
        lines.push(texts::WALKS.with(&[("seat", &seat), ("end", &mv.end()), ("fields", &fields.join(", "))]));
        let path = self.extended(before, seat, mv);
        for number in mv.fields().filter_map(|hex| self.board.number(hex)) {
            let sentence = if path.full().contains(number) { &texts::REACHES } else { &texts::HALF };
            let points = path.points_for(number).unwrap_or(0);
            lines.push(sentence.with(&[("seat", &seat), ("number", &number), ("points", &points)]));
        }
    }

    fn narrate_end(&self, after: &State, outcome: Outcome, lines: &mut Vec<Text>) {
        let left = after.cards_left().count();
        if left > 0 && after.phase == Phase::Over {
            lines.push(texts::SKIPPED.with(&[("count", &left)]));
        }
        for seat in Seat::all(self.seats) {
            let path = after.path(seat);
            lines.push(texts::FINAL.with(&[
                ("seat", &seat),
                ("points", &path.points()),
                ("missed", &path.missed()),
                ("score", &self.score(path)),
            ]));
        }
        match outcome {
            Outcome::Win(seat) => lines.push(texts::WINS.with(&[("seat", &seat)])),
            Outcome::Shared(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                lines.push(texts::SHARED.with(&[("seats", &names.join(", "))]));
            }
            Outcome::Scored => {
                let score = self.score(after.path(Seat::FIRST));
                lines.push(match GREAT + 1 - score {
                    ..=0 => texts::GREAT.with(&[("great", &GREAT)]),
                    short => texts::NOT_GREAT.with(&[("great", &GREAT), ("short", &short)]),
                });
            }
            Outcome::Draw | Outcome::DrawBetween(_) => {}
        }
    }
}
