//! Attacks on tables that have worked once, each with what must come of it now: seats taken by repeated requests, bots
//! put on others' seats, moves of players who have resigned, tables that take a server's whole time.

use crate::asks::{self, able, metric, state, submit, update};
use crate::long_record::long_record;
use crate::on_both;
use crate::place::Place;
use crate::running::{Running, config};
use breadboard_client::Client;
use breadboard_testkit::{ONLY_FULL, full, skipped};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both! {
    a_claim_sent_again_by_others_gives_nothing;
    a_kept_seat_is_not_given_to_a_bot_by_others;
    a_player_who_has_resigned_moves_nothing;
    thirty_thousand_renames_are_refused_early;
    names_that_pass_for_others_are_refused_and_chat_disturbs_nothing;
    a_changed_sealed_choice_shows_nowhere;
    a_long_table_of_undos_is_loaded_once_for_all_who_ask;
}

/// Opens a table: its id and its state.
async fn create(client: &mut Client, body: Value) -> (String, Value) {
    let (id, answer) = asks::create(client, body).await;
    (id, answer["table"]["state"].clone())
}

/// Sends a request with the table's newest version.
async fn ask(client: &mut Client, id: &str, seat: u8, key: &str, request: Value) -> (u16, Value) {
    let version = state(client, id).await["version"].clone();
    submit(client, id, &asks::request(seat, version, key, request)).await
}

/// The seats that a client acts for.
async fn own(client: &mut Client, id: &str) -> Vec<u64> {
    let state = state(client, id).await;
    state["you"].as_array().unwrap().iter().map(|you| you["seat"].as_u64().unwrap()).collect()
}

fn claim(name: &str) -> Value {
    json!({"do": "claim", "name": name})
}

