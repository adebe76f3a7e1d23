//! The index of sessions and their seats. It is written in the transaction that stores the entries it follows from, and
//! only when a seat changes hands or a game ends: a move costs nothing more. Searching the summaries of all tables was
//! the alternative; it grows with the number of tables and not with a person's own.

use super::{StoreError, StoredTable, TableId, read};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row as _};

/// Finished games that the statistics count, the latest first: one person's list stays cheap however long it is.
pub(crate) const MOST_COUNTED: u32 = 2_000;

/// A seat and the session that keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper {
    /// The number of the seat.
    pub seat: u8,
    /// The hash of the session.
    pub session: String,
    /// Whether the game is over.
    pub over: bool,
    /// When the table was opened; when the game ended, once it is over.
    pub at: i64,
    /// The game's id.
    pub game: String,
    /// Who the others are, in one word: `bot2`, `bots`, `people`, `solo`, or `here` if the session keeps several seats.
    pub against: String,
    /// How it ended for this seat, in one word; empty while it is played.
    pub result: String,
    /// The score of a game without rivals under the usual options, for the best of them; else 0.
    pub score: i64,
}

/// A table of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its row.
    pub row: StoredTable,
    /// See [`Keeper::at`].
    pub at: i64,
    /// See [`Keeper::against`].
    pub against: String,
    /// The session's seats there, each with how it ended.
    pub seats: Vec<(u8, String)>,
}

/// How often games of one kind ended in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The game's id.
    pub game: String,
    /// See [`Keeper::against`].
    pub against: String,
    /// See [`Keeper::result`].
    pub result: String,
    /// How many.
    pub games: i64,
    /// The highest of [`Keeper::score`].
    pub best: i64,
}

/// Writes the keepers of a table instead of those that were there.
pub(super) async fn replace(
    connection: &mut AnyConnection,
    id: &TableId,
    keepers: &[Keeper],
) -> Result<(), StoreError> {
    delete(connection, id).await?;
    for keeper in keepers {
        let sql = "INSERT INTO keepers (table_id, seat, session, is_over, at, game, against, result, score) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        sqlx::query(sql)
            .bind(id.as_str())
            .bind(i64::from(keeper.seat))
            .bind(keeper.session.as_str())
            .bind(i64::from(keeper.over))
            .bind(keeper.at)
            .bind(keeper.game.as_str())
            .bind(keeper.against.as_str())
            .bind(keeper.result.as_str())
            .bind(keeper.score)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn delete(connection: &mut AnyConnection, id: &TableId) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM keepers WHERE table_id = $1").bind(id.as_str());
    Ok(query.execute(connection).await.map(|_| ())?)
}

/// The tables of a session before this time and id, the latest first.
pub(super) async fn of_session(
    pool: &AnyPool,
    session: &str,
    over: bool,
    (at, id): &(i64, String),
    limit: u32,
) -> Result<Vec<KeptTable>, StoreError> {
    let sql = "SELECT t.id AS id, t.seq AS seq, t.spec AS spec, t.listed AS listed, t.status AS status, t.due AS due, \
        t.created AS created, t.updated AS updated, t.expires AS expires, t.summary AS summary, t.people AS people, \
        k.at AS at, k.seat AS seat, k.against AS against, k.result AS result \
        FROM (SELECT DISTINCT at, table_id FROM keepers WHERE session = $1 AND is_over = $2 \
            AND (at < $3 OR at = $3 AND table_id < $4) ORDER BY at DESC, table_id DESC LIMIT $5) AS page \
        JOIN keepers AS k ON k.table_id = page.table_id AND k.session = $1 \
        JOIN tables AS t ON t.id = page.table_id \
        ORDER BY k.at DESC, k.table_id DESC, k.seat";
    let query = sqlx::query(sql)
        .bind(session)
        .bind(i64::from(over))
        .bind(*at)
        .bind(id.as_str())
        .bind(i64::from(limit));
    let mut found: Vec<KeptTable> = Vec::new();
    for row in query.fetch_all(pool).await? {
        let (seat, result): (i64, String) = (row.try_get("seat")?, row.try_get("result")?);
        let table = read::row(&row)?;
        let seat = (u8::try_from(seat).unwrap_or_default(), result);
        match found.last_mut() {
            Some(last) if last.row.id == table.id => last.seats.push(seat),
            _ => {
                let (at, against) = (row.try_get("at")?, row.try_get("against")?);
                found.push(KeptTable { row: table, at, against, seats: vec![seat] });
            }
        }
    }
    Ok(found)
}

/// How the latest games of a session ended. Games with several seats of the session are not counted: it won and lost.
pub(super) async fn tallies(pool: &AnyPool, session: &str) -> Result<Vec<Tally>, StoreError> {
    let sql = "SELECT game, against, result, COUNT(*) AS games, MAX(score) AS best \
        FROM (SELECT game, against, result, score FROM keepers WHERE session = $1 AND is_over = 1 \
            ORDER BY at DESC, table_id DESC LIMIT $2) AS latest \
        WHERE against <> 'here' GROUP BY game, against, result ORDER BY game, against, result";
    let rows = sqlx::query(sql).bind(session).bind(i64::from(MOST_COUNTED)).fetch_all(pool).await?;
    let read = |row: &AnyRow| {
        Ok(Tally {
            game: row.try_get("game")?,
            against: row.try_get("against")?,
            result: row.try_get("result")?,
            games: row.try_get("games")?,
            best: row.try_get("best")?,
        })
    };
    rows.iter().map(read).collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
}

/// Tables without keepers after this id, in the order of ids.
pub(super) async fn without(pool: &AnyPool, after: &str, limit: u32) -> Result<Vec<TableId>, StoreError> {
    let sql = "SELECT id FROM tables WHERE id > $1 \
        AND NOT EXISTS (SELECT 1 FROM keepers WHERE table_id = tables.id) ORDER BY id LIMIT $2";
    let rows = sqlx::query(sql).bind(after).bind(i64::from(limit)).fetch_all(pool).await?;
    let ids = rows.iter().map(|row| row.try_get("id").map(TableId::stored));
    ids.collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
}
