//! Running the server: open the store, listen, serve until asked to stop, then finish open requests.
//!
//! Connections are accepted by our own loop, not the framework's: it limits how many there are, in all and for one client.

use crate::connection::{self, Times};
use crate::http::{
    Answers, App, HealthProbe, Limits, Names, Network, Places, Proxies, Sessions, monitoring, router,
};
use crate::insight::{Pool, Reviews, RunningGames};
use crate::live::{Failed, LiveTables, Retention};
use crate::metrics::Metrics;
use crate::store::{Patience, Store, StoreError, StoreShare, spell};
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long open requests may take after the server was asked to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Connections of one client beside its sockets: a browser opens a handful, and an office has many browsers.
const BESIDE_SOCKETS: usize = 192;
/// File handles that are left for the store and for what the program itself opens.
const OTHER_FILES: usize = 64;
/// Fewer connections than this are worth a warning.
const FEW_CONNECTIONS: usize = 4_096;
/// Bodies of more than 64 kB that are in memory at the same time, and how many of one client: 64 MB at most.
const LARGE_BODIES: usize = 256;
const LARGE_BODIES_EACH: usize = 16;
/// Files of records that are sent at the same time, and how many for one client. Each has a record or two in memory.
const EXPORTS: usize = 64;
const EXPORTS_EACH: usize = 2;
/// Tables of one client in the public list.
const LISTED_EACH: f64 = 10.0;
/// One client stores no more than this part of the ceiling.
const STORE_SHARES: u64 = 20;
/// When all connections are taken.
const FULL: Duration = Duration::from_millis(20);

