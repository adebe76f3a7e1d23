//! Work of more than a few milliseconds runs on threads beside those that serve requests: loading and replaying tables,
//! reading and checking records. Each kind has its own lane, with few places and a short queue, so that none starves
//! the others and a server under attack says no instead of growing. Doing it where the request is served was the
//! alternative: two such requests then stopped every other one.

use super::table::Failed;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

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
const SHORT_QUEUE: usize = 64;

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
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        if entries > LONG { self.long.run(work).await } else { Ok(work()) }
    }
}

/// About how many events these entries stand for: the opening of a table may hold thousands that were played elsewhere.
fn events_of(entries: &[String]) -> usize {
    let given = |body: &String| if body.len() > OPENING_BYTES { body.len() / GIVEN_BYTES } else { 0 };
    entries.iter().map(|body| 1 + given(body)).sum()
}

/// One kind of work.
#[derive(Debug)]
pub(crate) struct Lane {
    places: Arc<Semaphore>,
    queue: Semaphore,
}

impl Lane {
    fn new(places: usize, queue: usize) -> Lane {
        Lane { places: Arc::new(Semaphore::new(places)), queue: Semaphore::new(queue) }
    }

    /// Does work on a thread beside those that serve. Work that has begun runs to its end and keeps its place, also if
    /// its caller is gone.
    ///
    /// # Errors
    /// [`Failed::Busy`] if too much waits already, or for too long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let waiting = self.queue.try_acquire().map_err(|_| Failed::Busy)?;
        let place = tokio::time::timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(Failed::Busy) };
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(|error| Failed::Damaged(format!("work broke off: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Condvar, Mutex};

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
                lane.run(work).await
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
        assert!(lane.run(|| ()).await.is_ok(), "the lane is free again");
        let broken: Result<(), Failed> = lane.run(|| panic!("on purpose")).await;
        assert!(matches!(broken, Err(Failed::Damaged(_))));
        assert!(lane.run(|| ()).await.is_ok(), "a panic gives its place back");
    }
}
