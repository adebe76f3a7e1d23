//! Golden files: results stored forever and compared by every test run.
//!
//! A stored file is never rewritten. One command writes the files that are missing:
//!
//! ```text
//! BREADBOARD_BLESS=1 cargo test -p breadboard-testkit golden
//! ```

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The command that writes the files that are missing.
pub const COMMAND: &str = "BREADBOARD_BLESS=1 cargo test -p breadboard-testkit golden";

/// Whether missing files are to be written: `BREADBOARD_BLESS` is set.
#[must_use]
pub fn blessing() -> bool {
    std::env::var_os("BREADBOARD_BLESS").is_some()
}

/// A folder of golden files and the names of the files that belong in it.
pub struct Folder {
    path: PathBuf,
    listed: BTreeSet<String>,
}

impl Folder {
    /// The folder at this path.
    #[must_use]
    pub fn new(path: PathBuf) -> Folder {
        Folder { path, listed: BTreeSet::new() }
    }

    /// The text of one of its files. A missing file is made and written when blessing.
    ///
    /// # Panics
    /// If the file is missing and not to be written, or cannot be read or written.
    pub fn file(&mut self, name: &str, make: impl FnOnce() -> String) -> String {
        let path = self.path.join(name);
        assert!(self.listed.insert(name.to_owned()), "{} is listed twice", path.display());
        if !path.exists() && blessing() {
            let written = std::fs::create_dir_all(&self.path).and_then(|()| std::fs::write(&path, make()));
            written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        std::fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}; this writes missing files: {COMMAND}", path.display())
        })
    }

    /// Checks that the folder holds no file but the ones asked for and `others`.
    ///
    /// # Panics
    /// If it holds another file.
    pub fn holds_nothing_else(&self, others: impl IntoIterator<Item = String>) {
        let others: Vec<String> = others.into_iter().collect();
        let entries =
            std::fs::read_dir(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        for entry in entries {
            let name = entry.unwrap_or_else(|error| panic!("{error}")).file_name();
            let name = name.to_string_lossy();
            let known = self.listed.contains(&*name) || others.iter().any(|other| *other == name);
            assert!(known, "{} is in no list", self.path.join(&*name).display());
        }
    }
}
