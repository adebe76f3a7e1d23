//! The arguments of `breadboard review` and `breadboard calibrate`.

use super::terminal::Language;
use breadboard_core::Spec;
use breadboard_games::Level;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard review game.txt
  breadboard review game.txt --html review.html --lang de
  breadboard review game.txt --effort 10 --json

A usual game takes 10 to 30 seconds. docs/insight.md says what values, marks, luck \
and accuracy mean.")]
pub(crate) struct ReviewArgs {
    /// The record; - for standard input.
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
    /// The effort: a factor of the usual budget.
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = effort)]
    pub(crate) effort: f64,
    /// Print JSON.
    #[arg(long, conflicts_with = "html")]
    pub(crate) json: bool,
    /// Write a page with the graph to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:
  breadboard calibrate snipe:seats=4 --games 8000 --bin 400 \\
    --out crates/games/src/snipe/fitted.txt

Bots play, all seats of a game with the same level; one random choice of every game \
is searched as a review does. Each half of the games tests the curve of the other half; \
the constants are those of all. The file keeps its \
lines for other numbers of seats.")]
pub(crate) struct CalibrateArgs {
    /// The game, with the number of seats to fit.
    #[arg(value_parser = super::GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub(crate) games: u64,
    /// The levels that play.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "bot3,bot4,bot5")]
    pub(crate) levels: Vec<Level>,
    /// The share of their budgets that bot4 and bot5 spend.
    #[arg(long, value_name = "F", default_value_t = 0.02, value_parser = super::arena::scale)]
    pub(crate) scale: f64,
    /// The share of bot5's budget for the search of a position.
    #[arg(long, value_name = "F", default_value_t = 0.05, value_parser = super::arena::scale)]
    pub(crate) effort: f64,
    /// The smallest number of games in a bin of the table; smaller bins are merged.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) bin: usize,
    /// The seed of deals, players and positions.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = super::seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Write the constants to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

fn effort(text: &str) -> Result<f64, String> {
    let effort: f64 = text.parse().map_err(|_| "write a factor such as 1 or 0.5".to_owned())?;
    if (0.01..=100.0).contains(&effort) { Ok(effort) } else { Err("the factor is 0.01 to 100".to_owned()) }
}
