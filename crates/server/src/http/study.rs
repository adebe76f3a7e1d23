//! What needs no table: the games, their rules, any position with its moves, and records from elsewhere.

use super::body::{Body, Params, Plain};
use super::error::ApiError;
use super::limit::Class;
use super::{App, Client};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Record, Spec};
use breadboard_games::{Bots, GAMES, Views, Visitor, with_game};
use breadboard_play::view::{TextView, position_view};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    spec: String,
    position: Option<String>,
}

pub(crate) async fn games(State(app): State<Arc<App>>, client: Client) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    Ok(axum::Json(json!({"games": GAMES})).into_response())
}

pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let game = GAMES.iter().find(|game| game.info.id == id).ok_or_else(ApiError::missing)?;
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], game.info.rules).into_response())
}

pub(crate) async fn position(
    State(app): State<Arc<App>>,
    client: Client,
    Params(at): Params<Position>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    study(&at)
}

pub(crate) async fn post_position(
    State(app): State<Arc<App>>,
    client: Client,
    Body(at): Body<Position>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    study(&at)
}

fn study(at: &Position) -> Result<Response, ApiError> {
    let spec = read_spec(&at.spec)?;
    Ok(axum::Json(position_view(&spec, at.position.as_deref())?).into_response())
}

fn read_spec(text: &str) -> Result<Spec, ApiError> {
    text.parse().map_err(|error: breadboard_core::SpecError| ApiError::invalid(error.to_string()))
}

/// How many seats a game has with these options.
pub(crate) fn seats_of(spec: &Spec) -> Result<u8, ApiError> {
    struct Seats;
    impl Visitor for Seats {
        type Output = u8;
        fn visit<G: Bots + Views>(self, game: G) -> u8 {
            game.seats()
        }
    }
    with_game(spec, Seats).map_err(|error| ApiError::invalid(error.to_string()))
}

/// Reads a record and plays it through: each step with its position, its notation and what it tells.
pub(crate) async fn read_record(
    State(app): State<Arc<App>>,
    client: Client,
    Plain(text): Plain,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let wrong = |error: breadboard_core::RecordError| {
        ApiError::invalid(format!("line {}, column {}: {}", error.line, error.column, error.reason))
    };
    let record = Record::read(&text).map_err(wrong)?;
    let names: Vec<Value> =
        record.names.iter().map(|(seat, name)| json!({"seat": seat.number(), "name": name})).collect();
    let played =
        with_game(&record.spec, Play(&record)).map_err(|error| ApiError::invalid(error.to_string()))?;
    let (start, steps) = played.map_err(wrong)?;
    Ok(axum::Json(json!({
        "spec": record.spec.to_string(),
        "rules": record.rules,
        "names": names,
        "date": record.date,
        "result": record.result.map(|outcome| outcome.to_string()),
        "start": start,
        "steps": steps,
        "text": record.to_string(),
    }))
    .into_response())
}

struct Play<'a>(&'a Record);

impl Visitor for Play<'_> {
    type Output = Result<(String, Vec<Value>), breadboard_core::RecordError>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let mut start = None;
        let mut steps = Vec::new();
        let mut entries = self.0.entries.iter();
        let last = breadboard_core::replay(&game, self.0, |before, event, after| {
            start.get_or_insert_with(|| game.write_position(before));
            let told: Vec<TextView> = game.narrate(before, event).iter().map(TextView::from).collect();
            steps.push(json!({
                "texts": entries.next().map(|entry| entry.texts.clone()),
                "told": told,
                "touched": game.touched(before, event),
                "position": game.write_position(after),
            }));
        })?;
        Ok((start.unwrap_or_else(|| game.write_position(&last)), steps))
    }
}
