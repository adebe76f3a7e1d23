//! Matches between players. Every deal is played with every player in every seat, results go to a file as they
//! come, and everything printed is computed from those results alone, so that a resumed run reports as if it had
//! never stopped.

mod bound;
mod log;
mod names;
mod report;
mod schedule;
mod stats;
mod table;

pub use bound::Bound;
pub use names::Contender;
pub use report::Standing;
pub use stats::Sprt;

use breadboard_core::{Game, Outcome, Record, Spec, record_of};
use breadboard_games::{Bots, Visitor};
use log::Line;
use schedule::{Job, jobs, pairings};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use table::{Played, Starts, Terms};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Who plays.
    pub players: Vec<Contender>,
    /// Games for each pairing, rounded up to whole deals.
    pub games: usize,
    /// Random moves at the start; `None` plays four where the game itself has no chance, else none.
    pub openings: Option<u32>,
    /// Stop when this many Elo are decided: at most the first, or at least the second. Two players only.
    pub sprt: Option<(f64, f64)>,
    /// What share of its budget a level spends.
    pub scale: f64,
    /// A time for every move instead of budgets.
    pub movetime: Option<Duration>,
    /// The seed of everything.
    pub seed: u64,
    /// How many games run at once.
    pub threads: usize,
    /// Where results are kept, and read again.
    pub resume: Option<PathBuf>,
    /// Where records go.
    pub records: Option<PathBuf>,
}

/// What went wrong with a match.
#[derive(Debug)]
pub enum ArenaError {
    /// The players, games and options do not go together.
    Setup(String),
    /// The file to resume from belongs to another run, or is damaged.
    Resume(String),
    /// A file could not be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::Setup(reason) | ArenaError::Resume(reason) => f.write_str(reason),
            ArenaError::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ArenaError {}

/// Says which file it was.
fn at(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    move |error| ArenaError::File(path.to_owned(), error)
}

/// Runs an arena and tells `progress` after every game: games done, games in all, standing so far.
pub struct Run<'a> {
    /// What to run.
    pub arena: &'a Arena,
    /// Whom to tell.
    pub progress: &'a mut dyn FnMut(usize, usize, &Standing),
    /// Set by whoever wants it to end: then it stands as it does, and games that are not finished do not count.
    pub stop: &'a AtomicBool,
}

impl Visitor for Run<'_> {
    type Output = Result<Standing, ArenaError>;

    fn visit<G: Bots>(self, game: G) -> Self::Output {
        self.arena.run(&game, self.progress, self.stop)
    }
}

impl Arena {
    fn run<G: Bots>(
        &self,
        game: &G,
        progress: &mut dyn FnMut(usize, usize, &Standing),
        stop: &AtomicBool,
    ) -> Result<Standing, ArenaError> {
        let seats = usize::from(game.seats());
        if self.players.len() < 2 && seats > 1 {
            return Err(ArenaError::Setup("a match needs two players or more".to_owned()));
        }
        if self.sprt.is_some() && (self.players.len() != 2 || seats != 2) {
            return Err(ArenaError::Setup("--sprt needs two players in a game of two seats".to_owned()));
        }
        let terms = self.terms(game);
        if !table::can_open(game, &terms) {
            let reason = format!("{} random moves end most games: ask for fewer --openings", terms.openings);
            return Err(ArenaError::Setup(reason));
        }
        let pairings = pairings(self.players.len(), seats);
        let all = jobs(&pairings, self.games);
        let mut standing = Standing::new(Spec::of(game), self, pairings, seats);
        standing.planned = all.len();
        let mut file = self.open(game, &terms, &mut standing)?;
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let done: HashSet<Job> = standing.lines.iter().map(|line| line.job).collect();
        let left: Vec<Job> = all.iter().filter(|job| !done.contains(job)).copied().collect();
        if let Some(folder) = &self.records {
            self.check_records(folder, &standing, &left)?;
        }
        let (next, decided, starts) =
            (AtomicUsize::new(0), AtomicBool::new(standing.decided()), Starts::default());
        let cancel = || decided.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.threads.clamp(1, left.len().max(1)) {
                let (sender, standing_pairings) = (sender.clone(), standing.pairings.clone());
                let (terms, left, next, cancel, starts) = (&terms, &left, &next, &cancel, &starts);
                scope.spawn(move || {
                    while !cancel()
                        && let Some(job) = left.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let pairing = &standing_pairings[job.pairing];
                        let seated: Vec<&Contender> = (0..seats)
                            .map(|seat| &self.players[pairing.lineup[pairing.place(seat, job.rotation)]])
                            .collect();
                        let Some(played) = table::play(game, &seated, job.deal as u64, terms, starts, cancel)
                        else {
                            return;
                        };
                        let places: Vec<usize> =
                            (0..seats).map(|seat| pairing.place(seat, job.rotation)).collect();
                        let record = self.records.is_some().then(|| written(game, &played, &seated));
                        if sender.send((line_of(game, *job, &played, &places), record)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let outcome = (|| -> Result<(), ArenaError> {
                for (line, record) in &results {
                    // The record first: a game whose result is kept is not played again.
                    if let (Some(folder), Some(record)) = (&self.records, record) {
                        let path = folder.join(record_name(line.job));
                        std::fs::write(&path, record.to_string()).map_err(at(&path))?;
                    }
                    if let (Some(file), Some(path)) = (&mut file, &self.resume) {
                        writeln!(file, "{}", line.json()).and_then(|()| file.flush()).map_err(at(path))?;
                    }
                    standing.add(line);
                    progress(standing.lines.len(), all.len(), &standing);
                    if standing.decided() {
                        decided.store(true, Ordering::Relaxed);
                    }
                }
                Ok(())
            })();
            decided.store(true, Ordering::Relaxed);
            outcome
        })?;
        Ok(standing)
    }

    /// Whether records can go into a folder without taking the place of others. An interruption may leave the record of a
    /// game whose result was not kept; a resumed run writes that again.
    fn check_records(&self, folder: &Path, standing: &Standing, left: &[Job]) -> Result<(), ArenaError> {
        for job in left {
            let path = folder.join(record_name(*job));
            if !path.exists() {
                continue;
            }
            let pairing = &standing.pairings[job.pairing];
            let player = |seat| &self.players[pairing.lineup[pairing.place(seat, job.rotation)]];
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let own = Record::read(&text).is_ok_and(|record| {
                let names = record.names.iter().map(|(_, name)| name.as_str());
                let seated = (0..pairing.lineup.len()).map(|seat| player(seat).to_string());
                record.spec == *standing.spec() && names.eq(seated)
            });
            if self.resume.is_none() || !own {
                let reason =
                    format!("{} is there already: name another folder for the records", path.display());
                return Err(ArenaError::Setup(reason));
            }
        }
        Ok(())
    }

    fn terms<G: Game>(&self, game: &G) -> Terms {
        // Only chance or random moves make games of steady players differ.
        let chancy = matches!(game.turn(&game.start()), breadboard_core::Turn::Chance);
        Terms {
            seed: self.seed,
            openings: self.openings.unwrap_or(if chancy { 0 } else { 4 }),
            scale: self.scale,
            movetime: self.movetime,
            grace: Duration::from_millis(1000),
        }
    }

    fn header<G: Game>(&self, game: &G, terms: &Terms) -> Value {
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        json!({
            "arena": Spec::of(game).to_string(), "rules": G::INFO.rules_version, "players": players,
            "openings": terms.openings, "scale": terms.scale, "seed": terms.seed,
            "movetime_ms": terms.movetime.map(|time| time.as_millis() as u64),
        })
    }

    /// Reads what an earlier run left and opens the file to go on.
    fn open<G: Game>(
        &self,
        game: &G,
        terms: &Terms,
        standing: &mut Standing,
    ) -> Result<Option<File>, ArenaError> {
        let Some(path) = &self.resume else { return Ok(None) };
        let header = self.header(game, terms);
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = open.map_err(at(path))?;
        if !file.metadata().map_err(at(path))?.is_file() {
            return Err(ArenaError::Resume(format!("{} is no file that can keep results", path.display())));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::Resume(format!("another run is writing {}", path.display())));
            }
            // Not every file system has locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(at(path)(error)),
        }
        let whole = read_lines(&file, path, &header, standing)?;
        // A line that the interruption cut short is played again.
        file.set_len(whole).map_err(at(path))?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(at(path))?;
        if whole == 0 {
            writeln!(file, "{header}").map_err(at(path))?;
        }
        Ok(Some(file))
    }
}

