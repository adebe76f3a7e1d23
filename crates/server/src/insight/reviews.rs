//! Reviews of tables that are being computed: one for a table, however many watch it. It ends when the last of them leaves.

use super::pool::Leaving;
use super::stream::{Answer, Lines, stream};
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
}

/// One that watches a review.
#[derive(Debug)]
pub(crate) struct Watching(Reviews, TableId, u64);

impl Drop for Watching {
    fn drop(&mut self) {
        let mut all = self.0.lock();
        let Some(running) = all.get_mut(&self.1) else { return };
        running.watchers.remove(&self.2);
        let left = if running.watchers.is_empty() { all.remove(&self.1) } else { None };
        drop(all);
        // Without the lock: what it holds takes another one.
        drop(left);
    }
}

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches the review of a table; whether it must be begun.
    pub(crate) fn join(&self, id: &TableId) -> (Answer, Watching, bool) {
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
        (answer, Watching(self.clone(), id.clone(), number), is_new)
    }

    /// Notes what ends the computation that was begun.
    pub(crate) fn begun(&self, id: &TableId, leaving: Leaving) {
        let unwanted = match self.lock().get_mut(id) {
            Some(running) => {
                running.leaving = Some(leaving);
                None
            }
            // All have left already.
            None => Some(leaving),
        };
        drop(unwanted);
    }

    /// Sends what is computed so far to all who watch.
    pub(crate) fn tell(&self, id: &TableId, line: &Bytes) {
        if let Some(running) = self.lock().get_mut(id) {
            running.latest = Some(line.clone());
            running.watchers.values().for_each(|lines| lines.send(line.clone()));
        }
    }

    /// The computation has ended: the answers end too.
    pub(crate) fn end(&self, id: &TableId) {
        let ended = self.lock().remove(id);
        drop(ended);
    }

    /// Sends an error to all who watch.
    pub(crate) fn refuse(&self, id: &TableId, error: &crate::http::ApiError) {
        if let Some(running) = self.lock().get_mut(id) {
            running.watchers.values().for_each(|lines| lines.refuse(error.clone()));
        }
    }
}
