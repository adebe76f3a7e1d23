//! Tables while people are at them: each is kept in memory as long as someone looks at it, and rebuilt from the store
//! when it is needed again. Any node can serve any table; what another node stores arrives as a notice.

mod action;
mod bot;
mod entry;
mod open;
mod patch;
mod shown;
mod snapshot;
mod table;
mod work;

pub(crate) use action::Action;
pub(crate) use entry::Hashed;
pub(crate) use open::NewGame;
pub(crate) use shown::Shown;
pub(crate) use snapshot::{Snapshot, Summary};
use table::Writing;
pub(crate) use table::{Failed, LiveTable, Outcome};

use crate::metrics::Metrics;
use crate::store::{Notice, Store, StoreError, TableId};
use breadboard_play::{Receipt, Request, Submission};
use breadboard_wire::Recovery;
use open::{fresh_code, hashed_code};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{Notify, Semaphore, broadcast};

/// How long a table without viewers stays in memory.
const IDLE_MS: i64 = 60_000;
const SWEEP: Duration = Duration::from_secs(20);
/// Tables that are deleted at a time.
const EXPIRED: u32 = 50;

/// How long tables are kept, and the limits of bots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retention {
    /// Days until an abandoned game is ended; a finished one is kept twice as long. 0 keeps everything.
    pub(crate) days: u32,
    /// Bots that think at the same time.
    pub(crate) bots: usize,
    /// The longest a bot may think.
    pub(crate) thinking: Duration,
}

/// The result of a person's request.
#[derive(Debug)]
pub(crate) struct Submitted {
    /// The table with it.
    pub(crate) at: Arc<Snapshot>,
    pub(crate) receipt: Receipt,
    /// The code of a seat that was claimed.
    pub(crate) recovery: Option<Recovery>,
}

/// All tables, as one node sees them.
#[derive(Debug)]
pub(crate) struct LiveTables {
    pub(crate) store: Store,
    pub(crate) node: String,
    pub(crate) retention: Retention,
    pub(crate) metrics: Arc<Metrics>,
    open: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    /// Notified when there may be work.
    work: Notify,
    thinkers: Arc<Semaphore>,
}

/// The time, in milliseconds since 1970.
pub(crate) fn clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Random bytes of the operating system.
///
/// # Errors
/// The system has none to give; nothing secret can be made then.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Failed> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failed::Damaged(format!("the system gives no random numbers: {error}")))?;
    Ok(bytes)
}

impl LiveTables {
    pub(crate) fn new(
        store: Store,
        node: String,
        retention: Retention,
        metrics: Arc<Metrics>,
    ) -> Arc<LiveTables> {
        Arc::new(LiveTables {
            store,
            node,
            retention,
            metrics,
            open: Mutex::default(),
            work: Notify::new(),
            thinkers: Arc::new(Semaphore::new(retention.bots)),
        })
    }

