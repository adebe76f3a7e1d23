//! The file of results: read when a run starts, appended to as games end.

use super::game::Terms;
use super::log::LoggedGame;
use super::{Arena, ArenaError, Standing, at};
use breadboard_core::Game;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

impl Arena {
    /// Reads the results of an earlier run and opens the file to append to it.
    pub(super) fn open<G: Game>(
        &self,
        game: &G,
        terms: &Terms,
        standing: &mut Standing,
    ) -> Result<Option<File>, ArenaError> {
        let Some(path) = &self.resume else { return Ok(None) };
        let header = self.header(game, terms);
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = open.map_err(at(path))?;
        if !file.metadata().map_err(at(path))?.is_file() {
            return Err(ArenaError::Resume(format!(
                "{} cannot keep results: it is not a file",
                path.display()
            )));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::Resume(format!("another run is writing {}", path.display())));
            }
            // Not every file system has locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(at(path)(error)),
        }
        let whole = read_lines(&file, path, &header, standing)?;
        // A line that an interruption cut short is played again.
        file.set_len(whole).map_err(at(path))?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(at(path))?;
        if whole == 0 {
            writeln!(file, "{header}").map_err(at(path))?;
        }
        Ok(Some(file))
    }
}

/// Adds the results in a file; returns how many of its bytes are whole lines.
fn read_lines(file: &File, path: &Path, header: &Value, standing: &mut Standing) -> Result<u64, ArenaError> {
    let mut reader = BufReader::new(file);
    let (mut whole, mut number) = (0, 0);
    let mut bytes = Vec::new();
    let foreign = || {
        let reason = format!("{} belongs to another run; its first line must be {header}", path.display());
        ArenaError::Resume(reason)
    };
    let mut seen = HashSet::new();
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        let text = String::from_utf8_lossy(&bytes);
        if read == 0 || !text.ends_with('\n') {
            // An incomplete first line is ours only if it begins what we would write.
            let ours = number > 0 || header.to_string().starts_with(text.as_ref());
            return if ours { Ok(whole) } else { Err(foreign()) };
        }
        number += 1;
        if number == 1 {
            let found: Option<Value> = serde_json::from_str(&text).ok();
            if found.as_ref() != Some(header) {
                return Err(foreign());
            }
        } else {
            let line = LoggedGame::read(&text).filter(|line| {
                let pairing = standing.pairings.get(line.job.pairing);
                pairing.is_some_and(|pairing| line.fits(pairing.lineup.len()))
            });
            let Some(line) = line else {
                return Err(ArenaError::Resume(format!("{}, line {number}: not a result", path.display())));
            };
            if seen.insert(line.job) {
                standing.add(line);
            }
        }
        whole += read as u64;
    }
}
