//! Errors of a store, sorted by what to do about them. Passing the driver's error up would make every caller know the
//! error codes of two databases.

use std::fmt;

/// Why the store did not do something. Unless it is [`StoreError::Unknown`], nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no such table.
    Missing,
    /// There is such a table already.
    Exists,
    /// Another writer stored something first; the table now has this many entries.
    Conflict {
        /// The number of the last stored entry.
        stored: i64,
    },
    /// The disk is full.
    Full(String),
    /// The store has reached the size that its operator allows.
    Ceiling(String),
    /// The client has as many tables in the public list as it may.
    Listed {
        /// How many.
        most: u32,
    },
    /// The client has stored as much as it may.
    Share,
    /// Another program holds the database, or the file cannot be written.
    Locked(String),
    /// The database cannot be reached.
    Lost(String),
    /// The connection broke while committing: it is stored, or it is not. Read again.
    Unknown(String),
    /// The database was written by a newer program.
    Newer {
        /// The version of the database.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The address of the store is malformed.
    Address(String),
    /// A file or folder that the operator names is missing, there already, or no store; a whole sentence.
    File(String),
    /// Any other error of the database.
    Other(String),
}

impl StoreError {
    /// Whether the same request, unchanged, may succeed later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            StoreError::Full(_)
                | StoreError::Ceiling(_)
                | StoreError::Locked(_)
                | StoreError::Lost(_)
                | StoreError::Unknown(_)
        )
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing => f.write_str("there is no such table"),
            StoreError::Exists => f.write_str("there is such a table already"),
            StoreError::Conflict { stored } => write!(f, "the table has changed: it has {stored} entries"),
            StoreError::Full(why) => write!(f, "the store is full: {why}"),
            StoreError::Ceiling(why) => write!(f, "the store has reached its ceiling: {why}"),
            StoreError::Listed { most } => write!(f, "this client has {most} tables in the list"),
            StoreError::Share => f.write_str("this client has stored its share"),
            StoreError::Locked(why) => write!(f, "the store is held by another program: {why}"),
            StoreError::Lost(why) => write!(f, "the store cannot be reached: {why}"),
            StoreError::Unknown(why) => write!(f, "the store broke off while saving: {why}"),
            StoreError::Newer { found, known } => {
                write!(f, "the store has version {found}, and this program knows versions up to {known}")
            }
            StoreError::Address(why) => write!(f, "the store's address is not one: {why}"),
            StoreError::File(why) => f.write_str(why),
            StoreError::Other(why) => write!(f, "the store failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let why = error.to_string();
        match &error {
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default();
                sort(&code, why)
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => StoreError::Lost(why),
            sqlx::Error::Configuration(_) => StoreError::Address(why),
            _ => StoreError::Other(why),
        }
    }
}

/// PostgreSQL's codes have five characters, SQLite's are numbers whose low byte is the primary code.
fn sort(code: &str, why: String) -> StoreError {
    // SQLite's longest numbers have four digits.
    if code.len() == 5 {
        return match (&code[..2], code) {
            (_, "53100" | "53200") => StoreError::Full(why),
            ("08" | "57" | "53", _) => StoreError::Lost(why),
            ("55" | "40" | "25", _) => StoreError::Locked(why),
            _ => StoreError::Other(why),
        };
    }
    match code.parse::<u32>().map(|number| number & 0xff) {
        Ok(13) => StoreError::Full(why),
        // Busy, locked, permission, read-only.
        Ok(5 | 6 | 3 | 8) => StoreError::Locked(why),
        // Input or output failed, or the file cannot be opened.
        Ok(10 | 14) => StoreError::Lost(why),
        _ => StoreError::Other(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_sorted_by_what_to_do() {
        let kind = |code| sort(code, String::new());
        for (code, wanted) in [
            ("13", StoreError::Full(String::new())),
            ("53100", StoreError::Full(String::new())),
            ("5", StoreError::Locked(String::new())),
            ("517", StoreError::Locked(String::new())),
            ("8", StoreError::Locked(String::new())),
            ("40001", StoreError::Locked(String::new())),
            ("08006", StoreError::Lost(String::new())),
            ("57P01", StoreError::Lost(String::new())),
            ("14", StoreError::Lost(String::new())),
            ("42P01", StoreError::Other(String::new())),
            ("1", StoreError::Other(String::new())),
        ] {
            assert_eq!(kind(code), wanted, "{code}");
        }
    }
}
