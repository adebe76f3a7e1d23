//! Matches between players. Every deal is played with every player in every seat. Results go to a file as games end,
//! and the report is computed from those results alone, so that a resumed run reports as if it had never stopped;
//! running sums in memory would be lost with an interruption.

mod bound;
mod game;
mod log;
mod names;
mod report;
mod resume;
mod schedule;
mod workers;

pub use bound::{Bound, Hindsight};
pub use names::Contender;
pub use report::Standing;

use crate::statistics::Hypotheses;
use breadboard_core::{Game, Record, Spec, Turn};
use breadboard_engine::Engine;
use breadboard_games::{Bots, Visitor};
use game::Terms;
use schedule::{Job, jobs, pairings};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt;
use std::io;
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
    /// Random moves at the start; `None` plays four where the game itself has no chance, else none.
    pub openings: Option<u32>,
    /// SPRT: stop when player 1 is shown to be at most, or at least, this much stronger.
    pub sprt: Option<Hypotheses>,
    /// The share of its budget that a level spends.
    pub scale: f64,
    /// A fixed time for each move instead of budgets.
    pub movetime: Option<Duration>,
    /// The seed of deals, openings and players.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// The file that results are kept in and resumed from.
    pub resume: Option<PathBuf>,
    /// The folder for records.
    pub records: Option<PathBuf>,
}

impl Default for Arena {
    /// A hundred games of nobody with the levels' own budgets, on one thread.
    fn default() -> Arena {
        Arena {
            players: Vec::new(),
            games: 100,
            openings: None,
            sprt: None,
            scale: 1.0,
            movetime: None,
            seed: 1,
            threads: 1,
            resume: None,
            records: None,
        }
    }
}

/// Why a match cannot be played.
#[derive(Debug)]
pub enum ArenaError {
    /// The players, games and options do not go together.
    Setup(String),
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
        if !game::can_open(game, &terms) {
            let reason = format!("{} random moves end most games: ask for fewer --openings", terms.openings);
            return Err(ArenaError::Setup(reason));
        }
        let pairings = pairings(self.players.len(), seats);
        let all = jobs(&pairings, self.games);
        let mut settings = self.header(game, &terms);
        settings["threads"] = json!(self.threads);
        let mut standing = Standing::new(Spec::of(game), self, settings, pairings, seats);
        standing.planned = all.len();
        let file = self.open(game, &terms, &mut standing)?;
        let done: HashSet<Job> = standing.lines.iter().map(|line| line.job).collect();
        let left: Vec<Job> = all.into_iter().filter(|job| !done.contains(job)).collect();
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
            self.check_records(folder, &standing, &left)?;
        }
        self.check_engines(&Spec::of(game), &standing, &left, stop)?;
        let workers = Workers::new(self, game, &terms, left, &standing, stop);
        workers.run(file, &mut standing, progress)?;
        Ok(standing)
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
            if let contender @ Contender::Engine(command) = &self.players[*player]
                && !standing.decided()
                && tried.insert(contender)
                && let Err(fault) = Engine::start(command, spec, &cancel)
                && !cancel()
            {
                return Err(ArenaError::Engine(game::not_started(command, &fault)));
            }
        }
        Ok(())
    }

    /// Refuses a folder where a record would overwrite another run's. An interruption may leave the record of a game
    /// whose result was not kept; a resumed run writes that one again.
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
        // Without chance, deterministic players would repeat one game; random openings make games differ.
        let chancy = matches!(game.turn(&game.start()), Turn::Chance);
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
}

fn record_name(job: Job) -> String {
    format!("{:05}-{}-{}.txt", job.deal, job.pairing, job.rotation)
}
