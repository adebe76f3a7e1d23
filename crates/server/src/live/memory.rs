//! The memory of tables, bounded over all of them and for one customer. A table stays in memory for a minute after it was last
//! used, and a table of 20,000 events takes some 20 MB: without a budget a few clients fill a machine in that minute. Over the
//! budget, tables that no one looks at leave at once, the longest unused first. If that is not enough, the customer that
//! holds most gives up tables although clients look at them: a table is stored, and memory is only a cache of the store.
//! Refusing instead let four customers with a quarter each keep everyone else from opening and loading tables.
//!
//! A table counts for the customer who opened it or asked for it first. With one budget for all, one client with 51 long
//! tables and a socket at each kept everyone else from opening and loading tables. What a table grows by counts as well:
//! 64 tables with a socket at each take gigabytes by moves alone.

use super::lanes::Caller;
use super::table::{Failed, LiveTable};
use super::{LiveTables, Snapshot};
use crate::http::customer;
use crate::store::TableId;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a table without events takes, and what an event and a line of chat add, in bytes: about what was measured.
const TABLE: u64 = 16_000;
const EVENT: u64 = 1_000;
const LINE: u64 = 500;
/// One customer gets this part of the budget.
const PARTS: u64 = 4;
/// What leaves although clients look at it takes at most this part more, until their sockets are closed.
const LEAVING_PARTS: u64 = 10;

/// What a table takes that has not grown yet.
pub(super) const fn size_with(events: usize) -> u64 {
    TABLE + events as u64 * EVENT
}

/// What tables in memory take together, as estimated.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Arc<Mutex<Used>>);

#[derive(Debug, Default)]
struct Used {
    /// The most that all may take.
    budget: u64,
    all: Size,
    /// What tables take that have left and are still held by sockets that close.
    leaving: u64,
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
    /// Whether its customer, or all together, took too much when it last changed: a move looks at this only.
    is_over: AtomicBool,
}

#[derive(Debug, Default)]
struct Own {
    size: Size,
    /// The customer for whom it counts; none while only the server has needed the table.
    customer: Option<IpAddr>,
    /// What it took when it left.
    left: u64,
}

impl Memory {
    /// With a budget; 0 for no limit.
    pub(super) fn new(budget: u64) -> Memory {
        let budget = if budget == 0 { u64::MAX / 2 } else { budget };
        Memory(Arc::new(Mutex::new(Used { budget, ..Used::default() })))
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for a table that counts for a customer, within the budget. A customer who holds nothing gets a table that is
    /// larger than its part.
    fn take(&self, customer: Option<IpAddr>, bytes: u64) -> Option<Share> {
        let mut used = self.lock();
        if used.all.used + bytes > used.budget || !used.has_part(customer, bytes) {
            return None;
        }
        let own = Own { size: Size { used: bytes, public: bytes }, customer, left: 0 };
        used.add(&own);
        Some(Share { all: self.clone(), own: Mutex::new(own), is_over: AtomicBool::new(false) })
    }
}

impl Used {
    fn has_part(&self, customer: Option<IpAddr>, bytes: u64) -> bool {
        let held = self.held(customer);
        held == 0 || held + bytes <= self.budget / PARTS
    }

    fn held(&self, customer: Option<IpAddr>) -> u64 {
        customer.and_then(|customer| self.by.get(&customer)).copied().unwrap_or(0)
    }

    /// Whether the customer of a table, or all together, take more than they may. One table may be larger than a part.
    fn is_over(&self, own: &Own) -> bool {
        let held = self.held(own.customer);
        self.all.used > self.budget || held > self.budget / PARTS && held > own.size.used
    }

    /// Who holds most, if that is more than a customer would hold with this many bytes more.
    fn richest(&self, customer: Option<IpAddr>, bytes: u64) -> Option<IpAddr> {
        let (richest, most) = self.by.iter().max_by_key(|(_, held)| **held)?;
        (*most > self.held(customer) + bytes).then_some(*richest)
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
        self.is_over.store(used.is_over(&own), Relaxed);
    }

    /// The table leaves memory, and only those hold it who were sent away.
    pub(super) fn leave(&self) {
        let size = self.release();
        let (mut own, mut used) = (self.own(), self.all.lock());
        own.left = size;
        used.leaving += size;
    }

    /// The table leaves memory now: its part is free before the table is. Returns what it took.
    fn release(&self) -> u64 {
        let (mut own, mut used) = (self.own(), self.all.lock());
        used.remove(&own);
        own.customer = None;
        std::mem::take(&mut own.size).used
    }

    /// The customer for whom it counts.
    pub(super) fn customer(&self) -> Option<IpAddr> {
        self.own().customer
    }

