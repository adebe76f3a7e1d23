//! `breadboard perft`: a line per depth, with a progress bar on standard error if that is a terminal.

use crate::Failure;
use crate::args::PerftArgs;
use crate::commands::Located;
use crate::output::Out;
use breadboard_games::with_game;
use breadboard_lab::{LeafCount, LeafError};
use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn run(args: &PerftArgs, out: &mut Out) -> Result<(), Failure> {
    let position = with_game(&args.spec, Located(&args.at))??;
    let count = |depth| LeafCount { position: Some(&position), depth };
    if args.divide {
        let parts = count(args.depth).by_move(&args.spec)?;
        for (text, part) in &parts {
            out.line(format_args!("{text} {part}"))?;
        }
        let total: u64 = parts.iter().map(|(_, part)| part).sum();
        return Ok(out.line(format_args!("total {total}"))?);
    }
    for depth in 1..=args.depth {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("depth {prefix} {bar:30} {pos}/{len}, {eta} left") {
            bar.set_style(style);
        }
        bar.set_prefix(depth.to_string());
        let mut progress = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        };
        let total = count(depth).total(&args.spec, &mut progress)?;
        bar.finish_and_clear();
        out.line(format_args!("{depth} {total}"))?;
        out.flush()?;
    }
    Ok(())
}

impl From<LeafError> for Failure {
    fn from(error: LeafError) -> Failure {
        match error {
            LeafError::Spec(error) => error.into(),
            error => Failure::Refused(error.to_string()),
        }
    }
}
