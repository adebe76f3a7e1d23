//! Tables by HTTP: open, list, look, ask, chat, move a seat to another device, take the record home.

use super::body::{Body, Params};
use super::error::ApiError;
use super::limit::Class;
use super::{App, Client, reply};
use crate::live::{Action, ChatLine, Hashed, NewGame, Snapshot, fresh_code, hashed_code};
use crate::store::{TableId, TableRow};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Record, Seat, SeatSet, Spec};
use breadboard_play::view::{Ask, Message, Viewer, view};
use breadboard_play::{ClockRule, Holder, Name, Opening, Refused, Seed, Submission};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

/// The longest a poll may wait, in seconds.
const LONGEST_WAIT: u64 = 25;
/// The most tables of one list.
const LONGEST_LIST: u32 = 100;

/// What opens a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateTable {
    /// The game with its options; may be left out with a record.
    spec: Option<String>,
    /// Who sits where: `me`, `open`, `bot1` to `bot5`, `greedy`, `random`; by default `me` and the rest open.
    seats: Option<Vec<String>>,
    /// The name of the seats `me`.
    name: Option<String>,
    /// Names by seat, where the seats `me` have different ones.
    #[serde(default)]
    names: Vec<Option<String>>,
    /// Whether strangers find it in the list.
    #[serde(default)]
    listed: bool,
    /// Whether the seats `me` are taken at once (the default), or kept to be claimed with entropy for the dice.
    claim: Option<bool>,
    clock: Option<ClockRule>,
    /// A position to start from.
    start: Option<String>,
    /// A record to go on from.
    record: Option<String>,
    /// How many of its events to keep.
    to: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    /// Up to 50 ids, separated by commas.
    ids: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Poll {
    /// Wait until the tag is another than this.
    tag: Option<String>,
    /// At most so many seconds.
    wait: Option<u64>,
    /// Give the events after this version.
    since: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    after: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Width {
    width: Option<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Say {
    pub(crate) text: String,
    pub(crate) key: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recover {
    code: String,
}

fn read_id(text: &str) -> Result<TableId, ApiError> {
    TableId::read(text).ok_or_else(ApiError::missing)
}

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    Body(body): Body<CreateTable>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let session = client.session(&app)?;
    let game = new_game(body)?;
    let opened = app.hall.open(&session.who, game).await?;
    let at = opened.room.now();
    let codes: Vec<Value> =
        opened.codes.iter().map(|(seat, code)| json!({"seat": seat, "code": code})).collect();
    let table = table_json(&app, &opened.room.id, &at, Some(&session.who), None);
    let body = object(&[("table", table), ("recovery", Value::from(codes).to_string())]);
    Ok(reply(StatusCode::CREATED, body, session.cookie))
}

fn new_game(body: CreateTable) -> Result<NewGame, ApiError> {
    let record = body.record.as_deref().map(Record::read).transpose();
    let record = record.map_err(|error| ApiError::invalid(format!("the record: {error}")))?;
    let spec: Spec = match (&body.spec, &record) {
        (Some(text), _) => {
            text.parse().map_err(|e: breadboard_core::SpecError| ApiError::invalid(e.to_string()))?
        }
        (None, Some(record)) => record.spec.clone(),
        (None, None) => return Err(ApiError::invalid("a table needs a spec or a record")),
    };
    let count = super::study::seats_of(&spec)?;
    let words = body.seats.unwrap_or_else(|| {
        (0..count).map(|place| if place == 0 { "me" } else { "open" }.to_owned()).collect()
    });
    if words.len() != usize::from(count) {
        return Err(ApiError::invalid(format!("this game has {count} seats, not {}", words.len())));
    }
    let mut holders = Vec::new();
    let mut mine = Vec::new();
    for (seat, word) in Seat::all(count).zip(&words) {
        holders.push(match word.as_str() {
            "me" => {
                let own = body.names.get(seat.index()).cloned().flatten().or_else(|| body.name.clone());
                mine.push((seat, Name::try_from(own.unwrap_or_else(|| "Guest".to_owned()))?));
                Holder::Open
            }
            "open" => Holder::Open,
            bot => Holder::Bot { level: bot.parse().map_err(Refused::from)? },
        });
    }
    let seed = Seed::new(crate::live::random()?);
    let opening = match record {
        Some(record) => {
            if record.spec != spec {
                return Err(ApiError::invalid("the spec is another than the record's"));
            }
            Opening::from_record(&record, body.to.map(|to| to as usize), holders, body.clock, seed)?
        }
        None => {
            Opening { spec, start: body.start, given: Vec::new(), seats: holders, clock: body.clock, seed }
        }
    };
    Ok(NewGame { opening, mine, claim: body.claim.unwrap_or(true), listed: body.listed })
}

pub(crate) async fn list(
    State(app): State<Arc<App>>,
    client: Client,
    Params(listing): Params<Listing>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let rows = match listing.ids {
        None => app.hall.store.listed(LONGEST_LIST).await?,
        Some(ids) => {
            let ids: Vec<TableId> = ids.split(',').take(50).filter_map(TableId::read).collect();
            app.hall.store.by_ids(&ids).await?
        }
    };
    let tables: Vec<Value> = rows.iter().map(|row| row_json(&app, row)).collect();
    Ok(axum::Json(json!({"tables": tables})).into_response())
}

fn row_json(app: &App, row: &TableRow) -> Value {
    let mut json: Value = serde_json::from_str(&row.facts.summary).unwrap_or_else(|_| json!({}));
    json["id"] = row.id.as_str().into();
    json["link"] = app.link(&row.id).into();
    json["spec"] = row.spec.as_str().into();
    json["status"] = row.facts.status.word().into();
    json["listed"] = row.facts.listed.into();
    json["created"] = row.created.into();
    json["updated"] = row.updated.into();
    json
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(poll): Params<Poll>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let room = app.hall.fresh(&read_id(&id)?).await?;
    let who = client.known(&app);
    let mut changes = room.changes();
    let wait = Duration::from_secs(poll.wait.unwrap_or(0).min(LONGEST_WAIT));
    let until = tokio::time::Instant::now() + wait;
    loop {
        let at = room.now();
        let same = poll.tag.as_deref() == Some(tag(&at, who.as_ref()).as_str());
        if !same || wait.is_zero() {
            let body = table_json(&app, &room.id, &at, who.as_ref(), poll.since);
            return Ok(reply(StatusCode::OK, body, None));
        }
        match tokio::time::timeout_at(until, changes.changed()).await {
            Ok(Ok(())) if *changes.borrow_and_update() < 0 => return Err(ApiError::missing()),
            Ok(Ok(())) => {}
            _ => {
                let body = table_json(&app, &room.id, &at, who.as_ref(), poll.since);
                return Ok(reply(StatusCode::OK, body, None));
            }
        }
    }
}

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(after): Params<After>,
) -> Result<Response, ApiError> {
    ask(&app, &client, &id, Ask::Events { after: after.after.unwrap_or(0) }).await
}

pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    client: Client,
    Path((id, step)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let step = step.parse().map_err(|_| ApiError::missing())?;
    ask(&app, &client, &id, Ask::Replay { step }).await
}

pub(crate) async fn drawing(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(width): Params<Width>,
) -> Result<Response, ApiError> {
    ask(&app, &client, &id, Ask::Drawing { width: width.width.unwrap_or(80).clamp(20, 200) }).await
}

async fn ask(app: &App, client: &Client, id: &str, ask: Ask) -> Result<Response, ApiError> {
    client.take(app, Class::Read)?;
    let at = app.hall.fresh(&read_id(id)?).await?.now();
    let viewer = Viewer::seats(at.seats_of(client.known(app).as_ref()));
    let message = view(&at.table, viewer, ask);
    Ok(axum::Json(message).into_response())
}

pub(crate) async fn record(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let at = app.hall.fresh(&read_id(&id)?).await?.now();
    let name = format!("attachment; filename=\"{}-{}.txt\"", at.table.info().id, &id[..6.min(id.len())]);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, at.table.record().to_string()).into_response())
}

pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(submission): Body<Submission>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Write)?;
    let session = client.session(&app)?;
    let room = app.hall.room(&read_id(&id)?).await?;
    let code = fresh_code()?;
    let action = Action::Submit { who: session.who.clone(), submission, recovery: hashed_code(&code) };
    let outcome = app.hall.act(&room, action, None).await?;
    let codes: Vec<Value> =
        outcome.granted.moved.iter().map(|seat| json!({"seat": seat, "code": code})).collect();
    let body = object(&[
        ("receipt", json!(outcome.granted.receipt).to_string()),
        ("recovery", Value::from(codes).to_string()),
        ("table", table_json(&app, &room.id, &outcome.at, Some(&session.who), None)),
    ]);
    Ok(reply(StatusCode::OK, body, session.cookie))
}

pub(crate) async fn say(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(say): Body<Say>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Chat)?;
    let Some(who) = client.known(&app) else {
        return Err(ApiError::forbidden("only people at the table may do this"));
    };
    let room = app.hall.room(&read_id(&id)?).await?;
    let outcome = app.hall.act(&room, Action::Chat { who, key: say.key, text: say.text }, None).await?;
    Ok(axum::Json(json!({"lines": outcome.at.chat.len()})).into_response())
}

pub(crate) async fn recover(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(recover): Body<Recover>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Guess)?;
    let session = client.session(&app)?;
    let room = app.hall.room(&read_id(&id)?).await?;
    let fresh = fresh_code()?;
    let action = Action::Recover {
        who: session.who.clone(),
        code: hashed_code(&recover.code),
        recovery: hashed_code(&fresh),
    };
    let outcome = app.hall.act(&room, action, None).await?;
    let codes: Vec<Value> =
        outcome.granted.moved.iter().map(|seat| json!({"seat": seat, "code": fresh})).collect();
    let body = object(&[
        ("recovery", Value::from(codes).to_string()),
        ("table", table_json(&app, &room.id, &outcome.at, Some(&session.who), None)),
    ]);
    Ok(reply(StatusCode::OK, body, session.cookie))
}

