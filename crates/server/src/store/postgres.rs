//! Writes that wait together share a transaction, with a notification (table, number) for each to the other nodes inside
//! it, so nothing uncommitted is ever announced. Other nodes read the entries from the database, because notifications are short.
//!
//! Polling was the alternative; its cost grows with its frequency.

use super::op::{self, Answer, Op};
use super::{Notice, Patience, StoreError, TableId, schema, share};
use sqlx::any::AnyPoolOptions;
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;

/// Connections of one node.
const CONNECTIONS: u32 = 12;
/// Transactions that write at the same time; the other connections read.
const WRITERS: usize = 4;
/// Writes of one transaction, at most.
const BATCH: usize = 128;
/// Writes that may queue; further ones wait to enter the queue.
const QUEUE: usize = 4096;
const CHANNEL: &str = "breadboard";
/// The size of our tables and indexes without what deleted rows have left: files do not shrink when rows are deleted, so by
/// their size alone a store that was full once would always be full. How much of them the rows fill is known from the last
/// time at which the database counted the rows; it does so by itself when a tenth has changed. 32 bytes are the header of a
/// row, its alignment and the pointer to it. An index is taken for as full as if it held whole rows, which is too much
/// rather than too little; what was never counted is taken for full.
pub(super) const SIZE: &str = "SELECT CAST(COALESCE(SUM(file.size * \
    LEAST(1, NULLIF(t.reltuples, -1) * (32 + s.width) / NULLIF(file.pages, 0) / current_setting('block_size')::float8)), 0) \
    AS BIGINT) FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace \
    CROSS JOIN LATERAL (SELECT SUM(avg_width) AS width FROM pg_stats \
    WHERE schemaname = n.nspname AND tablename = t.relname AND NOT inherited) s \
    CROSS JOIN LATERAL (SELECT pg_table_size(t.oid) AS size, t.relpages AS pages \
    UNION ALL SELECT pg_relation_size(i.oid), i.relpages FROM pg_index JOIN pg_class i ON i.oid = indexrelid \
    WHERE indrelid = t.oid) file \
    WHERE t.relkind = 'r' AND n.oid = (SELECT relnamespace FROM pg_class WHERE oid = 'tables'::regclass)";
/// What stands for a table in a note about shared values.
const VALUES: &str = "values";
/// What stands for a table in a note that is not stored.
const BROADCAST: &str = "told";
/// The pause between two attempts to listen again.
const PAUSE: Duration = Duration::from_millis(300);
/// Notices that wait for a slow listener before it must read everything again.
const NOTICES: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct Postgres {
    pool: AnyPool,
    notices: broadcast::Sender<Notice>,
    writer: mpsc::Sender<Waiting>,
    listener: Arc<Listener>,
}

type Waiting = (Op, oneshot::Sender<Result<Answer, StoreError>>);

