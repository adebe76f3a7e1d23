//! The commands about matches: arena, stats.

use super::game::GameParser;
use super::{seconds, seed};
use breadboard_core::Spec;
use breadboard_lab::statistics::Hypotheses;
use breadboard_lab::{Contender, Even, Resign, TimeControl};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard arena breakthrough --players bot5,bot4 --games 200 --scale 0.1
  breadboard arena breakthrough --players bot4,greedy,random --games 50 --json
  breadboard arena breakthrough --players bot5,engine:./rival \\
    --games 100 --movetime 1 --resume match.jsonl
  breadboard arena breakthrough --players bot5,bot4 --games 5000 \\
    --sprt 0,20 --scale 0.01
  breadboard arena breakthrough --players bot5 \\
    --engine 'name=rival cmd=./rival dir=/opt/rival option.Hash=64' \\
    --openings book.txt --tc 10+0.1 --resign 600,3 \\
    --engine-logs logs --records games
  breadboard arena breakthrough --players bot3,bot1,bot2,bot4 --gauntlet
  breadboard arena traxx:seats=1 --players bot5,bot1 --games 1000 --clairvoyant

Players are bot1 to bot5, greedy, random and engine:COMMAND (see docs/engine-protocol.md). Each deal (an \
opening, dice, cards) is played with every player in every seat; players of the same level get other deals \
when they swap seats, because they would repeat their game. An engine that does not start ends the match \
with exit code 1; the exit code does not depend on who wins.

Method: the unit is the deal; for two seats that is the pair of games (pentanomial). SPRT: generalised \
log-likelihood ratio with the maximum-likelihood distribution under each hypothesis (logistic Elo), one \
neutral deal as prior, bounds by Wald. Elo, 95 % intervals, LOS and ratings (Bradley-Terry): maximum, \
profile and signed root of the same likelihood with one deal as prior, half won and half lost. See \
docs/arena.md; `breadboard stats` computes the same from counts.")]
pub(crate) struct ArenaArgs {
    /// The game.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// The players, separated by commas; write a comma inside a command as `\,`.
    #[arg(long, value_name = "NAMES", value_parser = players, required_unless_present = "engine")]
    pub(crate) players: Option<Players>,
    /// A further player: name=NAME cmd=COMMAND dir=FOLDER option.NAME=VALUE, with quotes around blanks; repeatable.
    #[arg(long, value_name = "SETTINGS", value_parser = Contender::engine)]
    pub(crate) engine: Vec<Contender>,
    /// The first player meets the others, and they do not meet each other.
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Games per pairing, rounded up to whole deals.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Random moves at the start (if left out, 4 for games without chance, else 0), or a file of openings: one
    /// position or list of moves a line, each played from every seat.
    #[arg(long, value_name = "K|FILE", allow_negative_numbers = true)]
    pub(crate) openings: Option<Openings>,
    #[command(flatten)]
    pub(crate) sequential: SequentialArgs,
    /// The share of its budget that each level spends; 1 if left out.
    #[arg(long, value_name = "F", value_parser = scale, conflicts_with = "movetime")]
    pub(crate) scale: Option<f64>,
    /// Seconds per move for all players (50ms: milliseconds), instead of the levels' budgets.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) movetime: Option<f64>,
    /// A clock for each player's whole game instead: seconds, and seconds that each choice adds.
    #[arg(long, value_name = "BASE+INC", allow_hyphen_values = true, conflicts_with_all = ["movetime", "scale"])]
    pub(crate) tc: Option<TimeControl>,
    /// A player loses if its evaluation is SCORE hundredths of a piece or more below zero for MOVES moves in a row.
    #[arg(long, value_name = "SCORE,MOVES")]
    pub(crate) resign: Option<Resign>,
    /// A game is drawn if, from event EVENT on, both evaluations stay within ±SCORE for MOVES moves of each in a row.
    #[arg(long, value_name = "EVENT,MOVES,SCORE")]
    pub(crate) draw: Option<Even>,
    /// End a game as drawn after N events.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_events: Option<u32>,
    /// The seed of deals, openings and players.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Games at the same time; the number of cores if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Keep results in this file, and resume from it.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Save in this folder what engines are sent and answer, and their standard error.
    #[arg(long, value_name = "DIR")]
    pub(crate) engine_logs: Option<PathBuf>,
    /// Save a record of every game in this folder, with evaluations and times as remarks.
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Also compute the score of a solo player who knows the deck, by a beam search of this width. For games for one seat
    /// with a deck.
    #[arg(long, value_name = "PATHS", num_args = 0..=1, default_missing_value = "1000",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) clairvoyant: Option<u32>,
    /// At most this many deals to compute it for.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "clairvoyant",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) clairvoyant_deals: u32,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How deals begin.
#[derive(Clone, Debug)]
pub(crate) enum Openings {
    Random(u32),
    File(PathBuf),
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Openings, String> {
        match text.parse::<i64>() {
            Ok(moves @ 0..=100) => Ok(Openings::Random(moves as u32)),
            Ok(_) => Err("write 0 to 100 random moves, or the name of a file".to_owned()),
            Err(_) => Ok(Openings::File(text.into())),
        }
    }
}

/// The unit of the bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EloUnits {
    /// Logistic Elo.
    Logistic,
    /// Normalised Elo.
    Normalised,
}

