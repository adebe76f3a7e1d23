//! What the engines know: the analysis of a position, the review of a game, and hints.

use super::body::{Body, Params};
use super::error::ApiError;
use super::limit::Class;
use super::openapi::{Always, Guarded, Input, JsonBody, Named, Queued, Refusable, Stored};
use super::study::{must_be_few, read_spec};
use super::{App, Client, tables};
use crate::insight::{Held, Kind, Requester, WorkTurn, Working, line, path_of, path_of_record, stream};
use crate::live::{Failed, Snapshot};
use crate::store::TableId;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::response::{IntoResponse as _, Response};
use breadboard_core::{Record, Seat, Spec};
use breadboard_games::under_version;
use breadboard_insight::analysis::{Question, analyse as think};
use breadboard_insight::{hint as hints, review as reviews};
use breadboard_play::{Holder, Phase};
use breadboard_search::Effort;
use breadboard_wire::{
    AnalysisRequest, AnalysisView, Denied, EffortName, HintQuery, HintView, Reason, ReviewRequest,
    ReviewView, texts,
};
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The longest that a review runs, without the time in which it makes room for others.
const LONGEST_REVIEW: Duration = Duration::from_secs(300);
/// The longest that a hint is thought about.
const LONGEST_HINT: Duration = Duration::from_secs(3);
/// The shortest time between two lines of a stream.
const PAUSE: Duration = Duration::from_millis(50);
const MOST_LINES: u8 = 5;

/// How long an analysis thinks: a factor for the strongest bot's budget, and the most time.
fn effort(name: EffortName) -> (f64, Duration) {
    match name {
        EffortName::Quick => (0.1, Duration::from_secs(1)),
        EffortName::Normal => (1.0, Duration::from_secs(5)),
        EffortName::Deep => (10.0, Duration::from_secs(40)),
    }
}

/// Whether an answer may be compressed on its way: the compressor would hold lines back.
pub(super) fn is_no_stream(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != crate::insight::NDJSON)
}

fn requester(app: &App, client: &Client) -> Requester {
    Requester { who: client.known(app), address: client.address }
}

/// Analyses a position.
///
/// The answer is a stream, one JSON document per line, each better than the one before; the last has `done`. Ending the
/// request ends the search. A newer request of the same session replaces an older one. Positions of a running game
/// between people in which the session holds a seat are refused.
#[utoipa::path(post, path = "/analysis", operation_id = "analyse", request_body = AnalysisRequest,
    responses((status = 200, description = "What is found, line by line.", body = AnalysisView,
        content_type = "application/x-ndjson"), Always, Input, JsonBody, Refusable, Queued))]
pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    must_be_few(&asked.events)?;
    let spec = under_rules(&read_spec(&asked.spec)?, asked.rules)?;
    let lines = asked.lines.unwrap_or(3);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(ApiError::invalid(format!("lines is 1 to {MOST_LINES}")));
    }
    let seat = asked.seat.map(read_seat).transpose()?;
    let (position, events) = (asked.position, asked.events);
    let caller = client.caller(&app);
    let path =
        app.live.lanes.study.run(&caller, move || path_of(&spec, position.as_deref(), &events)).await??;
    app.must_be_fair(&caller, &path).await?;
    let requester = requester(&app, &client);
    let (factor, longest) = effort(asked.effort.unwrap_or_default());
    let (out, answer) = stream();
    let work = move |turn: &WorkTurn| {
        let question = Question {
            spec: &path.spec,
            position: Some(&path.position),
            seat,
            lines: usize::from(lines),
            effort: Effort::Own(factor),
        };
        let told = Cell::new(None);
        let mut report = |view: &AnalysisView| {
            let now = Instant::now();
            let last: Option<Instant> = told.get();
            // The last one is always sent, below.
            if !view.done && last.is_none_or(|last| now.duration_since(last) >= PAUSE) {
                told.set(Some(now));
                out.send(line(view));
            }
        };
        let found = think(&question, &|| turn.is_over(), &mut report);
        turn.finish();
        match found {
            Ok(view) => out.send(line(&view)),
            Err(denied) => out.refuse(denied.into()),
        }
    };
    let leaving = app.pool.submit(&requester, Kind::Analysis, longest, work)?;
    answer.begin(Held::Alone(leaving)).await
}

