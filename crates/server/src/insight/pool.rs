//! The threads on which analyses run: few, of low priority, and never those of the bots. Who runs next is decided as for bots
//! (`live::schedule`): addresses share the time, and sessions share the time of their address. An analysis is a turn at a
//! table of its own there. When many wait, each analysis is shorter; a review must be whole, so it makes room instead and goes
//! on later.
//!
//! Everything ends soon after its client has left: the body of the answer holds a [`Leaving`].

use crate::http::{Place, Places, customer, household};
use crate::live::{BotTurn, Class, Failed, Hashed, Limit, Owner, Schedule, random};
use crate::metrics::Metrics;
use crate::priority;
use crate::store::TableId;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// Analyses and reviews that run or wait, in all and for one client.
const ALL: usize = 64;
const EACH: usize = 32;
/// How long a review runs before it makes room for others.
const SLICE: Duration = Duration::from_millis(250);
/// The memory of a thread's stack: searches go deep.
const STACK: usize = 8 << 20;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A newer one of the same session replaces it. It is shorter when others wait.
    Analysis,
    /// It makes room for others, and takes as long as it takes.
    Review,
    /// A short search whose answer is waited for.
    Answer,
}

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) struct Requester {
    pub(crate) who: Option<Hashed>,
    pub(crate) address: IpAddr,
}

/// The threads of a server.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    places: Places,
    metrics: Arc<Metrics>,
}

#[derive(Debug)]
struct Queue {
    schedule: Schedule,
    waiting: HashMap<TableId, Waiting>,
    /// Everything that waits or runs; set to end it.
    stops: HashMap<TableId, Arc<AtomicBool>>,
    /// The places of those, the oldest first.
    places: BTreeMap<u64, Holding>,
    count: u64,
    /// The newest analysis of a session.
    newest: HashMap<Hashed, TableId>,
    closed: bool,
}

/// The place of one that waits or runs.
#[derive(Debug)]
struct Holding {
    id: TableId,
    customer: IpAddr,
    replaced: Arc<AtomicBool>,
    _place: Place,
}

/// What happens when the turn of a waiting one comes.
enum Waiting {
    /// It begins.
    New(Box<dyn FnOnce() + Send>),
    /// It goes on.
    Paused(mpsc::SyncSender<()>),
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Waiting::New(_) => "New",
            Waiting::Paused(_) => "Paused",
        })
    }
}

/// Ends an analysis when it is dropped.
#[derive(Debug)]
pub(crate) struct Leaving {
    shared: Arc<Shared>,
    id: TableId,
    replaced: Arc<AtomicBool>,
}

impl Leaving {
    /// Whether a newer analysis of its session has ended it. Else it ended because others needed its place, and can be asked
    /// for again.
    pub(crate) fn is_replaced(&self) -> bool {
        self.replaced.load(Relaxed)
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.shared.end(&self.id);
    }
}

impl Pool {
    /// A pool in which this many run at a time.
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> Pool {
        let queue = Queue {
            schedule: Schedule::new(threads),
            waiting: HashMap::new(),
            stops: HashMap::new(),
            places: BTreeMap::new(),
            count: 0,
            newest: HashMap::new(),
            closed: false,
        };
        Pool(Arc::new(Shared { queue: Mutex::new(queue), places: Places::new(EACH, ALL), metrics }))
    }

