//! The Breakthrough player: alpha-beta on bit boards with races decided by proof. Sampling search, the usual
//! choice where no evaluation is known, plays this game much worse at equal time.

mod eval;
mod net;
mod race;
#[cfg(test)]
mod tests;
mod tree;

use super::{Breakthrough, Kernels, Move, Side, State};
use crate::{Bots, Level, LevelInfo};
use breadboard_core::{Game as _, Rng as _, Seat, SplitMix};
use breadboard_search::alphabeta::{Fitted, Tuning, WIN};
use breadboard_search::{Budget, Effort, Evaluate, Haze, Hazy, Player, Watch};
pub(super) use eval::Classic;
use eval::{Eye, Places, Structure};
pub use net::{HIDDEN, INPUTS, Net, OUTPUT_ONE, POINTS, WEIGHT_ONE};
use tree::Woods;

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub(super) budget: Budget,
    pub(super) haze: Option<Haze>,
    /// The most memory for the table.
    pub(super) bytes: usize,
}

/// A player of one game; it remembers what it searched.
#[derive(Debug)]
pub(super) struct Bot<W, E> {
    woods: Woods<W, E>,
    search: Fitted<Move>,
    strength: Strength,
    threads: usize,
}

/// The memory that a node needs in the table: an entry has 16 bytes, and more than half of all nodes are captures played
/// out at the horizon, which are not stored. With it the last level's budget takes all there may be, as an endless one does.
const NODE_BYTES: u64 = 12;

impl<W: Kernels, E: Eye<W>> Bot<W, E> {
    pub(super) fn new(game: &Breakthrough<W>, eye: E, strength: Strength) -> Bot<W, E> {
        let search = Fitted::new(NODE_BYTES, strength.bytes, Tuning::default());
        Bot { woods: Woods::new(game, eye), search, strength, threads: 1 }
    }
}

impl<W: Kernels, E: Eye<W>> Player<Breakthrough<W>> for Bot<W, E> {
    fn choose(&mut self, game: &Breakthrough<W>, state: &State<W>, seat: Seat, rng: &mut SplitMix) -> Move {
        self.think(game, state, seat, rng, Effort::Own(1.0), &Watch::NOBODY)
    }

    fn think(
        &mut self,
        game: &Breakthrough<W>,
        state: &State<W>,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        // Of moves that are worth the same the first is played: games of one level should differ.
        rng.shuffle(&mut moves);
        let node = self.woods.node(state);
        let budget = effort.budget(self.strength.budget);
        // What was misjudged through a haze in the last move may be seen in this one.
        if self.strength.haze.is_some() {
            self.search.forget();
        }
        let search = self.search.for_budget(budget);
        let found = match self.strength.haze {
            None => search.search_on(self.threads, &self.woods, &node, &moves, budget, watch),
            Some(haze) => {
                let hazy = Hazy { tree: &self.woods, haze, seed: rng.next_u64() };
                search.search(&hazy, &node, &moves, budget, watch)
            }
        };
        found.map_or(moves[0], |found| found.mv)
    }

    fn prepare(&mut self) {
        // Through a haze every search has a small table of its own.
        if self.strength.haze.is_none() {
            self.search.prepare();
        }
    }

    fn use_threads(&mut self, threads: usize) -> bool {
        self.threads = threads;
        // Through a haze there is nothing to share.
        self.strength.haze.is_none() || threads == 1
    }
}

const MB: usize = 1 << 20;

impl<W: Kernels> Bots for Breakthrough<W> {
    const ONE_CHOICE_A_TURN: bool = true;

    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo { name: "Sprinter", about: "Sees one move ahead and forgets that men can be taken." },
        LevelInfo { name: "Scout", about: "Looks at the answer to its move, and overlooks some." },
        LevelInfo { name: "Guard", about: "Counts exchanges and keeps its home row, but not far ahead." },
        LevelInfo { name: "Captain", about: "Reads several moves deep and knows when a race is won." },
        LevelInfo { name: "Breaker", about: "Reads as deep as three seconds allow, and proves its wins." },
    ];

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let budget = |nodes, depth| Budget { nodes, depth };
        let strength = match level {
            Level::Bot1 => Strength {
                budget: budget(400, 2),
                haze: Some(Haze { error: 60, overlooks: 70, expert: false }),
                bytes: MB / 64,
            },
            Level::Bot2 => Strength {
                budget: budget(3_000, 3),
                haze: Some(Haze { error: 30, overlooks: 25, expert: false }),
                bytes: MB / 16,
            },
            Level::Bot3 => Strength {
                budget: budget(8_000, 5),
                haze: Some(Haze { error: 10, overlooks: 4, expert: true }),
                bytes: MB / 4,
            },
            Level::Bot4 => Strength { budget: budget(200_000, u32::MAX), haze: None, bytes: 4 * MB },
            Level::Bot5 => Strength { budget: budget(6_000_000, u32::MAX), haze: None, bytes: 64 * MB },
        };
        W::player(self, strength)
    }
}

impl<W: Kernels> Evaluate for Breakthrough<W> {
    fn evaluate(&self, state: &State<W>, seat: Seat) -> f64 {
        if let Some(side) = self.winner(state) {
            return if state.seat(side) == seat { f64::from(WIN) } else { -f64::from(WIN) };
        }
        let places = Places::new(self.geometry.columns, self.geometry.rows);
        let white = places.sum(state.men) + Structure::default().value(&self.geometry, state.men);
        f64::from(if state.seat(Side::White) == seat { white } else { -white })
    }
}

impl Breakthrough<u64> {
    /// A player that judges by this network, or by hand without one: the trainer's. Only for boards of 8×8.
    #[must_use]
    pub fn judged_by(&self, net: Option<Net>) -> Box<dyn Player<Self> + Send> {
        let budget = Budget::nodes(1);
        let strength = Strength { budget, haze: None, bytes: 4 * MB };
        match net {
            Some(net) => Box::new(Bot::new(self, net, strength)),
            None => Box::new(Bot::new(self, Classic::new(&self.geometry), strength)),
        }
    }
}
