//! Clients that hold what they get: connections, bodies, answers, sockets. Someone else on the same server must not notice.
//! `work.rs` has the same for bots, searches and damaged tables. Limits are small here; `BREADBOARD_FULL=1` adds the attacks
//! in the size in which they were seen.

#[path = "../support/asks.rs"]
mod asks;
#[path = "../support/long_record.rs"]
mod long_record;
#[path = "../support/running.rs"]
mod running;
mod work;

use asks::{create, granted};
use breadboard_server::{Config, Times};
use breadboard_testkit::{ONLY_FULL, full, skipped};
use long_record::long_record;
use running::{Running, config};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

const JSON: &str = "Content-Type: application/json\r\n";

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Limits that a test need not wait for.
fn short() -> Times {
    Times {
        first_byte: millis(400),
        head: millis(600),
        idle: millis(600),
        body: millis(600),
        write: millis(600),
        answer: Duration::from_secs(60),
    }
}

async fn server(change: impl FnOnce(Config) -> Config) -> (tempfile::TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let running = Running::with(change(Config { times: short(), ..config(&store) })).await;
    (folder, running)
}

/// A connection from one of this machine's addresses, with little room for what it does not read.
async fn connect(server: &Running, from: [u8; 4]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(server.client().host.parse().unwrap()).await.unwrap()
}

/// What the other side sends until it closes; `None` if it does not within a time.
async fn rest(stream: &mut TcpStream, within: Duration) -> Option<String> {
    let mut bytes = Vec::new();
    let ended = tokio::time::timeout(within, stream.read_to_end(&mut bytes)).await;
    // A reset is an end too.
    ended.ok().map(|_| String::from_utf8_lossy(&bytes).into_owned())
}

/// Asks for the page until it comes; how long that took.
async fn bystander(server: &Running) -> Duration {
    let started = Instant::now();
    let reply = server.client().request("GET", "/api/games", None).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    started.elapsed()
}

async fn metric(server: &Running, name: &str) -> f64 {
    asks::metric(&mut server.client(), name).await
}

/// The events of a long record.
const LONG: usize = 4_000;

/// The lines of an upload that name its client, behind a proxy.
fn from(address: &str) -> String {
    format!("Content-Type: text/plain\r\nX-Forwarded-For: {address}\r\n")
}

/// The head of an upload.
fn head_of_upload(address: &str, length: usize) -> String {
    format!(
        "POST /api/records HTTP/1.1\r\nHost: localhost\r\n{}Content-Length: {length}\r\n\r\n",
        from(address)
    )
}

