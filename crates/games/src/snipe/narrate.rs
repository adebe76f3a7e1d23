//! What an event does, in sentences made by comparing the positions before and after it.

use super::check::special_words;
use super::state::{Pawn, Phase, State};
use super::turn::half_of;
use super::{Chance, Drawn, Move, SnipeHunt, Spin, texts};
use breadboard_core::{ChanceEvents as _, Event, Outcome, Rules as _, Seat, Text, Turn};
use std::fmt::Display;

pub(super) fn way_word(way: Spin) -> &'static str {
    match way {
        Spin::Clockwise => "clockwise",
        Spin::Counterclockwise => "counterclockwise",
    }
}

impl SnipeHunt {
    pub(super) fn tell(&self, before: &State, event: &Event<SnipeHunt>) -> Vec<Text> {
        match event {
            Event::Chance(chance) => self.narrate_chance(before, chance),
            Event::Act(choices) => {
                choices.iter().flat_map(|&(seat, mv)| self.narrate_move(before, seat, mv)).collect()
            }
        }
    }

    fn narrate_chance(&self, before: &State, chance: &Chance) -> Vec<Text> {
        match &chance.0 {
            Drawn::Deal(forest) => {
                let args: [(_, &dyn Display); 4] = [
                    ("cards", &self.layout.places.len()),
                    ("crumbs", &self.layout.crumbs),
                    ("nest", &forest.nest),
                    ("station", &forest.station),
                ];
                vec![texts::DEALT.with(&args)]
            }
            Drawn::RollOff(roll_off) => {
                let rolls = roll_off.in_words(self.seats);
                let winner = roll_off.winner(self.seats).unwrap_or(Seat::FIRST);
                vec![texts::ROLLED_OFF.with(&[("rolls", &rolls), ("seat", &winner)])]
            }
            Drawn::Roll(dice) => {
                let mut after = *before;
                self.apply_chance(&mut after, chance);
                let ((low, high), sum) = (dice.faces(), dice.sum());
                let args: [(_, &dyn Display); 5] = [
                    ("seat", &before.seat),
                    ("low", &low),
                    ("high", &high),
                    ("sum", &sum),
                    ("pawn", &after.mover),
                ];
                let two = after.phase == Phase::Pick;
                vec![if two { &texts::ROLLED_TWO } else { &texts::ROLLED }.with(&args)]
            }
        }
    }

    fn narrate_move(&self, before: &State, seat: Seat, mv: Move) -> Vec<Text> {
        let mut after = *before;
        self.apply(&mut after, seat, mv);
        let pawn = before.mover;
        let mut lines = Vec::new();
        match mv {
            Move::Pick(hunter) => lines.push(texts::PICKED.with(&[("seat", &seat), ("pawn", &hunter)])),
            Move::Step(direction) => self.narrate_step(before, &after, direction, &mut lines),
            Move::Skip => {
                let args: [(_, &dyn Display); 3] =
                    [("seat", &seat), ("special", &special_words(before).0), ("card", &before.here().card())];
                lines.push(texts::SKIPPED.with(&args));
            }
            Move::Feather => {
                lines.push(texts::FEATHERED.with(&[("seat", &seat), ("left", &(before.left + 1))]));
            }
            Move::Rotate(card, way) => {
                let args: [(_, &dyn Display); 3] =
                    [("seat", &seat), ("card", &card), ("way", &way_word(way))];
                lines.push(texts::ROTATED.with(&args));
            }
            Move::Turn(way) => {
                let args: [(_, &dyn Display); 4] = [
                    ("pawn", &pawn),
                    ("seat", &seat),
                    ("card", &before.here().card()),
                    ("way", &way_word(way)),
                ];
                let sentence = if before.steps.is_empty() { &texts::TURNED } else { &texts::TURNED_SHUT_IN };
                lines.push(sentence.with(&args));
            }
        }
        let left = match mv {
            Move::Step(_) => before.left - 1,
            Move::Feather => before.left + 1,
            Move::Skip | Move::Rotate(..) => before.left,
            Move::Turn(_) | Move::Pick(_) => 0,
        };
        let ended = matches!(after.phase, Phase::Roll | Phase::Over);
        let caught = after.snipe_seat() != before.snipe_seat();
        if ended && left > 0 && !caught && !after.forest.crumbs.is_empty() {
            lines.push(texts::CUT_SHORT.with(&[("pawn", &pawn), ("left", &left)]));
        }
        self.narrate_end(&after, &mut lines);
        lines
    }

    fn narrate_step(
        &self,
        before: &State,
        after: &State,
        direction: super::Direction,
        lines: &mut Vec<Text>,
    ) {
        let (pawn, seat) = (before.mover, before.seat);
        let Some(to) = before.forest.step(before.here(), direction) else { return };
        let args: [(_, &dyn Display); 3] =
            [("pawn", &pawn), ("direction", &direction.word()), ("space", &to)];
        lines.push(texts::STEPPED.with(&args));
        let lifts = pawn == Pawn::SNIPE && before.forest.crumbs.contains(to);
        let all = before.held[before.snipe_seat().index()] + u8::from(lifts);
        if lifts {
            lines.push(texts::LIFTED.with(&[("seat", &seat), ("held", &all)]));
        }
        if after.snipe_seat() != before.snipe_seat() {
            let (catcher, caught) = (after.snipe_seat(), before.snipe_seat());
            let hunter = if pawn == Pawn::SNIPE { self.catcher_on(before, to).unwrap_or(pawn) } else { pawn };
            let args: [(_, &dyn Display); 6] = [
                ("pawn", &hunter),
                ("catcher", &catcher),
                ("space", &to),
                ("half", &half_of(all)),
                ("all", &all),
                ("caught", &caught),
            ];
            lines.push(texts::CAUGHT.with(&args));
            let args: [(_, &dyn Display); 3] =
                [("catcher", &catcher), ("pawn", &hunter), ("caught", &caught)];
            let two = self.pawns > self.seats; // S7
            lines.push(if two { &texts::SWAPPED_TWO } else { &texts::SWAPPED }.with(&args));
        } else if after.phase == Phase::Offer {
            let feather = special_words(after).0 == "feather";
            let sentence = if feather { &texts::OFFERED_FEATHER } else { &texts::OFFERED_ARROW };
            lines.push(sentence.with(&[("card", &to.card())]));
        }
    }

    fn narrate_end(&self, after: &State, lines: &mut Vec<Text>) {
        let Turn::Over(outcome) = self.turn(after) else { return };
        lines.push(if after.forest.crumbs.is_empty() {
            texts::LAST.plain()
        } else {
            texts::IDLE.with(&[("rounds", &self.options.idle_rounds)]) // S22
        });
        lines.push(match outcome {
            Outcome::Win(seat) => texts::WON.with(&[("seat", &seat), ("held", &after.held[seat.index()])]),
            Outcome::Shared(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                let held = after.held.iter().max().copied().unwrap_or(0);
                texts::SHARED.with(&[("seats", &names.join(" and ")), ("held", &held)])
            }
            Outcome::Draw | Outcome::DrawBetween(_) | Outcome::Scored => texts::DRAWN.plain(),
        });
    }
}
