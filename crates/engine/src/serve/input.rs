//! Lines of input. Their length is bounded, so that a broken program at the other end cannot fill the memory.

use std::io::{BufRead, Read as _};

/// Longest line in bytes; a game of ten thousand moves fits.
const MAX_LINE: u64 = 1 << 20;

/// The next line of the input, also if it is not valid text; `None` at its end.
pub(super) fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).ok().filter(|read| *read > 0)?;
    if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
        let mut rest = Vec::new();
        while input.by_ref().take(MAX_LINE).read_until(b'\n', &mut rest).ok()? > 0 && !rest.ends_with(b"\n") {
            rest.clear();
        }
        return Some("(a line of more than a megabyte)".to_owned());
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// The command of a line.
pub(super) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

/// Whether a line asks for a search.
pub(super) fn is_go(line: &str) -> bool {
    first_word(line) == "go"
}
