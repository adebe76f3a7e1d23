//! The engine's end of the protocol.

mod analysis;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod transcripts;

use breadboard_engine::serve;
use std::io::Cursor;

/// What the engine answers to some lines.
fn talk(spec: &str, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve(&spec.parse().unwrap(), Cursor::new(lines.to_owned()), &mut output).unwrap().unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}
