//! Five strengths, each for two players and for more.

use super::Bot;
use super::weights::Weights;
use crate::breadcrumbs::{Breadcrumbs, State};
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
    /// What a draw is worth between two players: 1 for its share of the point, less to play for the win.
    pub(super) draw: f32,
    /// The same among more.
    pub(super) draw_for_all: f32,
}

/// With its whole share, two bot4 drew a third of their games, mostly by a meeting that saves the one who is behind.
const DRAW: f32 = 0.4;
/// A draw for all suits everyone but the leader: with a fifth of its share, four bot3 drew 40 % of their games.
const DRAW_FOR_ALL: f32 = 0.0;

/// A player that does not like draws, as all levels are.
pub(super) const fn playing_to_win(nodes: Budget, blunders: Option<Blunders>, samples: u64) -> Strength {
    Strength { nodes, blunders, samples, draw: DRAW, draw_for_all: DRAW_FOR_ALL }
}

/// The strengths, the weakest first. Those that overlook moves walk into meetings now and then, as people do.
const STRENGTHS: [Strength; 5] = [
    playing_to_win(Budget { nodes: 200, depth: 1 }, Some(Blunders::new(120.0, 60)), 10),
    playing_to_win(Budget { nodes: 1_000, depth: 3 }, Some(Blunders::new(80.0, 24)), 60),
    playing_to_win(Budget { nodes: 4_000, depth: 5 }, Some(Blunders::new(30.0, 18)), 500),
    playing_to_win(Budget::nodes(40_000), Some(Blunders::new(10.0, 12)), 8_000),
    playing_to_win(Budget::nodes(3_000_000), None, 400_000),
];

impl Bots for Breadcrumbs {
    const FITTED: &'static str = include_str!("../fitted.txt");

    const PUZZLES: &'static str = include_str!("../puzzles.txt");

    const PUZZLE_NODES: u64 = 30_000;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo {
            name: "Nibbler",
            about: "Takes the tile that looks tasty and often walks into a meeting that it loses.",
        },
        LevelInfo {
            name: "Picker",
            about: "Thinks of your answer, but overlooks some, and leaves its best tiles to you.",
        },
        LevelInfo {
            name: "Forager",
            about: "Plans a few steps, spoils your best tiles, and now and then overlooks a meeting.",
        },
        LevelInfo {
            name: "Pathfinder",
            about: "Plans its path well ahead, slips away diagonally while it is behind, and rarely overlooks a meeting.",
        },
        LevelInfo {
            name: "Baker",
            about: "Reads far ahead and the last turns to the end, and meets you only to win.",
        },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::TRAINER);

    fn standing(&self, state: &State) -> Vec<f64> {
        super::standing(self, state)
    }

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let weights = Weights::learned(self.letters.len() as u8);
        Box::new(Bot::new(self, weights, STRENGTHS[level.rank()]))
    }
}
