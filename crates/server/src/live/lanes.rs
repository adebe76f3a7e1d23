//! Work of more than a few milliseconds runs on threads beside those that serve requests: loading and replaying tables,
//! reading and checking records. Each kind has its own lane, with few places and a short queue, so that none starves
//! the others and a server under attack says no instead of growing. Doing it where the request is served was the
//! alternative: two such requests then stopped every other one.

use super::Hashed;
use super::schedule::{BotTurn, Class, Owner, Schedule};
use super::table::Failed;
use crate::http::{Places, household};
use crate::store::TableId;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Entries from which a table is long: its work takes more than a few milliseconds (about 5 µs an event).
const LONG: usize = 1_000;
/// An entry that is longer than other entries are, and the bytes of an event in it: `{"seats":[1],"texts":["a2-a3"]},`.
const OPENING_BYTES: usize = 4_096;
const GIVEN_BYTES: usize = 32;
/// The longest time to wait for a place.
const PATIENCE: Duration = Duration::from_secs(5);
/// Requests that wait for a lane. After a restart every open browser asks for its table at once; each waiting one costs
/// only its connection.
const QUEUE: usize = 4_000;
/// The same for long tables and for records, which take long and whose bodies are held while they wait.
const SHORT_QUEUE: usize = 256;
/// One client gets this part of a queue; the clients of one customer get half of it at most.
const QUEUE_PARTS: usize = 4;

/// The lanes of a server.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// Loading ordinary tables.
    loads: Lane,
    /// Loading long tables, and answering what concerns the whole of one.
    long: Lane,
    /// Records and positions that are at no table.
    pub(crate) study: Lane,
    /// Compressing answers.
    pub(crate) answers: Lane,
}

impl Lanes {
    pub(crate) fn new() -> Arc<Lanes> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let half = cores.div_ceil(2);
        Arc::new(Lanes {
            loads: Lane::new(cores, QUEUE),
            long: Lane::new(half, SHORT_QUEUE),
            study: Lane::new(half, SHORT_QUEUE),
            answers: Lane::new(half, SHORT_QUEUE),
        })
    }

    /// The lane to load these entries.
    pub(super) fn for_load(&self, entries: &[String]) -> &Lane {
        if events_of(entries) > LONG { &self.long } else { &self.loads }
    }

    /// Does work on this number of entries: at once if they are few.
    ///
    /// # Errors
    /// [`Failed::Busy`].
    pub(crate) async fn on<T: Send + 'static>(
        &self,
        entries: usize,
        caller: &Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        if entries > LONG { self.long.run(caller, work).await } else { Ok(work()) }
    }
}

/// About how many events these entries stand for: the opening of a table may hold thousands that were played elsewhere.
pub(super) fn events_of(entries: &[String]) -> usize {
    let given = |body: &String| if body.len() > OPENING_BYTES { body.len() / GIVEN_BYTES } else { 0 };
    entries.iter().map(|body| 1 + given(body)).sum()
}

/// For whom work is done; the server itself if it is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    pub(crate) address: Option<IpAddr>,
    pub(crate) who: Option<Hashed>,
}

/// One kind of work. Who waits is served as bots are ([`Schedule`]): customers share the places, client addresses share those
/// of their customer, and sessions those of their address. In the order in which it came, one client's long records held up
/// everyone's short ones.
#[derive(Debug)]
pub(crate) struct Lane(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Places to wait.
    queue: Places,
    waiting: Mutex<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    schedule: Schedule,
    /// Tells those who wait that they may begin. The schedule knows them by numbers that look like tables.
    begin: HashMap<TableId, oneshot::Sender<()>>,
    count: u128,
}

impl Lane {
    fn new(places: usize, queue: usize) -> Lane {
        let waiting = Waiting { schedule: Schedule::new(places), begin: HashMap::new(), count: 0 };
        Lane(Arc::new(Shared {
            queue: Places::new(queue.div_ceil(QUEUE_PARTS), queue),
            waiting: Mutex::new(waiting),
        }))
    }

    /// Does work on a thread beside those that serve. Work that has begun runs to its end and keeps its place, also if
    /// its caller is gone.
    ///
    /// # Errors
    /// [`Failed::Busy`] if too much waits already, or for too long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let queued = self.0.queue.take(caller.address).ok_or(Failed::Busy)?;
        let (turn, begun) = self.0.enter(caller);
        if !matches!(tokio::time::timeout(PATIENCE, begun).await, Ok(Ok(()))) {
            return Err(Failed::Busy);
        }
        drop(queued);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(|error| Failed::Damaged(format!("work broke off: {error}")))
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits in the row of a caller; the receiver is told when its turn has come.
    fn enter(self: &Arc<Self>, caller: &Caller) -> (LaneTurn, oneshot::Receiver<()>) {
        let (begin, begun) = oneshot::channel();
        let mut waiting = self.waiting();
        waiting.count += 1;
        let id = TableId::from_bits(waiting.count.to_be_bytes());
        let owner = caller.who.clone().map_or_else(|| Owner::Table(id.clone()), Owner::Session);
        let address = caller.address.map(household);
        let entry = BotTurn { table: id.clone(), class: Class::Person, owner, address, deadline: None };
        waiting.begin.insert(id.clone(), begin);
        waiting.schedule.push(entry, Instant::now());
        waiting.dispatch();
        (LaneTurn(self.clone(), id), begun)
    }
}

