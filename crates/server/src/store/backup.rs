//! Copies of an SQLite store. `VACUUM INTO` reads one moment of the database while the server goes on writing; the
//! shell's `.backup` starts again with every change and never ends under load. A copy is checked before it counts.

use super::sqlite::{encoded, lock};
use super::{Address, StoreError, schema};
use sqlx::{AnyConnection, AnyPool, Connection as _, Row as _};
use std::fs::File;
use std::path::{Path, PathBuf};

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full(format!("{}: {error}", path.display())),
        std::io::ErrorKind::AlreadyExists => {
            StoreError::File(format!("{} exists already: name a new file", path.display()))
        }
        std::io::ErrorKind::NotFound => {
            StoreError::File(format!("{}: there is no such folder", path.display()))
        }
        _ => StoreError::Other(format!("{}: {error}", path.display())),
    }
}

fn file_of(address: &str) -> Result<&str, StoreError> {
    match Address::read(address)? {
        Address::File(path) => Ok(path),
        Address::Network(_) => {
            Err(StoreError::File("this is for SQLite; use pg_dump and pg_restore for PostgreSQL".to_owned()))
        }
    }
}

async fn connect(path: &str, mode: &str) -> Result<AnyConnection, StoreError> {
    sqlx::any::install_default_drivers();
    Ok(AnyConnection::connect(&format!("sqlite:{}?mode={mode}", encoded(path))).await?)
}

/// What SQLite finds wrong with its file.
pub(super) async fn faults(pool: &AnyPool) -> Result<Vec<String>, StoreError> {
    let mut connection = pool.acquire().await?;
    faults_of(&mut connection).await
}

async fn faults_of(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("PRAGMA integrity_check").fetch_all(connection).await?;
    let lines = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// Checks a file that is to be used as a store.
async fn check(path: &str) -> Result<(), StoreError> {
    let bad = |why: &str| StoreError::File(format!("{path} cannot be used: {why}"));
    let refused = |error: StoreError| match error {
        StoreError::Other(why) => bad(&why),
        error => bad(&error.to_string()),
    };
    let mut connection = connect(path, "ro").await.map_err(refused)?;
    schema::must_be_known(&mut connection).await.map_err(refused)?;
    let faults = faults_of(&mut connection).await.map_err(refused)?;
    // An error of closing changes nothing: it was only read.
    let _ = connection.close().await;
    if faults.is_empty() { Ok(()) } else { Err(bad(&faults.join("; "))) }
}

/// A new file that only its owner reads.
fn private(path: &Path) -> Result<File, StoreError> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| failed(path, &error))
}

/// Makes sure that the names in a folder survive a loss of power.
fn keep_names(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    }
    Ok(())
}

/// Copies a store, which a server may be using, to a new file.
///
/// # Errors
/// The file exists, the store is no SQLite file, or the copy does not pass its check; then there is no file.
pub async fn copy_to(address: &str, target: &Path) -> Result<(), StoreError> {
    let source = file_of(address)?;
    if !Path::new(source).exists() {
        return Err(StoreError::File(format!("there is no file {source}")));
    }
    let text = target.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
    // Before there is anything in it: the copy holds secrets too.
    drop(private(target)?);
    let made = async {
        let mut connection = connect(source, "rw").await?;
        schema::must_be_known(&mut connection).await?;
        sqlx::raw_sql("PRAGMA busy_timeout = 5000").execute(&mut connection).await?;
        sqlx::query("VACUUM INTO $1").bind(text).execute(&mut connection).await?;
        connection.close().await?;
        check(text).await?;
        File::open(target).and_then(|file| file.sync_all()).map_err(|error| failed(target, &error))?;
        keep_names(target)
    };
    let made = made.await;
    if made.is_err() {
        // The first error is what matters.
        let _ = std::fs::remove_file(target);
    }
    made
}