    /// How many run, and how many wait.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        self.0.queue().schedule.sizes()
    }

    /// Ends everything: the server stops.
    pub(crate) fn close(&self) {
        let mut queue = self.0.queue();
        queue.closed = true;
        let all: Vec<TableId> = queue.stops.keys().cloned().collect();
        drop(queue);
        all.iter().for_each(|id| self.0.end(id));
    }

    /// Has work done when its turn comes, for at most `longest`.
    ///
    /// # Errors
    /// [`Failed::Busy`] if too many wait.
    pub(crate) fn submit(
        &self,
        requester: &Requester,
        kind: Kind,
        longest: Duration,
        work: impl FnOnce(&WorkTurn) + Send + 'static,
    ) -> Result<Leaving, Failed> {
        let busy = || {
            self.0.metrics.analysis_refused();
            Failed::Busy
        };
        let place = self.0.place(requester.address).ok_or_else(busy)?;
        let id = TableId::from_bits(random()?);
        let entry = BotTurn {
            table: id.clone(),
            class: Class::Person,
            owner: owner(requester, kind, &id),
            address: Some(household(requester.address)),
            deadline: None,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let mut queue = self.0.queue();
        if queue.closed {
            return Err(Failed::Busy);
        }
        let older = match &requester.who {
            Some(who) if kind == Kind::Analysis => queue.newest.insert(who.clone(), id.clone()),
            _ => None,
        };
        queue.stops.insert(id.clone(), stop.clone());
        queue.count += 1;
        let (count, customer) = (queue.count, customer(requester.address));
        let replaced: Arc<AtomicBool> = Arc::default();
        let holding = Holding { id: id.clone(), customer, replaced: replaced.clone(), _place: place };
        queue.places.insert(count, holding);
        if let Some(held) = queue.places.values().find(|held| Some(&held.id) == older.as_ref()) {
            held.replaced.store(true, Relaxed);
        }
        let session = requester.who.clone().filter(|_| kind == Kind::Analysis);
        let (shared, begun) = (self.0.clone(), entry.clone());
        let begin = move || {
            let turn = WorkTurn::new(shared, begun, kind, longest, stop, session);
            priority::in_background();
            work(&turn);
        };
        queue.waiting.insert(id.clone(), Waiting::New(Box::new(begin)));
        queue.schedule.push(entry, Instant::now());
        drop(queue);
        if let Some(older) = older {
            self.0.end(&older);
        }
        self.0.dispatch();
        Ok(Leaving { shared: self.0.clone(), id, replaced })
    }
}

/// Whose time it takes. Reviews have an account of their own, so that a session can analyse while its review runs.
fn owner(requester: &Requester, kind: Kind, id: &TableId) -> Owner {
    match (&requester.who, kind) {
        (Some(who), Kind::Analysis) => Owner::Session(who.clone()),
        (Some(who), Kind::Review) => Owner::Session(Hashed::of("review", who.as_str())),
        (Some(who), Kind::Answer) => Owner::Session(Hashed::of("answer", who.as_str())),
        (None, _) => Owner::Table(id.clone()),
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a client. If all are taken, the customer with most of them gives up its newest that waits: so a few
    /// customers do not shut out the others.
    fn place(&self, address: IpAddr) -> Option<Place> {
        if self.places.is_full() {
            let last = self.queue().to_give_up(customer(address))?;
            self.end(&last);
            // At once: one that has begun needs a moment to end.
            self.queue().forget(&last, None);
        }
        self.places.take(Some(address))
    }

    /// Starts those whose turn has come.
    fn dispatch(&self) {
        loop {
            let mut queue = self.queue();
            let Some(job) = queue.schedule.pick(Instant::now()) else { return };
            let begin = queue.waiting.remove(&job.table);
            drop(queue);
            let begun = match begin {
                Some(Waiting::New(begin)) => {
                    let thread = std::thread::Builder::new().name("analysis".to_owned()).stack_size(STACK);
                    thread.spawn(begin).is_ok()
                }
                Some(Waiting::Paused(go_on)) => go_on.send(()).is_ok(),
                None => false,
            };
            if !begun {
                // The system gives no thread, or it was ended meanwhile.
                let mut queue = self.queue();
                queue.schedule.finish(&job.table, Instant::now());
                queue.forget(&job.table, None);
            }
        }
    }

    /// Ends an analysis, wherever it is.
    fn end(&self, id: &TableId) {
        let mut queue = self.queue();
        let Some(stop) = queue.stops.get(id) else { return };
        if !stop.swap(true, Relaxed) {
            self.metrics.analysis_left();
        }
        let Some(waiting) = queue.waiting.remove(id) else { return };
        queue.schedule.withdraw(id);
        if matches!(waiting, Waiting::New(_)) {
            queue.forget(id, None);
        }
        drop(queue);
        // Dropped without the lock: what it holds may come back here.
        drop(waiting);
    }
}

impl Queue {
    /// The newest that waits of the customer with most places, if it stays ahead of this one without it.
    fn to_give_up(&self, newcomer: IpAddr) -> Option<TableId> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for held in self.places.values() {
            *counts.entry(held.customer).or_default() += 1;
        }
        let own = counts.get(&newcomer).copied().unwrap_or(0);
        let waiting = self.places.iter().filter(|(_, held)| self.waiting.contains_key(&held.id));
        let (_, last) = waiting.max_by_key(|(number, held)| (counts[&held.customer], **number))?;
        (counts[&last.customer] > own + 1).then(|| last.id.clone())
    }

    fn forget(&mut self, id: &TableId, session: Option<&Hashed>) {
        self.stops.remove(id);
        self.places.retain(|_, held| held.id != *id);
        match session {
            Some(who) if self.newest.get(who) == Some(id) => {
                self.newest.remove(who);
            }
            Some(_) => {}
            None => self.newest.retain(|_, newest| newest != id),
        }
    }
}