/// Adds the results in a file; returns how many of its bytes are whole lines.
fn read_lines(file: &File, path: &Path, header: &Value, standing: &mut Standing) -> Result<u64, ArenaError> {
    let mut reader = BufReader::new(file);
    let (mut whole, mut number) = (0, 0);
    let mut bytes = Vec::new();
    let foreign = || {
        let reason = format!("{} belongs to another run; its first line must be {header}", path.display());
        ArenaError::Resume(reason)
    };
    let mut seen = HashSet::new();
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        let text = String::from_utf8_lossy(&bytes);
        if read == 0 || !text.ends_with('\n') {
            // Half a first line is ours only if it is half of what we would write.
            let ours = number > 0 || header.to_string().starts_with(text.as_ref());
            return if ours { Ok(whole) } else { Err(foreign()) };
        }
        number += 1;
        if number == 1 {
            let found: Option<Value> = serde_json::from_str(&text).ok();
            if found.as_ref() != Some(header) {
                return Err(foreign());
            }
        } else {
            let line = Line::read(&text).filter(|line| {
                let pairing = standing.pairings.get(line.job.pairing);
                pairing.is_some_and(|pairing| line.fits(pairing.lineup.len()))
            });
            let Some(line) = line else {
                return Err(ArenaError::Resume(format!("{}, line {number}: not a result", path.display())));
            };
            if seen.insert(line.job) {
                standing.add(line);
            }
        }
        whole += read as u64;
    }
}

fn record_name(job: Job) -> String {
    format!("{:05}-{}-{}.txt", job.deal, job.pairing, job.rotation)
}

fn written<G: Game>(game: &G, played: &Played<G>, seated: &[&Contender]) -> Record {
    let mut record = record_of(game, None, &played.events);
    for (seat, contender) in breadboard_core::Seat::all(game.seats()).zip(seated) {
        record.names.push((seat, contender.to_string()));
    }
    if let Some((seat, fault)) = &played.fault {
        record.extra.push(("forfeit".to_owned(), format!("seat {seat} {fault}")));
    }
    record
}

/// The result by place in the line-up, whoever sat where.
fn line_of<G: Game>(game: &G, job: Job, played: &Played<G>, places: &[usize]) -> Line {
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
    Line {
        job,
        shares: by_place(&|seat| played.shares[seat]),
        scores,
        clocks,
        events: played.events.len() as u64,
        draw: game.turn(&played.state).outcome() == Some(Outcome::Draw),
        fault: played
            .fault
            .as_ref()
            .map(|(seat, fault)| (places[seat.index()], fault.kind().to_owned(), fault.to_string())),
    }
}