/// A spec under today's rules.
fn under_rules(spec: &Spec, rules: Option<u32>) -> Result<Spec, ApiError> {
    let Some(rules) = rules else { return Ok(spec.clone()) };
    under_version(spec, rules).map_err(|error| ApiError::invalid(error.to_string()))
}

fn read_seat(number: u8) -> Result<Seat, ApiError> {
    let no_seat = || Denied::new(Reason::Invalid, texts::NO_SEAT.with(&[("seat", &number)]));
    Ok(Seat::new(usize::from(number).wrapping_sub(1)).ok_or_else(no_seat)?)
}

/// Reviews a record.
///
/// The answer is a stream, one JSON document per line, each with more of the game; the last has `done`.
#[utoipa::path(post, path = "/review", operation_id = "review", request_body = ReviewRequest,
    responses((status = 200, description = "The review, line by line.", body = ReviewView,
        content_type = "application/x-ndjson"), Always, Input, JsonBody, Refusable, Queued))]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<ReviewRequest>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let read = move || {
        let record = Record::read(&asked.record).map_err(|error| super::study::bad_record(&error))?;
        let path = path_of_record(&record).map_err(ApiError::from)?;
        Ok::<_, ApiError>((record, path))
    };
    let caller = client.caller(&app);
    let (record, path) = app.live.lanes.study.run(&caller, read).await??;
    app.must_be_fair(&caller, &path).await?;
    let requester = requester(&app, &client);
    let (out, answer) = stream();
    let work = move |turn: &WorkTurn| {
        let progress = &mut |view: &ReviewView| {
            // The last one is sent below.
            if !view.done {
                out.send(line(view));
            }
        };
        let found = reviews::review(&record, 1.0, &|| turn.is_over(), progress);
        turn.finish();
        match found {
            Ok(Some(view)) => out.send(line(&view)),
            Ok(None) => out.refuse(Failed::Busy.into()),
            Err(denied) => out.refuse(denied.into()),
        }
    };
    let leaving = app.pool.submit(&requester, Kind::Review, LONGEST_REVIEW, work)?;
    answer.begin(Held::Alone(leaving)).await
}

/// Reviews the game of a finished table.
///
/// As `review`. It is computed once and kept with the table.
#[utoipa::path(get, path = "/tables/{id}/review", operation_id = "tableReview",
    params(("id" = String, Path, description = "The table's id.")),
    responses((status = 200, description = "The review, line by line.", body = ReviewView,
        content_type = "application/x-ndjson"), Always, Input, Guarded, Named, Refusable, Stored))]
pub(super) async fn table_review(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let id = tables::read_id(&id)?;
    let caller = client.caller(&app);
    let at = app.live.fresh(&id, &caller).await?.now();
    if !matches!(at.table.phase(), Phase::Over(_)) {
        return Err(Denied::new(Reason::NotNow, texts::NOT_OVER.plain()).into());
    }
    let requester = requester(&app, &client);
    let read = move || {
        let record = at.table.record();
        path_of_record(&record).map(|path| (record, path))
    };
    let (record, path) = app.live.lanes.study.run(&caller, read).await??;
    app.must_be_fair(&caller, &path).await?;
    let made_for = made_for(&record);
    if let Some(kept) = app.live.store.review(&id, &made_for).await? {
        return Ok(([(header::CONTENT_TYPE, crate::insight::NDJSON)], kept).into_response());
    }
    let (answer, watching, working) = app.reviews.join(&id);
    if let Some(working) = working {
        begin_review(&app, &requester, working, &id, record, made_for)?;
    }
    answer.begin(Held::Joint(watching)).await
}

/// Raised when the fields of a review change: kept ones are sent as they were stored, and clients know only the new names.
const REVIEW_FORMAT: u32 = 3;

/// What a kept review was made for: another version of the program or of the format, or a game that went on, needs a new one.
fn made_for(record: &Record) -> String {
    format!("{}/{REVIEW_FORMAT} {}", env!("CARGO_PKG_VERSION"), record.entries.len())
}