/// A sequential test.
#[derive(Debug, Args)]
pub(crate) struct SequentialArgs {
    /// SPRT: stop when player 1 is shown to be at most ELO0 or at least ELO1 stronger. The method is the exact
    /// (maximum-likelihood) ratio of the pairs, with Wald's bounds and one neutral pair as prior.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// SPRT: what ELO0 and ELO1 are. logistic: by the mean score. normalised: by the mean score in standard deviations
    /// of a game, with the most likely distribution of that distance (Van den Bergh).
    #[arg(long, value_enum, value_name = "UNITS", default_value_t = EloUnits::Logistic, requires = "sprt")]
    elo: EloUnits,
    /// SPRT: the probability of accepting a player of exactly ELO0.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    alpha: f64,
    /// SPRT: the probability of rejecting a player of exactly ELO1.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    beta: f64,
}

impl SequentialArgs {
    /// What the test asks of deals of this many games.
    pub(crate) fn hypotheses(&self, games: usize) -> Option<Hypotheses> {
        let (alpha, beta) = (self.alpha, self.beta);
        let (elo0, elo1) = self.sprt?;
        let asked = Hypotheses { alpha, beta, ..Hypotheses::new(elo0, elo1) };
        Some(if self.elo == EloUnits::Normalised { asked.normalised(games) } else { asked })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard stats 2,5,20,15,8 --sprt 0,20
  breadboard stats 31,11,58
  breadboard stats A:B=2,5,20,15,8 A:C=0,1,4,9,11 B:C=1,2,9,8,5 --json

Five counts are pairs of games by the points of the first player: 0, 1/2, 1, 3/2 and 2. Three counts are \
single games: lost, drawn, won. Several pairings with names are rated together. The methods are those of \
`breadboard arena`; see docs/arena.md.")]
pub(crate) struct StatsArgs {
    /// The results of a pairing: five counts of pairs or three of games.
    #[arg(value_name = "[A:B=]COUNTS", required = true)]
    pub(crate) results: Vec<Results>,
    #[command(flatten)]
    pub(crate) sequential: SequentialArgs,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The results of two players in counts.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    pub(crate) names: Option<[String; 2]>,
    pub(crate) counts: Vec<u64>,
}

impl FromStr for Results {
    type Err = String;

    fn from_str(text: &str) -> Result<Results, String> {
        let wrong = || "write [A:B=] and five counts of pairs or three of games: 2,5,20,15,8".to_owned();
        let (names, counts) = match text.split_once('=') {
            None => (None, text),
            Some((names, counts)) => {
                let (a, b) = names.split_once(':').ok_or_else(wrong)?;
                if a.is_empty() || b.is_empty() || a == b {
                    return Err(wrong());
                }
                (Some([a.to_owned(), b.to_owned()]), counts)
            }
        };
        // Larger than any match, and small enough for exact sums.
        let count = |word: &str| word.trim().parse::<u32>().map(u64::from).map_err(|_| wrong());
        let counts = counts.split(',').map(count).collect::<Result<Vec<u64>, String>>()?;
        if counts.len() == 3 || counts.len() == 5 { Ok(Results { names, counts }) } else { Err(wrong()) }
    }
}

pub(super) fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (1e-6..=100.0).contains(&value) => Ok(value),
        _ => Err("write a factor from 0.000001 to 100".to_owned()),
    }
}

/// Who plays a match.
#[derive(Clone, Debug)]
pub(crate) struct Players(pub(crate) Vec<Contender>);

fn players(text: &str) -> Result<Players, String> {
    Contender::list(text).map(Players)
}

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match pair {
        Some((low, high)) if (-1000.0..high).contains(&low) && high <= 1000.0 => Ok((low, high)),
        _ => Err("write two numbers from -1000 to 1000, the smaller first: 0,20".to_owned()),
    }
}

fn error_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0001..=0.4).contains(&value) => Ok(value),
        _ => Err("write a probability from 0.0001 to 0.4".to_owned()),
    }
}
