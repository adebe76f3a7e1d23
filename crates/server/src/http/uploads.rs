//! Records are read a few at a time: an answer may be fifty times as large as the record. A place is free again
//! when the answer is sent, so slow readers block each other and not the memory of the server; or after a time limit, because
//! three slow readers held all places for hours. A place is taken after the body has arrived: three clients that sent their
//! bodies slowly held all places.

use super::error::ApiError;
use super::places::{Place, Places};
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::Notify;

/// Records that are read at the same time, and how many of them for one client.
const ALL: usize = 3;
const EACH: usize = 1;

/// The places for uploads.
#[derive(Debug)]
pub(crate) struct Uploads {
    places: Places,
    wait: Duration,
    /// Notified when a place becomes free.
    freed: Arc<Notify>,
}

/// A place of an upload; those who wait are told when it is given back.
#[derive(Debug)]
pub(crate) struct UploadPlace {
    place: Option<Place>,
    freed: Arc<Notify>,
}

impl Drop for UploadPlace {
    fn drop(&mut self) {
        drop(self.place.take());
        // All of them: the first in the row may be of a client that has its place already.
        self.freed.notify_waiters();
    }
}

impl Uploads {
    pub(crate) fn new(wait: Duration) -> Uploads {
        Uploads { places: Places::new(EACH, ALL), wait, freed: Arc::default() }
    }

    /// A place, or the answer that there is none.
    pub(crate) async fn admit(&self, address: IpAddr) -> Result<UploadPlace, ApiError> {
        let wait = async {
            loop {
                let mut freed = std::pin::pin!(self.freed.notified());
                // Before looking, so that a place that is given back just now is noticed.
                freed.as_mut().enable();
                if let Some(place) = self.places.take(Some(address)) {
                    return UploadPlace { place: Some(place), freed: self.freed.clone() };
                }
                freed.await;
            }
        };
        tokio::time::timeout(self.wait, wait).await.map_err(|_| ApiError::limited(5))
    }

    /// How many are being read or sent.
    pub(crate) fn taken(&self) -> usize {
        self.places.taken()
    }
}

/// Keeps a place until the body is sent or given up, but not longer than a time. What is not sent then is not sent at all.
pub(crate) fn hold<P: Send + 'static>(response: Response, place: P, longest: Duration) -> Response {
    let held = Arc::new(Holding { place: Mutex::new(Some(place)), late: AtomicBool::new(false) });
    let timed = Arc::downgrade(&held);
    // A task of its own: no one asks the body for more while its reader takes nothing.
    crate::task::spawn(async move {
        tokio::time::sleep(longest).await;
        if let Some(held) = timed.upgrade() {
            held.late.store(true, Relaxed);
            drop(held.place.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    });
    response.map(|body| Body::new(Held { body, held }))
}

/// A place that an answer holds.
struct Holding<P> {
    place: Mutex<Option<P>>,
    /// Whether the time is over.
    late: AtomicBool,
}

struct Held<P> {
    body: Body,
    held: Arc<Holding<P>>,
}

impl<P: Send + 'static> HttpBody for Held<P> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        if self.held.late.load(Relaxed) {
            let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(axum::Error::new(late))));
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
