//! The command line: one struct per command. Help, completion, manual pages and checks come from these declarations; a
//! parser of our own would need each of them written again.

mod admin;
mod arena;
mod game;
mod puzzles;
mod report;
mod review;
mod terminal;

pub(crate) use admin::{AdminArgs, AdminCommand, StatusFilter};
pub(crate) use arena::{ArenaArgs, Openings, Results, StatsArgs};
pub(crate) use puzzles::{MineArgs, PuzzlesArgs, PuzzlesCommand};
pub(crate) use report::ReportArgs;
pub(crate) use review::{CalibrateArgs, ReviewArgs};
pub(crate) use terminal::{
    ConvertArgs, Form, JoinArgs, Language, Look, OpenArgs, PlayArgs, Remote, TablesArgs, WatchArgs,
};

use breadboard_core::Spec;
use breadboard_games::GAMES;
use clap::{Args, Parser, Subcommand, ValueEnum};
use game::GameParser;
use std::path::PathBuf;

/// Play, study and measure tabletop games.
#[derive(Debug, Parser)]
#[command(name = "breadboard", version, max_term_width = 100)]
#[command(after_help = "Examples:
  breadboard                      serve games in the browser, on this machine
  breadboard play traxx           play in the terminal
  breadboard games
  breadboard rules breakthrough
  breadboard show breakthrough:columns=6,rows=6
  breadboard perft breakthrough --depth 6
  breadboard bench --seconds 1

