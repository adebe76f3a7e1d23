//! Takes the terminal and restores it. Every end of the program (normal end, error, panic, signal) restores it through the
//! same function; only `kill -9` does not.

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use std::io;
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::thread;

/// Holds the terminal; dropping it restores the terminal.
pub(crate) struct Held;

impl Held {
    pub(crate) fn take() -> io::Result<Held> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // A panic of a search is caught and shown on the screen.
                if !matches!(thread::current().name(), Some("bot" | "hint")) {
                    restore();
                    before(panic);
                }
            }));
        });
        enable_raw_mode()?;
        let held = Held;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // The terminal may be gone; then there is nothing to restore.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// What comes from the terminal and the system.
#[derive(Debug)]
pub(crate) enum TerminalEvent {
    /// A key, the mouse, another size.
    Input(event::Event),
    /// The terminal is gone, or the system asks the program to end.
    End,
}

/// Sends input of the terminal and signals of the system, each from a thread of its own.
pub(crate) fn listen<T: From<TerminalEvent> + Send + 'static>(sender: &Sender<T>) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let sender = sender.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if sender.send(TerminalEvent::End.into()).is_err() {
                    return;
                }
            }
        })?;
    }
    let sender = sender.clone();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let event_or_end = event::read().map_or(TerminalEvent::End, TerminalEvent::Input);
            let ends = matches!(event_or_end, TerminalEvent::End);
            if sender.send(event_or_end.into()).is_err() || ends {
                return;
            }
        }
    })?;
    Ok(())
}
