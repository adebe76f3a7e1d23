//! One table on this node. Writes come one at a time: decided, stored, then shown; reading never waits for them.

use super::action::{Action, Granted, decide};
use super::lanes::{Caller, Lanes};
use super::memory::Share;
use super::presence::Presence;
use super::snapshot::Snapshot;
use crate::store::{Append, Status, Store, StoreError, TableId};
use breadboard_play::{Denied, Phase};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{Mutex, watch};

/// How often an action is decided again because another node was faster.
const TRIES: usize = 16;

/// What [`LiveTable::changes`] tells when the table was deleted, and when it has left memory for others.
pub(crate) const GONE: i64 = -1;
pub(crate) const UNLOADED: i64 = -2;

/// One table on this node.
#[derive(Debug)]
pub(crate) struct LiveTable {
    pub(crate) id: TableId,
    now: RwLock<Arc<Snapshot>>,
    writing: Mutex<()>,
    changed: watch::Sender<i64>,
    /// Who is here.
    pub(crate) presence: Presence,
    /// Set when a write may or may not have been stored: the store is read before the next one.
    doubtful: AtomicBool,
    /// Set when it has left memory while clients looked at it: another copy may be loaded, and this one changes no more.
    unloaded: AtomicBool,
    /// What it weighs in its opener's share of the store, see `grown.rs`.
    pub(super) weighed: AtomicI64,
    lanes: Arc<Lanes>,
    pub(super) share: Share,
    /// When it was last asked for.
    pub(crate) used: AtomicI64,
}

/// Why nothing was done.
#[derive(Clone, Debug)]
pub(crate) enum Failed {
    /// The table refused it.
    Denied(Denied),
    /// The store failed.
    Store(StoreError),
    /// What is stored cannot be read.
    Damaged(String),
    /// Too much work waits already.
    Busy,
}

impl From<Denied> for Failed {
    fn from(denied: Denied) -> Failed {
        Failed::Denied(denied)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        Failed::Store(error)
    }
}

/// The result of an action that was granted.
#[derive(Clone, Debug)]
pub(crate) struct ActOutcome {
    /// The table with it.
    pub(crate) at: Arc<Snapshot>,
    pub(crate) granted: Granted,
    /// Whether others must not notice it.
    pub(crate) unnoticed: bool,
}

/// How a change is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    /// The time.
    pub(crate) now: i64,
    /// The retention of tables, in days.
    pub(crate) retention_days: u32,
    /// What becomes of the lease, see [`Append`].
    pub(crate) lease: Option<i64>,
}

impl LiveTable {
    pub(super) fn new(
        id: TableId,
        snapshot: Snapshot,
        lanes: Arc<Lanes>,
        share: Share,
        now: i64,
    ) -> LiveTable {
        share.set(&snapshot);
        let changed = watch::Sender::new(snapshot.seq);
        LiveTable {
            id,
            now: RwLock::new(Arc::new(snapshot)),
            writing: Mutex::new(()),
            changed,
            presence: Presence::default(),
            doubtful: AtomicBool::new(false),
            unloaded: AtomicBool::new(false),
            weighed: AtomicI64::new(0),
            lanes,
            share,
            used: AtomicI64::new(now),
        }
    }

    /// The table as it is stored.
    pub(crate) fn now(&self) -> Arc<Snapshot> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells of every change; [`GONE`] and [`UNLOADED`] are the last ones.
    pub(crate) fn changes(&self) -> watch::Receiver<i64> {
        self.changed.subscribe()
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> usize {
        self.changed.receiver_count()
    }

    fn show(&self, snapshot: Snapshot) -> Arc<Snapshot> {
        self.share.set(&snapshot);
        let snapshot = Arc::new(snapshot);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = snapshot.clone();
        self.changed.send_replace(snapshot.seq);
        snapshot
    }

    /// The table was deleted.
    pub(crate) fn gone(&self) {
        self.changed.send_replace(GONE);
    }

    /// Sends everyone away who looks at it, so that it leaves memory, unless something is being written just now. What its
    /// sockets still hold counts as leaving.
    pub(super) fn unload(&self) -> bool {
        let Ok(_writing) = self.writing.try_lock() else { return false };
        self.unloaded.store(true, Ordering::Release);
        self.share.leave();
        self.changed.send_replace(UNLOADED);
        true
    }

    /// Reads what other nodes have stored, if they have stored more than `seq`.
    pub(crate) async fn catch_up(&self, store: &Store, seq: i64) -> Result<(), Failed> {
        let is_known = || self.now().seq >= seq && !self.doubtful.load(Ordering::Acquire);
        if is_known() {
            return Ok(());
        }
        let _writing = self.writing.lock().await;
        // Another may have read the same while this one waited.
        if is_known() || self.unloaded.load(Ordering::Acquire) {
            return Ok(());
        }
        self.read(store).await
    }

    /// Reads what is new; the caller holds the right to write.
    async fn read(&self, store: &Store) -> Result<(), Failed> {
        let known = self.now();
        let (row, entries) = match store.load_since(&self.id, known.seq).await {
            Err(StoreError::Missing) => {
                self.gone();
                return Err(StoreError::Missing.into());
            }
            other => other?,
        };
        if row.seq > known.seq {
            // Mostly a move or two; many if this node has missed notices for a while.
            let count = entries.len();
            let caught_up =
                self.lanes.on(count, &Caller::default(), move || known.caught_up(&row, &entries)).await?;
            self.show(caught_up.map_err(Failed::Damaged)?);
        }
        self.doubtful.store(false, Ordering::Release);
        Ok(())
    }

    /// Decides an action, stores its entries, and only then shows the result.
    ///
    /// Must run to its end: a caller that may be dropped runs it in a task of its own.
    pub(crate) async fn act(
        &self,
        store: &Store,
        action: &Action,
        writing: Writing,
    ) -> Result<ActOutcome, Failed> {
        let _writing = self.writing.lock().await;
        if self.unloaded.load(Ordering::Acquire) {
            return Err(Failed::Busy);
        }
        if self.doubtful.load(Ordering::Acquire) {
            self.read(store).await?;
        }
        for _ in 0..TRIES {
            let known = self.now();
            let granted = decide(&known, action, writing.now as u64)?;
            if granted.entries.is_empty() {
                return Ok(ActOutcome { at: known, granted, unnoticed: false });
            }
            let next = known
                .with(&granted.entries, granted.table.clone())
                .map_err(|denied| Failed::Damaged(denied.to_string()))?;
            let bodies: Result<Vec<String>, _> = granted.entries.iter().map(serde_json::to_string).collect();
            let unnoticed = known.hides(&granted.entries);
            let facts = next.facts(writing.now, writing.retention_days);
            let append = Append {
                id: self.id.clone(),
                expected: known.seq,
                entries: bodies.map_err(|error| Failed::Damaged(error.to_string()))?,
                ends: facts.status == Status::Over && !matches!(known.table.phase(), Phase::Over(_)),
                facts,
                keepers: next.changes_keepers(&known, &granted.entries).then(|| next.keepers()),
                unnoticed,
                lease: writing.lease,
                now: writing.now,
            };
            match store.append(append).await {
                Ok(_) => return Ok(ActOutcome { at: self.show(next), granted, unnoticed }),
                Err(StoreError::Conflict { .. }) => self.read(store).await?,
                Err(error) => {
                    self.doubtful.store(true, Ordering::Release);
                    if error == StoreError::Missing {
                        self.gone();
                    }
                    return Err(error.into());
                }
            }
        }
        Err(StoreError::Locked("the table changes too fast".to_owned()).into())
    }
}
