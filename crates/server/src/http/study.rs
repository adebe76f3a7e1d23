//! What needs no table: the games, their rules, any position with its moves, and records from elsewhere.

use super::body::{Body, Params, Plain};
use super::error::ApiError;
use super::limit::Class;
use super::openapi::{Always, Input, JsonBody, Named, Queued, Refusable, TextBody};
use super::packed::{self, Packed, StreamedList};
use super::{App, Client};
use crate::live::Caller;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Event, Record, RecordError, Seat, Spec};
use breadboard_games::{Bots, GAMES, Views, Visitor, with_game, with_recorded_game};
use breadboard_play::view::{TextView, position_after, position_dealt, position_drawn, record_ending};
use breadboard_wire::{
    EntropyRow, GameInfo, GameList, LanguageQuery, NameRow, PlayedEvent, PositionQuery, PositionRequest,
    RecordRead, RecordStep, StudyView, Verdict,
};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The most events that are played on a position in one request.
const MOST_EVENTS: usize = 200;

/// The games, their options and bots.
#[utoipa::path(get, path = "/games", operation_id = "games",
    responses((status = 200, description = "All games.", body = GameList), Always))]
pub(crate) async fn games(State(app): State<Arc<App>>, client: Client) -> Result<Json<GameList>, ApiError> {
    client.take(&app, Class::Read)?;
    Ok(Json(GameList { games: GAMES.iter().map(GameInfo::of).collect() }))
}

/// The rules of a game, in Markdown.
#[utoipa::path(get, path = "/games/{game}/rules", operation_id = "rules",
    params(("game" = String, Path, description = "The game's id.", example = "breakthrough"), LanguageQuery),
    responses((status = 200, description = "The rules.", body = String, content_type = "text/markdown"),
        Always, Input, Named))]
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(language): Params<LanguageQuery>,
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
#[utoipa::path(get, path = "/games/{game}/texts", operation_id = "texts",
    params(("game" = String, Path, description = "The game's id.", example = "breakthrough"), LanguageQuery),
    responses((status = 200, description = "The sentences by key.", body = std::collections::BTreeMap<String, String>),
        (status = 304, description = "They have not changed since `If-None-Match`."),
        Always, Input, Named))]
pub(crate) async fn texts(
    State(app): State<Arc<App>>,
    client: Client,
    headers: HeaderMap,
    Path(id): Path<String>,
    Params(language): Params<LanguageQuery>,
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

/// Any position with its legal moves, at no table: for diagrams and tools.
#[utoipa::path(get, path = "/position", operation_id = "position", params(PositionQuery),
    responses((status = 200, description = "The position.", body = StudyView),
        Always, Input, Refusable, Queued))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    client: Client,
    Params(at): Params<PositionQuery>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let caller = client.caller(&app);
    on_lane(&app, &caller, move || study(&at.spec, at.position.as_deref(), &[], false, None)).await
}

/// The same for long positions, and after events that are played on it first.
///
/// Events are played in order; the first impossible one is refused as at a table. `last` in the answer says what the
/// last of them did.
#[utoipa::path(post, path = "/position", operation_id = "postPosition",
    responses((status = 200, description = "The position.", body = StudyView),
        Always, Input, JsonBody, Refusable, Queued),
    request_body = PositionRequest)]
pub(crate) async fn post_position(
    State(app): State<Arc<App>>,
    client: Client,
    Body(at): Body<PositionRequest>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let work = move || study(&at.spec, at.position.as_deref(), &at.events, at.deal, at.draw);
    on_lane(&app, &client.caller(&app), work).await
}

/// Does work beside the threads that serve, and makes its answer there too: a long record is megabytes of JSON.
async fn on_lane<T: serde::Serialize + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce() -> Result<Json<T>, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    app.live.lanes.study.run(caller, move || work().map(Json::into_response)).await?
}