/// How to run a server. The defaults serve one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    pub store: String,
    /// The public address, for links; the listening address if absent.
    pub public_url: Option<String>,
    /// Whether a proxy on this machine or in a private network names the client's address.
    pub behind_proxy: bool,
    /// The proxies that may name the client's address; if there are any, they replace `behind_proxy`.
    pub trusted_proxies: Vec<Network>,
    /// Where to listen for `/metrics`, which is then not served elsewhere.
    pub metrics: Option<SocketAddr>,
    /// How many times the usual rates are allowed; 0 for no limits.
    pub rate_scale: f64,
    /// Sockets of one address.
    pub sockets_each: usize,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address, sockets among them; enough for its sockets and some more if absent.
    pub connections_each: Option<usize>,
    /// How long clients may take.
    pub times: Times,
    /// Bots that think at the same time.
    pub bots: usize,
    /// The longest a bot may think.
    pub thinking: Duration,
    /// Analyses and reviews that run at the same time.
    pub analyses: usize,
    /// Days until abandoned games are ended; 0 for never.
    pub keep_days: u32,
    /// The most memory for tables, in bytes; 0 for no limit.
    pub table_bytes: u64,
    /// The ceiling for the size of the store, in bytes; 0 for none.
    pub store_bytes: u64,
    /// The most memory for large answers that are not read yet, in bytes.
    pub answer_bytes: u64,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            store: "sqlite:breadboard.db".to_owned(),
            public_url: None,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            metrics: None,
            rate_scale: 1.0,
            sockets_each: 64,
            connections: 20_000,
            connections_each: None,
            times: Times::default(),
            bots: cores.saturating_sub(1).max(1),
            thinking: Duration::from_millis(2500),
            analyses: (cores / 2).max(1),
            keep_days: 30,
            table_bytes: 1_000_000_000,
            store_bytes: 10_000_000_000,
            answer_bytes: 128_000_000,
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
    monitor: Option<TcpListener>,
    app: Arc<App>,
    store: Store,
    stop: watch::Sender<bool>,
    times: Times,
    address: SocketAddr,
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))
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
        let store = store.with_ceiling(config.store_bytes);
        store.measure().await?;
        let listener = listen(config.listen).await?;
        let monitor = match config.metrics {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let address = listener.local_addr().map_err(|error| ServeError::Listen(config.listen, error))?;
        let names = Names::new(config.public_url.as_deref(), address).map_err(ServeError::Setting)?;
        let retention = Retention {
            days: config.keep_days,
            bots: config.bots.max(1),
            thinking: config.thinking,
            memory: config.table_bytes,
            share: share_of(&config),
        };
        let metrics = Arc::new(Metrics::default());
        let live = LiveTables::new(store.clone(), node, retention, metrics.clone());
        live.begin().await.map_err(|failed| match failed {
            Failed::Store(error) => ServeError::Store(error),
            other => ServeError::Setting(format!("{other:?}")),
        })?;
        let sessions = Sessions::new(live.order_changes(), names.is_secure());
        let (stop, stopping) = watch::channel(false);
        let connections = within_file_handles(config.connections);
        let each = config.connections_each.unwrap_or(config.sockets_each.saturating_add(BESIDE_SOCKETS));
        let app = Arc::new(App {
            live,
            sessions,
            limits: Limits::new(config.rate_scale),
            sockets: Places::new(config.sockets_each, connections),
            polls: Places::new(config.sockets_each, connections),
            connections: Places::new(each, connections),
            answers: Answers::new(config.answer_bytes),
            bodies: Places::new(LARGE_BODIES_EACH, LARGE_BODIES),
            exports: Places::new(EXPORTS_EACH, EXPORTS),
            pool: Pool::new(config.analyses, metrics),
            reviews: Reviews::default(),
            running_games: RunningGames::default(),
            names,
            proxies: Proxies::new(config.behind_proxy, &config.trusted_proxies),
            times: config.times,
            metrics_apart: monitor.is_some(),
            health: HealthProbe::default(),
            stopping,
        });
        Ok(Server { listener, monitor, app, store, stop, times: config.times, address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it listens for `/metrics`, if that is elsewhere.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.monitor.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// The address that people open.
    #[must_use]
    pub fn url(&self) -> String {
        self.app.names.url().to_owned()
    }

    /// Serves until `stopped`, then finishes open requests and closes the store.
    pub async fn run(self, stopped: impl Future<Output = ()>) {
        let mut tasks = self.app.live.start();
        let closing = watch::Sender::new(());
        if let Some(listener) = self.monitor {
            let (router, closing) = (monitoring(self.app.clone()), closing.clone());
            // Its few connections do not share places with the public ones.
            let accepting = Accepting { places: Places::new(64, 64), router, times: self.times, app: None };
            tasks.push(crate::task::spawn(async move { accepting.run(&listener, &closing).await }));
        }
        let accepting = Accepting {
            places: self.app.connections.clone(),
            router: router(self.app.clone()),
            times: self.times,
            app: Some(self.app.clone()),
        };
        tokio::select! {
            () = stopped => {}
            () = accepting.run(&self.listener, &closing) => {}
        }
        tracing::info!("stopping");
        drop((self.listener, accepting));
        self.stop.send_replace(true);
        // What they have found by now is sent.
        self.app.pool.close();
        closing.send_replace(());
        // Closed once every connection has dropped its receiver.
        if tokio::time::timeout(GRACE, closing.closed()).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
        let close = async {
            self.app.live.end().await;
            self.store.close().await;
        };
        // A store that does not answer has committed what was acknowledged.
        if tokio::time::timeout(GRACE, close).await.is_err() {
            tracing::warn!("the store was not closed in time");
        }
        tracing::info!("stopped");
    }
}

/// What one client may take of the public list, which shows 100 tables, and of the store.
fn share_of(config: &Config) -> StoreShare {
    if config.rate_scale == 0.0 {
        return StoreShare::default();
    }
    let listed = (LISTED_EACH * config.rate_scale).ceil() as u32;
    StoreShare { listed, bytes: config.store_bytes / STORE_SHARES }
}

/// Accepts connections within their limits.
struct Accepting {
    places: Places,
    router: axum::Router,
    times: Times,
    /// Knows the proxies and counts; none where neither matters.
    app: Option<Arc<App>>,
}

impl Accepting {
    async fn run(&self, listener: &TcpListener, closing: &watch::Sender<()>) {
        loop {
            // A connection beyond the limit waits in the system's queue, where it costs nothing.
            while self.places.is_full() {
                tokio::time::sleep(FULL).await;
            }
            let (stream, peer) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, mostly: others must close theirs first.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            // A proxy brings many clients.
            let proxy = self.app.as_ref().is_some_and(|app| app.proxies.trusts(peer.ip()));
            let Some(place) = self.places.take(Some(peer.ip()).filter(|_| !proxy)) else {
                if let Some(app) = &self.app {
                    app.live.metrics.connection_refused();
                }
                continue;
            };
            let place = (place, self.places.is_crowded());
            let (router, closing) = (self.router.clone(), closing.subscribe());
            crate::task::spawn(connection::serve(stream, peer, router, self.times, place, closing));
        }
    }
}

/// At most as many connections as there are file handles: the store must be able to open its files.
fn within_file_handles(connections: usize) -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    match soft.map(|soft| soft.saturating_sub(OTHER_FILES).max(1)) {
        Some(most) if most < connections => {
            if most < FEW_CONNECTIONS {
                tracing::warn!(most, "the system's limit of open files allows few connections: raise it");
            } else {
                tracing::info!(most, "the system's limit of open files allows fewer connections");
            }
            most
        }
        _ => connections,
    }
}
