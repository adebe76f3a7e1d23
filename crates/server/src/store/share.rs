//! What one client may take of what all share: places in the public list, and room in the store. Counted where a table is
//! stored, in the same transaction: a check before it would let many requests at once pass together.
//!
//! Moves are not counted: they are limited by their rate and by what a table takes, and a sum that changes with every move
//! would cost every move. Instead a table weighs at least as much as a long game.

use super::{NewTable, StoreError, TableId};
use sqlx::{AnyConnection, Row as _};

/// The least that a table weighs, in bytes.
const LEAST: usize = 16_384;

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
    table.entries.iter().map(String::len).sum::<usize>().max(LEAST) as i64
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
    if most.bytes > 0 {
        let sql =
            "SELECT CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM tables WHERE opener = $1 AND opener <> ''";
        if number(sql).await?.saturating_add(weight(table)) > most.bytes as i64 {
            return Err(StoreError::Share);
        }
    }
    Ok(name)
}
