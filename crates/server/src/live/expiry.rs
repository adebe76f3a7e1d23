//! The life of tables: they leave memory, abandoned games are ended, and old ones are deleted. A table that
//! cannot be read is named and put off, so that it does not hold up the others.

use super::LiveTables;
use super::action::Action;
use super::lanes::Caller;
use super::memory::free;
use super::table::{Failed, LiveTable};
use crate::store::{Status, StoreError, StoredTable, TableId};
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::task::JoinSet;

/// How long a table without viewers stays in memory.
const IDLE_MS: i64 = 60_000;
const SWEEP: Duration = Duration::from_secs(20);
/// Expired tables that are read at a time.
const EXPIRED: u32 = 200;
/// Abandoned games that are loaded and ended at the same time.
const TOGETHER: usize = 16;
/// Such pages of one sweep: 100,000 tables in 20 s at most.
const PAGES: usize = 500;
/// Bytes that tables have left behind, from which on the system gets them back.
const WORTH_GIVING_BACK: u64 = 4_000_000;
/// How long a damaged table is left alone.
const QUARANTINE_MS: i64 = 3_600_000;
/// What stands before the id of a damaged table in its name among the shared values.
pub(crate) const DAMAGED: &str = "damaged ";
/// The longest stored reason, in characters.
const LONGEST_REASON: usize = 500;
/// Damaged tables that are counted.
const MOST_NAMED: usize = 10_000;

/// Drops tables without viewers from memory, and deletes tables whose time is over.
pub(super) async fn sweep(tables: Arc<LiveTables>) {
    let mut interval = tokio::time::interval(SWEEP);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let now = tables.now();
        drop_idle(&tables, now).await;
        if let Err(error) = tables.forget_deleted().await {
            tracing::warn!(%error, "the damaged tables could not be read");
        }
        if let Err(error) = expire(&tables, now).await {
            tracing::warn!(?error, "old tables could not be thrown away");
        }
    }
}

/// Drops tables that no one needs from memory.
async fn drop_idle(tables: &Arc<LiveTables>, now: i64) {
    let idle = take_idle(tables, now);
    if idle.is_empty() {
        return;
    }
    let tables = tables.clone();
    let freed = tokio::task::spawn_blocking(move || {
        let before = tables.memory_used();
        drop(idle);
        if before.saturating_sub(tables.memory_used()) > WORTH_GIVING_BACK {
            give_memory_back();
        }
    });
    if let Err(error) = freed.await {
        tracing::error!(%error, "the memory of tables was not given back");
    }
}

/// Takes tables that no one needs. The caller frees them: not under the lock of all tables, where everyone would wait.
fn take_idle(tables: &LiveTables, now: i64) -> Vec<Arc<LiveTable>> {
    let is_idle = |_: &TableId, table: &mut Arc<LiveTable>| {
        let idle = now - table.used.load(Ordering::Relaxed) > IDLE_MS;
        // A count of 1 is the map's own; a higher one means that the table is in use.
        idle && table.watchers() == 0 && Arc::strong_count(table) == 1
    };
    tables.in_memory().extract_if(is_idle).map(|(_, table)| table).collect()
}

/// Gives memory that is free again back to the system. The allocator keeps it otherwise: after a busy evening a server
/// would hold its peak for weeks.
fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "the standard library has no call for it")]
    // SAFETY: it takes no pointer, and the allocator locks what it changes.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Deletes what is over, and ends abandoned games. Deleting comes first, because it makes room and needs nothing: no table
/// is read, and no game that cannot be ended now is in its way.
async fn expire(tables: &Arc<LiveTables>, now: i64) -> Result<(), Failed> {
    expire_those(tables, now, true).await?;
    expire_those(tables, now, false).await
}

/// Deletes tables, or ends their games, oldest first. Those of a page are written together: expiry must keep pace with
/// creation, and one after the other each would wait for a commit of its own.
async fn expire_those(tables: &Arc<LiveTables>, now: i64, over: bool) -> Result<(), Failed> {
    let together = if over { EXPIRED as usize } else { TOGETHER };
    for _ in 0..PAGES {
        let rows = tables.store.expired(now, over, EXPIRED).await?;
        for rows in rows.chunks(together) {
            let mut busy = false;
            let mut done = JoinSet::new();
            for row in rows.iter().cloned() {
                let tables = tables.clone();
                done.spawn(async move { (expire_one(&tables, &row).await, row.id) });
            }
            while let Some(done) = done.join_next().await {
                let Ok((done, id)) = done else { continue };
                match done {
                    Ok(()) => {}
                    Err(Failed::Damaged(reason)) => tables.quarantine(&id, &reason).await,
                    // Put off, or it would come first in every page.
                    Err(Failed::Denied(_)) => tables.put_off(&id).await,
                    Err(Failed::Store(StoreError::Conflict { .. } | StoreError::Missing)) => {}
                    Err(Failed::Busy) => busy = true,
                    Err(error) => return Err(error),
                }
            }
            // What was left out would come first in the next page too.
            if busy {
                return Ok(());
            }
        }
        if rows.len() < EXPIRED as usize {
            break;
        }
    }
    Ok(())
}

