//! How a game at a table ended, as a record tells it: `win 2, seat 1 resigned`. It stands beside the result, because a
//! replay can check only what the moves give.

use crate::outcome::Outcome;
use crate::seat::Seat;
use std::fmt;

/// The name of the header line.
pub const ENDING: &str = "ending";

/// The table's outcome, and what led to it apart from the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEnding {
    /// The outcome; `None` if the game was given up.
    pub outcome: Option<Outcome>,
    /// Who left and how, in the order in which a record lists it.
    pub causes: Vec<Cause>,
}

/// What led to an outcome apart from the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A seat resigned.
    Resigned(Seat),
    /// A seat ran out of time.
    Flagged(Seat),
    /// A seat left.
    Left(Seat),
    /// A draw was agreed.
    Agreed,
    /// Another reason, as a person or program wrote it.
    Other(String),
}

impl RecordEnding {
    /// Reads what `Display` writes; `None` if it does not begin with an outcome or `abandoned`.
    #[must_use]
    pub fn read(text: &str) -> Option<RecordEnding> {
        let mut parts = text.split(',').map(str::trim);
        let outcome = match parts.next()? {
            "abandoned" => None,
            outcome => Some(Outcome::read(outcome)?),
        };
        Some(RecordEnding { outcome, causes: parts.map(Cause::read).collect() })
    }
}

impl Cause {
    fn read(text: &str) -> Cause {
        let by = |how: &str| Seat::from_number(text.strip_prefix("seat ")?.strip_suffix(how)?.trim_end());
        by("resigned")
            .map(Cause::Resigned)
            .or_else(|| by("ran out of time").map(Cause::Flagged))
            .or_else(|| by("left").map(Cause::Left))
            .unwrap_or_else(|| if text == "agreed" { Cause::Agreed } else { Cause::Other(text.to_owned()) })
    }
}

impl fmt::Display for RecordEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Some(outcome) => outcome.fmt(f)?,
            None => f.write_str("abandoned")?,
        }
        self.causes.iter().try_for_each(|cause| write!(f, ", {cause}"))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Resigned(seat) => write!(f, "seat {seat} resigned"),
            Cause::Flagged(seat) => write!(f, "seat {seat} ran out of time"),
            Cause::Left(seat) => write!(f, "seat {seat} left"),
            Cause::Agreed => f.write_str("agreed"),
            Cause::Other(reason) => f.write_str(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_an_ending_reverses_printing_it() {
        for text in [
            "win 2, seat 1 resigned",
            "draw 2 5, seat 1 left, seat 3 ran out of time, seat 4 resigned",
            "draw, agreed",
            "abandoned",
            "win 1, not played out",
        ] {
            assert_eq!(RecordEnding::read(text).unwrap().to_string(), text);
        }
        for bad in ["", "lost", "win", "resigned, win 1"] {
            assert_eq!(RecordEnding::read(bad), None, "{bad:?}");
        }
    }
}
