//! The Breadcrumbs player. Two players know everything once the tiles lie, and there are four ways to go: alpha-beta
//! with a learned eye. More than two play a sampling search with the same kind of eye, each for themselves. Playouts
//! to the end, the default of all games, cannot tell a good turn from a bad one here.

mod council;
mod greedy;
mod ritual;
mod sight;
#[cfg(test)]
mod tests;
mod trail;

use super::{Breadcrumbs, Letter, Move, Stage, State};
use crate::{Bots, Level, LevelInfo};
use breadboard_core::{Game as _, Rng as _, Seat, SplitMix};
use breadboard_search::alphabeta::{Fitted, Found, Tuning, score_of};
use breadboard_search::mcts::{self, Mcts};
use breadboard_search::{Budget, Effort, Haze, Hazy, Player, Report, Score, Watch};
use council::Council;
use sight::Sight;
pub use sight::{POINTS, SEEN, WEIGHT_ONE, WEIGHTS, Weights};
use trail::Trail;

/// How a level plays.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// What two players may look at.
    nodes: Budget,
    haze: Option<Haze>,
    /// What more than two players may sample.
    samples: u64,
    /// What more than two players think of a draw for all: 1 for its share of the point, less to play for the win.
    draw: f32,
}

/// A player of one game; between two players it remembers what it searched.
#[derive(Debug)]
struct Bot {
    sight: Sight,
    strength: Strength,
    /// Whether only two play: they search, more of them sample.
    pair: bool,
    search: Fitted<Move>,
    sampling: Option<Mcts<Breadcrumbs>>,
}

/// The memory that a node needs in the table; with it the last level's budget takes all there may be, as an endless one does.
const NODE_BYTES: u64 = 24;
const MOST_BYTES: usize = 64 << 20;

/// Swings are larger than in Breakthrough, and late moves few.
const TUNING: Tuning = Tuning { futility: 120, calm: 5, aspiration: 30, late: usize::MAX / 2, late_depth: 0 };

/// Shares of a win differ by little from move to move.
const SAMPLING: mcts::Tuning = mcts::Tuning {
    exploration: 0.25,
    prior_weight: 0.0,
    estimate: true,
    widening: 0.0,
    chance_widening: 0.0,
    most_nodes: 500_000,
};

impl Bot {
    fn new(game: &Breadcrumbs, weights: Weights, strength: Strength) -> Bot {
        let sight = Sight::new(game.letters, game.options.end_chips, weights);
        let search = Fitted::new(NODE_BYTES, MOST_BYTES, TUNING);
        Bot { sight, strength, pair: game.letters.len() == 2, search, sampling: None }
    }

    fn search(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        moves: &[Move],
        rng: &mut SplitMix,
        budget: Budget,
        watch: &Watch<'_, Move>,
    ) -> Option<Found<Move>> {
        // What was misjudged through a haze in the last move may be seen in this one.
        if self.strength.haze.is_some() {
            self.search.forget();
        }
        let search = self.search.for_budget(budget);
        let trail = Trail::new(game, &self.sight, state);
        let root = trail.node(state);
        match self.strength.haze {
            None => search.search(&trail, &root, moves, budget, watch),
            Some(haze) => {
                let hazy = Hazy { tree: &trail, haze, seed: rng.next_u64() };
                search.search(&hazy, &root, moves, budget, watch)
            }
        }
    }

    fn council(&self, rng: &mut SplitMix) -> Council {
        let error = self.strength.haze.map_or(0, |haze| haze.error * WEIGHT_ONE / POINTS);
        let seed = if error == 0 { 0 } else { rng.next_u64() };
        Council { sight: self.sight.clone(), error, seed, draw: self.strength.draw }
    }

    /// Takes the letter that looks best before the first move.
    fn take(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        budget: Budget,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        let begun = ritual::begun(game, state, seat, moves[0]);
        if let ([first, _], [mine, other]) = (game.letters, &moves[..]) {
            // Two players can look further: what is good for whoever moves first is bad for the other.
            let mover = begun.holders[first.index()];
            let mut steps = Vec::new();
            game.legal_moves(&begun, mover, &mut steps);
            let quiet = Watch { stop: watch.stop, report: &|_| {} };
            let Some(found) = self.search(game, &begun, &steps, rng, budget, &quiet) else { return *mine };
            let taken = if (mover == seat) == (found.value >= 0) { *mine } else { *other };
            let score = score_of(found.value.abs());
            (watch.report)(&Report { depth: found.depth, score, nodes: found.nodes, line: vec![taken] });
            return taken;
        }
        let shares = self.council(rng).shares(game, &begun);
        let share = |mv: &Move| if let Move::Take(letter) = mv { shares[letter.index()] } else { 0.0 };
        let Some(taken) = moves.iter().copied().max_by(|a, b| share(a).total_cmp(&share(b))) else {
            return moves[0];
        };
        let score = Score::Share(share(&taken).into());
        (watch.report)(&Report { depth: 1, score, nodes: moves.len() as u64, line: vec![taken] });
        taken
    }

