//! A server in this process.

use breadboard_client::Client;
use breadboard_server::{Config, Server};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
pub struct Running {
    pub url: String,
    #[allow(dead_code, reason = "not every test file asks for numbers")]
    pub metrics: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// A server without rate limits.
    #[allow(dead_code, reason = "not every test file wants to do without")]
    pub async fn start(store: &str) -> Running {
        Running::with(Config { rate_scale: 0.0, ..config(store) }).await
    }

    pub async fn with(config: Config) -> Running {
        let server = bind(config).await;
        let url = format!("http://{}", server.address());
        let metrics = server.metrics_address();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            // Dropping the other end stops it as well.
            let _ = stopped.await;
        }));
        Running { url, metrics, stop, task }
    }

    pub fn client(&self) -> Client {
        Client::new(&self.url).unwrap()
    }

    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }
}

/// A server that has just stopped holds its store until the turn that a bot of it thinks about is over.
async fn bind(config: Config) -> Server {
    let started = Instant::now();
    loop {
        match Server::bind(config.clone()).await {
            Err(error)
                if error.to_string().contains("another server has")
                    && started.elapsed() < Duration::from_secs(10) =>
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            server => return server.unwrap(),
        }
    }
}

/// The usual settings, on a free port.
pub fn config(store: &str) -> Config {
    Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), store: store.to_owned(), ..Config::default() }
}
