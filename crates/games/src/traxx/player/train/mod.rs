//! Learning what a Träxx path is worth. Lessons alternate: games are played one ply deep with what is known so far, on
//! the standard board and on generated ones, and every path met is taught two things at once: what the best
//! extension with the next card is thought to be worth, averaged over the cards, and how its game ended. The
//! first alone takes fifteen lessons to learn about the end; the second alone is mostly luck. A course for advanced
//! learners plays two plies deep and also teaches what the paths were worth that were weighed and not chosen.

mod learn;
mod play;

use super::weights::Net;
use crate::train::{Defaults, Progress, Settings, TrainError, Trainer, self_play};
use crate::traxx::{Board, BoardChoice, Options, Traxx};
use breadboard_core::{Rng as _, Rules as _, SplitMix};
use learn::Learner;
use play::{Sample, SelfPlaySettings, play};
use std::collections::VecDeque;

/// Generated boards to learn on, beside the standard one.
const BOARDS: usize = 96;
/// Lessons that are learned again in each new one: playing costs more than learning.
const REMEMBERED: usize = 3;
/// Lessons in which only results count: what an ignorant evaluation foresees is worth nothing.
const IGNORANT: u32 = 6;

pub(super) const TRAINER: Trainer = Trainer {
    train,
    defaults: Defaults { opinion: Some(0.5), choices: Some(0), from: true, ..Defaults::new(130_000, 130) },
    about: "Alternates: an epoch plays GAMES / EPOCHS games, on the standard board and on generated ones, and makes \
        one pass over them. With --from the training continues from these weights; one seat and several have \
        different ones. With --choices that many choices are compared against the cards to come, and each is learned \
        from; without it, paths are chosen by their evaluation alone.",
    examples: "  breadboard train traxx:seats=1 --games 48000 --epochs 60 --out 1.bin
  breadboard train traxx:seats=1 --from 1.bin --games 96000 --epochs 80 \\
    --opinion 0.9 --seed 2 --out 2.bin
  breadboard train traxx:seats=1 --from 2.bin --games 30000 --epochs 60 \\
    --opinion 0.95 --choices 8 --seed 4 --out weights_alone.bin
  breadboard train traxx:seats=2 --games 42000 --epochs 70 \\
    --out weights_table.bin",
};

/// Learns the network for one seat, or the one for several.
fn train(
    seats: u8,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, TrainError> {
    let chosen = settings.or(&TRAINER.defaults)?;
    let lessons = chosen.epochs;
    let course = Course {
        seats,
        games: (chosen.games / u64::from(lessons.max(1))).max(1),
        lessons,
        opinion: chosen.opinion,
        choices: chosen.choices,
        seed: settings.seed,
        threads: settings.threads,
    };
    course.run(settings.from, progress)
}

/// A course of lessons.
#[derive(Clone, Copy, Debug)]
struct Course {
    seats: u8,
    /// Games in each lesson.
    games: u64,
    lessons: u32,
    /// How much the next round's opinion counts, against the result: from 0 to 1.
    opinion: f32,
    /// How many choices of a round are weighed against the cards to come, all of which are taught; with none, paths
    /// are chosen at first sight and only those are taught.
    choices: usize,
    seed: u64,
    threads: usize,
}

impl Course {
    /// Plays and learns. With weights to go on from it learns more slowly, so as not to unlearn them.
    fn run(&self, from: Option<&[u8]>, progress: &mut dyn FnMut(Progress)) -> Result<Vec<u8>, TrainError> {
        let boards = self.boards();
        let (mut learner, fastest, ignorant) = match from {
            Some(bytes) => {
                let learner = Learner::resume(self.seats, self.seed, bytes);
                (learner.ok_or(TrainError::ForeignWeights)?, 0.005, 0)
            }
            None => (Learner::new(self.seats, self.seed), 0.02, IGNORANT),
        };
        let mut remembered = VecDeque::new();
        for lesson in 0..self.lessons {
            let net = (lesson > 0 || from.is_some()).then(|| learner.net()).flatten();
            let opinion = if lesson < ignorant { 0.0 } else { self.opinion };
            let (fresh, score) = self.lesson(&boards, net.as_ref(), lesson, opinion);
            remembered.push_back(fresh);
            if remembered.len() > REMEMBERED {
                remembered.pop_front();
            }
            // Fast at first, then slower, so that the last lessons settle.
            let rate = fastest * (1.0 - lesson as f32 / self.lessons as f32).powi(2) + 0.0002;
            let error = learner.learn(&remembered, rate);
            progress(Progress::Lesson { number: lesson + 1, score, error });
        }
        Ok(learner.bytes())
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
        let settings = SelfPlaySettings { seats: self.seats, opinion, choices: self.choices };
        let one = |number: u64| {
            let mut rng = SplitMix::stream(self.seed, u64::from(lesson) << 32 | number);
            // Many games are on the board that most people play on, more where its places are learned.
            let often = if self.seats == 1 { 2 } else { 3 };
            let board =
                if number.is_multiple_of(often) { 0 } else { rng.below(boards.len() as u32) as usize };
            play(&boards[board], net, settings, &mut rng)
        };
        let played = self_play(0..self.games, self.threads, &one, |_| {});
        let score: f32 = played.iter().map(|game| game.score).sum();
        let mean = score / played.len().max(1) as f32;
        (played.into_iter().flat_map(|game| game.samples).collect(), mean)
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
                let course = Course { seats, games: 60, lessons: 5, opinion: 0.5, choices, seed: 3, threads };
                let weights = course.run(from, &mut |progress| {
                    if let Progress::Lesson { score, .. } = progress {
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
