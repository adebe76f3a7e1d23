//! One transaction per write, with a notification (table, number) to the other nodes inside it, so nothing uncommitted
//! is ever announced. Other nodes read the entries from the database, because notifications are short.
//!
//! Polling was the alternative; it costs more the faster it should be.

use super::op::{self, Answer, Op};
use super::{Notice, Patience, StoreError, TableId, schema};
use sqlx::any::AnyPoolOptions;
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

/// Connections of one node.
const CONNECTIONS: u32 = 12;
const CHANNEL: &str = "breadboard";
/// The pause between two attempts to listen again.
const PAUSE: Duration = Duration::from_millis(300);
/// Notices that wait for a slow listener before it must read everything again.
const NOTICES: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct Postgres {
    pool: AnyPool,
    node: Arc<str>,
    notices: broadcast::Sender<Notice>,
    listener: Arc<Listener>,
}

#[derive(Debug)]
struct Listener(JoinHandle<()>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Postgres {
    pub(super) async fn open(url: &str, node: &str, patience: Patience) -> Result<Postgres, StoreError> {
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
            })
            .connect(url)
            .await?;
        let mut connection = pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        // Nodes that start together take turns.
        sqlx::raw_sql("SELECT pg_advisory_xact_lock(7020120451)").execute(&mut *transaction).await?;
        schema::migrate(&mut transaction).await?;
        transaction.commit().await?;
        drop(connection);

        let notices = broadcast::Sender::new(NOTICES);
        let node: Arc<str> = node.into();
        let listening = listener(url).await?;
        let listening = tokio::spawn(listen(listening, url.to_owned(), node.clone(), notices.clone()));
        Ok(Postgres { pool, node, notices, listener: Arc::new(Listener(listening)) })
    }

    pub(super) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    pub(super) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    pub(super) async fn write(&self, op: Op) -> Result<Answer, StoreError> {
        // After an outage every connection of the pool may be dead; each is detected by one attempt.
        for _ in 0..=CONNECTIONS {
            let mut connection = self.pool.acquire().await?;
            match self.transaction(&mut connection, &op).await {
                // Nothing was committed, so it may be tried on another connection.
                Err(StoreError::Lost(_)) => drop(connection.detach()),
                result => return result,
            }
        }
        Err(StoreError::Lost("every connection broke".to_owned()))
    }

    /// One write in one transaction. [`StoreError::Unknown`] if the connection broke while committing.
    async fn transaction(&self, connection: &mut AnyConnection, op: &Op) -> Result<Answer, StoreError> {
        let mut transaction = connection.begin().await?;
        let answer = op::run(&mut transaction, op).await?;
        if let Some(note) = self.note(op, &answer) {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(note)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await.map_err(|error| StoreError::Unknown(error.to_string()))?;
        Ok(answer)
    }

    /// The notification to the other nodes.
    fn note(&self, op: &Op, answer: &Answer) -> Option<String> {
        let (id, seq) = match (op, answer) {
            (Op::Append(append), Answer::Seq(seq)) => (&append.id, *seq),
            (Op::Delete { id, .. }, _) => (id, 0),
            _ => return None,
        };
        Some(format!("{} {id} {seq}", self.node))
    }

    pub(super) async fn close(&self) {
        self.listener.0.abort();
        self.pool.close().await;
    }
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
    let mut words = note.split(' ');
    let (node, id, seq) = (words.next()?, words.next()?, words.next()?);
    if node == own {
        return None;
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
        for bad in ["", "n1", "n1 x 1", "n1 aaaaaaaaaaaaaaaaaaaaaaaaaa x"] {
            assert_eq!(read(bad, "n2"), None, "{bad}");
        }
    }
}
