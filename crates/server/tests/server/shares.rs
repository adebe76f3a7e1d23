//! What one customer gets of a server, and what it leaves for others. All come through a proxy, which names them.

use crate::asks::metric;
use crate::long_record::long_record;
use crate::on_both;
use crate::place::Place;
use crate::running::{Running, config};
use breadboard_client::Client;
use breadboard_server::Config;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

on_both! {
    one_customer_does_not_fill_the_memory_for_tables;
    a_few_customers_together_do_not_fill_the_memory_for_tables;
    moves_count_in_a_customers_share_of_memory;
    moves_count_in_a_customers_share_of_the_store;
}

/// A client at an address.
struct Guest {
    client: Client,
    address: String,
}

impl Guest {
    fn new(server: &Running, address: &str) -> Guest {
        Guest { client: server.client(), address: address.to_owned() }
    }

    async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let head = format!("Content-Type: application/json\r\nX-Forwarded-For: {}\r\n", self.address);
        let body = body.map(Value::to_string).unwrap_or_default();
        let reply = self.client.raw(method, path, &head, body.as_bytes()).await.unwrap();
        (reply.status, reply.body)
    }

    /// Opens a table; its id, if there is room for it.
    async fn opens(&mut self, body: &Value) -> Option<String> {
        let (status, answer) = self.ask("POST", "/api/tables", Some(body)).await;
        assert!([201, 503].contains(&status), "{status} {answer}");
        let made: Value = serde_json::from_str(&answer).unwrap();
        made["table"]["id"].as_str().map(str::to_owned)
    }

    /// A socket that is never read.
    async fn looks(&self, id: &str) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(&self.client.host).await.unwrap();
        let head = format!(
            "GET /api/tables/{id}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             X-Forwarded-For: {}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        (&answer == b"HTTP/1.1 101").then_some(stream)
    }
}

async fn server(place: &Place, change: impl FnOnce(Config) -> Config) -> Running {
    let standard = Config { rate_scale: 0.0, behind_proxy: true, ..config(&place.address()) };
    Running::with(change(standard)).await
}

/// What opens a small table.
fn small() -> Value {
    json!({"spec": "breakthrough", "seats": ["me", "me"]})
}

/// A server with a certain memory for tables, and a table of Bob at 10.0.0.1 that is only in its store.
async fn with_a_stored_table(place: &Place, budget: u64) -> (Running, String) {
    let with_budget = |config| Config { table_bytes: budget, ..config };
    let first = server(place, with_budget).await;
    let stored = Guest::new(&first, "10.0.0.1").opens(&small()).await.unwrap();
    first.stop().await;
    (server(place, with_budget).await, stored)
}

