//! Tables while people are at them: each is kept in memory as long as someone looks at it, and rebuilt from the store
//! when it is needed again. Any node can serve any table; what another node stores arrives as a notice.

mod action;
mod authority;
mod bot;
mod entry;
mod expiry;
mod fields;
mod grown;
mod keepers;
mod lanes;
mod load;
mod memory;
mod open;
mod patch;
mod presence;
#[cfg(test)]
mod rights_test;
mod schedule;
mod shown;
mod snapshot;
mod table;
mod timeline;
mod visitors;
mod work;

pub(crate) use action::Action;
pub(crate) use entry::Hashed;
pub(crate) use expiry::DAMAGED;
pub(crate) use open::NewGame;
pub(crate) use presence::Here;
use presence::Neighbours;
pub(crate) use schedule::{BotTurn, CLASS_NAMES, Class, Limit, Owner, Schedule};
pub(crate) use shown::Shown;
pub(crate) use snapshot::{Snapshot, Summary};
use table::Writing;
pub(crate) use table::{ActOutcome, Failed, GONE, LiveTable, UNLOADED};

use crate::metrics::Metrics;
use crate::orders::Orders;
use crate::store::{Notice, Store, StoreError, StoreShare, TableId};
use breadboard_play::{Receipt, Request, Submission};
use breadboard_wire::Recovery;
pub(crate) use lanes::Caller;
use lanes::Lanes;
use load::Loading;
use memory::Memory;
use open::{fresh_code, hashed_code};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timeline::Timeline;
use tokio::sync::{Notify, OnceCell, broadcast, watch};
use visitors::Visitors;

/// The shared value with the time at which a server was last here.
const HEARTBEAT: &str = "heartbeat";
/// How long a server is away at least, for the clocks of games to notice.
const AWAY_MS: i64 = 1_000;
/// The same for several nodes, each of which stores the time every five seconds.
const SHARED_AWAY_MS: i64 = 15_000;

/// Pauses before a read is tried again that has failed for a reason that passes.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(500), Duration::from_millis(2_000)];

/// How long tables are kept, and the limits of bots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retention {
    /// Days until an abandoned game is ended; a finished one is kept twice as long. 0 keeps everything.
    pub(crate) days: u32,
    /// Bots that think at the same time.
    pub(crate) bots: usize,
    /// The longest a bot may think.
    pub(crate) thinking: Duration,
    /// The most memory for tables, in bytes; 0 for no limit.
    pub(crate) memory: u64,
    /// What one client may take of the list and of the store.
    pub(crate) share: StoreShare,
}

impl Retention {
    /// For a program beside the servers, and for tests: the usual days, and one quick bot.
    pub(crate) fn small() -> Retention {
        let thinking = Duration::from_secs(1);
        Retention { days: 30, bots: 1, thinking, memory: 0, share: StoreShare::default() }
    }
}

/// The result of a person's request.
#[derive(Debug)]
pub(crate) struct Submitted {
    /// The table with it.
    pub(crate) at: Arc<Snapshot>,
    pub(crate) receipt: Receipt,
    /// The code of a seat that was claimed.
    pub(crate) recovery: Option<Recovery>,
    /// Whether others must not notice it.
    pub(crate) unnoticed: bool,
}

