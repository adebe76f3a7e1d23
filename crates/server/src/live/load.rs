//! Loading a table from the store. All who ask for a table while it is being loaded wait for the same load: a
//! popular table after a restart, or a hostile one that takes long, is replayed once and not once for each request.

use super::lanes::{Caller, events_of};
use super::memory::size_with;
use super::snapshot::Snapshot;
use super::table::{Failed, LiveTable};
use super::{Action, LiveTables};
use crate::store::TableId;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

type Loaded = Option<Result<Arc<LiveTable>, Failed>>;

/// Loads by table, each with the client for whom it runs.
type Loads = HashMap<TableId, (Option<IpAddr>, watch::Receiver<Loaded>)>;

/// The loads that run.
#[derive(Debug, Default)]
pub(super) struct Loading(Mutex<Loads>);

impl Loading {
    fn lock(&self) -> MutexGuard<'_, Loads> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Names the table: the log of a failed request has nothing else of it.
fn damaged(id: &TableId, reason: &str) -> Failed {
    Failed::Damaged(format!("table {id} is damaged: {reason}"))
}

impl LiveTables {
    /// A table, read from the store if it is not in memory.
    pub(crate) async fn table(
        self: &Arc<Self>,
        id: &TableId,
        caller: &Caller,
    ) -> Result<Arc<LiveTable>, Failed> {
        let table = match self.loaded(id, caller).await {
            // Refused because of another client: a load for this one may be granted.
            (Err(Failed::Busy), by) if by != caller.address => self.loaded(id, caller).await.0?,
            (loaded, _) => loaded?,
        };
        self.charge(&table, caller)?;
        Ok(table)
    }

    /// A table from memory or by a load, and for whom it was loaded.
    async fn loaded(
        self: &Arc<Self>,
        id: &TableId,
        caller: &Caller,
    ) -> (Result<Arc<LiveTable>, Failed>, Option<IpAddr>) {
        if let Some(table) = self.known(id) {
            return (Ok(table), caller.address);
        }
        let (by, mut load) = {
            let mut loading = self.loading.lock();
            // A load may have ended just now: it puts the table into memory before it leaves the list.
            if let Some(table) = self.known(id) {
                return (Ok(table), caller.address);
            }
            let start = || (caller.address, self.start_load(id, caller.clone()));
            loading.entry(id.clone()).or_insert_with(start).clone()
        };
        let ended = load.wait_for(Option::is_some).await;
        let loaded = ended.ok().and_then(|loaded| loaded.clone());
        (loaded.unwrap_or_else(|| Err(Failed::Damaged("loading a table broke off".to_owned()))), by)
    }

    fn known(&self, id: &TableId) -> Option<Arc<LiveTable>> {
        let table = self.in_memory().get(id).cloned()?;
        table.used.store(self.now(), Ordering::Relaxed);
        Some(table)
    }

    /// Starts to load a table, in a task of its own: the requests that wait for it may be cancelled.
    fn start_load(self: &Arc<Self>, id: &TableId, caller: Caller) -> watch::Receiver<Loaded> {
        let (ended, load) = watch::channel(None);
        let listed = Listed { tables: self.clone(), id: id.clone() };
        crate::task::spawn(async move {
            let loaded = listed.tables.load(&listed.id, &caller).await;
            drop(listed);
            ended.send_replace(Some(loaded));
        });
        load
    }

    /// The record of a table, which does not stay in memory for it.
    pub(crate) async fn record(&self, id: &TableId, caller: &Caller) -> Result<String, Failed> {
        let (row, entries) = self.store.load_since(id, 0).await?;
        let lane = self.lanes.for_load(&entries);
        let record = move || Snapshot::rebuild(&row, &entries).map(|at| at.table.record().to_string());
        lane.run(caller, record).await?.map_err(|reason| damaged(id, &reason))
    }

    async fn load(self: &Arc<Self>, id: &TableId, caller: &Caller) -> Result<Arc<LiveTable>, Failed> {
        // Asked before anything is read, and again when it is known how much it is.
        drop(self.make_room(caller, size_with(0))?);
        let (row, entries) = self.store.load_since(id, 0).await?;
        let share = self.make_room(caller, size_with(events_of(&entries)))?;
        self.metrics.loaded();
        let lane = self.lanes.for_load(&entries);
        let snapshot = lane.run(caller, move || Snapshot::rebuild(&row, &entries)).await?;
        let snapshot = snapshot.map_err(|reason| damaged(id, &reason))?;
        self.name_sound(id).await;
        // A table that was opened here is in memory already.
        let table = self.insert(LiveTable::new(id.clone(), snapshot, self.lanes.clone(), share, self.now()));
        // Another node may have stored something between the reading and the insertion.
        if self.store.is_shared() {
            table.catch_up(&self.store, i64::MAX).await?;
        }
        self.give_back(&table).await?;
        Ok(table)
    }

    /// Gives the clocks of a table the time back for which the whole server was away.
    async fn give_back(self: &Arc<Self>, table: &Arc<LiveTable>) -> Result<(), Failed> {
        let (at, orders) = (table.now(), self.orders());
        if at.table.deadline().is_none() || orders.away_since(at.last_at()) == 0 {
            return Ok(());
        }
        self.act(table, Action::Resume { orders }, None).await.map(|_| ())
    }
}

/// A load in the list; it leaves the list however it ends.
struct Listed {
    tables: Arc<LiveTables>,
    id: TableId,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.tables.loading.lock().remove(&self.id);
    }
}
