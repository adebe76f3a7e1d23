//! Chance: who starts, what the dice show, what a chip is worth. A roll is the count of each face with its
//! multinomial weight, not a sequence: dice of one pile are alike, so 1,287 outcomes stand for 1,679,616.

use super::state::{Reveal, Stage, State};
use super::{Breadwinner, check, notation};
use breadboard_core::{ChanceEvents, Listing, Refusal, Rng, Seat};

/// The face of Research & Development.
pub(super) const RESEARCH: u8 = 6;

/// A chance event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// This seat has the first turn (W1).
    Starter(Seat),
    /// How many dice show each face, 1 to 6.
    Roll([u8; 6]),
    /// The value of the chip that is turned up (W16).
    Crop(u8),
}

impl ChanceEvents for Breadwinner {
    type Chance = Chance;

    fn chances(&self, state: &State, outcomes: &mut Vec<(Chance, u64)>) -> Listing {
        list(state, outcomes);
        Listing::Complete
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Refusal> {
        check::chance(state, chance)
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        debug_assert!(check::chance(state, chance).is_ok());
        self.happen(state, *chance);
    }

    #[inline]
    fn sample_chance<R: Rng>(&self, state: &State, rng: &mut R) -> Option<Chance> {
        sample(state, rng)
    }

    fn write_chance(&self, _: &State, chance: &Chance) -> String {
        notation::chance_text(*chance)
    }

    fn read_chance(&self, _: &State, text: &str) -> Result<Chance, Refusal> {
        notation::chance_from(text)
    }
}

/// Every outcome of the pending event with its weight; nothing if none is pending.
fn list(state: &State, outcomes: &mut Vec<(Chance, u64)>) {
    match (state.reveal, state.stage) {
        (Some(Reveal { tile, .. }), _) => {
            let values = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
            outcomes.extend(values.iter().map(|value| (Chance::Crop(value), 1)));
        }
        (None, Stage::Starter) => {
            outcomes.extend(Seat::all(2).map(|seat| (Chance::Starter(seat), 1)));
        }
        (None, Stage::Roll) => list_rolls(state.dice[state.mover.index()], outcomes),
        _ => {}
    }
}

/// The counts of faces that `dice` dice can show; the weight is the number of ways to show them.
fn list_rolls(dice: u8, outcomes: &mut Vec<(Chance, u64)>) {
    let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
    let mut counts = [0; 6];
    counts[0] = dice;
    loop {
        let ways = counts.iter().fold(factorial(dice), |ways, &count| ways / factorial(count));
        outcomes.push((Chance::Roll(counts), ways));
        // The next in falling order: the last die that can show a higher face does, those after it follow.
        let Some(low) = counts[..5].iter().rposition(|&count| count > 0) else { return };
        let tail = std::mem::take(&mut counts[5]);
        counts[low] -= 1;
        counts[low + 1] = tail + 1;
    }
}

/// Draws the pending event as at a real table: a coin, each die, a chip from the unseen ones.
#[inline]
fn sample<R: Rng>(state: &State, rng: &mut R) -> Option<Chance> {
    match (state.reveal, state.stage) {
        (Some(Reveal { tile, .. }), _) => {
            let values = state.chips.land[tile.land()?];
            values.iter().nth(rng.below(values.len()) as usize).map(Chance::Crop)
        }
        (None, Stage::Starter) => Seat::new(rng.below(2) as usize).map(Chance::Starter),
        (None, Stage::Roll) => {
            let mut faces = [0; 6];
            // One number below 6ⁿ is n dice.
            let dice = u32::from(state.dice[state.mover.index()]);
            let mut word = rng.below(6u32.pow(dice));
            for _ in 0..dice {
                faces[(word % 6) as usize] += 1;
                word /= 6;
            }
            Some(Chance::Roll(faces))
        }
        _ => None,
    }
}