/// All tables, as one node sees them.
#[derive(Debug)]
pub(crate) struct LiveTables {
    pub(crate) store: Store,
    pub(crate) node: String,
    pub(crate) retention: Retention,
    pub(crate) metrics: Arc<Metrics>,
    /// Where work of more than a few milliseconds is done.
    pub(crate) lanes: Arc<Lanes>,
    open: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    loading: Loading,
    /// Tables that could not be read.
    damaged: Mutex<HashSet<TableId>>,
    /// Where sessions were last seen.
    pub(crate) visitors: Visitors,
    /// Notified when there may be work.
    work: Notify,
    schedule: Mutex<Schedule>,
    /// Whether the disk was full when a bot's move was to be stored.
    full_disk: AtomicBool,
    /// What the operator has decided.
    orders: watch::Sender<Arc<Orders>>,
    timeline: Timeline,
    memory: Memory,
    neighbours: Neighbours,
    /// Makes names of those who open tables, see `open.rs`.
    opener_secret: OnceCell<String>,
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
        let timeline = Timeline::new();
        Arc::new(LiveTables {
            timeline,
            memory: Memory::new(retention.memory),
            neighbours: Neighbours::default(),
            opener_secret: OnceCell::new(),
            store,
            node,
            retention,
            metrics,
            lanes: Lanes::new(),
            open: Mutex::default(),
            loading: Loading::default(),
            damaged: Mutex::default(),
            visitors: Visitors::default(),
            work: Notify::new(),
            schedule: Mutex::new(Schedule::new(retention.bots)),
            full_disk: AtomicBool::new(false),
            orders: watch::Sender::default(),
        })
    }

    /// What the operator has decided.
    pub(crate) fn orders(&self) -> Arc<Orders> {
        self.orders.borrow().clone()
    }

    pub(crate) fn order_changes(&self) -> watch::Receiver<Arc<Orders>> {
        self.orders.subscribe()
    }

    /// Reads what the operator has decided.
    pub(crate) async fn load_orders(&self) -> Result<(), Failed> {
        self.orders.send_replace(Arc::new(Orders::load(&self.store).await?));
        Ok(())
    }

    /// The time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.timeline.now()
    }

    /// Finds out how long no server was here, and reads what the operator has decided. Before anything is served.
    pub(crate) async fn begin(&self) -> Result<(), Failed> {
        if let Some(shared) = self.store.time().await? {
            self.timeline.begin_at(shared);
        }
        let stored = self.store.values(HEARTBEAT).await?;
        if let Some(last) = stored.first().and_then(|(_, value)| value.parse::<i64>().ok()) {
            self.timeline.not_before(last);
            let now = self.now();
            let least = if self.store.is_shared() { SHARED_AWAY_MS } else { AWAY_MS };
            if now - last > least {
                Orders::note_away(&self.store, last, now).await?;
            }
        }
        self.store.beat(self.now()).await?;
        self.load_orders().await
    }

    /// Reads the clock that nodes share, if there are several, and what the latest of them has stored.
    async fn keep_together(&self) -> Result<(), StoreError> {
        let Some(shared) = self.store.time().await? else { return Ok(()) };
        self.timeline.share(shared);
        if let Some(latest) = self.store.recall(HEARTBEAT).await?.and_then(|value| value.parse().ok()) {
            self.timeline.not_before(latest);
        }
        Ok(())
    }

    /// Stores that a server is here, and measures the store.
    async fn note_time_and_size(&self, beat: bool) {
        let kept = self.keep_together().await;
        let is_full = self.full_disk.load(Relaxed);
        let beaten = if beat || is_full { self.store.beat(self.now()).await } else { Ok(()) };
        if is_full && beaten.is_ok() {
            tracing::info!("the disk has room again: bots go on");
            self.full_disk.store(false, Relaxed);
        }
        if let Err(error) = kept.and(beaten).and(self.store.measure().await.map(|_| ())) {
            tracing::warn!(%error, "the time or the size of the store could not be noted");
        }
    }

    /// Stores that a server was here until now.
    pub(crate) async fn end(&self) {
        if let Err(error) = self.store.beat(self.now()).await {
            tracing::warn!(%error, "the time of the end could not be stored");
        }
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_in_memory(&self, id: &TableId) -> bool {
        self.in_memory().contains_key(id)
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bots wait in each class of [`CLASS_NAMES`], and how long the oldest has waited.
    pub(crate) fn waiting_bots(&self) -> [(usize, Duration); CLASS_NAMES.len()] {
        self.schedule().ages(std::time::Instant::now())
    }

    /// How many tables are in memory.
    pub(crate) fn len(&self) -> usize {
        self.in_memory().len()
    }

    /// A table, not older than what any node has answered: a browser that changes nodes must not see its own move
    /// vanish.
    pub(crate) async fn fresh(
        self: &Arc<Self>,
        id: &TableId,
        caller: &Caller,
    ) -> Result<Arc<LiveTable>, Failed> {
        let known = self.is_in_memory(id);
        let table = self.table(id, caller).await?;
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
    ) -> Result<ActOutcome, Failed> {
        let (tables, table) = (self.clone(), table.clone());
        let done = crate::task::spawn(async move {
            let started = std::time::Instant::now();
            let writing = Writing { now: tables.now(), retention_days: tables.retention.days, lease };
            table.used.store(writing.now, Relaxed);
            let outcome = match tables.may_grow(&table, &action).await {
                Ok(()) => table.act(&tables.store, &action, writing).await,
                Err(refused) => Err(refused),
            };
            match &outcome {
                Ok(outcome) => {
                    // A changed hidden choice must not show in the numbers either.
                    if !outcome.unnoticed {
                        tables.metrics.acted(started.elapsed(), outcome.granted.entries.len());
                    }
                    tables.announce(&table, &outcome.at);
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
                Err(Failed::Busy) => {}
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
        let ActOutcome { at, granted, unnoticed } = self.act(table, action, None).await?;
        let receipt = granted.receipt.unwrap_or(Receipt { version: at.table.version(), attempt: None });
        let recovery = granted.moved.zip(code).map(|(seat, code)| Recovery { seat, code });
        Ok(Submitted { at, receipt, recovery, unnoticed })
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
        let ActOutcome { at, granted, .. } = self.act(table, action, None).await?;
        Ok((at, granted.moved.map(|seat| Recovery { seat, code: fresh })))
    }

    /// Starts what runs beside the requests, until the returned tasks are aborted.
    pub(crate) fn start(self: &Arc<Self>) -> Vec<tokio::task::JoinHandle<()>> {
        vec![
            crate::task::spawn(listen(self.clone(), self.store.notices())),
            crate::task::spawn(expiry::sweep(self.clone())),
            crate::task::spawn(keepers::index_old(self.clone())),
            crate::task::spawn(work::dispatch(self.clone())),
            crate::task::spawn(work::look(self.clone())),
        ]
    }
}

/// Tries again what fails for a reason that passes: a connection that has broken is found by using it, and what a notice
/// says is said once.
async fn patiently<F: Future<Output = Result<(), Failed>>>(read: impl Fn() -> F) -> Result<(), Failed> {
    for pause in PAUSES {
        match read().await {
            Err(Failed::Busy) => {}
            Err(Failed::Store(error)) if error.is_passing() => {}
            done => return done,
        }
        tokio::time::sleep(pause).await;
    }
    read().await
}

/// Brings the tables of this node up to what other nodes have stored.
async fn listen(tables: Arc<LiveTables>, mut notices: broadcast::Receiver<Notice>) {
    loop {
        let notice = notices.recv().await;
        if matches!(notice, Ok(Notice::Values | Notice::Missed) | Err(broadcast::error::RecvError::Lagged(_)))
            && let Err(error) = patiently(|| tables.load_orders()).await
        {
            tracing::error!(?error, "the operator's decisions could not be read again");
        }
        let stale: Vec<(Arc<LiveTable>, i64)> = match notice {
            Ok(Notice::Values) => continue,
            Ok(Notice::Broadcast { node, text }) => {
                tables.heard(&node, &text);
                continue;
            }
            Ok(Notice::Changed { id, seq }) => {
                let table = tables.in_memory().get(&id).cloned();
                table.into_iter().map(|table| (table, if seq == 0 { i64::MAX } else { seq })).collect()
            }
            Ok(Notice::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                tables.ask_presence();
                tables.in_memory().values().map(|table| (table.clone(), i64::MAX)).collect()
            }
            Err(broadcast::error::RecvError::Closed) => return,
        };
        for (table, seq) in stale {
            let tables = tables.clone();
            // Tables do not wait for each other.
            crate::task::spawn(async move {
                match patiently(|| table.catch_up(&tables.store, seq)).await {
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
