//! Five strengths. The weak ones see little and err; the strong ones differ by their budgets only.

use crate::breakthrough::{Breakthrough, Kernels, State};
use crate::outlook::PROOF;
use crate::{Bots, Level, LevelInfo, WeightsError};
use breadboard_core::Seat;
use breadboard_search::alphabeta::Strength;
use breadboard_search::{Blunders, Budget, Evaluate as _, Player};

const KB: usize = 1 << 10;
const MB: usize = 1 << 20;

/// The strengths, the weakest first.
const STRENGTHS: [Strength; 5] = [
    Strength {
        budget: Budget { nodes: 400, depth: 2 },
        blunders: Some(Blunders { error: 60.0, overlooks: 70, misses_proofs: true }),
        most_bytes: 16 * KB,
    },
    Strength {
        budget: Budget { nodes: 3_000, depth: 3 },
        blunders: Some(Blunders { error: 30.0, overlooks: 25, misses_proofs: true }),
        most_bytes: 64 * KB,
    },
    Strength {
        budget: Budget { nodes: 8_000, depth: 5 },
        blunders: Some(Blunders { error: 10.0, overlooks: 4, misses_proofs: false }),
        most_bytes: 256 * KB,
    },
    Strength { budget: Budget::nodes(200_000), blunders: None, most_bytes: 4 * MB },
    Strength { budget: Budget::nodes(6_000_000), blunders: None, most_bytes: 64 * MB },
];

impl<W: Kernels> Bots for Breakthrough<W> {
    const FITTED: &'static str = include_str!("../fitted.txt");

    const PUZZLES: &'static str = include_str!("../puzzles.txt");

    const PUZZLE_NODES: u64 = 100_000;

    const ONE_CHOICE_A_TURN: bool = true;
    const SPEAKS_UCI: bool = true;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo { name: "Sprinter", about: "Sees one move ahead and forgets that men can be taken." },
        LevelInfo { name: "Scout", about: "Looks at the answer to its move, and overlooks some." },
        LevelInfo { name: "Guard", about: "Counts exchanges and keeps its home row, but not far ahead." },
        LevelInfo { name: "Captain", about: "Reads several moves deep and knows when a race is won." },
        LevelInfo { name: "Breaker", about: "Reads as deep as three seconds allow, and proves its wins." },
    ];

    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = Some(super::train::TRAINER);

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        W::player(self, STRENGTHS[level.rank()])
    }

    /// A man is one in the logarithm of the odds, as in the scores of a search: each side has half of the difference.
    fn standing(&self, state: &State<W>) -> Vec<f64> {
        let points = Seat::all(2).map(|seat| self.evaluate(state, seat));
        points.map(|points| (points / 200.0).clamp(-PROOF / 2.0, PROOF / 2.0)).collect()
    }

    fn bot_with(&self, level: Level, weights: &[u8]) -> Result<Box<dyn Player<Self> + Send>, WeightsError> {
        W::player_with(self, STRENGTHS[level.rank()], weights)
    }
}
