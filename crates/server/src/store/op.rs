//! Every write is a value, run by one function on either database. So SQLite can put many into one transaction and
//! repeat them one by one if one of them fails; closures could not be repeated.
//!
//! A refused write changes nothing, so it does not affect the other writes of its transaction.

use super::{Append, Keeper, NewTable, StoreError, TableId, keepers, share};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row as _};
use std::collections::HashSet;

/// Something to write.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Create(NewTable),
    Append(Append),
    Claim {
        node: String,
        id: TableId,
        now: i64,
        until: i64,
    },
    Renew {
        node: String,
        id: TableId,
        until: i64,
    },
    Delete {
        id: TableId,
        expected: i64,
    },
    Index {
        id: TableId,
        expected: i64,
        keepers: Vec<Keeper>,
    },
    PutOff {
        id: TableId,
        until: i64,
    },
    Review {
        id: TableId,
        made_for: String,
        body: String,
    },
    Weigh {
        id: TableId,
        weight: i64,
        most: u64,
    },
    Probe {
        node: String,
        now: i64,
    },
    Remember {
        name: String,
        value: String,
    },
    Set {
        name: String,
        value: String,
    },
    Forget {
        name: String,
    },
    Beat {
        now: i64,
    },
    /// Tells the other nodes something that is not stored.
    Broadcast {
        text: String,
    },
}

impl Op {
    /// The table that it concerns, if it does.
    pub(super) fn table(&self) -> Option<&TableId> {
        match self {
            Op::Create(NewTable { id, .. })
            | Op::Append(Append { id, .. })
            | Op::Claim { id, .. }
            | Op::Renew { id, .. }
            | Op::Delete { id, .. }
            | Op::Index { id, .. }
            | Op::PutOff { id, .. }
            | Op::Weigh { id, .. }
            | Op::Review { id, .. } => Some(id),
            Op::Probe { .. }
            | Op::Remember { .. }
            | Op::Set { .. }
            | Op::Forget { .. }
            | Op::Beat { .. }
            | Op::Broadcast { .. } => None,
        }
    }
}

/// The result of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Seq(i64),
    Renewed(bool),
    Value(String),
    Done,
}

/// Writes several within the caller's transaction. An error means that it must be rolled back; a refusal concerns its own
/// write only.
pub(super) async fn run_all(
    connection: &mut AnyConnection,
    ops: &[&Op],
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    let mut answers = Vec::new();
    let mut rest = ops;
    while let Some(first) = rest.first() {
        let mut tables = HashSet::new();
        // As many appends to different tables as follow each other.
        let appends: Vec<&Append> = rest
            .iter()
            .map_while(|op| match op {
                Op::Append(append) if tables.insert(append.id.as_str()) => Some(append),
                _ => None,
            })
            .collect();
        if appends.is_empty() {
            match run(connection, first).await {
                answer @ (Ok(_)
                | Err(
                    StoreError::Conflict { .. }
                    | StoreError::Missing
                    | StoreError::Exists
                    | StoreError::Listed { .. }
                    | StoreError::Share,
                )) => {
                    answers.push(answer);
                }
                Err(error) => return Err(error),
            }
            rest = &rest[1..];
        } else {
            for answer in append_all(connection, &appends).await? {
                match answer {
                    Err(
                        error @ (StoreError::Lost(_)
                        | StoreError::Locked(_)
                        | StoreError::Full(_)
                        | StoreError::Other(_)),
                    ) => return Err(error),
                    answer => answers.push(answer),
                }
            }
            rest = &rest[appends.len()..];
        }
    }
    Ok(answers)
}

/// Writes within the caller's transaction.
pub(super) async fn run(connection: &mut AnyConnection, op: &Op) -> Result<Answer, StoreError> {
    match op {
        Op::Create(table) => create(connection, table).await,
        Op::Append(append) => self::append(connection, append).await,
        Op::Claim { node, id, now, until } => one_row(connection, claim(node, id, *now, *until)).await,
        Op::Renew { node, id, until } => one_row(connection, renew(node, id, *until)).await,
        Op::PutOff { id, until } => done(connection, put_off(id, *until)).await,
        Op::Delete { id, expected } => delete(connection, id, *expected).await,
        Op::Index { id, expected, keepers } => index(connection, id, *expected, keepers).await,
        Op::Review { id, made_for, body } => done(connection, review(id, made_for, body)).await,
        Op::Weigh { id, weight, most } => {
            share::weigh(connection, id, *weight, *most).await.map(|()| Answer::Done)
        }
        Op::Probe { node, now } => done(connection, set("probe", &format!("{node} {now}"))).await,
        Op::Remember { name, value } => remember(connection, name, value).await,
        Op::Set { name, value } => done(connection, set(name, value)).await,
        Op::Forget { name } => {
            one_row(connection, sqlx::query("DELETE FROM meta WHERE name = $1").bind(name.as_str())).await
        }
        Op::Beat { now } => done(connection, beat(*now)).await,
        // The notification itself is sent with all others of the transaction.
        Op::Broadcast { .. } => Ok(Answer::Done),
    }
}

