//! One file, one writer. Writes that wait together are committed together: a commit costs one flush of the disk,
//! however many tables it serves. Each write of a batch succeeds or fails on its own and is answered after the commit.
//!
//! A connection per request was the alternative: SQLite lets one of them write at a time anyway, and each would
//! pay for a flush of its own.

use super::op::{self, Answer, Op};
use super::{Notice, Patience, StoreError, schema};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _, Row as _};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};

/// Writes of one transaction, at most.
const BATCH: usize = 256;
/// Writes that may queue; further ones wait to enter the queue.
const QUEUE: usize = 4096;
/// Connections that read beside the writer.
const READERS: u32 = 4;
/// How often to look whether another program has written.
const LOOK: Duration = Duration::from_millis(250);
/// Notices that wait for a slow listener before it must read everything again.
const NOTICES: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct Sqlite {
    readers: AnyPool,
    writer: mpsc::Sender<Message>,
    notices: broadcast::Sender<Notice>,
    /// Held by a server as long as the store is open: a second server on the same file would do the first one's work
    /// again.
    lock: Arc<Mutex<Option<Arc<Lock>>>>,
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
        let lock = Arc::new(lock(path)?);
        let mut connection = writing(path, "rwc", patience).await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await?;
        schema::migrate(&mut connection).await?;
        // Old leases are void: only one server opens the file.
        sqlx::raw_sql("UPDATE tables SET lease_until = 0 WHERE lease_until > 0; COMMIT")
            .execute(&mut connection)
            .await?;
        sqlx::raw_sql(extra).execute(&mut connection).await?;
        Self::start(path, patience, connection, Some(lock))
    }

    /// Opens a file that a server may have open. Both write in turn; the server notices what it has not written itself.
    pub(super) async fn open_beside(path: &str, patience: Patience) -> Result<Sqlite, StoreError> {
        if !Path::new(path).exists() {
            return Err(StoreError::Address(format!("there is no file {path}")));
        }
        let mut connection = writing(path, "rw", patience).await?;
        schema::must_be_current(&mut connection).await?;
        Self::start(path, patience, connection, None)
    }

    fn start(
        path: &str,
        patience: Patience,
        connection: AnyConnection,
        lock: Option<Arc<Lock>>,
    ) -> Result<Sqlite, StoreError> {
        let wait = patience.lock.as_millis();
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
            .connect_lazy(&format!("sqlite:{}?mode=rw", encoded(path)))?;
        let (writer, queue) = mpsc::channel(QUEUE);
        let notices = broadcast::Sender::new(NOTICES);
        let serving = Writer { connection, notices: notices.clone(), seen: None };
        crate::task::spawn(serving.serve(queue, lock.clone()));
        Ok(Sqlite { readers, writer, notices, lock: Arc::new(Mutex::new(lock)) })
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
        // Not when the last task that knows the store ends: the next server may start before that.
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// The connection that writes.
async fn writing(path: &str, mode: &str, patience: Patience) -> Result<AnyConnection, StoreError> {
    let wait = patience.lock.as_millis();
    let settings = format!(
        "PRAGMA busy_timeout = {wait}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
         PRAGMA wal_autocheckpoint = 4000; PRAGMA foreign_keys = OFF;"
    );
    let mut connection = AnyConnection::connect(&format!("sqlite:{}?mode={mode}", encoded(path))).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(settings)).execute(&mut connection).await?;
    Ok(connection)
}

/// A locked file. It is unlocked by name, not by closing it: a program that is just being started still has every file of
/// this process, and the lock would last as long.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock of the database ends when the file is closed");
        }
    }
}

/// Makes the file if need be and locks it. The file itself is locked, not a name beside it: the same file may have
/// several names. SQLite's own locks are of another kind and do not meet this one.
pub(super) fn lock(path: &str) -> Result<Lock, StoreError> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::Locked(format!("{path} cannot be written: {error}"))
        }
        std::io::ErrorKind::StorageFull => StoreError::Full(format!("{path}: {error}")),
        _ => StoreError::Lost(format!("{path} cannot be opened: {error}")),
    };
    // Not made here: after a typing error, or without its disk, a server would start with an empty store and look well.
    if let Some(parent) = Path::new(path).parent().filter(|parent| !parent.as_os_str().is_empty())
        && !parent.is_dir()
    {
        let folder = parent.display();
        return Err(StoreError::File(format!(
            "there is no folder {folder}: make it, or correct the store's address"
        )));
    }
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // Elsewhere a lock would keep SQLite itself from the file.
    let locked = if cfg!(unix) { path.to_owned() } else { format!("{path}.lock") };
    let file = options.open(locked).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::Locked(format!("another server has {path} open")));
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    #[cfg(unix)]
    keep_private(path);
    Ok(Lock(file))
}

/// The database holds secrets: only its owner reads it. SQLite gives new files beside it the same rights.
#[cfg(unix)]
fn keep_private(path: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    for name in [path.to_owned(), format!("{path}-wal"), format!("{path}-shm")] {
        let Ok(found) = std::fs::metadata(&name) else { continue };
        let mode = found.permissions().mode();
        if mode & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(&name, std::fs::Permissions::from_mode(mode & 0o700))
        {
            tracing::warn!(%error, file = %name, "others can read the database");
        }
    }
}

