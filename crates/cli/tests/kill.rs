//! The real program under load, killed without warning: what it has acknowledged is there, nothing is there twice,
//! and players go on by themselves. 5 kills a database; `BREADBOARD_FULL=1` makes it 50.

#[path = "../../server/tests/support/postgres.rs"]
mod postgres;

use breadboard_client::Client;
use postgres::Cluster;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const TABLES: usize = 12;

fn kills() -> u32 {
    if std::env::var_os("BREADBOARD_FULL").is_some() { 50 } else { 5 }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The program, killed when dropped.
struct Program(Child);

impl Program {
    fn start(port: u16, store: &str) -> Program {
        let child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--store", store])
            .args(["--rate-scale", "0", "--log", "error"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Program(child)
    }

    /// As pulling the plug does it.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn well(client: &mut Client) {
    let since = Instant::now();
    while !matches!(client.request("GET", "/healthz", None).await, Ok(reply) if reply.status == 200) {
        assert!(since.elapsed() < Duration::from_secs(30), "the server does not come up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends until there is an answer, as a client does after a lost connection: the same request with the same key.
async fn insist(client: &mut Client, path: &str, body: &Value) -> Value {
    let since = Instant::now();
    loop {
        match client.request("POST", path, Some(body)).await {
            Ok(reply) if reply.status < 300 => return reply.json(),
            Ok(reply) if reply.status < 500 => panic!("{path} {body}: {} {}", reply.status, reply.body),
            _ => tokio::time::sleep(Duration::from_millis(30)).await,
        }
        assert!(since.elapsed() < Duration::from_secs(60), "no answer to {path}");
    }
}

/// Plays both seats of tables until asked to stop, and remembers every move that was acknowledged.
async fn play(mut client: Client, number: usize, stop: Arc<AtomicBool>) -> Vec<(String, Vec<String>)> {
    let mut tables = Vec::new();
    let mut key = 0;
    while !stop.load(Ordering::Relaxed) {
        let body =
            json!({"spec": "breakthrough:columns=5,rows=6", "seats": ["me", "me"], "names": ["Ada", "Bob"]});
        let mut table = insist(&mut client, "/api/tables", &body).await["table"].clone();
        let id = table["id"].as_str().unwrap().to_owned();
        let mut moves = Vec::new();
        while table["state"]["phase"] == "playing" && !stop.load(Ordering::Relaxed) {
            let you = table["state"]["you"].as_array().unwrap();
            let you = you.iter().find(|you| !you["moves"].as_array().unwrap().is_empty()).unwrap();
            let list = you["moves"].as_array().unwrap();
            let text = list[(key + number) % list.len()]["text"].as_str().unwrap().to_owned();
            key += 1;
            let body = json!({
                "seat": you["seat"], "version": table["state"]["version"], "key": format!("k{key}"),
                "request": {"do": "act", "text": text},
            });
            table = insist(&mut client, &format!("/api/tables/{id}/requests"), &body).await["table"].clone();
            moves.push(text);
        }
        tables.push((id, moves));
    }
    tables
}

/// Everything acknowledged is there, in order, and nothing else.
async fn compare(client: &mut Client, played: &[(String, Vec<String>)]) -> usize {
    let mut count = 0;
    for (id, moves) in played {
        let reply = client.request("GET", &format!("/api/tables/{id}/events"), None).await.unwrap();
        assert_eq!(reply.status, 200, "table {id} is gone");
        let events = reply.json()["events"].clone();
        let acted = events.as_array().unwrap().iter().filter(|event| event["kind"] == "acted");
        let stored: Vec<&str> = acted.map(|event| event["texts"][0].as_str().unwrap()).collect();
        assert_eq!(&stored, moves, "table {id}");
        count += moves.len();
    }
    count
}

async fn kill_and_compare(store: &str) {
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let mut program = Program::start(port, store);
    well(&mut client).await;
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> =
        (0..TABLES).map(|number| tokio::spawn(play(client.clone(), number, stop.clone()))).collect();
    for kill in 0..kills() {
        tokio::time::sleep(Duration::from_millis(300 + u64::from(kill * 97 % 400))).await;
        program.kill();
        program = Program::start(port, store);
        well(&mut client).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    stop.store(true, Ordering::Relaxed);
    let mut played = Vec::new();
    for player in players {
        played.extend(player.await.unwrap());
    }
    // Once from memory, once from what a fresh program reads.
    let count = compare(&mut client, &played).await;
    program.kill();
    program = Program::start(port, store);
    well(&mut client).await;
    assert_eq!(compare(&mut client, &played).await, count);
    assert!(count > 100, "only {count} moves were made");
    println!("{count} moves at {} tables, {} kills", played.len(), kills());
    program.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    kill_and_compare(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_loses_nothing_that_was_acknowledged() {
    let cluster = Cluster::start();
    kill_and_compare(&cluster.database()).await;
}

/// PostgreSQL itself crashes and comes back while people play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_postgresql_loses_nothing_that_was_acknowledged() {
    let cluster = Cluster::start();
    let store = cluster.database();
    let port = free_port();
    let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
    let program = Program::start(port, &store);
    well(&mut client).await;
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> =
        (0..4).map(|number| tokio::spawn(play(client.clone(), number, stop.clone()))).collect();
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        cluster.down();
        tokio::time::sleep(Duration::from_millis(300)).await;
        cluster.up();
    }
    well(&mut client).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    stop.store(true, Ordering::Relaxed);
    let mut played = Vec::new();
    for player in players {
        played.extend(player.await.unwrap());
    }
    assert!(compare(&mut client, &played).await > 20);
    program.kill();
}

/// Two nodes on one database: people at different nodes play together, and when one node dies its game against a
/// bot goes on at the other within five seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_node_takes_over() {
    let cluster = Cluster::start();
    let store = cluster.database();
    let ports = [free_port(), free_port()];
    let mut clients = ports.map(|port| Client::new(&format!("http://127.0.0.1:{port}")).unwrap());
    let first = Program::start(ports[0], &store);
    let second = Program::start(ports[1], &store);
    for client in &mut clients {
        well(client).await;
    }
    let [mut one, mut two] = clients;

    // One table, two nodes: what one stores, the other's socket sends.
    let made = insist(&mut one, "/api/tables", &json!({"spec": "breakthrough", "name": "Ada"})).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let mut socket = two.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    assert_eq!(socket.json().await.unwrap()["state"]["phase"], "waiting");
    let claim = json!({"seat": 2, "version": 1, "key": "c", "request": {"do": "claim", "name": "Bob"}});
    insist(&mut two, &format!("/api/tables/{id}/requests"), &claim).await;
    assert_eq!(socket.json().await.unwrap()["state"]["phase"], "playing");
    let now = one.request("GET", &format!("/api/tables/{id}"), None).await.unwrap().json()["state"].clone();
    let text = now["you"][0]["moves"][0]["text"].clone();
    let act =
        json!({"seat": 1, "version": now["version"], "key": "a", "request": {"do": "act", "text": text}});
    insist(&mut one, &format!("/api/tables/{id}/requests"), &act).await;
    assert_eq!(socket.json().await.unwrap()["events"][0]["texts"][0], text);

    // Bots play a long game against each other; either node may be at it.
    let bots = json!({"spec": "breakthrough:columns=8,rows=16", "seats": ["bot1", "bot1"]});
    let made = insist(&mut two, "/api/tables", &bots).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let mut socket = two.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    for _ in 0..4 {
        socket.json().await.unwrap();
    }
    first.kill();
    let mut killed = Instant::now();
    for _ in 0..6 {
        let update = socket.json().await.unwrap();
        assert!(killed.elapsed() < Duration::from_secs(5), "no node went on with the game");
        if update["state"]["phase"] == "over" {
            break;
        }
        killed = Instant::now();
    }
    second.kill();
}
