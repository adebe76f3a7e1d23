//! The arguments of `breadboard report`.

use breadboard_core::Spec;
use breadboard_games::Level;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard report breadcrumbs --out report-breadcrumbs
  breadboard report snipe:seats=4 --levels bot1,bot3 --games 200 --out snipe4
  breadboard report breadcrumbs --levels bot3 --sweep turn_cap=20,30,100 --json
  breadboard report breadwinner --scale 1 --out long --resume

With --out, the folder gets report.html (one page that works without a network), \
report.json, records of typical and shortest games, and games.jsonl, from which \
--resume goes on. docs/reports.md says what each figure means.")]
pub(crate) struct ReportArgs {
    /// The game.
    #[arg(value_parser = super::GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// The levels, the weakest first.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "bot1,bot2,bot3,bot4,bot5")]
    pub(crate) levels: Vec<Level>,
    /// Games of each level against itself and against the next one.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) games: u32,
    /// The share of their budgets that bot4 and bot5 spend; weaker levels always spend all of theirs.
    #[arg(long, value_name = "F", default_value_t = 0.02, value_parser = super::arena::scale)]
    pub(crate) scale: f64,
    /// Compare the values of an option, at each level against itself.
    #[arg(long, value_name = "KEY=V1,V2,…", value_parser = sweep)]
    pub(crate) sweep: Option<Sweep>,
    /// Write the page, the figures and records to this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the report that is in the folder.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// The seed of deals, openings and players.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = super::seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Games at the same time; the number of cores if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// An option and the values to compare.
#[derive(Clone, Debug)]
pub(crate) struct Sweep(pub(crate) String, pub(crate) Vec<String>);

fn sweep(text: &str) -> Result<Sweep, String> {
    match text.split_once('=') {
        Some((key, values)) if !key.trim().is_empty() => {
            Ok(Sweep(key.trim().to_owned(), values.split(',').map(|value| value.trim().to_owned()).collect()))
        }
        _ => Err("write an option and its values: turn_cap=20,30".to_owned()),
    }
}
