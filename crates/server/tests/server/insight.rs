//! Analyses, reviews, hints and puzzles over HTTP: streams, limits, and clients that leave.

use crate::asks::{create, granted, metric, request, state};
use crate::on_both;
use crate::place::Place;
use crate::running::Running;
use breadboard_client::{Client, Reply};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

on_both! {
    an_analysis_is_a_stream_that_ends_with_done;
    what_cannot_be_analysed_is_refused_with_the_reason;
    hints_are_for_those_who_play_against_bots_alone;
    a_review_is_computed_once_and_kept_over_a_restart;
    puzzles_are_listed_filtered_and_judged;
}

pub(crate) const SPEC: &str = "breakthrough:columns=5,rows=6";

pub(crate) async fn post(client: &mut Client, path: &str, body: &Value) -> Reply {
    client.request("POST", path, Some(body)).await.unwrap()
}

pub(crate) async fn get(client: &mut Client, path: &str) -> Reply {
    client.request("GET", path, None).await.unwrap()
}

/// The documents of a stream.
pub(crate) fn documents(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    let found: Vec<Value> = reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, before) = found.split_last().expect("a stream has a line");
    assert_eq!(last["done"], true);
    assert!(before.iter().all(|document| document["done"] == false), "only the last is done");
    found
}

pub(crate) fn key(reply: &Reply) -> String {
    reply.json()["error"]["refusal"]["text"]["key"].as_str().unwrap_or_default().to_owned()
}

pub(crate) async fn submit(client: &mut Client, id: &str, seat: u8, wish: Value) -> Value {
    let version = state(client, id).await["version"].clone();
    let body = request(seat, version.clone(), &format!("k{seat}-{version}"), wish);
    granted(client, id, &body).await
}

pub(crate) async fn act(client: &mut Client, id: &str, seat: u8, text: &str) {
    submit(client, id, seat, json!({"do": "act", "text": text})).await;
}

pub(crate) fn event(seat: u8, text: &str) -> Value {
    json!({"seats": [seat], "texts": [text]})
}

