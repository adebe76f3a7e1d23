//! What becomes of tables in time: they leave memory, abandoned games are ended, and old ones are deleted. A table that
//! cannot be read is named and put off, so that it does not hold up the others.

use super::action::Action;
use super::table::Failed;
use super::{LiveTables, clock};
use crate::store::{Status, StoreError, TableId, TableRow};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// How long a table without viewers stays in memory.
const IDLE_MS: i64 = 60_000;
const SWEEP: Duration = Duration::from_secs(20);
/// Expired tables that are read at a time.
const EXPIRED: u32 = 50;
/// Such pages of one sweep: 2,000 tables in 20 s, which is more than one address may open in that time.
const PAGES: usize = 40;
/// How long a damaged table is left alone.
const QUARANTINE_MS: i64 = 3_600_000;
/// Damaged tables that are counted.
const MOST_NAMED: usize = 10_000;

/// Drops tables without viewers from memory, and deletes tables whose time is over.
pub(super) async fn sweep(tables: Arc<LiveTables>) {
    let mut interval = tokio::time::interval(SWEEP);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let now = clock();
        tables.in_memory().retain(|_, table| {
            let idle = now - table.used.load(Ordering::Relaxed) > IDLE_MS;
            // A count of 1 is the map's own; a higher one means that the table is in use.
            !(idle && table.watchers() == 0 && Arc::strong_count(table) == 1)
        });
        if let Err(error) = expire(&tables, now).await {
            tracing::warn!(?error, "old tables could not be thrown away");
        }
    }
}

/// Ends and deletes what is over its time, oldest first.
async fn expire(tables: &Arc<LiveTables>, now: i64) -> Result<(), Failed> {
    for _ in 0..PAGES {
        let rows = tables.store.expired(now, EXPIRED).await?;
        let full = rows.len() == EXPIRED as usize;
        let mut busy = false;
        // Those that are over are deleted unread: they do not wait for the lanes.
        for row in rows {
            if busy && row.facts.status != Status::Over {
                continue;
            }
            match expire_one(tables, &row).await {
                Ok(()) => {}
                Err(Failed::Damaged(reason)) => tables.quarantine(&row.id, &reason).await,
                // Put off, or it would come first in every page.
                Err(Failed::Denied(_)) => tables.put_off(&row.id).await,
                Err(Failed::Store(StoreError::Conflict { .. } | StoreError::Missing)) => {}
                Err(Failed::Busy) => busy = true,
                Err(error) => return Err(error),
            }
        }
        // What was left out would come first in the next page too.
        if !full || busy {
            break;
        }
    }
    Ok(())
}

/// An abandoned game is ended, which reveals its seed; one that is over is deleted.
async fn expire_one(tables: &Arc<LiveTables>, row: &TableRow) -> Result<(), Failed> {
    if row.facts.status == Status::Over {
        tables.store.delete(&row.id, row.seq).await?;
        tracing::info!(table = %row.id, "an old table was deleted");
        if let Some(table) = tables.in_memory().remove(&row.id) {
            table.gone();
        }
        return Ok(());
    }
    let table = tables.table(&row.id).await?;
    tables.act(&table, Action::Abandon, None).await?;
    tracing::info!(table = %row.id, "an abandoned table was given up");
    Ok(())
}

impl LiveTables {
    /// Puts off the work at a table that cannot be read, and names it in the log.
    pub(super) async fn quarantine(&self, id: &TableId, reason: &str) {
        tracing::error!(table = %id, %reason, "a table is damaged: its work is put off for an hour");
        self.name_damaged(id);
        self.put_off(id).await;
    }

    async fn put_off(&self, id: &TableId) {
        if let Err(error) = self.store.put_off(id, clock() + QUARANTINE_MS).await {
            tracing::warn!(table = %id, %error, "the work at a table could not be put off");
        }
    }

    fn name_damaged(&self, id: &TableId) {
        let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        if damaged.len() < MOST_NAMED {
            damaged.insert(id.clone());
        }
    }

    /// How many damaged tables this node has met.
    pub(crate) fn quarantined(&self) -> usize {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