    /// Samples for three players and more.
    fn sample(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let budget = Budget::nodes(self.strength.samples);
        if self.strength.haze.is_some() {
            // Other mistakes in every turn.
            self.sampling = None;
        }
        let mut sampling =
            self.sampling.take().unwrap_or_else(|| Mcts::new(self.council(rng), SAMPLING, budget));
        let mv = sampling.think(game, state, seat, rng, effort, watch);
        self.sampling = Some(sampling);
        mv
    }
}

impl Player<Breadcrumbs> for Bot {
    fn choose(&mut self, game: &Breadcrumbs, state: &State, seat: Seat, rng: &mut SplitMix) -> Move {
        self.think(game, state, seat, rng, Effort::Own(1.0), &Watch::NOBODY)
    }

    fn think(
        &mut self,
        game: &Breadcrumbs,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        // Of moves that are worth the same the first is played: games of one level should differ.
        rng.shuffle(&mut moves);
        let budget = effort.budget(self.strength.nodes);
        match state.stage {
            Stage::Naming => {
                let names = ritual::names(game, state, seat);
                names[rng.below(names.len() as u32) as usize]
            }
            Stage::Choosing if moves.len() > 1 => self.take(game, state, seat, rng, budget, watch),
            Stage::Playing if game.letters.len() == 2 => {
                let found = self.search(game, state, &moves, rng, budget, watch);
                found.map_or(moves[0], |found| found.mv)
            }
            Stage::Playing => self.sample(game, state, seat, rng, effort, watch),
            _ => moves[0],
        }
    }

    fn prepare(&mut self) {
        // Through a haze every search has a small table of its own.
        if self.pair && self.strength.haze.is_none() {
            self.search.prepare();
        }
    }
}

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

    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let haze = |error, overlooks| Some(Haze { error, overlooks, expert: true });
        let plies = |nodes, depth| Budget { nodes, depth };
        let strength = match level {
            Level::Bot1 => Strength { nodes: plies(200, 1), haze: haze(120, 60), samples: 10, draw: 0.0 },
            Level::Bot2 => Strength { nodes: plies(1_000, 3), haze: haze(80, 20), samples: 60, draw: 0.0 },
            Level::Bot3 => Strength { nodes: plies(4_000, 5), haze: haze(30, 0), samples: 500, draw: 0.0 },
            Level::Bot4 => Strength { nodes: Budget::nodes(40_000), haze: None, samples: 8_000, draw: 0.6 },
            Level::Bot5 => {
                Strength { nodes: Budget::nodes(3_000_000), haze: None, samples: 400_000, draw: 0.6 }
            }
        };
        Box::new(Bot::new(self, Weights::learned(self.letters.len() as u8), strength))
    }
}

impl Breadcrumbs {
    /// A player that judges by these weights and looks at so many nodes, or samples so many lines: the trainer's.
    #[must_use]
    pub fn judged_by(&self, weights: Weights, nodes: u64) -> Box<dyn Player<Self> + Send> {
        Box::new(Bot::new(
            self,
            weights,
            Strength { nodes: Budget::nodes(nodes), haze: None, samples: nodes, draw: 1.0 },
        ))
    }

    fn rounds_left(&self, state: &State) -> u32 {
        u32::from(self.options.turn_cap.saturating_sub(state.round))
    }

    /// The weights that count for each seat, for the trainer; none before the first move. Between two players only
    /// the one on the move looks: what is good for one is bad for the other.
    #[must_use]
    pub fn sights(&self, state: &State) -> Vec<(Seat, [u16; SEEN])> {
        if state.stage != Stage::Playing {
            return Vec::new();
        }
        let sight = Sight::new(self.letters, self.options.end_chips, Weights::plain());
        let mover = self.mover(state);
        let viewers = self.letters.iter().filter(|&&letter| self.letters.len() > 2 || letter == mover);
        let look = |&letter: &Letter| {
            let (mut seen, mut count) = ([0; SEEN], 0);
            sight.look(&state.board, letter, letter == mover, self.rounds_left(state), |index| {
                seen[count] = index as u16;
                count += 1;
            });
            (state.holders[letter.index()], seen)
        };
        viewers.map(look).collect()
    }
}