#[derive(Debug)]
struct Listener(JoinHandle<()>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Postgres {
    pub(super) async fn open(url: &str, node: &str, patience: Patience) -> Result<Postgres, StoreError> {
        let pool = pool(url, patience).await?;
        let mut connection = pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        // Nodes that start together take turns.
        sqlx::raw_sql("SELECT pg_advisory_xact_lock(7020120451)").execute(&mut *transaction).await?;
        schema::migrate(&mut transaction).await?;
        transaction.commit().await?;
        drop(connection);
        Self::start(url, node, pool).await
    }

    /// Opens a database that servers may be using.
    pub(super) async fn open_beside(
        url: &str,
        node: &str,
        patience: Patience,
    ) -> Result<Postgres, StoreError> {
        let pool = pool(url, patience).await?;
        schema::must_be_current(&mut *pool.acquire().await?).await?;
        Self::start(url, node, pool).await
    }

    async fn start(url: &str, node: &str, pool: AnyPool) -> Result<Postgres, StoreError> {
        let notices = broadcast::Sender::new(NOTICES);
        let node: Arc<str> = node.into();
        let listening = listener(url).await?;
        let listening = crate::task::spawn(listen(listening, url.to_owned(), node.clone(), notices.clone()));
        let (writer, queue) = mpsc::channel(QUEUE);
        crate::task::spawn(serve(Writer { pool: pool.clone(), node }, queue));
        Ok(Postgres { pool, notices, writer, listener: Arc::new(Listener(listening)) })
    }

    pub(super) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    pub(super) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    pub(super) async fn write(&self, op: Op) -> Result<Answer, StoreError> {
        let closed = || StoreError::Lost("the store is closed".to_owned());
        let (answer, answered) = oneshot::channel();
        self.writer.send((op, answer)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    pub(super) async fn close(&self) {
        self.listener.0.abort();
        self.pool.close().await;
    }
}

/// Writes what is queued. A few transactions run at a time, and what waits meanwhile shares the next one: commits that
/// notify other nodes wait for each other in the database anyway.
async fn serve(writer: Writer, mut queue: mpsc::Receiver<Waiting>) {
    let writer = Arc::new(writer);
    let places = Arc::new(Semaphore::new(WRITERS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let mut waiting = Vec::new();
        if queue.recv_many(&mut waiting, BATCH).await == 0 {
            return;
        }
        let writer = writer.clone();
        crate::task::spawn(async move {
            writer.commit(waiting).await;
            drop(place);
        });
    }
}

/// What a transaction needs.
#[derive(Debug)]
struct Writer {
    pool: AnyPool,
    node: Arc<str>,
}

impl Writer {
    async fn commit(&self, mut waiting: Vec<Waiting>) {
        // In one order on all nodes, so that two transactions never wait for each other.
        waiting.sort_by(|(one, _), (two, _)| one.table().cmp(&two.table()));
        let all: Vec<&Op> = waiting.iter().map(|(op, _)| op).collect();
        let results = match self.write(&all).await {
            Ok(results) => results,
            // Some may be stored, and then all of them are.
            Err(error @ StoreError::Unknown(_)) => vec![Err(error); all.len()],
            Err(error) if all.len() == 1 => vec![Err(error)],
            // One of them broke the transaction: each gets its own, so that only that one fails.
            Err(_) => {
                let mut results = Vec::new();
                for op in &all {
                    let alone = self.write(&[op]).await;
                    results.push(
                        alone.and_then(|mut results| results.pop().unwrap_or(Err(StoreError::Missing))),
                    );
                }
                results
            }
        };
        for ((_, answer), result) in waiting.into_iter().zip(results) {
            // The sender may have gone; the write is stored anyway.
            let _ = answer.send(result);
        }
    }

    async fn write(&self, ops: &[&Op]) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
        // After an outage every connection of the pool may be dead; each is detected by one attempt.
        for _ in 0..=CONNECTIONS {
            let mut connection = self.pool.acquire().await?;
            match self.transaction(&mut connection, ops).await {
                // Nothing was committed, so it may be tried on another connection.
                Err(StoreError::Lost(_)) => drop(connection.detach()),
                result => return result,
            }
        }
        Err(StoreError::Lost("every connection broke".to_owned()))
    }

    /// Writes in one transaction. [`StoreError::Unknown`] if the connection broke while committing.
    async fn transaction(
        &self,
        connection: &mut AnyConnection,
        ops: &[&Op],
    ) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
        let mut transaction = connection.begin().await?;
        share::wait_for_openers(&mut transaction, ops).await?;
        let answers = op::run_all(&mut transaction, ops).await?;
        let granted = ops.iter().zip(&answers);
        let notes: Vec<String> =
            granted.filter_map(|(op, answer)| self.note(op, answer.as_ref().ok()?)).collect();
        if !notes.is_empty() {
            // One text with a note a line is split by the database: the statement is the same for any number.
            sqlx::query("SELECT pg_notify($1, note) FROM regexp_split_to_table($2, E'\\n') AS notes (note)")
                .bind(CHANNEL)
                .bind(notes.join("\n"))
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await.map_err(|error| StoreError::Unknown(error.to_string()))?;
        Ok(answers)
    }

    /// The notification to the other nodes.
    fn note(&self, op: &Op, answer: &Answer) -> Option<String> {
        let (id, seq) = match (op, answer) {
            (Op::Append(append), Answer::Seq(seq)) => (&append.id, *seq),
            (Op::Delete { id, .. }, _) => (id, 0),
            (Op::Broadcast { text }, _) => return Some(format!("{} {BROADCAST} {text}", self.node)),
            (Op::Set { .. } | Op::Forget { .. }, _) => return Some(format!("{} {VALUES} 0", self.node)),
            _ => return None,
        };
        Some(format!("{} {id} {seq}", self.node))
    }
}

async fn pool(url: &str, patience: Patience) -> Result<AnyPool, StoreError> {
    let wait = patience.lock.as_millis();
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(patience.connect)
        // A broken connection is found by using it, and replaced; asking each time costs a round trip.
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                let settings =
                    format!("SET lock_timeout = {wait}; SET synchronous_commit = on; SET client_min_messages = warning");
                sqlx::raw_sql(sqlx::AssertSqlSafe(settings)).execute(connection).await.map(|_| ())
            })
        });
    Ok(pool.connect(url).await?)
}

async fn listener(url: &str) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

async fn listen(mut listening: PgListener, url: String, node: Arc<str>, notices: broadcast::Sender<Notice>) {
    // Without subscribers the notice is dropped.
    loop {
        match listening.try_recv().await {
            Ok(Some(note)) => {
                if let Some(notice) = read(note.payload(), &node) {
                    let _ = notices.send(notice);
                }
                continue;
            }
            Ok(None) => {
                tracing::warn!("the connection that listens for other nodes was lost and is made again");
            }
            Err(error) => {
                tracing::warn!(%error, "listening for other nodes failed and is tried again");
                listening = loop {
                    tokio::time::sleep(PAUSE).await;
                    if let Ok(listening) = listener(&url).await {
                        break listening;
                    }
                };
            }
        }
        // Only now that it listens again: what is committed from here on is heard, what came before must be read.
        let _ = notices.send(Notice::Missed);
    }
}

/// A notification of another node; `None` for this node's own and for other payloads.
fn read(note: &str, own: &str) -> Option<Notice> {
    let mut words = note.splitn(3, ' ');
    let (node, id, seq) = (words.next()?, words.next()?, words.next()?);
    if node == own {
        return None;
    }
    if id == BROADCAST {
        return Some(Notice::Broadcast { node: node.to_owned(), text: seq.to_owned() });
    }
    if id == VALUES {
        return Some(Notice::Values);
    }
    Some(Notice::Changed { id: TableId::read(id)?, seq: seq.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_others_are_read_and_ones_own_are_not() {
        let id = TableId::from_bits([3; 16]);
        let note = format!("n1 {id} 17");
        assert_eq!(read(&note, "n2"), Some(Notice::Changed { id, seq: 17 }));
        assert_eq!(read(&note, "n1"), None);
        assert_eq!(read("n1 values 0", "n2"), Some(Notice::Values));
        let told = Notice::Broadcast { node: "n1".to_owned(), text: "who *".to_owned() };
        assert_eq!(read("n1 told who *", "n2"), Some(told));
        assert_eq!(read("n1 told who *", "n1"), None);
        for bad in ["", "n1", "n1 x 1", "n1 aaaaaaaaaaaaaaaaaaaaaaaaaa x"] {
            assert_eq!(read(bad, "n2"), None, "{bad}");
        }
    }
}
