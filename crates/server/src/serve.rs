//! Running the server: open the store, listen, serve until asked to stop, then finish open requests.
//!
//! Connections are accepted by our own loop, not the framework's: it limits how many there are and how long a client
//! may take to send the head of a request.

use crate::http::{App, Limits, Names, Sessions, SocketCount, router};
use crate::live::{Failed, LiveTables, Retention};
use crate::metrics::Metrics;
use crate::store::{Patience, Store, StoreError, spell};
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// How long open requests may take after the server was asked to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// How to run a server. The defaults serve one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    pub store: String,
    /// The public address, for links; the listening address if absent.
    pub public_url: Option<String>,
    /// Whether a proxy in front of it names the client's address.
    pub behind_proxy: bool,
    /// How many times the usual rates are allowed; 0 for no limits.
    pub rate_scale: f64,
    /// Sockets of one address.
    pub sockets_each: usize,
    /// Connections in all.
    pub connections: usize,
    /// Bots that think at the same time.
    pub bots: usize,
    /// The longest a bot may think.
    pub thinking: Duration,
    /// Days until abandoned games are ended; 0 for never.
    pub keep_days: u32,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            store: "sqlite:breadboard.db".to_owned(),
            public_url: None,
            behind_proxy: false,
            rate_scale: 1.0,
            sockets_each: 64,
            connections: 20_000,
            bots: cores.saturating_sub(1).max(1),
            thinking: Duration::from_millis(2500),
            keep_days: 30,
        }
    }
}

/// Why a server could not run.
#[derive(Debug)]
pub enum ServeError {
    /// The store cannot be opened.
    Store(StoreError),
    /// The address cannot be listened on.
    Listen(SocketAddr, std::io::Error),
    /// A setting is invalid.
    Setting(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Store(error) => write!(f, "{error}"),
            ServeError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Setting(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Store(error)
    }
}

/// A server that listens and is about to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    store: Store,
    stop: watch::Sender<bool>,
    connections: Arc<Semaphore>,
    address: SocketAddr,
}

impl Server {
    /// Opens the store and listens. Within a tokio runtime.
    ///
    /// # Errors
    /// The store or the address cannot be used.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let mut bytes = [0; 10];
        getrandom::fill(&mut bytes)
            .map_err(|error| ServeError::Setting(format!("the system gives no random numbers: {error}")))?;
        let node = spell(&bytes);
        let store = Store::open(&config.store, &node, Patience::default()).await?;
        let failed = |error| ServeError::Listen(config.listen, error);
        let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let names = Names::new(config.public_url.as_deref(), address).map_err(ServeError::Setting)?;
        let sessions = Sessions::open(&store, names.is_secure()).await.map_err(|failed| match failed {
            Failed::Store(error) => ServeError::Store(error),
            other => ServeError::Setting(format!("{other:?}")),
        })?;
        let retention =
            Retention { days: config.keep_days, bots: config.bots.max(1), thinking: config.thinking };
        let live = LiveTables::new(store.clone(), node, retention, Arc::new(Metrics::default()));
        let (stop, stopping) = watch::channel(false);
        let app = Arc::new(App {
            live,
            sessions,
            limits: Limits::new(config.rate_scale),
            sockets: SocketCount::new(config.sockets_each, config.connections),
            names,
            behind_proxy: config.behind_proxy,
            stopping,
        });
        let connections = Arc::new(Semaphore::new(config.connections));
        Ok(Server { listener, app, store, stop, connections, address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address that people open.
    #[must_use]
    pub fn url(&self) -> String {
        self.app.names.url().to_owned()
    }

    /// Serves until `stopped`, then finishes open requests and closes the store.
    pub async fn run(self, stopped: impl Future<Output = ()>) {
        let tasks = self.app.live.start();
        let router = router(self.app.clone());
        let closing = watch::Sender::new(());
        let mut stopped = std::pin::pin!(stopped);
        loop {
            // A connection beyond the limit waits in the system's queue, where it costs nothing.
            let permit = tokio::select! {
                () = &mut stopped => break,
                permit = self.connections.clone().acquire_owned() => permit,
            };
            let Ok(permit) = permit else { break };
            let (stream, peer) = tokio::select! {
                () = &mut stopped => break,
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of file handles, mostly: others must close theirs first.
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
            };
            let connection = connection(stream, peer, router.clone(), closing.subscribe());
            tokio::spawn(async move {
                connection.await;
                drop(permit);
            });
        }
        tracing::info!("stopping");
        drop(self.listener);
        self.stop.send_replace(true);
        closing.send_replace(());
        // Closed once every connection has dropped its receiver.
        if tokio::time::timeout(GRACE, closing.closed()).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
        self.store.close().await;
        tracing::info!("stopped");
    }
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: axum::Router,
    mut closing: watch::Receiver<()>,
) -> impl Future<Output = ()> + use<> {
    // Moves are small and should arrive at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(tower::service(router, peer));
    // HTTP/2 is left to a proxy: sockets need HTTP/1.1, and its code would cost every build seconds.
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    async move {
        let mut serving = std::pin::pin!(serving);
        let served = tokio::select! {
            served = &mut serving => served,
            _ = closing.changed() => {
                serving.as_mut().graceful_shutdown();
                serving.await
            }
        };
        if let Err(error) = served {
            tracing::debug!(%peer, %error, "a connection ended badly");
        }
    }
}

/// The router with the client's address.
mod tower {
    use super::{ConnectInfo, SocketAddr};
    use axum::extract::Request;
    use axum::response::Response;
    use hyper::body::Incoming;
    use std::convert::Infallible;
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use tower_service::Service;

    #[derive(Clone)]
    pub(super) struct WithPeer(axum::Router, SocketAddr);

    pub(super) fn service(router: axum::Router, peer: SocketAddr) -> WithPeer {
        WithPeer(router, peer)
    }

    impl Service<hyper::Request<Incoming>> for WithPeer {
        type Response = Response;
        type Error = Infallible;
        type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, request: hyper::Request<Incoming>) -> Self::Future {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(ConnectInfo(self.1));
            Box::pin(Service::call(&mut self.0, request))
        }
    }
}
