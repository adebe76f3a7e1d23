//! Games in the terminal: full screen or line by line, at a table in this program, at a server's table, or from a record.
//! The table is the same type everywhere; this crate only shows it and sends requests.

mod drawing;
mod history;
mod local;
pub mod markdown;
mod narration;
mod plain;
mod remote;
mod savefile;
mod screen;
mod seats;
mod think;
mod words;

pub use local::NewGame;
pub use plain::Style;
pub use remote::{Address, Guest, Order, Site, open_table, tables};
pub use screen::Setup;
pub use seats::SeatChoice;
pub use words::Lang;

use breadboard_core::Record;
use history::History;
use local::Local;
use plain::{Input, Lines};
use remote::Remote;
use screen::{FirstStage, Signal, Source};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use words::Translator;

/// How a game at this keyboard begins, and where it is saved.
#[derive(Clone, Debug)]
pub enum Begin {
    /// A new game, saved in this file if one is given.
    New(Option<PathBuf>),
    /// A game that continues from a record.
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

fn open(game: &NewGame, begin: &Begin, lang: Lang) -> Result<Local, Failed> {
    match begin {
        Begin::New(path) => Local::open(game, path.as_deref().map(Path::new), lang),
        Begin::Resume(path, record) => Local::resume(game, (**record).clone(), path, lang),
    }
    .map_err(Failed::Refused)
}

/// Plays at this keyboard, line by line.
///
/// # Errors
/// The game cannot be opened, or reading or writing failed.
pub fn play_plain(game: &NewGame, begin: &Begin, style: Style) -> Result<(), Failed> {
    let mut local = open(game, begin, style.lang)?;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let tr = local.translator().clone();
    Ok(plain::play(&mut local, &mut Lines { input: &mut input, out: &mut out, style, tr })?)
}

/// Plays at this keyboard in the full screen.
///
/// # Errors
/// The game cannot be opened, or the terminal fails.
pub fn play_screen(game: &NewGame, begin: &Begin, style: Style) -> Result<(), Failed> {
    let local = open(game, begin, style.lang)?;
    let NewGame { name, entropy, .. } = game.clone();
    let setup = Setup { name, entropy, ..Setup::default() };
    screen::run(FirstStage::Game(Source::Local(Box::new(local)), setup), channel(), style)
}

/// Shows the menu of games in the full screen, and plays what is chosen there.
///
/// # Errors
/// The terminal fails.
pub fn menu_screen(setup: Setup, style: Style) -> Result<(), Failed> {
    screen::run(FirstStage::Menu(setup), channel(), style)
}

/// Shows a record in the full screen.
///
/// # Errors
/// The record does not replay, or the terminal fails.
pub fn watch_screen(record: Record, style: Style) -> Result<(), Failed> {
    let history = History { step: 0, record };
    screen::run(FirstStage::Game(Source::File(Box::new(history)), Setup::default()), channel(), style)
}

/// Plays or watches at a server's table in the full screen.
///
/// # Errors
/// The server cannot be reached or has no such table, or the terminal fails.
pub fn join_screen(address: Address, guest: &Guest, style: Style) -> Result<(), Failed> {
    let mut remote = Remote::join(address, guest, style.lang).map_err(Failed::Refused)?;
    let (sender, receiver) = channel();
    let events = sender.clone();
    remote.listen(move |event| events.send(Signal::Server(event)).is_ok());
    let first = FirstStage::Game(Source::Remote(Box::new(remote)), Setup::default());
    screen::run(first, (sender, receiver), style)
}

/// Plays or watches at a server's table line by line.
///
/// # Errors
/// The server cannot be reached or has no such table, or reading or writing failed.
pub fn join_plain(address: Address, guest: &Guest, style: Style) -> Result<(), Failed> {
    let mut remote = Remote::join(address, guest, style.lang).map_err(Failed::Refused)?;
    let (sender, receiver) = channel();
    let events = sender.clone();
    remote.listen(move |event| events.send(Input::Server(event)).is_ok());
    plain::listen(sender)?;
    let (mut input, mut out) = (io::empty(), io::stdout().lock());
    let tr = remote.translator().clone();
    Ok(plain::join(remote, &receiver, &mut Lines { input: &mut input, out: &mut out, style, tr })?)
}

/// The sentence about a table that was opened, with its link.
#[must_use]
pub fn opened(address: &Address, lang: Lang) -> String {
    words::fill(lang.words().opened, &[("link", &address.link())])
}

/// Prints a record event by event.
///
/// # Errors
/// The record does not replay, or writing failed.
pub fn watch_plain(record: Record, style: Style) -> Result<(), Failed> {
    let (mut input, mut out) = (io::empty(), io::stdout().lock());
    let tr = Translator::new(style.lang, &record.spec.game);
    let lines = &mut Lines { input: &mut input, out: &mut out, style, tr };
    plain::watch(History { step: usize::MAX, record }, lines)
}