/// An abandoned game is ended, which reveals its seed; one that is over is deleted.
async fn expire_one(tables: &Arc<LiveTables>, row: &StoredTable) -> Result<(), Failed> {
    if row.facts.status == Status::Over {
        tables.store.delete(&row.id, row.seq).await?;
        tracing::info!(table = %row.id, "an old table was deleted");
        let known = tables.in_memory().remove(&row.id);
        if let Some(table) = known {
            table.gone();
            free(vec![table]);
        }
        return Ok(());
    }
    let table = tables.table(&row.id, &Caller::default()).await?;
    tables.act(&table, Action::Abandon, None).await?;
    tracing::info!(table = %row.id, "an abandoned table was given up");
    Ok(())
}

impl LiveTables {
    /// Puts off the work at a table that cannot be read, and names it in the log.
    pub(super) async fn quarantine(&self, id: &TableId, reason: &str) {
        tracing::error!(table = %id, %reason, "a table is damaged: its work is put off for an hour");
        self.name_damaged(id);
        // `breadboard admin tables --status damaged` lists them.
        let reason: String = reason.chars().take(LONGEST_REASON).collect();
        if let Err(error) = self.store.set(&format!("{DAMAGED}{id}"), &reason).await {
            tracing::warn!(table = %id, %error, "a damaged table could not be noted");
        }
        self.put_off(id).await;
    }

    async fn put_off(&self, id: &TableId) {
        if let Err(error) = self.store.put_off(id, self.now() + QUARANTINE_MS).await {
            tracing::warn!(table = %id, %error, "the work at a table could not be put off");
        }
    }

    fn name_damaged(&self, id: &TableId) {
        let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        if damaged.len() < MOST_NAMED {
            damaged.insert(id.clone());
        }
    }

    /// A table can be read again: it was restored.
    pub(super) async fn name_sound(&self, id: &TableId) {
        let was = self.damaged.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        if was && let Err(error) = self.store.forget(&format!("{DAMAGED}{id}")).await {
            tracing::warn!(table = %id, %error, "a table that is sound again could not be noted");
        }
    }

    /// Forgets the damaged tables that were deleted, so that an alarm for them ends.
    async fn forget_deleted(&self) -> Result<(), StoreError> {
        let is_empty = self.damaged.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        if is_empty {
            return Ok(());
        }
        let named: HashSet<String> =
            self.store.values(DAMAGED).await?.into_iter().map(|(name, _)| name).collect();
        let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        damaged.retain(|id| named.contains(&format!("{DAMAGED}{id}")));
        Ok(())
    }

    /// How many damaged tables this node has met, and that are still there.
    pub(crate) fn quarantined(&self) -> usize {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Retention;
    use super::*;
    use crate::store::{Facts, NewTable, Opener, Patience, Store};
    use std::sync::{Condvar, Mutex};

    /// Memory of this process that the system holds for it, in bytes.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn resident() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }

    /// After a peak the allocator keeps what was freed, until the sweep that drops the tables gives it back.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[tokio::test]
    async fn memory_returns_to_the_system_after_a_peak() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.db").display());
        let tables = crate::live::work::tests::node(&address).await;
        let peak: Vec<Box<[u8; 2000]>> = (0..100_000).map(|_| Box::new([1; 2000])).collect();
        // Above the rest in memory, so that freeing the rest alone gives nothing back.
        let above = Box::new([1; 2000]);
        while tables.memory_used() < 2 * WORTH_GIVING_BACK {
            let seats = vec![breadboard_play::Holder::Open; 2];
            crate::live::work::tests::against(&tables, "breakthrough", seats, None, tables.now()).await;
        }
        drop(peak);
        let before = resident();
        drop_idle(&tables, tables.now() + 10 * IDLE_MS).await;
        let after = resident();
        assert!(after + 100_000_000 < before, "{before} bytes before, {after} after");
        assert_eq!((tables.len(), above[0]), (0, 1));
    }

