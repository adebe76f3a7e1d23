//! Reviews of tables that are being computed: one for a table, however many watch it. It ends when the last of them leaves.

use super::pool::Leaving;
use super::stream::{Answer, Lines, stream};
use crate::http::ApiError;
use crate::store::TableId;
use axum::body::Bytes;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reviews that are being computed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reviews(Arc<Mutex<HashMap<TableId, Running>>>);

#[derive(Debug, Default)]
struct Running {
    watchers: HashMap<u64, Lines>,
    next: u64,
    latest: Option<Bytes>,
    /// Dropped when the last watcher leaves, which ends the computation.
    leaving: Option<Leaving>,
    /// Tells it from an earlier one of the same table, whose work may not have noticed yet that all have left.
    mark: Arc<()>,
}

/// One computation, as its work and its beginner know it.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    reviews: Reviews,
    id: TableId,
    mark: Arc<()>,
}

/// The right to do the work. The answers end when it is dropped: also if the work panics, or is never begun.
#[derive(Debug)]
pub(crate) struct Working(Run);

/// One that watches a computation, with its number there. A slow reader may watch one that has ended while the next one of the
/// table runs.
#[derive(Debug)]
pub(crate) struct Watching(Run, u64);

impl Drop for Watching {
    fn drop(&mut self) {
        let mut all = self.0.reviews.lock();
        let Some(running) = self.0.find(&mut all) else { return };
        running.watchers.remove(&self.1);
        let left = if running.watchers.is_empty() { all.remove(&self.0.id) } else { None };
        drop(all);
        // Without the lock: what it holds takes another one.
        drop(left);
    }
}

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches the review of a table; with the work if it must be begun.
    pub(crate) fn join(&self, id: &TableId) -> (Answer, Watching, Option<Working>) {
        let (lines, answer) = stream();
        let mut all = self.lock();
        let is_new = !all.contains_key(id);
        let running = all.entry(id.clone()).or_default();
        if let Some(latest) = &running.latest {
            lines.send(latest.clone());
        }
        let number = running.next;
        running.next += 1;
        running.watchers.insert(number, lines);
        let run = Run { reviews: self.clone(), id: id.clone(), mark: running.mark.clone() };
        let working = is_new.then(|| Working(run.clone()));
        (answer, Watching(run, number), working)
    }
}

impl Run {
    /// What is known of the computation, if it is still wanted.
    fn find<'a>(&self, all: &'a mut HashMap<TableId, Running>) -> Option<&'a mut Running> {
        all.get_mut(&self.id).filter(|running| Arc::ptr_eq(&running.mark, &self.mark))
    }

    /// Notes what ends the computation that was begun.
    pub(crate) fn begun(&self, leaving: Leaving) {
        let unwanted = match self.find(&mut self.reviews.lock()) {
            Some(running) => running.leaving.replace(leaving),
            // All have left already, or it has ended.
            None => Some(leaving),
        };
        drop(unwanted);
    }

    /// Sends what is computed so far to all who watch.
    pub(crate) fn tell(&self, line: &Bytes) {
        if let Some(running) = self.find(&mut self.reviews.lock()) {
            running.latest = Some(line.clone());
            running.watchers.values().for_each(|lines| lines.send(line.clone()));
        }
    }

    /// Sends an error to all who watch.
    pub(crate) fn refuse(&self, error: &ApiError) {
        if let Some(running) = self.find(&mut self.reviews.lock()) {
            running.watchers.values().for_each(|lines| lines.refuse(error.clone()));
        }
    }
}

impl Working {
    pub(crate) fn run(&self) -> &Run {
        &self.0
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.refuse(&ApiError::internal());
        }
        let mut all = self.0.reviews.lock();
        let ended = if self.0.find(&mut all).is_some() { all.remove(&self.0.id) } else { None };
        drop(all);
        // Without the lock: what it holds takes another one.
        drop(ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::{Held, Kind, Pool, Requester};
    use std::net::IpAddr;
    use std::sync::mpsc;
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(60);

    fn requester() -> Requester {
        Requester { who: None, address: IpAddr::from([10, 0, 0, 1]) }
    }

    #[tokio::test]
    async fn a_review_that_panics_ends_with_an_error_for_all_who_watch() {
        let (pool, reviews) = (Pool::new(1, Arc::default()), Reviews::default());
        let id = TableId::from_bits([1; 16]);
        let (first, watching, working) = reviews.join(&id);
        let working = working.expect("it must be begun");
        let (second, also, none) = reviews.join(&id);
        assert!(none.is_none(), "one computation for all");
        let run = working.run().clone();
        let leaving = pool.submit(&requester(), Kind::Review, LONG, move |_| {
            let _working = working;
            panic!("on purpose");
        });
        run.begun(leaving.unwrap());
        for (answer, held) in [(first, watching), (second, also)] {
            let answer = tokio::time::timeout(Duration::from_secs(20), answer.begin(Held::Joint(held)));
            let error = answer.await.expect("the answer ends").expect_err("nothing was found");
            assert_eq!(error.status.as_u16(), 500);
        }
        assert!(reviews.lock().is_empty(), "the next one begins again");
    }

    #[test]
    fn who_leaves_an_ended_review_does_not_end_the_next_one() {
        let reviews = Reviews::default();
        let id = TableId::from_bits([3; 16]);
        let (_, slow, working) = reviews.join(&id);
        drop(working);
        let (_, _watching, working) = reviews.join(&id);
        let working = working.expect("the first one has ended");
        drop(slow);
        let mut all = reviews.lock();
        let running = working.run().find(&mut all).expect("the next one goes on");
        assert_eq!(running.watchers.len(), 1);
    }

    #[tokio::test]
    async fn work_that_ends_late_does_not_end_the_next_review_of_its_table() {
        let (pool, reviews) = (Pool::new(1, Arc::default()), Reviews::default());
        let id = TableId::from_bits([2; 16]);
        let (_, watching, working) = reviews.join(&id);
        let working = working.unwrap();
        let (go_on, gate) = mpsc::channel::<()>();
        let (tell, ended) = mpsc::channel();
        let run = working.run().clone();
        let leaving = pool.submit(&requester(), Kind::Review, LONG, move |_| {
            let _ = gate.recv();
            working.run().tell(&Bytes::from_static(b"old\n"));
            drop(working);
            tell.send(()).unwrap();
        });
        run.begun(leaving.unwrap());
        drop(watching);
        let (_, _watching, next) = reviews.join(&id);
        assert!(next.is_some());
        drop(go_on);
        ended.recv_timeout(Duration::from_secs(20)).unwrap();
        let all = reviews.lock();
        assert!(all.get(&id).is_some_and(|running| running.latest.is_none()), "the next one goes on");
    }
}
