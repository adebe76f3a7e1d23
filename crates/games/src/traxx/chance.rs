//! The chance events: which seat gets which start, then a card for each round, every card left equally likely.

use super::hex::Hex;
use super::path::Path;
use super::state::{Card, Phase, State};
use super::{Traxx, texts};
use breadboard_core::{ChanceEvents, Listing, Refusal, Rng, Seat, refusals};

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The start of each seat (T11); places past the last seat repeat the first.
    Starts([Hex; 4]),
    /// The card that is turned.
    Card(Card),
}

impl ChanceEvents for Traxx {
    type Chance = Chance;

    fn chances(&self, state: &State, outcomes: &mut Vec<(Chance, u64)>) -> Listing {
        match state.phase {
            Phase::Deal => outcomes.extend(self.deal().into_iter().map(|starts| (Chance::Starts(starts), 1))),
            // T12: every card that is left is as likely as any other.
            Phase::Turn => outcomes.extend(state.cards_left().map(|card| (Chance::Card(card), 1))),
            Phase::Choose | Phase::Over => {}
        }
        Listing::Complete
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Refusal> {
        match (state.phase, chance) {
            (Phase::Over, _) => Err(refusals::game_over()),
            (Phase::Choose, _) => Err(refusals::no_chance()),
            (Phase::Deal, Chance::Card(_)) => Err(Refusal::Illegal("T11", texts::DEAL_FIRST.plain())),
            (Phase::Deal, Chance::Starts(starts)) => self.check_starts(&starts[..usize::from(self.seats)]),
            (Phase::Turn, Chance::Starts(_)) => Err(Refusal::Illegal("T11", texts::DEALT.plain())),
            (Phase::Turn, Chance::Card(card)) => {
                if state.cards_left().any(|left| left == *card) {
                    return Ok(());
                }
                Err(Refusal::Illegal("T12", texts::NO_SUCH_CARD.with(&[("card", &self.colours(*card))])))
            }
        }
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        debug_assert_eq!(self.check_chance(state, chance), Ok(()));
        match *chance {
            Chance::Starts(starts) => {
                for seat in Seat::all(self.seats) {
                    state.paths[seat.index()] = Path::from_start(starts[seat.index()]);
                }
                state.phase = Phase::Turn;
            }
            Chance::Card(card) => {
                state.left &= !(1 << card.0);
                state.card = Some(card);
                // T9: who cannot extend is not asked.
                state.acting = self.able(state, self.colours(card).set());
                if state.acting.is_empty() {
                    self.close_round(state);
                } else {
                    state.phase = Phase::Choose;
                }
            }
        }
    }

    fn sample_chance<R: Rng>(&self, state: &State, rng: &mut R) -> Option<Chance> {
        match state.phase {
            Phase::Deal => {
                let mut starts = self.board.starts();
                rng.shuffle(&mut starts);
                let dealt = if self.options.same_start { 1 } else { usize::from(self.seats) };
                Some(Chance::Starts(self.starts_of(&starts[..dealt])))
            }
            Phase::Turn => {
                let pick = rng.below(state.left.count_ones()) as usize;
                state.cards_left().nth(pick).map(Chance::Card)
            }
            Phase::Choose | Phase::Over => None,
        }
    }

    fn write_chance(&self, _: &State, chance: &Chance) -> String {
        self.chance_text(chance)
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        self.chance_from(state, text)
    }
}

impl Traxx {
    fn deal(&self) -> Vec<[Hex; 4]> {
        let starts = self.board.starts();
        if self.options.same_start {
            return starts.map(|start| [start; 4]).to_vec();
        }
        let mut deals: Vec<Vec<Hex>> = vec![Vec::new()];
        for _ in 0..self.seats {
            deals = deals
                .iter()
                .flat_map(|dealt| {
                    let rest = starts.into_iter().filter(|start| !dealt.contains(start));
                    rest.map(|start| [&dealt[..], &[start]].concat())
                })
                .collect();
        }
        deals.iter().map(|dealt| self.starts_of(dealt)).collect()
    }

    /// The starts of the seats, with the unused places filled.
    pub(super) fn starts_of(&self, dealt: &[Hex]) -> [Hex; 4] {
        std::array::from_fn(|seat| dealt.get(seat).or(dealt.first()).copied().unwrap_or(Hex::CENTRE))
    }

    /// T11: whether the seats may have these starts.
    pub(super) fn check_starts(&self, starts: &[Hex]) -> Result<(), Refusal> {
        for (seat, start) in starts.iter().enumerate() {
            if !self.board.starts().contains(start) {
                return Err(Refusal::Illegal("T13", texts::NOT_A_START.with(&[("field", start)])));
            }
            let shared = starts[..seat].contains(start);
            if self.options.same_start && seat > 0 && !shared {
                return Err(Refusal::Illegal("T11", texts::OTHER_START.plain()));
            }
            if !self.options.same_start && shared {
                return Err(Refusal::Illegal("T11", texts::SHARED_START.with(&[("field", start)])));
            }
        }
        Ok(())
    }
}
