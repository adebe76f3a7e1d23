//! What a serving program needs from the system: threads, a log, and signals to stop.

use std::future::Future;
use std::io;
use std::time::Duration;
use tracing::Level;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;

/// How long work beside the requests may still take when everything else has ended. It changes nothing that is stored.
const LAST_WORK: Duration = Duration::from_secs(1);

/// Runs on threads to serve on, until `main` has ended. What then still runs on other threads is not waited for: a long
/// record that is being studied kept the program for minutes.
///
/// # Errors
/// The system gives no threads.
pub fn block_on<T>(main: impl Future<Output = T>) -> io::Result<T> {
    let threads = &mut tokio::runtime::Builder::new_multi_thread();
    let runtime = threads.enable_all().on_thread_start(crate::priority::serve).build()?;
    let done = runtime.block_on(main);
    runtime.shutdown_timeout(LAST_WORK);
    Ok(done)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_program_ends_while_a_job_runs() {
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let started = Instant::now();
        let done = block_on(async {
            let (begin, begun) = tokio::sync::oneshot::channel();
            tokio::task::spawn_blocking(move || {
                begin.send(()).unwrap();
                // Until the test has ended, or for a minute.
                let _ = ended.recv_timeout(Duration::from_secs(60));
            });
            begun.await.unwrap();
            7
        });
        assert_eq!(done.unwrap(), 7);
        assert!(started.elapsed() < Duration::from_secs(20), "it waited for {:?}", started.elapsed());
        drop(end);
    }
}
