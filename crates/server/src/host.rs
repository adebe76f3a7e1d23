//! What a serving program needs from the system: threads, a log, and signals to stop.

use std::io;
use tracing::Level;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;

/// The threads to serve on.
///
/// # Errors
/// The system gives no threads.
pub fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Waits for Ctrl-C or a termination signal.
pub async fn interrupted() {
    let by_keys = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let by_system = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let by_system = std::future::pending::<()>();
    tokio::select! {
        () = by_keys => {}
        () = by_system => {}
    }
}

/// How to write the log, to standard error.
#[derive(Clone, Copy, Debug)]
pub struct Log {
    /// One JSON object per line, instead of text for people.
    pub json: bool,
    /// `error`, `warn`, `info` or `debug`.
    pub level: &'static str,
    /// Whether text is coloured.
    pub color: bool,
}

impl Log {
    /// Starts writing. A second start changes nothing.
    pub fn start(self) {
        let level = match self.level {
            "error" => Level::ERROR,
            "info" => Level::INFO,
            "debug" => Level::DEBUG,
            _ => Level::WARN,
        };
        // The driver logs every statement; only slow ones, which it logs as warnings, are worth reading.
        let filter = Targets::new().with_default(level).with_target("sqlx", level.min(Level::WARN));
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(self.color);
        // An error means that a log is being written already.
        let _ = if self.json {
            let log =
                tracing_subscriber::registry().with(lines.json().flatten_event(true).with_filter(filter));
            tracing::subscriber::set_global_default(log)
        } else {
            let log = tracing_subscriber::registry().with(lines.with_target(false).with_filter(filter));
            tracing::subscriber::set_global_default(log)
        };
    }
}
