//! Learning evaluations from self-play: what the trainers of all games share. A trainer stands beside the player that it
//! trains and returns bytes; the program writes the file. Nothing but a seed goes in, and every game of self-play has
//! a random stream of its own, so the same command makes the same weights on one thread or many.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Learns weights for games with this number of seats, in the form that the game's player reads.
pub type Trainer = fn(u8, &Settings<'_>, &mut dyn FnMut(Progress)) -> Result<Vec<u8>, TrainError>;

/// How to train. What is `None` is left to the trainer.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Games of self-play.
    pub games: Option<u64>,
    /// Nodes for each of their moves.
    pub nodes: Option<u64>,
    /// Passes over the positions.
    pub epochs: Option<u32>,
    /// How much the search's opinion of a position counts against the result of its game: from 0 to 1.
    pub opinion: Option<f32>,
    /// How many choices of a move are weighed and learned from.
    pub choices: Option<usize>,
    /// Weights to start from.
    pub from: Option<&'a [u8]>,
    /// The seed of everything.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// Which settings a trainer uses; all use games, epochs, seed and threads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    pub(crate) nodes: bool,
    pub(crate) opinion: bool,
    pub(crate) choices: bool,
    pub(crate) from: bool,
}

impl Settings<'_> {
    /// Refuses a setting that the trainer would ignore.
    pub(crate) fn check(&self, uses: Uses) -> Result<(), TrainError> {
        for (name, given, used) in [
            ("nodes", self.nodes.is_some(), uses.nodes),
            ("opinion", self.opinion.is_some(), uses.opinion),
            ("choices", self.choices.is_some(), uses.choices),
            ("from", self.from.is_some(), uses.from),
        ] {
            if given && !used {
                return Err(TrainError::Unused(name));
            }
        }
        Ok(())
    }
}

/// Why nothing was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainError {
    /// The trainer of this game has no use for a setting.
    Unused(&'static str),
    /// The weights to start from are not of this kind.
    ForeignWeights,
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Unused(setting) => write!(f, "the trainer of this game does not use --{setting}"),
            TrainError::ForeignWeights => f.write_str("the file to start from holds no weights of this kind"),
        }
    }
}

impl std::error::Error for TrainError {}

/// What a trainer reports while it works.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// A game of self-play is over.
    Game {
        /// Games played so far.
        played: u64,
        /// Games to play.
        of: u64,
        /// Positions collected so far.
        positions: usize,
    },
    /// A pass over the positions is over.
    Epoch {
        /// Its number, from 1.
        number: u32,
        /// The mean loss on the positions learned from.
        loss: f32,
        /// The mean loss on positions held out, where some are.
        aside: Option<f32>,
    },
    /// A lesson is over: games with what was known so far, and a pass over them.
    Lesson {
        /// Its number, from 1.
        number: u32,
        /// The mean score of its games.
        score: f32,
        /// The mean squared error before each step.
        error: f32,
    },
}

/// Plays games on several threads. The results are in the order of the games, whichever ends first; `finished` gets
/// each result as its game ends.
pub(crate) fn self_play<T: Send>(
    games: Range<u64>,
    threads: usize,
    play: &(impl Fn(u64) -> T + Sync),
    mut finished: impl FnMut(&T),
) -> Vec<T> {
    let mut played: Vec<(u64, T)> = Vec::new();
    let next = AtomicU64::new(games.start);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games.end || sender.send((number, play(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            finished(&result.1);
            played.push(result);
        }
    });
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, result)| result).collect()
}

/// Plays games that give samples, and puts them together.
pub(crate) fn samples<S: Send>(
    games: Range<u64>,
    threads: usize,
    play: &(impl Fn(u64) -> Vec<S> + Sync),
    progress: &mut dyn FnMut(Progress),
) -> Vec<S> {
    let (mut played, mut positions, of) = (0, 0, games.end - games.start);
    let tell = |samples: &Vec<S>| {
        (played, positions) = (played + 1, positions + samples.len());
        progress(Progress::Game { played, of, positions });
    };
    self_play(games, threads, play, tell).into_iter().flatten().collect()
}

/// The logistic function: log-odds as a chance.
pub(crate) fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Weights as whole numbers, `one` for 1, in the form that players read: little-endian.
pub(crate) fn bytes<'a>(weights: impl Iterator<Item = (&'a f32, f32)>) -> Vec<u8> {
    weights.flat_map(|(weight, one)| ((weight * one).round() as i16).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_order_from_any_number_of_threads() {
        for threads in [0, 1, 3] {
            let mut last = 0;
            let play = |number| vec![number; number as usize % 3];
            let all = samples(5..40, threads, &play, &mut |progress| {
                let Progress::Game { played, of: 35, .. } = progress else { panic!("{progress:?}") };
                assert_eq!(played, last + 1);
                last = played;
            });
            assert!(all.is_sorted() && last == 35 && all.len() == 35);
        }
    }

    #[test]
    fn a_setting_without_a_use_is_refused_and_all_others_are_not() {
        let none = Settings {
            games: Some(1),
            nodes: None,
            epochs: None,
            opinion: None,
            choices: None,
            from: None,
            seed: 1,
            threads: 1,
        };
        assert_eq!(none.check(Uses::default()), Ok(()));
        let nodes = Settings { nodes: Some(5), ..none };
        assert_eq!(nodes.check(Uses::default()), Err(TrainError::Unused("nodes")));
        assert_eq!(nodes.check(Uses { nodes: true, ..Uses::default() }), Ok(()));
        assert_eq!(bytes([(&-0.5, 256.0)].into_iter()), (-128i16).to_le_bytes());
    }
}
