//! The arguments of `breadboard puzzles`.

use breadboard_core::Spec;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard puzzles show
  breadboard puzzles show snipe-17 --answer
  breadboard puzzles mine breakthrough --count 200 --out breakthrough.txt
  breadboard puzzles check breakthrough.txt")]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games between bots.
    Mine(MineArgs),
    /// Check every answer of a file with ten times the nodes that found it.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Find the themes of every puzzle of a file again, after a game has renamed its themes.
    Themes {
        /// The file; it is changed.
        file: PathBuf,
        /// Find the difficulties again, too.
        #[arg(long)]
        difficulty: bool,
    },
    /// Show a puzzle of the program.
    Show {
        /// Its id, as snipe-17; the puzzle of today if left out.
        id: Option<String>,
        /// Show the answer too.
        #[arg(long)]
        answer: bool,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard puzzles mine breakthrough --count 200 --out breakthrough.txt
  breadboard puzzles mine traxx:seats=1 --count 200 --out traxx.txt --resume
  breadboard puzzles check traxx.txt

The file is written after every game. The same seed finds the same puzzles on \
every machine, whether the command was interrupted or not.")]
pub(crate) struct MineArgs {
    /// The game.
    #[arg(value_parser = super::GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// Stop when the file has this many puzzles.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) count: usize,
    /// The nodes that an answer is found with; ten times as many must confirm it.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// The seed of the games.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the puzzles to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Go on with the file.
    #[arg(long)]
    pub(crate) resume: bool,
}
