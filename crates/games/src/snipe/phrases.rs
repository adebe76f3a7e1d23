//! What a player does with the moves of a turn, in phrases without a subject: lists of mistakes and hints name a turn by them.
//! A walk is one phrase, because people choose its end and not each step.

use super::check::special_words;
use super::narrate::way_word;
use super::spaces::{Direction, Space, Spaces};
use super::state::{Pawn, Phase, State};
use super::turn::half_of;
use super::{Move, SnipeHunt, texts};
use breadboard_core::{Rules as _, Seat, Text};

/// The steps of a walk that are not said yet.
#[derive(Clone, Copy, Default)]
struct Walk {
    steps: u8,
    first: Option<Direction>,
    end: Option<Space>,
    crumbs: u8,
}

impl Walk {
    fn step(&mut self, direction: Direction, to: Option<Space>, lifts: bool) {
        self.steps += 1;
        self.first = self.first.or(Some(direction));
        self.end = to.or(self.end);
        self.crumbs += u8::from(lifts);
    }

    fn say(&mut self, said: &mut Vec<Text>) {
        if let (Some(first), Some(end)) = (self.first, self.end) {
            let sentence = if self.steps == 1 { &texts::DO_STEP } else { &texts::DO_WALK };
            said.push(sentence.with(&[("direction", &first.word()), ("space", &end)]));
        }
        match self.crumbs {
            0 => {}
            1 => said.push(texts::DO_LIFT_ONE.plain()),
            crumbs => said.push(texts::DO_LIFT.with(&[("crumbs", &crumbs)])),
        }
        *self = Walk::default();
    }
}

impl SnipeHunt {
    pub(super) fn phrases_of(&self, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
        let (mut at, mut said, mut walk) = (*state, Vec::new(), Walk::default());
        let mut mover = state.mover;
        for &mv in moves {
            let before = at;
            self.apply(&mut at, seat, mv);
            if let Move::Pick(pawn) = mv {
                mover = pawn;
            }
            match mv {
                Move::Step(direction) => {
                    let to = before.forest.step(before.here(), direction);
                    let lifts = at.forest.crumbs.len() < before.forest.crumbs.len();
                    walk.step(direction, to, lifts);
                }
                // To walk on says the same, unless it is all that was chosen.
                Move::Skip if moves.len() > 1 => {}
                Move::Skip => {
                    let card = before.here().card();
                    said.push(
                        texts::DO_SKIP.with(&[("special", &special_words(&before).0), ("card", &card)]),
                    );
                }
                Move::Feather => {
                    walk.say(&mut said);
                    said.push(texts::DO_FEATHER.plain());
                }
                Move::Rotate(card, way) => {
                    walk.say(&mut said);
                    said.push(texts::DO_ROTATE.with(&[("card", &card), ("way", &way_word(way))]));
                }
                Move::Turn(way) => {
                    let card = before.here().card();
                    said.push(texts::DO_TURN.with(&[("card", &card), ("way", &way_word(way))]));
                }
                Move::Pick(pawn) => said.push(texts::DO_PICK.with(&[("pawn", &pawn)])),
            }
            if at.snipe_seat() != before.snipe_seat() {
                walk.say(&mut said);
                let lifted = before.forest.crumbs.len() - at.forest.crumbs.len();
                let half = half_of(before.held[before.snipe_seat().index()] + lifted as u8);
                let caught = before.snipe_seat() == seat;
                let sentence = if caught { &texts::DO_GET_CAUGHT } else { &texts::DO_CATCH };
                said.push(sentence.with(&[("half", &half)]));
                return said;
            }
        }
        walk.say(&mut said);
        if at.phase == Phase::Roll {
            said.extend(self.distance_said(&at, mover));
        }
        said
    }

    /// How far the hunt is after a turn of a pawn.
    fn distance_said(&self, state: &State, mover: Pawn) -> Option<Text> {
        let steps = self.steps_apart(state, mover)?;
        let sentence = if mover == Pawn::SNIPE { &texts::DO_HIDE } else { &texts::DO_NEAR };
        Some(sentence.with(&[("steps", &steps)]))
    }

    /// The steps between a pawn and the nearest one that it hunts or that hunts it.
    fn steps_apart(&self, state: &State, pawn: Pawn) -> Option<u32> {
        let mut others = Spaces::default();
        if pawn == Pawn::SNIPE {
            Pawn::hunters(self.pawns).for_each(|hunter| others.insert(state.place(hunter)));
        } else {
            others.insert(state.place(Pawn::SNIPE));
        }
        state.forest.steps_to(state.place(pawn), &others)
    }

    /// Where two turns leave the hunt, if the first one leaves it worse.
    pub(super) fn compared_turns(&self, state: &State, ends: [&State; 2]) -> Option<Text> {
        let over = |end: &&State| end.phase == Phase::Roll && end.snipe_seat() == state.snipe_seat();
        if state.phase == Phase::Pick || !ends.iter().all(over) {
            return None;
        }
        let [played, better] = ends.map(|end| self.steps_apart(end, state.mover));
        let (played, better) = (played?, better?);
        let is_snipe = state.mover == Pawn::SNIPE;
        let harms = if is_snipe { played < better } else { played > better };
        let sentence = if is_snipe { &texts::WORSE_HIDE } else { &texts::WORSE_NEAR };
        harms.then(|| sentence.with(&[("steps", &played), ("other", &better)]))
    }
}
