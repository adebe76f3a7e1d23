//! SIGTERM reaches a server in the middle of long work: it ends within seconds, and what it has acknowledged is stored.

use crate::{PROGRAM, ok};
use breadboard_client::Client;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Far less than the work would take, far more than a loaded machine needs to end.
const SOON: Duration = Duration::from_secs(18);

/// The program, killed when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn start(port: u16, store: &str) -> (Server, Client) {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--store", store, "--rate-scale", "0"]);
    let child = command.args(["--log", "error"]).stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let (server, mut client) = (Server(child), Client::new(&format!("http://127.0.0.1:{port}")).unwrap());
    let since = Instant::now();
    while !matches!(client.request("GET", "/healthz", None).await, Ok(reply) if reply.status == 200) {
        assert!(since.elapsed() < Duration::from_secs(120), "the server does not come up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (server, client)
}

async fn open(client: &mut Client, body: &Value) -> Value {
    let reply = client.request("POST", "/api/tables", Some(body)).await.unwrap();
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["table"].clone()
}

/// Makes moves until the server is gone; how many it has acknowledged.
async fn play(mut client: Client, mut table: Value) -> usize {
    let id = table["id"].as_str().unwrap().to_owned();
    for number in 0.. {
        let state = &table["state"];
        let you = state["you"].as_array().unwrap().iter();
        let Some(you) =
            you.into_iter().find(|you| you["moves"].as_array().is_some_and(|moves| !moves.is_empty()))
        else {
            return number;
        };
        // Back and forth, so that the game does not end.
        let request = if number % 2 == 0 {
            json!({"do": "act", "text": you["moves"][0]["text"]})
        } else {
            json!({"do": "undo"})
        };
        let seat = if number % 2 == 0 { you["seat"].clone() } else { json!(1) };
        let key = format!("k{number}");
        let body = json!({"seat": seat, "version": state["version"], "key": key, "request": request});
        match client.request("POST", &format!("/api/tables/{id}/requests"), Some(&body)).await {
            Ok(reply) if reply.status == 200 => table = reply.json()["table"].clone(),
            Ok(reply) => panic!("{} {}", reply.status, reply.body),
            Err(_) => return number,
        }
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_end_in_the_middle_of_long_work_ends_soon_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (mut server, mut client) = start(port, &store).await;

    // A game with people, a poll that waits, an analysis of 40 s, a bot that thinks, and a socket that no one reads.
    let table = open(&mut client, &json!({"spec": "breakthrough", "seats": ["me", "me"]})).await;
    let id = table["id"].as_str().unwrap().to_owned();
    let quiet = open(&mut client, &json!({"spec": "breakthrough"})).await;
    let poll = format!(
        "/api/tables/{}?wait=25&tag={}",
        quiet["id"].as_str().unwrap(),
        quiet["tag"].as_str().unwrap()
    );
    open(&mut client, &json!({"spec": "breadcrumbs:seats=4", "seats": ["bot5", "bot5", "bot5", "bot5"]}))
        .await;
    let socket = client.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    let polled = tokio::spawn({
        let mut client = client.clone();
        async move { client.request("GET", &poll, None).await.map(|reply| reply.status) }
    });
    let analysed = tokio::spawn({
        // Someone who plays no game: fair play.
        let mut client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
        let body = json!({"spec": "breakthrough:columns=7", "effort": "deep"});
        async move { client.request("POST", "/api/analysis", Some(&body)).await.map(|reply| reply.status) }
    });
    let played = tokio::spawn(play(client.clone(), table));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let ended = [polled.is_finished(), analysed.is_finished(), played.is_finished()];
    assert_eq!(ended, [false; 3], "the poll, the analysis and the game go on");

    let told = Instant::now();
    let pid = server.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let ended = loop {
        if let Some(status) = server.0.try_wait().unwrap() {
            break status;
        }
        assert!(told.elapsed() < SOON, "it does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    println!("it ended after {:?}", told.elapsed());
    assert_eq!(ended.code(), Some(0), "{ended}");
    assert_eq!(polled.await.unwrap().unwrap(), 200, "who waits is answered");
    assert_eq!(analysed.await.unwrap().unwrap(), 200, "what was found is sent");
    let played = played.await.unwrap();
    drop(socket);
    assert!(played > 0);

    assert!(ok(&["admin", "--store", &store, "check"]).contains("3 tables, all of them well"));
    let (_server, mut client) = start(port, &store).await;
    let events = client.request("GET", &format!("/api/tables/{id}/events"), None).await.unwrap().json();
    let made = |event: &&Value| event["kind"] == "acted" || event["kind"] == "undone";
    let stored = events["events"].as_array().unwrap().iter().filter(made).count();
    // The last one may be stored without its answer.
    assert!(stored == played || stored == played + 1, "{played} acknowledged, {stored} stored");
}
