//! The players that the program brings along: five bots for every game, and two that need no search. A bot is a fixed
//! budget of nodes, so that it plays the same on every machine, with a cap on time that only slow machines feel; strength by
//! time alone would make a phone a weak opponent and a server a strong one. A game that brings no player of its own gets the
//! sampling search.

use breadboard_core::Seat;
use breadboard_search::alphabeta::{GameTree, Searcher, Strength};
use breadboard_search::mcts::{self, Mcts};
use breadboard_search::{Blunders, Budget, Evaluate, Greedy, Player, Random, Score};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;
use std::time::Duration;

/// How strong a player is, by the name that it has everywhere: `bot1` to `bot5`, `greedy`, `random`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(rename_all = "lowercase"))]
pub enum Level {
    /// The weakest bot.
    Bot1,
    /// Easy.
    Bot2,
    /// Medium.
    Bot3,
    /// Hard.
    Bot4,
    /// As strong as it gets.
    Bot5,
    /// The move that looks best at once.
    Greedy,
    /// Any move.
    Random,
}

impl Level {
    /// The game's own bots, the weakest first.
    pub const BOTS: [Level; 5] = [Level::Bot1, Level::Bot2, Level::Bot3, Level::Bot4, Level::Bot5];
    /// All of them.
    pub const ALL: [Level; 7] =
        [Level::Bot1, Level::Bot2, Level::Bot3, Level::Bot4, Level::Bot5, Level::Greedy, Level::Random];

    /// Its place among the five bots, from 0; greedy and random have the weakest bot's.
    #[must_use]
    pub const fn rank(self) -> usize {
        match self {
            Level::Bot1 | Level::Greedy | Level::Random => 0,
            Level::Bot2 => 1,
            Level::Bot3 => 2,
            Level::Bot4 => 3,
            Level::Bot5 => 4,
        }
    }

    /// The longest that a whole turn may take, all its steps together.
    #[must_use]
    pub const fn longest_turn(self) -> Duration {
        Duration::from_millis([100, 300, 500, 1000, 3000][self.rank()])
    }

    /// A player for one game.
    #[must_use]
    pub fn player<G: Bots>(self, game: &G) -> Box<dyn Player<G> + Send> {
        match self {
            Level::Greedy => Box::new(Greedy),
            Level::Random => Box::new(Random),
            bot => game.bot(bot),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Level::Bot1 => "bot1",
            Level::Bot2 => "bot2",
            Level::Bot3 => "bot3",
            Level::Bot4 => "bot4",
            Level::Bot5 => "bot5",
            Level::Greedy => "greedy",
            Level::Random => "random",
        }
    }
}

/// Text that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(String);

impl UnknownLevel {
    /// The text, cut short.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a bot: there are bot1 to bot5, greedy and random", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let unknown = || UnknownLevel(breadboard_core::refusals::clip(text));
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(unknown)
    }
}

impl TryFrom<String> for Level {
    type Error = UnknownLevel;

    fn try_from(text: String) -> Result<Level, UnknownLevel> {
        text.parse()
    }
}

