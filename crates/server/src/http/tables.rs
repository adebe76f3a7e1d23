//! Tables by HTTP: open, list, look, ask, chat, move a seat to another device, take the record home.

use super::address::customer;
use super::body::{Body, Params};
use super::error::ApiError;
use super::guard::Uncounted;
use super::limit::Class;
use super::openapi::{Always, Input, JsonBody, Named, Refusable, Stored};
use super::{App, Client, new_table, reply};
use crate::live::{Action, Failed, GONE, Hashed, Snapshot, Summary, UNLOADED};
use crate::store::{Status, StoredTable, TableId};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Event, Record};
use breadboard_games::{Bots, Visitor, with_recorded_game};
use breadboard_play::view::{Ask, Viewer, view};
use breadboard_play::{Denied, Phase, Reason, Submission};
use breadboard_wire::{
    BoundView, Chat, ChatReceipt, CourseMessage, DrawingMessage, DrawingQuery, EventsMessage, EventsQuery,
    FramesMessage, FramesQuery, Joined, ListQuery, NewTable, Recover, Recovery, ReplayMessage, Submitted,
    TableList, TableMessage, TableQuery, TableStatus, texts,
};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;

/// The longest a poll may wait, in seconds.
const LONGEST_WAIT: u64 = 25;
/// What a position takes, in events: a large board is 10 kB of JSON.
const FRAME: usize = 50;
/// The most tables of one list.
const LONGEST_LIST: u32 = 100;

pub(super) fn read_id(text: &str) -> Result<TableId, ApiError> {
    TableId::read(text).ok_or_else(ApiError::missing)
}

/// Opens a table.
///
/// The seats `me` belong to the session of the cookie, which is made if there is none. Anyone with the link can take an
/// open seat.
#[utoipa::path(post, path = "/tables", operation_id = "createTable", request_body = NewTable,
    responses((status = 201, description = "The table, and for each seat `me` the code that moves it to another device.",
        body = Joined), Always, Input, JsonBody, Refusable, Stored))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    Body(settings): Body<NewTable>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let session = client.session(&app)?;
    let caller = client.caller_as(Some(session.who.clone()));
    let mut game = match settings.record {
        Some(_) => app.live.lanes.study.run(&caller, move || new_table::read(settings)).await??,
        None => new_table::read(settings)?,
    };
    app.must_open_fairly(&caller, &game.opening).await?;
    game.network = Some(customer(client.address));
    let opened = app.live.open(&session.who, game, &caller).await?;
    let at = opened.table.now();
    let state = at.state(at.seats_of(Some(&session.who)));
    let table = table_message(&app, &opened.table.id, &at, Some(&session.who), &state);
    Ok(reply(StatusCode::CREATED, &Joined { table, recovery: opened.recovery }, session.cookie))
}

/// Open and running tables that are listed, the latest first; or the tables with these ids.
#[utoipa::path(get, path = "/tables", operation_id = "listTables", params(ListQuery),
    responses((status = 200, description = "Tables.", body = TableList), Always, Input, Stored))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    client: Client,
    Params(listing): Params<ListQuery>,
) -> Result<Json<TableList>, ApiError> {
    client.take(&app, Class::Read)?;
    let rows = match listing.ids {
        None => app.live.store.listed(LONGEST_LIST).await?,
        Some(ids) => {
            let ids: Vec<TableId> = ids.split(',').take(50).filter_map(TableId::read).collect();
            app.live.store.by_ids(&ids).await?
        }
    };
    Ok(Json(TableList { tables: rows.iter().map(|row| list_row(&app, row)).collect() }))
}

fn list_row(app: &App, row: &StoredTable) -> breadboard_wire::TableRow {
    table_row(app, row, serde_json::from_str(&row.facts.summary).unwrap_or_default())
}

/// A table in a list, with what the store keeps of it for lists.
pub(super) fn table_row(app: &App, row: &StoredTable, summary: Summary) -> breadboard_wire::TableRow {
    breadboard_wire::TableRow {
        id: row.id.to_string(),
        link: app.link(&row.id),
        game: summary.game,
        spec: row.spec.clone(),
        status: match row.facts.status {
            Status::Open => TableStatus::Open,
            Status::Playing => TableStatus::Playing,
            Status::Over => TableStatus::Over,
        },
        listed: row.facts.listed,
        version: summary.version,
        created: row.created,
        updated: row.updated,
        awaited: summary.awaited,
        seats: summary.seats,
    }
}

