//! Learning evaluations from self-play: what the trainers of all games share. A trainer stands beside the player that it
//! trains and returns bytes; the program writes the file. Nothing but a seed goes in, and every game of self-play has
//! a random stream of its own, so the same command makes the same weights on one thread or many.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Learns the weights for a number of seats.
pub type Train = fn(u8, &Settings<'_>, &mut dyn FnMut(Progress)) -> Result<Vec<u8>, TrainError>;

/// What learns the weights of a game's bots.
#[derive(Clone, Copy, Debug)]
pub struct Trainer {
    /// Learns weights for games with this number of seats, in the form that the game's player reads.
    pub train: Train,
    /// What it does if nothing else is asked for.
    pub defaults: Defaults,
    /// How it learns, in whole sentences; for the help.
    pub about: &'static str,
    /// Commands, a line each; for the help.
    pub examples: &'static str,
}

/// What a trainer does if nothing else is asked for. A setting without a default is one that it does not use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// Games of self-play.
    pub games: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// How much the search's opinion counts.
    pub opinion: Option<f32>,
    /// How many choices of a move are weighed.
    pub choices: Option<usize>,
    /// Whether it can start from weights.
    pub from: bool,
}

impl Defaults {
    /// The least that a trainer has.
    pub(crate) const fn new(games: u64, epochs: u32) -> Defaults {
        Defaults { games, epochs, nodes: None, opinion: None, choices: None, from: false }
    }
}

impl fmt::Display for Defaults {
    /// As flags of the command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--games {} --epochs {}", self.games, self.epochs)?;
        if let Some(nodes) = self.nodes {
            write!(f, " --nodes {nodes}")?;
        }
        if let Some(opinion) = self.opinion {
            write!(f, " --opinion {opinion}")?;
        }
        Ok(())
    }
}

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

/// The settings of a run; those that the trainer does not use are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chosen {
    pub(crate) games: u64,
    pub(crate) epochs: u32,
    pub(crate) nodes: u64,
    pub(crate) opinion: f32,
    pub(crate) choices: usize,
}

impl Settings<'_> {
    /// What was asked for, and the trainer's own defaults where nothing was. Refuses a setting that the trainer would ignore.
    pub(crate) fn or(&self, defaults: &Defaults) -> Result<Chosen, TrainError> {
        for (name, given, used) in [
            ("nodes", self.nodes.is_some(), defaults.nodes.is_some()),
            ("opinion", self.opinion.is_some(), defaults.opinion.is_some()),
            ("choices", self.choices.is_some(), defaults.choices.is_some()),
            ("from", self.from.is_some(), defaults.from),
        ] {
            if given && !used {
                return Err(TrainError::Unused(name));
            }
        }
        Ok(Chosen {
            games: self.games.unwrap_or(defaults.games),
            epochs: self.epochs.unwrap_or(defaults.epochs),
            nodes: self.nodes.or(defaults.nodes).unwrap_or_default(),
            opinion: self.opinion.or(defaults.opinion).unwrap_or_default(),
            choices: self.choices.or(defaults.choices).unwrap_or_default(),
        })
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

/// Plays games on several threads. The results are in the order of the games, not in the order in which they end; `finished` gets
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
    fn a_setting_without_a_use_is_refused_and_all_others_replace_the_defaults() {
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
        let plain = Defaults::new(30, 4);
        let chosen = Chosen { games: 1, epochs: 4, nodes: 0, opinion: 0.0, choices: 0 };
        assert_eq!(none.or(&plain), Ok(chosen));
        let nodes = Settings { nodes: Some(5), ..none };
        assert_eq!(nodes.or(&plain), Err(TrainError::Unused("nodes")));
        let searching = Defaults { nodes: Some(9), opinion: Some(0.5), ..plain };
        assert_eq!(nodes.or(&searching), Ok(Chosen { nodes: 5, opinion: 0.5, ..chosen }));
        assert_eq!(none.or(&searching), Ok(Chosen { nodes: 9, opinion: 0.5, ..chosen }));
        assert_eq!(searching.to_string(), "--games 30 --epochs 4 --nodes 9 --opinion 0.5");
        assert_eq!(bytes([(&-0.5, 256.0)].into_iter()), (-128i16).to_le_bytes());
    }
}
