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
    copy_file(source, "rw", target).await
}

/// Copies a database with its log to a new file. `VACUUM INTO` and not a copy of bytes: what was committed last is in
/// the log only.
async fn copy_file(source: &str, mode: &str, target: &Path) -> Result<(), StoreError> {
    let text = target.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
    // Before there is anything in it: the copy holds secrets too.
    drop(private(target)?);
    let made = async {
        let mut connection = connect(source, mode).await?;
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
    /// Where logs are now that were there: of that store, if it could not take them in, or of a store that was moved away
    /// without them.
    pub logs: Vec<PathBuf>,
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
async fn carried_over(old: &str, new: &Path, copy: &str) -> Result<bool, StoreError> {
    let text = new.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
    match carry_over(old, text).await {
        Ok(()) => {
            check(text).await?;
            File::open(new).and_then(|file| file.sync_all()).map_err(|error| failed(new, &error))?;
            Ok(true)
        }
        Err(error) => {
            tracing::warn!(%error, "bans and secrets of the old store cannot be read");
            std::fs::remove_file(new).map_err(|error| failed(new, &error))?;
            copy_file(copy, "ro", new).await?;
            Ok(false)
        }
    }
}

/// Files beside a database that SQLite finds by its name and plays into whatever has that name.
const LOGS: [&str; 2] = ["-wal", "-journal"];

/// Takes the log of a stopped store into its file, so that the file alone is the whole store.
async fn take_in_log(store: &str) -> Result<(), StoreError> {
    let mut connection = connect(store, "rw").await?;
    sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// A store that is to be replaced.
struct Place<'a> {
    store: &'a str,
    existed: bool,
}

impl Place<'_> {
    fn named(&self, end: &str) -> PathBuf {
        PathBuf::from(format!("{}{end}", self.store))
    }

    /// What the last restore has put aside must be moved away: a log would else get a store that is not its own.
    fn must_be_free(&self) -> Result<(), StoreError> {
        let names = ["", "-wal", "-journal"].map(|end| self.named(&format!(".before-restore{end}")));
        let there: Vec<_> =
            names.iter().filter(|path| path.exists()).map(|path| path.display().to_string()).collect();
        if there.is_empty() {
            return Ok(());
        }
        let why = format!(
            "the last restore of {} has left {}: move it away first",
            self.store,
            there.join(" and ")
        );
        Err(StoreError::Other(why))
    }

    /// Puts the new file in the place of the old one, whose logs go with it.
    fn replace_by(&self, new: &Path) -> Result<Vec<PathBuf>, StoreError> {
        let rename = |from: &Path, to: &Path| std::fs::rename(from, to).map_err(|error| failed(from, &error));
        let mut logs = Vec::new();
        for end in LOGS {
            let (log, aside) = (self.named(end), self.named(&format!(".before-restore{end}")));
            match std::fs::metadata(&log) {
                // Left by a connection that only read the store.
                Ok(found) if found.len() == 0 => {
                    std::fs::remove_file(&log).map_err(|error| failed(&log, &error))?;
                }
                Ok(_) => {
                    rename(&log, &aside)?;
                    logs.push(aside);
                }
                Err(_) => {}
            }
        }
        if self.existed {
            rename(&self.named(""), &self.named(".before-restore"))?;
        }
        // It only speeds up the log that has moved away.
        let _ = std::fs::remove_file(self.named("-shm"));
        rename(new, &self.named(""))?;
        keep_names(new)?;
        Ok(logs)
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
    let place = Place { store, existed: Path::new(store).exists() };
    // Held until the end: no server starts meanwhile. It makes the file if there is none.
    let lock = lock(store)?;
    let restored = restore_at(&place, text).await;
    if restored.is_err() && !place.existed {
        // The first error is what matters.
        let _ = std::fs::remove_file(store);
    }
    drop(lock);
    restored
}

async fn restore_at(place: &Place<'_>, copy: &str) -> Result<Restored, StoreError> {
    place.must_be_free()?;
    let new = place.named(".restoring");
    // What a broken-off restore has left.
    let _ = std::fs::remove_file(&new);
    copy_file(copy, "ro", &new).await?;
    let mut kept_orders = false;
    if place.existed {
        if let Err(error) = take_in_log(place.store).await {
            tracing::warn!(%error, "the log of the old store stays apart from it");
        }
        kept_orders = carried_over(place.store, &new, copy).await?;
    }
    let logs = place.replace_by(&new)?;
    Ok(Restored { before: place.existed.then(|| place.named(".before-restore")), logs, kept_orders })
}
