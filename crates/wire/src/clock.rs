//! How time is kept at a table: a setting that people choose and that every view repeats.

use crate::denied::{Denied, Reason};
use crate::texts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const DAY_MS: u64 = 86_400_000;

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockRule {
    /// A fixed time for the whole game, and an increment with every move.
    Increment {
        /// Milliseconds at the start.
        main_ms: u64,
        /// Milliseconds gained with each move.
        increment_ms: u64,
    },
    /// A number of days for each move.
    Correspondence {
        /// The days.
        days: u16,
    },
}

impl ClockRule {
    /// Checks the limits: 5 seconds to 24 hours with at most 10 minutes a move, or 1 to 60 days.
    ///
    /// # Errors
    /// What is allowed.
    pub fn check(self) -> Result<(), Denied> {
        let fits = match self {
            ClockRule::Increment { main_ms, increment_ms } => {
                (5_000..=DAY_MS).contains(&main_ms) && increment_ms <= 600_000
            }
            ClockRule::Correspondence { days } => (1..=60).contains(&days),
        };
        if fits { Ok(()) } else { Err(Denied::new(Reason::Invalid, texts::BAD_CLOCK.plain())) }
    }

    /// Milliseconds on a seat's clock at the start.
    #[must_use]
    pub const fn at_start(self) -> u64 {
        match self {
            ClockRule::Increment { main_ms, .. } => main_ms,
            ClockRule::Correspondence { days } => days as u64 * DAY_MS,
        }
    }
}
