//! Games in the terminal: in the full screen or line by line, at a table of this program, at a server's, or from a
//! record. The table is the same as everywhere, so there is one truth; this crate only shows it and passes wishes on.

mod drawing;
mod keep;
mod local;
pub mod markdown;
mod past;
mod plain;
mod remote;
mod screen;
mod seats;
mod think;
mod told;

pub use local::NewGame;
pub use plain::Style;
pub use remote::{Address, Guest};
pub use seats::Chair;

use breadboard_core::Record;
use local::Local;
use past::Past;
use plain::{Lines, Said};
use remote::Remote;
use screen::{Signal, Source};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

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

/// Plays at this keyboard in the full screen.
///
/// # Errors
/// The game cannot be opened, or the terminal fails.
pub fn play_screen(game: &NewGame, begin: &Begin, style: Style) -> Result<(), Failed> {
    let local = open(game, begin)?;
    screen::run(Source::Local(Box::new(local)), channel(), style.flip, style.color)
}

/// Looks through a record in the full screen.
///
/// # Errors
/// The record does not replay, or the terminal fails.
pub fn watch_screen(record: Record, style: Style) -> Result<(), Failed> {
    let past = Past { step: 0, record };
    screen::run(Source::File(Box::new(past)), channel(), style.flip, style.color)
}

/// Plays or watches at a server's table in the full screen.
///
/// # Errors
/// The server cannot be reached or has no such table, or the terminal fails.
pub fn join_screen(address: Address, guest: &Guest, style: Style) -> Result<(), Failed> {
    let mut remote = Remote::join(address, guest).map_err(Failed::Refused)?;
    let (sender, receiver) = channel();
    let heard = sender.clone();
    remote.listen(move |news| heard.send(Signal::Server(news)).is_ok());
    screen::run(Source::Remote(Box::new(remote)), (sender, receiver), style.flip, style.color)
}

/// Plays or watches at a server's table line by line.
///
/// # Errors
/// The server cannot be reached or has no such table, or reading or writing failed.
pub fn join_plain(address: Address, guest: &Guest, style: Style) -> Result<(), Failed> {
    let mut remote = Remote::join(address, guest).map_err(Failed::Refused)?;
    let (sender, receiver) = channel();
    let heard = sender.clone();
    remote.listen(move |news| heard.send(Said::Server(news)).is_ok());
    plain::listen(sender)?;
    let (mut input, mut out) = (io::empty(), io::stdout().lock());
    Ok(plain::join(remote, &receiver, &mut Lines { input: &mut input, out: &mut out, style })?)
}

/// Tells a record event by event.
///
/// # Errors
/// The record does not replay, or writing failed.
pub fn watch_plain(record: Record, style: Style) -> Result<(), Failed> {
    let (mut input, mut out) = (io::empty(), io::stdout().lock());
    let lines = &mut Lines { input: &mut input, out: &mut out, style };
    plain::watch(Past { step: usize::MAX, record }, lines)
}