/// A path as part of an address: everything special becomes `%XX`.
pub(super) fn encoded(path: &str) -> String {
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

/// The one that writes.
struct Writer {
    connection: AnyConnection,
    notices: broadcast::Sender<Notice>,
    /// SQLite's number of changes by other connections, once it was asked for.
    seen: Option<i64>,
}

impl Writer {
    /// Writes what is queued. `lock` ends after the connection: closing a file ends all locks that this process has on
    /// it, SQLite's too.
    async fn serve(mut self, mut queue: mpsc::Receiver<Message>, lock: Option<Arc<Lock>>) {
        let mut waiting = Vec::new();
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                count = queue.recv_many(&mut waiting, BATCH) => if count == 0 { return },
                _ = look.tick(), if lock.is_some() => {
                    self.look().await;
                    continue;
                }
            }
            let mut ops = Vec::new();
            let mut closing = None;
            for message in waiting.drain(..) {
                match message {
                    Message::Write(op, answer) => ops.push((op, answer)),
                    Message::Close(done) => closing = Some(done),
                }
            }
            commit(&mut self.connection, ops).await;
            if let Some(done) = closing {
                if let Err(error) = self.connection.close().await {
                    tracing::warn!(%error, "the store did not close cleanly");
                }
                // Before the answer: who closes a store may open it again at once.
                drop(lock);
                // The closing task may have stopped waiting.
                let _ = done.send(());
                return;
            }
        }
    }

    /// Tells when another program has written: the operator's commands use the same file. SQLite counts for each
    /// connection what the others commit, and no other connection of this process writes.
    async fn look(&mut self) {
        let row = sqlx::query("PRAGMA data_version").fetch_one(&mut self.connection).await;
        // A store that fails shows it at the next write.
        let Ok(number) = row.and_then(|row| row.try_get::<i64, _>(0)) else { return };
        if self.seen.replace(number).is_some_and(|seen| seen != number) {
            // Without subscribers the notice is dropped.
            let _ = self.notices.send(Notice::Missed);
        }
    }
}

type Waiting = (Op, oneshot::Sender<Result<Answer, StoreError>>);

async fn commit(connection: &mut AnyConnection, ops: Vec<Waiting>) {
    if ops.is_empty() {
        return;
    }
    let all: Vec<&Op> = ops.iter().map(|(op, _)| op).collect();
    let results = match transaction(connection, &all).await {
        Ok(results) => results,
        // One of them broke the transaction: each gets its own, so that only that one fails.
        Err(_) if ops.len() > 1 => {
            let mut results = Vec::new();
            for (op, _) in &ops {
                let alone = transaction(connection, &[op]).await;
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
    ops: &[&Op],
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let results = match op::run_all(connection, ops).await {
        Ok(results) => results,
        Err(error) => {
            roll_back(connection).await;
            return Err(error);
        }
    };
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
    use super::super::{Append, Facts, NewTable, Opener, Status, TableId};
    use super::*;
    use std::time::Duration;

    fn facts() -> Facts {
        Facts {
            listed: false,
            status: Status::Open,
            due: 0,
            expires: 0,
            summary: String::new(),
            people: true,
        }
    }

    fn new_table(id: &TableId) -> NewTable {
        NewTable {
            id: id.clone(),
            spec: "toy".into(),
            entries: vec!["one".into()],
            facts: facts(),
            keepers: Vec::new(),
            opener: Opener::Unknown,
            now: 1,
        }
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
                keepers: None,
                ends: false,
                unnoticed: false,
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
        let probe = Op::Probe { node: "n".to_owned(), now: 1 };
        assert!(store.write(probe.clone()).await.is_err(), "a look at its health shows it, a read would not");
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
        assert_eq!(store.write(Op::Create(new_table(&id))).await, Ok(Answer::Seq(1)));
        assert_eq!(store.write(probe).await, Ok(Answer::Done));
        // A second server fails at once.
        let second = Sqlite::open(path, patience).await.unwrap_err();
        assert!(second.to_string().contains("another server"), "{second}");
        #[cfg(unix)]
        {
            // Under another name it is the same file.
            let (soft, hard) = (folder.path().join("soft.db"), folder.path().join("hard.db"));
            std::os::unix::fs::symlink(path, &soft).unwrap();
            std::fs::hard_link(path, &hard).unwrap();
            for other in [soft, hard] {
                let second = Sqlite::open(other.to_str().unwrap(), patience).await.unwrap_err();
                assert!(second.to_string().contains("another server"), "{second}");
            }
        }
    }

    #[tokio::test]
    async fn a_store_can_be_opened_again_while_another_program_is_being_started() {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let path = path.to_str().unwrap();
        let store = Sqlite::open(path, Patience::default()).await.unwrap();
        // What such a program has of the file until it begins.
        let copy = store.lock.lock().unwrap().as_ref().unwrap().0.try_clone().unwrap();
        store.close().await;
        Sqlite::open(path, Patience::default()).await.unwrap().close().await;
        drop(copy);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn only_the_owner_can_read_the_files() {
        use std::os::unix::fs::PermissionsExt as _;
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private.db");
        let open = async || Sqlite::open(path.to_str().unwrap(), Patience::default()).await.unwrap();
        let modes = || {
            let files = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
            files.map(|file| file.metadata().unwrap().permissions().mode() & 0o777).collect::<Vec<_>>()
        };
        let store = open().await;
        store.write(Op::Create(new_table(&TableId::from_bits([1; 16])))).await.unwrap();
        assert!(modes().len() >= 3 && modes().iter().all(|mode| *mode == 0o600), "{:?}", modes());
        store.close().await;
        drop(store);
        // A file of an earlier version.
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let store = open().await;
        assert!(modes().iter().all(|mode| *mode == 0o600), "{:?}", modes());
        store.close().await;
    }
}