A game is named with its options in one word, GAME:key=value,key=value; `breadboard games` lists them.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.")]
pub(crate) struct Cli {
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, global = true, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// The command; `serve` if left out.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Never.
    Never,
    /// Always.
    Always,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve games to browsers, terminals and programs.
    Serve(ServeArgs),
    /// Look after a server: tables, bans, the session secret, checks, backups.
    Admin(AdminArgs),
    /// Play in this terminal, on the full screen or line by line.
    Play(PlayArgs),
    /// Join a table of a server from this terminal.
    Join(JoinArgs),
    /// Open a table on a server and sit down at it.
    Open(OpenArgs),
    /// List the tables of a server.
    Tables(TablesArgs),
    /// Step through a record, or watch a table of a server.
    Watch(WatchArgs),
    /// List the games and their options.
    Games(GamesArgs),
    /// Show the rules of a game.
    Rules(RulesArgs),
    /// Draw a position.
    Show(ShowArgs),
    /// List the legal moves of a position, or of many.
    Moves(MovesArgs),
    /// Replay a record and show its last position.
    Replay(ReplayArgs),
    /// Review a record: what each choice gave away, what luck did, and why.
    Review(ReviewArgs),
    /// Convert between records and the formats of other programs.
    Convert(ConvertArgs),
    /// Check a record's dice: recompute every draw from the revealed seed.
    Verify(VerifyArgs),
    /// Count move sequences for each depth.
    Perft(PerftArgs),
    /// Measure speed on one thread: random games, moves and leaves a second.
    Bench(BenchArgs),
    /// Play matches between players and rate them.
    Arena(ArenaArgs),
    /// Measure what a game is like: who wins, how games end, how long they take, how much luck and skill decide.
    Report(ReportArgs),
    /// Compute Elo, intervals, a sequential test and ratings from the results of matches.
    Stats(StatsArgs),
    /// Find, check and show puzzles.
    Puzzles(PuzzlesArgs),
    /// Speak the engine protocol (UGI; UCI for Breakthrough) on standard input and output.
    Engine(EngineArgs),
    /// Train a game's bots by self-play (only games with learned weights).
    Train(TrainArgs),
    /// Fit a game's winning chances and marks to games of its bots.
    Calibrate(CalibrateArgs),
    /// Measure your own server under load: play many games at once.
    Load(LoadArgs),
    /// Print a completion script for a shell.
    #[command(after_help = "Example:
  breadboard completions bash \\
    > ~/.local/share/bash-completion/completions/breadboard")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command.
    #[command(after_help = "Examples:
  breadboard man | man -l -
  breadboard man play | man -l -
  breadboard man --dir ~/.local/share/man/man1")]
    Man {
        /// The command; the program itself if left out.
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
        /// Write all pages to this folder.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard serve
  breadboard serve --lan
  breadboard serve --store sqlite:/var/lib/breadboard/games.db \\
    --public-url https://games.example.org --behind-proxy
  breadboard serve --listen 0.0.0.0:7777 --log-format json \\
    --store postgres://breadboard@db/breadboard")]
pub(crate) struct ServeArgs {
    /// The address to listen on; the default accepts connections from this machine only.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7777", env = "BREADBOARD_LISTEN")]
    pub(crate) listen: std::net::SocketAddr,
    /// Where to store games: sqlite:PATH or postgres://USER@HOST/NAME; a file in your data folder if left out.
    #[arg(long, value_name = "STORE", env = "BREADBOARD_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// The public address of this server, for links.
    #[arg(long, value_name = "URL", env = "BREADBOARD_PUBLIC_URL")]
    pub(crate) public_url: Option<String>,
    /// Accept connections from the local network, and make links that work there.
    #[arg(long, env = "BREADBOARD_LAN")]
    pub(crate) lan: bool,
    /// Take client addresses from X-Forwarded-For (the last one) of a proxy on this machine or in a private network.
    #[arg(long, env = "BREADBOARD_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Take client addresses from X-Forwarded-For of these proxies only: addresses or networks like 10.1.0.0/16.
    #[arg(long, value_name = "NETWORKS", value_delimiter = ',', env = "BREADBOARD_TRUSTED_PROXIES")]
    pub(crate) trusted_proxies: Vec<breadboard_server::Network>,
    /// Serve /metrics on this address only, instead of beside the games.
    #[arg(long, value_name = "ADDRESS", env = "BREADBOARD_METRICS_LISTEN")]
    pub(crate) metrics_listen: Option<std::net::SocketAddr>,
    /// Multiply the rate limits of each client address; 0 removes them.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = rates, env = "BREADBOARD_RATE_SCALE")]
    pub(crate) rate_scale: f64,
    /// At most this many sockets per client address.
    #[arg(long, value_name = "N", default_value_t = 64, env = "BREADBOARD_SOCKETS")]
    pub(crate) sockets: usize,
    /// At most this many connections in all.
    #[arg(long, value_name = "N", default_value_t = 20_000, env = "BREADBOARD_CONNECTIONS")]
    pub(crate) connections: usize,
    /// At most this many connections per client address, its sockets included; 192 more than --sockets if left out.
    #[arg(long, value_name = "N", env = "BREADBOARD_CONNECTIONS_EACH")]
    pub(crate) connections_each: Option<usize>,
    /// At most this many bots thinking at the same time; all cores but one if left out.
    #[arg(long, value_name = "N", env = "BREADBOARD_BOTS")]
    pub(crate) bots: Option<usize>,
    /// Longest time that a bot thinks about a move.
    #[arg(long, value_name = "S", default_value_t = 2.5, value_parser = thinking, env = "BREADBOARD_BOT_SECONDS")]
    pub(crate) bot_seconds: f64,
    /// At most this many analyses and reviews running at the same time; half of the cores if left out.
    #[arg(long, value_name = "N", env = "BREADBOARD_ANALYSES")]
    pub(crate) analyses: Option<usize>,
    /// Abandon games without a move for this many days, and delete finished ones after twice as many; 0 keeps all.
    #[arg(long, value_name = "DAYS", default_value_t = 30, env = "BREADBOARD_KEEP_DAYS")]
    pub(crate) keep_days: u32,
    /// The most memory for tables, in MB: unused tables leave memory first, then those of the network that holds most; 0
    /// for no limit.
    #[arg(long, value_name = "MB", default_value_t = 1_000, env = "BREADBOARD_TABLE_MB")]
    pub(crate) table_mb: u32,
    /// The largest size of the store in MB: new tables are refused at 90 % of it, everything at 100 %, and a client's
    /// new tables at a twentieth of it; 0 for no limit.
    #[arg(long, value_name = "MB", default_value_t = 10_000, env = "BREADBOARD_STORE_MB")]
    pub(crate) store_mb: u32,
    /// The level of detail of the log.
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = LogLevel::Warn, env = "BREADBOARD_LOG")]
    pub(crate) log: LogLevel,
    /// The format of the log.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = LogFormat::Text, env = "BREADBOARD_LOG_FORMAT")]
    pub(crate) log_format: LogFormat,
}