impl Waiting {
    /// Tells those whose turn has come.
    fn dispatch(&mut self) {
        while let Some(job) = self.schedule.pick(Instant::now()) {
            if let Some(begin) = self.begin.remove(&job.table) {
                // One that is gone by now gives its place back itself.
                let _ = begin.send(());
            }
        }
    }
}

/// A place in a lane, or in the row for one; dropping it gives it back.
#[derive(Debug)]
struct LaneTurn(Arc<Shared>, TableId);

impl Drop for LaneTurn {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        if waiting.begin.remove(&self.1).is_some() {
            waiting.schedule.withdraw(&self.1);
        } else {
            waiting.schedule.finish(&self.1, Instant::now());
        }
        waiting.dispatch();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Condvar;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_table_that_was_given_many_events_is_long() {
        let given = |events: usize| format!("[{}]", r#"{"seats":[1],"texts":["n"]},"#.repeat(events));
        assert_eq!(events_of(&[given(3), given(3)]), 2);
        assert!(events_of(&[given(16_571)]) > LONG);
        assert!(events_of(&[given(100)]) < LONG);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_lane_works_at_few_places_queues_a_few_and_refuses_the_rest() {
        let lane = Arc::new(Lane::new(2, 3));
        let gate = Arc::new((Mutex::new(false), Condvar::new()));
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut tasks = Vec::new();
        for _ in 0..10 {
            let (lane, gate, at_once, most) = (lane.clone(), gate.clone(), at_once.clone(), most.clone());
            tasks.push(crate::task::spawn(async move {
                let work = move || {
                    most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let mut open = gate.0.lock().unwrap();
                    while !*open {
                        open = gate.1.wait(open).unwrap();
                    }
                    at_once.fetch_sub(1, Ordering::SeqCst);
                };
                lane.run(&Caller::default(), work).await
            }));
            // One after the other, so that the first two have their places.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        let mut done = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(()) => done += 1,
                Err(failed) => assert!(matches!(failed, Failed::Busy), "{failed:?}"),
            }
        }
        assert_eq!((done, most.load(Ordering::SeqCst)), (5, 2), "two at work and three waiting");
        assert!(lane.run(&Caller::default(), || ()).await.is_ok(), "the lane is free again");
        let broken: Result<(), Failed> = lane.run(&Caller::default(), || panic!("on purpose")).await;
        assert!(matches!(broken, Err(Failed::Damaged(_))));
        assert!(lane.run(&Caller::default(), || ()).await.is_ok(), "a panic gives its place back");
    }

    type Done = Arc<Mutex<Vec<&'static str>>>;

    /// Waits for a moment of work, and notes who did it.
    fn waits(lane: &Arc<Lane>, address: &str, name: &'static str, done: &Done) {
        let caller = Caller { address: Some(address.parse().unwrap()), who: None };
        let (lane, done) = (lane.clone(), done.clone());
        crate::task::spawn(async move {
            let work = move || {
                std::thread::sleep(Duration::from_millis(10));
                done.lock().unwrap().push(name);
            };
            lane.run(&caller, work).await
        });
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_client_does_not_fill_a_lane() {
        let pause = || tokio::time::sleep(Duration::from_millis(200));
        let lane = Arc::new(Lane::new(1, 64));
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let held = lane.clone();
        crate::task::spawn(async move { held.run(&Caller::default(), move || gate.recv().is_err()).await });
        pause().await;
        let done = Done::default();
        (0..40).for_each(|_| waits(&lane, "10.0.0.1", "eve", &done));
        (0..40).for_each(|subnet| waits(&lane, &format!("2001:db8:1:{subnet}::1"), "wide", &done));
        pause().await;
        let eve = Caller { address: Some(IpAddr::from([10, 0, 0, 1])), who: None };
        let refused = lane.run(&eve, || ()).await;
        assert!(matches!(refused, Err(Failed::Busy)), "a quarter of the queue is all that it gets");
        assert_eq!(lane.0.queue.taken(), 16 + 32, "one customer has half of the queue at most");
        waits(&lane, "10.0.0.2", "bob", &done);
        pause().await;
        drop(open);
        while lane.0.queue.taken() > 0 {
            pause().await;
        }
        let done = done.lock().unwrap();
        let before = done.iter().position(|name| *name == "bob").expect("bob was served");
        assert!(before <= 4, "bob came after {before} others: {done:?}");
    }
}
