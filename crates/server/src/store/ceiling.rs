//! A ceiling for the size of the store. Without one a disk fills up, and then nothing can be saved at all. New tables are
//! refused first, so that games that have begun can be finished; at the ceiling itself nothing more is taken.
//!
//! The size is measured every few seconds and not with every write: a write is small beside the margin between the two.

use super::StoreError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The share of the ceiling at which new tables are refused, in hundredths.
const TABLES: u64 = 90;

/// How large the store is, and how large it may be.
#[derive(Debug, Default)]
pub struct Ceiling {
    ceiling: u64,
    used: AtomicU64,
}

impl Ceiling {
    /// A ceiling of this many bytes; 0 for no limit.
    #[must_use]
    pub fn new(ceiling: u64) -> Ceiling {
        Ceiling { ceiling, used: AtomicU64::new(0) }
    }

    pub(super) fn note(&self, used: u64) {
        let before = self.used.swap(used, Relaxed);
        let taken = |used: u64| self.ceiling > 0 && used >= self.for_tables();
        if taken(used) && !taken(before) {
            tracing::warn!(
                used,
                ceiling = self.ceiling,
                "the store is nearly full: no new tables are opened"
            );
        }
    }

    /// The size that was measured last, in bytes.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Whether there is room for a new table.
    #[must_use]
    pub fn takes_tables(&self) -> bool {
        self.for_a_table().is_ok()
    }

    /// Whether there is room for games to go on.
    #[must_use]
    pub fn takes_moves(&self) -> bool {
        self.for_an_entry().is_ok()
    }

    fn for_tables(&self) -> u64 {
        self.ceiling / 100 * TABLES
    }

    fn within(&self, most: u64) -> Result<(), StoreError> {
        let used = self.used();
        if self.ceiling == 0 || used < most {
            return Ok(());
        }
        let mb = |bytes: u64| bytes.div_ceil(1_000_000);
        Err(StoreError::Ceiling(format!("{} of {} MB are used", mb(used), mb(self.ceiling))))
    }

    pub(super) fn for_a_table(&self) -> Result<(), StoreError> {
        self.within(self.for_tables())
    }

    pub(super) fn for_an_entry(&self) -> Result<(), StoreError> {
        self.within(self.ceiling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_refused_before_moves() {
        let ceiling = Ceiling::new(1_000_000);
        for (used, table, entry) in
            [(0, true, true), (899_999, true, true), (900_000, false, true), (1_000_000, false, false)]
        {
            ceiling.note(used);
            assert_eq!(
                (ceiling.for_a_table().is_ok(), ceiling.for_an_entry().is_ok()),
                (table, entry),
                "{used}"
            );
        }
        let endless = Ceiling::default();
        endless.note(u64::MAX);
        assert!(endless.for_an_entry().is_ok());
    }
}