    fn in_memory(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are in memory.
    pub(crate) fn len(&self) -> usize {
        self.in_memory().len()
    }

    /// A table, read from the store if it is not in memory.
    pub(crate) async fn table(&self, id: &TableId) -> Result<Arc<LiveTable>, Failed> {
        let known = self.in_memory().get(id).cloned();
        if let Some(table) = known {
            table.used.store(clock(), Ordering::Relaxed);
            return Ok(table);
        }
        let (row, entries) = self.store.load_since(id, 0).await?;
        let snapshot = Snapshot::rebuild(&row, &entries).map_err(Failed::Damaged)?;
        let table = Arc::new(LiveTable::new(id.clone(), snapshot, clock()));
        // Another task may have been faster; all must share one value.
        let table = self.in_memory().entry(id.clone()).or_insert(table).clone();
        // Another node may have stored something between the reading and the insertion.
        if self.store.is_shared() {
            table.catch_up(&self.store, i64::MAX).await?;
        }
        Ok(table)
    }

    /// A table, not older than what any node has answered: a browser that changes nodes must not see its own move
    /// vanish.
    pub(crate) async fn fresh(&self, id: &TableId) -> Result<Arc<LiveTable>, Failed> {
        let known = self.in_memory().contains_key(id);
        let table = self.table(id).await?;
        if known && self.store.is_shared() {
            table.catch_up(&self.store, i64::MAX).await?;
        }
        Ok(table)
    }

    fn insert(&self, table: LiveTable) -> Arc<LiveTable> {
        let table = Arc::new(table);
        self.in_memory().entry(table.id.clone()).or_insert(table).clone()
    }

    /// Does something at a table. It is finished even if the caller goes away.
    pub(crate) async fn act(
        self: &Arc<Self>,
        table: &Arc<LiveTable>,
        action: Action,
        lease: Option<i64>,
    ) -> Result<Outcome, Failed> {
        let (tables, table) = (self.clone(), table.clone());
        let done = tokio::spawn(async move {
            let started = std::time::Instant::now();
            let writing = Writing { now: clock(), retention_days: tables.retention.days, lease };
            let outcome = table.act(&tables.store, &action, writing).await;
            match &outcome {
                Ok(outcome) => {
                    tables.metrics.acted(started.elapsed(), outcome.granted.entries.len());
                    if outcome.at.due() > 0 {
                        tables.work.notify_one();
                    }
                }
                Err(Failed::Store(StoreError::Missing)) => {
                    tables.in_memory().remove(&table.id);
                }
                Err(Failed::Store(error)) => {
                    tables.metrics.store_failed();
                    tracing::warn!(table = %table.id, %error, "a change was not stored");
                }
                Err(Failed::Damaged(error)) => {
                    tracing::error!(table = %table.id, %error, "a table is damaged");
                }
                Err(Failed::Denied(_)) => tables.metrics.refused(),
            }
            outcome
        });
        done.await.unwrap_or_else(|error| Err(Failed::Damaged(format!("an action broke off: {error}"))))
    }

    /// Takes a person's request for a seat: the one way in, for HTTP and for sockets.
    pub(crate) async fn submit(
        self: &Arc<Self>,
        table: &Arc<LiveTable>,
        who: &Hashed,
        submission: Submission,
    ) -> Result<Submitted, Failed> {
        let code = match submission.request {
            Request::Claim { .. } => Some(fresh_code()?),
            _ => None,
        };
        let recovery = code.as_deref().map(hashed_code);
        let action = Action::Submit { who: who.clone(), submission, recovery };
        let Outcome { at, granted } = self.act(table, action, None).await?;
        let receipt = granted.receipt.unwrap_or(Receipt { version: at.table.version(), attempt: None });
        let recovery = granted.moved.zip(code).map(|(seat, code)| Recovery { seat, code });
        Ok(Submitted { at, receipt, recovery })
    }

    /// Moves a seat to a session by its recovery code; a fresh code replaces it.
    pub(crate) async fn recover(
        self: &Arc<Self>,
        table: &Arc<LiveTable>,
        who: &Hashed,
        code: &str,
    ) -> Result<(Arc<Snapshot>, Option<Recovery>), Failed> {
        let fresh = fresh_code()?;
        let action =
            Action::Recover { who: who.clone(), code: hashed_code(code), recovery: hashed_code(&fresh) };
        let Outcome { at, granted } = self.act(table, action, None).await?;
        Ok((at, granted.moved.map(|seat| Recovery { seat, code: fresh })))
    }

    /// Starts what runs beside the requests, until the returned tasks are aborted.
    pub(crate) fn start(self: &Arc<Self>) -> Vec<tokio::task::JoinHandle<()>> {
        vec![
            tokio::spawn(listen(self.clone(), self.store.notices())),
            tokio::spawn(sweep(self.clone())),
            tokio::spawn(work::run(self.clone())),
        ]
    }
}

/// Brings the tables of this node up to what other nodes have stored.
async fn listen(tables: Arc<LiveTables>, mut notices: broadcast::Receiver<Notice>) {
    loop {
        let stale: Vec<(Arc<LiveTable>, i64)> = match notices.recv().await {
            Ok(Notice::Changed { id, seq }) => {
                // The store may have work for the first node that asks.
                tables.work.notify_one();
                let table = tables.in_memory().get(&id).cloned();
                table.into_iter().map(|table| (table, if seq == 0 { i64::MAX } else { seq })).collect()
            }
            Ok(Notice::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                tables.in_memory().values().map(|table| (table.clone(), i64::MAX)).collect()
            }
            Err(broadcast::error::RecvError::Closed) => return,
        };
        for (table, seq) in stale {
            let tables = tables.clone();
            // Tables do not wait for each other.
            tokio::spawn(async move {
                match table.catch_up(&tables.store, seq).await {
                    Ok(()) => {}
                    Err(Failed::Store(StoreError::Missing)) => {
                        tables.in_memory().remove(&table.id);
                    }
                    Err(error) => {
                        tracing::warn!(table = %table.id, ?error, "a table could not be read again");
                    }
                }
            });
        }
    }
}

/// Drops tables without viewers from memory, and deletes tables whose time is over.
async fn sweep(tables: Arc<LiveTables>) {
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

/// An abandoned game is ended, which reveals its seed; one that is over is deleted.
async fn expire(tables: &Arc<LiveTables>, now: i64) -> Result<(), Failed> {
    for row in tables.store.expired(now, EXPIRED).await? {
        if row.facts.status == crate::store::Status::Over {
            match tables.store.delete(&row.id, row.seq).await {
                Ok(()) => {
                    tracing::info!(table = %row.id, "an old table was deleted");
                    if let Some(table) = tables.in_memory().remove(&row.id) {
                        table.gone();
                    }
                }
                Err(StoreError::Conflict { .. } | StoreError::Missing) => {}
                Err(error) => return Err(error.into()),
            }
        } else {
            let table = tables.table(&row.id).await?;
            match tables.act(&table, Action::Abandon, None).await {
                Ok(_) => tracing::info!(table = %row.id, "an abandoned table was given up"),
                Err(Failed::Denied(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}