/// Does work on an uploaded record. Few run at a time, in a fair order. Each was one of three that held their places until
/// the answer was sent: three slow readers shut out all others.
async fn uploaded(
    app: &App,
    client: &Client,
    work: impl FnOnce() -> Result<Response, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    client.take(app, Class::Costly)?;
    app.live.lanes.study.run(&client.caller(app), work).await?
}

fn study(
    spec: &str,
    position: Option<&str>,
    events: &[PlayedEvent],
    deal: bool,
    draw: Option<u32>,
) -> Result<Json<StudyView>, ApiError> {
    must_be_few(events)?;
    let spec = read_spec(spec)?;
    Ok(Json(match draw {
        Some(number) => position_drawn(&spec, position, events, number)?,
        None if deal => position_dealt(&spec, position, events)?,
        None => position_after(&spec, position, events)?,
    }))
}

/// Refuses more events than a position is played on with, and malformed ones.
pub(super) fn must_be_few(events: &[PlayedEvent]) -> Result<(), ApiError> {
    if events.len() > MOST_EVENTS {
        return Err(ApiError::invalid(format!("at most {MOST_EVENTS} events are played on a position")));
    }
    if events.iter().any(|event| event.texts.len() != event.seats.len().max(1)) {
        return Err(ApiError::invalid("an event has one text per seat, or one for chance"));
    }
    Ok(())
}

pub(super) fn read_spec(text: &str) -> Result<Spec, ApiError> {
    text.parse().map_err(|error: breadboard_core::SpecError| ApiError::invalid(error.to_string()))
}

/// How many seats a game has with these options.
pub(super) fn seats_of(spec: &Spec) -> Result<u8, ApiError> {
    struct Seats;
    impl Visitor for Seats {
        type Output = u8;
        fn visit<G: Bots + Views>(self, game: G) -> u8 {
            game.seats()
        }
    }
    with_game(spec, Seats).map_err(|error| ApiError::invalid(error.to_string()))
}

/// A spec in its shortest form.
pub(super) fn shortest(spec: &Spec) -> Result<Spec, ApiError> {
    struct Shortest;
    impl Visitor for Shortest {
        type Output = Spec;
        fn visit<G: Bots + Views>(self, game: G) -> Spec {
            Spec::of(&game)
        }
    }
    with_game(spec, Shortest).map_err(|error| ApiError::invalid(error.to_string()))
}

pub(super) fn bad_record(error: &RecordError) -> ApiError {
    ApiError::invalid(format!("line {}, column {}: {}", error.line, error.column, error.reason))
}

/// Reads a record and plays it through.
///
/// Each step comes with its notation, its narration and the position after it.
#[utoipa::path(post, path = "/records", operation_id = "readRecord",
    request_body(content = String, content_type = "text/plain",
        example = "game: breakthrough:columns=6,rows=6\nrules: 1\n\n1: a2-a3\n"),
    responses((status = 200, description = "The record.", body = RecordRead), Always, Input, TextBody, Queued))]
pub(crate) async fn read_record(
    State(app): State<Arc<App>>,
    client: Client,
    headers: HeaderMap,
    Plain(text, place): Plain,
) -> Result<Response, ApiError> {
    let zipped = packed::takes_gzip(&headers);
    let read = move || {
        let answer = play_through(&text)?;
        drop((text, place));
        Ok(answer.into_response(zipped))
    };
    uploaded(&app, &client, read).await
}

/// Plays a record through. The answer is written while it is played and kept small: fifty times the record would be
/// megabytes for everyone who reads slowly.
fn play_through(text: &str) -> Result<Packed, ApiError> {
    let record = Record::read(text).map_err(|error| bad_record(&error))?;
    let played = with_recorded_game(&record, PlayThrough(&record))
        .map_err(|error| ApiError::invalid(error.to_string()))?;
    played.map_err(|error| bad_record(&error))
}

/// All of [`RecordRead`] except the steps.
fn read_of<S>(record: &Record, spec: &Spec, start: String, steps: S) -> RecordRead<S> {
    let name = |(seat, name): &(Seat, String)| NameRow { seat: seat.number(), name: name.clone() };
    RecordRead {
        spec: spec.to_string(),
        rules: record.rules,
        names: record.names.iter().map(name).collect(),
        date: record.date.clone(),
        result: record.result.map(|outcome| outcome.to_string()),
        ending: record_ending(record),
        start,
        steps,
        text: record.to_string(),
    }
}

