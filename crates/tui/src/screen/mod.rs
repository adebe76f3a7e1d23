//! The full screen. One loop waits for the next input: a key, a bot's move, a message of the server, a signal. Nothing is
//! polled, so a waiting game uses no processor time.

mod app;
mod art;
mod board;
mod choice;
mod frame;
mod hits;
mod keys;
mod layout;
mod look;
mod menu;
mod mouse;
mod page;
mod paint;
mod server;
mod side;
mod start;
mod terminal;
#[cfg(test)]
mod tests;

pub(crate) use app::Source;
pub use start::Setup;

use crate::local::Local;
use crate::plain::Style;
use crate::remote::ServerEvent;
use crate::think::Hint;
use app::{App, Tone};
use breadboard_core::Seat;
use breadboard_play::ClockRule;
use menu::Next;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use start::{Done, Menu};
use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use terminal::{Held, TerminalEvent};

/// What the full screen reacts to.
pub(crate) enum Signal {
    /// From the terminal or the system.
    Terminal(TerminalEvent),
    /// A bot has chosen.
    Moved { job: u64, seat: Seat, text: Result<String, String> },
    /// A hint was found.
    Hint { job: u64, hint: Result<Hint, String> },
    /// From the server.
    Server(ServerEvent),
}

impl From<TerminalEvent> for Signal {
    fn from(event: TerminalEvent) -> Signal {
        Signal::Terminal(event)
    }
}

/// What the full screen begins with.
pub(crate) enum FirstStage {
    /// A game, and what holds for the games after it.
    Game(Source, Setup),
    Menu(Setup),
}

/// What the full screen shows.
enum Stage {
    Game(Box<App>),
    Menu(Box<Menu>),
}

/// The full screen from its first game or menu to its end.
struct Screen {
    stage: Stage,
    style: Style,
    setup: Setup,
    sender: Sender<Signal>,
    receiver: Receiver<Signal>,
    /// What is said at the end about the last game.
    farewell: Vec<String>,
}

/// Shows games until the user quits.
pub(crate) fn run(
    first: FirstStage,
    channel: (Sender<Signal>, Receiver<Signal>),
    style: Style,
) -> Result<(), crate::Failed> {
    let (sender, receiver) = channel;
    let (stage, setup) = match first {
        FirstStage::Game(source, setup) => {
            let app = App::new(source, sender.clone(), style).map_err(crate::Failed::Refused)?;
            (Stage::Game(Box::new(app)), setup)
        }
        FirstStage::Menu(setup) => (Stage::Menu(Box::new(Menu::new(setup.clone(), style))), setup),
    };
    let mut screen = Screen { stage, style, setup, sender, receiver, farewell: Vec::new() };
    let held = Held::take()?;
    terminal::listen(&screen.sender)?;
    let shown = screen.show();
    drop(held);
    let mut out = io::stdout().lock();
    for line in &screen.farewell {
        // The terminal may be gone; the game is saved anyway.
        let _ = writeln!(out, "{line}");
    }
    Ok(shown?)
}

impl Screen {
    fn show(&mut self) -> io::Result<()> {
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        loop {
            match &mut self.stage {
                Stage::Game(app) => {
                    terminal.draw(|frame| paint::paint(frame, app))?;
                    if !wait(app, &self.receiver) {
                        self.farewell = app.farewell();
                        return Ok(());
                    }
                    if app.done && !self.follow() {
                        return Ok(());
                    }
                }
                Stage::Menu(menu) => {
                    terminal.draw(|frame| {
                        let area = frame.area();
                        menu.paint(frame.buffer_mut(), area);
                    })?;
                    let done = match self.receiver.recv() {
                        Ok(Signal::Terminal(TerminalEvent::Input(event))) => menu.input(&event),
                        Ok(Signal::Terminal(TerminalEvent::End)) | Err(_) => Done::Quit,
                        Ok(_) => Done::Nothing,
                    };
                    match done {
                        Done::Nothing => {}
                        Done::Start => self.start(),
                        Done::Quit => return Ok(()),
                    }
                }
            }
        }
    }

    /// Opens the game of the menu, or says there why it cannot be opened.
    fn start(&mut self) {
        let Stage::Menu(menu) = &mut self.stage else { return };
        let record = menu.setup().record.as_deref();
        let opened = menu.game().and_then(|game| Local::open(&game, record, self.style.lang));
        let source = opened.map(|local| Source::Local(Box::new(local)));
        match source.and_then(|source| App::new(source, self.sender.clone(), self.style)) {
            Ok(app) => self.stage = Stage::Game(Box::new(app)),
            Err(reason) => menu.message = reason,
        }
    }

    /// Goes on to what follows a game that is left; `false` if nothing follows.
    fn follow(&mut self) -> bool {
        let Stage::Game(app) = &mut self.stage else { return true };
        self.farewell = app.farewell();
        match app.next.take() {
            None => return false,
            Some(Next::Menu) => {
                let Source::Local(local) = &app.source else { return false };
                let table = local.table();
                let setup = Setup { record: local.next_record_path(), ..self.setup.clone() };
                let seats = table.seats().count() as u8;
                let menu = Menu::after(setup, self.style, table.spec(), seats, local.bot_level());
                self.stage = Stage::Menu(Box::new(menu));
            }
            Some(Next::Game(game, record)) => {
                let opened = Local::open(&game, record.as_deref(), self.style.lang);
                let source = opened.map(|local| Source::Local(Box::new(local)));
                match source.and_then(|source| App::new(source, self.sender.clone(), self.style)) {
                    Ok(next) => self.stage = Stage::Game(Box::new(next)),
                    Err(reason) => {
                        app.done = false;
                        app.say(reason, Tone::Bad);
                    }
                }
            }
        }
        true
    }
}

/// Waits for the next input and handles all that is waiting; `false` if there is no more input.
fn wait(app: &mut App, receiver: &Receiver<Signal>) -> bool {
    let first = match app.tick() {
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(time) => receiver.recv_timeout(time),
    };
    match first {
        Ok(signal) => take(app, signal),
        Err(RecvTimeoutError::Timeout) => {}
        Err(RecvTimeoutError::Disconnected) => return false,
    }
    // Inputs that are already waiting are drawn together.
    while let Ok(signal) = receiver.try_recv() {
        take(app, signal);
    }
    app.play_on();
    true
}

fn take(app: &mut App, signal: Signal) {
    match signal {
        Signal::Terminal(TerminalEvent::Input(event)) => app.input(event),
        Signal::Terminal(TerminalEvent::End) => {
            app.done = true;
            app.next = None;
        }
        Signal::Moved { job, seat, text } => app.moved(job, seat, text),
        Signal::Hint { job, hint } => app.hinted(job, hint),
        Signal::Server(event) => app.server_event(event),
    }
}

impl App {
    /// How long the picture stays valid without input: a running clock changes it every second, a clock of days every
    /// minute, a record that plays by itself when its next event is due.
    fn tick(&self) -> Option<Duration> {
        let due = self.autoplay.map(|due| due.saturating_duration_since(Instant::now()));
        let clock = self.view.clock.as_ref().filter(|_| !self.is_over()).and_then(|clock| {
            let days = matches!(clock.rule, ClockRule::Correspondence { .. });
            let runs = clock.seats.iter().any(|seat| seat.since.is_some());
            runs.then_some(Duration::from_secs(if days { 60 } else { 1 }))
        });
        due.into_iter().chain(clock).min()
    }
}
