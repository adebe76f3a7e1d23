//! `breadboard train`: progress on standard error, weights in a file.

use crate::Failure;
use crate::args::TrainArgs;
use breadboard_games::train::{Progress, Settings, TrainError};
use breadboard_games::{GAMES, Visitor, with_game};
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let seats = with_game(&args.spec, Seats)?;
    let trainer = GAMES.iter().find(|game| game.info.id == args.spec.game).and_then(|game| game.trainer);
    let Some(trainer) = trainer else {
        let learned = GAMES.iter().filter(|game| game.trainer.is_some()).map(|game| game.info.id);
        let learned: Vec<&str> = learned.collect();
        let sentence = format!("{} has no trainer: name one of {}", args.spec.game, learned.join(", "));
        return Err(Failure::Usage(sentence));
    };
    let from = match &args.from {
        Some(path) => Some(std::fs::read(path).map_err(|error| refused(path, &error))?),
        None => None,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        games: args.games,
        nodes: args.nodes,
        epochs: args.epochs,
        opinion: args.opinion,
        choices: args.choices.map(usize::from),
        from: from.as_deref(),
        seed: args.seed,
        threads: args.threads.map_or(cores, usize::from),
    };
    check_writable(&args.out)?;
    let weights = (trainer.train)(seats, &settings, &mut tell).map_err(|error| match error {
        TrainError::Unused(_) => Failure::Usage(error.to_string()),
        TrainError::ForeignWeights => Failure::Refused(error.to_string()),
    })?;
    std::fs::write(&args.out, weights).map_err(|error| refused(&args.out, &error))?;
    Ok(())
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::Refused(format!("{}: {error}", path.display()))
}

/// Says now, and not after hours of learning, that the file cannot be written; a file that exists stays as it is.
fn check_writable(out: &Path) -> Result<(), Failure> {
    let new = !out.exists();
    OpenOptions::new().create(true).append(true).open(out).map_err(|error| refused(out, &error))?;
    if new {
        std::fs::remove_file(out).map_err(|error| refused(out, &error))?;
    }
    Ok(())
}

/// The number of seats of a game.
struct Seats;

impl Visitor for Seats {
    type Output = u8;
    fn visit<G: breadboard_core::Game>(self, game: G) -> u8 {
        game.seats()
    }
}

fn tell(progress: Progress) {
    let mut log = io::stderr();
    // Standard error may be closed.
    let _ = match progress {
        Progress::Game { played, of, positions } if played.is_multiple_of((of / 20).max(1)) => {
            writeln!(log, "{played} games, {positions} positions")
        }
        Progress::Game { .. } => Ok(()),
        Progress::Epoch { number, loss, aside: Some(aside) } => {
            writeln!(log, "epoch {number}: loss {loss:.5}, on held-out positions {aside:.5}")
        }
        Progress::Epoch { number, loss, aside: None } => writeln!(log, "epoch {number}: loss {loss:.5}"),
        Progress::Lesson { number, score, error } => {
            writeln!(log, "lesson {number}: mean score {score:.2}, mean squared error {error:.2}")
        }
    };
}
