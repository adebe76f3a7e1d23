//! Five strengths. The weak ones plan narrowly and err, the last samples what its turns lead to.

use super::evaluate::SnipeEvaluation;
use crate::snipe::SnipeHunt;
use crate::{Bots, Level, LevelInfo};
use breadboard_search::turns::{Planner, Strength};
use breadboard_search::{Blunders, Budget, Player};

/// Weighs every end of its turn, and does not think of the answer.
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
    Strength { width: 12, blunders: Some(Blunders::new(0.8, 90)), ..PLAIN },
    Strength { width: 40, blunders: Some(Blunders::new(0.36, 36)), ..PLAIN },
    Strength { blunders: Some(Blunders::new(0.11, 8)), ..PLAIN },
    PLAIN,
    Strength { budget: Budget::nodes(3000), ..PLAIN },
];

impl Bots for SnipeHunt {
    // S18: the catcher's move after a catch is a new turn, and it begins with a roll.
    const CHANCE_BEGINS_TURN: bool = true;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Stroller",
            about: "Walks where crumbs or the Snipe are and forgets who is behind it.",
        },
        LevelInfo { name: "Tracker", about: "Plans its walk, but misjudges how near is too near." },
        LevelInfo { name: "Ranger", about: "Knows where it is safe to end a walk, and errs now and then." },
        LevelInfo {
            name: "Poacher",
            about: "Weighs every end of its walk by the chance of being caught or catching.",
        },
        LevelInfo {
            name: "Phantom",
            about: "Plays its best walks out over many rolls and turns cards in your way.",
        },
    ];

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        Box::new(Planner::new(SnipeEvaluation, STRENGTHS[level.rank()]))
    }
}
