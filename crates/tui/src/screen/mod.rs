//! The full screen. One loop waits for the next input: a key, a bot's move, a message of the server, a signal. Nothing is
//! polled, so a waiting game uses no processor time.

mod app;
mod art;
mod board;
mod choice;
mod hits;
mod keys;
mod layout;
mod paint;
mod server;
mod side;
mod terminal;
#[cfg(test)]
mod tests;

pub(crate) use app::Source;

use crate::plain::Style;
use crate::remote::News;
use crate::think::Hint;
use app::App;
use breadboard_core::Seat;
use breadboard_play::ClockRule;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use terminal::{Held, Outside};

/// What the full screen reacts to.
pub(crate) enum Signal {
    /// From the terminal or the system.
    Outside(Outside),
    /// A bot has chosen.
    Moved { job: u64, seat: Seat, text: Result<String, String> },
    /// A hint was found.
    Hint { job: u64, hint: Result<Hint, String> },
    /// From the server.
    Server(News),
}

impl From<Outside> for Signal {
    fn from(outside: Outside) -> Signal {
        Signal::Outside(outside)
    }
}

/// Shows a game until the user quits.
pub(crate) fn run(
    source: Source,
    channel: (Sender<Signal>, Receiver<Signal>),
    style: Style,
) -> Result<(), crate::Failed> {
    let (sender, receiver) = channel;
    let mut app = App::new(source, sender.clone(), style).map_err(crate::Failed::Refused)?;
    let held = Held::take()?;
    terminal::listen(&sender)?;
    let shown = show(&mut app, &receiver);
    drop(held);
    let mut out = io::stdout().lock();
    for line in app.farewell() {
        // The terminal may be gone; the game is saved anyway.
        let _ = writeln!(out, "{line}");
    }
    Ok(shown?)
}

fn show(app: &mut App, receiver: &Receiver<Signal>) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.draw(|frame| paint::paint(frame, app))?;
    while !app.done {
        let first = match app.tick() {
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => receiver.recv_timeout(time),
        };
        match first {
            Ok(signal) => take(app, signal),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        // Inputs that are already waiting are drawn together.
        while let Ok(signal) = receiver.try_recv() {
            take(app, signal);
        }
        if !app.done {
            terminal.draw(|frame| paint::paint(frame, app))?;
        }
    }
    Ok(())
}

fn take(app: &mut App, signal: Signal) {
    match signal {
        Signal::Outside(Outside::Input(event)) => app.input(event),
        Signal::Outside(Outside::End) => app.done = true,
        Signal::Moved { job, seat, text } => app.moved(job, seat, text),
        Signal::Hint { job, hint } => app.hinted(job, hint),
        Signal::Server(news) => app.heard(news),
    }
}

impl App {
    /// How long the picture stays valid without input: a running clock changes it every second, a clock of days every
    /// minute.
    fn tick(&self) -> Option<Duration> {
        let clock = self.view.clock.as_ref().filter(|_| !self.is_over())?;
        let days = matches!(clock.rule, ClockRule::Correspondence { .. });
        let runs = clock.seats.iter().any(|seat| seat.since.is_some());
        runs.then_some(Duration::from_secs(if days { 60 } else { 1 }))
    }
}
