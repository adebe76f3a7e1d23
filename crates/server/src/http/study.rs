//! What needs no table: the games, their rules, any position with its moves, and records from elsewhere.

use super::body::{Body, Params, Plain};
use super::error::ApiError;
use super::limit::Class;
use super::{App, Client};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Record, Spec};
use breadboard_games::{Bots, GAMES, Views, Visitor, with_game};
use breadboard_play::view::{Made, TextView, position_after};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    spec: String,
    position: Option<String>,
}

/// The most events that are played on a position in one request.
const MOST_EVENTS: usize = 200;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostedPosition {
    spec: String,
    position: Option<String>,
    /// Events to be played on it first.
    #[serde(default)]
    events: Vec<Made>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    lang: Option<String>,
}

pub(crate) async fn games(State(app): State<Arc<App>>, client: Client) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    Ok(axum::Json(json!({"games": GAMES})).into_response())
}

pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(language): Params<Language>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let game = GAMES.iter().find(|game| game.info.id == id).ok_or_else(ApiError::missing)?;
    // A language without a page gets the English one: rules in a foreign language are better than none.
    let language = language.lang.as_deref().and_then(|code| game.info.language(code));
    let (text, language) =
        language.map_or((game.info.rules, "en"), |language| (language.rules, language.code));
    let headers =
        [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CONTENT_LANGUAGE, language)];
    Ok((headers, text).into_response())
}

/// Every sentence that may be said at a table of a game, in a language other than English. English sentences come with
/// the messages, so there is no list of them; a language that the game does not have is not found.
pub(crate) async fn texts(
    State(app): State<Arc<App>>,
    client: Client,
    headers: HeaderMap,
    Path(id): Path<String>,
    Params(language): Params<Language>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let game = GAMES.iter().find(|game| game.info.id == id).ok_or_else(ApiError::missing)?;
    let catalog = language.lang.as_deref().and_then(|code| breadboard_play::catalog(Some(game.info), code));
    let catalog = catalog.ok_or_else(ApiError::missing)?;
    let body = serde_json::to_vec(catalog.sentences()).map_err(|_| ApiError::internal())?;
    // The tag is weak because the answer may be compressed on its way.
    let hash: String = Sha256::digest(&body)[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let head = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    Ok(if known { (StatusCode::NOT_MODIFIED, head).into_response() } else { (head, body).into_response() })
}

pub(crate) async fn position(
    State(app): State<Arc<App>>,
    client: Client,
    Params(at): Params<Position>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    study(&at.spec, at.position.as_deref(), &[])
}

pub(crate) async fn post_position(
    State(app): State<Arc<App>>,
    client: Client,
    Body(at): Body<PostedPosition>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    study(&at.spec, at.position.as_deref(), &at.events)
}

fn study(spec: &str, position: Option<&str>, events: &[Made]) -> Result<Response, ApiError> {
    if events.len() > MOST_EVENTS {
        return Err(ApiError::invalid(format!("at most {MOST_EVENTS} events are played on a position")));
    }
    if events.iter().any(|event| event.texts.len() != event.seats.len().max(1)) {
        return Err(ApiError::invalid("an event has one text a seat, or one for chance"));
    }
    Ok(axum::Json(position_after(&read_spec(spec)?, position, events)?).into_response())
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

/// Computes every draw of a record again from the seed it reveals, and says what was checked.
pub(crate) async fn verify(
    State(app): State<Arc<App>>,
    client: Client,
    Plain(text): Plain,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let record = Record::read(&text).map_err(|error| ApiError::invalid(error.to_string()))?;
    let header =
        |name: &str| record.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let answer = match breadboard_play::verify(&record) {
        Ok(found) => {
            let entropy: Vec<Value> = found
                .entropy
                .iter()
                .map(|(seat, thrown)| json!({"seat": seat.number(), "bytes": thrown.to_string()}))
                .collect();
            json!({
                "agrees": true,
                "spec": found.spec,
                "scheme": breadboard_play::SCHEME,
                "commit": found.commit.to_string(),
                "seed": header("dice-seed"),
                "entropy": entropy,
                "events": found.events,
                "given": found.given,
                "draws": found.draws,
            })
        }
        // A record that does not agree was read and checked: that is an answer, not an error.
        Err(doubt) => json!({"agrees": false, "line": doubt.line, "reason": doubt.reason}),
    };
    Ok(axum::Json(answer).into_response())
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
