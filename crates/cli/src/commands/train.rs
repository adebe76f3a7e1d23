//! `breadboard train`: progress on standard error, weights in a file.

use crate::Failure;
use crate::args::{SubjectArg, TrainArgs};
use breadboard_lab::{Progress, Subject, Training};
use std::io::Write as _;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let training = Training {
        games: args.games,
        nodes: args.nodes,
        epochs: args.epochs,
        opinion: args.opinion,
        seed: args.seed,
        threads: args.threads.map_or(cores, usize::from),
    };
    let subject = match args.game {
        SubjectArg::Breakthrough => Subject::Breakthrough,
        SubjectArg::Breadcrumbs => Subject::Breadcrumbs,
    };
    let step = (args.games / 20).max(1);
    let mut tell = |progress: Progress| {
        let mut log = std::io::stderr();
        // Nobody may be listening.
        let _ = match progress {
            Progress::Games(games, positions) if games.is_multiple_of(step) => {
                writeln!(log, "{games} games, {positions} positions")
            }
            Progress::Games(..) => Ok(()),
            Progress::Epoch(epoch, seen, unseen) => {
                writeln!(log, "epoch {epoch}: loss {seen:.5}, on positions kept aside {unseen:.5}")
            }
        };
    };
    std::fs::write(&args.out, training.run(subject, &mut tell))?;
    Ok(())
}
