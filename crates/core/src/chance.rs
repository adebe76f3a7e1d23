//! Chance is an event of its own with a type, a text and a check, so that a log replays without a random source.
//! A game without chance implements [`ChanceFree`] and nothing else; defaults that can only abort were the
//! alternative.

use crate::refusal::{Refusal, refusals};
use crate::rng::Rng;
use crate::rules::Rules;
use std::fmt::Debug;

/// The rolls, cards and deals of a game.
///
/// `apply_chance` is trusted: it takes only what `check_chance` accepts, and asserts it in debug builds.
pub trait ChanceEvents: Rules {
    /// One roll, card or deal.
    type Chance: Clone + Eq + Debug + Send + Sync + 'static;

    /// Appends every outcome of the pending chance event with its integer weight, if they are few enough to list.
    fn chances(&self, state: &Self::State, outcomes: &mut Vec<(Self::Chance, u64)>) -> Listing;
    /// Whether this chance event may happen now, and if not, why.
    ///
    /// # Errors
    /// The reason.
    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> Result<(), Refusal>;
    /// Makes a valid chance event.
    fn apply_chance(&self, state: &mut Self::State, chance: &Self::Chance);
    /// Draws the pending chance event with the probabilities of the physical game; `None` if none is pending.
    fn sample_chance<R: Rng>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Chance> {
        let mut outcomes = Vec::new();
        self.chances(state, &mut outcomes);
        let pick = rng.weighted(outcomes.iter().map(|(_, weight)| *weight))?;
        Some(outcomes.swap_remove(pick).0)
    }

    /// Writes a valid chance event; the text has no `#`, `|`, line break or outer blanks.
    fn write_chance(&self, state: &Self::State, chance: &Self::Chance) -> String;
    /// Reads a chance event. The result need not be valid.
    ///
    /// # Errors
    /// The text is not a chance event.
    fn read_chance(&self, state: &Self::State, text: &str) -> Result<Self::Chance, Refusal>;
}

/// Whether a list of chance outcomes is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Every outcome is listed.
    Complete,
    /// There are too many to list: sample.
    TooMany,
}

/// A game without chance. `impl ChanceFree for MyGame {}` is all that it writes about chance.
pub trait ChanceFree: Rules {}

/// The chance events of a game without chance: there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChance {}

impl<G: ChanceFree> ChanceEvents for G {
    type Chance = NoChance;

    fn chances(&self, _: &Self::State, _: &mut Vec<(NoChance, u64)>) -> Listing {
        Listing::Complete
    }

    fn check_chance(&self, _: &Self::State, chance: &NoChance) -> Result<(), Refusal> {
        match *chance {}
    }

    fn apply_chance(&self, _: &mut Self::State, chance: &NoChance) {
        match *chance {}
    }

    fn write_chance(&self, _: &Self::State, chance: &NoChance) -> String {
        match *chance {}
    }

    fn read_chance(&self, _: &Self::State, _: &str) -> Result<NoChance, Refusal> {
        Err(refusals::no_chance())
    }
}
