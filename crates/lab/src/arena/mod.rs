//! Matches between players. Every deal is played with every player in every seat. Results go to a file as games end,
//! and the report is computed from those results alone, so that a resumed run reports as if it had never stopped;
//! running sums in memory would be lost with an interruption.

mod adjudicate;
mod bound;
mod game;
mod log;
mod names;
mod openings;
mod report;
mod resume;
mod schedule;
mod workers;

pub use adjudicate::{Adjudication, Even, Resign};
pub use bound::{Bound, Hindsight};
pub use game::TimeControl;
pub use names::{Contender, Program};
pub use report::Standing;

use crate::statistics::Hypotheses;
use breadboard_core::{Game, Record, Spec, SpecError, Turn};
use breadboard_engine::Engine;
use breadboard_games::{Bots, Visitor, with_game};
use game::Terms;
use openings::Book;
use schedule::{Job, jobs, pairings};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use workers::Workers;

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Who plays.
    pub players: Vec<Contender>,
    /// Games for each pairing, rounded up to whole deals.
    pub games: usize,
    /// The first player meets the others, and they do not meet each other.
    pub gauntlet: bool,
    /// Random moves at the start; `None` plays four where the game itself has no chance, else none.
    pub openings: Option<u32>,
    /// The text of a file of openings, instead of random moves: one position or list of moves a line.
    pub book: Option<String>,
    /// SPRT: stop when player 1 is shown to be at most, or at least, this much stronger.
    pub sprt: Option<Hypotheses>,
    /// The share of its budget that a level spends.
    pub scale: f64,
    /// A fixed time for each move instead of budgets.
    pub movetime: Option<Duration>,
    /// A clock for each player's whole game instead of budgets.
    pub clock: Option<TimeControl>,
    /// When a game ends before its rules end it.
    pub adjudication: Adjudication,
    /// The seed of deals, openings and players.
    pub seed: u64,
    /// Only the games of these deals, so that several machines can share a match; `None` plays all.
    pub deals: Option<Range<usize>>,
    /// Games at the same time.
    pub threads: usize,
    /// The file that results are kept in and resumed from.
    pub resume: Option<PathBuf>,
    /// The folder for records.
    pub records: Option<PathBuf>,
    /// The folder for what engines are sent and answer.
    pub logs: Option<PathBuf>,
}

impl Default for Arena {
    /// A hundred games with the levels' own budgets on one thread; the players are still to be named.
    fn default() -> Arena {
        Arena {
            players: Vec::new(),
            games: 100,
            gauntlet: false,
            openings: None,
            book: None,
            sprt: None,
            scale: 1.0,
            movetime: None,
            clock: None,
            adjudication: Adjudication::default(),
            seed: 1,
            deals: None,
            threads: 1,
            resume: None,
            records: None,
            logs: None,
        }
    }
}

/// Why a match cannot be played.
#[derive(Debug)]
pub enum ArenaError {
    /// The players, games and options do not go together.
    Setup(String),
    /// The file of openings cannot be read. Its name is known to the caller only.
    Opening(String),
    /// An engine cannot be started. This is no result: the match ends.
    Engine(String),
    /// The file to resume from belongs to another run, or is damaged.
    Resume(String),
    /// A file could not be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::Setup(reason) | ArenaError::Engine(reason) | ArenaError::Resume(reason) => {
                f.write_str(reason)
            }
            ArenaError::Opening(reason) => write!(f, "the openings: {reason}"),
            ArenaError::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ArenaError {}

/// Adds the file's name to an error.
fn at(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    move |error| ArenaError::File(path.to_owned(), error)
}

/// Runs a match and calls `progress` after every game: games done, games in all, standing so far.
pub struct Run<'a> {
    /// The match.
    pub arena: &'a Arena,
    /// Called after every game.
    pub progress: &'a mut dyn FnMut(usize, usize, &Standing),
    /// Set it to end the match early; unfinished games do not count.
    pub stop: &'a AtomicBool,
}

