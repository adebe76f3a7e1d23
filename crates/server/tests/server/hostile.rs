//! Hostile clients: each request is refused with the documented error, and a normal game on the same server goes on.

use crate::asks::create;
use crate::running::{Running, config};
use breadboard_client::Client;
use breadboard_server::Config;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

async fn server() -> (tempfile::TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    // Behind a proxy, so that one machine can be many addresses.
    let running = Running::with(Config { behind_proxy: true, sockets_each: 8, ..config(&store) }).await;
    (folder, running)
}

async fn table(client: &mut Client) -> String {
    create(client, json!({"spec": "breakthrough", "name": "Ada"})).await.0
}

fn code(body: &str) -> String {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    json["error"]["code"].as_str().unwrap_or_default().to_owned()
}

/// Method, address, header lines, body; and the status and code that must come back.
type Case<'a> = (&'a str, &'a str, &'a str, &'a [u8], u16, &'a str);

const JSON: &str = "Content-Type: application/json\r\n";

/// Sends each request and checks the answer, which has the security headers as well.
async fn refused(client: &mut Client, cases: &[Case<'_>]) {
    for (method, path, lines, body, status, word) in cases {
        let reply = client.raw(method, path, lines, body).await.unwrap();
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]);
        assert_eq!(
            (reply.status, code(&reply.body).as_str()),
            (*status, *word),
            "{method} {path} {lines}{shown}: {}",
            reply.body
        );
        assert!(reply.header("content-security-policy").is_some(), "{path}: {reply:?}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{path}");
        assert!(reply.header("permissions-policy").is_some_and(|all| all.contains("camera=()")), "{path}");
        for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
            assert_eq!(reply.header(name), Some("same-origin"), "{path}");
        }
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(reply.header("strict-transport-security"), None, "{path}: without TLS");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_and_oversized_bodies_are_refused_with_a_reason() {
    let (_folder, server) = server().await;
    let mut eve = server.client();
    let id = table(&mut eve).await;
    let requests = format!("/api/tables/{id}/requests");
    let huge = vec![b'x'; 300_000];
    let deep = "[".repeat(50_000);
    let spoofed = "{\"spec\": \"breakthrough\", \"name\": \"a\u{202e}b\"}";
    for (body, status, word) in [
        (&b""[..], 400, "invalid"),
        (b"{", 400, "invalid"),
        (b"\xff\xfe", 400, "invalid"),
        (deep.as_bytes(), 400, "invalid"),
        (b"{\"spec\": \"chess\"}", 400, "invalid"),
        (b"{\"spec\": \"breakthrough:rows=999\"}", 400, "invalid"),
        (b"{\"spec\": \"breakthrough\", \"admin\": true}", 400, "invalid"),
        (b"{\"spec\": \"breakthrough\", \"seats\": [\"me\"]}", 400, "invalid"),
        (b"{\"spec\": \"breakthrough\", \"seats\": [\"me\", \"bot9\"]}", 400, "invalid"),
        (spoofed.as_bytes(), 400, "invalid"),
        (&huge, 413, "too-large"),
    ] {
        refused(&mut eve, &[("POST", "/api/tables", JSON, body, status, word)]).await;
    }
    let table = b"{\"spec\": \"breakthrough\"}";
    refused(
        &mut eve,
        &[
            ("POST", "/api/tables", "Content-Type: text/plain\r\n", table, 415, "media-type"),
            ("POST", &requests, JSON, &huge, 413, "too-large"),
            ("POST", &requests, JSON, b"{\"seat\": 0}", 400, "invalid"),
            ("POST", "/api/records", "", b"nonsense", 400, "invalid"),
            ("POST", "/api/records", "", &huge, 413, "too-large"),
        ],
    )
    .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_addresses_and_methods_are_refused_with_a_reason() {
    let (_folder, server) = server().await;
    let mut eve = server.client();
    let id = table(&mut eve).await;
    let long = format!("/api/position?spec=breakthrough&position={}", "p".repeat(3000));
    refused(
        &mut eve,
        &[
            ("GET", &long, "", b"", 400, "invalid"),
            ("GET", "/api/position?spec=", "", b"", 400, "invalid"),
            ("GET", "/api/position", "", b"", 400, "invalid"),
            ("GET", "/api/tables?limit=1", "", b"", 400, "invalid"),
            ("GET", "/api/tables/aaaaaaaaaaaaaaaaaaaaaaaaaa", "", b"", 404, "not-found"),
            ("GET", "/api/tables/../../etc/passwd", "", b"", 404, "not-found"),
            ("GET", "/api/tables/%00", "", b"", 404, "not-found"),
            ("GET", "/nonsense", "", b"", 404, "not-found"),
            ("DELETE", "/api/tables", "", b"", 405, "method"),
            ("GET", &format!("/api/tables/{id}/socket"), "", b"", 400, "invalid"),
            ("GET", &format!("/api/tables/{id}/replay/-1"), "", b"", 404, "not-found"),
        ],
    )
    .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_other_sites_are_refused() {
    let (_folder, server) = server().await;
    let mut eve = server.client();
    refused(&mut eve, &[("GET", "/api/tables", "Host: evil.example\r\n", b"", 421, "host")]).await;
    for line in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        let lines = format!("{JSON}{line}\r\n");
        refused(&mut eve, &[("POST", "/api/tables", &lines, b"{}", 403, "forbidden")]).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_seats_sessions_and_scripts_get_nowhere() {
    let (_folder, server) = server().await;
    let (mut ada, mut eve) = (server.client(), server.client());
    let id = table(&mut ada).await;
    let requests = format!("/api/tables/{id}/requests");
    let ask = |seat: u8, key: &str, request: Value| json!({"seat": seat, "version": 1, "key": key, "request": request});
    for request in [
        json!({"do": "resign"}),
        json!({"do": "release"}),
        json!({"do": "rename", "name": "Eve"}),
        json!({"do": "appoint", "level": "bot1"}),
        json!({"do": "act", "text": "a2-a3"}),
    ] {
        for seat in [1, 2] {
            let reply = eve.request("POST", &requests, Some(&ask(seat, "k", request.clone()))).await.unwrap();
            assert_eq!(reply.status, 403, "{request}: {}", reply.body);
        }
    }
    let taken =
        eve.request("POST", &requests, Some(&ask(1, "open-1", json!({"do": "claim", "name": "Eve"})))).await;
    assert_eq!(taken.unwrap().status, 409, "a guessed key does not give the seat");
    // A forged cookie belongs to no session.
    let mut forged = server.client();
    forged.cookie = ada.cookie.as_ref().map(|cookie| {
        let (start, last) = cookie.split_at(cookie.len() - 1);
        format!("{start}{}", if last == "x" { "y" } else { "x" })
    });
    let reply =
        forged.request("POST", &requests, Some(&ask(1, "f", json!({"do": "release"})))).await.unwrap();
    assert_eq!(reply.status, 403);
    // Script in a name is a name, sent as JSON and never as a page.
    let script = json!({"do": "claim", "name": "<script>alert()"});
    let reply = eve.request("POST", &requests, Some(&ask(2, "s", script))).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("application/json")));
    assert!(!reply.body.contains(ada.cookie.as_deref().unwrap()), "no session leaves the server");
    let state = &reply.json()["table"]["state"];
    assert_eq!(state["dice"].get("seed"), None, "the seed is secret until the end");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_sockets_are_closed_or_answered() {
    let (_folder, server) = server().await;
    let mut eve = server.client();
    let id = table(&mut eve).await;
    let path = format!("/api/tables/{id}/socket");
    let mut socket = eve.socket(&path).await.unwrap();
    socket.json().await.unwrap();
    for bad in
        ["", "{", "[]", "{\"send\": \"nonsense\"}", "{\"send\": \"submit\", \"submission\": {}}", "\u{0}"]
    {
        socket.send(bad).await.unwrap();
        let mut answer = socket.json().await.unwrap();
        if answer["message"] == "presence" {
            answer = socket.json().await.unwrap();
        }
        assert_eq!(
            (&answer["message"], &answer["error"]["code"]),
            (&json!("refused"), &json!("invalid")),
            "{bad:?}"
        );
    }
    socket.send("x".repeat(100_000)).await.unwrap();
    assert!(socket.text().await.is_err(), "an oversized message ends the socket");
    // One address gets a limited number of sockets.
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..12 {
        match eve.socket(&path).await {
            Ok(socket) => open.push(socket),
            Err(_) => refused += 1,
        }
    }
    assert!(open.len() <= 8 && refused >= 4, "{} open, {refused} refused", open.len());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_tls_browsers_stay_with_it_and_bring_no_plain_cookie() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let plain = Running::start(&store).await;
    let mut eve = plain.client();
    table(&mut eve).await;
    plain.stop().await;
    let public_url = Some("https://games.example.org".to_owned());
    let server = Running::with(Config { public_url, ..config(&store) }).await;
    // A page of the same domain has set Eve's cookie in Ada's browser.
    let lines = format!("{JSON}Cookie: {}\r\n", eve.cookie.unwrap());
    let body = b"{\"spec\":\"breakthrough\"}";
    let reply = server.client().raw("POST", "/api/tables", &lines, body).await.unwrap();
    assert_eq!(reply.status, 201, "{}", reply.body);
    assert_eq!(reply.header("strict-transport-security"), Some("max-age=31536000"));
    let cookie = reply.header("set-cookie").unwrap_or_default();
    assert!(cookie.starts_with("__Host-breadboard=") && cookie.contains("Secure"), "{cookie}");
    let mine = server.client().raw("GET", "/api/mine/tables", lines.as_str(), b"").await.unwrap();
    assert_eq!(mine.json()["tables"], json!([]), "it is no session here");
    server.stop().await;
}

/// A store that takes no write: a read would still be answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_is_bad_while_the_store_takes_no_write() {
    use sqlx::Connection as _;
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Running::start(&store).await;
    let health = async || {
        let reply = server.client().request("GET", "/healthz", None).await.unwrap();
        (reply.status, reply.json()["status"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(health().await, (200, "well".to_owned()));
    sqlx::any::install_default_drivers();
    let mut other = sqlx::AnyConnection::connect(&store).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    // The last answer counts for a second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let (status, word) = health().await;
    assert!(status == 503 && ["slow", "failing"].contains(&word.as_str()), "{status} {word}");
    assert_eq!(server.client().request("GET", "/api/tables", None).await.unwrap().status, 200);
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let since = Instant::now();
    while health().await.0 != 200 {
        assert!(since.elapsed() < Duration::from_secs(30), "the store is free again");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    server.stop().await;
}

/// A large answer is compressed beside the serving threads, and is the same text as without.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_answer_is_compressed_and_the_same() {
    let (_folder, server) = server().await;
    let mut ada = server.client();
    let record = crate::long_record::long_record(4_000).await;
    let (id, _) = create(&mut ada, json!({"record": record, "seats": vec!["me"; 7]})).await;
    let path = format!("/api/tables/{id}/record");
    let plain = ada.request("GET", &path, None).await.unwrap();
    assert!(plain.status == 200 && plain.body.len() > 20_000, "{} bytes", plain.body.len());
    assert_eq!(plain.header("content-encoding"), None);
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    let mut stream = tokio::net::TcpStream::connect(&ada.host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{head}");
    // Sent whole: one length, no pieces that are compressed while they are sent.
    let length: usize =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap();
    assert_eq!(length, answer.len() - end);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&answer[end..]), &mut text).unwrap();
    assert_eq!(text, plain.body);
    server.stop().await;
}

/// One network, also one with many IPv6 addresses, neither fills the list of open tables nor keeps others out of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_fill_the_list_of_tables() {
    let (_folder, server) = server().await;
    let open = async |address: &str| {
        let lines = format!("{JSON}X-Forwarded-For: {address}\r\n");
        let body = b"{\"spec\":\"breakthrough\",\"listed\":true}";
        server.client().raw("POST", "/api/tables", &lines, body).await.unwrap()
    };
    let ada = open("10.0.0.1").await;
    assert_eq!(ada.status, 201, "{}", ada.body);
    for number in 0..12 {
        let (v4, v6) = (open("10.6.6.6").await, open(&format!("2001:db8:1:{number:x}::1")).await);
        for reply in [v4, v6] {
            let wanted = if number < 10 { (201, "") } else { (409, "not-now") };
            assert_eq!((reply.status, code(&reply.body).as_str()), wanted, "{number}: {}", reply.body);
        }
    }
    assert_eq!(open("10.0.0.2").await.status, 201, "others are not meant");
    let list = server.client().request("GET", "/api/tables", None).await.unwrap().json();
    let ids: Vec<&Value> = list["tables"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    assert!(ids.len() == 22 && ids.contains(&&ada.json()["table"]["id"]), "{ids:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_limited_while_a_game_goes_on() {
    let (_folder, server) = server().await;
    let from = |address: &str| format!("{JSON}X-Forwarded-For: {address}\r\n");
    let mut ada = server.client();
    let body = json!({"spec": "breakthrough", "seats": ["me", "me"]}).to_string();
    let reply = ada.raw("POST", "/api/tables", &from("10.0.0.1"), body.as_bytes()).await.unwrap();
    let mut table = reply.json()["table"].clone();
    let id = table["id"].as_str().unwrap().to_owned();
    let flood: Vec<_> = (0..6)
        .map(|_| {
            let (mut eve, lines) = (server.client(), from("10.6.6.6"));
            tokio::spawn(async move {
                let mut statuses = Vec::new();
                for _ in 0..100 {
                    let reply = eve.raw("POST", "/api/tables", &lines, b"{\"spec\":\"breakthrough\"}").await;
                    statuses.push(reply.map_or(0, |reply| reply.status));
                }
                statuses
            })
        })
        .collect();
    // Others open connections and say nothing, or send a head a byte at a time.
    let mut silent = Vec::new();
    for _ in 0..50 {
        let mut stream = tokio::net::TcpStream::connect(&ada.host).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
        silent.push(stream);
    }
    let mut worst = Duration::ZERO;
    for turn in 0..20 {
        let you = table["state"]["you"].as_array().unwrap();
        let you = you.iter().find(|you| !you["moves"].as_array().unwrap().is_empty()).unwrap();
        let body = json!({
            "seat": you["seat"], "version": table["state"]["version"], "key": format!("k{turn}"),
            "request": {"do": "act", "text": you["moves"][0]["text"]},
        });
        let started = Instant::now();
        let path = format!("/api/tables/{id}/requests");
        let reply = ada.raw("POST", &path, &from("10.0.0.1"), body.to_string().as_bytes()).await.unwrap();
        worst = worst.max(started.elapsed());
        assert_eq!(reply.status, 200, "{}", reply.body);
        table = reply.json()["table"].clone();
    }
    let mut limited = 0;
    for task in flood {
        for status in task.await.unwrap() {
            assert!([201, 429].contains(&status), "{status}");
            limited += usize::from(status == 429);
        }
    }
    assert!(limited > 400, "{limited} of 600 were limited");
    // Generous, for a machine that does other things too.
    assert!(worst < Duration::from_secs(2), "a move took {worst:?}");
    // A head that does not end is not waited for.
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(20), silent[0].read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "a slow head is cut off");
    server.stop().await;
}

/// A frame of a socket as a client writes it, with a mask of zeros.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | kind, 0x80 | 126];
    bytes.extend((payload.len() as u16).to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// Sockets whose frames and messages are damaged at random; `BREADBOARD_FULL=1` sends many more of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_frames_break_nothing() {
    use breadboard_core::{Rng as _, SplitMix};
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Running::start(&store).await;
    let mut ada = server.client();
    let id = table(&mut ada).await;
    let cookie = ada.cookie.clone().unwrap();
    let head = format!(
        "GET /api/tables/{id}/socket HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let good = [
        r#"{"send":"submit","submission":{"seat":1,"version":2,"key":"k1","request":{"do":"rename","name":"Eve"}}}"#,
        r#"{"send":"submit","submission":{"seat":2,"version":2,"key":"k2","request":{"do":"appoint","level":"bot1"}}}"#,
        r#"{"send":"submit","submission":{"seat":1,"version":3,"key":"k3","request":{"do":"act","text":"a2-a3"}}}"#,
        r#"{"send":"chat","text":"hello","key":"h"}"#,
    ];
    let mut rng = SplitMix::new(3);
    let count = if breadboard_testkit::full() { 5_000 } else { 120 };
    for number in 0..count {
        let mut bytes = Vec::new();
        for _ in 0..=rng.below(3) {
            let text = good[rng.below(good.len() as u32) as usize]
                .replace("\"key\":\"", &format!("\"key\":\"{number}-"));
            bytes.extend(frame([0, 1, 1, 1, 2, 8, 9, 10, 15][rng.below(9) as usize], text.as_bytes()));
        }
        for _ in 0..rng.below(6) {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.below(256) as u8;
        }
        bytes.truncate(bytes.len() - rng.below(20).min(bytes.len() as u32) as usize);
        let mut stream = tokio::net::TcpStream::connect(&ada.host).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        // The server may have closed it before all of it is sent.
        let _ = stream.write_all(&bytes).await;
        let _ = tokio::time::timeout(Duration::from_millis(2), stream.read(&mut [0; 4096])).await;
    }
    let reply = ada.request("GET", &format!("/api/tables/{id}"), None).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    let numbers = ada.request("GET", "/metrics", None).await.unwrap().body;
    for name in
        ["breadboard_http_failures_total", "breadboard_store_failures_total", "breadboard_quarantined_tables"]
    {
        assert!(numbers.contains(&format!("\n{name} 0\n")), "{name}: {numbers}");
    }
    let since = Instant::now();
    while !ada.request("GET", "/metrics", None).await.unwrap().body.contains("\nbreadboard_sockets 0\n") {
        assert!(since.elapsed() < Duration::from_secs(60), "sockets are left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
}