impl From<Level> for String {
    fn from(level: Level) -> String {
        level.name().to_owned()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a bot cannot play with weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The bots of the game, or of a board of this size, take none.
    NotUsed,
    /// There are too few or too many.
    Length {
        /// Bytes that this bot reads.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// Their sums would not fit into the numbers of the bot.
    TooLarge,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotUsed => f.write_str(
                "this bot takes no weights from outside: those of Breakthrough do, on boards of up to 64 squares",
            ),
            WeightsError::Length { expected, found } => {
                write!(f, "the weights of this bot have {expected} bytes, and these have {found}")
            }
            WeightsError::TooLarge => f.write_str("the weights are too large: their sums must stay below 64"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// What people read about a bot.
#[derive(Debug)]
pub struct LevelInfo {
    /// Its name.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub about: &'static str,
}

/// A game with five bots. A game writes nothing for them: the default samples. A two-seat game without chance plays better
/// with [`alphabeta_bot`].
pub trait Bots: Evaluate {
    /// Whether a seat chooses once in a turn and never several times: then every choice has the time of a turn.
    const ONE_CHOICE_A_TURN: bool = false;

    /// Whether every roll or card begins a new turn, even of the same seat. The design report counts turns by it.
    const CHANCE_BEGINS_TURN: bool = false;

    /// A review may spend this many times the usual part of the strongest bot's budget on a search: more than once where
    /// that budget takes much less than three seconds.
    const REVIEW_FACTOR: f64 = 1.0;

    /// Whether programs that speak UCI, the protocol of chess engines, know this game: then the engine speaks it, too.
    const SPEAKS_UCI: bool = false;

    /// What people read about the bots, the weakest first.
    const LEVELS: &'static [LevelInfo; 5] = &[
        LevelInfo { name: "Novice", about: "Tries a handful of continuations and takes what looks fine." },
        LevelInfo { name: "Casual", about: "Looks a little further, and still misses a lot." },
        LevelInfo { name: "Regular", about: "Plays a sound game and punishes plain mistakes." },
        LevelInfo { name: "Expert", about: "Weighs many continuations before every move." },
        LevelInfo { name: "Master", about: "Thinks as long as it may and forgives nothing." },
    ];

    /// Learns the weights of the game's bots, where they have some.
    #[cfg(feature = "train")]
    const TRAINER: Option<crate::train::Trainer> = None;

    /// One of the five bots, by [`Level::rank`]. [`Level::player`] makes the greedy and the random player.
    fn bot(&self, level: Level) -> Box<dyn Player<Self> + Send> {
        let playouts = [24, 96, 400, 2_000, 10_000][level.rank()];
        Box::new(Mcts::new(mcts::Playouts, mcts::Tuning::default(), Budget::nodes(playouts)))
    }

    /// The bot of a level with other weights than its own, in the form that the game's trainer writes.
    ///
    /// # Errors
    /// The bots of this game take no weights, or these have another form.
    fn bot_with(&self, level: Level, weights: &[u8]) -> Result<Box<dyn Player<Self> + Send>, WeightsError> {
        let _ = (level, weights);
        Err(WeightsError::NotUsed)
    }

    /// What the chances to win are fitted to: the contents of `fitted.txt` of the game's folder, which `breadboard calibrate`
    /// writes. Without it the outlook is taken as it is.
    const FITTED: &'static str = "";

    /// The puzzles: the contents of `puzzles.txt` of the game's folder, which `breadboard puzzles mine` writes. Without it the
    /// game has none.
    const PUZZLES: &'static str = "";

    /// Default node budget of `breadboard puzzles mine`. Confirming an answer takes ten times as many nodes, which is one
    /// to three budgets of bot5.
    const PUZZLE_NODES: u64 = 20_000;

    /// How a position looks for every seat without a search: the logarithms of the seats' odds to win, up to a scale. Where one
    /// seat plays alone it is the score that it can expect.
    fn standing(&self, state: &Self::State) -> Vec<f64> {
        Seat::all(self.seats()).map(|seat| self.evaluate(state, seat)).collect()
    }

    /// The same with what searches found of some seats that choose here.
    fn outlook(&self, state: &Self::State, found: &[(Seat, Score)]) -> Vec<f64> {
        crate::outlook::with_found(self, state, found)
    }

    /// How far a game has come, from 0 at its start to 1 at its end, where what a search says means the more the later it is.
    /// Always 0 where it means the same all through a game.
    fn progress(&self, state: &Self::State) -> f64 {
        let _ = state;
        0.0
    }

    /// The best score of a single player who knows every chance event in advance, as found by a beam search of
    /// `width`. `draw` gives the chance events in their order. `None` for games that are not played alone.
    fn hindsight(
        &self,
        draw: &mut dyn FnMut(&Self::State) -> Option<Self::Chance>,
        width: usize,
    ) -> Option<i32> {
        let _ = (draw, width);
        None
    }
}

/// Strengths for a search over the rules alone, the weakest first. A table of 16 bytes a node is enough.
const STRENGTHS: [Strength; 5] = [
    Strength {
        budget: Budget { nodes: 100, depth: 2 },
        blunders: Some(Blunders { error: 60.0, overlooks: 60, misses_proofs: false }),
        most_bytes: 1 << 14,
    },
    Strength {
        budget: Budget { nodes: 500, depth: 3 },
        blunders: Some(Blunders { error: 30.0, overlooks: 25, misses_proofs: false }),
        most_bytes: 1 << 16,
    },
    Strength {
        budget: Budget { nodes: 3_000, depth: 5 },
        blunders: Some(Blunders { error: 10.0, overlooks: 4, misses_proofs: false }),
        most_bytes: 1 << 18,
    },
    Strength { budget: Budget::nodes(30_000), blunders: None, most_bytes: 1 << 20 },
    Strength { budget: Budget::nodes(400_000), blunders: None, most_bytes: 1 << 24 },
];

/// A ready bot for a two-seat game without chance and simultaneous rounds: alpha-beta with the game's own evaluation. `unit`
/// is what 1.0 of that evaluation counts where an ordinary piece counts 100.
pub fn alphabeta_bot<G: Evaluate>(game: &G, level: Level, unit: f64) -> Box<dyn Player<G> + Send>
where
    G::State: Hash,
{
    Box::new(Searcher::new(GameTree::new(game, unit), STRENGTHS[level.rank()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breakthrough::Breakthrough;
    use breadboard_core::{Rules as _, SplitMix, Turn};

    #[test]
    fn a_ready_bot_beats_a_random_player_and_the_stronger_one_the_weaker() {
        let game: Breakthrough<u64> = breadboard_testkit::game("breakthrough:columns=5,rows=5");
        let wins = |strong: Level, weak: Level| {
            let player = |level| match level {
                Level::Random => Level::Random.player(&game),
                bot => alphabeta_bot(&game, bot, 1.0),
            };
            let mut won = 0.0;
            for seed in 0..6 {
                let own = if seed % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
                let (mut strong, mut weak) = (player(strong), player(weak));
                let (mut rng, mut state) = (SplitMix::new(seed), game.start());
                while let Turn::Act(seats) = game.turn(&state) {
                    let seat = seats.single().expect("one seat acts");
                    let player = if seat == own { &mut strong } else { &mut weak };
                    let mv = player.choose(&game, &state, seat, &mut rng);
                    assert_eq!(game.check(&state, seat, mv), Ok(()));
                    game.apply(&mut state, seat, mv);
                }
                won += game.turn(&state).outcome().map_or(0.0, |outcome| outcome.share(own, 2));
            }
            won
        };
        assert!(wins(Level::Bot2, Level::Random) >= 5.0);
        assert!(wins(Level::Bot4, Level::Bot1) >= 5.0);
    }

    #[test]
    fn levels_have_one_name_each_and_bad_names_are_refused_with_the_reason() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::try_from(String::from(level)), Ok(level));
        }
        assert_eq!(Level::BOTS.map(Level::rank), [0, 1, 2, 3, 4]);
        for bad in ["bot0", "bot6", "bot11", "BOT1", "Greedy", "", " bot1"] {
            assert!(bad.parse::<Level>().is_err(), "{bad:?}");
        }
        let refused = "bot9".parse::<Level>().map_err(|error| error.to_string());
        assert_eq!(
            refused,
            Err("\"bot9\" is not a bot: there are bot1 to bot5, greedy and random".to_owned())
        );
    }
}
