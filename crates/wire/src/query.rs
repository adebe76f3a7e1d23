//! Parameters of addresses, after the question mark.

use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

/// Which tables to list.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Up to 50 ids, separated by commas; the public list if absent.
    #[param(nullable = false)]
    pub ids: Option<String>,
}

/// How to look at a table.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TableQuery {
    /// Wait until the tag differs from this one.
    #[param(nullable = false)]
    pub tag: Option<String>,
    /// Wait at most this many seconds, up to 25.
    #[param(nullable = false, minimum = 0, maximum = 25)]
    pub wait: Option<u64>,
    /// Give the events after this version.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub since: Option<u32>,
    /// The last line of chat that the client has seen: only those after it are given, and `wait` ends if there are any.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub chat: Option<u32>,
}

/// Which events to give.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only those after this version.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub after: Option<u32>,
}

/// Which positions to give.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FramesQuery {
    /// Only those after this number of events of the game.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub after: Option<u32>,
    /// Up to this number; all if absent.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub to: Option<u32>,
}

/// How to draw a position.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DrawingQuery {
    /// Columns, 20 to 200.
    #[param(nullable = false, maximum = 65535)]
    pub width: Option<u16>,
}

/// Where a socket resumes.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SocketQuery {
    /// The last version that the client has seen.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub since: Option<u32>,
    /// The last line of chat that the client has seen.
    #[param(nullable = false, maximum = 4_294_967_295_i64)]
    pub chat: Option<u32>,
    /// Whether to send the state once and later only what changes in it.
    #[param(nullable = false)]
    pub lean: Option<bool>,
    /// Whether a large update that has the whole state may come as a binary message: the same JSON, compressed by gzip.
    #[param(nullable = false)]
    pub gzip: Option<bool>,
}

/// A position to look at.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// The game with its options.
    #[param(example = "breakthrough:columns=6,rows=6")]
    pub spec: String,
    /// The position as the game writes it; the start if absent.
    #[param(nullable = false)]
    pub position: Option<String>,
}

/// The language of a page.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// `de` for German; English otherwise.
    #[param(nullable = false, example = "de")]
    pub lang: Option<String>,
}
