//! The share of one client in what all use: places in the public list, and room in the store. Counted where a table is
//! stored, in the same transaction: a check before it would let many requests at once pass together. Where several transactions
//! write at a time, those that count the tables of one opener wait for each other.
//!
//! Updating the sum at every move would slow down every move. So a table weighs at least as much as a long game, and what it
//! grows by is added in steps of that size ([`weigh`]).

use super::op::Op;
use super::{NewTable, StoreError, TableId};
use sqlx::{AnyConnection, Row as _};

/// The least that a table weighs, in bytes.
pub const LEAST_WEIGHT: i64 = 16_384;

/// Who opens a table.
#[derive(Clone, Debug, Default)]
pub enum Opener {
    /// It is not known, and nothing is counted.
    #[default]
    Unknown,
    /// A client with a name of its own, and what it may have at most.
    Client {
        /// Stands for its network.
        name: String,
        /// Its limits.
        most: StoreShare,
    },
    /// The opener of another table: a rematch counts for the client that opened the first game.
    Of(TableId),
}

/// The most that one client may have; 0 for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreShare {
    /// Tables in the public list.
    pub listed: u32,
    /// Bytes of the store.
    pub bytes: u64,
}

/// What a new table weighs.
pub(super) fn weight(table: &NewTable) -> i64 {
    (table.entries.iter().map(String::len).sum::<usize>() as i64).max(LEAST_WEIGHT)
}

/// Locks openers for the rest of a transaction, in the order of their numbers: those of new tables, and those of tables that
/// exist. Names have no blanks.
const LOCK: &str = "SELECT pg_advisory_xact_lock(number) FROM (SELECT DISTINCT hashtextextended(name, 7020120451) AS number \
    FROM (SELECT regexp_split_to_table($1, ' ') AS name \
    UNION SELECT opener FROM tables WHERE id = ANY (string_to_array($2, ' '))) AS openers \
    WHERE name <> '' ORDER BY number) AS numbers";

/// Waits until no other transaction counts what the openers of these writes have. Of two that count at the same time neither
/// sees what the other adds. Before anything is written: one that held a row and then waited here could wait for a transaction
/// that waits for the row.
pub(super) async fn wait_for_openers(connection: &mut AnyConnection, ops: &[&Op]) -> Result<(), StoreError> {
    let (mut names, mut ids) = (Vec::new(), Vec::new());
    for op in ops {
        match op {
            Op::Create(NewTable { opener: Opener::Client { name, .. }, .. }) => names.push(name.as_str()),
            Op::Weigh { id, .. } => ids.push(id.as_str()),
            _ => {}
        }
    }
    if !(names.is_empty() && ids.is_empty()) {
        sqlx::query(LOCK).bind(names.join(" ")).bind(ids.join(" ")).execute(connection).await?;
    }
    Ok(())
}

/// The sum of an opener's tables; an index has all that it needs.
const SUM: &str =
    "SELECT CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM tables WHERE opener = $1 AND opener <> ''";

/// Notes what a table has grown to, if the tables of its opener stay within this many bytes.
pub(super) async fn weigh(
    connection: &mut AnyConnection,
    id: &TableId,
    weight: i64,
    most: u64,
) -> Result<(), StoreError> {
    let sql = "SELECT opener, weight FROM tables WHERE id = $1";
    let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(&mut *connection).await?;
    let row = row.ok_or(StoreError::Missing)?;
    let (opener, known): (String, i64) = (row.try_get("opener")?, row.try_get("weight")?);
    if opener.is_empty() || weight <= known {
        return Ok(());
    }
    let all: i64 = sqlx::query(SUM).bind(opener).fetch_one(&mut *connection).await?.try_get(0)?;
    if (all - known).saturating_add(weight) > most as i64 {
        return Err(StoreError::Share);
    }
    let sql = "UPDATE tables SET weight = $2 WHERE id = $1";
    sqlx::query(sql).bind(id.as_str()).bind(weight).execute(connection).await?;
    Ok(())
}

/// The name of the opener, if the table is within its share.
pub(super) async fn admit(connection: &mut AnyConnection, table: &NewTable) -> Result<String, StoreError> {
    let (name, most) = match &table.opener {
        Opener::Unknown => return Ok(String::new()),
        Opener::Of(id) => {
            let sql = "SELECT opener FROM tables WHERE id = $1";
            let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(connection).await?;
            return Ok(row.map(|row| row.try_get("opener")).transpose()?.unwrap_or_default());
        }
        Opener::Client { name, most } => (name.clone(), *most),
    };
    let mut number = async |sql: &'static str| -> Result<i64, StoreError> {
        Ok(sqlx::query(sql).bind(name.as_str()).fetch_one(&mut *connection).await?.try_get(0)?)
    };
    if table.facts.listed && most.listed > 0 {
        let sql = "SELECT COUNT(*) FROM tables WHERE opener = $1 AND listed = 1 AND status <> 'over'";
        if number(sql).await? >= i64::from(most.listed) {
            return Err(StoreError::Listed { most: most.listed });
        }
    }
    if most.bytes > 0 && number(SUM).await?.saturating_add(weight(table)) > most.bytes as i64 {
        return Err(StoreError::Share);
    }
    Ok(name)
}
