//! A session's own tables: running and finished ones, how the games ended, and all records in one file. The session is
//! the cookie's; a browser without one has nothing, and none is made for it.

use super::body::Params;
use super::error::ApiError;
use super::hold::hold;
use super::limit::Class;
use super::openapi::{Always, Input, Stored};
use super::{App, Client, tables};
use crate::live::{Caller, Hashed, LiveTables, Summary};
use crate::store::{KeptTable, MOST_COUNTED, StoreError, TableId, Tally};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use breadboard_wire::{MineQuery, MyStatistics, MyTable, MyTables, StatisticsRow};
use futures_util::stream;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Tables of one page.
const PAGE: u32 = 30;
/// Finished games of one file of records, the latest first.
const MOST_RECORDS: usize = 2_000;

/// Before everything else in a list that begins with the latest.
fn start() -> (i64, String) {
    (i64::MAX, String::new())
}

/// The tables of this session.
///
/// Those that wait or run, the latest opened first; or finished ones, the latest ended first. `next` names the next page.
#[utoipa::path(get, path = "/mine/tables", operation_id = "myTables", params(MineQuery),
    responses((status = 200, description = "A page of tables.", body = MyTables), Always, Input, Stored))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    client: Client,
    Params(query): Params<MineQuery>,
) -> Result<Json<MyTables>, ApiError> {
    client.take(&app, Class::Read)?;
    let before = query.page.as_deref().map_or_else(|| Ok(start()), read_page)?;
    let Some(who) = client.known(&app) else {
        return Ok(Json(MyTables { tables: Vec::new(), next: None }));
    };
    let over = query.over.unwrap_or(false);
    let found = app.live.store.of_session(who.as_str(), over, &before, PAGE).await?;
    let last = found.last().filter(|_| found.len() == PAGE as usize);
    let next = last.map(|last| format!("{}-{}", last.at, last.row.id));
    let tables = found.iter().map(|kept| my_table(&app, kept, over)).collect();
    Ok(Json(MyTables { tables, next }))
}

/// Where a page begins, as `next` named it.
fn read_page(text: &str) -> Result<(i64, String), ApiError> {
    let parts = text.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, TableId::read(id)?)));
    let (at, id) = parts.ok_or_else(|| ApiError::invalid("page: send the `next` of the page before"))?;
    Ok((at, id.to_string()))
}

fn my_table(app: &App, kept: &KeptTable, over: bool) -> MyTable {
    let summary: Summary = serde_json::from_str(&kept.row.facts.summary).unwrap_or_default();
    let (since, scores) = (summary.since, summary.scores.clone());
    let results = kept.seats.iter().map(|(_, result)| result.clone());
    MyTable {
        table: tables::table_row(app, &kept.row, summary),
        mine: kept.seats.iter().map(|(seat, _)| *seat).collect(),
        // Tables of an older version do not say it.
        since: if since == 0 { kept.row.updated } else { since },
        ended: over.then_some(kept.at),
        expires: Some(kept.row.facts.expires).filter(|expires| *expires > 0),
        against: kept.against.clone(),
        results: results.filter(|result| !result.is_empty()).collect(),
        scores,
    }
}

/// How this session's games ended, by game and opponents.
#[utoipa::path(get, path = "/mine/statistics", operation_id = "myStatistics",
    responses((status = 200, description = "The numbers.", body = MyStatistics), Always, Stored))]
pub(super) async fn statistics(
    State(app): State<Arc<App>>,
    client: Client,
) -> Result<Json<MyStatistics>, ApiError> {
    client.take(&app, Class::Read)?;
    let tallies = match client.known(&app) {
        Some(who) => app.live.store.tallies(who.as_str()).await?,
        None => Vec::new(),
    };
    Ok(Json(MyStatistics { rows: count(&tallies), most: MOST_COUNTED }))
}

