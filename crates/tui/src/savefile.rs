//! A game saved in two files. The record is for people and for every other command. The log beside it restores the same
//! table exactly: undo, sealed choices, seats that players left, and future dice. A record that held these too would be
//! unreadable.
//!
//! Every batch of events is one line of the log, written before any player sees the events, so an incomplete last line
//! was never acknowledged. The log is deleted when the game ends, because it then holds no secrets.

use crate::words::{Words, fill};
use breadboard_play::{Event, Phase, Table};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The files of one game.
#[derive(Debug)]
pub(crate) struct SaveFile {
    record: PathBuf,
    log: File,
}

fn log_path(record: &Path) -> PathBuf {
    beside(record, ".log")
}

fn beside(record: &Path, ending: &str) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

impl SaveFile {
    /// Files for a new game.
    ///
    /// # Errors
    /// The file exists, or the folder cannot be written.
    pub(crate) fn create(record: &Path, words: &Words) -> io::Result<SaveFile> {
        for path in [record, &log_path(record)] {
            // A repeated command must not overwrite a game.
            if path.exists() {
                let names = [("path", &path.display() as _), ("record", &record.display() as _)];
                let reason = fill(words.already_there, &names);
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
        }
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", record.display()));
        let log = OpenOptions::new().create_new(true).append(true).open(log_path(record)).map_err(named)?;
        Ok(SaveFile { record: record.to_owned(), log })
    }

    /// Files for a game that continues from its record; they replace it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub(crate) fn replace(record: &Path) -> io::Result<SaveFile> {
        let log = OpenOptions::new().create(true).append(true).open(log_path(record))?;
        log.set_len(0)?;
        Ok(SaveFile { record: record.to_owned(), log })
    }

    /// The table of an earlier run, if its log is there.
    ///
    /// # Errors
    /// The files cannot be read, or the log is damaged before its last line.
    pub(crate) fn reopen(record: &Path) -> io::Result<Option<(SaveFile, Table)>> {
        let path = log_path(record);
        let text = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let damaged = |reason: String| {
            let reason = format!("{}: {reason}", path.display());
            io::Error::new(io::ErrorKind::InvalidData, reason)
        };
        // Text after the last line end is an incomplete line.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut events: Vec<Event> = Vec::new();
        for line in text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let batch: Vec<Event> =
                serde_json::from_slice(line).map_err(|error| damaged(error.to_string()))?;
            events.extend(batch);
        }
        if events.is_empty() {
            return Ok(None);
        }
        let table = Table::rebuild(events).map_err(|refused| damaged(refused.to_string()))?;
        let log = OpenOptions::new().append(true).open(&path)?;
        log.set_len(whole as u64)?;
        let savefile = SaveFile { record: record.to_owned(), log };
        savefile.write_record(&table)?;
        Ok(Some((savefile, table)))
    }

    /// Saves the events and the record of the table after them.
    ///
    /// # Errors
    /// The events are not saved, so they must not be shown.
    pub(crate) fn write(&mut self, events: &[Event], table: &Table) -> io::Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        let mut line = serde_json::to_vec(events).map_err(io::Error::other)?;
        line.push(b'\n');
        self.log.write_all(&line)?;
        self.write_record(table)?;
        if let Phase::Over(_) = table.phase() {
            // The record holds the whole game now. A log that cannot be deleted does no harm.
            let _ = fs::remove_file(log_path(&self.record));
        }
        Ok(())
    }

    /// Replaces the record in one step, so that a reader never sees half of it.
    fn write_record(&self, table: &Table) -> io::Result<()> {
        let draft = beside(&self.record, ".new");
        fs::write(&draft, table.record().to_string())?;
        fs::rename(&draft, &self.record)
    }

    /// Where the record is.
    pub(crate) fn path(&self) -> &Path {
        &self.record
    }
}
