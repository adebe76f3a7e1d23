//! An answer in lines, written while it is found. A client that reads slowly misses what was found in between and gets the
//! newest: at most one line waits, so no client takes memory. A channel was the alternative; it holds every line, or the
//! thread that writes.

use super::pool::Leaving;
use crate::http::ApiError;
use crate::live::Failed;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// The kind of answer.
pub(crate) const NDJSON: &str = "application/x-ndjson";

#[derive(Debug, Default)]
struct State {
    next: Option<Result<Bytes, ApiError>>,
    ended: bool,
    waker: Option<Waker>,
}

/// Where the lines are written; the answer ends when it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Arc<Writer>);

#[derive(Debug, Default)]
struct Writer(Arc<Mutex<State>>);

impl Drop for Writer {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        // Asked for again, it would panic again: it must not look as if there were too much to do.
        if std::thread::panicking() {
            state.next = Some(Err(ApiError::internal()));
        }
        state.ended = true;
        wake(&mut state);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wake(state: &mut State) {
    if let Some(waker) = state.waker.take() {
        waker.wake();
    }
}

impl Lines {
    /// Writes a document as the newest line.
    pub(crate) fn send(&self, bytes: Bytes) {
        self.put(Ok(bytes));
    }

    /// Ends with an error, which is the whole answer if nothing was written before.
    pub(crate) fn refuse(&self, error: ApiError) {
        self.put(Err(error));
    }

    fn put(&self, next: Result<Bytes, ApiError>) {
        let mut state = lock(&(self.0).0);
        state.next = Some(next);
        wake(&mut state);
    }
}

/// A document as one line.
pub(crate) fn line(document: &impl serde::Serialize) -> Bytes {
    let mut text = serde_json::to_vec(document).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// An answer that is written from now on.
pub(crate) fn stream() -> (Lines, Answer) {
    let state: Arc<Mutex<State>> = Arc::default();
    (Lines(Arc::new(Writer(state.clone()))), Answer { state, first: None, held: None })
}

/// The reading side of a stream.
pub(crate) struct Answer {
    state: Arc<Mutex<State>>,
    first: Option<Bytes>,
    held: Option<Held>,
}

/// What must live as long as the answer is read.
pub(crate) enum Held {
    /// Dropping it ends the search.
    Alone(Leaving),
    Joint(#[allow(dead_code, reason = "dropping it leaves the review")] super::reviews::Watching),
}

impl Answer {
    /// The answer, once its first line is there: what is refused gets its status.
    ///
    /// # Errors
    /// It was refused, or ended without a line.
    pub(crate) async fn begin(mut self, held: Held) -> Result<Response, ApiError> {
        self.held = Some(held);
        let first = poll_fn(|context| self.poll_line(context)).await;
        self.first = Some(first.unwrap_or_else(|| Err(self.unfound()))?);
        let body = Body::from_stream(stream::poll_fn(move |context| self.poll_rest(context)));
        Ok(([(header::CONTENT_TYPE, NDJSON)], body).into_response())
    }

    /// Why it ended before a line was written.
    fn unfound(&self) -> ApiError {
        match &self.held {
            Some(Held::Alone(leaving)) if leaving.is_replaced() => ApiError::replaced(),
            _ => Failed::Busy.into(),
        }
    }

    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, ApiError>>> {
        let mut state = lock(&self.state);
        if let Some(next) = state.next.take() {
            return Poll::Ready(Some(next));
        }
        if state.ended {
            return Poll::Ready(None);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }

    /// The first line, which was waited for, and those after it.
    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Broken>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(Ok(first))),
            None => self.poll_line(context).map(|next| next.map(|next| next.map_err(|_| Broken))),
        }
    }
}

/// An answer that has begun cannot become an error: it breaks off.
#[derive(Debug)]
struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the analysis failed")
    }
}

impl std::error::Error for Broken {}
