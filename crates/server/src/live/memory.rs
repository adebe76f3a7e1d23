//! The memory of tables, bounded over all of them and for one customer. A table stays in memory for a minute after it was last
//! used, and a table of 20,000 events takes some 20 MB: without a budget a few clients fill a machine in that minute. Over the
//! budget, tables that no one looks at leave at once, the longest unused first; if that is not enough, no further ones
//! are loaded.
//!
//! A table counts for the customer who opened it or asked for it first. With one budget for all, one client with 51 long
//! tables and a socket at each kept everyone else from opening and loading tables.

use super::lanes::Caller;
use super::table::{Failed, LiveTable};
use super::{LiveTables, Snapshot};
use crate::http::customer;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a table without events takes, and what an event and a line of chat add, in bytes: about what was measured.
const TABLE: u64 = 16_000;
const EVENT: u64 = 1_000;
const LINE: u64 = 500;
/// One customer gets this part of the budget.
const PARTS: u64 = 4;

/// What a table takes that has not grown yet.
pub(super) const fn size_with(events: usize) -> u64 {
    TABLE + events as u64 * EVENT
}

/// What tables in memory take together, as estimated.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Arc<Mutex<Used>>);

#[derive(Debug, Default)]
struct Used {
    all: Size,
    by: HashMap<IpAddr, u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    used: u64,
    /// The same without what no one may notice: changes of sealed choices.
    public: u64,
}

/// The part of one table; it is given back when the table leaves.
#[derive(Debug)]
pub(super) struct Share {
    all: Memory,
    own: Mutex<Own>,
}

#[derive(Debug, Default)]
struct Own {
    size: Size,
    /// The customer for whom it counts; none while only the server has needed the table.
    customer: Option<IpAddr>,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Used> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for a table that counts for a customer, within the budget. A customer who holds nothing gets a table that is
    /// larger than its part.
    fn take(&self, customer: Option<IpAddr>, bytes: u64, budget: u64) -> Option<Share> {
        let mut used = self.lock();
        if used.all.used + bytes > budget || !used.has_part(customer, bytes, budget) {
            return None;
        }
        let own = Own { size: Size { used: bytes, public: bytes }, customer };
        used.add(&own);
        Some(Share { all: self.clone(), own: Mutex::new(own) })
    }
}

impl Used {
    fn has_part(&self, customer: Option<IpAddr>, bytes: u64, budget: u64) -> bool {
        let held = customer.and_then(|customer| self.by.get(&customer)).copied().unwrap_or(0);
        held == 0 || held + bytes <= budget / PARTS
    }

    fn add(&mut self, own: &Own) {
        self.all.used += own.size.used;
        self.all.public += own.size.public;
        if let Some(customer) = own.customer {
            *self.by.entry(customer).or_default() += own.size.used;
        }
    }

    fn remove(&mut self, own: &Own) {
        self.all.used -= own.size.used;
        self.all.public -= own.size.public;
        if let Some(customer) = own.customer
            && let Some(held) = self.by.get_mut(&customer)
        {
            *held -= own.size.used;
            if *held == 0 {
                self.by.remove(&customer);
            }
        }
    }
}

impl Share {
    fn own(&self) -> MutexGuard<'_, Own> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table is now like this.
    pub(super) fn set(&self, at: &Snapshot) {
        let size = |events: u32| size_with(events as usize + at.table.given()) + at.chat.len() as u64 * LINE;
        let size = Size { used: size(at.table.log_len()), public: size(at.table.version()) };
        let (mut own, mut used) = (self.own(), self.all.lock());
        used.remove(&own);
        own.size = size;
        used.add(&own);
    }

    /// The customer for whom it counts.
    pub(super) fn customer(&self) -> Option<IpAddr> {
        self.own().customer
    }

    /// It counts for a customer from now on, if that one has room for it.
    fn adopt(&self, customer: IpAddr, budget: u64) -> bool {
        let mut own = self.own();
        if own.customer.is_some() {
            return true;
        }
        let mut used = self.all.lock();
        let has_part = used.has_part(Some(customer), own.size.used, budget);
        if has_part {
            used.remove(&own);
            own.customer = Some(customer);
            used.add(&own);
        }
        has_part
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.all.lock().remove(&self.own());
    }
}

