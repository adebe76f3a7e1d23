//! What an answer holds until it is sent: room in memory, or one of the few places for files of records. It is given up
//! after a time limit, because a few slow readers held all of it for hours.

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// What is handed on at a time, in bytes. All at once would wait in the connection, and what is held would be free before
/// the client has read anything.
const PIECE: usize = 64 * 1024;

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
    response.map(|body| Body::new(Held { body, rest: Bytes::new(), held }))
}

/// A place that an answer holds.
struct Holding<P> {
    place: Mutex<Option<P>>,
    /// Whether the time is over.
    late: AtomicBool,
}

struct Held<P> {
    body: Body,
    /// What is not handed on yet of a part of the body.
    rest: Bytes,
    held: Arc<Holding<P>>,
}

impl<P: Send + 'static> HttpBody for Held<P> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.held.late.load(Relaxed) {
            let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(axum::Error::new(late))));
        }
        if self.rest.is_empty() {
            let next = ready!(Pin::new(&mut self.body).poll_frame(context));
            match next.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let piece = PIECE.min(self.rest.len());
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(body.lower() + rest);
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::Places;
    use super::*;
    use futures_util::StreamExt as _;

    #[tokio::test]
    async fn what_is_held_is_free_when_the_client_has_taken_the_answer_and_not_before() {
        let places = Places::new(1, 1);
        let place = places.take(None).unwrap();
        let bytes: Vec<u8> = (0..1_000_000u32).map(|number| number as u8).collect();
        let held = hold(Response::new(Body::from(bytes.clone())), place, Duration::from_secs(60));
        assert_eq!(held.body().size_hint().exact(), Some(1_000_000));
        let mut parts = held.into_body().into_data_stream();
        let mut read = Vec::new();
        while let Some(part) = parts.next().await {
            let part = part.unwrap();
            assert!(part.len() <= PIECE, "{} bytes at once", part.len());
            read.extend(part);
            assert_eq!(places.taken(), 1, "after {} bytes", read.len());
        }
        assert!(read == bytes);
        drop(parts);
        assert_eq!(places.taken(), 0);
    }

    #[tokio::test]
    async fn an_answer_that_takes_too_long_is_broken_off() {
        let places = Places::new(1, 1);
        let place = places.take(None).unwrap();
        let held = hold(Response::new(Body::from(vec![0; 1_000_000])), place, Duration::from_millis(20));
        let mut parts = held.into_body().into_data_stream();
        assert!(parts.next().await.unwrap().is_ok());
        while places.taken() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(parts.next().await.unwrap().is_err());
    }
}
