//! Five strengths. All try their best turns against sampled dice and answers; the weak ones try few, farm by habit, misjudge
//! and overlook moves. Weak players without samples were the alternative: they wait for each other to begin. The
//! strongest judges by who wins: it would wait too if it did not also want to win soon.

use super::evaluate::{Aim, BreadwinnerEvaluation};
use super::habits::Habits;
use super::weights::WEIGHTS;
use crate::breadwinner::Breadwinner;
use crate::breadwinner::state::State;
use crate::{Bots, Level, LevelInfo};
use breadboard_search::turns::{Planner, Strength};
use breadboard_search::{Blunders, Budget, Player};

/// How much bot5 values a fast win. With a lower weight it sometimes waits without need.
pub(super) const DRIVE: f32 = 0.35;

/// The strongest player.
const BEST: Strength = Strength {
    budget: Budget::nodes(240),
    width: 16,
    reply_width: 1,
    candidates: 16,
    trust: 1,
    horizon: 4,
    exploration: 0.1,
    blunders: None,
};

/// A player that samples its best few ends twice or three times, misjudges and overlooks.
const fn weak(samples: u64, candidates: usize, blunders: Blunders) -> Strength {
    Strength { budget: Budget::nodes(samples), width: 12, candidates, blunders: Some(blunders), ..BEST }
}

/// Strength, habits and aim, the weakest first.
const PLAYERS: [(Strength, Habits, Aim); 5] = [
    (weak(4, 3, Blunders::new(0.15, 90)), Habits::Farms, Aim::Soon(0.2)),
    (weak(6, 3, Blunders::new(0.12, 66)), Habits::Farms, Aim::Soon(0.2)),
    (weak(8, 4, Blunders::new(0.07, 38)), Habits::Farms, Aim::Soon(0.2)),
    (weak(24, 8, Blunders::new(0.03, 12)), Habits::Sells, Aim::Soon(0.2)),
    (BEST, Habits::Sells, Aim::Win(DRIVE)),
];

impl Bots for Breadwinner {
    const FITTED: &'static str = include_str!("../fitted.txt");

    const PUZZLES: &'static str = include_str!("../puzzles.txt");

    const PUZZLE_NODES: u64 = 60;

    const REVIEW_FACTOR: f64 = 30.0;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Apprentice",
            about: "Plants, harvests and unloads whenever it can, and overlooks every third of its other moves.",
        },
        LevelInfo {
            name: "Farmhand",
            about: "Plants, harvests and unloads whenever it can; it often misjudges what else a bot can do.",
        },
        LevelInfo {
            name: "Miller",
            about: "Farms before all else, and compares a few turns by how the dice may fall.",
        },
        LevelInfo {
            name: "Baker",
            about: "Weighs farming against striking your bots, and seldom overlooks a move.",
        },
        LevelInfo {
            name: "Breadwinner",
            about: "Plays its best turns out over hundreds of rolls and takes the one that leaves it furthest ahead.",
        },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::TRAINER);

    fn standing(&self, state: &State) -> Vec<f64> {
        let (_, habits, aim) = PLAYERS[Level::Bot5.rank()];
        BreadwinnerEvaluation { weights: &WEIGHTS, habits, aim }.standing(self, state)
    }

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let (strength, habits, aim) = PLAYERS[level.rank()];
        Box::new(Planner::new(BreadwinnerEvaluation { weights: &WEIGHTS, habits, aim }, strength))
    }
}