    #[tokio::test]
    async fn long_tables_that_find_no_place_do_not_stop_expiry() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.db").display());
        let store = Store::open(&address, "n", Patience::default()).await.unwrap();
        let long = vec!["{}".to_owned(); 1_100];
        for (number, status, entries) in [(1, Status::Playing, &long[..]), (2, Status::Over, &long[..1])] {
            let facts = Facts {
                listed: false,
                status,
                due: 0,
                expires: number,
                summary: "{}".to_owned(),
                people: true,
            };
            let id = TableId::from_bits([number as u8; 16]);
            let spec = "breakthrough".to_owned();
            store
                .create(NewTable {
                    id,
                    spec,
                    entries: entries.to_vec(),
                    facts,
                    keepers: Vec::new(),
                    opener: Opener::Unknown,
                    now: 1,
                })
                .await
                .unwrap();
        }
        let tables = LiveTables::new(store, "n".to_owned(), Retention::small(), Arc::default());
        // More than the lane has places and queues.
        let gate = Arc::new((Mutex::new(false), Condvar::new()));
        let held: Vec<_> = (0..600)
            .map(|_| {
                let (lanes, long, gate) = (tables.lanes.clone(), long.clone(), gate.clone());
                let wait = move || drop(gate.1.wait_while(gate.0.lock().unwrap(), |open| !*open).unwrap());
                crate::task::spawn(async move { lanes.for_load(&long).run(&Caller::default(), wait).await })
            })
            .collect();
        tokio::task::yield_now().await;
        let done = expire(&tables, tables.now()).await;
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        assert!(done.is_ok(), "{done:?}");
        let mut left = Vec::new();
        for over in [true, false] {
            left.extend(tables.store.expired(tables.now(), over, 10).await.unwrap());
        }
        let left: Vec<Status> = left.iter().map(|row| row.facts.status).collect();
        assert_eq!(left, [Status::Playing], "the long one stays for the next sweep, the other is deleted");
        for task in held {
            // Most of them were refused.
            let _ = task.await.unwrap();
        }
    }

    /// A table whose expired row has only one entry that says nothing.
    fn row(number: u8, expires: i64) -> NewTable {
        NewTable {
            id: TableId::from_bits([number; 16]),
            spec: "breakthrough".to_owned(),
            entries: vec!["{}".to_owned()],
            facts: Facts {
                listed: false,
                status: Status::Over,
                due: 0,
                expires,
                summary: "{}".to_owned(),
                people: true,
            },
            keepers: Vec::new(),
            opener: Opener::Unknown,
            now: 1,
        }
    }

    #[tokio::test]
    async fn a_store_at_its_ceiling_is_emptied_by_expiry() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.db").display());
        let tables = crate::live::work::tests::node(&address).await;
        let (now, games, over) = (tables.now(), i64::from(EXPIRED) + 50, 50);
        for _ in 0..games {
            let seats = vec![breadboard_play::Holder::Open; 2];
            let long_ago = now - 40 * 86_400_000;
            crate::live::work::tests::against(&tables, "breakthrough", seats, None, long_ago).await;
        }
        for number in 0..over {
            tables.store.create(row(number, now - 1)).await.unwrap();
        }
        tables.store.close().await;
        let store = Store::open(&address, "n", Patience::default()).await.unwrap().with_ceiling(1);
        store.measure().await.unwrap();
        let tables = LiveTables::new(store, "n".to_owned(), Retention::small(), Arc::default());
        let done = expire(&tables, now).await;
        assert_eq!(tables.store.count().await.unwrap(), games, "what was over is deleted: {done:?}");
        let ended = tables.store.latest(Some(Status::Over), 1_000).await.unwrap();
        assert_eq!(ended.len() as i64, games, "abandoned games are ended, or they could never be deleted");
        assert!(done.is_ok(), "{done:?}");
    }

    /// Freeing a long table takes long, and everyone waits for the lock of all tables.
    #[tokio::test]
    async fn tables_are_freed_when_others_can_have_the_lock_of_all_tables() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.db").display());
        let tables = crate::live::work::tests::node(&address).await;
        for _ in 0..3 {
            let seats = vec![breadboard_play::Holder::Open; 2];
            crate::live::work::tests::against(&tables, "breakthrough", seats, None, tables.now()).await;
        }
        assert_eq!(take_idle(&tables, tables.now()).len(), 0, "they were just used");
        let idle = take_idle(&tables, tables.now() + 10 * IDLE_MS);
        assert_eq!((idle.len(), tables.in_memory().len()), (3, 0));
        assert!(tables.memory_used() > 0, "they are not freed yet");
        drop(idle);
        assert_eq!(tables.memory_used(), 0);
    }
}
