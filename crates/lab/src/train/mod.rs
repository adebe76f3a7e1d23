//! Learning evaluations from self-play. Breakthrough: games with small budgets give positions, each with what the search
//! thought of it and how its game ended; a small network learns to say both at once. Nothing but a seed goes in, so
//! the same command makes the same weights on one thread or many.

mod crumbs;
mod data;
mod learn;
mod traxx;

use breadboard_core::Rules as _;
use breadboard_games::breakthrough::{Breakthrough, Net, Options};
use data::play;
use learn::Learner;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

pub(crate) use data::Sample;
pub use traxx::TraxxTraining;

/// A training run.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Games of self-play.
    pub games: u64,
    /// Nodes for each of their moves.
    pub nodes: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// How much the search's opinion counts, against the result: from 0 to 1.
    pub opinion: f32,
    /// The seed of everything.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// What a run tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// So many games are played, with so many positions.
    Games(u64, usize),
    /// An epoch is over: its number, and the loss on positions it learned from and on others.
    Epoch(u32, f32, f32),
    /// A lesson is over: its number, the mean score of its games, and the mean squared error of what was said of them.
    Lesson(u32, f32, f32),
}

/// What is to be learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Breakthrough's network for 8×8.
    Breakthrough,
    /// Breadcrumbs' tables for two to five players.
    Breadcrumbs,
}

impl Training {
    /// Plays and learns; the weights are in the form that the bot reads. `from` are those that the games are played with
    /// (Breakthrough); nothing comes of a file that holds none.
    #[must_use]
    pub fn run(
        &self,
        subject: Subject,
        from: Option<&[u8]>,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<Vec<u8>> {
        match subject {
            Subject::Breakthrough => {
                let net = from.map(|bytes| Net::read(bytes).ok_or(())).transpose().ok()?;
                Some(self.breakthrough(net.as_ref(), progress))
            }
            Subject::Breadcrumbs => Some(crumbs::run(self, progress)),
        }
    }

    fn breakthrough(&self, net: Option<&Net>, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
        let Ok(game) = Breakthrough::<u64>::new(Options::default(), 2) else { return Vec::new() };
        let play = |number| play(&game, net, self.seed, number, self.nodes);
        let samples: Vec<Sample> = many(0..self.games, self.threads, &play, progress);
        let mut learner = Learner::new(self.seed);
        for epoch in 1..=self.epochs {
            let rate = 0.002 * (1.0 - (epoch - 1) as f32 / self.epochs as f32).powi(2) + 1e-5;
            let (seen, unseen) = learner.epoch(&samples, self.opinion, rate);
            progress(Progress::Epoch(epoch, seen, unseen));
        }
        learner.bytes()
    }
}

/// Plays games on several threads; what they gave comes in the order of the games, whoever finished first.
fn many<S: Send>(
    games: Range<u64>,
    threads: usize,
    play: &(impl Fn(u64) -> Vec<S> + Sync),
    progress: &mut dyn FnMut(Progress),
) -> Vec<S> {
    let mut played: Vec<(u64, Vec<S>)> = Vec::new();
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
        let mut positions = 0;
        for result in results {
            positions += result.1.len();
            played.push(result);
            progress(Progress::Games(played.len() as u64, positions));
        }
    });
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().flat_map(|(_, samples)| samples).collect()
}
