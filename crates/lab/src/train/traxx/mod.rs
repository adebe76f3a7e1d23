//! Learning what a Träxx path is worth. Lessons alternate: games are played one ply deep with what is known so far, on
//! the standard board and on generated ones, and every path met is taught two things at once: what the best
//! extension with the next card is thought to be worth, averaged over the cards, and how its game ended. The
//! first alone would take fifteen lessons to hear of the end; the second alone is mostly luck. A course for advanced
//! learners plays two plies deep and also teaches what the paths were worth that were weighed and not chosen.

mod learn;
mod play;

use super::Progress;
use breadboard_core::{Game as _, Rng as _, SplitMix};
use breadboard_games::traxx::player::Net;
use breadboard_games::traxx::{Board, BoardChoice, Options, Traxx};
use learn::Learner;
use play::{Manner, Sample, play};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Generated boards to learn on, beside the standard one.
const BOARDS: usize = 96;
/// Lessons that are learned again in each new one: playing costs more than learning.
const REMEMBERED: usize = 3;
/// Lessons in which only results count: what an ignorant evaluation foresees is worth nothing.
const IGNORANT: u32 = 6;

/// A course of lessons.
#[derive(Clone, Copy, Debug)]
pub struct TraxxTraining {
    /// Seats at the table.
    pub seats: u8,
    /// Games in each lesson.
    pub games: u64,
    /// Lessons.
    pub lessons: u32,
    /// How much the next round's opinion counts, against the result: from 0 to 1.
    pub opinion: f32,
    /// How many choices of a round are weighed against the cards to come, all of which are taught; with none, paths
    /// are chosen at first sight and only those are taught.
    pub choices: usize,
    /// The seed of everything.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

impl TraxxTraining {
    /// Plays and learns; the weights are in the form that the bot reads. With weights to go on from it learns more
    /// slowly, so as not to unlearn them; `None` if they are no weights.
    #[must_use]
    pub fn run(&self, from: Option<&[u8]>, progress: &mut dyn FnMut(Progress)) -> Option<Vec<u8>> {
        let boards = self.boards();
        let (mut learner, fastest, ignorant) = match from {
            Some(bytes) => (Learner::resume(self.seats, self.seed, bytes)?, 0.005, 0),
            None => (Learner::new(self.seats, self.seed), 0.02, IGNORANT),
        };
        let mut cache = VecDeque::new();
        for lesson in 0..self.lessons {
            let net = (lesson > 0 || from.is_some()).then(|| learner.net()).flatten();
            let opinion = if lesson < ignorant { 0.0 } else { self.opinion };
            let (fresh, score) = self.lesson(&boards, net.as_ref(), lesson, opinion);
            cache.push_back(fresh);
            if cache.len() > REMEMBERED {
                cache.pop_front();
            }
            // Fast at first, then slower, so that the last lessons settle.
            let rate = fastest * (1.0 - lesson as f32 / self.lessons as f32).powi(2) + 0.0002;
            let error = learner.learn(&cache, rate);
            progress(Progress::Lesson(lesson + 1, score, error));
        }
        Some(learner.bytes())
    }

    fn boards(&self) -> Vec<Board> {
        let mut rng = SplitMix::new(self.seed ^ 0xB0A2D);
        let choices = (0..BOARDS).map(|_| BoardChoice::Generated(rng.next_u64()));
        std::iter::once(BoardChoice::Standard)
            .chain(choices)
            .filter_map(|board| Traxx::new(Options { board, ..Options::default() }, 1).ok())
            .map(|game| game.board().clone())
            .collect()
    }

    /// Plays the games of a lesson; returns what they teach and their mean score.
    fn lesson(&self, boards: &[Board], net: Option<&Net>, lesson: u32, opinion: f32) -> (Vec<Sample>, f32) {
        let manner = Manner { seats: self.seats, opinion, choices: self.choices };
        let mut played = Vec::new();
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let mut rng = SplitMix::stream(self.seed, u64::from(lesson) << 32 | number);
                        // Many games are on the board that most people play on, more where its places are learned.
                        let often = if self.seats == 1 { 2 } else { 3 };
                        let board =
                            if number % often == 0 { 0 } else { rng.below(boards.len() as u32) as usize };
                        let game = play(&boards[board], net, manner, &mut rng);
                        if sender.send((number, game)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            played.extend(results);
        });
        // In the order of the games, whoever finished first.
        played.sort_by_key(|(number, _)| *number);
        let score: f32 = played.iter().map(|(_, game)| game.score).sum();
        let mean = score / played.len().max(1) as f32;
        (played.into_iter().flat_map(|(_, game)| game.samples).collect(), mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_raise_scores_and_are_the_same_on_any_number_of_threads() {
        for seats in [1, 2] {
            let run = |from: Option<&[u8]>, threads| {
                let mut scores = Vec::new();
                let choices = if from.is_some() { 4 } else { 0 };
                let course =
                    TraxxTraining { seats, games: 60, lessons: 5, opinion: 0.5, choices, seed: 3, threads };
                let weights = course.run(from, &mut |progress| {
                    if let Progress::Lesson(_, score, _) = progress {
                        scores.push(score);
                    }
                });
                (weights.unwrap(), scores)
            };
            let (weights, scores) = run(None, 1);
            assert!(scores[4] > scores[0] + 3.0, "{seats} seats: {scores:?}");
            assert!(Net::read(seats, &weights).is_some());
            let (_, more) = run(Some(&weights), 1);
            assert!(more[0] > scores[0] + 3.0, "{seats} seats forget: {more:?}");
            assert_eq!(run(None, 2), (weights, scores));
        }
    }
}
