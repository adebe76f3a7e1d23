//! Why a move is refused, with its ruling.

use super::board::{Letter, Square};
use super::{Breadcrumbs, Move, Stage, State, texts};
use breadboard_core::{Refusal, Rules as _, Seat};

impl Breadcrumbs {
    pub(super) fn check_move(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        match (state.stage, mv) {
            (Stage::Naming, Move::Name(number)) => self.check_name(state, number),
            (Stage::Choosing, Move::Take(letter)) => self.check_take(state, letter),
            (Stage::Playing, Move::Step(to)) => self.check_step(state, to),
            (Stage::Naming, _) => Err(Refusal::Illegal("B2", texts::NAME_NOW.plain())),
            (_, Move::Name(_) | Move::Take(_)) if !self.options.ritual => {
                Err(Refusal::Illegal("B2", texts::NO_RITUAL.plain()))
            }
            (_, Move::Name(_)) => Err(Refusal::Illegal("B2", texts::NAMED_PAST.plain())),
            (_, Move::Take(_)) => Err(Refusal::Illegal("B2", texts::TAKEN_PAST.plain())),
            (_, Move::Step(_)) => Err(Refusal::Illegal("B2", texts::TAKE_NOW.plain())),
        }
    }

    fn check_step(&self, state: &State, to: Square) -> Result<(), Refusal> {
        let letter = self.mover(state);
        let from = state.board.walker(letter).pawn();
        match from.steps_to(to) {
            0 => return Err(Refusal::Illegal("B5", texts::STAYS.with(&[("to", &to)]))),
            1 => {}
            _ => return Err(Refusal::Illegal("B5", texts::TOO_FAR.with(&[("from", &from), ("to", &to)]))),
        }
        if from.file() == to.file() || from.row() == to.row() {
            return Ok(());
        }
        // B4: a letter with as few points or fewer forbids the diagonal; the refusal names the one with the fewest.
        let score = |letter: Letter| state.board.points.of(letter);
        let others = self.letters.iter().copied().filter(|&other| other != letter);
        let Some(other) = others.min_by_key(|&other| score(other)) else { return Ok(()) };
        let (mine, less) = (score(letter), score(other));
        if less > mine {
            return Ok(());
        }
        let sentence = if less == mine { &texts::TIED } else { &texts::NOT_LOWEST };
        let text = sentence.with(&[
            ("from", &from),
            ("to", &to),
            ("score", &mine),
            ("other", &state.player(other)),
            ("less", &less),
        ]);
        Err(Refusal::Illegal("B4", text))
    }

    fn check_take(&self, state: &State, letter: Letter) -> Result<(), Refusal> {
        if !self.letters.contains(&letter) {
            let text = texts::NOT_IN_PLAY.with(&[("letter", &letter), ("seats", &self.seats())]);
            return Err(Refusal::Illegal("B3", text));
        }
        match state.holder(letter) {
            Some(seat) => {
                Err(Refusal::Illegal("B2", texts::TAKEN.with(&[("letter", &letter), ("seat", &seat)])))
            }
            None => Ok(()),
        }
    }

    fn check_name(&self, state: &State, number: u8) -> Result<(), Refusal> {
        if !(1..=5).contains(&number) {
            return Err(Refusal::Illegal("B2", texts::NO_NUMBER.with(&[("number", &number)])));
        }
        match Seat::all(self.seats()).find(|seat| state.names[seat.index()] == number) {
            Some(seat) => {
                Err(Refusal::Illegal("B2", texts::NAMED.with(&[("number", &number), ("seat", &seat)])))
            }
            None => Ok(()),
        }
    }
}
