//! Five players for every game. A level is a fixed budget of nodes, so that it plays the same on every machine,
//! with a cap on time that only slow machines feel; strength by time alone would make a phone a weak opponent
//! and a server a strong one. A game that brings no player of its own gets the sampling search.

use breadboard_search::mcts::{self, Mcts};
use breadboard_search::{Budget, Evaluate, Greedy, Player, Random};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One of five strengths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The kindest.
    Bot1,
    /// Easy.
    Bot2,
    /// Middling.
    Bot3,
    /// Hard.
    Bot4,
    /// As strong as it gets.
    Bot5,
}

impl Level {
    /// All of them, the kindest first.
    pub const ALL: [Level; 5] = [Level::Bot1, Level::Bot2, Level::Bot3, Level::Bot4, Level::Bot5];

    /// Its index from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The longest that a whole turn may take, all its steps together.
    #[must_use]
    pub const fn longest_turn(self) -> Duration {
        Duration::from_millis([100, 300, 500, 1000, 3000][self.index()])
    }
}

/// What people are told of a level.
#[derive(Debug)]
pub struct LevelInfo {
    /// Its name.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub about: &'static str,
}

/// A player that the program brings along, as it is named everywhere: `bot1` to `bot5`, `greedy`, `random`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Robot {
    /// A level of the game's own player.
    Bot(Level),
    /// The move that looks best at once.
    Greedy,
    /// Any move.
    Random,
}

impl Robot {
    /// The longest that a whole turn may take.
    #[must_use]
    pub const fn longest_turn(self) -> Duration {
        match self {
            Robot::Bot(level) => level.longest_turn(),
            Robot::Greedy | Robot::Random => Level::Bot1.longest_turn(),
        }
    }

    /// A player for one game.
    #[must_use]
    pub fn player<G: Bots>(self, game: &G) -> Box<dyn Player<G> + Send> {
        match self {
            Robot::Bot(level) => game.bot(level),
            Robot::Greedy => Box::new(Greedy),
            Robot::Random => Box::new(Random),
        }
    }
}

impl FromStr for Robot {
    type Err = ();

    fn from_str(text: &str) -> Result<Robot, ()> {
        match text {
            "greedy" => Ok(Robot::Greedy),
            "random" => Ok(Robot::Random),
            _ => Level::ALL.into_iter().map(Robot::Bot).find(|robot| robot.to_string() == text).ok_or(()),
        }
    }
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Robot::Bot(level) => write!(f, "bot{}", level.index() + 1),
            Robot::Greedy => f.write_str("greedy"),
            Robot::Random => f.write_str("random"),
        }
    }
}

/// A game with players of five levels.
pub trait Bots: Evaluate {
    /// Whether a seat chooses once in a turn and never several times: then every choice has the time of a turn.
    const ONE_CHOICE_A_TURN: bool = false;

    /// What people are told of the levels, the kindest first.
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo { name: "Novice", about: "Tries a handful of continuations and takes what looks fine." },
        LevelInfo { name: "Casual", about: "Looks a little further, and still misses a lot." },
        LevelInfo { name: "Regular", about: "Plays a sound game and punishes plain mistakes." },
        LevelInfo { name: "Expert", about: "Weighs many continuations before every move." },
        LevelInfo { name: "Master", about: "Thinks as long as it may and forgives nothing." },
    ];

    /// Learns the weights of the game's player, where it has some.
    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = None;

    /// The player of a level. The default samples, with a budget of playouts.
    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let playouts = [24, 96, 400, 2_000, 10_000][level.index()];
        Box::new(Mcts::new(mcts::Playouts, mcts::Tuning::default(), Budget::nodes(playouts)))
    }

    /// The best score that somebody who plays alone and knows every chance event could make, as far as a search that
    /// keeps `width` ways open finds it. `draw` is asked for the chance events in their order. `None` where nobody
    /// plays alone.
    fn hindsight(
        &self,
        draw: &mut dyn FnMut(&Self::State) -> Option<Self::Chance>,
        width: usize,
    ) -> Option<i32> {
        let _ = (draw, width);
        None
    }
}
