//! Large stores, little memory, many bots. Short in `./test`; `BREADBOARD_FULL=1` has the sizes of the names.

#[path = "support/asks.rs"]
mod asks;
#[path = "support/place.rs"]
mod place;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "support/running.rs"]
mod running;

use asks::{able, create, first_move, granted, metric, request};
use breadboard_client::Client;
use breadboard_server::Config;
use breadboard_testkit::full;
use place::Place;
use running::{Running, config};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both! {
    a_hundred_thousand_finished_tables_do_not_hold_up_the_list;
}

/// Fills the store with finished tables that are listed and newer than all others.
async fn fill(address: &str, count: u32) {
    use sqlx::Connection as _;
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(address).await.unwrap();
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         INSERT INTO tables (id, seq, spec, listed, status, due, lease_node, lease_until, created, updated, expires, \
         summary) SELECT 'finished-' || i, 1, 'breakthrough', 1, 'over', 0, '', 0, 1, 9000000000000 + i, 0, '{{}}' FROM n"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn a_hundred_thousand_finished_tables_do_not_hold_up_the_list(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "listed": true})).await;
    fill(&place.address(), if full() { 100_000 } else { 5_000 }).await;
    let lists: Vec<_> = (0..4)
        .map(|_| {
            let mut client = server.client();
            tokio::spawn(async move {
                let mut last = Value::Null;
                for _ in 0..25 {
                    last = client.request("GET", "/api/tables", None).await.unwrap().json();
                }
                last
            })
        })
        .collect();
    let mut slowest = Duration::ZERO;
    while !lists.iter().all(tokio::task::JoinHandle::is_finished) {
        let started = Instant::now();
        assert_eq!(ada.request("GET", "/healthz", None).await.unwrap().status, 200);
        slowest = slowest.max(started.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for list in lists {
        let list = list.await.unwrap();
        let ids: Vec<&Value> = list["tables"].as_array().unwrap().iter().map(|table| &table["id"]).collect();
        assert_eq!(ids, [id.as_str()], "only what can be joined or watched");
    }
    eprintln!("slowest /healthz beside the list: {slowest:?}");
    assert!(!full() || slowest < Duration::from_millis(50), "{slowest:?}");
    server.stop().await;
}

/// The plan of the list: it reads the tables that it shows and no others.
#[tokio::test]
async fn the_list_has_an_index_of_its_own() {
    use sqlx::{Connection as _, Row as _};
    let place = Place::sqlite();
    Running::start(&place.address()).await.stop().await;
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&place.address()).await.unwrap();
    let sql = "EXPLAIN QUERY PLAN SELECT id FROM tables WHERE listed = 1 AND status <> 'over' \
        ORDER BY people DESC, updated DESC LIMIT 9";
    let plan = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    let plan: Vec<String> = plan.iter().map(|row| row.get::<String, _>("detail")).collect();
    assert!(plan.len() == 1 && plan[0].contains("tables_offered"), "{plan:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_leave_memory_when_it_is_used_up_and_those_in_use_stay() {
    let place = Place::sqlite();
    let budget = 400_000;
    let server =
        Running::with(Config { rate_scale: 0.0, table_bytes: budget, ..config(&place.address()) }).await;
    let mut ada = server.client();
    let one = json!({"spec": "breakthrough", "seats": ["me", "me"]});
    for _ in 0..60 {
        create(&mut ada, one.clone()).await;
    }
    let (tables, bytes) =
        (metric(&mut ada, "breadboard_tables").await, metric(&mut ada, "breadboard_table_bytes").await);
    assert!(tables < 30.0 && bytes <= 1.1 * budget as f64, "{tables} tables, {bytes} bytes");
    // Tables that people look at stay, and then there is no room for more.
    let mut sockets = Vec::new();
    let refused = loop {
        let reply = ada.request("POST", "/api/tables", Some(&one)).await.unwrap();
        if reply.status != 201 {
            break reply;
        }
        let id = reply.json()["table"]["id"].as_str().unwrap().to_owned();
        let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
        socket.json().await.unwrap();
        sockets.push(socket);
        assert!(sockets.len() < 60, "the budget has no effect");
    };
    assert_eq!((refused.status, refused.body.contains("too much to do")), (503, true), "{}", refused.body);
    assert_eq!(ada.request("GET", "/healthz", None).await.unwrap().status, 200);
    drop(sockets);
    let since = Instant::now();
    while ada.request("POST", "/api/tables", Some(&one)).await.unwrap().status != 201 {
        assert!(since.elapsed() < Duration::from_secs(20), "room does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
}

/// Plays moves against a bot; how long each answer took.
async fn answers(mut client: Client, moves: usize) -> Vec<Duration> {
    let (id, made) = create(&mut client, json!({"spec": "breakthrough", "seats": ["me", "bot5"]})).await;
    let mut table = made["table"].clone();
    let mut took = Vec::new();
    for number in 0..moves {
        let Some(text) = table["state"]["you"][0]["moves"][number].get("text").cloned() else { break };
        let act = json!({"do": "act", "text": text});
        let body = request(1, table["state"]["version"].clone(), &format!("k{number}"), act);
        let started = Instant::now();
        table = granted(&mut client, &id, &body).await;
        while table["state"]["phase"] == "playing" && able(&table["state"]).is_none() {
            let poll = format!("/api/tables/{id}?wait=25&tag={}", table["tag"].as_str().unwrap());
            table = client.request("GET", &poll, None).await.unwrap().json();
        }
        took.push(started.elapsed());
    }
    took
}

/// Two people at one table play without a pause until they are stopped; how long each move took, sorted.
async fn people(mut client: Client, stop: std::sync::Arc<std::sync::atomic::AtomicBool>) -> Vec<Duration> {
    let mut took = Vec::new();
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let (id, made) = create(&mut client, json!({"spec": "breakthrough", "seats": ["me", "me"]})).await;
        let mut state = made["table"]["state"].clone();
        while state["phase"] == "playing" && !stop.load(std::sync::atomic::Ordering::Relaxed) {
            let body = first_move(&state, &format!("k{}", took.len())).unwrap();
            let started = Instant::now();
            state = granted(&mut client, &id, &body).await["state"].clone();
            took.push(started.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    took.sort();
    took
}

/// Fifty people play bot5 at once, each from an address of their own as far as the bots' schedule knows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_games_against_bot5_share_the_bots_time() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let (games, moves) = if full() { (50, 4) } else { (4, 1) };
    let alone = {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let playing = tokio::spawn(people(server.client(), stop.clone()));
        tokio::time::sleep(Duration::from_secs(if full() { 10 } else { 2 })).await;
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let took = playing.await.unwrap();
        took[took.len() * 99 / 100]
    };
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let beside = tokio::spawn(people(server.client(), stop.clone()));
    let playing: Vec<_> = (0..games).map(|_| tokio::spawn(answers(server.client(), moves))).collect();
    let (mut all, mut means) = (Vec::new(), Vec::new());
    for game in playing {
        let took = game.await.unwrap();
        assert!(!took.is_empty());
        means.push(took.iter().sum::<Duration>() / took.len() as u32);
        all.extend(took);
    }
    all.sort();
    means.sort();
    let (first, last) = (means[0], means[means.len() - 1]);
    eprintln!(
        "{games} games against bot5, {moves} moves each: median wait {:?}, longest {:?}; mean wait of the luckiest \
         game {first:?}, of the unluckiest {last:?}",
        all[all.len() / 2],
        all[all.len() - 1],
    );
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let beside = beside.await.unwrap();
    let p99 = beside[beside.len() * 99 / 100];
    eprintln!(
        "two people beside them: {} moves, median {:?}, p99 {p99:?}; alone before p99 {alone:?}",
        beside.len(),
        beside[beside.len() / 2]
    );
    // `./test full` has the machine for itself, so the promise counts. Otherwise other programs may run.
    let most = if full() { Duration::from_millis(50) } else { 100 * alone.max(Duration::from_millis(5)) };
    assert!(p99 < most, "a person waits {p99:?} beside the bots, {alone:?} without");
    // One session or address is not served twice while another waits for its first turn.
    assert!(!full() || last < 4 * first, "the games did not share: {first:?} and {last:?}");
    server.stop().await;
}

/// Analyses positions of all games one after the other until it is stopped; returns how many.
async fn analyses(
    mut client: Client,
    first: usize,
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
) -> usize {
    let mut made = 0;
    // A table gives the session that the pool shares its time by; alone, so that no position is refused.
    create(&mut client, json!({"spec": "traxx:seats=1", "seats": ["me"]})).await;
    let games = breadboard_games::GAMES.iter().map(|game| game.info);
    let specs = breadboard_testkit::with_the_others(&["traxx:seats=1"], games);
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let spec = &specs[(first + made) % specs.len()];
        let dealt = client.request("POST", "/api/position", Some(&json!({"spec": spec, "deal": true}))).await;
        let position = dealt.unwrap().json()["position"]["text"].clone();
        let body = json!({"spec": spec, "position": position, "lines": 3, "effort": "normal"});
        let reply = client.request("POST", "/api/analysis", Some(&body)).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.body);
        made += 1;
    }
    made
}

/// Two people play alone and beside twenty clients that analyse, in turns; the median of the rounds' p99 counts, because one
/// round on a busy machine says little. On the program's own threads: those of `tokio::test` do not interrupt a search.
#[test]
fn twenty_analysing_clients_do_not_double_the_wait_for_a_move() {
    breadboard_server::block_on(moves_beside_analyses()).unwrap();
}

async fn moves_beside_analyses() {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let (clients, rounds, length) = if full() { (20, 5, 6) } else { (3, 1, 1) };
    let (mut alone, mut beside, mut made) = (Vec::new(), Vec::new(), 0);
    for round in 0..2 * rounds {
        let stop = std::sync::Arc::new(AtomicBool::new(false));
        let asking = if round % 2 == 0 { 0 } else { clients };
        let asking: Vec<_> =
            (0..asking).map(|n| tokio::spawn(analyses(server.client(), n, stop.clone()))).collect();
        // The first analyses have begun.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let playing_stop = std::sync::Arc::new(AtomicBool::new(false));
        let playing = tokio::spawn(people(server.client(), playing_stop.clone()));
        tokio::time::sleep(Duration::from_secs(length)).await;
        playing_stop.store(true, Relaxed);
        let took = playing.await.unwrap();
        stop.store(true, Relaxed);
        let p99 = took[took.len() * 99 / 100];
        eprintln!(
            "{} analysing: {} moves, median {:?}, p99 {p99:?}",
            asking.len(),
            took.len(),
            took[took.len() / 2]
        );
        if asking.is_empty() { &mut alone } else { &mut beside }.push(p99);
        for client in asking {
            made += client.await.unwrap();
        }
    }
    alone.sort();
    beside.sort();
    let (alone, beside) = (alone[alone.len() / 2], beside[beside.len() / 2]);
    eprintln!(
        "p99 of a move: {alone:?} alone, {beside:?} beside {clients} analysing clients, {made} analyses"
    );
    assert!(made >= clients, "every client has analysed");
    assert!(!full() || beside < 2 * alone, "{alone:?} alone, {beside:?} beside the analyses");
    server.stop().await;
}