/// A table as the session may see it.
///
/// The fallback where sockets do not get through: send the `tag` of the last answer and `wait`, and the answer comes
/// when there is something new. With `chat`, only the lines after those that the client has come with it.
#[utoipa::path(get, path = "/tables/{id}", operation_id = "table",
    params(("id" = String, Path, description = "The table's id."), TableQuery),
    responses((status = 200, description = "The table.", body = TableMessage), Always, Input, Named, Stored))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(query): Params<TableQuery>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let caller = client.caller(&app);
    let table = app.live.fresh(&read_id(&id)?, &caller).await?;
    let who = caller.who.clone();
    let mut waits = None;
    let mut changes = table.changes();
    let mut stopping = app.stopping.clone();
    let wait = Duration::from_secs(query.wait.unwrap_or(0).min(LONGEST_WAIT));
    let until = tokio::time::Instant::now() + wait;
    let at = loop {
        let at = table.now();
        let tag = at.tag(at.seats_of(who.as_ref()));
        // The tag may be of an answer that had no chat in it.
        let has_all = query.chat.is_none_or(|seen| seen as usize == at.chat.len());
        if wait.is_zero() || query.tag.as_deref() != Some(tag.as_str()) || !has_all {
            break at;
        }
        if waits.is_none() {
            waits = Some(app.polls.take(Some(client.address)).ok_or_else(|| ApiError::limited(10))?);
        }
        // A server that stops answers at once.
        let changed = tokio::select! {
            changed = tokio::time::timeout_at(until, changes.changed()) => changed,
            _ = stopping.wait_for(|stopping| *stopping) => break at,
        };
        match changed {
            Ok(Ok(())) => match *changes.borrow_and_update() {
                GONE => return Err(ApiError::missing()),
                UNLOADED => return Err(Failed::Busy.into()),
                _ => {}
            },
            _ => break at,
        }
    };
    drop(waits);
    let news = query.since.map_or(0, |after| at.table.version().saturating_sub(after));
    let (live, id) = (app.live.clone(), table.id.clone());
    let answer = move || {
        let seats = at.seats_of(who.as_ref());
        let state = at.state(seats);
        // Who has seen more than there is has seen another table.
        let seen = query.chat.map_or(0, |seen| seen as usize);
        let chat = at.chat_after(if seen > at.chat.len() { 0 } else { seen });
        let mut message = TableMessage { chat, ..table_message(&app, &id, &at, who.as_ref(), &state) };
        message.events = query.since.map(|after| at.events(seats, after));
        reply(StatusCode::OK, &message, None)
    };
    Ok(live.lanes.on(news as usize, &caller, answer).await?)
}

/// The events of a table.
#[utoipa::path(get, path = "/tables/{id}/events", operation_id = "events",
    params(("id" = String, Path, description = "The table's id."), EventsQuery),
    responses((status = 200, description = "The events.", body = EventsMessage), Always, Input, Named, Stored))]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(query): Params<EventsQuery>,
) -> Result<Response, ApiError> {
    ask(&app, &client, &id, Ask::Events { after: query.after.unwrap_or(0) }).await
}

/// An earlier position of the game.
#[utoipa::path(get, path = "/tables/{id}/replay/{step}", operation_id = "replay",
    params(("id" = String, Path, description = "The table's id."),
        ("step" = u32, Path, description = "After how many events of the game.", maximum = 4_294_967_295_i64)),
    responses((status = 200, description = "The position.", body = ReplayMessage), Always, Input, Named, Stored))]
pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    client: Client,
    Path((id, step)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let step = step.parse().map_err(|_| ApiError::missing())?;
    ask(&app, &client, &id, Ask::Replay { step }).await
}

/// Several positions of the game, one after the other.
///
/// For a client that shows what happened event by event. At most 60: the latest of those asked for.
#[utoipa::path(get, path = "/tables/{id}/frames", operation_id = "frames",
    params(("id" = String, Path, description = "The table's id."), FramesQuery),
    responses((status = 200, description = "The positions.", body = FramesMessage), Always, Input, Named, Stored))]
pub(crate) async fn frames(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(query): Params<FramesQuery>,
) -> Result<Response, ApiError> {
    let (after, to) = (query.after.unwrap_or(0), query.to.unwrap_or(u32::MAX));
    ask(&app, &client, &id, Ask::Frames { after, to }).await
}

