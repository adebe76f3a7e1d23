//! The file that keeps what was measured: a line for the settings, then a line a game. A report is computed from these
//! lines alone, so a resumed report equals one that was never interrupted.

use super::collect::Facts;
use super::plan::Job;
use crate::ArenaError;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// The games measured so far, and the file that they are kept in.
pub(crate) struct Log {
    pub(crate) facts: HashMap<Job, Facts>,
    file: Option<(PathBuf, File)>,
}

fn at(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    move |error| ArenaError::File(path.to_owned(), error)
}

impl Log {
    /// A log in memory, or in a file. A file that is there already is read if `resume` is set and refused if not.
    pub(crate) fn open(path: Option<&Path>, header: &Value, resume: bool) -> Result<Log, ArenaError> {
        let mut log = Log { facts: HashMap::new(), file: None };
        let Some(path) = path else { return Ok(log) };
        if !resume && path.exists() {
            let reason = format!(
                "{} is there already: add --resume to go on with it, or name another folder",
                path.display()
            );
            return Err(ArenaError::Setup(reason));
        }
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = open.map_err(at(path))?;
        let text = io::read_to_string(&file).map_err(at(path))?;
        let whole = log.read(&text, header, path)?;
        // A line that an interruption cut short is played again.
        file.set_len(whole as u64).map_err(at(path))?;
        file.seek(io::SeekFrom::End(0)).map_err(at(path))?;
        if whole == 0 {
            writeln!(file, "{header}").map_err(at(path))?;
        }
        log.file = Some((path.to_owned(), file));
        Ok(log)
    }

    /// Reads whole lines; returns how many bytes they are.
    fn read(&mut self, text: &str, header: &Value, path: &Path) -> Result<usize, ArenaError> {
        let mut whole = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            let wrong =
                |what: &str| ArenaError::Resume(format!("{}, line {}: {what}", path.display(), number + 1));
            if number == 0 {
                if serde_json::from_str::<Value>(line).ok().as_ref() != Some(header) {
                    return Err(wrong(&format!(
                        "it belongs to another report; this one begins with {header}"
                    )));
                }
            } else {
                let facts: Facts = serde_json::from_str(line).map_err(|_| wrong("not a measured game"))?;
                self.facts.insert(facts.job, facts);
            }
            whole += line.len();
        }
        Ok(whole)
    }

    /// Keeps a game.
    pub(crate) fn add(&mut self, facts: Facts) -> Result<(), ArenaError> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(&facts).map_err(io::Error::from).map_err(at(path))?;
            writeln!(file, "{line}").and_then(|()| file.flush()).map_err(at(path))?;
        }
        self.facts.insert(facts.job, facts);
        Ok(())
    }
}
