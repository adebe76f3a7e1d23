//! One connection, and how long its client may take. The framework's server has no such limits; its HTTP library limits the
//! time for a head only.
//!
//! HTTP/2 is left to a proxy: sockets need HTTP/1.1, and its code would cost every build seconds.

use crate::http::Place;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// How long a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// For the first byte of a connection.
    pub first_byte: Duration,
    /// For the head of the first request.
    pub head: Duration,
    /// For the head of each further request, with the pause before it.
    pub idle: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For the next part of an answer or a socket's message.
    pub write: Duration,
    /// For the whole of a large answer, and for a file of records: after it others get the place.
    pub answer: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Times {
            first_byte: Duration::from_secs(5),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            body: Duration::from_secs(20),
            write: Duration::from_secs(10),
            answer: Duration::from_secs(60),
        }
    }
}

/// When most connections are taken, a new one must say something at once.
const CROWDED: Duration = Duration::from_secs(1);
/// An answer goes on only if this much is taken in its time: a byte now and then is not reading.
const PART: usize = 16 * 1024;
/// The largest head of a request.
const LARGEST_HEAD: usize = 32 * 1024;

/// What a connection has got so far.
#[derive(Debug, Default)]
struct Progress {
    byte: AtomicBool,
    head: AtomicBool,
}

/// Serves one connection until it ends, its client is too slow, or the server stops.
pub(crate) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: axum::Router,
    times: Times,
    (place, is_crowded): (Place, bool),
    mut closing: watch::Receiver<()>,
) {
    // Moves are small and should arrive at once.
    let _ = stream.set_nodelay(true);
    let progress = Arc::new(Progress::default());
    let service = TowerToHyperService::new(WithPeer { router, peer, progress: progress.clone() });
    let (write, stalled, written) = (times.write, None, 0);
    let stream = Timed { stream, progress: progress.clone(), write, stalled, written, _place: place };
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(times.idle).max_buf_size(LARGEST_HEAD);
    let mut serving = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let first_byte = if is_crowded { times.first_byte.min(CROWDED) } else { times.first_byte };
    let mut byte = std::pin::pin!(sleep(first_byte));
    let mut head = std::pin::pin!(sleep(times.head));
    let (mut wait_byte, mut wait_head, mut open) = (true, true, true);
    let served = loop {
        tokio::select! {
            served = &mut serving => break served,
            () = &mut byte, if wait_byte => {
                wait_byte = false;
                if !progress.byte.load(Relaxed) {
                    return;
                }
            }
            () = &mut head, if wait_head => {
                wait_head = false;
                if !progress.head.load(Relaxed) {
                    return;
                }
            }
            _ = closing.changed(), if open => {
                open = false;
                serving.as_mut().graceful_shutdown();
            }
        }
    };
    if let Err(error) = served {
        tracing::debug!(%peer, %error, "a connection ended badly");
    }
}

/// The router with the client's address.
#[derive(Clone)]
struct WithPeer {
    router: axum::Router,
    peer: SocketAddr,
    progress: Arc<Progress>,
}

impl tower_service::Service<hyper::Request<Incoming>> for WithPeer {
    type Response = axum::response::Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: hyper::Request<Incoming>) -> Self::Future {
        self.progress.head.store(true, Relaxed);
        let mut request: axum::extract::Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        Box::pin(tower_service::Service::call(&mut self.router, request))
    }
}

/// A stream whose writing ends when the other side does not read.
struct Timed {
    stream: TcpStream,
    progress: Arc<Progress>,
    write: Duration,
    /// Runs while the other side takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Taken since it runs.
    written: usize,
    /// The place of the connection; a socket keeps it after the upgrade.
    _place: Place,
}

impl Timed {
    /// Passes on what a write of `length` bytes has come to, unless too little was taken for too long.
    fn judge(
        &mut self,
        done: Poll<io::Result<usize>>,
        length: usize,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match done {
            Poll::Ready(Ok(size)) => {
                self.written += size;
                if size >= length || self.written >= PART {
                    self.stalled = None;
                }
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                if self.stalled.is_none() {
                    self.written = 0;
                }
                let until = Instant::now() + self.write;
                let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep_until(until)));
                if stalled.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
            }
        }
        done
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.progress.byte.store(true, Relaxed);
        }
        read
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(done, bytes.len(), context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.judge(done, slices.iter().map(|slice| slice.len()).sum(), context)
    }
}
