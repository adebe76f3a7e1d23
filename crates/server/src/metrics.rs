//! A dozen numbers for Prometheus, as atomic counters. A metrics library was the alternative: some twenty crates to
//! write a dozen lines of text.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper ends of the buckets of durations, in milliseconds.
const BUCKETS: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/// How long something took.
#[derive(Debug, Default)]
struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    fn note(&self, took: Duration) {
        let millis = took.as_micros().div_ceil(1000) as u64;
        if let Some(bucket) = BUCKETS.iter().position(|end| millis <= *end) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (end, bucket) in BUCKETS.iter().zip(&self.buckets) {
            sum += bucket.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", *end as f64 / 1000.0);
        }
        let count = self.count.load(Relaxed);
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let _ =
            writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// What is read when it is asked for.
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    /// Tables in memory.
    pub(crate) tables: usize,
    /// What they take, in bytes, as estimated.
    pub(crate) table_bytes: u64,
    /// The size of the store, in bytes.
    pub(crate) store_bytes: u64,
    /// Damaged tables that were put off.
    pub(crate) quarantined: usize,
    /// Open connections.
    pub(crate) connections: usize,
    /// Analyses and reviews that run, and that wait.
    pub(crate) analyses: (usize, usize),
    /// By class: bots that wait, and the longest wait.
    pub(crate) bots: Vec<(&'static str, (usize, Duration))>,
}

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    opened: AtomicU64,
    entries: AtomicU64,
    loads: AtomicU64,
    refused: AtomicU64,
    store_failures: AtomicU64,
    requests: AtomicU64,
    limited: AtomicU64,
    failures: AtomicU64,
    sockets: AtomicU64,
    sent: AtomicU64,
    commits: Histogram,
    thinking: Histogram,
    waiting: Histogram,
    cut_short: AtomicU64,
    connections_refused: AtomicU64,
    nodes: AtomicU64,
    analysing: Histogram,
    analyses_refused: AtomicU64,
    analyses_left: AtomicU64,
}

impl Metrics {
    pub(crate) fn opened(&self) {
        self.opened.fetch_add(1, Relaxed);
    }

    /// A table is read from the store.
    pub(crate) fn loaded(&self) {
        self.loads.fetch_add(1, Relaxed);
    }

    /// An action was stored.
    pub(crate) fn acted(&self, took: Duration, entries: usize) {
        self.entries.fetch_add(entries as u64, Relaxed);
        self.commits.note(took);
    }

    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    pub(crate) fn store_failed(&self) {
        self.store_failures.fetch_add(1, Relaxed);
    }

