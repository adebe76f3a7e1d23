//! The terminal, taken and given back. Whatever ends the program (a normal end, an error, a panic, a signal) goes
//! through the same few bytes that leave the other screen; only `kill -9` does not, and no program can help that.

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use std::io;
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::thread;

/// Holds the terminal; dropping it gives it back.
pub(crate) struct Held;

impl Held {
    pub(crate) fn take() -> io::Result<Held> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // A thinker's failure is caught and told on the screen.
                if !matches!(thread::current().name(), Some("bot" | "hint")) {
                    give_back();
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
        give_back();
    }
}

fn give_back() {
    // The terminal may be gone; then there is nothing to give back.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// What comes from the terminal and the system.
#[derive(Debug)]
pub(crate) enum Outside {
    /// A key, the mouse, another size.
    Input(event::Event),
    /// The terminal is gone, or the system wants us to end.
    End,
}

/// Sends everything that comes from outside, each from a thread that sleeps until something does.
pub(crate) fn listen<T: From<Outside> + Send + 'static>(sender: &Sender<T>) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let sender = sender.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if sender.send(Outside::End.into()).is_err() {
                    return;
                }
            }
        })?;
    }
    let sender = sender.clone();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let outside = event::read().map_or(Outside::End, Outside::Input);
            let ends = matches!(outside, Outside::End);
            if sender.send(outside.into()).is_err() || ends {
                return;
            }
        }
    })?;
    Ok(())
}