/// Uploads a short record and reads the answer.
async fn uploads_and_reads(server: &Running, address: &str) {
    let small = b"game: breakthrough\nrules: 1\n\n1: a2-a3\n";
    let reply = server.client().raw("POST", "/api/records", &from(address), small).await.unwrap();
    assert_eq!(reply.status, 200, "{address}: {}", reply.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_and_unfinished_connections_are_closed_and_others_are_served() {
    // One place for the bystander is free only when others are closed: as if they came from everywhere.
    let (_folder, server) = server(|config| Config { behind_proxy: true, connections: 40, ..config }).await;
    let mut held = Vec::new();
    for number in 0..40 {
        let mut stream = connect(&server, [127, 0, 0, 1]).await;
        let sent: &[u8] = match number % 4 {
            0 => b"",
            1 => b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
            2 => b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ngame: ",
            _ => b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
        };
        stream.write_all(sent).await.unwrap();
        held.push(stream);
    }
    let waited = bystander(&server).await;
    assert!(waited < Duration::from_secs(3), "someone else waited for {waited:?}");
    for (number, stream) in held.iter_mut().enumerate() {
        let end = rest(stream, Duration::from_secs(6)).await;
        let end = end.unwrap_or_else(|| panic!("connection {number} was not closed"));
        if number % 4 == 3 {
            assert!(end.starts_with("HTTP/1.1 408"), "an unfinished body: {end}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_gets_its_connections_and_leaves_the_others_theirs() {
    let (_folder, server) =
        server(|config| Config { connections_each: Some(10), connections: 100, ..config }).await;
    let mut held = Vec::new();
    for _ in 0..30 {
        held.push(connect(&server, [127, 0, 0, 2]).await);
    }
    assert!(bystander(&server).await < Duration::from_secs(1));
    assert_eq!(metric(&server, "breadboard_connections_refused_total").await, 20.0);
    let mut ends = 0;
    for stream in &mut held {
        ends += usize::from(rest(stream, millis(100)).await.is_some());
    }
    assert!(ends >= 20, "{ends} were refused");
    // An idle connection is closed after its last answer.
    let mut idle = connect(&server, [127, 0, 0, 3]).await;
    idle.write_all(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let end = rest(&mut idle, Duration::from_secs(3)).await.expect("an idle connection is closed");
    assert!(end.starts_with("HTTP/1.1 200"), "{end}");
    server.stop().await;
}

/// The attack as it was seen, against the usual settings: 1,100 silent connections and 400 unfinished bodies.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifteen_hundred_held_connections_of_one_address_are_not_noticed() {
    if !full() {
        return skipped("fifteen_hundred_held_connections_of_one_address_are_not_noticed", ONLY_FULL);
    }
    let (_folder, server) = server(|config| Config { times: Times::default(), ..config }).await;
    let mut held = Vec::new();
    let mut worst = Duration::ZERO;
    for number in 0..1500 {
        let mut stream = connect(&server, [127, 0, 0, 2]).await;
        if number >= 1100 {
            let head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ngame: ";
            // Refused ones are closed.
            let _ = stream.write_all(head).await;
        }
        held.push(stream);
        if number % 50 == 0 {
            worst = worst.max(bystander(&server).await);
        }
    }
    eprintln!("someone else beside 1,500 held connections: {worst:?} at most");
    assert!(worst < Duration::from_secs(1), "{worst:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_request_is_answered_before_its_body_is_sent() {
    let (_folder, server) = server(|config| config).await;
    let mut eve = server.client();
    let (id, _) = create(&mut eve, json!({"spec": "breakthrough"})).await;
    let path = format!("/api/tables/{id}/recover");
    let body = json!({"code": "aaaa-aaaa-aaaa-aaaa"});
    let mut granted = 0;
    while eve.request("POST", &path, Some(&body)).await.unwrap().status != 429 {
        granted += 1;
        assert!(granted < 20, "codes may be guessed without end");
    }
    let mut stream = connect(&server, [127, 0, 0, 1]).await;
    let head = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\n{JSON}Content-Length: 60000\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(millis(300), stream.read_exact(&mut answer)).await.expect("at once").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 429");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_is_refused() {
    let (_folder, server) = server(|config| config).await;
    let mut stream = connect(&server, [127, 0, 0, 1]).await;
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let end = rest(&mut stream, Duration::from_secs(2)).await.expect("it is closed");
    assert!(!end.contains("HTTP/2") && !end.contains("200"), "{end}");
    server.stop().await;
}

/// Uploads records and reads no answer; others still get theirs, and only a few are in memory at a time.
async fn unread_uploads(count: usize) {
    let (_folder, server) = server(|config| Config { behind_proxy: true, rate_scale: 0.0, ..config }).await;
    // Shared, so that the copies of this test do not hide what the server holds.
    let record: Arc<str> = long_record(LONG).await.into();
    let mut held = Vec::new();
    for _ in 0..count {
        let mut stream = connect(&server, [127, 0, 0, 1]).await;
        let (head, body) = (head_of_upload("10.6.6.6", record.len()), record.clone());
        held.push(tokio::spawn(async move {
            // Refused ones are closed before all of it is sent.
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.write_all(body.as_bytes()).await;
            tokio::time::sleep(Duration::from_secs(4)).await;
        }));
    }
    // Its records are read one after the other, and the answers are kept small.
    tokio::time::sleep(millis(500)).await;
    let started = Instant::now();
    let mut ada = server.client();
    let reply = ada.raw("POST", "/api/records", &from("10.0.0.1"), record.as_bytes()).await.unwrap();
    assert_eq!(reply.status, 200, "{}", &reply.body[..reply.body.len().min(300)]);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    if full() {
        let memory = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.split_whitespace().next().unwrap().parse().unwrap();
        assert!(peak < 300_000, "{peak} kB at most");
    }
    for task in held {
        task.await.unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_uploads_are_few_and_others_get_their_answer() {
    if !full() || std::env::var_os("BREADBOARD_ALONE").is_some() {
        return unread_uploads(if full() { 206 } else { 12 }).await;
    }
    // In a process of its own: the peak of this one has the other tests in it.
    let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
    alone
        .args(["--exact", "unread_uploads_are_few_and_others_get_their_answer"])
        .env("BREADBOARD_ALONE", "1");
    let output = alone.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
}

/// A client that asks and does not read is cut off after the time for a write. It asks for more than the buffers of the
/// system hold: all of it would come if the server waited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_are_not_read_end_their_connection() {
    const ASKED: usize = 200;
    let (_folder, server) = server(|config| Config { rate_scale: 0.0, ..config }).await;
    let page = server.client().request("GET", "/api/openapi.json", None).await.unwrap().body.len();
    assert!(page * ASKED > 20_000_000, "{page} bytes a page");
    let mut stream = connect(&server, [127, 0, 0, 1]).await;
    let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(ASKED);
    stream.write_all(ask.as_bytes()).await.unwrap();
    tokio::time::sleep(4 * short().write).await;
    let answers = rest(&mut stream, Duration::from_secs(20)).await.expect("it is closed");
    let begun = answers.matches("HTTP/1.1 200").count();
    assert!((1..ASKED).contains(&begun), "{begun} answers, {} bytes", answers.len());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_uploads_take_no_place() {
    let times = Times { body: Duration::from_secs(20), ..short() };
    let (_folder, server) = server(|config| Config { behind_proxy: true, times, ..config }).await;
    let mut held = Vec::new();
    for number in 1..=6 {
        let mut stream = connect(&server, [127, 0, 0, 1]).await;
        let head = head_of_upload(&format!("10.6.6.{number}"), 1000) + "game: ";
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(millis(200)).await;
    uploads_and_reads(&server, "10.0.0.1").await;
    drop(held);
    server.stop().await;
}

/// The usual times, but with a long time for a write, as a client has that always reads just enough.
fn patient() -> Times {
    Times { write: Duration::from_secs(60), ..Times::default() }
}

/// Three addresses, each with several requests for more than the buffers of the system hold, that read nothing: someone else
/// gets the answer all the same.
async fn unread_answers_hold_up_no_one(server: &Running, head: impl Fn(&str) -> String, body: &str) {
    let mut held = Vec::new();
    for number in 0..15 {
        let mut stream = connect(server, [127, 0, 0, 1]).await;
        let head = head(&format!("10.6.6.{}", 1 + number % 3));
        stream.write_all((head + body).as_bytes()).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(millis(500)).await;
    // On a busy machine a record takes longer than a client waits: it comes back, before those who hold something are cut off.
    let someone_else = async {
        loop {
            let mut other = connect(server, [127, 0, 0, 1]).await;
            other.write_all((head("10.0.0.9") + body).as_bytes()).await.unwrap();
            let mut answer = [0; 12];
            other.read_exact(&mut answer).await.unwrap();
            if &answer != b"HTTP/1.1 503" {
                return String::from_utf8_lossy(&answer).into_owned();
            }
        }
    };
    let answer = tokio::time::timeout(Duration::from_secs(45), someone_else).await;
    assert_eq!(answer.expect("an answer"), "HTTP/1.1 200");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_answers_to_records_hold_up_no_one() {
    let (_folder, server) = server(|config| Config { behind_proxy: true, times: patient(), ..config }).await;
    // Its answer has about 6 MB.
    let record = long_record(8_000).await;
    let length = record.len();
    unread_answers_hold_up_no_one(&server, |address| head_of_upload(address, length), &record).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_files_of_records_hold_up_no_one() {
    // Making the tables takes long on a busy machine.
    if !full() {
        return skipped("unread_files_of_records_hold_up_no_one", ONLY_FULL);
    }
    let (_folder, server) =
        server(|config| Config { behind_proxy: true, rate_scale: 0.0, times: patient(), ..config }).await;
    let mut eve = server.client();
    let record = long_record(16_000).await;
    for _ in 0..16 {
        let (id, made) = create(&mut eve, json!({"record": record, "seats": vec!["me"; 7]})).await;
        let version = &made["table"]["state"]["version"];
        for seat in 1..=6 {
            let body = asks::request(seat, version.clone(), "gone", json!({"do": "resign"}));
            if granted(&mut eve, &id, &body).await["state"]["phase"] == "over" {
                break;
            }
        }
    }
    let cookie = eve.cookie.clone().unwrap();
    let head = |address: &str| {
        format!(
            "GET /api/mine/records HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nX-Forwarded-For: {address}\r\n\r\n"
        )
    };
    unread_answers_hold_up_no_one(&server, head, "").await;
    server.stop().await;
}

/// Large bodies have few places in memory, and one client has few of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_bodies_are_few_before_they_are_read() {
    let (_folder, server) = server(|config| Config {
        behind_proxy: true,
        rate_scale: 0.0,
        times: Times { body: Duration::from_secs(30), ..short() },
        ..config
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..16 {
        let mut stream = connect(&server, [127, 0, 0, 1]).await;
        stream.write_all(head_of_upload("10.6.6.6", 200_000).as_bytes()).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(millis(300)).await;
    let mut one_more = connect(&server, [127, 0, 0, 1]).await;
    one_more.write_all(head_of_upload("10.6.6.6", 200_000).as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(5), one_more.read_exact(&mut answer)).await;
    read.expect("at once").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 503");
    // Someone else, and small bodies of the same client, are read.
    let record = long_record(LONG).await;
    let reply =
        server.client().raw("POST", "/api/records", &from("10.0.0.1"), record.as_bytes()).await.unwrap();
    assert_eq!(reply.status, 200, "{}", &reply.body[..reply.body.len().min(300)]);
    uploads_and_reads(&server, "10.6.6.6").await;
    drop(held);
    server.stop().await;
}

/// The description of the API is hundreds of kilobytes: it is compressed once, and asking for it counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_of_the_api_costs_little_and_is_limited() {
    // A slow machine must be able to ask faster than it may.
    let (_folder, server) = server(|config| Config { rate_scale: 0.02, ..config }).await;
    let mut eve = server.client();
    let mut statuses = Vec::new();
    for _ in 0..400 {
        let reply = eve.raw("GET", "/api/openapi.json", "Accept-Encoding: gzip\r\n", b"").await;
        // The client does not read what is compressed.
        statuses.push(reply.map_or(200, |reply| reply.status));
        if statuses.last() == Some(&429) {
            break;
        }
    }
    assert!(statuses.contains(&429), "{} times without a limit", statuses.len());
    server.stop().await;
}

/// A socket made by hand, which the test reads or does not read.
async fn raw_socket(server: &Running, id: &str) -> TcpStream {
    let mut stream = connect(server, [127, 0, 0, 1]).await;
    let head = format!(
        "GET /api/tables/{id}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ping_flood_closes_the_socket_and_usual_pings_do_not() {
    let (_folder, server) = server(|config| config).await;
    let mut eve = server.client();
    let (id, _) = create(&mut eve, json!({"spec": "breakthrough"})).await;
    // An empty ping with a mask of zeros.
    let ping = [0x89, 0x80, 0, 0, 0, 0];
    let mut usual = raw_socket(&server, &id).await;
    for _ in 0..5 {
        usual.write_all(&ping).await.unwrap();
    }
    let mut flood = raw_socket(&server, &id).await;
    // The socket may be closed before all of it is sent.
    let _ = flood.write_all(&ping.repeat(2000)).await;
    let end = rest(&mut flood, Duration::from_secs(3)).await;
    assert!(end.is_some(), "a flood is cut off");
    assert_eq!(rest(&mut usual, millis(300)).await, None, "the usual socket stays open");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_does_not_read_is_closed() {
    let (_folder, server) = server(|config| Config { rate_scale: 0.0, ..config }).await;
    let mut eve = server.client();
    let seats = vec!["random"; 7];
    let (id, _) = create(&mut eve, json!({"spec": "snipe:seats=7", "seats": seats})).await;
    let _held = raw_socket(&server, &id).await;
    assert_eq!(metric(&server, "breadboard_sockets").await, 1.0);
    let started = Instant::now();
    while metric(&server, "breadboard_sockets").await > 0.0 {
        assert!(started.elapsed() < Duration::from_secs(15), "the socket is still held");
        tokio::time::sleep(millis(100)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_answers_long_polls_at_once() {
    let (_folder, server) = server(|config| config).await;
    let mut ada = server.client();
    let (id, made) = create(&mut ada, json!({"spec": "breakthrough"})).await;
    let path = format!("/api/tables/{id}?wait=25&tag={}", made["table"]["tag"].as_str().unwrap());
    let poll = tokio::spawn(async move { ada.request("GET", &path, None).await });
    tokio::time::sleep(millis(300)).await;
    assert!(!poll.is_finished());
    let started = Instant::now();
    server.stop().await;
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    assert_eq!(poll.await.unwrap().unwrap().status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_can_have_their_own_listener() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let own = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let server = Running::with(Config { metrics: own, ..config(&store) }).await;
    assert_eq!(server.client().request("GET", "/metrics", None).await.unwrap().status, 404);
    let mut scraper = breadboard_client::Client::new(&format!("http://{}", server.metrics.unwrap())).unwrap();
    let reply = scraper.request("GET", "/metrics", None).await.unwrap();
    assert!(reply.status == 200 && reply.body.contains("breadboard_bot_queue_age_seconds"), "{reply:?}");
    assert_eq!(scraper.request("GET", "/healthz", None).await.unwrap().status, 200);
    assert_eq!(scraper.request("GET", "/api/games", None).await.unwrap().status, 404);
    server.stop().await;
}