impl Run<'_> {
    /// Plays the match in a game. It is compiled for every game in this crate only, and not again where it is called.
    ///
    /// # Errors
    /// There is no such game.
    pub fn on(self, spec: &Spec) -> Result<Result<Standing, ArenaError>, SpecError> {
        with_game(spec, self)
    }
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
        self.check(seats)?;
        let book = self.book.as_ref().map(|text| Book::read(game, text)).transpose()?;
        let terms = self.terms(game);
        if !openings::can_open(game, &terms) {
            let reason = format!("{} random moves end most games: ask for fewer --openings", terms.openings);
            return Err(ArenaError::Setup(reason));
        }
        let pairings = pairings(self.players.len(), seats, self.gauntlet);
        let all = jobs(&pairings, self.games);
        let mut settings = self.header(game, &terms);
        settings["threads"] = json!(self.threads);
        let mut standing = Standing::new(Spec::of(game), self, settings, pairings, seats);
        standing.planned = all.len();
        let file = self.open(game, &terms, &mut standing)?;
        let done: HashSet<Job> = standing.lines.iter().map(|line| line.job).collect();
        let here = |job: &Job| self.deals.as_ref().is_none_or(|deals| deals.contains(&job.deal));
        let left: Vec<Job> = all.into_iter().filter(|job| here(job) && !done.contains(job)).collect();
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
            self.check_records(folder, &standing, &left)?;
        }
        if let Some(folder) = &self.logs {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
        }
        self.check_engines(&Spec::of(game), &standing, &left, stop)?;
        let workers = Workers::new(self, game, &terms, book, left, &standing, stop);
        workers.run(file, &mut standing, progress)?;
        Ok(standing)
    }

    /// Refuses settings that do not go together.
    fn check(&self, seats: usize) -> Result<(), ArenaError> {
        if self.players.len() < 2 && seats > 1 {
            return Err(ArenaError::Setup("a match needs two players or more".to_owned()));
        }
        if self.sprt.is_some() && (self.players.len() != 2 || seats != 2) {
            return Err(ArenaError::Setup("--sprt needs two players in a game of two seats".to_owned()));
        }
        if self.gauntlet && self.players.len() < 3 {
            let reason = "--gauntlet needs three players or more: two meet each other anyway";
            return Err(ArenaError::Setup(reason.to_owned()));
        }
        if self.gauntlet && (seats == 1 || (seats > 2 && self.players.len() == seats)) {
            return Err(ArenaError::Setup("--gauntlet needs players who meet in pairings".to_owned()));
        }
        if self.adjudication.compares() && seats != 2 {
            let reason = "--resign and --draw compare two evaluations: they need a game of two seats";
            return Err(ArenaError::Setup(reason.to_owned()));
        }
        let names: HashSet<String> = self.players.iter().map(Contender::description).collect();
        let shown: HashSet<String> = self.players.iter().map(ToString::to_string).collect();
        if names.len() != shown.len() {
            return Err(ArenaError::Setup("two engines have the same name".to_owned()));
        }
        Ok(())
    }

    /// Starts every engine once, so that one that cannot play is an error at the beginning.
    fn check_engines(
        &self,
        spec: &Spec,
        standing: &Standing,
        left: &[Job],
        stop: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let mut tried = HashSet::new();
        let cancel = || stop.load(Ordering::Relaxed);
        for player in left.iter().flat_map(|job| &standing.pairings[job.pairing].lineup) {
            let log = self.logs.as_ref().map(|folder| folder.join(format!("start-{}.log", player + 1)));
            if let contender @ Contender::Engine(program) = &self.players[*player]
                && tried.insert(contender)
                && !standing.decided()
                && let Err(fault) = Engine::start(&program.launch, log.as_deref(), spec, &cancel)
                && !cancel()
            {
                return Err(ArenaError::Engine(game::not_started(program, &fault)));
            }
        }
        Ok(())
    }

    /// Refuses a folder where a record would overwrite another run's. An interruption may leave the record of a game
    /// whose result was not kept; a resumed run writes that one again.
    fn check_records(&self, folder: &Path, standing: &Standing, left: &[Job]) -> Result<(), ArenaError> {
        for job in left {
            let path = folder.join(job_name(*job) + ".txt");
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
        // Without chance, deterministic players would repeat one game; random openings make games differ.
        let chancy = matches!(game.turn(&game.start()), Turn::Chance);
        Terms {
            seed: self.seed,
            openings: if self.book.is_some() {
                0
            } else {
                self.openings.unwrap_or(if chancy { 0 } else { 4 })
            },
            scale: self.scale,
            movetime: self.movetime,
            clock: self.clock,
            adjudication: self.adjudication,
            grace: Duration::from_millis(1000),
        }
    }

    fn header<G: Game>(&self, game: &G, terms: &Terms) -> Value {
        let players: Vec<String> = self.players.iter().map(Contender::description).collect();
        let mut header = json!({
            "game": Spec::of(game).to_string(), "rules": G::INFO.rules_version, "players": players,
            "openings": terms.openings, "scale": terms.scale, "seed": terms.seed,
            "movetime_ms": terms.movetime.map(|time| time.as_millis() as u64),
        });
        // Only where they are set, so that files of older versions can be resumed.
        if let Some(text) = &self.book {
            header["book"] = json!(fingerprint(text));
        }
        if let Some(clock) = self.clock {
            header["tc"] = json!(clock.to_string());
        }
        if self.gauntlet {
            header["gauntlet"] = json!(true);
        }
        if self.adjudication != Adjudication::default() {
            header["adjudication"] = self.adjudication.json();
        }
        header
    }
}

/// The name of a game's files.
fn job_name(job: Job) -> String {
    format!("{:05}-{}-{}", job.deal, job.pairing, job.rotation)
}

/// Sixteen hexadecimal digits that are equal for equal texts (FNV-1a).
fn fingerprint(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}