type Statement<'q> = Query<'q, Any, AnyArguments>;

/// Runs a statement.
async fn done(connection: &mut AnyConnection, statement: Statement<'_>) -> Result<Answer, StoreError> {
    statement.execute(connection).await?;
    Ok(Answer::Done)
}

/// Runs a statement that changes one row or none.
async fn one_row(connection: &mut AnyConnection, statement: Statement<'_>) -> Result<Answer, StoreError> {
    Ok(Answer::Renewed(statement.execute(connection).await?.rows_affected() == 1))
}

fn claim<'q>(node: &'q str, id: &'q TableId, now: i64, until: i64) -> Statement<'q> {
    // A lease that ends later than any lease lasts is of a node whose clock was wrong.
    let sql = "UPDATE tables SET lease_node = $2, lease_until = $3 \
        WHERE id = $1 AND due > 0 AND due <= $4 AND (lease_until <= $4 OR lease_until > $4 + 60000)";
    sqlx::query(sql).bind(id.as_str()).bind(node).bind(until).bind(now)
}

fn renew<'q>(node: &'q str, id: &'q TableId, until: i64) -> Statement<'q> {
    let sql = "UPDATE tables SET lease_until = $3 WHERE id = $1 AND lease_node = $2";
    sqlx::query(sql).bind(id.as_str()).bind(node).bind(until)
}

fn put_off(id: &TableId, until: i64) -> Statement<'_> {
    let sql = "UPDATE tables SET lease_until = 0, due = CASE WHEN due = 0 THEN 0 ELSE $2 END, \
        expires = CASE WHEN expires = 0 THEN 0 WHEN expires > $2 THEN expires ELSE $2 END WHERE id = $1";
    sqlx::query(sql).bind(id.as_str()).bind(until)
}

fn review<'q>(id: &'q TableId, made_for: &'q str, body: &'q str) -> Statement<'q> {
    // Only of a table that is still there, so that a review goes with its table.
    let sql = "INSERT INTO reviews (table_id, made_for, body) SELECT id, $2, $3 FROM tables WHERE id = $1 \
        ON CONFLICT (table_id) DO UPDATE SET made_for = $2, body = $3";
    sqlx::query(sql).bind(id.as_str()).bind(made_for).bind(body)
}

fn set<'q>(name: &'q str, value: &'q str) -> Statement<'q> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    sqlx::query(sql).bind(name).bind(value)
}

fn beat(now: i64) -> Statement<'static> {
    // The latest of all nodes counts.
    let sql = "INSERT INTO meta (name, value) VALUES ('heartbeat', $1) ON CONFLICT (name) DO UPDATE SET \
        value = CASE WHEN CAST(meta.value AS BIGINT) < $2 THEN $1 ELSE meta.value END";
    sqlx::query(sql).bind(now.to_string()).bind(now)
}

async fn remember(connection: &mut AnyConnection, name: &str, value: &str) -> Result<Answer, StoreError> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    sqlx::query(sql).bind(name).bind(value).execute(&mut *connection).await?;
    let row = sqlx::query("SELECT value FROM meta WHERE name = $1").bind(name).fetch_one(connection).await?;
    Ok(Answer::Value(row.try_get("value")?))
}

async fn delete(connection: &mut AnyConnection, id: &TableId, expected: i64) -> Result<Answer, StoreError> {
    let table = sqlx::query("DELETE FROM tables WHERE id = $1 AND seq = $2").bind(id.as_str()).bind(expected);
    if table.execute(&mut *connection).await?.rows_affected() == 0 {
        return Err(disagreement(connection, id).await);
    }
    keepers::delete(connection, id).await?;
    for sql in ["DELETE FROM entries WHERE table_id = $1", "DELETE FROM reviews WHERE table_id = $1"] {
        sqlx::query(sql).bind(id.as_str()).execute(&mut *connection).await?;
    }
    Ok(Answer::Done)
}

async fn index(
    connection: &mut AnyConnection,
    id: &TableId,
    expected: i64,
    keepers: &[Keeper],
) -> Result<Answer, StoreError> {
    // Locks the row: nothing is appended before the index is written.
    let sql = "UPDATE tables SET seq = seq WHERE id = $1 AND seq = $2";
    let table = sqlx::query(sql).bind(id.as_str()).bind(expected);
    if table.execute(&mut *connection).await?.rows_affected() == 0 {
        return Err(disagreement(connection, id).await);
    }
    keepers::replace(connection, id, keepers).await?;
    Ok(Answer::Done)
}

