//! Five strengths, each for two players and for more.

use super::Bot;
use super::weights::Weights;
use crate::breadcrumbs::Breadcrumbs;
use crate::{Bots, Level, LevelInfo};
use breadboard_search::{Blunders, Budget, Player};

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// What a move may cost between two players.
    pub(super) nodes: Budget,
    pub(super) blunders: Option<Blunders>,
    /// Samples for a move among more than two players.
    pub(super) samples: u64,
    /// What a draw for all is worth among more than two players: 1 for its share of the point, less to play for the win.
    pub(super) draw: f32,
}

/// The strengths, the weakest first.
const STRENGTHS: [Strength; 5] = [
    Strength {
        nodes: Budget { nodes: 200, depth: 1 },
        blunders: Some(Blunders::new(120.0, 60)),
        samples: 10,
        draw: 0.0,
    },
    Strength {
        nodes: Budget { nodes: 1_000, depth: 3 },
        blunders: Some(Blunders::new(80.0, 20)),
        samples: 60,
        draw: 0.0,
    },
    Strength {
        nodes: Budget { nodes: 4_000, depth: 5 },
        blunders: Some(Blunders::new(30.0, 0)),
        samples: 500,
        draw: 0.0,
    },
    Strength { nodes: Budget::nodes(40_000), blunders: None, samples: 8_000, draw: 0.6 },
    Strength { nodes: Budget::nodes(3_000_000), blunders: None, samples: 400_000, draw: 0.6 },
];

impl Bots for Breadcrumbs {
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Nibbler",
            about: "Takes the tile that looks tasty and overlooks what others can do to it.",
        },
        LevelInfo {
            name: "Picker",
            about: "Thinks of your answer, and still walks away from its best tiles.",
        },
        LevelInfo { name: "Forager", about: "Plans a few steps and spoils a tile when it can." },
        LevelInfo {
            name: "Pathfinder",
            about: "Plans its path well ahead and watches who can force a meeting.",
        },
        LevelInfo {
            name: "Baker",
            about: "Reads the path to the last meeting and ends the game when it leads.",
        },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::train);

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let weights = Weights::learned(self.letters.len() as u8);
        Box::new(Bot::new(self, weights, STRENGTHS[level.rank()]))
    }
}