/// The turns of the game, with the scores after each.
#[utoipa::path(get, path = "/tables/{id}/course", operation_id = "course",
    params(("id" = String, Path, description = "The table's id.")),
    responses((status = 200, description = "The turns.", body = CourseMessage), Always, Input, Named, Stored))]
pub(crate) async fn course(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    ask(&app, &client, &id, Ask::Course).await
}

/// What a single player could have reached who knew every draw in advance, once the game is over.
#[utoipa::path(get, path = "/tables/{id}/bound", operation_id = "bound",
    params(("id" = String, Path, description = "The table's id.")),
    responses((status = 200, description = "The score.", body = BoundView), Always, Input, Named, Refusable, Stored))]
pub(crate) async fn bound(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<BoundView>, ApiError> {
    client.take(&app, Class::Costly)?;
    let caller = client.caller(&app);
    let at = app.live.fresh(&read_id(&id)?, &caller).await?.now();
    if !matches!(at.table.phase(), Phase::Over(_)) {
        return Err(Denied::new(Reason::NotNow, texts::NOT_OVER.plain()).into());
    }
    // Several seats have no such score, and it takes long to compute.
    let alone = at.table.seats().count() == 1;
    let work = move || hindsight(&at.table.record());
    let bound = if alone { app.live.lanes.study.run(&caller, work).await? } else { None };
    Ok(Json(BoundView { bound }))
}

/// The paths that the search for that score keeps: a wider search finds about a point more and takes seconds.
const WIDTH: usize = 120;

struct Hindsight<'a>(&'a Record);

impl Visitor for Hindsight<'_> {
    type Output = Option<i32>;

    fn visit<G: Bots>(self, game: G) -> Option<i32> {
        let mut drawn = Vec::new();
        let note = |_: &G::State, event: &Event<G>, _: &G::State| {
            if let Event::Chance(chance) = event {
                drawn.push(chance.clone());
            }
        };
        breadboard_core::replay(&game, self.0, note).ok()?;
        let mut drawn = drawn.into_iter();
        game.hindsight(&mut |_| drawn.next(), WIDTH)
    }
}

fn hindsight(record: &Record) -> Option<i32> {
    with_recorded_game(record, Hindsight(record)).ok().flatten()
}

/// The position as text.
#[utoipa::path(get, path = "/tables/{id}/drawing", operation_id = "drawing",
    params(("id" = String, Path, description = "The table's id."), DrawingQuery),
    responses((status = 200, description = "The drawing.", body = DrawingMessage), Always, Input, Named, Stored))]
pub(crate) async fn drawing(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(query): Params<DrawingQuery>,
) -> Result<Response, ApiError> {
    ask(&app, &client, &id, Ask::Drawing { width: query.width.unwrap_or(80).clamp(20, 200) }).await
}

async fn ask(app: &App, client: &Client, id: &str, ask: Ask) -> Result<Response, ApiError> {
    client.take(app, Class::Read)?;
    let caller = client.caller(app);
    let at = app.live.fresh(&read_id(id)?, &caller).await?.now();
    let viewer = Viewer::seats(at.seats_of(caller.who.as_ref()));
    let size = size_of(&ask, &at);
    Ok(app.live.lanes.on(size, &caller, move || Json(view(&at.table, viewer, ask)).into_response()).await?)
}

/// How much work an answer is, in events.
fn size_of(ask: &Ask, at: &Snapshot) -> usize {
    match ask {
        Ask::Events { after } => at.table.version().saturating_sub(*after) as usize,
        // The whole game is played through.
        Ask::Course => at.table.log_len() as usize + at.table.given(),
        Ask::Frames { after, to } => {
            let last = (*to as usize).min(at.table.log_len() as usize + at.table.given());
            last.saturating_sub(*after as usize) * FRAME
        }
        _ => 0,
    }
}

/// The game as a record.
///
/// With what is needed to verify the dice; the seed once the game is over.
#[utoipa::path(get, path = "/tables/{id}/record", operation_id = "record",
    params(("id" = String, Path, description = "The table's id.")),
    responses((status = 200, description = "The record.", body = String, content_type = "text/plain"),
        Always, Input, Named, Stored))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Read)?;
    let caller = client.caller(&app);
    let at = app.live.fresh(&read_id(&id)?, &caller).await?.now();
    let name = format!("attachment; filename=\"{}-{}.txt\"", at.table.info().id, &id[..6.min(id.len())]);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    let size = at.table.log_len() as usize + at.table.given();
    let text = app.live.lanes.on(size, &caller, move || at.table.record().to_string()).await?;
    Ok((headers, text).into_response())
}

