//! Five strengths. The first two go for what is near and err, the third misjudges its chances a little, the last looks at what its
//! turns lead to, over all rolls.

use super::evaluate::{self, EvaluationKind, SnipeEvaluation};
use super::naive::Naive;
use crate::snipe::SnipeHunt;
use crate::snipe::state::{Phase, State};
use crate::{Bots, Level, LevelInfo};
use breadboard_search::turns::{Planner, Strength};
use breadboard_search::{Blunders, Budget, Player};

/// Weighs the ends of its turn, and does not think of the answer.
const PLAIN: Strength = Strength {
    budget: Budget::nodes(0),
    width: 100,
    reply_width: 8,
    candidates: 8,
    trust: 8,
    horizon: 2,
    exploration: 0.1,
    blunders: None,
};

/// The strengths, the weakest first.
const STRENGTHS: [Strength; 5] = [
    Strength { width: 12, blunders: Some(Blunders::new(0.2, 75)), ..PLAIN },
    Strength { width: 24, blunders: Some(Blunders::new(0.03, 10)), ..PLAIN },
    Strength { width: 60, blunders: Some(Blunders::new(0.07, 4)), ..PLAIN },
    PLAIN,
    Strength { budget: Budget::nodes(3000), ..PLAIN },
];

/// How they judge.
const EVALUATIONS: [EvaluationKind; 5] = [
    EvaluationKind::Naive(Naive { danger: 0.0 }),
    EvaluationKind::Naive(Naive { danger: 0.1 }),
    EvaluationKind::Chance,
    EvaluationKind::Chance,
    EvaluationKind::Chance,
];

impl Bots for SnipeHunt {
    // S18: the catcher's move after a catch is a new turn, and it begins with a roll.
    const CHANCE_BEGINS_TURN: bool = true;

    const FITTED: &'static str = include_str!("../fitted.txt");

    const PUZZLES: &'static str = include_str!("../puzzles.txt");

    const PUZZLE_NODES: u64 = 100;

    const REVIEW_FACTOR: f64 = 10.0;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Stroller",
            about: "Walks to the nearest crumb or to the Snipe, overlooks ways and forgets who is behind it.",
        },
        LevelInfo {
            name: "Tracker",
            about: "Takes the shortest way to crumbs and to the Snipe and cares little about hunters near it.",
        },
        LevelInfo {
            name: "Ranger",
            about: "Keeps out of the hunters' reach and hurries while many crumbs are left; errs now and then.",
        },
        LevelInfo {
            name: "Poacher",
            about: "Weighs every end of its walk by the chance to win and waits for its moment at the last crumbs.",
        },
        LevelInfo {
            name: "Phantom",
            about: "Judges like the Poacher and plays its best walks out over many rolls before it goes.",
        },
    ];

    fn standing(&self, state: &State) -> Vec<f64> {
        evaluate::standing(self, state)
    }

    /// The last crumbs decide: before, the dice may still turn everything round.
    fn progress(&self, state: &State) -> f64 {
        let (left, all) = (state.forest.crumbs.len(), u32::from(self.layout.crumbs));
        if state.phase == Phase::Deal { 0.0 } else { 1.0 - f64::from(left) / f64::from(all.max(1)) }
    }

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let rank = level.rank();
        Box::new(Planner::new(SnipeEvaluation(EVALUATIONS[rank]), STRENGTHS[rank]))
    }
}
