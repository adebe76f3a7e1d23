//! The commands of the terminal: play, join, watch, and the forms of other programs.

use breadboard_core::Spec;
use breadboard_play::Name;
use breadboard_tui::{Chair, Lang};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The language of the terminal.
#[derive(Debug, Args)]
pub(crate) struct Language {
    /// The language, en or de. If left out, LC_ALL, LC_MESSAGES or LANG decides.
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

impl Language {
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(|| Lang::from_environment(|name| std::env::var(name).ok()))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard play breakthrough
  breadboard play traxx --seats me,open,bot3 --name Ada
  breadboard play snipe:seats=4 --record tonight.txt --lang de
  breadboard play --resume tonight.txt
  breadboard play breakthrough --plain --seats bot1,bot2 | tail -1

Seats: me and open are people at this keyboard; bot1 to bot5, greedy and random are programs. A list of seats sets
their number. Without a list one person plays against bot3. Keys are told by ? in the full screen, by `help` in plain
mode; plain mode comes by itself where there is no terminal. docs/terminal.md shows it all.")]
pub(crate) struct PlayArgs {
    /// The game.
    #[arg(value_name = "SPEC", required_unless_present = "resume")]
    pub(crate) spec: Option<Spec>,
    /// Who sits where, with commas between.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) seats: Option<Vec<Chair>>,
    /// Your name.
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub(crate) name: Option<Name>,
    /// The seed of dice, cards and bots, to have the same game again.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Write the game down in this file, after every event.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the game in this file, and write it down there.
    #[arg(long, value_name = "FILE", conflicts_with = "spec")]
    pub(crate) resume: Option<PathBuf>,
    /// Line by line, for scripts and screen readers.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Look from the other side.
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard join http://192.168.1.20:7777/t/4f2k9x
  breadboard join https://games.example.org/t/4f2k9x --seat 2 --name Ada
  breadboard join https://games.example.org/t/4f2k9x --seat 1 --seat 2 --name Ada --name Bob
  breadboard join https://nas.local:7777/t/4f2k9x --trust nas.pem

The link is the one that the browser shows. Your seat is remembered: the same command comes back to it. Several seats are
several people at this keyboard. Moves, chat, offers, rematch: ? tells the keys, `help` the words of the plain mode.")]
pub(crate) struct JoinArgs {
    /// The table's link.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// Sit down here; on the first free seat if left out. May be repeated.
    #[arg(long = "seat", value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) seats: Vec<u8>,
    /// Your name, or one for each seat.
    #[arg(long = "name", value_name = "NAME", value_parser = person)]
    pub(crate) names: Vec<Name>,
    /// Take over your seat from another device, by the code that it shows.
    #[arg(long, value_name = "CODE", conflicts_with = "seats")]
    pub(crate) code: Option<String>,
    /// Trust the certificates in this PEM file too: an authority's of your own, or the server's.
    #[arg(long, value_name = "FILE")]
    pub(crate) trust: Option<PathBuf>,
    /// Line by line, for scripts and screen readers.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Look from the other side.
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard watch tonight.txt
  breadboard watch http://127.0.0.1:7777/t/4f2k9x
  breadboard watch tonight.txt --plain")]
pub(crate) struct WatchArgs {
    /// A record (`-` is standard input, in plain mode), or a table's link.
    #[arg(value_name = "FILE|URL")]
    pub(crate) what: String,
    /// Trust the certificates in this PEM file too, at an https:// link.
    #[arg(long, value_name = "FILE")]
    pub(crate) trust: Option<PathBuf>,
    /// Line by line, for scripts and screen readers.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Look from the other side.
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard convert game.txt --to golem
  breadboard convert golem.txt --from golem > game.txt
  breadboard convert all-my-games.txt --from golem --game 12
  breadboard convert game.txt --to openspiel
  breadboard convert moves.txt --from openspiel --spec breakthrough:columns=6,rows=6

Only Breakthrough has other forms. Little Golem's is `1. d2-d3 e7-e6 …` below headers in brackets, on 8×8.
OpenSpiel's is a list of actions, a7a6 e2e3 a6b5*; its first player moves down the board, so ranks are mirrored.
The game is played through by the rules either way.")]
pub(crate) struct ConvertArgs {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// What the file is.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Record)]
    pub(crate) from: Form,
    /// What to make of it.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Record)]
    pub(crate) to: Form,
    /// Which game of the file, where Little Golem wrote several.
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,
    /// The game, for forms that do not say; 8×8 if left out.
    #[arg(long, value_name = "SPEC", default_value = "breakthrough")]
    pub(crate) spec: Spec,
}

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Breadboard's record.
    Record,
    /// Little Golem's text.
    Golem,
    /// OpenSpiel's action strings.
    Openspiel,
}

fn person(text: &str) -> Result<Name, String> {
    Name::try_from(text.to_owned()).map_err(|refused| refused.to_string())
}