/// An object of parts that are JSON already: the state is written once and sent to many.
pub(crate) fn object(parts: &[(&str, String)]) -> String {
    let mut text = String::from("{");
    for (place, (name, json)) in parts.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push('"');
        text.push_str(name);
        text.push_str("\":");
        text.push_str(json);
    }
    text.push('}');
    text
}

/// A word that is another whenever a viewer would see something else. It is made of what the viewer sees, so that
/// it tells nothing more: a count of entries would tell that somebody has changed a sealed choice.
pub(crate) fn tag(at: &Snapshot, who: Option<&Hashed>) -> String {
    let mut hasher = DefaultHasher::new();
    at.state(at.seats_of(who)).hash(&mut hasher);
    at.chat.len().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A table as its viewer may see it.
pub(crate) fn table_json(
    app: &App,
    id: &TableId,
    at: &Snapshot,
    who: Option<&Hashed>,
    since: Option<u32>,
) -> String {
    let seats = at.seats_of(who);
    let mut parts = vec![
        ("id", json!(id.as_str()).to_string()),
        ("link", json!(app.link(id)).to_string()),
        ("listed", at.listed.to_string()),
        ("host", (who.is_some() && at.host.as_ref() == who).to_string()),
        ("tag", json!(tag(at, who)).to_string()),
        ("now", crate::live::clock().to_string()),
        ("chat", chat_json(&at.chat)),
        ("state", at.state(seats).to_string()),
    ];
    if let Some(after) = since {
        parts.push(("events", events_json(at, seats, after)));
    }
    object(&parts)
}

pub(crate) fn chat_json(lines: &[Arc<ChatLine>]) -> String {
    let line = |line: &Arc<ChatLine>| json!({"number": line.number, "at": line.at, "seat": line.seat, "name": line.name, "text": line.text});
    Value::from(lines.iter().map(line).collect::<Vec<_>>()).to_string()
}

pub(crate) fn events_json(at: &Snapshot, seats: SeatSet, after: u32) -> String {
    match view(&at.table, Viewer::seats(seats), Ask::Events { after }) {
        Message::Events(events) => serde_json::to_string(&events.events).unwrap_or_default(),
        _ => "[]".to_owned(),
    }
}