async fn create(connection: &mut AnyConnection, table: &NewTable) -> Result<Answer, StoreError> {
    let facts = &table.facts;
    let opener = share::admit(connection, table).await?;
    let done = sqlx::query(
        "INSERT INTO tables (id, seq, spec, listed, status, due, lease_node, lease_until, created, updated, expires, summary, \
         people, opener, weight) VALUES ($1, $2, $3, $4, $5, $6, '', 0, $7, $7, $8, $9, $10, $11, $12) \
         ON CONFLICT (id) DO NOTHING",
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
    .bind(i64::from(facts.people))
    .bind(opener)
    .bind(share::weight(table))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Exists);
    }
    if !table.keepers.is_empty() {
        keepers::replace(connection, &table.id, &table.keepers).await?;
    }
    let entries: Vec<_> =
        table.entries.iter().zip(1..).map(|(body, seq)| (table.id.as_str(), seq, body.as_str())).collect();
    insert(connection, &entries).await?;
    Ok(Answer::Seq(entries.len() as i64))
}

async fn append(connection: &mut AnyConnection, append: &Append) -> Result<Answer, StoreError> {
    let mut answers = append_group(connection, &[append]).await?;
    answers.pop().unwrap_or(Err(StoreError::Missing))
}

/// Appends to several tables with one statement for their rows and one for their entries: a statement costs about as
/// much as ten rows of it. Each append is granted or refused on its own. The tables are distinct.
pub(super) async fn append_all(
    connection: &mut AnyConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    let mut answers = Vec::new();
    let mut rest = appends;
    while !rest.is_empty() {
        let (group, others) = rest.split_at(group_size(rest.len()));
        answers.extend(append_group(connection, group).await?);
        rest = others;
    }
    Ok(answers)
}

/// The largest power of two that fits: a statement is prepared once for each number of rows.
fn group_size(count: usize) -> usize {
    let most = count.clamp(1, CHUNK);
    1 << most.ilog2()
}

async fn append_group(
    connection: &mut AnyConnection,
    group: &[&Append],
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    let values = rows(connection, group.len(), 12);
    let sql = format!(
        "WITH fresh (wanted, expected, next, listed, status, due, now, expires, summary, lease, unnoticed, people) \
         AS (VALUES {values}) UPDATE tables SET seq = fresh.next, listed = fresh.listed, status = fresh.status, \
         due = fresh.due, updated = CASE WHEN fresh.unnoticed = 1 THEN tables.updated ELSE fresh.now END, \
         expires = CASE WHEN fresh.unnoticed = 1 THEN tables.expires ELSE fresh.expires END, \
         summary = fresh.summary, people = fresh.people, \
         lease_until = CASE WHEN fresh.lease < 0 THEN tables.lease_until ELSE fresh.lease END \
         FROM fresh WHERE id = fresh.wanted AND seq = fresh.expected RETURNING id"
    );
    // Safe: the text is made of numbers only; the values are parameters.
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for append in group {
        let facts = &append.facts;
        query = query
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
            .bind(i64::from(facts.people));
    }
    let changed = query.fetch_all(&mut *connection).await?;
    let changed = changed.iter().map(|row| row.try_get("id")).collect::<Result<Vec<String>, _>>()?;
    let mut answers = Vec::new();
    let mut entries = Vec::new();
    for append in group {
        if changed.iter().any(|id| id == append.id.as_str()) {
            let numbered = append.entries.iter().zip(append.expected + 1..);
            entries.extend(numbered.map(|(body, seq)| (append.id.as_str(), seq, body.as_str())));
            if let Some(keepers) = &append.keepers {
                keepers::replace(connection, &append.id, keepers).await?;
            }
            answers.push(Ok(Answer::Seq(append.expected + append.entries.len() as i64)));
        } else {
            answers.push(Err(disagreement(connection, &append.id).await));
        }
    }
    insert(connection, &entries).await?;
    Ok(answers)
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

/// Rows of one statement: both databases allow far more than twelve times as many parameters.
const CHUNK: usize = 64;

/// The parameters of some rows: `($1, $2), ($3, $4)`. SQLite takes `$1` for a name, and its driver looks up the name of
/// every parameter; with hundreds of them that cost more than the writing. There they are `(?, ?), (?, ?)`.
fn rows(connection: &AnyConnection, count: usize, columns: usize) -> String {
    let numbered = connection.backend_name() == "PostgreSQL";
    let mut text = String::new();
    for row in 0..count {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=columns {
            text.push_str(if column == 1 { "" } else { ", " });
            if numbered {
                text.push_str(&format!("${}", row * columns + column));
            } else {
                text.push('?');
            }
        }
        text.push(')');
    }
    text
}

/// Stores entries: table, number and body.
async fn insert(connection: &mut AnyConnection, entries: &[(&str, i64, &str)]) -> Result<(), StoreError> {
    let mut rest = entries;
    while !rest.is_empty() {
        let (group, others) = rest.split_at(group_size(rest.len()));
        let sql =
            format!("INSERT INTO entries (table_id, seq, body) VALUES {}", rows(connection, group.len(), 3));
        // Safe: the text is made of numbers only; the bodies are parameters.
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (id, seq, body) in group {
            query = query.bind(*id).bind(*seq).bind(*body);
        }
        query.execute(&mut *connection).await?;
        rest = others;
    }
    Ok(())
}
