//! Five strengths. The weak ones plan narrowly and err, the strong ones sample what their turns lead to.

use super::evaluate::BreadwinnerEvaluation;
use super::weights::WEIGHTS;
use crate::breadwinner::Breadwinner;
use crate::{Bots, Level, LevelInfo};
use breadboard_search::turns::{Planner, Strength};
use breadboard_search::{Blunders, Budget, Player};

/// Plans whole turns well and does not think of the answer.
const PLAIN: Strength = Strength {
    budget: Budget::nodes(0),
    width: 12,
    reply_width: 2,
    candidates: 16,
    trust: 1,
    horizon: 2,
    exploration: 0.1,
    blunders: None,
};

/// The strengths, the weakest first.
const STRENGTHS: [Strength; 5] = [
    Strength { width: 4, blunders: Some(Blunders::new(0.16, 50)), ..PLAIN },
    Strength { width: 6, blunders: Some(Blunders::new(0.06, 12)), ..PLAIN },
    PLAIN,
    Strength { budget: Budget::nodes(30), candidates: 6, ..PLAIN },
    Strength { budget: Budget::nodes(2000), width: 24, ..PLAIN },
];

impl Bots for Breadwinner {
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Apprentice",
            about: "Plants and harvests, and forgets that others have Soldiers.",
        },
        LevelInfo { name: "Farmhand", about: "Plans its turn, but misjudges what a position is worth." },
        LevelInfo { name: "Miller", about: "Plans whole turns well and does not think of the answer." },
        LevelInfo {
            name: "Baker",
            about: "Tries its best turns against your answers and a few rolls of the dice.",
        },
        LevelInfo {
            name: "Breadwinner",
            about: "Plays its best turns out over many rolls before it moves a bot.",
        },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::train);

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        Box::new(Planner::new(BreadwinnerEvaluation { weights: &WEIGHTS }, STRENGTHS[level.rank()]))
    }
}