/// A store in whose place a copy was put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Where the store is now that was there before, if there was one.
    pub before: Option<PathBuf>,
    /// Whether bans and secrets of sessions are those of that store, and not those of the copy.
    pub kept_orders: bool,
}

/// Takes what the operator has decided from the old store into the new one. A copy knows nothing of what came after it: a
/// secret that was changed because others knew it would be good again, and who was banned would be back.
async fn carry_over(old: &str, new: &str) -> Result<(), StoreError> {
    const THESE: &str = "name = 'session-secrets' OR name LIKE 'ban %'";
    let mut from = connect(old, "ro").await?;
    schema::must_be_known(&mut from).await?;
    let sql = format!("SELECT name, value FROM meta WHERE {THESE}");
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut from).await?;
    // An error of closing changes nothing: it was only read.
    let _ = from.close().await;
    let mut to = connect(new, "rw").await?;
    // Sessions of a store whose secret was never changed are signed by its first one, which the copy has too.
    let sql = format!("BEGIN IMMEDIATE; DELETE FROM meta WHERE {THESE}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut to).await?;
    for row in rows {
        let (name, value): (String, String) = (row.try_get("name")?, row.try_get("value")?);
        let insert = sqlx::query("INSERT INTO meta (name, value) VALUES ($1, $2)").bind(name).bind(value);
        insert.execute(&mut to).await?;
    }
    sqlx::raw_sql("COMMIT").execute(&mut to).await?;
    to.close().await?;
    Ok(())
}

/// The same for a store that may be damaged; returns whether it was possible. If not, `new` is the copy as it is.
async fn carried_over(old: &str, new: &Path, copy: &Path) -> Result<bool, StoreError> {
    let text = new.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
    match carry_over(old, text).await {
        Ok(()) => {
            check(text).await?;
            File::open(new).and_then(|file| file.sync_all()).map_err(|error| failed(new, &error))?;
            Ok(true)
        }
        Err(error) => {
            tracing::warn!(%error, "bans and secrets of the old store cannot be read");
            let again = std::fs::copy(copy, new).and_then(|_| File::open(new)?.sync_all());
            again.map_err(|error| failed(new, &error))?;
            Ok(false)
        }
    }
}

/// Puts a copy in the place of a store whose server is stopped. What was there keeps a name of its own.
///
/// # Errors
/// A server uses the store, or the copy does not pass its check; then nothing has changed.
pub async fn restore(address: &str, copy: &Path) -> Result<Restored, StoreError> {
    let store = file_of(address)?;
    let text = copy.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
    check(text).await?;
    let named = |end: &str| PathBuf::from(format!("{store}{end}"));
    let (target, old, new) = (named(""), named(".before-restore"), named(".restoring"));
    let existed = target.exists();
    // Held until the end: no server starts meanwhile.
    let _lock = if existed { Some(lock(store)?) } else { None };
    if old.exists() {
        let (old, target) = (old.display(), target.display());
        let why = format!("{old} is what {target} was before the last restore: move it away first");
        return Err(StoreError::Other(why));
    }
    // What a broken-off restore has left.
    let _ = std::fs::remove_file(&new);
    let mut file = private(&new)?;
    let copied = File::open(copy).and_then(|mut copy| std::io::copy(&mut copy, &mut file));
    copied.and_then(|_| file.sync_all()).map_err(|error| failed(&new, &error))?;
    let kept_orders = existed && carried_over(store, &new, copy).await?;
    let rename = |from: &Path, to: &Path| std::fs::rename(from, to).map_err(|error| failed(from, &error));
    if existed {
        // The log of a database is found by its name, so both get the new one.
        let wal = named("-wal");
        if wal.exists() {
            rename(&wal, &named(".before-restore-wal"))?;
        }
        rename(&target, &old)?;
        // It only speeds up the log that has moved away.
        let _ = std::fs::remove_file(named("-shm"));
    }
    rename(&new, &target)?;
    keep_names(&target)?;
    Ok(Restored { before: existed.then_some(old), kept_orders })
}
