//! One file, one writer. Writes that wait together are committed together: a commit costs one flush of the disk,
//! however many tables it serves. Each write of a batch succeeds or fails on its own and is answered after the commit.
//!
//! A connection per request was the alternative: SQLite lets one of them write at a time anyway, and each would
//! pay for a flush of its own.

use super::op::{self, Answer, Op};
use super::{Notice, Patience, StoreError, schema};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};

/// Writes of one transaction, at most.
const BATCH: usize = 256;
/// Writes that may queue; further ones wait to enter the queue.
const QUEUE: usize = 4096;
/// Connections that read beside the writer.
const READERS: u32 = 4;

#[derive(Clone, Debug)]
pub(super) struct Sqlite {
    readers: AnyPool,
    writer: mpsc::Sender<Message>,
    notices: broadcast::Sender<Notice>,
    /// Held as long as the store is open: a second server on the same file would not see the first one's moves.
    _lock: Arc<File>,
}

#[derive(Debug)]
enum Message {
    Write(Op, oneshot::Sender<Result<Answer, StoreError>>),
    Close(oneshot::Sender<()>),
}

impl Sqlite {
    pub(super) async fn open(path: &str, patience: Patience) -> Result<Sqlite, StoreError> {
        Self::open_with(path, patience, "").await
    }

    /// Opens a file; `extra` is run on the writing connection.
    async fn open_with(path: &str, patience: Patience, extra: &'static str) -> Result<Sqlite, StoreError> {
        // Absolute addresses may be written with two or three slashes.
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() || path.contains('\0') {
            return Err(StoreError::Address("sqlite: wants the path of a file".to_owned()));
        }
        let lock = Arc::new(lock(path)?);
        let url = format!("sqlite:{}?mode=rwc", encoded(path));
        let wait = patience.lock.as_millis();
        let settings = format!(
            "PRAGMA busy_timeout = {wait}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
             PRAGMA wal_autocheckpoint = 4000; PRAGMA foreign_keys = OFF;"
        );
        let mut connection = AnyConnection::connect(&url).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(settings)).execute(&mut connection).await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await?;
        schema::migrate(&mut connection).await?;
        // Old leases are void: only one server opens the file.
        sqlx::raw_sql("UPDATE tables SET lease_until = 0; COMMIT").execute(&mut connection).await?;
        sqlx::raw_sql(extra).execute(&mut connection).await?;

        let readers = AnyPoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .acquire_timeout(patience.connect)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    let wait = format!("PRAGMA busy_timeout = {wait}; PRAGMA query_only = 1");
                    sqlx::raw_sql(sqlx::AssertSqlSafe(wait)).execute(connection).await.map(|_| ())
                })
            })
            .connect_lazy(&url)?;
        let (writer, queue) = mpsc::channel(QUEUE);
        tokio::spawn(serve(connection, queue));
        Ok(Sqlite { readers, writer, notices: broadcast::Sender::new(1), _lock: lock })
    }

    pub(super) fn readers(&self) -> &AnyPool {
        &self.readers
    }

    pub(super) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    pub(super) async fn write(&self, op: Op) -> Result<Answer, StoreError> {
        let closed = || StoreError::Lost("the store is closed".to_owned());
        let (answer, answered) = oneshot::channel();
        self.writer.send(Message::Write(op, answer)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.writer.send(Message::Close(done)).await.is_ok() {
            // An error means that the writer is gone, which is what was asked for.
            let _ = closed.await;
        }
        self.readers.close().await;
    }
}

fn lock(path: &str) -> Result<File, StoreError> {
    let beside = format!("{path}.lock");
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::Locked(format!("{beside} cannot be written: {error}"))
        }
        std::io::ErrorKind::StorageFull => StoreError::Full(format!("{beside}: {error}")),
        _ => StoreError::Lost(format!("{beside} cannot be opened: {error}")),
    };
    if let Some(parent) = Path::new(path).parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    let file = File::options().create(true).append(true).open(&beside).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(format!("another server has {path} open"))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// A path as part of an address: everything special becomes `%XX`.
fn encoded(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

async fn serve(mut connection: AnyConnection, mut queue: mpsc::Receiver<Message>) {
    let mut waiting = Vec::new();
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
        let mut ops = Vec::new();
        let mut closing = None;
        for message in waiting.drain(..) {
            match message {
                Message::Write(op, answer) => ops.push((op, answer)),
                Message::Close(done) => closing = Some(done),
            }
        }
        commit(&mut connection, ops).await;
        if let Some(done) = closing {
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "the store did not close cleanly");
            }
            // The closing task may have stopped waiting.
            let _ = done.send(());
            return;
        }
    }
}

