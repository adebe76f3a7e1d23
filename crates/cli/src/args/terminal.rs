//! The commands of the terminal: play, join, open, tables, watch, convert.

use super::game::GameParser;
use super::seed;
use breadboard_core::Spec;
use breadboard_play::{ClockRule, Entropy, Name};
use breadboard_tui::{Lang, SeatChoice};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The language of the terminal.
#[derive(Debug, Args)]
pub(crate) struct Language {
    /// The language, en or de. If left out, LC_ALL, LC_MESSAGES or LANG decides.
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

/// How a command of the terminal shows the board.
#[derive(Debug, Args)]
pub(crate) struct Look {
    /// Plain mode: line by line, for scripts and screen readers.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Show the board from the other side.
    #[arg(long)]
    pub(crate) flip: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

impl Language {
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(|| Lang::from_environment(|name| std::env::var(name).ok()))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard play
  breadboard play breakthrough
  breadboard play traxx --seats me,open,bot3 --name Ada
  breadboard play snipe:seats=4 --record tonight.txt --lang de
  breadboard play --resume tonight.txt
  breadboard play breakthrough --plain --seats bot1,bot2 | tail -1

Without a game, a menu asks for it. Seats: me and open are people at this keyboard; bot1 to bot5, greedy and random are \
programs. A list of seats sets their number. Without a list one person plays against bot3, on a seat that is drawn.
Press ? for the keys of the full screen; type `help` in plain mode, which is the default without a terminal. See \
docs/terminal.md.")]
pub(crate) struct PlayArgs {
    /// The game; a menu asks for it if left out.
    #[arg(value_name = "SPEC", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Option<Spec>,
    /// The players of the seats, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) seats: Option<Vec<SeatChoice>>,
    /// Your name.
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub(crate) name: Option<Name>,
    /// The seed of dice, cards and bots, to repeat a game.
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) dice: Dice,
    /// Save the game to this file after every event.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) record: Option<PathBuf>,
    /// Continue the game in this file, and save it there.
    #[arg(long, value_name = "FILE", conflicts_with = "spec")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard join http://192.168.1.20:7777/t/4f2k9x
  breadboard join https://games.example.org/t/4f2k9x --seat 2 --name Ada
  breadboard join https://games.example.org/t/4f2k9x \\
    --seat 1 --seat 2 --name Ada --name Bob
  breadboard join https://nas.local:7777/t/4f2k9x --trust nas.pem

The browser shows the link. Your seat is remembered: the same command returns to it. Several seats are several people at \
this keyboard. Press ? for the keys; type `help` in plain mode.")]
pub(crate) struct JoinArgs {
    /// The table's link.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// The seat to take; the first free one if left out. May be repeated.
    #[arg(long = "seat", value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) seats: Vec<u8>,
    /// Your name, or one for each seat.
    #[arg(long = "name", value_name = "NAME", value_parser = person)]
    pub(crate) names: Vec<Name>,
    /// Move your seat from another device, with the code shown there.
    #[arg(long, value_name = "CODE", conflicts_with = "seats")]
    pub(crate) code: Option<String>,
    #[command(flatten)]
    pub(crate) dice: Dice,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard open http://127.0.0.1:7777 breakthrough
  breadboard open http://127.0.0.1:7777 traxx --seats me,open,bot2 --listed
  breadboard open https://games.example.org breakthrough --clock 5+3

Opens a table on the server, prints its link for the others, and sits down at it. Seats: me is you, open is free for \
anyone with the link, bot1 to bot5, greedy and random are programs. A list of seats sets their number. Without a list \
you have the first seat and the others are open.")]
pub(crate) struct OpenArgs {
    /// The server.
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    /// The game.
    #[arg(value_name = "SPEC", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// The players of the seats, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) seats: Option<Vec<SeatChoice>>,
    /// Your name, or one for each seat `me`.
    #[arg(long = "name", value_name = "NAME", value_parser = person)]
    pub(crate) names: Vec<Name>,
    /// Show the table in the server's list, so that strangers find it.
    #[arg(long)]
    pub(crate) listed: bool,
    /// The clock: 5+3 is five minutes, and three seconds more after each move; 3d is three days for each move.
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    pub(crate) clock: Option<ClockRule>,
    #[command(flatten)]
    pub(crate) dice: Dice,
    /// Only open the table and print its link; take the seat later with `join`.
    #[arg(long)]
    pub(crate) link_only: bool,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard tables http://127.0.0.1:7777
  breadboard tables https://games.example.org --json

Lists the open and running tables that the server shows to strangers, the latest first. Join one with `breadboard join \
LINK`, or look on with `breadboard watch LINK`.")]
pub(crate) struct TablesArgs {
    /// The server.
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    /// Print the server's answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: Connection,
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
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard convert game.txt --to golem
  breadboard convert golem.txt --from golem > game.txt
  breadboard convert all-my-games.txt --from golem --game 12
  breadboard convert game.txt --to openspiel
  breadboard convert moves.txt --from openspiel \\
    --spec breakthrough:columns=6,rows=6

Only Breakthrough has other formats. Little Golem's is `1. d2-d3 e7-e6 …` below headers in brackets, on 8×8.
OpenSpiel's is a list of actions, a7a6 e2e3 a6b5*; its first player moves down the board, so ranks are mirrored.
Every move is checked by the rules.")]
pub(crate) struct ConvertArgs {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// The format of the file.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Record)]
    pub(crate) from: Form,
    /// The format to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Record)]
    pub(crate) to: Form,
    /// The number of the game in a Little Golem file with several.
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,
    /// The game, for formats that do not name it; 8×8 if left out.
    #[arg(long, value_name = "SPEC", default_value = "breakthrough", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
}

/// What a player adds to the dice.
#[derive(Debug, Args)]
pub(crate) struct Dice {
    /// What you add to the dice: any text of 1 to 64 bytes. Random bytes if left out.
    #[arg(long, value_name = "TEXT", value_parser = entropy)]
    pub(crate) entropy: Option<Entropy>,
}

/// How a server is reached.
#[derive(Debug, Args)]
pub(crate) struct Connection {
    /// For https:// links: also trust the certificates in this PEM file, your own authority's or the server's.
    #[arg(long, value_name = "FILE")]
    pub(crate) trust: Option<PathBuf>,
}

/// A format of games.
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

fn entropy(text: &str) -> Result<Entropy, String> {
    Entropy::new(text.as_bytes().to_vec())
        .map_err(|_| format!("write 1 to 64 bytes of text; this has {}", text.len()))
}

/// Reads `5+3` (minutes, and seconds a move), `10` (minutes) or `3d` (days a move).
fn clock(text: &str) -> Result<ClockRule, String> {
    let wrong = || {
        format!(
            "\"{text}\" is not a clock: write minutes and seconds a move, as in 5+3, or days a move, as in 3d"
        )
    };
    let rule = match text.strip_suffix('d') {
        Some(days) => ClockRule::Correspondence { days: days.parse().map_err(|_| wrong())? },
        None => {
            let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
            let ms = |text: &str, unit: f64| {
                let number: f64 = text.parse().ok().filter(|number: &f64| (0.0..=1e6).contains(number))?;
                Some((number * unit).round() as u64)
            };
            let main_ms = ms(minutes, 60_000.0).ok_or_else(wrong)?;
            ClockRule::Increment { main_ms, increment_ms: ms(seconds, 1_000.0).ok_or_else(wrong)? }
        }
    };
    rule.check().map_err(|refused| refused.to_string())?;
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_others_are_refused() {
        let increment = |main_ms, increment_ms| Ok(ClockRule::Increment { main_ms, increment_ms });
        assert_eq!(clock("5+3"), increment(300_000, 3_000));
        assert_eq!(clock("0.5"), increment(30_000, 0));
        assert_eq!(clock("3d"), Ok(ClockRule::Correspondence { days: 3 }));
        for bad in ["", "+", "5+", "x", "-1", "0", "99d", "d", "NaN", "1e9", "5+700"] {
            assert!(clock(bad).is_err(), "{bad}");
        }
    }
}