async fn one_customer_does_not_fill_the_memory_for_tables(place: Place) {
    let budget = 2_000_000;
    let (server, stored) = with_a_stored_table(&place, budget).await;
    let record = long_record(300).await;
    let long = json!({"record": record, "seats": vec!["me"; 7]});
    // Each from another network of one customer, with a socket at each table.
    let mut held = Vec::new();
    for subnet in 0..20 {
        let mut eve = Guest::new(&server, &format!("2001:db8:1:{subnet}::1"));
        if let Some(id) = eve.opens(&long).await {
            held.push(eve.looks(&id).await.expect("a socket at its own table"));
        }
    }
    assert!((1..4).contains(&held.len()), "{} tables of one customer are held in memory", held.len());
    let used = metric(&mut server.client(), "breadboard_table_bytes").await;
    assert!(used <= budget as f64 / 2.0, "{used} bytes");
    let mut bob = Guest::new(&server, "10.0.0.1");
    assert!(bob.opens(&small()).await.is_some(), "someone else opens a table");
    let (status, answer) = bob.ask("GET", &format!("/api/tables/{stored}"), None).await;
    assert_eq!(status, 200, "someone else's table is loaded: {answer}");
    drop(held);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_waits_for_few_changes_at_a_time() {
    let place = Place::sqlite();
    let server = server(&place, |config| Config { sockets_each: 3, ..config }).await;
    let mut ada = Guest::new(&server, "10.0.0.1");
    let (_, made) = ada.ask("POST", "/api/tables", Some(&json!({"spec": "breakthrough"}))).await;
    let made: Value = serde_json::from_str(&made).unwrap();
    let (id, tag) = (made["table"]["id"].as_str().unwrap(), made["table"]["tag"].as_str().unwrap());
    // The tag of someone who holds no seat.
    let (_, seen) = Guest::new(&server, "10.0.0.9").ask("GET", &format!("/api/tables/{id}"), None).await;
    let seen: Value = serde_json::from_str(&seen).unwrap();
    assert_ne!(seen["tag"].as_str().unwrap(), tag);
    let poll = format!("/api/tables/{id}?wait=20&tag={}", seen["tag"].as_str().unwrap());
    let mut polls = Vec::new();
    for _ in 0..3 {
        let (mut eve, poll) = (Guest::new(&server, "10.6.6.6"), poll.clone());
        polls.push(tokio::spawn(async move { eve.ask("GET", &poll, None).await.0 }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(polls.iter().all(|poll| !poll.is_finished()));
    let started = Instant::now();
    assert_eq!(Guest::new(&server, "10.6.6.6").ask("GET", &poll, None).await.0, 429);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let now = format!("/api/tables/{id}");
    assert_eq!(Guest::new(&server, "10.6.6.6").ask("GET", &now, None).await.0, 200, "without waiting");
    let (mut bob, path) = (Guest::new(&server, "10.0.0.2"), poll.clone());
    let waits = tokio::spawn(async move { bob.ask("GET", &path, None).await.0 });
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!waits.is_finished(), "someone else waits");
    server.stop().await;
    for poll in polls.into_iter().chain([waits]) {
        assert_eq!(poll.await.unwrap(), 200, "a server that stops answers");
    }
}

/// Opens small tables with a socket at each, until there is no room: the tables, and the sockets.
async fn fills(server: &Running, address: &str) -> Vec<(String, TcpStream)> {
    let mut guest = Guest::new(server, address);
    let mut held = Vec::new();
    while held.len() < 60
        && let Some(id) = guest.opens(&small()).await
    {
        let socket = guest.looks(&id).await.expect("a socket at its own table");
        held.push((id, socket));
    }
    held
}

async fn a_few_customers_together_do_not_fill_the_memory_for_tables(place: Place) {
    let budget = 600_000;
    let (server, stored) = with_a_stored_table(&place, budget).await;
    let mut held = Vec::new();
    for number in 1..=6 {
        held.push(fills(&server, &format!("10.6.6.{number}")).await);
    }
    assert!(held[0].len() >= 4, "{}", held[0].len());
    let mut bob = Guest::new(&server, "10.0.0.1");
    let (status, answer) = bob.ask("GET", &format!("/api/tables/{stored}"), None).await;
    assert_eq!(status, 200, "someone else's table is loaded: {answer}");
    assert!(bob.opens(&small()).await.is_some(), "someone else opens a table");
    let used = metric(&mut server.client(), "breadboard_table_bytes").await;
    assert!(used <= budget as f64, "{used} bytes");
    // The tables that made room are stored, and their people are told to come back.
    let mut closed = 0;
    for (_, socket) in held.iter_mut().flatten() {
        closed += usize::from(is_closed(socket).await);
    }
    assert!(closed > 0, "no socket was closed");
    drop(held);
    server.stop().await;
}

/// A node that had to unload a table goes on with it where another node has taken it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_one_node_has_unloaded_goes_on_at_another() {
    let place = Place::postgres();
    let one = server(&place, |config| Config { table_bytes: 600_000, ..config }).await;
    let two = server(&place, |config| config).await;
    let mut eve = Guest::new(&one, "10.6.6.6");
    let mut held = Vec::new();
    while held.len() < 60
        && let Some(id) = eve.opens(&json!({"spec": "breakthrough", "name": "Eve"})).await
    {
        held.push((eve.looks(&id).await.expect("a socket at its own table"), id));
    }
    let mut others = Vec::new();
    for number in 1..=6 {
        others.push(fills(&one, &format!("10.7.7.{number}")).await);
    }
    let mut unloaded = None;
    for (socket, id) in &mut held {
        if is_closed(socket).await {
            unloaded = Some(id.clone());
            break;
        }
    }
    let id = unloaded.expect("a table of the largest holder made room");
    let mut bob = Guest::new(&two, "10.0.0.1");
    let (path, requests) = (format!("/api/tables/{id}"), format!("/api/tables/{id}/requests"));
    let claim = crate::asks::request(2, 1, "claim", json!({"do": "claim", "name": "Bob"}));
    let (status, answer) = bob.ask("POST", &requests, Some(&claim)).await;
    assert_eq!(status, 200, "{answer}");
    // The first node has room again, and loads the table as it is now.
    drop((held, others));
    let mut seen = Value::Null;
    for _ in 0..100 {
        let (status, answer) = eve.ask("GET", &path, None).await;
        seen = serde_json::from_str(&answer).unwrap();
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(seen["state"]["phase"], "playing", "{seen}");
    let moved = crate::asks::first_move(&seen["state"], "move").expect("Eve begins");
    let (status, answer) = eve.ask("POST", &requests, Some(&moved)).await;
    assert_eq!(status, 200, "{answer}");
    let (_, answer) = bob.ask("GET", &path, None).await;
    let after: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(after["state"]["position"]["step"], 1, "{after}");
    one.stop().await;
    two.stop().await;
}

/// Whether the server ends a socket that has only been sent a few messages.
async fn is_closed(socket: &mut TcpStream) -> bool {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_millis(300), socket.read_to_end(&mut bytes)).await;
    let told = b"come back";
    read.is_ok() && bytes.windows(told.len()).any(|part| part == told)
}

async fn moves_count_in_a_customers_share_of_memory(place: Place) {
    let budget = 400_000;
    let server = server(&place, |config| Config { table_bytes: budget, ..config }).await;
    let mut eve = Guest::new(&server, "10.6.6.6");
    let mut held = Vec::new();
    for _ in 0..3 {
        let id = eve.opens(&small()).await.expect("room for three");
        let socket = eve.looks(&id).await.unwrap();
        held.push((id, socket));
    }
    let mut refused = 0;
    for (number, (id, _)) in held.iter().enumerate() {
        let path = format!("/api/tables/{id}/requests");
        for turn in 0..45 {
            let (_, table) = eve.ask("GET", &format!("/api/tables/{id}"), None).await;
            let table: Value = serde_json::from_str(&table).unwrap();
            let Some(body) = crate::asks::first_move(&table["state"], &format!("m{turn}")) else { break };
            let (status, answer) = eve.ask("POST", &path, Some(&body)).await;
            assert!(status == 200 || number > 0, "the first game goes on: {status} {answer}");
            let undo = json!({"do": "undo"});
            let version =
                serde_json::from_str::<Value>(&answer).unwrap()["table"]["state"]["version"].clone();
            let undo = crate::asks::request(body["seat"].clone(), version, &format!("u{turn}"), undo);
            let (undone, _) = eve.ask("POST", &path, Some(&undo)).await;
            refused += usize::from(status != 200 || undone != 200);
            let used = metric(&mut server.client(), "breadboard_table_bytes").await;
            assert!(
                used <= budget as f64 / 4.0 + 30_000.0,
                "{used} bytes after {turn} moves at table {number}"
            );
        }
    }
    println!("{refused} refused");
    let mut bob = Guest::new(&server, "10.0.0.1");
    assert!(bob.opens(&small()).await.is_some());
    drop(held);
    server.stop().await;
}

/// The store counts what a table has grown to, in steps of 64 entries.
async fn moves_count_in_a_customers_share_of_the_store(place: Place) {
    // A share of 100 kB: six tables of 16 kB.
    let with_share = |config| Config { store_bytes: 2_000_000, rate_scale: 1_000.0, ..config };
    let server = server(&place, with_share).await;
    let mut eve = Guest::new(&server, "10.6.6.6");
    let id = eve.opens(&small()).await.unwrap();
    let path = format!("/api/tables/{id}/requests");
    let mut refusal = String::new();
    let mut granted = 0;
    'play: for turn in 0..700 {
        let (_, table) = eve.ask("GET", &format!("/api/tables/{id}"), None).await;
        let table: Value = serde_json::from_str(&table).unwrap();
        let body = crate::asks::first_move(&table["state"], &format!("m{turn}")).unwrap();
        let version = table["state"]["version"].as_u64().unwrap() + 1;
        let undo =
            crate::asks::request(body["seat"].clone(), version, &format!("u{turn}"), json!({"do": "undo"}));
        for body in [body, undo] {
            let (status, answer) = eve.ask("POST", &path, Some(&body)).await;
            if status != 200 {
                refusal = answer;
                break 'play;
            }
            granted += 1;
        }
    }
    // Twice the share: what has begun can be finished.
    assert!((600..900).contains(&granted), "{granted} moves");
    assert!(refusal.contains("table-grown-share"), "{refusal}");
    let (status, answer) = eve.ask("POST", "/api/tables", Some(&small())).await;
    assert_eq!(status, 409, "{answer}");
    assert!(Guest::new(&server, "10.0.0.1").opens(&small()).await.is_some());
    server.stop().await;
}
