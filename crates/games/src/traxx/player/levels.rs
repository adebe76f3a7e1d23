//! Five strengths. The weak ones see less of what is to come and misjudge it, as people do; random moves among good
//! ones would be as weak, but would not look like a person's play.

use super::evaluate::PathEvaluation;
use super::plan::Breadth;
use super::planned_path::{Deck, PlannedPath};
use super::{Bot, hindsight, outlook};
use crate::traxx::{Chance, State, Traxx};
use crate::{Bots, Level, LevelInfo};
use breadboard_core::Seat;
use breadboard_search::{Budget, Effort, Player, Score};

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// Paths looked at, and plies.
    pub(super) budget: Budget,
    pub(super) breadth: Breadth,
    /// How much of what is to come it sees.
    pub(super) foresight: f32,
    /// The largest error of a judgement, in points.
    pub(super) error: f32,
}

/// What a ply may cost when the caller asks for a depth: a list of paths is never searched in full.
const PLY: u64 = 10_000;

impl Strength {
    /// The plies and paths that an effort allows.
    pub(super) fn limits(&self, effort: Effort) -> (usize, u64) {
        let budget = effort.budget(self.budget);
        match effort {
            Effort::Own(_) => (budget.depth as usize, budget.nodes),
            Effort::Given(_) => {
                let by_depth = u64::from(budget.depth).saturating_mul(PLY);
                let nodes = if budget.depth == u32::MAX { budget.nodes } else { budget.nodes.min(by_depth) };
                (budget.depth as usize, nodes)
            }
        }
    }

    /// What a choice looks like at first sight.
    pub(super) fn sees(
        &self,
        evaluation: &PathEvaluation<'_>,
        path: &PlannedPath,
        deck: &Deck,
        seed: u64,
    ) -> f32 {
        let now = path.score();
        now + self.foresight * (evaluation.value(path, deck) - now) + self.error * noise(path, seed)
    }
}

/// From -1 to 1, small errors commoner; a path looks the same all through one choice.
fn noise(path: &PlannedPath, seed: u64) -> f32 {
    let ends = (path.ends[0].index() * 64 + path.ends[1].index()) as u64;
    let mixed = (path.reached.0 ^ seed ^ ends << 50).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((mixed >> 32 & 0xFFFF) as f32 + (mixed >> 48) as f32) / 65535.0 - 1.0
}

/// As strong as it gets.
pub(super) const FULL: Strength = Strength {
    budget: Budget { nodes: 300_000, depth: 15 },
    breadth: Breadth { choices: [usize::MAX, 20, 8, 4], follow: [4, 3], cards: 6 },
    foresight: 1.0,
    error: 0.0,
};

/// Looks at every choice once.
const fn first_sight(foresight: f32, error: f32) -> Strength {
    Strength { budget: Budget::depth(1), breadth: FIRST_SIGHT, foresight, error }
}

/// The strengths, the weakest first.
const STRENGTHS: [Strength; 5] =
    [first_sight(0.03, 2.5), first_sight(0.38, 4.7), first_sight(0.9, 2.4), first_sight(1.0, 0.0), FULL];

const FIRST_SIGHT: Breadth = Breadth { choices: [1; 4], follow: [1; 2], cards: 1 };

impl Bots for Traxx {
    const FITTED: &'static str = include_str!("../fitted.txt");

    const PUZZLES: &'static str = include_str!("../puzzles.txt");

    const REVIEW_FACTOR: f64 = 4.0;

    const ONE_CHOICE_A_TURN: bool = true;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Stroller",
            about: "Walks as far as the card goes and rarely thinks of the next one.",
        },
        LevelInfo {
            name: "Rambler",
            about: "Heads for numbers, but misjudges how it will get away from them.",
        },
        LevelInfo { name: "Hiker", about: "Has an eye for open ground and for the order of the numbers." },
        LevelInfo { name: "Pathfinder", about: "Keeps both ends alive and judges every path with care." },
        LevelInfo {
            name: "Surveyor",
            about: "Weighs the best paths against the cards that may come, three rounds ahead.",
        },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::TRAINER);

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        Box::new(Bot::new(self.seats, STRENGTHS[level.rank()]))
    }

    fn standing(&self, state: &State) -> Vec<f64> {
        outlook::of(self, state, &[])
    }

    fn outlook(&self, state: &State, found: &[(Seat, Score)]) -> Vec<f64> {
        outlook::of(self, state, found)
    }

    fn hindsight(&self, draw: &mut dyn FnMut(&State) -> Option<Chance>, width: usize) -> Option<i32> {
        hindsight::best(self, draw, width)
    }
}
