//! How much one table takes. A log is kept for months and replayed whenever the table is loaded, so nothing that a seat
//! can repeat without end may lengthen it without end. Every limit is far above what people do in one game; the counts
//! come from the log, so a rebuilt table has the same.

use crate::event::{EventKind, Offer};
use crate::table::{Phase, Table};
use breadboard_core::Template;
use breadboard_wire::{Denied, Reason, texts};

/// Actions undone at one table. The longest games of people have about 1,500 actions.
pub const MOST_UNDOS: u32 = 2_000;
/// Changes of names at one table.
pub const MOST_RENAMES: u32 = 100;
/// Draws and take-backs offered at one table.
pub const MOST_OFFERS: u32 = 1_000;
/// Seats given up at one table. A seat can be taken only if it was free from the start or was given up, so this bounds
/// claims and appointments too.
pub const MOST_RELEASES: u32 = 200;
/// Choices that a seat makes or withdraws in one round.
pub const MOST_CHOICES: u32 = 100;
/// Events of one table. A game that is longer ends without a result: the longest game that was ever recorded, by
/// players that avoid the end, has 16,571 events.
pub const MOST_EVENTS: u32 = 50_000;

/// What has happened at a table, counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    undone: u32,
    renamed: u32,
    offered: u32,
    released: u32,
}

impl Tally {
    pub(crate) fn note(&mut self, what: &EventKind) {
        match what {
            EventKind::Undone { .. } => self.undone += 1,
            EventKind::Renamed { .. } => self.renamed += 1,
            EventKind::Offered { offer: Offer::Draw | Offer::TakeBack { .. }, .. } => self.offered += 1,
            EventKind::Released { .. } => self.released += 1,
            _ => {}
        }
    }
}

impl Table {
    /// An event that a seat asks for, unless the table has seen too many of its kind.
    ///
    /// # Errors
    /// Which limit is reached.
    pub(crate) fn within_limits(&self, what: EventKind) -> Result<EventKind, Denied> {
        let (count, most, text): (u32, u32, &'static Template) = match &what {
            EventKind::Undone { .. } => (self.tally.undone, MOST_UNDOS, &texts::MANY_UNDOS),
            EventKind::Renamed { .. } => (self.tally.renamed, MOST_RENAMES, &texts::MANY_RENAMES),
            EventKind::Offered { offer: Offer::Draw | Offer::TakeBack { .. }, .. } => {
                (self.tally.offered, MOST_OFFERS, &texts::MANY_OFFERS)
            }
            EventKind::Released { .. } => (self.tally.released, MOST_RELEASES, &texts::MANY_RELEASES),
            EventKind::Unsealed { attempt, .. } => (*attempt, MOST_CHOICES, &texts::MANY_CHOICES),
            // A seat without a choice can always make one, or the round would never end.
            EventKind::Sealed { seat, attempt, .. } if self.sealed[seat.index()].choice.is_some() => {
                (*attempt, MOST_CHOICES, &texts::MANY_CHOICES)
            }
            _ => return Ok(what),
        };
        if count < most { Ok(what) } else { Err(Denied::new(Reason::NotNow, text.with(&[("most", &most)]))) }
    }

    /// Whether the game must end because its log is too long.
    pub(crate) fn is_too_long(&self) -> bool {
        self.phase == Phase::Playing && self.log.len() >= MOST_EVENTS as usize
    }
}
