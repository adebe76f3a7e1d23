//! What a session has: its tables, running and finished, and how its games ended.

use crate::TableRow;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which of the session's tables to list.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MineQuery {
    /// Whether to list finished games instead of those that wait or run.
    #[param(nullable = false)]
    pub over: Option<bool>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    pub page: Option<String>,
}

/// Tables of a session.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyTables {
    /// The latest first: by their opening, or by their end.
    pub tables: Vec<MyTable>,
    /// Names the next page, if there are more.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// A table of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MyTable {
    /// What everyone may know of it.
    pub table: TableRow,
    /// The session's seats, by number: those that it acts for, and those that are kept for it.
    pub mine: Vec<u8>,
    /// When something happened last, in milliseconds since 1970: since then the seats that act are awaited.
    pub since: i64,
    /// When the game ended, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub ended: Option<i64>,
    /// When it is deleted, or ended if it is not over, in milliseconds since 1970; absent if it is kept forever.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub expires: Option<i64>,
    /// Who the others are: a level such as `bot2`, `bots` of several levels, `people`, `solo`, or `here` if several
    /// seats are the session's own.
    pub against: String,
    /// How it ended for the session's seats, in their order: `won`, `shared`, `lost`, `drawn`, `scored`, `played` (solo
    /// under other options than the usual ones), `unfinished`. Empty while it is played.
    pub results: Vec<String>,
    /// The final scores, in seat order.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub scores: Option<Vec<i32>>,
}

/// How a session's games ended.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyStatistics {
    /// By game and opponents.
    pub rows: Vec<StatisticsRow>,
    /// How many of the latest finished games are counted at most. Games with several own seats are left out.
    pub most: u32,
}

/// The games against one kind of opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StatisticsRow {
    /// The game's id.
    pub game: String,
    /// See `MyTable.against`.
    pub against: String,
    /// All of them.
    pub games: i64,
    /// Won, alone or shared.
    pub won: i64,
    /// Lost.
    pub lost: i64,
    /// Drawn.
    pub drawn: i64,
    /// The best score of a solo game under the usual options.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub best: Option<i64>,
}
