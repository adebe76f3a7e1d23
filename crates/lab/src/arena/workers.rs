//! The threads that play the games of a match, and the one that keeps their results.

use super::adjudicate::{Verdict, hundredths};
use super::game::{self, ChoiceReport, NotPlayed, Played, Table, Terms};
use super::log::LoggedGame;
use super::openings::{self, Book};
use super::schedule::{Job, Pairing, Variant, variants};
use super::{Arena, ArenaError, Contender, Standing, at, fingerprint, job_name};
use breadboard_core::{ENDING, Game, Outcome, Record, Seat, record_of};
use breadboard_games::Bots;
use breadboard_search::Score;
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// A game's result, and its record if records are kept; or why the match cannot go on.
type Finished = Result<(LoggedGame, Option<Record>), ArenaError>;

/// What the threads of a match share.
pub(super) struct Workers<'a, G: Game> {
    arena: &'a Arena,
    game: &'a G,
    terms: &'a Terms,
    pairings: Vec<Pairing>,
    /// The games to play, and the next of them.
    left: Vec<Job>,
    next: AtomicUsize,
    /// Which deal a game has, beside its number: see [`variants`].
    variants: Vec<Vec<Variant>>,
    book: Option<Book<G>>,
    /// No further game is needed.
    decided: AtomicBool,
    /// The user wants it to end.
    stop: &'a AtomicBool,
}

impl<'a, G: Bots> Workers<'a, G> {
    pub(super) fn new(
        arena: &'a Arena,
        game: &'a G,
        terms: &'a Terms,
        book: Option<Book<G>>,
        left: Vec<Job>,
        standing: &Standing,
        stop: &'a AtomicBool,
    ) -> Self {
        Workers {
            arena,
            game,
            terms,
            pairings: standing.pairings.clone(),
            left,
            next: AtomicUsize::new(0),
            variants: variants(&standing.pairings, &arena.players),
            book,
            decided: AtomicBool::new(standing.decided()),
            stop,
        }
    }

