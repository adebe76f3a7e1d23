//! Tables while people are at them: one room a table, kept in memory as long as somebody looks, rebuilt from the
//! store whenever nobody has it. Any node can serve any table; what another node stores arrives as a notice.

mod action;
mod bot;
mod entry;
mod open;
mod room;
mod snapshot;
mod work;

pub(crate) use action::{Action, No};
pub(crate) use entry::{ChatLine, Hashed};
pub(crate) use open::{NewGame, fresh_code, hashed_code};
use room::Writing;
pub(crate) use room::{Failed, Outcome, Room};
pub(crate) use snapshot::Snapshot;

use crate::metrics::Metrics;
use crate::store::{Notice, Store, StoreError, TableId};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{Notify, Semaphore, broadcast};

/// How long a room that nobody watches stays in memory.
const IDLE_MS: i64 = 60_000;
const SWEEP: Duration = Duration::from_secs(20);
/// Tables that are thrown away at a time.
const EXPIRED: u32 = 50;

/// How the tables of a node are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keeping {
    /// Days until an abandoned game is given up; a finished one is kept twice as long. 0 keeps everything.
    pub(crate) days: u32,
    /// Bots that think at the same time.
    pub(crate) bots: usize,
    /// The longest a bot may think.
    pub(crate) thinking: Duration,
}

/// All tables, as one node sees them.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) store: Store,
    pub(crate) node: String,
    pub(crate) keeping: Keeping,
    pub(crate) metrics: Arc<Metrics>,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    /// Rung when there may be work.
    bell: Notify,
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

impl Hall {
    pub(crate) fn new(store: Store, node: String, keeping: Keeping, metrics: Arc<Metrics>) -> Arc<Hall> {
        Arc::new(Hall {
            store,
            node,
            keeping,
            metrics,
            rooms: Mutex::default(),
            bell: Notify::new(),
            thinkers: Arc::new(Semaphore::new(keeping.bots)),
        })
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// The room of a table, read from the store if it is not here.
    pub(crate) async fn room(&self, id: &TableId) -> Result<Arc<Room>, Failed> {
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known {
            room.used.store(clock(), Ordering::Relaxed);
            return Ok(room);
        }
        let (row, entries) = self.store.load_since(id, 0).await?;
        let snapshot = Snapshot::rebuild(&row, &entries).map_err(Failed::Damaged)?;
        let room = Arc::new(Room::new(id.clone(), snapshot, clock()));
        // Somebody may have been faster; all must share one room.
        let room = self.rooms().entry(id.clone()).or_insert(room).clone();
        // What another node stored after the reading and before the room could be told of it.
        if self.store.is_shared() {
            room.catch_up(&self.store, i64::MAX).await?;
        }
        Ok(room)
    }

    /// The room of a table, not older than what any node has answered: a browser that changes nodes must not see
    /// its own move vanish.
    pub(crate) async fn fresh(&self, id: &TableId) -> Result<Arc<Room>, Failed> {
        let known = self.rooms().contains_key(id);
        let room = self.room(id).await?;
        if known && self.store.is_shared() {
            room.catch_up(&self.store, i64::MAX).await?;
        }
        Ok(room)
    }

    fn keep(&self, room: Room) -> Arc<Room> {
        let room = Arc::new(room);
        self.rooms().entry(room.id.clone()).or_insert(room).clone()
    }

    /// Does something at a table. It is finished even if the caller goes away.
    pub(crate) async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        action: Action,
        lease: Option<i64>,
    ) -> Result<Outcome, Failed> {
        let (hall, room) = (self.clone(), room.clone());
        let done = tokio::spawn(async move {
            let started = std::time::Instant::now();
            let writing = Writing { now: clock(), keep_days: hall.keeping.days, lease };
            let outcome = room.act(&hall.store, &action, writing).await;
            match &outcome {
                Ok(outcome) => {
                    hall.metrics.acted(started.elapsed(), outcome.granted.entries.len());
                    if outcome.at.due() > 0 {
                        hall.bell.notify_one();
                    }
                }
                Err(Failed::Store(StoreError::Missing)) => {
                    hall.rooms().remove(&room.id);
                }
                Err(Failed::Store(error)) => {
                    hall.metrics.store_failed();
                    tracing::warn!(table = %room.id, %error, "a change was not stored");
                }
                Err(Failed::Damaged(error)) => {
                    tracing::error!(table = %room.id, %error, "a table is damaged");
                }
                Err(Failed::No(_)) => hall.metrics.refused(),
            }
            outcome
        });
        done.await.unwrap_or_else(|error| Err(Failed::Damaged(format!("an action broke off: {error}"))))
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

/// Brings the rooms of this node up to what others have stored.
async fn listen(hall: Arc<Hall>, mut notices: broadcast::Receiver<Notice>) {
    loop {
        let stale: Vec<(Arc<Room>, i64)> = match notices.recv().await {
            Ok(Notice::Changed { id, seq }) => {
                // The store may have work for whoever comes first.
                hall.bell.notify_one();
                let room = hall.rooms().get(&id).cloned();
                room.into_iter().map(|room| (room, if seq == 0 { i64::MAX } else { seq })).collect()
            }
            Ok(Notice::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                hall.rooms().values().map(|room| (room.clone(), i64::MAX)).collect()
            }
            Err(broadcast::error::RecvError::Closed) => return,
        };
        for (room, seq) in stale {
            let hall = hall.clone();
            // Rooms do not wait for each other.
            tokio::spawn(async move {
                match room.catch_up(&hall.store, seq).await {
                    Ok(()) => {}
                    Err(Failed::Store(StoreError::Missing)) => {
                        hall.rooms().remove(&room.id);
                    }
                    Err(error) => tracing::warn!(table = %room.id, ?error, "a table could not be read again"),
                }
            });
        }
    }
}

/// Forgets rooms that nobody needs, and throws away tables whose time is over.
async fn sweep(hall: Arc<Hall>) {
    let mut interval = tokio::time::interval(SWEEP);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let now = clock();
        hall.rooms().retain(|_, room| {
            let idle = now - room.used.load(Ordering::Relaxed) > IDLE_MS;
            // One: the map's own. More, and somebody is just using it.
            !(idle && room.watchers() == 0 && Arc::strong_count(room) == 1)
        });
        if let Err(error) = expire(&hall, now).await {
            tracing::warn!(?error, "old tables could not be thrown away");
        }
    }
}

/// A game that nobody plays on is given up, which reveals its seed; one that is over goes for good.
async fn expire(hall: &Arc<Hall>, now: i64) -> Result<(), Failed> {
    for row in hall.store.expired(now, EXPIRED).await? {
        if row.facts.status == crate::store::Status::Over {
            match hall.store.delete(&row.id, row.seq).await {
                Ok(()) => {
                    tracing::info!(table = %row.id, "an old table was deleted");
                    if let Some(room) = hall.rooms().remove(&row.id) {
                        room.gone();
                    }
                }
                Err(StoreError::Conflict { .. } | StoreError::Missing) => {}
                Err(error) => return Err(error.into()),
            }
        } else {
            let room = hall.room(&row.id).await?;
            match hall.act(&room, Action::Abandon, None).await {
                Ok(_) => tracing::info!(table = %row.id, "an abandoned table was given up"),
                Err(Failed::No(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}
