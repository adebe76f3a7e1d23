//! Migrations are SQL texts in the program, numbered from 1 and never edited once released. The driver's own
//! migrator was the alternative: it stores hashes of file contents, and a changed comment then stops a server.

use super::StoreError;
use sqlx::{AnyConnection, Row as _};

/// Every step, in order; the version of a database is how many of them it has seen.
const STEPS: &[&str] = &[
    include_str!("../../migrations/0001_tables.sql"),
    include_str!("../../migrations/0002_keepers.sql"),
    include_str!("../../migrations/0003_offered.sql"),
    include_str!("../../migrations/0004_reviews.sql"),
    include_str!("../../migrations/0005_shares.sql"),
];

/// The version of a database, if this program can read it.
async fn version(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) AS version FROM schema_version")
        .fetch_one(&mut *connection)
        .await?;
    let found: i64 = row.try_get("version")?;
    let known = STEPS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    Ok(found)
}

/// Checks that a database is up to date: it is used beside the server, which alone migrates it.
pub(super) async fn must_be_current(connection: &mut AnyConnection) -> Result<(), StoreError> {
    match version(connection).await {
        Ok(found) if found == STEPS.len() as i64 => Ok(()),
        Ok(found) => Err(StoreError::Other(format!(
            "it has version {found} of {}: start this program's server on it once",
            STEPS.len()
        ))),
        Err(StoreError::Other(_)) => Err(StoreError::Other("it is no database of Breadboard".to_owned())),
        Err(error) => Err(error),
    }
}

/// Checks that a database is one of ours and that this program can bring it up to date.
pub(super) async fn must_be_known(connection: &mut AnyConnection) -> Result<(), StoreError> {
    match version(connection).await {
        Ok(_) => Ok(()),
        Err(StoreError::Other(_)) => Err(StoreError::Other("it is no database of Breadboard".to_owned())),
        Err(error) => Err(error),
    }
}

/// Brings a database up to date within the transaction the caller has opened.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<(), StoreError> {
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *connection)
        .await?;
    let found = version(connection).await?;
    for (step, version) in STEPS.iter().zip(1i64..).skip(found as usize) {
        sqlx::raw_sql(*step).execute(&mut *connection).await?;
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