/// Asks for something at a table: a move, a seat, an undo, an offer.
///
/// Answered 200 means committed. The same request with the same key is done once and answered alike however often it is
/// sent. docs/table.md lists the requests.
#[utoipa::path(post, path = "/tables/{id}/requests", operation_id = "submit",
    params(("id" = String, Path, description = "The table's id.")),
    request_body(content = Submission,
        example = json!({"seat": 1, "version": 5, "key": "9f2c-1", "request": {"do": "act", "text": "a2-a3"}})),
    responses((status = 200, description = "It was done.", body = Submitted),
        Always, Input, JsonBody, Refusable, Named, Stored))]
pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(submission): Body<Submission>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::of(&submission.request))?;
    // Before a session is made: requests to tables that do not exist leave nothing behind.
    let live = app.live.table(&read_id(&id)?, &client.caller(&app)).await?;
    let session = client.session(&app)?;
    app.must_ask_fairly(&client.caller_as(Some(session.who.clone())), &live, &submission).await?;
    let done = app.live.submit(&live, &session.who, submission).await?;
    let state = done.at.state(done.at.seats_of(Some(&session.who)));
    let body = Submitted {
        receipt: done.receipt,
        recovery: done.recovery.into_iter().collect(),
        table: table_message(&app, &live.id, &done.at, Some(&session.who), &state),
    };
    let mut response = reply(StatusCode::OK, &body, session.cookie);
    if done.unnoticed {
        response.extensions_mut().insert(Uncounted);
    }
    Ok(response)
}

/// Says something at a table.
#[utoipa::path(post, path = "/tables/{id}/chat", operation_id = "say",
    params(("id" = String, Path, description = "The table's id.")), request_body = Chat,
    responses((status = 200, description = "It was said.", body = ChatReceipt),
        Always, Input, JsonBody, Named, Stored))]
pub(crate) async fn say(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(chat): Body<Chat>,
) -> Result<Json<ChatReceipt>, ApiError> {
    client.take(&app, Class::Chat)?;
    let Some(who) = client.known(&app) else {
        return Err(Denied::new(Reason::Forbidden, texts::OUTSIDER.plain()).into());
    };
    let live = app.live.table(&read_id(&id)?, &client.caller(&app)).await?;
    let outcome = app.live.act(&live, Action::Chat { who, key: chat.key, text: chat.text }, None).await?;
    Ok(Json(ChatReceipt { lines: outcome.at.chat.len() }))
}

/// Moves a seat to this session by its recovery code.
#[utoipa::path(post, path = "/tables/{id}/recover", operation_id = "recover",
    params(("id" = String, Path, description = "The table's id.")), request_body = Recover,
    responses((status = 200, description = "The seat is here; the fresh code replaces the one that was used.",
        body = Joined), Always, Input, JsonBody, Named, Stored))]
pub(crate) async fn recover(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(recover): Body<Recover>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Guess)?;
    // Before a session is made: requests to tables that do not exist leave nothing behind.
    let live = app.live.table(&read_id(&id)?, &client.caller(&app)).await?;
    let session = client.session(&app)?;
    let (at, recovery) = app.live.recover(&live, &session.who, &recover.code).await?;
    let state = at.state(at.seats_of(Some(&session.who)));
    let message = table_message(&app, &live.id, &at, Some(&session.who), &state);
    let table = TableMessage { chat: at.chat_after(0), ..message };
    let recovery: Vec<Recovery> = recovery.into_iter().collect();
    Ok(reply(StatusCode::OK, &Joined { table, recovery }, session.cookie))
}

/// A table as its viewer may see it, without its chat: all of it with every move was most of what a talkative table sent.
fn table_message<'a>(
    app: &App,
    id: &TableId,
    at: &Snapshot,
    who: Option<&Hashed>,
    state: &'a RawValue,
) -> TableMessage<&'a RawValue> {
    TableMessage {
        id: id.to_string(),
        link: app.link(id),
        listed: at.listed,
        host: who.is_some() && at.host.as_ref() == who,
        tag: at.tag(at.seats_of(who)),
        now: app.live.now(),
        chat: Vec::new(),
        lines: at.chat.len() as u32,
        state,
        events: None,
    }
}
