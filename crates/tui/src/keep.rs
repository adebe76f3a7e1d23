//! A game kept in files. The record is for people and for every other command; beside it lies a log, from which the very
//! same table is made again: undo, sealed choices, seats that were left and the dice to come. A record alone could not
//! hold those without becoming unreadable.
//!
//! Every batch of events is one line of the log, written before anybody sees the events: a line that was cut off was
//! never acknowledged. The log goes away with the end of the game, when nothing in it is a secret any more.

use breadboard_play::{Event, Phase, Table};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The files of one game.
#[derive(Debug)]
pub(crate) struct Kept {
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

impl Kept {
    /// Files for a new game.
    ///
    /// # Errors
    /// There is a game there already, or the folder cannot be written.
    pub(crate) fn create(record: &Path) -> io::Result<Kept> {
        for path in [record, &log_path(record)] {
            // A finished game or one that waits to go on must not be lost by a repeated command.
            if path.exists() {
                let reason = format!(
                    "{} is there already: go on with --resume {}, or name another file",
                    path.display(),
                    record.display()
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
        }
        let log = OpenOptions::new().create_new(true).append(true).open(log_path(record))?;
        Ok(Kept { record: record.to_owned(), log })
    }

    /// Files for a game that goes on from its record, which they replace.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub(crate) fn replace(record: &Path) -> io::Result<Kept> {
        let log = OpenOptions::new().create(true).append(true).open(log_path(record))?;
        log.set_len(0)?;
        Ok(Kept { record: record.to_owned(), log })
    }

    /// The table of an earlier run, if its log is there.
    ///
    /// # Errors
    /// The files cannot be read, or the log is damaged before its last line.
    pub(crate) fn reopen(record: &Path) -> io::Result<Option<(Kept, Table)>> {
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
        // What stands behind the last line end was cut off while it was written.
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
        let kept = Kept { record: record.to_owned(), log };
        kept.write_record(&table)?;
        Ok(Some((kept, table)))
    }

    /// Writes down what happened, and the table as it is then.
    ///
    /// # Errors
    /// It is not written down; nobody may see it.
    pub(crate) fn write(&mut self, events: &[Event], table: &Table) -> io::Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        let mut line = serde_json::to_vec(events).map_err(io::Error::other)?;
        line.push(b'\n');
        self.log.write_all(&line)?;
        self.write_record(table)?;
        if let Phase::Over(_) = table.phase() {
            // The record says it all now. Not being able to tidy up is no reason to fail.
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
