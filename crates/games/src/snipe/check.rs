//! Why a move is refused. Each reason is computed from the cards and pawns themselves; only the look-ahead of S11
//! is the same code as for listing moves.

use super::spaces::Space;
use super::state::{Pawn, Phase, State};
use super::{Direction, Move, ShutIn, SnipeHunt, texts};
use breadboard_core::Rules as _;
use breadboard_core::{Refusal, Seat, Text};

impl SnipeHunt {
    pub(super) fn check_move(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        match state.phase {
            Phase::Pick => self.check_pick(mv),
            Phase::Offer => self.check_answer(state, mv),
            _ => self.check_walk(state, mv),
        }
    }

    fn check_walk(&self, state: &State, mv: Move) -> Result<(), Refusal> {
        match mv {
            Move::Step(direction) => self.check_step(state, direction),
            Move::Turn(_) if self.may_turn(state) => Ok(()),
            Move::Turn(_) => Err(Refusal::Illegal("S20", self.why_no_turn(state))),
            Move::Pick(_) => Err(Refusal::Illegal("S7", texts::ONE_PAWN.plain())),
            Move::Skip | Move::Feather | Move::Rotate(..) => {
                Err(Refusal::Illegal("S18", texts::NO_OFFER.plain()))
            }
        }
    }

    /// Why the card under the pawn cannot be turned instead of a step.
    fn why_no_turn(&self, state: &State) -> Text {
        if self.options.shut_in == ShutIn::Stay {
            return texts::CAN_STEP.plain();
        }
        if !state.is_turn_start() {
            return texts::UNDER_WAY.plain();
        }
        let says = if state.mover == Pawn::SNIPE { &texts::NOT_SHUT_IN } else { &texts::HUNTER_NOT_SHUT_IN };
        says.plain()
    }

    fn check_step(&self, state: &State, direction: Direction) -> Result<(), Refusal> {
        let from = state.here();
        let forest = &state.forest;
        let Some(to) = forest.step(from, direction) else {
            let at_edge = from.side() == Some(direction) && self.is_edge(from, direction);
            let sentence = if at_edge { &texts::EDGE } else { &texts::HEDGE };
            return Err(Refusal::Illegal(
                "S1",
                sentence.with(&[("direction", &direction.word()), ("space", &from)]),
            ));
        };
        let back = state.went.is_some_and(|went| direction == went.opposite());
        if back && forest.ways(from).without(direction).0 != 0 {
            return Err(Refusal::Illegal("S10", texts::STRAIGHT_BACK.with(&[("space", &from)])));
        }
        if state.mover == Pawn::SNIPE {
            let station = Space::centre(forest.station);
            if to == station && self.station_is_closed(state) {
                return Err(Refusal::Illegal("S12", texts::STATION_CLOSED.plain()));
            }
            return Ok(());
        }
        let (steps, count) = self.hunter_steps(state, state.mover);
        if steps.contains(direction) {
            return Ok(());
        }
        if steps.is_empty() && state.is_turn_start() {
            return Err(Refusal::Illegal("S20", texts::MUST_TURN.plain()));
        }
        if count < state.left {
            return Err(Refusal::Illegal("S11", texts::TOO_SHORT.with(&[("count", &count)])));
        }
        Err(Refusal::Illegal("S11", texts::ENDS_ON_HUNTER.with(&[("space", &from), ("left", &state.left)])))
    }

    fn is_edge(&self, from: Space, direction: Direction) -> bool {
        // The card one on, if the grid has one there at all.
        let card = from.card();
        let (column, row) = (card.column(), card.row());
        let next = match direction {
            Direction::North => super::Card::at(column, row + 1),
            Direction::East => super::Card::at(column + 1, row),
            Direction::South => row.checked_sub(1).and_then(|row| super::Card::at(column, row)),
            Direction::West => column.checked_sub(1).and_then(|column| super::Card::at(column, row)),
        };
        next.is_none_or(|card| self.layout.cards & card.bit() == 0)
    }

    fn check_answer(&self, state: &State, mv: Move) -> Result<(), Refusal> {
        let here = state.here();
        let (special, answers) = special_words(state);
        let args: [(&'static str, &dyn std::fmt::Display); 3] =
            [("special", &special), ("space", &here), ("answers", &answers)];
        let [first, second, third] = args;
        match mv {
            Move::Skip => Ok(()),
            Move::Feather if special == "feather" => Ok(()),
            Move::Rotate(card, _) if special == "arrow" => {
                if self.layout.cards & card.bit() == 0 {
                    return Err(Refusal::Illegal("S3", texts::NO_CARD.with(&[("card", &card)])));
                }
                Ok(())
            }
            Move::Feather | Move::Rotate(..) => {
                let wanted = if mv == Move::Feather { "feather" } else { "arrow" };
                Err(Refusal::Illegal(
                    "S18",
                    texts::OTHER_SPECIAL.with(&[("wanted", &wanted), first, second, third]),
                ))
            }
            Move::Turn(_) => Err(Refusal::Illegal("S20", texts::ANSWER_FIRST.with(&args))),
            Move::Step(_) | Move::Pick(_) => Err(Refusal::Illegal("S18", texts::ANSWER_FIRST.with(&args))),
        }
    }

    fn check_pick(&self, mv: Move) -> Result<(), Refusal> {
        let Move::Pick(pawn) = mv else {
            let names: Vec<&str> = Pawn::hunters(self.pawns).map(Pawn::name).collect();
            return Err(Refusal::Illegal("S7", texts::PICK_FIRST.with(&[("hunters", &names.join(" or "))])));
        };
        if !Pawn::hunters(self.pawns).any(|hunter| hunter == pawn) {
            return Err(Refusal::Illegal("S7", texts::NOT_A_HUNTER.with(&[("pawn", &pawn)])));
        }
        Ok(())
    }
}

/// The special under the mover, and how to answer it.
pub(super) fn special_words(state: &State) -> (&'static str, &'static str) {
    if state.forest.feathers & state.here().card().bit() != 0 {
        ("feather", "feather or skip")
    } else {
        ("arrow", "rot with a card and cw or ccw, or skip")
    }
}