    /// It counts for a customer from now on, if that one has room for it.
    fn adopt(&self, customer: IpAddr) -> bool {
        let mut own = self.own();
        if own.customer.is_some() {
            return true;
        }
        let mut used = self.all.lock();
        let has_part = used.has_part(Some(customer), own.size.used);
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
        let (own, mut used) = (self.own(), self.all.lock());
        used.remove(&own);
        used.leaving -= own.left;
    }
}

/// Frees tables that have left memory. A long table has some hundred thousand parts: that takes too long for the threads
/// that serve requests, and everyone would wait if it were done under the lock of all tables.
pub(super) fn free(tables: Vec<Arc<LiveTable>>) {
    if !tables.is_empty() {
        tokio::task::spawn_blocking(move || drop(tables));
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

    /// Room for one more table. Tables that no one uses leave for it.
    ///
    /// # Errors
    /// [`Failed::Busy`] if all tables in memory are being used, or those of the customer are too many.
    pub(super) fn make_room(&self, caller: &Caller, bytes: u64) -> Result<Share, Failed> {
        let customer = caller.address.map(customer);
        let take = || self.memory.take(customer, bytes);
        if let Some(share) = take() {
            return Ok(share);
        }
        self.drop_unused(customer, bytes);
        if let Some(share) = take() {
            return Ok(share);
        }
        self.unload_of_others(customer, bytes);
        take().ok_or(Failed::Busy)
    }

    /// Unloads tables of the customer who holds most, as long as that is more than this customer would hold, until there is
    /// room for this many bytes more. So all customers who want room come to hold equally much.
    fn unload_of_others(&self, customer: Option<IpAddr>, bytes: u64) {
        loop {
            let richest = {
                let used = self.memory.lock();
                if used.all.used + bytes <= used.budget || !used.has_part(customer, bytes) {
                    return;
                }
                used.richest(customer, bytes)
            };
            let Some(richest) = richest else { return };
            if !self.unload_one(richest, None) {
                return;
            }
        }
    }

    /// Unloads the longest unused table of a customer, other than this one; `false` if there is none.
    fn unload_one(&self, customer: IpAddr, but: Option<&TableId>) -> bool {
        let mut open = self.in_memory();
        let mut own: Vec<_> = open
            .values()
            .filter(|table| table.share.customer() == Some(customer) && but != Some(&table.id))
            .map(|table| (table.used.load(Relaxed), table.id.clone()))
            .collect();
        own.sort();
        for (_, id) in own {
            let Some(table) = open.get(&id) else { continue };
            let size = table.share.own().size.used;
            let has_left = {
                let used = self.memory.lock();
                used.leaving > 0 && used.leaving + size > used.budget / LEAVING_PARTS
            };
            if has_left {
                return false;
            }
            if table.unload() {
                let unloaded = open.remove(&id);
                drop(open);
                free(unloaded.into_iter().collect());
                return true;
            }
        }
        false
    }

    /// Makes room for what a change adds to a table. Other tables of its customer leave for it, or those of the
    /// customer who holds most.
    ///
    /// # Errors
    /// [`Failed::Busy`] if the table itself is what takes the room.
    pub(super) fn make_room_to_grow(&self, table: &LiveTable) -> Result<(), Failed> {
        if !table.share.is_over.load(Relaxed) {
            return Ok(());
        }
        let customer = table.share.customer();
        let is_over = || {
            let (own, used) = (table.share.own(), self.memory.lock());
            used.is_over(&own)
        };
        if is_over() {
            self.drop_unused(customer, 0);
        }
        while is_over() {
            let from = {
                let used = self.memory.lock();
                if used.held(customer) > used.budget / PARTS { customer } else { used.richest(customer, 0) }
            };
            if !from.or(customer).is_some_and(|from| self.unload_one(from, Some(&table.id))) {
                return Err(Failed::Busy);
            }
        }
        Ok(())
    }

    /// Drops tables that no one uses, the longest unused first: of a customer until it has room, and of all.
    fn drop_unused(&self, customer: Option<IpAddr>, bytes: u64) {
        let mut open = self.in_memory();
        // A count of 1 is the map's own; a higher one means that the table is in use.
        let idle = |table: &&Arc<LiveTable>| table.watchers() == 0 && Arc::strong_count(table) == 1;
        let mut unused: Vec<_> =
            open.values().filter(idle).map(|table| (table.used.load(Relaxed), table.id.clone())).collect();
        unused.sort();
        let mut dropped = Vec::new();
        for (_, id) in unused {
            let (has_part, has_room) = {
                let used = self.memory.lock();
                (used.has_part(customer, bytes), used.all.used + bytes <= used.budget / 10 * 9)
            };
            let is_own = || open.get(&id).is_some_and(|table| table.share.customer() == customer);
            if !has_room || !has_part && is_own() {
                if let Some(table) = open.remove(&id) {
                    table.share.release();
                    dropped.push(table);
                }
            } else if has_part {
                break;
            }
        }
        drop(open);
        free(dropped);
    }

    /// A table that only the server has needed counts for the first client who asks for it: clients that look at tables
    /// keep them in memory.
    ///
    /// # Errors
    /// [`Failed::Busy`] if the tables of that customer are too many.
    pub(super) fn charge(&self, table: &LiveTable, caller: &Caller) -> Result<(), Failed> {
        let Some(customer) = caller.address.map(customer) else { return Ok(()) };
        if table.share.adopt(customer) {
            return Ok(());
        }
        let bytes = table.share.own().size.used;
        self.drop_unused(Some(customer), bytes);
        if table.share.adopt(customer) { Ok(()) } else { Err(Failed::Busy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_gets_a_quarter_also_of_what_the_server_has_loaded() {
        let memory = Memory::new(1_000);
        let (eve, bob) = (IpAddr::from([10, 6, 6, 6]), IpAddr::from([10, 0, 0, 1]));
        let first = memory.take(Some(eve), 200);
        assert!(first.is_some() && memory.take(Some(eve), 100).is_none());
        // Loaded for a bot or a clock.
        let own = memory.take(None, 600).expect("the server needs no part");
        assert!(!own.adopt(eve), "no part is left");
        assert!(own.adopt(bob), "the first of a customer may be large");
        assert!(own.adopt(eve), "it counts for someone else");
        assert_eq!((own.customer(), memory.lock().by[&bob]), (Some(bob), 600));
        assert!(memory.take(None, 300).is_none(), "the budget of all");
        drop((first, own));
        let used = memory.lock();
        assert_eq!((used.all.used, used.all.public, used.by.len()), (0, 0, 0));
    }
}
