//! The chance events: the deal and the roll-off are sampled, the two dice of a turn are listed with their weights.

use super::deal::RollOff;
use super::forest::Forest;
use super::state::{Dice, Phase, State};
use super::{SnipeHunt, texts};
use breadboard_core::{ChanceEvents, Listing, Refusal, Rng, refusals};

/// A deal, the roll-off, or the dice of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance(pub(super) Drawn);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Drawn {
    Deal(Box<Forest>),
    RollOff(RollOff),
    Roll(Dice),
}

impl ChanceEvents for SnipeHunt {
    type Chance = Chance;

    fn chances(&self, state: &State, outcomes: &mut Vec<(Chance, u64)>) -> Listing {
        match state.phase {
            Phase::Roll => {
                outcomes.extend(Dice::all().map(|dice| (Chance(Drawn::Roll(dice)), dice.weight())));
                Listing::Complete
            }
            Phase::Deal | Phase::RollOff => Listing::TooMany,
            Phase::Pick | Phase::Walk | Phase::Offer | Phase::Over => Listing::Complete,
        }
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Refusal> {
        match (state.phase, &chance.0) {
            (Phase::Deal, Drawn::Deal(forest)) => self.check_deal(forest),
            (Phase::RollOff, Drawn::RollOff(roll_off)) => roll_off.winner(self.seats).map(|_| ()),
            (Phase::Roll, Drawn::Roll(_)) => Ok(()),
            (Phase::Deal, _) => Err(Refusal::NotNow(texts::DEAL_FIRST.plain())),
            (Phase::RollOff, _) => Err(Refusal::NotNow(texts::ROLL_OFF_FIRST.plain())),
            (Phase::Roll, _) => Err(Refusal::NotNow(texts::ROLL_FIRST.plain())),
            _ => Err(refusals::no_chance()),
        }
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        debug_assert!(self.check_chance(state, chance).is_ok());
        match &chance.0 {
            Drawn::Deal(forest) => {
                state.forest = **forest;
                self.set_out(state);
            }
            Drawn::RollOff(roll_off) => {
                if let Ok(winner) = roll_off.winner(self.seats) {
                    self.hand_out(state, winner);
                }
            }
            Drawn::Roll(dice) => self.roll(state, *dice),
        }
    }

    fn sample_chance<R: Rng>(&self, state: &State, rng: &mut R) -> Option<Chance> {
        let kind = match state.phase {
            Phase::Deal => Drawn::Deal(Box::new(self.deal(rng))),
            Phase::RollOff => Drawn::RollOff(RollOff::sample(self.seats, rng)),
            Phase::Roll => {
                let roll = rng.below(36) as u8;
                Drawn::Roll(Dice::new(roll / 6 + 1, roll % 6 + 1)?)
            }
            Phase::Pick | Phase::Walk | Phase::Offer | Phase::Over => return None,
        };
        Some(Chance(kind))
    }

    fn write_chance(&self, _: &State, chance: &Chance) -> String {
        self.chance_text(chance)
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        self.chance_from(state, text)
    }
}