/// Adds up what stands together in the list: the same game against the same opponents.
fn count(tallies: &[Tally]) -> Vec<StatisticsRow> {
    let mut rows: Vec<StatisticsRow> = Vec::new();
    for Tally { game, against, result, games, best } in tallies {
        // A game that was given up by all has no result to count.
        if result == "unfinished" {
            continue;
        }
        if rows.last().is_none_or(|row| row.game != *game || row.against != *against) {
            let (game, against) = (game.clone(), against.clone());
            rows.push(StatisticsRow { game, against, games: 0, won: 0, lost: 0, drawn: 0, best: None });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.games += games;
        match result.as_str() {
            "won" | "shared" => row.won += games,
            "lost" => row.lost += games,
            "drawn" => row.drawn += games,
            "scored" => row.best = Some(*best),
            _ => {}
        }
    }
    rows
}

/// The records of this session's finished games in one file.
///
/// The latest first, at most 2,000. A line `game:` begins a record.
#[utoipa::path(get, path = "/mine/records", operation_id = "myRecords",
    responses((status = 200, description = "The records.", body = String, content_type = "text/plain"), Always, Stored))]
pub(super) async fn records(State(app): State<Arc<App>>, client: Client) -> Result<Response, ApiError> {
    client.take(&app, Class::Costly)?;
    let place = app.exports.take(Some(client.address)).ok_or_else(|| ApiError::limited(5))?;
    let (send, mut rest) = mpsc::channel(1);
    if let Some(who) = client.known(&app) {
        let (live, caller) = (app.live.clone(), client.caller_as(Some(who.clone())));
        crate::task::spawn(async move {
            if let Err(error) = export(&live, &who, &caller, &send).await {
                // The download breaks off: half a file must not look like a whole one.
                let _ = send.send(Err(axum::Error::new(error))).await;
            }
        });
    }
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"breadboard-games.txt\""),
    ];
    // It is written while it is sent: one record waits at a time.
    let body = Body::from_stream(stream::poll_fn(move |context| rest.poll_recv(context)));
    Ok(hold((headers, body).into_response(), place, app.times.answer))
}

type Piece = Result<Bytes, axum::Error>;

/// Sends record after record, until there are no more or the reader is gone.
async fn export(
    live: &LiveTables,
    who: &Hashed,
    caller: &Caller,
    send: &mpsc::Sender<Piece>,
) -> Result<(), StoreError> {
    let mut before = start();
    let mut count = 0;
    loop {
        let page = live.store.of_session(who.as_str(), true, &before, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        before = (last.at, last.row.id.to_string());
        for kept in &page {
            if count == MOST_RECORDS {
                return Ok(());
            }
            count += 1;
            let text = match live.record(&kept.row.id, caller).await {
                Ok(text) => text,
                Err(crate::live::Failed::Store(StoreError::Missing)) => continue,
                Err(crate::live::Failed::Store(error)) => return Err(error),
                Err(crate::live::Failed::Busy) => {
                    return Err(StoreError::Locked("the server is busy".to_owned()));
                }
                Err(_) => format!("# the game at table {} cannot be read\n", kept.row.id),
            };
            if send.send(Ok(Bytes::from(text + "\n"))).await.is_err() {
                return Ok(());
            }
        }
        if page.len() < PAGE as usize {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_named_by_the_one_before_and_by_nothing_else() {
        let id = TableId::from_bits([7; 16]);
        assert_eq!(read_page(&format!("17-{id}")).unwrap(), (17, id.to_string()));
        for bad in ["", "17", "x-y", "17-", &format!("-{id}"), &format!("17-{id}x")] {
            assert!(read_page(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn results_are_added_up_by_game_and_opponents() {
        let tally = |game: &str, against: &str, result: &str, games, best| Tally {
            game: game.to_owned(),
            against: against.to_owned(),
            result: result.to_owned(),
            games,
            best,
        };
        let rows = count(&[
            tally("snipe", "bot1", "lost", 2, 0),
            tally("snipe", "bot1", "shared", 1, 0),
            tally("snipe", "bot1", "unfinished", 9, 0),
            tally("snipe", "bot1", "won", 3, 0),
            tally("snipe", "people", "drawn", 1, 0),
            tally("traxx", "solo", "played", 2, 0),
            tally("traxx", "solo", "scored", 4, -3),
            tally("traxx", "people", "unfinished", 1, 0),
        ]);
        let short: Vec<_> = rows
            .iter()
            .map(|row| {
                (row.game.as_str(), row.against.as_str(), row.games, row.won, row.lost, row.drawn, row.best)
            })
            .collect();
        assert_eq!(
            short,
            [
                ("snipe", "bot1", 6, 4, 2, 0, None),
                ("snipe", "people", 1, 0, 0, 1, None),
                ("traxx", "solo", 6, 0, 0, 0, Some(-3)),
            ]
        );
    }
}