/// Computes every draw of a record again from the seed it reveals.
///
/// `agrees` says whether seed, hash, entropy and draws fit together; if not, `reason` names the first thing that does
/// not.
#[utoipa::path(post, path = "/verify", operation_id = "verify",
    request_body(content = String, content_type = "text/plain",
        example = "game: breakthrough\nrules: 1\n\n1: a2-a3\n"),
    responses((status = 200, description = "What was checked.", body = Verdict), Always, Input, TextBody, Queued))]
pub(crate) async fn verify(
    State(app): State<Arc<App>>,
    client: Client,
    Plain(text, place): Plain,
) -> Result<Response, ApiError> {
    let check = move || {
        let verdict = check_dice(&text)?;
        drop((text, place));
        Ok(verdict.into_response())
    };
    uploaded(&app, &client, check).await
}

fn check_dice(text: &str) -> Result<Json<Verdict>, ApiError> {
    let record = Record::read(text).map_err(|error| ApiError::invalid(error.to_string()))?;
    let seed = record.extra.iter().find(|(key, _)| key == "dice-seed").map(|(_, value)| value.clone());
    Ok(Json(match breadboard_play::verify(&record) {
        Ok(found) => Verdict {
            agrees: true,
            spec: Some(found.spec),
            scheme: Some(breadboard_play::SCHEME.to_owned()),
            commit: Some(found.commit.to_string()),
            seed,
            entropy: Some(
                found
                    .entropy
                    .iter()
                    .map(|(seat, bytes)| EntropyRow { seat: seat.number(), bytes: bytes.to_string() })
                    .collect(),
            ),
            events: Some(found.events),
            given: Some(found.given),
            draws: Some(found.draws),
            line: None,
            reason: None,
        },
        // A record that does not agree was read and checked: that is an answer, not an error.
        Err(error) => Verdict { line: Some(error.line), reason: Some(error.reason), ..Verdict::default() },
    }))
}

struct PlayThrough<'a>(&'a Record);

impl Visitor for PlayThrough<'_> {
    type Output = Result<Packed, RecordError>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        // A record with an ending of its own says by that who has won.
        let own_end = self.0.ending().is_some();
        let narration = |game: &G, before: &G::State, event: &Event<G>| {
            let mut texts = game.narrate(before, event);
            texts.retain(|text| !(own_end && game.is_verdict(text)));
            texts
        };
        let mut entries = self.0.entries.iter();
        let (mut turn, mut key) = (0, None);
        let mut fault = None;
        let steps = StreamedList::by(|push: &mut dyn FnMut(&RecordStep)| {
            let played = breadboard_core::replay(&game, self.0, |before, event, after| {
                let here = Some(game.turn_key(before));
                turn += u32::from(here != key);
                key = here;
                let seats = |event: &Event<G>| match event {
                    Event::Act(choices) => choices.iter().map(|(seat, _)| seat.number()).collect(),
                    Event::Chance(_) => Vec::new(),
                };
                push(&RecordStep {
                    seats: seats(event),
                    turn,
                    scores: game.scores(after).map(|scores| scores.as_slice().to_vec()),
                    texts: entries.next().map(|entry| entry.texts.clone()).unwrap_or_default(),
                    narration: narration(&game, before, event).iter().map(TextView::from).collect(),
                    touched: game.touched(before, event),
                    position: game.write_position(after),
                });
            });
            fault = played.err();
        });
        let start = self.0.start.as_ref().and_then(|text| game.read_position(text).ok());
        let start = game.write_position(&start.unwrap_or_else(|| game.start()));
        // The game under today's rules, so that positions of the record can be asked for.
        let packed = Packed::of(&read_of(self.0, &Spec::of(&game), start, steps));
        fault.map_or(Ok(packed), Err)
    }
}