async fn an_analysis_is_a_stream_that_ends_with_done(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    for (spec, seats) in [(SPEC, 2), ("breadcrumbs:seats=2", 2), ("traxx:seats=1", 0), ("snipe:seats=2", 2)] {
        let dealt = post(&mut ada, "/api/position", &json!({"spec": spec, "deal": true})).await.json();
        let position = dealt["position"]["text"].clone();
        let body = json!({"spec": spec, "position": position, "lines": 2, "effort": "quick"});
        let found = documents(&post(&mut ada, "/api/analysis", &body).await);
        let last = found.last().unwrap();
        let lines = last["lines"].as_array().unwrap();
        assert!((1..=2).contains(&lines.len()), "{spec}: {last}");
        assert!(lines.iter().all(|line| line["steps"][0]["text"].is_string()), "{spec}: {last}");
        let chances = last["value"]["chances"].as_array().unwrap();
        assert_eq!(chances.len(), seats, "{spec}: {last}");
        if seats > 0 {
            let sum: f64 = chances.iter().map(|chance| chance.as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{spec}: {last}");
        }
    }
    server.stop().await;
}

async fn what_cannot_be_analysed_is_refused_with_the_reason(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let many: Vec<Value> = (0..201).map(|_| event(1, "a2-a3")).collect();
    let cases = [
        (json!({"spec": "chess"}), 400),
        (json!({"spec": SPEC, "position": "nonsense"}), 400),
        (json!({"spec": SPEC, "events": [event(1, "a2-a5")]}), 422),
        (json!({"spec": SPEC, "events": [event(2, "a5-a4")]}), 409),
        (json!({"spec": SPEC, "events": many}), 400),
        (json!({"spec": SPEC, "lines": 6}), 400),
        (json!({"spec": SPEC, "lines": 0}), 400),
        (json!({"spec": SPEC, "seat": 0}), 400),
        (json!({"spec": SPEC, "rules": 99}), 400),
        (json!({"spec": SPEC, "effort": "endless"}), 400),
        (json!({"spec": SPEC, "position": "x".repeat(70_000)}), 413),
    ];
    for (body, status) in cases {
        let reply = post(&mut ada, "/api/analysis", &body).await;
        assert_eq!(reply.status, status, "{body:.100} {}", reply.body);
        assert!(reply.json()["error"]["text"].is_string());
    }
    let bad =
        post(&mut ada, "/api/review", &json!({"record": "game: breakthrough\nrules: 1\n\n1: a2-a7\n"})).await;
    assert_eq!(bad.status, 400, "{}", bad.body);
    assert!(bad.json()["error"]["text"].as_str().unwrap().contains("line 4"), "{}", bad.body);
    assert_eq!(get(&mut ada, "/api/tables/nothing/review").await.status, 404);
    assert_eq!(get(&mut ada, "/api/tables/nothing/hint?seat=1").await.status, 404);
    server.stop().await;
}

/// A table of Ada and Bob, with some moves made.
pub(crate) async fn people_play(ada: &mut Client, bob: &mut Client, moves: &[&str]) -> String {
    let (id, _) = create(ada, json!({"spec": SPEC, "seats": ["me", "open"], "name": "Ada"})).await;
    submit(bob, &id, 2, json!({"do": "claim", "name": "Bob"})).await;
    for (index, text) in moves.iter().enumerate() {
        if index % 2 == 0 { act(ada, &id, 1, text).await } else { act(bob, &id, 2, text).await }
    }
    id
}

async fn hints_are_for_those_who_play_against_bots_alone(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": SPEC, "seats": ["me", "bot1"], "name": "Ada"})).await;
    let hint = get(&mut ada, &format!("/api/tables/{id}/hint?seat=1")).await;
    assert_eq!(hint.status, 200, "{}", hint.body);
    let hint = hint.json();
    assert!(
        hint["line"]["steps"][0]["text"].is_string() && !hint["why"].as_array().unwrap().is_empty(),
        "{hint}"
    );
    let refused = get(&mut bob, &format!("/api/tables/{id}/hint?seat=1")).await;
    assert_eq!((refused.status, key(&refused).as_str()), (403, "table-not-yours"));
    let refused = get(&mut ada, &format!("/api/tables/{id}/hint?seat=2")).await;
    assert_eq!((refused.status, key(&refused).as_str()), (403, "table-not-yours"));
    assert_eq!(get(&mut ada, &format!("/api/tables/{id}/hint?seat=0")).await.status, 400);
    assert_eq!(get(&mut ada, &format!("/api/tables/{id}/hint")).await.status, 400);
    let people = people_play(&mut ada, &mut bob, &["a2-a3"]).await;
    let refused = get(&mut bob, &format!("/api/tables/{people}/hint?seat=2")).await;
    assert_eq!((refused.status, key(&refused).as_str()), (403, "table-hints-against-bots"));
    submit(&mut ada, &id, 1, json!({"do": "resign"})).await;
    assert_eq!(get(&mut ada, &format!("/api/tables/{id}/hint?seat=1")).await.status, 409);
    server.stop().await;
}

async fn a_review_is_computed_once_and_kept_over_a_restart(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    // On a board this small a search proves everything at once.
    let small = json!({"spec": "breakthrough:columns=3,rows=4", "seats": ["me", "open"], "name": "Ada"});
    let (id, _) = create(&mut ada, small).await;
    submit(&mut bob, &id, 2, json!({"do": "claim", "name": "Bob"})).await;
    for (player, seat) in [(&mut ada, 1), (&mut bob, 2)] {
        let state = get(player, &format!("/api/tables/{id}")).await.json()["state"].clone();
        let text = state["you"][0]["moves"][0]["text"].as_str().unwrap().to_owned();
        act(player, &id, seat, &text).await;
    }
    submit(&mut ada, &id, 1, json!({"do": "resign"})).await;
    let path = format!("/api/tables/{id}/review");
    // Two at once share one computation.
    let (first, second) = tokio::join!(get(&mut ada, &path), get(&mut bob, &path));
    let (first, second) = (documents(&first), documents(&second));
    assert_eq!(first.last(), second.last());
    let review = first.last().unwrap();
    assert_eq!(review["steps"].as_array().unwrap().len(), 2, "{review}");
    assert_eq!(review["players"].as_array().unwrap().len(), 2);
    // Computed once.
    until(&mut ada, "breadboard_analysis_seconds_count", 1.0).await;
    server.stop().await;
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let kept = documents(&get(&mut ada, &path).await);
    assert_eq!(kept.last(), first.last());
    assert_eq!(kept.len(), 1);
    assert_eq!(metric(&mut ada, "breadboard_analysis_seconds_count").await, 0.0, "it was kept");
    server.stop().await;
}

async fn puzzles_are_listed_filtered_and_judged(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let all = get(&mut ada, "/api/puzzles").await.json()["puzzles"].as_array().unwrap().clone();
    let game = all[0]["id"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
    let some = get(&mut ada, &format!("/api/puzzles?game={game}")).await.json();
    let list = some["puzzles"].as_array().unwrap().clone();
    assert!(!list.is_empty() && list.len() <= all.len());
    assert!(list.iter().all(|row| row["id"].as_str().unwrap().starts_with(&format!("{game}-"))));
    let row = &list[0];
    let theme = row["themes"][0]["key"].as_str().unwrap();
    let path = format!("/api/puzzles?game={game}&difficulty={}&theme={theme}", row["difficulty"]);
    let fit = get(&mut ada, &path).await.json()["puzzles"].as_array().unwrap().clone();
    assert!(fit.contains(row) && fit.iter().all(|other| other["difficulty"] == row["difficulty"]));
    assert_eq!(get(&mut ada, "/api/puzzles?game=chess").await.status, 400);
    assert_eq!(get(&mut ada, "/api/puzzles/chess-1").await.status, 404);
    // The puzzle of a day is the same for all, and another one on the next day.
    let mut bob = server.client();
    let today = get(&mut ada, "/api/puzzles/daily?date=2026-11-17").await;
    assert_eq!(today.status, 200, "{}", today.body);
    assert_eq!(today.body, get(&mut bob, "/api/puzzles/daily?date=2026-11-17").await.body);
    assert_ne!(today.body, get(&mut ada, "/api/puzzles/daily?date=2026-11-18").await.body);
    assert_eq!(get(&mut ada, "/api/puzzles/daily").await.status, 200);
    assert_eq!(get(&mut ada, "/api/puzzles/daily?date=yesterday").await.status, 400);
    // An answer is judged move by move.
    let id = row["id"].as_str().unwrap();
    let puzzle = get(&mut ada, &format!("/api/puzzles/{id}")).await.json();
    let path = format!("/api/puzzles/{id}/try");
    let shown = post(&mut ada, &path, &json!({"events": [], "give_up": true})).await.json();
    assert_eq!(shown["state"], "shown");
    let solution: Vec<Value> = shown["solution"]["steps"].as_array().unwrap().clone();
    let (mut events, mut state) = (Vec::new(), Value::Null);
    while state != "solved" {
        let text = solution[events.len()]["text"].as_str().unwrap();
        events.push(json!({"seats": [puzzle["seat"]], "texts": [text]}));
        let verdict = post(&mut ada, &path, &json!({"events": events})).await;
        assert_eq!(verdict.status, 200, "{}", verdict.body);
        let verdict = verdict.json();
        assert!(verdict["state"] == "continue" || verdict["state"] == "solved", "{verdict}");
        state = verdict["state"].clone();
        events.extend(verdict["replies"].as_array().unwrap().clone());
    }
    assert_eq!(post(&mut ada, "/api/puzzles/chess-1/try", &json!({"events": []})).await.status, 404);
    let bad = post(&mut ada, &path, &json!({"events": [event(1, "z9")]})).await;
    assert!([400, 409, 422].contains(&bad.status), "{}", bad.body);
    server.stop().await;
}

/// A request whose answer is read as it comes.
async fn open_stream(server: &Running, cookie: &str, body: &Value) -> TcpStream {
    let host = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let body = body.to_string();
    let head = format!(
        "POST /api/analysis HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{cookie}Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    stream
}

/// Reads until the first line of a stream has come.
async fn first_line(stream: &mut TcpStream) -> String {
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("\"depth\"") {
        let count = stream.read(&mut bytes).await.unwrap();
        assert!(count > 0, "it ended: {text}");
        text += &String::from_utf8_lossy(&bytes[..count]);
    }
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    text
}

async fn cookie(client: &mut Client) -> String {
    let body = json!({"spec": SPEC, "seats": ["me", "bot1"], "name": "Ada"});
    let reply = post(client, "/api/tables", &body).await;
    let set = reply.header("set-cookie").expect("a session").to_owned();
    format!("Cookie: {}\r\n", set.split(';').next().unwrap())
}

/// Waits until a number of the server is this.
async fn until(client: &mut Client, name: &str, wanted: f64) {
    let begun = Instant::now();
    while metric(client, name).await != wanted {
        assert!(begun.elapsed() < Duration::from_secs(20), "{name} never became {wanted}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

const DEEP: &str = "deep";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_with_its_client_and_a_newer_one_replaces_it() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let cookie = cookie(&mut ada).await;
    let body = json!({"spec": "breakthrough", "effort": DEEP});
    let mut stream = open_stream(&server, &cookie, &body).await;
    first_line(&mut stream).await;
    assert_eq!(metric(&mut ada, "breadboard_analyses").await, 1.0);
    drop(stream);
    // By itself it would go on for longer than this waits. How soon it ends, in processor time, is tested below: on a busy
    // machine the thread, which has a low priority, waits for its turn.
    until(&mut ada, "breadboard_analyses", 0.0).await;
    assert_eq!(metric(&mut ada, "breadboard_analyses_left_total").await, 1.0);
    // A newer request of the same session ends the older, whose stream ends too.
    let mut older = open_stream(&server, &cookie, &body).await;
    first_line(&mut older).await;
    let mut newer = open_stream(&server, &cookie, &body).await;
    first_line(&mut newer).await;
    let mut rest = Vec::new();
    let ended = async {
        while !rest.ends_with(b"0\r\n\r\n") {
            let mut bytes = [0; 4096];
            let count = older.read(&mut bytes).await.unwrap();
            assert!(count > 0);
            rest.extend(&bytes[..count]);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("the older stream ends");
    assert!(String::from_utf8_lossy(&rest).contains("\"done\":true"));
    drop(newer);
    until(&mut ada, "breadboard_analyses", 0.0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_pool_says_so_and_when_to_come_back() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let body = json!({"spec": "breakthrough", "effort": DEEP});
    // More than one client may have at a time; those that are taken wait for their turn.
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..48 {
        let mut stream = open_stream(&server, "", &body).await;
        let tell = tell.clone();
        asking.spawn(async move {
            let mut bytes = [0; 2048];
            let count = stream.read(&mut bytes).await.unwrap_or(0);
            let _ = tell.send(String::from_utf8_lossy(&bytes[..count]).into_owned());
            // The others keep their places until the end of the test.
            std::future::pending::<()>().await;
        });
    }
    let refused = async {
        loop {
            let head = told.recv().await.unwrap();
            if head.starts_with("HTTP/1.1 503") {
                return head;
            }
        }
    };
    let refused = tokio::time::timeout(Duration::from_secs(25), refused).await.expect("it becomes full");
    assert!(refused.contains("retry-after: "), "{refused}");
    assert!(metric(&mut ada, "breadboard_analyses_refused_total").await >= 1.0);
    asking.shutdown().await;
    until(&mut ada, "breadboard_analyses", 0.0).await;
    until(&mut ada, "breadboard_analyses_waiting", 0.0).await;
    server.stop().await;
}

/// How soon work ends once its client has left, in the processor time of its thread: other work on the machine does not
/// change that. A client may leave right after a question whether to stop, so the longest time between two of them counts
/// as well.
#[cfg(target_os = "linux")]
mod stopping {
    use breadboard_core::{Info, Record};
    use breadboard_games::GAMES;
    use breadboard_insight::analysis::{Question, analyse};
    use breadboard_insight::review::review;
    use breadboard_search::Effort;
    use breadboard_testkit::with_the_others;
    use std::cell::Cell;
    use std::time::Duration;

    /// The bound of the promise, and how long the work runs before.
    const SOON: Duration = Duration::from_millis(50);
    const RUN: Duration = Duration::from_millis(400);

    #[allow(unsafe_code, reason = "the standard library has no clock of a thread")]
    fn processor_time() -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is valid for the call, which writes one `timespec`.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
        assert_eq!(failed, 0);
        Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
    }

    /// Runs work that is told to stop after a while; returns the longest time between two questions, and from the first
    /// answer "stop" to the end. The time to the first question counts as well.
    fn stopped(work: impl FnOnce(&dyn Fn() -> bool)) -> (Duration, Duration) {
        let begun = processor_time();
        let (last, longest, left) = (Cell::new(begun), Cell::new(Duration::ZERO), Cell::new(None));
        work(&|| {
            let now = processor_time();
            longest.set(longest.get().max(now - last.replace(now)));
            if now - begun >= RUN && left.get().is_none() {
                left.set(Some(now));
            }
            left.get().is_some()
        });
        let end = processor_time();
        (longest.get(), end - left.get().unwrap_or(end))
    }

    /// The same of up to three tries. The system clears the memory of a search in the time of its thread, and that takes long
    /// now and then; what the search itself takes is the same in every try.
    fn soonest_stopped(work: impl Fn(&dyn Fn() -> bool)) -> (Duration, Duration) {
        let (mut between, mut after) = stopped(&work);
        for _ in 0..2 {
            if between + after < SOON {
                break;
            }
            (between, after) = stopped(&work);
        }
        (between, after)
    }

    const SNIPE: &str = ".,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>F,+A,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,. \
                         snipe 3@a3s hunters 1@d2s,2@d2 held 0,0,4 idle 3 turn 3 dice 4+5 left 9";
    const BREADWINNER: &str = "phase=map seat=1 start=2 round=12 loaves=8,0 a=1Sh+1Ha+crop b=2Sh+2Ha c=1Ha+2Ha1 d=2Dr 1f4=Dr \
                               2f1=So 2f3=Lo 2f4=Dr discard=8";
    const ROLL: &str =
        "phase=roll seat=1 start=2 round=12 loaves=8,0 a=1Sh+1Ha+crop b=2Sh+2Ha c=1Ha+2Ha1 d=2Dr";
    const BREADCRUMBS: &str = "r1,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r5A/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 \
                               A:1@c5 B:2@d4 turn 11A";
    const TRAXX: &str = "g3-g4-f5-e6*-f6=4-f7-e7-d6-c5-c4-d4-d3=2 seen=BGPE,RYPE,BGGYE card=RGYE";

    #[test]
    fn an_analysis_of_any_game_ends_soon_after_its_client_has_left() {
        let positions = [
            ("breadcrumbs", BREADCRUMBS),
            ("snipe:seats=3,forest=cross", SNIPE),
            ("breadwinner", BREADWINNER),
            ("breadwinner", ROLL),
            ("traxx:seats=1", TRAXX),
        ];
        let specs = with_the_others(&positions.map(|(spec, _)| spec), GAMES.iter().map(|game| game.info));
        let positions =
            positions.into_iter().map(|(_, position)| Some(position)).chain(std::iter::repeat(None));
        for (spec, position) in specs.iter().zip(positions) {
            let spec = spec.parse().unwrap();
            let question =
                Question { spec: &spec, position, seat: None, lines: 3, effort: Effort::Own(10.0) };
            let (between, after) =
                soonest_stopped(|stop| drop(analyse(&question, stop, &mut |_| {}).unwrap()));
            println!("{spec}: {between:?} between two questions, {after:?} to the end");
            assert!(
                between + after < SOON,
                "{spec}: {between:?} between two questions, {after:?} to the end"
            );
        }
    }

    /// The stored record of a table with three seats, or with two where the game has no third.
    fn table_record(game: &Info) -> String {
        let seats = game.seats.1.min(3);
        let version = game.rules_version;
        let version = if version == 1 { String::new() } else { format!("-v{version}") };
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src");
        let path = format!("{folder}/{}/golden/table-{seats}{version}.txt", game.id);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn a_review_of_any_game_ends_soon_after_its_client_has_left() {
        for game in GAMES {
            let record = Record::read(&table_record(game.info)).unwrap();
            let (between, after) =
                soonest_stopped(|stop| drop(review(&record, 1.0, stop, &mut |_| {}).unwrap()));
            println!("{}: {between:?} between two questions, {after:?} to the end", record.spec);
            assert!(between + after < SOON, "{}: {between:?} and {after:?}", record.spec);
        }
    }
}
