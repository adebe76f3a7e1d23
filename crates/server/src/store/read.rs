//! Reading, the same on both databases. A row is read before its entries, and entries that it does not count yet
//! are ignored, so a consistent table needs no transaction.

use super::{Due, Facts, Status, StoreError, StoredTable, TableId};
use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row as _};

macro_rules! row_sql {
    ($rest:literal) => {
        concat!(
            "SELECT id, seq, spec, listed, status, due, created, updated, expires, summary, people FROM tables ",
            $rest
        )
    };
}

pub(super) fn row(row: &AnyRow) -> Result<StoredTable, sqlx::Error> {
    let listed: i64 = row.try_get("listed")?;
    let status: String = row.try_get("status")?;
    let people: i64 = row.try_get("people")?;
    Ok(StoredTable {
        id: TableId::stored(row.try_get("id")?),
        seq: row.try_get("seq")?,
        spec: row.try_get("spec")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        facts: Facts {
            listed: listed != 0,
            status: Status::read(&status),
            due: row.try_get("due")?,
            expires: row.try_get("expires")?,
            summary: row.try_get("summary")?,
            people: people != 0,
        },
    })
}

fn rows(rows: &[AnyRow]) -> Result<Vec<StoredTable>, StoreError> {
    rows.iter().map(row).collect::<Result<_, _>>().map_err(StoreError::from)
}

pub(super) async fn since(
    pool: &AnyPool,
    id: &TableId,
    seq: i64,
) -> Result<(StoredTable, Vec<String>), StoreError> {
    let mut connection = pool.acquire().await?;
    let found =
        sqlx::query(row_sql!("WHERE id = $1")).bind(id.as_str()).fetch_optional(&mut *connection).await?;
    let table = row(&found.ok_or(StoreError::Missing)?)?;
    let bodies =
        sqlx::query("SELECT body FROM entries WHERE table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq")
            .bind(id.as_str())
            .bind(seq)
            .bind(table.seq)
            .fetch_all(&mut *connection)
            .await?;
    let bodies = bodies.iter().map(|row| row.try_get("body")).collect::<Result<Vec<String>, _>>()?;
    Ok((table, bodies))
}

pub(super) async fn listed(pool: &AnyPool, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
    let sql = row_sql!("WHERE listed = 1 AND status <> 'over' ORDER BY people DESC, updated DESC LIMIT $1");
    rows(&sqlx::query(sql).bind(i64::from(limit)).fetch_all(pool).await?)
}

pub(super) async fn by_ids(pool: &AnyPool, ids: &[TableId]) -> Result<Vec<StoredTable>, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut found = Vec::new();
    for id in ids {
        let query = sqlx::query(row_sql!("WHERE id = $1")).bind(id.as_str());
        found.extend(query.fetch_optional(&mut *connection).await?);
    }
    rows(&found)
}

pub(super) async fn expired(
    pool: &AnyPool,
    now: i64,
    over: bool,
    limit: u32,
) -> Result<Vec<StoredTable>, StoreError> {
    let sql = row_sql!(
        "WHERE expires > 0 AND expires <= $1 AND (status = 'over') = ($2 = 1) ORDER BY expires LIMIT $3"
    );
    let query = sqlx::query(sql).bind(now).bind(i64::from(over)).bind(i64::from(limit));
    rows(&query.fetch_all(pool).await?)
}

pub(super) async fn due(
    pool: &AnyPool,
    (due, id): &(i64, String),
    now: i64,
    limit: u32,
) -> Result<Vec<Due>, StoreError> {
    let sql = "SELECT id, due, status, summary FROM tables WHERE due > 0 AND due <= $1 \
        AND (lease_until <= $1 OR lease_until > $1 + 60000) AND (due > $2 OR due = $2 AND id > $3) ORDER BY due, id LIMIT $4";
    let query = sqlx::query(sql).bind(now).bind(*due).bind(id.as_str()).bind(i64::from(limit));
    let rows = query.fetch_all(pool).await?;
    let read = |row: &AnyRow| {
        let status: String = row.try_get("status")?;
        Ok(Due {
            id: TableId::stored(row.try_get("id")?),
            due: row.try_get("due")?,
            status: Status::read(&status),
            summary: row.try_get("summary")?,
        })
    };
    rows.iter().map(read).collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
}

pub(super) async fn value(pool: &AnyPool, name: &str) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("SELECT value FROM meta WHERE name = $1").bind(name);
    let found = query.fetch_optional(pool).await?;
    Ok(found.map(|row| row.try_get("value")).transpose()?)
}

/// The kept review of a table, if it was made for this.
pub(super) async fn review(
    pool: &AnyPool,
    id: &TableId,
    made_for: &str,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT body FROM reviews WHERE table_id = $1 AND made_for = $2";
    let found = sqlx::query(sql).bind(id.as_str()).bind(made_for).fetch_optional(pool).await?;
    Ok(found.map(|row| row.try_get("body")).transpose()?)
}

pub(super) async fn count(pool: &AnyPool) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT COUNT(*) AS tables FROM tables").fetch_one(pool).await?.try_get("tables")?)
}

/// Tables in the order of their ids, after this one.
pub(super) async fn page(pool: &AnyPool, after: &str, limit: u32) -> Result<Vec<StoredTable>, StoreError> {
    let sql = row_sql!("WHERE id > $1 ORDER BY id LIMIT $2");
    rows(&sqlx::query(sql).bind(after).bind(i64::from(limit)).fetch_all(pool).await?)
}

/// The tables that changed last, perhaps only those of a status.
pub(super) async fn latest(
    pool: &AnyPool,
    status: Option<Status>,
    limit: u32,
) -> Result<Vec<StoredTable>, StoreError> {
    let sql = row_sql!("WHERE status = $1 OR $1 = '' ORDER BY updated DESC, id LIMIT $2");
    let status = status.map_or("", Status::word);
    rows(&sqlx::query(sql).bind(status).bind(i64::from(limit)).fetch_all(pool).await?)
}

/// The values whose names begin with a word.
pub(super) async fn values(pool: &AnyPool, prefix: &str) -> Result<Vec<(String, String)>, StoreError> {
    // Compared here and not by the database: names may hold what a pattern would read as its own.
    let rows = sqlx::query("SELECT name, value FROM meta ORDER BY name").fetch_all(pool).await?;
    let read = |row: &AnyRow| Ok((row.try_get("name")?, row.try_get("value")?));
    let all: Vec<(String, String)> = rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?;
    Ok(all.into_iter().filter(|(name, _)| name.starts_with(prefix)).collect())
}

/// A single number that a statement gives.
pub(super) async fn number(pool: &AnyPool, sql: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(sql).fetch_one(pool).await?.try_get(0)?)
}
