//! The memory of tables, bounded over all of them. A table stays in memory for a minute after it was last used, and a
//! table of 20,000 events takes some 20 MB: without a budget a few clients fill a machine in that minute. Over the
//! budget, tables that no one looks at leave at once, the longest unused first; if that is not enough, no further ones
//! are loaded.

use super::table::{Failed, LiveTable};
use super::{LiveTables, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a table without events takes, and what an event and a line of chat add, in bytes: about what was measured.
const TABLE: u64 = 16_000;
const EVENT: u64 = 1_000;
const LINE: u64 = 500;

/// What tables in memory take together, as estimated.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Arc<Amount>);

#[derive(Debug, Default)]
struct Amount {
    used: AtomicU64,
    /// The same without what no one may notice: changes of sealed choices.
    public: AtomicU64,
}

/// The part of one table; it is given back when the table leaves.
#[derive(Debug)]
pub(super) struct Share {
    all: Memory,
    own: Amount,
}

impl Memory {
    /// Room for a table that is not measured yet.
    pub(super) fn share(&self) -> Share {
        Share { all: self.clone(), own: Amount::default() }
    }

    pub(super) fn used(&self) -> u64 {
        self.0.used.load(Relaxed)
    }
}

impl Share {
    /// The table is now like this.
    pub(super) fn set(&self, at: &Snapshot) {
        let size = |events: u32| {
            let events = u64::from(events) + at.table.given() as u64;
            TABLE + events * EVENT + at.chat.len() as u64 * LINE
        };
        for (own, all, now) in [
            (&self.own.used, &self.all.0.used, size(at.table.log_len())),
            (&self.own.public, &self.all.0.public, size(at.table.version())),
        ] {
            let before = own.swap(now, Relaxed);
            all.fetch_add(now, Relaxed);
            all.fetch_sub(before, Relaxed);
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.all.0.used.fetch_sub(self.own.used.load(Relaxed), Relaxed);
        self.all.0.public.fetch_sub(self.own.public.load(Relaxed), Relaxed);
    }
}

impl LiveTables {
    /// What tables in memory take, in bytes, as estimated.
    pub(crate) fn memory_used(&self) -> u64 {
        self.memory.used()
    }

    /// The same as everyone may know it: a change of a sealed choice does not show in it.
    pub(crate) fn public_memory(&self) -> u64 {
        self.memory.0.public.load(Relaxed)
    }

    /// Makes room for one more table.
    ///
    /// # Errors
    /// [`Failed::Busy`] if all tables in memory are being used.
    pub(super) fn make_room(&self) -> Result<(), Failed> {
        let budget = self.retention.memory;
        if budget == 0 || self.memory.used() < budget {
            return Ok(());
        }
        let mut open = self.in_memory();
        // A count of 1 is the map's own; a higher one means that the table is in use.
        let idle = |table: &&Arc<LiveTable>| table.watchers() == 0 && Arc::strong_count(table) == 1;
        let mut unused: Vec<_> =
            open.values().filter(idle).map(|table| (table.used.load(Relaxed), table.id.clone())).collect();
        unused.sort();
        for (_, id) in unused {
            if self.memory.used() < budget / 10 * 9 {
                break;
            }
            open.remove(&id);
        }
        if self.memory.used() < budget { Ok(()) } else { Err(Failed::Busy) }
    }
}