/// What a running analysis knows of its limits.
pub(crate) struct WorkTurn {
    shared: Arc<Shared>,
    entry: BotTurn,
    stop: Arc<AtomicBool>,
    session: Option<Hashed>,
    kind: Kind,
    longest: Duration,
    begun: Instant,
    /// How long it has made room for others.
    paused: Cell<Duration>,
    slice: Cell<Instant>,
    /// When it has last let the threads that serve run.
    gave_way: Cell<Instant>,
    limit: RefCell<Option<Arc<Limit>>>,
}

impl WorkTurn {
    fn new(
        shared: Arc<Shared>,
        entry: BotTurn,
        kind: Kind,
        longest: Duration,
        stop: Arc<AtomicBool>,
        session: Option<Hashed>,
    ) -> WorkTurn {
        let now = Instant::now();
        let limit = shared.queue().schedule.begin(&entry.table, longest, now);
        let (slice, paused, limit) = (Cell::new(now), Cell::new(Duration::ZERO), RefCell::new(limit));
        WorkTurn {
            shared,
            entry,
            stop,
            session,
            kind,
            longest,
            begun: now,
            paused,
            slice,
            gave_way: Cell::new(now),
            limit,
        }
    }

    /// Whether it must end: for the `stop` of a search. A review may wait in here until its turn comes again.
    pub(crate) fn is_over(&self) -> bool {
        if self.stop.load(Relaxed) {
            return true;
        }
        let now = Instant::now();
        priority::give_way(&self.gave_way, now);
        match self.kind {
            Kind::Review => self.has_run_out(now) || self.makes_room(now),
            _ => self.limit.borrow().as_ref().is_some_and(|limit| limit.is_over(now)),
        }
    }

    /// Whether a review has run for its longest time. The time in which others ran is not its own.
    fn has_run_out(&self, now: Instant) -> bool {
        now.duration_since(self.begun).saturating_sub(self.paused.get()) > self.longest
    }

    /// The search has ended by itself: who leaves now ends nothing.
    pub(crate) fn finish(&self) {
        self.shared.queue().forget(&self.entry.table, self.session.as_ref());
    }

    /// Lets those run that wait; returns whether it was ended meanwhile.
    fn makes_room(&self, now: Instant) -> bool {
        if now.duration_since(self.slice.get()) < SLICE {
            return false;
        }
        self.slice.set(now);
        let mut queue = self.shared.queue();
        // A client that left since the last look has ended it. It would wait here although no client wants it.
        if self.stop.load(Relaxed) {
            return true;
        }
        if !queue.schedule.is_contended() {
            return false;
        }
        let (go_on, gone_on) = mpsc::sync_channel(1);
        queue.schedule.finish(&self.entry.table, now);
        queue.waiting.insert(self.entry.table.clone(), Waiting::Paused(go_on));
        queue.schedule.push(self.entry.clone(), now);
        drop(queue);
        self.shared.dispatch();
        let ended = gone_on.recv().is_err();
        let after = Instant::now();
        self.paused.set(self.paused.get() + after.duration_since(now));
        self.slice.set(after);
        ended
    }
}

impl Drop for WorkTurn {
    fn drop(&mut self) {
        self.shared.metrics.analysed(self.begun.elapsed());
        let mut queue = self.shared.queue();
        queue.schedule.finish(&self.entry.table, Instant::now());
        queue.forget(&self.entry.table, self.session.as_ref());
        drop(queue);
        self.shared.dispatch();
    }
}

#[cfg(test)]
mod tests;