type Waiting = (Op, oneshot::Sender<Result<Answer, StoreError>>);

async fn commit(connection: &mut AnyConnection, ops: Vec<Waiting>) {
    if ops.is_empty() {
        return;
    }
    let results = match transaction(connection, ops.iter().map(|(op, _)| op)).await {
        Ok(results) => results,
        // One of them broke the transaction: each gets its own, so that only that one fails.
        Err(_) if ops.len() > 1 => {
            let mut results = Vec::new();
            for (op, _) in &ops {
                let alone = transaction(connection, std::iter::once(op)).await;
                results.push(alone.and_then(|mut results| results.pop().unwrap_or(Err(StoreError::Missing))));
            }
            results
        }
        Err(error) => vec![Err(error)],
    };
    for ((_, answer), result) in ops.into_iter().zip(results) {
        // The sender may have gone; the write is stored anyway.
        let _ = answer.send(result);
    }
}

/// Runs writes in one transaction. An error means that none of them was stored.
async fn transaction(
    connection: &mut AnyConnection,
    ops: impl Iterator<Item = &Op>,
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut results = Vec::new();
    for op in ops {
        let result = op::run(connection, op, false).await;
        match result {
            Ok(_) | Err(StoreError::Conflict { .. } | StoreError::Missing | StoreError::Exists) => {
                results.push(result);
            }
            Err(error) => {
                roll_back(connection).await;
                return Err(error);
            }
        }
    }
    if let Err(error) = sqlx::raw_sql("COMMIT").execute(&mut *connection).await {
        roll_back(connection).await;
        return Err(error.into());
    }
    Ok(results)
}

async fn roll_back(connection: &mut AnyConnection) {
    // after some errors SQLite has rolled back already and reports that; a real failure shows at the next BEGIN.
    let _ = sqlx::raw_sql("ROLLBACK").execute(connection).await;
}

#[cfg(test)]
mod tests {
    use super::super::{Append, Facts, NewTable, Status, TableId};
    use super::*;
    use std::time::Duration;

    fn facts() -> Facts {
        Facts { listed: false, status: Status::Open, due: 0, expires: 0, summary: String::new() }
    }

    fn new_table(id: &TableId) -> NewTable {
        NewTable { id: id.clone(), spec: "toy".into(), entries: vec!["one".into()], facts: facts(), now: 1 }
    }

    #[tokio::test]
    async fn a_full_disk_refuses_clearly_and_keeps_what_was_acknowledged() {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.db");
        let path = path.to_str().unwrap();
        // SQLite's own limit gives the same error as a disk without room, at the same places.
        let store = Sqlite::open_with(path, Patience::default(), "PRAGMA max_page_count = 24").await.unwrap();
        let id = TableId::from_bits([1; 16]);
        store.write(Op::Create(new_table(&id))).await.unwrap();
        let mut seq = 1;
        let error = loop {
            let op = Append {
                id: id.clone(),
                expected: seq,
                entries: vec!["x".repeat(2000)],
                facts: facts(),
                lease: None,
                now: 2,
            };
            match store.write(Op::Append(op)).await {
                Ok(answer) => {
                    seq += 1;
                    assert_eq!(answer, Answer::Seq(seq));
                    assert!(seq < 1000, "the limit had no effect");
                }
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full(_)), "{error}");
        store.close().await;
        drop(store);
        let store = Sqlite::open(path, Patience::default()).await.unwrap();
        let (row, entries) = super::super::read::since(store.readers(), &id, 0).await.unwrap();
        assert_eq!((row.seq, entries.len() as i64), (seq, seq));
    }

    #[tokio::test]
    async fn a_file_locked_by_another_program_is_waited_for_then_refused_then_used_again() {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd name 100%?.db");
        let path = path.to_str().unwrap();
        let patience = Patience { lock: Duration::from_millis(50), ..Patience::default() };
        let store = Sqlite::open(path, patience).await.unwrap();
        let mut other = AnyConnection::connect(&format!("sqlite:{}", encoded(path))).await.unwrap();
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        let id = TableId::from_bits([2; 16]);
        let error = store.write(Op::Create(new_table(&id))).await.unwrap_err();
        assert!(matches!(error, StoreError::Locked(_)), "{error}");
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
        assert_eq!(store.write(Op::Create(new_table(&id))).await, Ok(Answer::Seq(1)));
        // A second server fails at once.
        let second = Sqlite::open(path, patience).await.unwrap_err();
        assert!(second.to_string().contains("another server"), "{second}");
    }
}