    /// A bot has chosen a move and looked at this many positions for it.
    pub(crate) fn thought(&self, took: Duration, nodes: u64) {
        self.thinking.note(took);
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// A bot's turn has begun, after this wait.
    pub(crate) fn bot_waited(&self, waited: Duration) {
        self.waiting.note(waited);
    }

    /// A connection was refused: its address has too many.
    pub(crate) fn connection_refused(&self) {
        self.connections_refused.fetch_add(1, Relaxed);
    }

    /// A bot had less time than its level, because others waited.
    pub(crate) fn bot_cut_short(&self) {
        self.cut_short.fetch_add(1, Relaxed);
    }

    /// An analysis or a review has ended after this time.
    pub(crate) fn analysed(&self, took: Duration) {
        self.analysing.note(took);
    }

    /// An analysis was refused: too many wait.
    pub(crate) fn analysis_refused(&self) {
        self.analyses_refused.fetch_add(1, Relaxed);
    }

    /// An analysis was ended because its client has left or asked for another one.
    pub(crate) fn analysis_left(&self) {
        self.analyses_left.fetch_add(1, Relaxed);
    }

    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16) {
        self.requests.fetch_add(1, Relaxed);
        if status == 429 {
            self.limited.fetch_add(1, Relaxed);
        }
        if status >= 500 {
            self.failures.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn socket_opened(&self) {
        self.sockets.fetch_add(1, Relaxed);
    }

    pub(crate) fn socket_closed(&self) {
        self.sockets.fetch_sub(1, Relaxed);
    }

    pub(crate) fn sockets(&self) -> u64 {
        self.sockets.load(Relaxed)
    }

    pub(crate) fn sent(&self) {
        self.sent.fetch_add(1, Relaxed);
    }

    /// What only grows: name, help, value.
    fn counters(&self) -> [(&'static str, &'static str, &AtomicU64); 14] {
        [
            ("breadboard_tables_opened_total", "Tables opened by this node.", &self.opened),
            ("breadboard_entries_total", "Entries stored by this node.", &self.entries),
            ("breadboard_loads_total", "Tables read from the store and replayed.", &self.loads),
            ("breadboard_refusals_total", "Requests that a table refused.", &self.refused),
            ("breadboard_store_failures_total", "Changes that were not stored.", &self.store_failures),
            ("breadboard_http_requests_total", "HTTP requests answered.", &self.requests),
            ("breadboard_http_limited_total", "HTTP requests refused by a rate limit.", &self.limited),
            ("breadboard_http_failures_total", "HTTP requests answered with a server error.", &self.failures),
            ("breadboard_socket_messages_total", "Messages sent through sockets.", &self.sent),
            (
                "breadboard_connections_refused_total",
                "Connections above the limit of their address.",
                &self.connections_refused,
            ),
            (
                "breadboard_bot_cut_short_total",
                "Bot turns with less time than their level has.",
                &self.cut_short,
            ),
            ("breadboard_bot_nodes_total", "Positions that bots looked at.", &self.nodes),
            (
                "breadboard_analyses_refused_total",
                "Analyses and reviews that found too many waiting.",
                &self.analyses_refused,
            ),
            (
                "breadboard_analyses_left_total",
                "Analyses and reviews that ended early: the client left or asked for another one.",
                &self.analyses_left,
            ),
        ]
    }

    /// All of it, as Prometheus reads it.
    pub(crate) fn text(&self, now: &Gauges) -> String {
        let mut out = String::new();
        let mut one = |kind: &str, name: &str, help: &str, value: u64| {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        };
        for (name, help, value) in self.counters() {
            one("counter", name, help, value.load(Relaxed));
        }
        one("gauge", "breadboard_sockets", "Open sockets.", self.sockets());
        one("gauge", "breadboard_tables", "Tables in memory.", now.tables as u64);
        one("gauge", "breadboard_table_bytes", "Memory of tables, as estimated.", now.table_bytes);
        one("gauge", "breadboard_store_bytes", "Size of the store.", now.store_bytes);
        one(
            "gauge",
            "breadboard_quarantined_tables",
            "Damaged tables that were put off.",
            now.quarantined as u64,
        );
        one(
            "gauge",
            "breadboard_connections",
            "Open connections, sockets among them.",
            now.connections as u64,
        );
        let (running, waiting) = now.analyses;
        one("gauge", "breadboard_analyses", "Analyses and reviews that run.", running as u64);
        one("gauge", "breadboard_analyses_waiting", "Analyses and reviews that wait.", waiting as u64);
        let _ = writeln!(
            out,
            "# HELP breadboard_bots_waiting Bots that wait for their turn to think.\n# TYPE breadboard_bots_waiting gauge"
        );
        for (class, (count, _)) in &now.bots {
            let _ = writeln!(out, "breadboard_bots_waiting{{class=\"{class}\"}} {count}");
        }
        let _ = writeln!(
            out,
            "# HELP breadboard_bot_queue_age_seconds The longest wait in the queue now.\n\
             # TYPE breadboard_bot_queue_age_seconds gauge"
        );
        for (class, (_, age)) in &now.bots {
            let _ =
                writeln!(out, "breadboard_bot_queue_age_seconds{{class=\"{class}\"}} {}", age.as_secs_f64());
        }
        self.commits.write(&mut out, "breadboard_commit_seconds", "From a request to its commit.");
        self.waiting.write(
            &mut out,
            "breadboard_bot_wait_seconds",
            "How long bots waited before they thought.",
        );
        self.thinking.write(&mut out, "breadboard_bot_seconds", "How long bots thought.");
        self.analysing.write(&mut out, "breadboard_analysis_seconds", "How long analyses and reviews took.");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_fall_into_buckets_that_add_up() {
        let metrics = Metrics::default();
        for millis in [0, 1, 3, 7000] {
            metrics.acted(Duration::from_millis(millis), 1);
        }
        let bots = vec![("person", (2, Duration::from_millis(1500)))];
        let text = metrics.text(&Gauges { tables: 3, bots, ..Gauges::default() });
        assert!(text.contains("breadboard_commit_seconds_bucket{le=\"0.001\"} 2\n"), "{text}");
        assert!(text.contains("breadboard_commit_seconds_bucket{le=\"5\"} 3\n"), "{text}");
        assert!(text.contains("breadboard_commit_seconds_bucket{le=\"+Inf\"} 4\n"), "{text}");
        assert!(text.contains("breadboard_tables 3\n"), "{text}");
        assert!(text.contains("breadboard_bots_waiting{class=\"person\"} 2\n"), "{text}");
        assert!(text.contains("breadboard_bot_queue_age_seconds{class=\"person\"} 1.5\n"), "{text}");
    }
}
