//! `breadboard train`: progress on standard error, weights in a file.

use crate::Failure;
use crate::args::TrainArgs;
use breadboard_games::with_game;
use breadboard_lab::{Progress, Subject, Training, TraxxTraining};
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let seed = args.seed;
    let opinion = args.opinion.unwrap_or(if args.spec.game == "breakthrough" { 0.8 } else { 0.5 });
    let seats = with_game(&args.spec, Seats)?;
    let at = |path: &Path, error: io::Error| Failure::Refused(format!("{}: {error}", path.display()));
    let from = match &args.from {
        Some(path) => Some(std::fs::read(path).map_err(|error| at(path, error))?),
        None => None,
    };
    if args.choices.is_some() && args.spec.game != "traxx" {
        return Err(Failure::Usage("--choices is for traxx".to_owned()));
    }
    // Checked before hours of training, not after; an existing file stays until there are new weights.
    let new = !args.out.exists();
    OpenOptions::new().create(true).append(true).open(&args.out).map_err(|error| at(&args.out, error))?;
    if new {
        std::fs::remove_file(&args.out).map_err(|error| at(&args.out, error))?;
    }
    let learn = |subject, (games, nodes, epochs): (u64, u64, u32)| {
        let (games, epochs) = (args.games.unwrap_or(games), args.epochs.unwrap_or(epochs));
        let nodes = args.nodes.unwrap_or(nodes);
        let training = Training { games, nodes, epochs, opinion, seed, threads };
        training.run(subject, from.as_deref(), &mut |progress| tell(progress, (games / 20).max(1)))
    };
    let weights = match args.spec.game.as_str() {
        "breakthrough" => learn(Subject::Breakthrough, (40_000, 1_000, 15)),
        "breadcrumbs" => learn(Subject::Breadcrumbs, (1_500, 300, 6)),
        "traxx" => {
            let (games, lessons) = (args.games.unwrap_or(130_000), args.epochs.unwrap_or(130));
            let games = (games / u64::from(lessons)).max(1);
            let choices = args.choices.map_or(0, usize::from);
            let training = TraxxTraining { seats, games, lessons, opinion, choices, seed, threads };
            training.run(from.as_deref(), &mut |progress| tell(progress, 1))
        }
        game => {
            let known = "breakthrough, breadcrumbs or traxx";
            return Err(Failure::Usage(format!("{game} has no trainer: name {known}")));
        }
    };
    let weights = weights
        .ok_or_else(|| Failure::Refused("the file of --from holds no weights of this kind".to_owned()))?;
    std::fs::write(&args.out, weights).map_err(|error| at(&args.out, error))?;
    Ok(())
}

/// The number of seats of a game.
struct Seats;

impl breadboard_games::Visitor for Seats {
    type Output = u8;
    fn visit<G: breadboard_core::Game>(self, game: G) -> u8 {
        game.seats()
    }
}

fn tell(progress: Progress, step: u64) {
    let mut log = std::io::stderr();
    // Standard error may be closed.
    let _ = match progress {
        Progress::Games(games, positions) if games.is_multiple_of(step) => {
            writeln!(log, "{games} games, {positions} positions")
        }
        Progress::Games(..) => Ok(()),
        Progress::Epoch(epoch, seen, unseen) => {
            writeln!(log, "epoch {epoch}: loss {seen:.5}, on held-out positions {unseen:.5}")
        }
        Progress::Lesson(lesson, score, error) => {
            writeln!(log, "lesson {lesson}: mean score {score:.2}, mean squared error {error:.2}")
        }
    };
}
