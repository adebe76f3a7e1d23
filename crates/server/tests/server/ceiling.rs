//! A store that is nearly full: what is refused, what goes on, and that deleted tables make room again.

use crate::admin::{alone, play, soon};
use crate::asks::{create, metric, request, state, submit};
use crate::long_record::long_record;
use crate::on_both;
use crate::place::Place;
use crate::running::{Running, config};
use breadboard_client::Client;
use breadboard_server::Config;
use breadboard_server::admin::Admin;
use serde_json::json;
use std::time::Duration;

on_both! {
    near_its_ceiling_a_store_refuses_new_tables_and_at_it_moves;
    tables_that_are_deleted_make_room_below_the_ceiling;
}

/// Long tables in the store.
const TABLES: usize = 60;

/// A store with many long tables, one small one, and what its owner is known by.
struct Filled {
    long: Vec<String>,
    small: String,
    cookie: Option<String>,
    bytes: u64,
}

impl Filled {
    async fn new(place: &Place) -> Filled {
        let server = Running::start(&place.address()).await;
        let mut ada = server.client();
        let record = long_record(1_000).await;
        let mut long = Vec::new();
        for _ in 0..TABLES {
            long.push(create(&mut ada, json!({"record": record, "seats": vec!["me"; 7]})).await.0);
        }
        let small = alone(&mut ada).await;
        server.stop().await;
        count_rows(place).await;
        let admin = Admin::open(&place.address()).await.unwrap();
        let bytes = admin.measure().await.unwrap();
        admin.finish().await;
        Filled { long, small, cookie: ada.cookie, bytes }
    }

    fn owner(&self, server: &Running) -> Client {
        let mut client = server.client();
        client.cookie.clone_from(&self.cookie);
        client
    }
}

/// Brings PostgreSQL's statistics up to date, as it does by itself within minutes.
async fn count_rows(place: &Place) {
    use sqlx::Connection as _;
    if let Place::Postgres(_, address) = place {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(address).await.unwrap();
        sqlx::raw_sql("ANALYZE").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

async fn with_ceiling(place: &Place, bytes: u64) -> Running {
    Running::with(Config { rate_scale: 0.0, store_bytes: bytes, ..config(&place.address()) }).await
}

/// The status and the body of the answer to a new table.
async fn opens(client: &mut Client) -> (u16, String) {
    let made = client.request("POST", "/api/tables", Some(&json!({"spec": "breakthrough"}))).await.unwrap();
    (made.status, made.body)
}

async fn near_its_ceiling_a_store_refuses_new_tables_and_at_it_moves(place: Place) {
    let filled = Filled::new(&place).await;
    let id = &filled.small;
    // Between the two limits.
    let server = with_ceiling(&place, filled.bytes * 100 / 95).await;
    let mut ada = filled.owner(&server);
    let (status, body) = opens(&mut ada).await;
    assert!(status == 503 && body.contains("no room for this now"), "{status} {body}");
    assert_eq!(play(&mut ada, id).await.0, 200, "a game that has begun goes on");
    server.stop().await;
    let server = with_ceiling(&place, filled.bytes / 2).await;
    let mut ada = filled.owner(&server);
    let (status, body) = play(&mut ada, id).await;
    assert!(status == 503 && body.to_string().contains("no room for this now"), "{status} {body}");
    // What ends a game is taken: only a game that is over can be deleted.
    let version = state(&mut ada, id).await["version"].clone();
    let resign = |seat: u8, version| request(seat, version, "r", json!({"do": "resign"}));
    assert_eq!(submit(&mut ada, id, &resign(1, version)).await.0, 200);
    assert_eq!(state(&mut ada, id).await["phase"], "over");
    server.stop().await;
}

async fn tables_that_are_deleted_make_room_below_the_ceiling(place: Place) {
    let filled = Filled::new(&place).await;
    let server = with_ceiling(&place, filled.bytes * 100 / 95).await;
    let mut ada = filled.owner(&server);
    assert_eq!(opens(&mut ada).await.0, 503);
    let admin = Admin::open(&place.address()).await.unwrap();
    for id in &filled.long {
        admin.delete(id).await.unwrap();
    }
    count_rows(&place).await;
    let bytes = admin.measure().await.unwrap();
    assert!(bytes < filled.bytes / 2, "{} bytes before, {bytes} after", filled.bytes);
    soon("there is no room", async || opens(&mut ada).await.0 == 201).await;
    admin.finish().await;
    server.stop().await;
}

/// A move that cannot be stored is not thought of again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_do_not_think_in_vain_at_the_ceiling() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let seats = json!({"spec": "breakthrough:columns=8,rows=16", "seats": ["bot3", "bot3"]});
    let (id, _) = create(&mut ada, seats).await;
    soon("no bot plays", async || metric(&mut ada, "breadboard_bot_seconds_count").await > 0.0).await;
    server.stop().await;
    let server = with_ceiling(&place, 1).await;
    let mut ada = server.client();
    // More than one look at everything that is due.
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(state(&mut ada, &id).await["phase"], "playing");
    let thought = metric(&mut ada, "breadboard_bot_seconds_count").await;
    assert!(thought <= 2.0, "{thought} moves for nothing");
    server.stop().await;
    // With room they go on by themselves.
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    soon("the bots do not go on", async || metric(&mut ada, "breadboard_bot_seconds_count").await > 0.0)
        .await;
    server.stop().await;
}
