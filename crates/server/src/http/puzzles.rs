//! Puzzles: lists, single ones, the puzzle of a day, and answers to them.

use super::body::{Body, Params};
use super::error::ApiError;
use super::limit::Class;
use super::openapi::{Always, Input, JsonBody, Named, Queued, Refusable};
use super::{App, Client};
use crate::insight::{Kind, Requester, WorkTurn};
use crate::live::Failed;
use axum::Json;
use axum::extract::{Path, State};
use breadboard_games::GAMES;
use breadboard_insight::puzzles;
use breadboard_wire::{DayQuery, PuzzleList, PuzzleQuery, PuzzleTry, PuzzleVerdict, PuzzleView};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The longest that an answer is judged.
const LONGEST: Duration = Duration::from_secs(10);

/// The puzzles of a game, or of all games.
///
/// The easiest first.
#[utoipa::path(get, path = "/puzzles", operation_id = "puzzles", params(PuzzleQuery),
    responses((status = 200, description = "The puzzles.", body = PuzzleList), Always, Input))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    client: Client,
    Params(query): Params<PuzzleQuery>,
) -> Result<Json<PuzzleList>, ApiError> {
    client.take(&app, Class::Read)?;
    let wanted = query.game.as_deref();
    if let Some(game) = wanted.filter(|game| GAMES.iter().all(|entry| entry.info.id != *game)) {
        let game = breadboard_core::refusals::clip(game);
        return Err(ApiError::invalid(format!("there is no game \"{game}\"")));
    }
    let games = GAMES.iter().map(|entry| entry.info.id).filter(|id| wanted.is_none_or(|game| game == *id));
    let mut found: Vec<_> = games.flat_map(puzzles::list).collect();
    found.retain(|row| {
        query.difficulty.is_none_or(|difficulty| row.difficulty == difficulty)
            && query.theme.as_ref().is_none_or(|theme| row.themes.iter().any(|text| text.key == *theme))
    });
    // Stable: within a difficulty the games and numbers stay in order.
    found.sort_by_key(|row| row.difficulty);
    Ok(Json(PuzzleList { puzzles: found }))
}

/// The puzzle of a day: the same for all, another game every day.
#[utoipa::path(get, path = "/puzzles/daily", operation_id = "dailyPuzzle", params(DayQuery),
    responses((status = 200, description = "The puzzle.", body = PuzzleView), Always, Input, Named))]
pub(super) async fn daily(
    State(app): State<Arc<App>>,
    client: Client,
    Params(query): Params<DayQuery>,
) -> Result<Json<PuzzleView>, ApiError> {
    client.take(&app, Class::Read)?;
    let date = query.date.unwrap_or_else(|| puzzles::date_of(app.live.now()));
    let bad = || ApiError::invalid("write the date as 2026-11-17");
    puzzles::day_number(&date).ok_or_else(bad)?;
    puzzles::daily(&date).map(Json).ok_or_else(ApiError::missing)
}

/// A puzzle.
#[utoipa::path(get, path = "/puzzles/{id}", operation_id = "puzzle",
    params(("id" = String, Path, description = "The puzzle's id.", example = "breakthrough-1")),
    responses((status = 200, description = "The puzzle.", body = PuzzleView), Always, Input, Named))]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    client.take(&app, Class::Read)?;
    puzzles::puzzle(&id).map(Json).ok_or_else(ApiError::missing)
}

/// Judges an answer to a puzzle, as far as it was played.
///
/// `replies` are to be played before the next move is asked. Any order of moves that reaches the same end of the turn counts.
#[utoipa::path(post, path = "/puzzles/{id}/try", operation_id = "tryPuzzle",
    params(("id" = String, Path, description = "The puzzle's id.", example = "breakthrough-1")),
    request_body = PuzzleTry,
    responses((status = 200, description = "What became of it.", body = PuzzleVerdict),
        Always, Input, JsonBody, Refusable, Named, Queued))]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<PuzzleVerdict>, ApiError> {
    client.take(&app, Class::Costly)?;
    puzzles::puzzle(&id).ok_or_else(ApiError::missing)?;
    super::study::must_be_few(&tried.events)?;
    let requester = Requester { who: client.known(&app), address: client.address };
    let (tell, told) = oneshot::channel();
    let work = move |turn: &WorkTurn| {
        let verdict = puzzles::attempt(&id, &tried, &|| turn.is_over());
        turn.finish();
        // An error means that the client has left.
        let _ = tell.send(verdict);
    };
    let leaving = app.pool.submit(&requester, Kind::Answer, LONGEST, work)?;
    let verdict = told.await.map_err(|_| ApiError::from(Failed::Busy))?;
    drop(leaving);
    Ok(Json(verdict?))
}
