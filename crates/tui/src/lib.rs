//! Games in the terminal: in the full screen or line by line, at a table of this program, at a server's, or from a
//! record. The table is the same as everywhere, so there is one truth; this crate only shows it and passes wishes on.

mod drawing;
mod keep;
mod local;
pub mod markdown;
mod plain;
mod seats;
mod think;
mod told;

pub use local::NewGame;
pub use plain::Style;
pub use seats::Chair;

use breadboard_core::Record;
use local::Local;
use plain::Lines;
use std::io;
use std::path::{Path, PathBuf};

/// Where a game at this keyboard begins, and where it is written down.
#[derive(Clone, Debug)]
pub enum Begin {
    /// A new game, written down where told.
    New(Option<PathBuf>),
    /// A game that goes on from a record.
    Resume(PathBuf, Box<Record>),
}

/// Why nothing was played.
#[derive(Debug)]
pub enum Failed {
    /// It was refused; the sentence says why.
    Refused(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Io(error)
    }
}

fn open(game: &NewGame, begin: &Begin) -> Result<Local, Failed> {
    match begin {
        Begin::New(path) => Local::open(game, path.as_deref().map(Path::new)),
        Begin::Resume(path, record) => Local::resume(game, (**record).clone(), path),
    }
    .map_err(Failed::Refused)
}

/// Plays at this keyboard, line by line.
///
/// # Errors
/// The game cannot be opened, or reading or writing failed.
pub fn play_plain(game: &NewGame, begin: &Begin, style: Style) -> Result<(), Failed> {
    let mut local = open(game, begin)?;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    Ok(plain::play(&mut local, &mut Lines { input: &mut input, out: &mut out, style })?)
}