/// The level of detail of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    /// Errors of the server.
    Error,
    /// Also what may lead to errors.
    Warn,
    /// Also rare events.
    Info,
    /// Also every request.
    Debug,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard serve --rate-scale 0 --sockets 4000 --store sqlite:/tmp/load.db &
  breadboard load http://127.0.0.1:7777 --matches 1000 --rate 1 --seconds 60")]
pub(crate) struct LoadArgs {
    /// The server's address.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// The game; it must have two seats.
    #[arg(long, value_name = "SPEC", default_value = "breakthrough", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// Matches at the same time, with two players each.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) matches: u32,
    /// Moves per second in each match.
    #[arg(long, value_name = "R", default_value_t = 1.0, value_parser = rate)]
    pub(crate) rate: f64,
    /// How long to play.
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// The seed of the random moves.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Allow a server on another machine; load only your own.
    #[arg(long)]
    pub(crate) anywhere: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard games
  breadboard games --json")]
pub(crate) struct GamesArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard rules breakthrough
  breadboard rules breakthrough --lang de
  breadboard rules breakthrough --markdown > rules.md")]
pub(crate) struct RulesArgs {
    /// The game's name.
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: Spec,
    /// Print the page as Markdown.
    #[arg(long)]
    pub(crate) markdown: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

/// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// The position in the game's notation; the start if left out.
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// The seed of the dice, cards and deals that come first.
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard show breakthrough
  breadboard show breakthrough \\
    --position '1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w'
  breadboard show breakthrough --flip --color always | less -R")]
pub(crate) struct ShowArgs {
    /// The game.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    #[command(flatten)]
    pub(crate) at: At,
    /// Show the board from the other side.
    #[arg(long)]
    pub(crate) flip: bool,
    /// The width of the drawing in columns.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=1000))]
    pub(crate) width: Option<u16>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard moves breakthrough
  breadboard moves breakthrough --position 'p7/8/8/8/8/8/8/P7 w' --json
  printf '%s\\n' 'p7/8/8/8/8/8/8/P7 w' 'p7/8/8/8/8/8/P7/8 b' \\
    | breadboard moves breakthrough --batch

With --batch each line of standard input is a position and gives one line of output. An invalid position \
gives a line that begins with `error:` (in JSON, an object with `error`) and exit code 1.")]
pub(crate) struct MovesArgs {
    /// The game.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    #[command(flatten)]
    pub(crate) at: At,
    /// Read positions from standard input, one per line.
    #[arg(long, conflicts_with_all = ["position", "seed"])]
    pub(crate) batch: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard replay game.txt
  breadboard replay game.txt --to 12
  breadboard replay - --log < game.txt")]
pub(crate) struct ReplayArgs {
    /// The record; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Stop after this many events.
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<usize>,
    /// Describe every event in plain language.
    #[arg(long)]
    pub(crate) log: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard verify game.txt
  breadboard verify game.txt \\
    --commit 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925
  breadboard verify - < game.txt

Exit code 0 if every draw follows from the seed, 1 if not. docs/fair-dice.md says what that proves.")]
pub(crate) struct VerifyArgs {
    /// The record of a finished game; `-` is standard input.
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
    /// The hash of the seed that you noted before the game.
    #[arg(long, value_name = "HEX")]
    pub(crate) commit: Option<String>,
    /// The entropy that you contributed when you sat down.
    #[arg(long, value_name = "HEX")]
    pub(crate) entropy: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard perft breakthrough --depth 6
  breadboard perft breakthrough --depth 4 \\
    --position '1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w'
  breadboard perft breakthrough:columns=5,rows=5 --depth 5 --divide")]
pub(crate) struct PerftArgs {
    /// The game.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// The depth in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) at: At,
    /// Print the count of each first move.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard bench
  breadboard bench breakthrough:columns=6,rows=6 --seconds 5 --json
  valgrind --tool=callgrind \\
    breadboard bench breakthrough --only playout --count 2000

Figures are for one thread. Compare only figures of one run: machines differ and are shared.
Measure with the optimised build: cargo build --profile dist.")]
pub(crate) struct BenchArgs {
    /// The game; every game if left out.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Option<Spec>,
    /// Seconds for each measurement.
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Run this many games (perft: this depth) instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// Run only this measurement.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) only: Option<KernelArg>,
    /// The seed of the random games.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Use only instructions of plain x86-64.
    #[arg(long)]
    pub(crate) portable: bool,
    /// Print instead the nodes that the strongest player visits on fixed positions, and a checksum of its play.
    #[arg(long, conflicts_with_all = ["seconds", "count", "only"])]
    pub(crate) nodes: bool,
    /// Print JSON, one object per line.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:
  printf 'ugi\\nposition startpos\\ngo movetime 1000\\n' \\
    | breadboard engine breakthrough

The protocol is described in docs/engine-protocol.md.")]
pub(crate) struct EngineArgs {
    /// The game.
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
}

#[derive(Debug, Args)]
#[command(after_help = train_help())]
pub(crate) struct TrainArgs {
    /// The game; of its options only the number of seats counts.
    #[arg(default_value = "breakthrough", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) spec: Spec,
    /// Write the weights to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Start from the weights in this file, where the game's trainer can.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Games of self-play; the default of the game if left out.
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,
    /// Nodes for each of their moves, where the games are played with a search.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Passes over the positions; the default of the game if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) epochs: Option<u32>,
    /// Compare this many choices of a move and learn from each, where the game's trainer can.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=64))]
    pub(crate) choices: Option<u8>,
    /// The weight of the search's opinion; the result has the rest. From 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) opinion: Option<f32>,
    /// The seed of everything.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Games at the same time; the number of cores if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// The examples and defaults of every game that has a trainer, in the game's own words.
fn train_help() -> String {
    let trainers = || GAMES.iter().filter_map(|game| Some((game.info, game.trainer?)));
    let examples: Vec<&str> = trainers().map(|(_, trainer)| trainer.examples).collect();
    let about = |(info, trainer): (&breadboard_core::Info, breadboard_games::train::Trainer)| {
        format!("{}: {} if left out. {}", info.name, trainer.defaults, trainer.about)
    };
    let about: Vec<String> = trainers().map(about).collect();
    format!("Examples:\n{}\n\n{}", examples.join("\n"), about.join("\n"))
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KernelArg {
    /// The game's own random playout.
    Playout,
    /// List all moves, pick one, apply it.
    List,
    /// Count leaves.
    Perft,
}

/// A seed; clap's own sentence about -1 is about digits.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Seconds, with or without `s`, or milliseconds with `ms`: engine protocols count in milliseconds, so people write both.
fn seconds(text: &str) -> Result<f64, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 0.001),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    match number.parse::<f64>().map(|number| number * unit) {
        Ok(value) if (0.001..=3600.0).contains(&value) => Ok(value),
        _ => Err("write seconds from 0.001 to 3600, or milliseconds as 50ms".to_owned()),
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("write a share from 0 to 1".to_owned()),
    }
}

fn rates(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1e6).contains(&value) => Ok(value),
        _ => Err("write a factor from 0 to 1000000".to_owned()),
    }
}

fn thinking(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Other nodes take work over that takes longer.
        Ok(value) if (0.01..=3.0).contains(&value) => Ok(value),
        _ => Err("write seconds from 0.01 to 3".to_owned()),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.01..=1000.0).contains(&value) => Ok(value),
        _ => Err("write moves a second from 0.01 to 1000".to_owned()),
    }
}
