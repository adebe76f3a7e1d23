//! The `breadboard` program: arguments in, text out. All knowledge about games comes from the crates below.

mod args;
mod commands;
mod output;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches as _, Parser};
use output::Out;
use std::process::ExitCode;

/// Why a command failed; the sentence says what to do about it.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments do not go together: exit code 2, as for unknown flags.
    Usage(String),
    /// The input (a file, a position, a record) was refused: exit code 1.
    Refused(String),
    /// Interrupted by a signal: the exit code that shells use for that.
    Interrupted(String),
    /// Reading or writing failed: exit code 1, or none for a closed pipe.
    Io(std::io::Error),
}

/// The exit code of a program that Ctrl-C ended, as shells report it.
pub(crate) const INTERRUPTED: u8 = 130;

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::Io(error)
    }
}

impl From<breadboard_core::SpecError> for Failure {
    fn from(error: breadboard_core::SpecError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<breadboard_core::Refusal> for Failure {
    fn from(refusal: breadboard_core::Refusal) -> Self {
        Failure::Refused(refusal.to_string())
    }
}

impl From<breadboard_tui::Failed> for Failure {
    fn from(failed: breadboard_tui::Failed) -> Self {
        match failed {
            breadboard_tui::Failed::Refused(reason) => Failure::Refused(reason),
            breadboard_tui::Failed::Io(error) => Failure::Io(error),
        }
    }
}

fn main() -> ExitCode {
    let parsed = with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match parsed.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let mut out = Out::new(cli.color);
    let done = run(cli, &mut out).and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough, as in `breadboard … | head`, is not a failure.
        Err(Failure::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => complain(&error.to_string(), 1),
        Err(Failure::Refused(reason)) => complain(&reason, 1),
        Err(Failure::Usage(reason)) => complain(&reason, 2),
        Err(Failure::Interrupted(reason)) => complain(&reason, INTERRUPTED),
    }
}

/// The commands, with options that read `-1` as a value: each says itself which numbers it takes.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes = arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// The commands for completion: a shell offers files only where a value is one, by its name in the help.
fn with_hints(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let names = arg.get_value_names().unwrap_or_default();
        let file =
            names.iter().any(|name| ["FILE", "RECORD", "PATHS"].iter().any(|word| name.contains(word)));
        let known = file || arg.get_value_hint() != clap::ValueHint::Unknown;
        let takes = arg.get_action().takes_values();
        if known || !takes { arg } else { arg.value_hint(clap::ValueHint::Other) }
    });
    command.mut_subcommands(with_hints)
}

/// What clap has to say: the help, or an error in the style of all others.
fn misused(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.render().to_string();
    complain(text.strip_prefix("error: ").unwrap_or(&text).trim_end(), 2)
}

fn complain(reason: &str, code: u8) -> ExitCode {
    use std::io::Write as _;
    // Standard error may be closed too; then there is nowhere to report to.
    let _ = writeln!(std::io::stderr(), "breadboard: {reason}");
    ExitCode::from(code)
}

fn run(cli: Cli, out: &mut Out) -> Result<(), Failure> {
    // Without a command it serves: the program's name alone is enough to play.
    let command = match cli.command {
        Some(command) => command,
        None => Cli::parse_from(["breadboard", "serve"])
            .command
            .ok_or_else(|| Failure::Usage("no command".to_owned()))?,
    };
    match command {
        Command::Serve(args) => commands::serve::run(&args, out),
        Command::Admin(args) => commands::admin::run(&args, out),
        Command::Play(args) => commands::play::run(&args, out),
        Command::Join(args) => commands::watch::join(&args, out),
        Command::Open(args) => commands::watch::open(&args, out),
        Command::Tables(args) => commands::watch::tables(&args, out),
        Command::Watch(args) => commands::watch::run(&args, out),
        Command::Convert(args) => commands::convert::run(&args, out),
        Command::Load(args) => commands::load::run(&args, out),
        Command::Games(args) => commands::games::run(&args, out),
        Command::Rules(args) => commands::rules::run(&args, out),
        Command::Show(args) => commands::show::run(&args, out),
        Command::Moves(args) => commands::moves::run(&args, out),
        Command::Replay(args) => commands::replay::run(&args, out),
        Command::Verify(args) => commands::verify::run(&args, out),
        Command::Perft(args) => commands::perft::run(&args, out),
        Command::Bench(args) => commands::bench::run(&args, out),
        Command::Arena(args) => commands::arena::run(&args, out),
        Command::Review(args) => commands::review::run(&args, out),
        Command::Calibrate(args) => commands::calibrate::run(&args, out),
        Command::Report(args) => commands::report::run(&args, out),
        Command::Stats(args) => commands::stats::run(&args, out),
        Command::Puzzles(args) => commands::puzzles::run(&args, out),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut with_hints(Cli::command()), "breadboard", &mut script);
            out.bytes(&script)?;
            Ok(())
        }
        Command::Man { command, dir } => commands::man::run(command.as_deref(), dir.as_deref(), out),
    }
}