impl LiveTables {
    /// What tables in memory take, in bytes, as estimated.
    pub(crate) fn memory_used(&self) -> u64 {
        self.memory.lock().all.used
    }

    /// The same as everyone may know it: a change of a sealed choice does not show in it.
    pub(crate) fn public_memory(&self) -> u64 {
        self.memory.lock().all.public
    }

    /// The budget; without one there is room for everything.
    fn budget(&self) -> u64 {
        if self.retention.memory == 0 { u64::MAX / 2 } else { self.retention.memory }
    }

    /// Room for one more table. Tables that no one uses leave for it.
    ///
    /// # Errors
    /// [`Failed::Busy`] if all tables in memory are being used, or those of the customer are too many.
    pub(super) fn make_room(&self, caller: &Caller, bytes: u64) -> Result<Share, Failed> {
        let (budget, customer) = (self.budget(), caller.address.map(customer));
        let take = || self.memory.take(customer, bytes, budget);
        if let Some(share) = take() {
            return Ok(share);
        }
        self.drop_unused(customer, bytes);
        take().ok_or(Failed::Busy)
    }

    /// Drops tables that no one uses, the longest unused first: of a customer until it has room, and of all.
    fn drop_unused(&self, customer: Option<IpAddr>, bytes: u64) {
        let budget = self.budget();
        let mut open = self.in_memory();
        // A count of 1 is the map's own; a higher one means that the table is in use.
        let idle = |table: &&Arc<LiveTable>| table.watchers() == 0 && Arc::strong_count(table) == 1;
        let mut unused: Vec<_> =
            open.values().filter(idle).map(|table| (table.used.load(Relaxed), table.id.clone())).collect();
        unused.sort();
        for (_, id) in unused {
            let (has_part, has_room) = {
                let used = self.memory.lock();
                (used.has_part(customer, bytes, budget), used.all.used + bytes <= budget / 10 * 9)
            };
            let is_own = || open.get(&id).is_some_and(|table| table.share.customer() == customer);
            if !has_room || !has_part && is_own() {
                open.remove(&id);
            } else if has_part {
                break;
            }
        }
    }

    /// A table that only the server has needed counts for the first client who asks for it: clients that look at tables
    /// keep them in memory.
    ///
    /// # Errors
    /// [`Failed::Busy`] if the tables of that customer are too many.
    pub(super) fn charge(&self, table: &LiveTable, caller: &Caller) -> Result<(), Failed> {
        let Some(customer) = caller.address.map(customer) else { return Ok(()) };
        if table.share.adopt(customer, self.budget()) {
            return Ok(());
        }
        let bytes = table.share.own().size.used;
        self.drop_unused(Some(customer), bytes);
        if table.share.adopt(customer, self.budget()) { Ok(()) } else { Err(Failed::Busy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_gets_a_quarter_also_of_what_the_server_has_loaded() {
        let (memory, budget) = (Memory::default(), 1_000);
        let (eve, bob) = (IpAddr::from([10, 6, 6, 6]), IpAddr::from([10, 0, 0, 1]));
        let first = memory.take(Some(eve), 200, budget);
        assert!(first.is_some() && memory.take(Some(eve), 100, budget).is_none());
        // Loaded for a bot or a clock.
        let own = memory.take(None, 600, budget).expect("the server needs no part");
        assert!(!own.adopt(eve, budget), "no part is left");
        assert!(own.adopt(bob, budget), "the first of a customer may be large");
        assert!(own.adopt(eve, budget), "it counts for someone else");
        assert_eq!((own.customer(), memory.lock().by[&bob]), (Some(bob), 600));
        assert!(memory.take(None, 300, budget).is_none(), "the budget of all");
        drop((first, own));
        let used = memory.lock();
        assert_eq!((used.all.used, used.all.public, used.by.len()), (0, 0, 0));
    }
}
