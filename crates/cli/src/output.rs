//! Standard output that reports a closed pipe, where `println!` would panic, and knows whether to use colours.

use crate::args::ColorChoice;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

/// Standard output.
pub(crate) struct Out {
    inner: BufWriter<Stdout>,
    terminal: bool,
    color: bool,
    choice: ColorChoice,
}

fn is_coloured(choice: ColorChoice, terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let mono =
                |term: &str| matches!(term, "dumb" | "vt100" | "vt102" | "vt220") || term.ends_with("-m");
            let able = std::env::var("TERM").map_or(true, |term| !mono(&term));
            terminal && able && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

impl Out {
    pub(crate) fn new(choice: ColorChoice) -> Out {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Out { inner: BufWriter::new(stdout), terminal, color: is_coloured(choice, terminal), choice }
    }

    /// Whether to use colours on standard error.
    pub(crate) fn error_color(&self) -> bool {
        is_coloured(self.choice, io::stderr().is_terminal())
    }

    /// Whether it is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether to use colours.
    pub(crate) fn color(&self) -> bool {
        self.color
    }

    /// The width in columns: the terminal's, or 80 in a pipe.
    pub(crate) fn width(&self) -> u16 {
        let seen = if self.terminal { terminal_size::terminal_size() } else { None };
        seen.map_or(80, |(width, _)| width.0.clamp(20, 1000))
    }

    pub(crate) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        writeln!(self.inner, "{text}")?;
        // Readers of a terminal or a pipe get each line at once.
        if self.terminal { self.inner.flush() } else { Ok(()) }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.inner.write_all(bytes)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
