//! The arguments of `breadboard admin`.

use breadboard_server::Network;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  breadboard admin tables --status playing
  breadboard admin show hf2k7q3xvbn4t9dz6cwy8mras5
  breadboard admin ban address 203.0.113.7 --days 7 --reason flood
  breadboard admin rotate-secret --overlap-days 30
  breadboard admin backup /var/backups/games.db

It works on the store, whether a server uses it or not; a running server \
notices within a second. Only restore needs the server to be stopped.")]
pub(crate) struct AdminArgs {
    /// The store of the server: sqlite:PATH or postgres://USER@HOST/NAME; the file in your data folder if left out.
    #[arg(long, value_name = "STORE", env = "BREADBOARD_STORE", hide_env_values = true, global = true)]
    pub(crate) store: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List tables, the latest first.
    Tables {
        /// Only tables of this status, or those that could not be read.
        #[arg(long, value_enum, value_name = "STATUS")]
        status: Option<StatusFilter>,
        /// At most this many tables.
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        limit: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a table: who sits there, what was said, the position.
    Show {
        /// Its id or link.
        #[arg(value_name = "TABLE")]
        table: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// End a game without a result.
    Close {
        /// Its id or link.
        #[arg(value_name = "TABLE")]
        table: String,
    },
    /// Delete a table with all that was played and said there.
    Delete {
        /// Its id or link.
        #[arg(value_name = "TABLE")]
        table: String,
    },
    /// List the bans.
    Bans,
    /// Shut out an address or a session.
    Ban {
        #[command(flatten)]
        target: TargetArgs,
        /// For how many days; forever if left out.
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: Option<u32>,
        /// A note for yourself.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
        /// Ban also a network of millions of addresses, or this machine.
        #[arg(long)]
        yes: bool,
    },
    /// End a ban.
    Unban {
        #[command(flatten)]
        target: TargetArgs,
    },
    /// Change the secret that signs sessions; sessions of older secrets stay valid for a time and are signed again.
    RotateSecret {
        /// For how many days sessions of the older secrets stay valid; 0 ends all of them now.
        #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=3_650))]
        overlap_days: u32,
    },
    /// Check the database's file, and replay every table.
    Check,
    /// Copy an SQLite store to a new file, also while a server uses it.
    Backup {
        /// The new file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Put a copy in the place of an SQLite store whose server is stopped.
    Restore {
        /// The copy.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// The target of a ban.
#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// What is banned.
    #[arg(value_enum, value_name = "KIND")]
    pub(crate) kind: TargetKind,
    /// The address or network, or the session as `admin show` prints it.
    #[arg(value_name = "TARGET")]
    pub(crate) target: String,
}

/// Kinds of bans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetKind {
    /// An address like 203.0.113.7, or a network like 2001:db8::/48.
    Address,
    /// A session.
    Session,
}

/// Which tables to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusFilter {
    /// Seats are still free.
    Open,
    /// The game is being played.
    Playing,
    /// The game has ended.
    Over,
    /// The server could not read it.
    Damaged,
}

impl TargetArgs {
    /// The target as the server reads it.
    pub(crate) fn read(&self) -> Result<breadboard_server::BanTarget, String> {
        match self.kind {
            TargetKind::Address => self.target.parse::<Network>().map(breadboard_server::BanTarget::Network),
            TargetKind::Session => format!("session {}", self.target).parse(),
        }
    }
}