fn begin_review(
    app: &Arc<App>,
    requester: &Requester,
    working: Working,
    id: &TableId,
    record: Record,
    made_for: String,
) -> Result<(), ApiError> {
    let (run, store, table) = (working.run().clone(), app.live.store.clone(), id.clone());
    let runtime = tokio::runtime::Handle::current();
    let work = move |turn: &WorkTurn| {
        let progress = &mut |view: &ReviewView| {
            // The last one is sent below, once it is kept.
            if !view.done {
                working.run().tell(&line(view));
            }
        };
        let found = reviews::review(&record, 1.0, &|| turn.is_over(), progress);
        turn.finish();
        match found {
            Ok(Some(view)) => {
                let last = line(&view);
                let body = String::from_utf8_lossy(&last).into_owned();
                // Before the last line is sent: who asks after it gets the kept one.
                if let Err(error) = runtime.block_on(store.keep_review(&table, &made_for, &body)) {
                    tracing::warn!(%table, %error, "a review was not kept");
                }
                working.run().tell(&last);
            }
            Ok(None) => working.run().refuse(&Failed::Busy.into()),
            Err(denied) => working.run().refuse(&denied.into()),
        }
    };
    run.begun(app.pool.submit(requester, Kind::Review, LONGEST_REVIEW, work)?);
    Ok(())
}

/// Suggests a move to a seat of the session, in a game against bots only.
#[utoipa::path(get, path = "/tables/{id}/hint", operation_id = "hint",
    params(("id" = String, Path, description = "The table's id."), HintQuery),
    responses((status = 200, description = "The suggestion with its reason.", body = HintView),
        Always, Input, Guarded, Named, Refusable, Stored))]
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(query): Params<HintQuery>,
) -> Result<Json<HintView>, ApiError> {
    client.take(&app, Class::Costly)?;
    let caller = client.caller(&app);
    let at = app.live.fresh(&tables::read_id(&id)?, &caller).await?.now();
    let requester = requester(&app, &client);
    let seat = read_seat(query.seat)?;
    may_have_hint(&at, &requester, seat)?;
    // Today's spec of what the table plays, also if it began under older rules. A record would be all of a long game.
    let spec = at.table.spec().clone();
    let position = at.table.position();
    let path = app.live.lanes.study.run(&caller, move || path_of(&spec, Some(&position), &[])).await??;
    app.must_be_fair(&caller, &path).await?;
    let (tell, told) = oneshot::channel();
    let work = move |turn: &WorkTurn| {
        let found = hints::hint(&path.spec, &path.position, seat, &|| turn.is_over());
        turn.finish();
        // An error means that the client has left.
        let _ = tell.send(found);
    };
    let leaving = app.pool.submit(&requester, Kind::Answer, LONGEST_HINT, work)?;
    let hint = told.await.map_err(|_| ApiError::from(Failed::Busy))?;
    drop(leaving);
    Ok(Json(hint?))
}

/// A hint is for a person who plays against bots alone, and whose turn it is.
fn may_have_hint(at: &Snapshot, requester: &Requester, seat: Seat) -> Result<(), Denied> {
    let forbidden = |text| Err(Denied::new(Reason::Forbidden, text));
    if !at.seats_of(requester.who.as_ref()).contains(seat) {
        return forbidden(texts::NOT_YOURS.with(&[("seat", &seat)]));
    }
    let is_bot = |other: Seat| matches!(at.table.holder(other), Some(Holder::Bot { .. }));
    if at.table.seats().any(|other| other != seat && !is_bot(other)) {
        return forbidden(texts::HINTS_AGAINST_BOTS.plain());
    }
    match at.table.phase() {
        Phase::Waiting => Err(Denied::new(Reason::NotNow, texts::NOT_STARTED.plain())),
        Phase::Over(_) => Err(Denied::new(Reason::NotNow, texts::OVER.plain())),
        Phase::Playing if !at.table.awaited().contains(seat) => {
            Err(breadboard_core::refusals::not_your_turn(seat).into())
        }
        Phase::Playing => Ok(()),
    }
}