async fn a_claim_sent_again_by_others_gives_nothing(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob, mut eve) = (server.client(), server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    let (status, first) = ask(&mut bob, &id, 2, "first", claim("Bob")).await;
    assert_eq!(status, 200, "{first}");
    // The answer was lost: the holder gets it again, with a fresh code, and others get nothing.
    let (status, again) = ask(&mut bob, &id, 2, "first", claim("Bob")).await;
    assert_eq!((status, &again["receipt"]), (200, &first["receipt"]));
    assert_ne!(again["recovery"][0]["code"], first["recovery"][0]["code"]);
    assert_eq!(ask(&mut eve, &id, 2, "first", claim("Bob")).await.0, 409, "the seat is taken");
    // The server's own claims have keys that cannot be guessed: this is refused as taken and not repeated.
    assert_eq!(ask(&mut ada, &id, 1, "open-1", claim("Ada")).await.0, 409);

    assert_eq!(ask(&mut bob, &id, 2, "gone", json!({"do": "release"})).await.0, 200);
    for thief in [&mut eve, &mut ada, &mut bob] {
        let (status, refused) = ask(thief, &id, 2, "first", claim("Bob")).await;
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("key-reused")), "{refused}");
        assert!(!own(thief, &id).await.contains(&2), "a repeated claim gives no seat");
    }
    // Nor does it give a bot's seat, or one that another session has taken since.
    assert_eq!(ask(&mut ada, &id, 2, "bot", json!({"do": "appoint", "level": "random"})).await.0, 200);
    assert_eq!(ask(&mut eve, &id, 2, "first", claim("Bob")).await.0, 409);
    assert_eq!(own(&mut eve, &id).await, [0u64; 0]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_sent_again_on_another_node_gives_nothing() {
    let place = Place::postgres();
    let (one, two) = (Running::start(&place.address()).await, Running::start(&place.address()).await);
    let (mut ada, mut bob, mut eve) = (one.client(), one.client(), two.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    assert_eq!(state(&mut eve, &id).await["phase"], "waiting", "the other node knows the table");
    assert_eq!(ask(&mut bob, &id, 2, "first", claim("Bob")).await.0, 200);
    assert_eq!(ask(&mut eve, &id, 2, "first", claim("Bob")).await.0, 409);
    assert_eq!(ask(&mut bob, &id, 2, "gone", json!({"do": "release"})).await.0, 200);
    assert_eq!(ask(&mut eve, &id, 2, "first", claim("Bob")).await.0, 409);
    assert_eq!(own(&mut eve, &id).await, [0u64; 0]);
    // Moves of one node reach the other, which reads the table from the store only once.
    assert_eq!(ask(&mut eve, &id, 2, "eve", claim("Eve")).await.0, 200);
    for turn in 0..6 {
        let (client, seat) = if turn % 2 == 0 { (&mut ada, 1) } else { (&mut eve, 2) };
        let now = state(client, &id).await;
        let text = now["you"][0]["moves"][0]["text"].clone();
        let (status, answer) =
            ask(client, &id, seat, &format!("m{turn}"), json!({"do": "act", "text": text})).await;
        assert_eq!(status, 200, "{answer}");
    }
    assert_eq!(state(&mut ada, &id).await["position"], state(&mut eve, &id).await["position"]);
    assert_eq!(metric(&mut eve, "breadboard_loads_total").await, 1.0);
    one.stop().await;
    two.stop().await;
}

/// Reads a socket until it tells that these seats have their people here.
async fn told(socket: &mut breadboard_client::Socket, seats: &[u8]) {
    let read = async {
        while let Ok(message) = socket.json().await {
            if message["message"] == "presence" && message["here"] == json!(seats) {
                return;
            }
        }
        panic!("the socket was closed");
    };
    tokio::time::timeout(Duration::from_secs(20), read)
        .await
        .unwrap_or_else(|_| panic!("not told of {seats:?}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_tell_each_other_who_is_here() {
    let place = Place::postgres();
    let (one, two) = (Running::start(&place.address()).await, Running::start(&place.address()).await);
    let (mut ada, mut bob) = (one.client(), two.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    assert_eq!(ask(&mut bob, &id, 2, "first", claim("Bob")).await.0, 200);
    let path = format!("/api/tables/{id}/socket");
    let mut first = ada.socket(&path).await.unwrap();
    told(&mut first, &[1]).await;
    // The other node did not know of the first socket: it asks.
    let mut second = bob.socket(&path).await.unwrap();
    told(&mut second, &[1, 2]).await;
    told(&mut first, &[1, 2]).await;
    drop(first);
    told(&mut second, &[2]).await;
    let mut first = ada.socket(&path).await.unwrap();
    told(&mut first, &[1, 2]).await;
    // A node that stops takes its people with it.
    two.stop().await;
    told(&mut first, &[1]).await;
    one.stop().await;
}

/// Ends every connection to the database but those that listen, as a firewall or a failing network does.
async fn break_connections(place: &Place) {
    use sqlx::Connection as _;
    let Place::Postgres(_, address) = place else { return };
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(address).await.unwrap();
    let sql = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() \
        AND pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%'";
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_reaches_a_node_whose_connections_have_just_broken() {
    let place = Place::postgres();
    let (one, two) = (Running::start(&place.address()).await, Running::start(&place.address()).await);
    let mut ada = one.client();
    let (id, mut table) = create(&mut ada, json!({"spec": "breakthrough", "seats": ["me", "me"]})).await;
    let mut socket = two.client().socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    update(&mut socket).await.unwrap();
    for turn in 0..4 {
        // Several connections that wait to be used.
        let looks = (0..12).map(|_| {
            let (mut client, path) = (two.client(), format!("/api/tables/{id}"));
            tokio::spawn(async move { client.request("GET", &path, None).await.unwrap().status })
        });
        for look in looks.collect::<Vec<_>>() {
            look.await.unwrap();
        }
        break_connections(&place).await;
        let body = asks::first_move(&table, &format!("m{turn}")).unwrap();
        table = loop {
            // The node that moves has lost its connections too: its client sends the same again.
            let (status, answer) = submit(&mut ada, &id, &body).await;
            assert!(status == 200 || status == 503, "{answer}");
            if status == 200 {
                break answer["table"]["state"].clone();
            }
        };
        let version = table["version"].as_u64();
        let follows =
            async { while update(&mut socket).await.unwrap()["state"]["version"].as_u64() < version {} };
        let followed = tokio::time::timeout(Duration::from_secs(5), follows).await;
        assert!(followed.is_ok(), "move {turn} did not reach the other node");
    }
    one.stop().await;
    two.stop().await;
}

async fn a_kept_seat_is_not_given_to_a_bot_by_others(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    assert_eq!(ask(&mut bob, &id, 2, "b", claim("Bob")).await.0, 200);
    assert_eq!(ask(&mut ada, &id, 1, "r", json!({"do": "resign"})).await.0, 200);
    for (client, seat) in [(&mut ada, 1), (&mut bob, 2)] {
        assert_eq!(
            ask(client, &id, seat, &format!("again {seat}").replace(' ', "-"), json!({"do": "rematch"}))
                .await
                .0,
            200
        );
    }
    let mut next = Value::Null;
    for _ in 0..200 {
        next = state(&mut ada, &id).await["next"].clone();
        if next.is_string() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    // Seats rotate: seat 1 is kept for Bob, seat 2 for Ada.
    let next = next.as_str().expect("the rematch is set up").to_owned();
    let appoint = || json!({"do": "appoint", "level": "random"});
    let (status, refused) = ask(&mut ada, &next, 1, "steal", appoint()).await;
    assert_eq!(status, 403, "{refused}");
    assert_eq!(ask(&mut bob, &next, 2, "steal", appoint()).await.0, 403);
    assert_eq!(ask(&mut ada, &next, 1, "b", claim("Bob")).await.0, 403, "the claim of the first table");
    assert_eq!(ask(&mut bob, &next, 1, "bot", appoint()).await.0, 200, "her own seat");
    assert_eq!(ask(&mut ada, &next, 2, "b", claim("Ada")).await.0, 200);
    server.stop().await;
}

async fn a_player_who_has_resigned_moves_nothing(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    // A sealed round, in which the bot that plays on does not end the round before the others choose.
    let seats = json!(["me", "open", "open"]);
    let (id, _) = create(&mut ada, json!({"spec": "traxx:seats=3", "seats": seats})).await;
    assert_eq!(ask(&mut bob, &id, 2, "b2", claim("Bob")).await.0, 200);
    assert_eq!(ask(&mut bob, &id, 3, "b3", claim("Bea")).await.0, 200);
    let text = state(&mut ada, &id).await["you"][0]["moves"][0]["text"].clone();
    assert!(text.is_string());
    assert_eq!(ask(&mut ada, &id, 1, "r", json!({"do": "resign"})).await.0, 200);
    for (number, request) in [
        json!({"do": "act", "text": text}),
        json!({"do": "undo"}),
        json!({"do": "ask-take-back"}),
        json!({"do": "resign"}),
        json!({"do": "release"}),
        json!({"do": "appoint", "level": "random"}),
    ]
    .into_iter()
    .enumerate()
    {
        let (status, refused) = ask(&mut ada, &id, 1, &format!("after-{number}"), request.clone()).await;
        assert_eq!(status, 409, "{request}: {refused}");
    }
    let (status, again) = ask(&mut ada, &id, 1, "r", json!({"do": "resign"})).await;
    assert_eq!(status, 200, "the answer to the resignation itself can be asked for again: {again}");
    server.stop().await;
}

async fn thirty_thousand_renames_are_refused_early(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut eve = server.client();
    let (id, made) = create(&mut eve, json!({"spec": "breakthrough", "name": "Eve"})).await;
    let path = format!("/api/tables/{id}/requests");
    let mut granted = 0;
    let mut last = Value::Null;
    for number in 0..if full() { 30_000 } else { 300 } {
        let request = json!({"do": "rename", "name": format!("Eve {number}")});
        let body =
            json!({"seat": 1, "version": made["version"], "key": format!("n{number}"), "request": request});
        let reply = eve.request("POST", &path, Some(&body)).await.unwrap();
        match reply.status {
            200 => granted += 1,
            409 => last = reply.json(),
            other => panic!("{other}: {}", reply.body),
        }
    }
    assert_eq!(granted, breadboard_play::MOST_RENAMES, "of however many");
    assert_eq!(last["error"]["refusal"]["text"]["key"], "table-many-renames", "{last}");
    server.stop().await;
}

async fn names_that_pass_for_others_are_refused_and_chat_disturbs_nothing(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut eve) = (server.client(), server.client());
    let (id, made) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ａｄａ"})).await;
    assert_eq!(made["seats"][0]["name"], "Ada", "one way to write a letter");
    // With Cyrillic letters, in capitals, with a digit, with a pile of marks, and reversed.
    // Bots are shown by the names of their levels, in both languages.
    for (number, bad) in [
        "bоt1",
        "BOT5",
        "Breaker",
        "Wächter",
        "wachter",
        "Аdа",
        "ADA",
        "Z\u{301}\u{302}\u{303}\u{304}oe",
        "a\u{202E}dA",
    ]
    .into_iter()
    .enumerate()
    {
        let (status, refused) = ask(&mut eve, &id, 2, &format!("c{number}"), claim(bad)).await;
        assert_eq!((status, &refused["error"]["code"]), (400, &json!("invalid")), "{bad}: {refused}");
    }
    let bot = create_status(&mut eve, json!({"spec": "breakthrough", "name": "Воt1", "claim": false})).await;
    assert_eq!(bot, 400);
    let bot =
        create_status(&mut eve, json!({"spec": "breakthrough", "name": "Durchbrecher", "claim": false}))
            .await;
    assert_eq!(bot, 400);
    let looks_like_me = create_status(&mut eve, json!({"spec": "breakthrough", "name": "M3"})).await;
    assert_eq!(looks_like_me, 201, "only bots have names that others must not look like");
    assert_eq!(ask(&mut eve, &id, 2, "ok", claim("Eve")).await.0, 200);
    let (status, refused) = ask(&mut eve, &id, 2, "re", json!({"do": "rename", "name": "А.d.а"})).await;
    assert_eq!(status, 400, "{refused}");
    assert_eq!(refused["error"]["refusal"]["text"]["key"], "table-same-name");
    let text = "hi \u{202E}there Z\u{301}\u{302}\u{303}\u{304}\u{305}!";
    let chat = json!({"text": text, "key": "c"});
    let said = eve.request("POST", &format!("/api/tables/{id}/chat"), Some(&chat)).await.unwrap();
    assert_eq!(said.status, 200, "{}", said.body);
    let table = ada.request("GET", &format!("/api/tables/{id}"), None).await.unwrap().json();
    let line = table["chat"][0]["text"].as_str().unwrap();
    assert!(line.starts_with("hi there ") && line.chars().count() <= 13, "{line:?}");
    server.stop().await;
}

async fn create_status(client: &mut Client, body: Value) -> u16 {
    client.request("POST", "/api/tables", Some(&body)).await.unwrap().status
}

async fn a_changed_sealed_choice_shows_nowhere(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let settings = json!({"spec": "traxx:seats=2", "name": "Ada", "listed": true});
    let (id, _) = create(&mut ada, settings).await;
    assert_eq!(ask(&mut bob, &id, 2, "b", claim("Bob")).await.0, 200);
    let moves = state(&mut ada, &id).await["you"][0]["moves"].clone();
    let choose = |number: usize| json!({"do": "act", "text": moves[number]["text"]});
    assert_eq!(ask(&mut ada, &id, 1, "k0", choose(0)).await.0, 200);
    // What a list and the other player see.
    let list = format!("/api/tables?ids={id}");
    let row = bob.request("GET", &list, None).await.unwrap().json();
    let mine = bob.request("GET", "/api/mine/tables", None).await.unwrap().json();
    assert!(mine["tables"][0]["expires"].is_i64(), "{mine}");
    let table = |body: Value| (body["tag"].clone(), body["state"].clone());
    let path = format!("/api/tables/{id}");
    let seen = table(bob.request("GET", &path, None).await.unwrap().json());
    // A choice of the other player's browser changes by its socket, too.
    let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    let version = socket.json().await.unwrap()["state"]["version"].clone();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let before = numbers(&mut bob, 0).await;
    for number in 1..4 {
        let submission =
            json!({"seat": 1, "version": version, "key": format!("k{number}"), "request": choose(number)});
        if number < 3 {
            let path = format!("/api/tables/{id}/requests");
            let reply = ada.request("POST", &path, Some(&submission)).await.unwrap();
            assert_eq!(reply.status, 200, "{}", reply.body);
        } else {
            socket.send(json!({"send": "submit", "submission": submission}).to_string()).await.unwrap();
            let answer = loop {
                let message = socket.json().await.unwrap();
                if ["answer", "refused"].contains(&message["message"].as_str().unwrap()) {
                    break message;
                }
            };
            assert_eq!(answer["message"], "answer", "{answer}");
            assert_eq!(socket.json().await.unwrap()["message"], "update", "its own browser sees it");
        }
    }
    assert_eq!(numbers(&mut bob, 1).await, before, "no number tells of it");
    assert_eq!(bob.request("GET", &list, None).await.unwrap().json(), row);
    assert_eq!(bob.request("GET", "/api/mine/tables", None).await.unwrap().json(), mine);
    assert_eq!(table(bob.request("GET", &path, None).await.unwrap().json()), seen);
    server.stop().await;
}

/// Everything that `/metrics` tells, but for the connections; `asked` is how often this was asked for before.
async fn numbers(client: &mut Client, asked: u64) -> Vec<String> {
    const REQUESTS: &str = "breadboard_http_requests_total ";
    let body = client.request("GET", "/metrics", None).await.unwrap().body;
    let lines =
        body.lines().filter(|line| !line.starts_with('#') && !line.starts_with("breadboard_connections "));
    let count = |line: &str| line.strip_prefix(REQUESTS).and_then(|count| count.parse::<u64>().ok());
    lines
        .map(|line| count(line).map_or(line.to_owned(), |count| format!("{REQUESTS}{}", count - asked)))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_offers_are_limited_like_chat() {
    let place = Place::sqlite();
    let server = Running::with(config(&place.address())).await;
    let mut eve = server.client();
    let (id, made) = create(&mut eve, json!({"spec": "breakthrough", "name": "Eve"})).await;
    let path = format!("/api/tables/{id}/requests");
    let mut statuses = Vec::new();
    for number in 0..20 {
        let request = json!({"do": "rename", "name": format!("Eve {number}")});
        let body =
            json!({"seat": 1, "version": made["version"], "key": format!("n{number}"), "request": request});
        statuses.push(eve.request("POST", &path, Some(&body)).await.unwrap().status);
    }
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    server.stop().await;
}

/// Opens a table that continues a long game of the Snipe Hunt, and undoes a move this often.
async fn table_of_undos(eve: &mut Client, record: String, undos: usize) -> String {
    let (id, mut now) = create(eve, json!({"record": record, "seats": vec!["me"; 7]})).await;
    let mut undone = 0;
    for number in 0.. {
        let you = able(&now).expect("the game goes on").clone();
        for (key, request) in
            [("m", json!({"do": "act", "text": you["moves"][0]["text"]})), ("u", json!({"do": "undo"}))]
        {
            let key = format!("{key}{number}");
            let body = asks::request(you["seat"].clone(), now["version"].clone(), &key, request);
            let (status, answer) = submit(eve, &id, &body).await;
            match status {
                200 => now = answer["table"]["state"].clone(),
                // The move has ended the turn, and the dice are revealed.
                409 if key.starts_with('u') => {}
                other => panic!("{other}: {answer}"),
            }
            undone += usize::from(key.starts_with('u') && status == 200);
        }
        if undone >= undos {
            return id;
        }
    }
    unreachable!()
}

async fn a_long_table_of_undos_is_loaded_once_for_all_who_ask(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut eve = server.client();
    let id = table_of_undos(&mut eve, long_record(3_000).await, 40).await;
    let before = state(&mut eve, &id).await;
    server.stop().await;
    let server = Running::start(&place.address()).await;
    eve.host = server.client().host;
    let readers: Vec<_> = (0..30)
        .map(|_| {
            let (mut reader, id) = (eve.clone(), id.clone());
            tokio::spawn(async move { state(&mut reader, &id).await })
        })
        .collect();
    for reader in readers {
        assert_eq!(reader.await.unwrap(), before);
    }
    assert_eq!(metric(&mut eve, "breadboard_loads_total").await, 1.0, "30 asked at once");
    server.stop().await;
}

/// The longest that `/healthz` took until the work is done.
async fn bystander(server: &Running, work: impl Future<Output = ()>) -> Duration {
    let mut client = server.client();
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let watching = tokio::spawn(async move {
        let (mut worst, mut asked) = (Duration::ZERO, 0);
        while !*stopped.borrow_and_update() {
            let started = Instant::now();
            let reply = client.request("GET", "/healthz", None).await.unwrap();
            worst = worst.max(started.elapsed());
            assert_eq!(reply.status, 200, "{}", reply.body);
            asked += 1;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        (worst, asked)
    });
    work.await;
    stop.send(true).unwrap();
    let (worst, asked) = watching.await.unwrap();
    assert!(asked > 5, "{asked}");
    worst
}

/// Timed, so it runs alone and only in `./test full`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_hundred_undos_after_16571_events_delay_no_bystander() {
    if !full() {
        return skipped("six_hundred_undos_after_16571_events_delay_no_bystander", ONLY_FULL);
    }
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let mut eve = server.client();
    let mut id = String::new();
    let record = long_record(16_571).await;
    let opening = bystander(&server, async { id = table_of_undos(&mut eve, record, 600).await }).await;
    server.stop().await;
    let server = Running::start(&place.address()).await;
    eve.host = server.client().host;
    let started = Instant::now();
    let loading = bystander(&server, async {
        let mut readers = Vec::new();
        for path in ["", "/events", "/record", "/replay/9000", "?since=0"] {
            for _ in 0..8 {
                let (mut reader, path) = (eve.clone(), format!("/api/tables/{id}{path}"));
                readers.push(tokio::spawn(async move {
                    reader.request("GET", &path, None).await.unwrap().status
                }));
            }
        }
        for reader in readers {
            assert!([200, 503].contains(&reader.await.unwrap()));
        }
    })
    .await;
    let took = started.elapsed();
    println!("healthz: {opening:?} while it was made, {loading:?} while it was loaded and read ({took:?})");
    let limit = Duration::from_millis(100);
    assert!(opening < limit && loading < limit, "{opening:?}, {loading:?}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    server.stop().await;
}
