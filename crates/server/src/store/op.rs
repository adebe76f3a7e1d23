//! Every write is a value, run by one function on either database. So SQLite can put many into one transaction and
//! repeat them one by one if one of them fails; closures could not be repeated.
//!
//! A refused write changes nothing, so it does not affect the other writes of its transaction.

use super::{Append, Keeper, NewTable, StoreError, TableId, keepers};
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

/// Something to write.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Create(NewTable),
    Append(Append),
    Claim { node: String, id: TableId, now: i64, until: i64 },
    Renew { node: String, id: TableId, until: i64 },
    Delete { id: TableId, expected: i64 },
    Index { id: TableId, expected: i64, keepers: Vec<Keeper> },
    PutOff { id: TableId, until: i64 },
    Probe { node: String, now: i64 },
    Remember { name: String, value: String },
}

/// The result of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Seq(i64),
    Renewed(bool),
    Value(String),
    Done,
}

/// Writes within the caller's transaction.
pub(super) async fn run(connection: &mut AnyConnection, op: &Op) -> Result<Answer, StoreError> {
    match op {
        Op::Create(table) => create(connection, table).await,
        Op::Append(append) => self::append(connection, append).await,
        Op::Claim { node, id, now, until } => {
            let sql = "UPDATE tables SET lease_node = $2, lease_until = $3 \
                WHERE id = $1 AND due > 0 AND due <= $4 AND lease_until <= $4";
            let query = sqlx::query(sql).bind(id.as_str()).bind(node.as_str()).bind(*until).bind(*now);
            Ok(Answer::Renewed(query.execute(connection).await?.rows_affected() == 1))
        }
        Op::PutOff { id, until } => {
            let sql = "UPDATE tables SET lease_until = 0, due = CASE WHEN due = 0 THEN 0 ELSE $2 END, \
                expires = CASE WHEN expires = 0 THEN 0 WHEN expires > $2 THEN expires ELSE $2 END WHERE id = $1";
            sqlx::query(sql).bind(id.as_str()).bind(*until).execute(connection).await?;
            Ok(Answer::Done)
        }
        Op::Probe { node, now } => {
            sqlx::query(
                "INSERT INTO meta (name, value) VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
            )
            .bind(format!("{node} {now}"))
            .execute(connection)
            .await?;
            Ok(Answer::Done)
        }
        Op::Renew { node, id, until } => {
            let done = sqlx::query("UPDATE tables SET lease_until = $3 WHERE id = $1 AND lease_node = $2")
                .bind(id.as_str())
                .bind(node.as_str())
                .bind(*until)
                .execute(connection)
                .await?;
            Ok(Answer::Renewed(done.rows_affected() == 1))
        }
        Op::Delete { id, expected } => {
            let done = sqlx::query("DELETE FROM tables WHERE id = $1 AND seq = $2")
                .bind(id.as_str())
                .bind(*expected)
                .execute(&mut *connection)
                .await?;
            if done.rows_affected() == 0 {
                return Err(disagreement(connection, id).await);
            }
            sqlx::query("DELETE FROM entries WHERE table_id = $1")
                .bind(id.as_str())
                .execute(&mut *connection)
                .await?;
            keepers::delete(connection, id).await?;
            Ok(Answer::Done)
        }
        Op::Index { id, expected, keepers } => {
            // Locks the row: nothing is appended before the index is written.
            let done = sqlx::query("UPDATE tables SET seq = seq WHERE id = $1 AND seq = $2")
                .bind(id.as_str())
                .bind(*expected)
                .execute(&mut *connection)
                .await?;
            if done.rows_affected() == 0 {
                return Err(disagreement(connection, id).await);
            }
            keepers::replace(connection, id, keepers).await?;
            Ok(Answer::Done)
        }
        Op::Remember { name, value } => {
            sqlx::query("INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
                .bind(name.as_str())
                .bind(value.as_str())
                .execute(&mut *connection)
                .await?;
            let row = sqlx::query("SELECT value FROM meta WHERE name = $1")
                .bind(name.as_str())
                .fetch_one(connection)
                .await?;
            Ok(Answer::Value(row.try_get("value")?))
        }
    }
}

async fn create(connection: &mut AnyConnection, table: &NewTable) -> Result<Answer, StoreError> {
    let facts = &table.facts;
    let done = sqlx::query(
        "INSERT INTO tables (id, seq, spec, listed, status, due, lease_node, lease_until, created, updated, expires, summary) \
         VALUES ($1, $2, $3, $4, $5, $6, '', 0, $7, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
    )
    .bind(table.id.as_str())
    .bind(table.entries.len() as i64)
    .bind(table.spec.as_str())
    .bind(i64::from(facts.listed))
    .bind(facts.status.word())
    .bind(facts.due)
    .bind(table.now)
    .bind(facts.expires)
    .bind(facts.summary.as_str())
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Exists);
    }
    if !table.keepers.is_empty() {
        keepers::replace(connection, &table.id, &table.keepers).await?;
    }
    insert(connection, &table.id, 0, &table.entries).await
}

async fn append(connection: &mut AnyConnection, append: &Append) -> Result<Answer, StoreError> {
    let facts = &append.facts;
    let done = sqlx::query(
        "UPDATE tables SET seq = $3, listed = $4, status = $5, due = $6, updated = CASE WHEN $11 = 1 THEN updated ELSE $7 END, expires = $8, summary = $9, \
         lease_until = CASE WHEN $10 < 0 THEN lease_until ELSE $10 END WHERE id = $1 AND seq = $2",
    )
    .bind(append.id.as_str())
    .bind(append.expected)
    .bind(append.expected + append.entries.len() as i64)
    .bind(i64::from(facts.listed))
    .bind(facts.status.word())
    .bind(facts.due)
    .bind(append.now)
    .bind(facts.expires)
    .bind(facts.summary.as_str())
    .bind(append.lease.unwrap_or(-1))
    .bind(i64::from(append.unnoticed))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Err(disagreement(connection, &append.id).await);
    }
    if let Some(keepers) = &append.keepers {
        keepers::replace(connection, &append.id, keepers).await?;
    }
    insert(connection, &append.id, append.expected, &append.entries).await
}

/// Why no row matched an id and a number: the table is missing, or it has more entries.
async fn disagreement(connection: &mut AnyConnection, id: &TableId) -> StoreError {
    let row =
        sqlx::query("SELECT seq FROM tables WHERE id = $1").bind(id.as_str()).fetch_optional(connection);
    match row.await {
        Ok(Some(row)) => {
            row.try_get("seq").map_or_else(StoreError::from, |stored| StoreError::Conflict { stored })
        }
        Ok(None) => StoreError::Missing,
        Err(error) => error.into(),
    }
}

/// Entries of one statement: both databases allow far more than twice as many parameters.
const CHUNK: usize = 100;

async fn insert(
    connection: &mut AnyConnection,
    id: &TableId,
    after: i64,
    entries: &[String],
) -> Result<Answer, StoreError> {
    let mut seq = after;
    for chunk in entries.chunks(CHUNK) {
        let mut sql = String::from("INSERT INTO entries (table_id, seq, body) VALUES ");
        for place in 0..chunk.len() {
            let comma = if place == 0 { "" } else { ", " };
            sql.push_str(&format!("{comma}($1, ${}, ${})", 2 * place + 2, 2 * place + 3));
        }
        // Safe: the text is made of numbers only; the bodies are parameters.
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(id.as_str());
        for body in chunk {
            seq += 1;
            query = query.bind(seq).bind(body.as_str());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(Answer::Seq(seq))
}