    /// Plays what is left, unless it is decided or stopped before.
    pub(super) fn run(
        &self,
        mut file: Option<File>,
        standing: &mut Standing,
        progress: &mut dyn FnMut(usize, usize, &Standing),
    ) -> Result<(), ArenaError> {
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.arena.threads.clamp(1, self.left.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(move || self.work(&sender));
            }
            drop(sender);
            let kept = self.keep(&results, &mut file, standing, progress);
            // After an error too: the threads must end.
            self.decided.store(true, Ordering::Relaxed);
            kept
        })
    }

    fn is_cancelled(&self) -> bool {
        self.decided.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Plays one game after the other.
    fn work(&self, sender: &Sender<Finished>) {
        while !self.is_cancelled()
            && let Some(job) = self.left.get(self.next.fetch_add(1, Ordering::Relaxed))
        {
            let pairing = &self.pairings[job.pairing];
            let places: Vec<usize> =
                (0..pairing.lineup.len()).map(|seat| pairing.place(seat, job.rotation)).collect();
            let seated: Vec<&Contender> =
                places.iter().map(|place| &self.arena.players[pairing.lineup[*place]]).collect();
            let cancel = || self.is_cancelled();
            let variant = self.variants[job.pairing][job.rotation];
            let deal = variant.deal(job.deal);
            let opened = match &self.book {
                Some(book) => book.opening(variant.opening(job.deal)),
                None => openings::random(self.game, deal, self.terms),
            };
            let logs = self.arena.logs.as_ref().map(|folder| folder.join(job_name(*job)));
            let table = Table { game: self.game, seated: &seated, deal, opened, logs };
            let played = match game::play(table, self.terms, &cancel) {
                Ok(played) => played,
                Err(NotPlayed::Cancelled) => return,
                Err(NotPlayed::Absent(reason)) => {
                    // If the channel is closed, the match has ended already.
                    let _ = sender.send(Err(ArenaError::Engine(reason)));
                    return;
                }
            };
            let record = self.arena.records.is_some().then(|| written(self.game, &played, &seated));
            if sender.send(Ok((line_of(self.game, *job, &played, &places), record))).is_err() {
                return;
            }
        }
    }

    /// Writes results and records as they come.
    fn keep(
        &self,
        results: &Receiver<Finished>,
        file: &mut Option<File>,
        standing: &mut Standing,
        progress: &mut dyn FnMut(usize, usize, &Standing),
    ) -> Result<(), ArenaError> {
        for finished in results {
            let (line, record) = finished?;
            // The record first: a game whose result is kept is not played again.
            if let (Some(folder), Some(record)) = (&self.arena.records, record) {
                let path = folder.join(job_name(line.job) + ".txt");
                std::fs::write(&path, record.to_string()).map_err(at(&path))?;
            }
            if let (Some(file), Some(path)) = (file.as_mut(), &self.arena.resume) {
                writeln!(file, "{}", line.json()).and_then(|()| file.flush()).map_err(at(path))?;
            }
            standing.add(line);
            progress(standing.lines.len(), standing.planned, standing);
            if standing.decided() {
                self.decided.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// The record of a game.
fn written<G: Game>(game: &G, played: &Played<G>, seated: &[&Contender]) -> Record {
    let mut record = record_of(game, played.start.as_ref(), &played.events);
    for (entry, thoughts) in record.entries.iter_mut().zip(&played.thoughts) {
        let remarks: Vec<String> = thoughts.iter().map(remark).collect();
        entry.remark = (!remarks.is_empty()).then(|| remarks.join(" | "));
    }
    for (seat, contender) in Seat::all(game.seats()).zip(seated) {
        record.names.push((seat, contender.to_string()));
    }
    if let Some((seat, fault)) = &played.fault {
        record.extra.push(("forfeit".to_owned(), format!("seat {seat} {fault}")));
    }
    if let Some(verdict) = played.verdict {
        // The result is what the moves give; who reads records finds the winner in the ending.
        record.extra.push((ENDING.to_owned(), verdict.ending().to_string()));
    }
    record
}

/// What a player thought, for the record: the score in hundredths of a piece or the plies to a proven end, the depth,
/// the seconds.
fn remark(thought: &ChoiceReport) -> String {
    let score = match thought.score {
        None => String::new(),
        Some(Score::Win(plies)) => format!("+#{plies}"),
        Some(Score::Loss(plies)) => format!("-#{plies}"),
        Some(score) => format!("{:+}", hundredths(score)),
    };
    let depth = thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let blank = if score.is_empty() { "" } else { " " };
    format!("{score}{depth}{blank}{:.3}s", thought.spent.as_secs_f64())
}

/// The result by place in the line-up, not by seat.
fn line_of<G: Game>(game: &G, job: Job, played: &Played<G>, places: &[usize]) -> LoggedGame {
    let count = places.len();
    let by_place = |seat_of: &dyn Fn(usize) -> f64| {
        let mut values = vec![0.0; count];
        places.iter().enumerate().for_each(|(seat, place)| values[*place] = seat_of(seat));
        values
    };
    let scores = game.scores(&played.state).map(|scores| {
        by_place(&|seat| f64::from(scores.as_slice()[seat])).into_iter().map(|score| score as i64).collect()
    });
    let mut clocks = played.clocks.clone();
    places.iter().enumerate().for_each(|(seat, place)| clocks[*place] = played.clocks[seat]);
    LoggedGame {
        job,
        shares: by_place(&|seat| played.shares[seat]),
        scores,
        clocks,
        events: played.events.len() as u64,
        draw: game.turn(&played.state).outcome() == Some(Outcome::Draw)
            || matches!(played.verdict, Some(Verdict::Even | Verdict::TooLong)),
        moves: Some(fingerprint(&record_of(game, played.start.as_ref(), &played.events).to_string())),
        adjudicated: played.verdict.map(|verdict| verdict.to_string()),
        fault: played
            .fault
            .as_ref()
            .map(|(seat, fault)| (places[seat.index()], fault.kind().to_owned(), fault.to_string())),
    }
}
