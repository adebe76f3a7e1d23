//! Whole games over HTTP and sockets, on both databases.

use crate::asks::{create, request, state, submit};
use crate::on_both;
use crate::place::Place;
use crate::running::Running;
use breadboard_client::{Client, Socket};
use serde_json::{Value, json};
use std::io::Read as _;

on_both! {
    two_people_play_by_socket_and_http_through_a_restart;
    a_bot_answers;
    a_lean_socket_is_sent_the_state_once_and_then_what_changes;
    a_large_state_is_compressed_for_a_socket_that_asks_for_it;
    positions_after_events_rules_in_german_and_checked_dice_need_no_table;
    a_move_is_made_once_however_often_it_is_sent;
    of_two_moves_at_once_one_is_made;
    a_seat_moves_to_another_device_by_its_code;
    chat_is_for_people_at_the_table_and_limited;
    a_rematch_is_agreed_and_played_with_seats_rotated;
    a_sealed_round_takes_choices_in_any_order_and_shows_none_before_the_last;
    every_game_is_played_to_its_end_by_bots;
    a_session_has_its_games_after_a_restart;
    people_see_who_is_here;
}

async fn claim(client: &mut Client, id: &str, seat: u8, name: &str) -> Value {
    let body = request(seat, 1, &format!("claim-{name}"), json!({"do": "claim", "name": name}));
    let (status, json) = submit(client, id, &body).await;
    assert_eq!(status, 200, "{json}");
    json
}

/// The first move a seat may make.
fn first_move(state: &Value, seat: u8) -> Option<String> {
    let you = state["you"].as_array()?.iter().find(|you| you["seat"] == seat)?;
    Some(you["moves"].as_array()?.first()?["text"].as_str()?.to_owned())
}

async fn update(socket: &mut Socket) -> Value {
    loop {
        let message = socket.json().await.unwrap();
        if message["message"] == "update" {
            return message;
        }
    }
}

async fn a_lean_socket_is_sent_the_state_once_and_then_what_changes(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let body = json!({"spec": "breakthrough:columns=4,rows=5", "seats": ["me", "me"], "name": "Ada"});
    let (id, _) = create(&mut ada, body).await;
    let mut lean = ada.socket(&format!("/api/tables/{id}/socket?lean=true")).await.unwrap();
    let first = update(&mut lean).await;
    assert!(first["state"].is_object() && first["patch"].is_null(), "{first}");
    let version = first["state"]["version"].as_u64().unwrap();
    // The moves are packed: each part once, and a move as its text and the numbers of its parts.
    let moves = &first["state"]["you"][0]["moves"];
    let row = moves["rows"][0].as_array().unwrap();
    let text = row[0].as_str().unwrap().to_owned();
    assert!(row[1..].iter().all(|part| moves["parts"][part.as_u64().unwrap() as usize]["value"].is_string()));
    let (status, _) =
        submit(&mut ada, &id, &request(1, version, "k1", json!({"do": "act", "text": text}))).await;
    assert_eq!(status, 200);
    let next = update(&mut lean).await;
    assert!(next["state"].is_null(), "{next}");
    assert_eq!(next["patch"]["version"], json!([version + 1]));
    assert_eq!(next["events"][0]["texts"][0], text.as_str());
    assert!(next["patch"]["spec"].is_null(), "what stays is not said again");
    server.stop().await;
}

async fn a_large_state_is_compressed_for_a_socket_that_asks_for_it(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let (id, _) = create(&mut ada, json!({"spec": "traxx:seats=1", "seats": ["me"], "name": "Ada"})).await;
    let mut plain = ada.socket(&format!("/api/tables/{id}/socket?lean=true")).await.unwrap();
    let wanted = plain.text().await.unwrap();
    let mut zipped = ada.socket(&format!("/api/tables/{id}/socket?lean=true&gzip=true")).await.unwrap();
    let bytes = zipped.bytes().await.unwrap();
    assert!(bytes.len() * 2 < wanted.len(), "{} of {} bytes", bytes.len(), wanted.len());
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(parse(&text)["state"], parse(&wanted)["state"]);
    // What changes is small, and comes as text to both.
    let version = parse(&text)["state"]["version"].as_u64().unwrap();
    let (status, _) = submit(&mut ada, &id, &request(1, version, "k1", json!({"do": "resign"}))).await;
    assert_eq!(status, 200);
    assert!(update(&mut zipped).await["patch"].is_object());
    server.stop().await;
}

async fn positions_after_events_rules_in_german_and_checked_dice_need_no_table(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let games = breadboard_games::GAMES.iter().map(|game| game.info);
    for spec in breadboard_testkit::with_the_others(&["snipe:forest=3x3"], games) {
        let body = json!({"spec": spec, "deal": true});
        let dealt = ada.request("POST", "/api/position", Some(&body)).await.unwrap();
        assert_eq!((dealt.status, &dealt.json()["position"]["turn"]["kind"]), (200, &json!("act")), "{spec}");
        let again = ada.request("POST", "/api/position", Some(&body)).await.unwrap();
        assert_eq!(dealt.body, again.body, "an example is the same every time");
    }
    let mut ask = async |events: Value| {
        let body = json!({"spec": "breakthrough", "events": events});
        ada.request("POST", "/api/position", Some(&body)).await.unwrap()
    };
    let good = ask(json!([{"seats": [1], "texts": ["a2-a3"]}, {"seats": [2], "texts": ["a7-a6"]}])).await;
    assert_eq!(good.status, 200, "{}", good.body);
    assert_eq!(good.json()["last"]["texts"][0], "a7-a6");
    let bad = ask(json!([{"seats": [1], "texts": ["a2-a4"]}])).await;
    assert_eq!((bad.status, bad.json()["error"]["code"].as_str()), (422, Some("illegal")));
    // The game's own text says it, so that no ruling is named.
    assert_eq!(bad.json()["error"]["refusal"]["ruling"], Value::Null);
    assert_eq!(ask(json!([{"seats": [1, 2], "texts": ["a2-a3"]}])).await.status, 400);

    let german = ada.request("GET", "/api/games/traxx/rules?lang=de", None).await.unwrap();
    assert!(german.body.contains("Regelfragen"), "{}", german.body);
    let texts = ada.request("GET", "/api/games/traxx/texts?lang=de", None).await.unwrap();
    for (key, sentence) in [
        ("traxx-passes", "Platz {seat} passt"),
        ("table-drawn", "das Spiel ist remis"),
        ("game-over", "das Spiel ist aus"),
        ("word red", "rot"),
    ] {
        assert_eq!(texts.json()[key], sentence, "{}", texts.body);
    }
    assert!(texts.header("etag").is_some());
    for nothing in
        ["/api/games/traxx/texts", "/api/games/traxx/texts?lang=xx", "/api/games/chess/texts?lang=de"]
    {
        assert_eq!(ada.request("GET", nothing, None).await.unwrap().status, 404, "{nothing}");
    }
    server.stop().await;
}

async fn two_people_play_by_socket_and_http_through_a_restart(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob, mut eve) = (server.client(), server.client(), server.client());
    let (id, made) = create(&mut ada, json!({"spec": "breakthrough:columns=4,rows=5", "name": "Ada"})).await;
    assert_eq!(made["recovery"][0]["seat"], 1);
    assert!(made["table"]["link"].as_str().unwrap().ends_with(&format!("/t/{id}")));
    claim(&mut bob, &id, 2, "Bob").await;

    let path = format!("/api/tables/{id}/socket");
    let mut watching = eve.socket(&path).await.unwrap();
    assert_eq!(update(&mut watching).await["state"]["you"], json!([]), "a spectator has no moves");
    let mut socket = bob.socket(&path).await.unwrap();
    let mut seen = update(&mut socket).await["state"].clone();
    for turn in 0..4u8 {
        let seat = turn % 2 + 1;
        let version = seen["version"].as_u64().unwrap();
        let text = if seat == 1 {
            let own = state(&mut ada, &id).await;
            first_move(&own, 1).unwrap()
        } else {
            first_move(&seen, 2).unwrap()
        };
        let body = request(seat, version, &format!("k{turn}"), json!({"do": "act", "text": text}));
        if seat == 1 {
            let (status, json) = submit(&mut ada, &id, &body).await;
            assert_eq!(status, 200, "{json}");
        } else {
            socket.send(json!({"send": "submit", "submission": body}).to_string()).await.unwrap();
        }
        let news = update(&mut socket).await;
        assert_eq!(news["events"].as_array().unwrap().len(), 1, "{news}");
        assert_eq!(news["events"][0]["texts"][0], text.as_str());
        seen = news["state"].clone();
        assert_eq!(update(&mut watching).await["state"]["version"], seen["version"]);
    }

    let before = state(&mut ada, &id).await;
    server.stop().await;
    // The socket ends with a word, and the same browser goes on with the same cookie.
    assert!(socket.json().await.is_err());
    let server = Running::start(&place.address()).await;
    for client in [&mut ada, &mut bob, &mut eve] {
        client.host = server.client().host;
    }
    assert_eq!(state(&mut ada, &id).await, before);
    let version = before["version"].as_u64().unwrap();
    let mut socket = bob.socket(&format!("{path}?since={}", version - 1)).await.unwrap();
    let resumed = update(&mut socket).await;
    assert_eq!(resumed["events"].as_array().unwrap().len(), 1, "only what was missed");
    assert_eq!(resumed["reset"], false);
    let mut ahead = bob.socket(&format!("{path}?since=999999")).await.unwrap();
    assert_eq!(update(&mut ahead).await["reset"], true);

    polling_gives_the_same(&mut ada, &mut bob, &id, &resumed).await;
    play_to_the_end([&mut ada, &mut bob], &id).await;
    the_record_can_be_read_back(&mut eve, &id).await;
    server.stop().await;
}

/// The record of a finished game is plain text that the server also reads.
async fn the_record_can_be_read_back(eve: &mut Client, id: &str) {
    let over = state(eve, id).await;
    assert_eq!(over["phase"], "over");
    let record = eve.request("GET", &format!("/api/tables/{id}/record"), None).await.unwrap();
    assert_eq!(record.status, 200);
    assert!(record.body.contains("seat 1: Ada") && record.body.contains("result: win"), "{}", record.body);
    let read = eve
        .raw("POST", "/api/records", "Content-Type: text/plain\r\n", record.body.as_bytes())
        .await
        .unwrap();
    assert_eq!(read.status, 200, "{}", read.body);
    assert_eq!(
        read.json()["steps"].as_array().unwrap().len(),
        over["position"]["step"].as_u64().unwrap() as usize
    );
}

/// A poll gives what the socket sent, and waits only as long as nothing is new.
async fn polling_gives_the_same(ada: &mut Client, bob: &mut Client, id: &str, resumed: &Value) {
    let version = resumed["state"]["version"].as_u64().unwrap();
    let poll = format!("/api/tables/{id}?since={}", version - 1);
    let polled = bob.request("GET", &poll, None).await.unwrap().json();
    assert_eq!(polled["events"], resumed["events"]);
    assert_eq!(polled["state"], resumed["state"]);
    let tag = polled["tag"].as_str().unwrap();
    let waiting = {
        let (mut bob, path) = (bob.clone(), format!("/api/tables/{id}?wait=20&tag={tag}"));
        tokio::spawn(async move { bob.request("GET", &path, None).await.unwrap().json() })
    };
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let text = first_move(&state(ada, id).await, 1).unwrap();
    let body = request(1, version, "after", json!({"do": "act", "text": text}));
    assert_eq!(submit(ada, id, &body).await.0, 200);
    assert_eq!(waiting.await.unwrap()["state"]["version"], version + 1);
}

/// Every seat makes its first move until no seat has one.
async fn play_to_the_end(mut clients: [&mut Client; 2], id: &str) {
    loop {
        let mut moved = false;
        for (client, seat) in clients.iter_mut().zip(1..) {
            let now = state(client, id).await;
            if let Some(text) = first_move(&now, seat) {
                let version = now["version"].as_u64().unwrap();
                let body = request(seat, version, &format!("x{version}"), json!({"do": "act", "text": text}));
                assert_eq!(submit(client, id, &body).await.0, 200);
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

async fn a_bot_answers(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let (id, made) = create(&mut ada, json!({"spec": "breakthrough", "seats": ["me", "random"]})).await;
    let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    let mut now = update(&mut socket).await["state"].clone();
    assert_eq!(now["version"], made["table"]["state"]["version"]);
    for turn in 0..5 {
        let version = now["version"].as_u64().unwrap();
        let text = first_move(&now, 1).unwrap();
        let body = request(1, version, &format!("k{turn}"), json!({"do": "act", "text": text}));
        assert_eq!(submit(&mut ada, &id, &body).await.0, 200);
        while first_move(&now, 1).is_none() || now["version"].as_u64().unwrap() < version + 2 {
            now = update(&mut socket).await["state"].clone();
        }
    }
    // Two bots play to the end by themselves.
    let body = json!({"spec": "breakthrough:columns=4,rows=4", "seats": ["greedy", "random"]});
    let (id, _) = create(&mut ada, body).await;
    let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    while update(&mut socket).await["state"]["phase"] != "over" {}
    server.stop().await;
}

async fn a_move_is_made_once_however_often_it_is_sent(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough"})).await;
    claim(&mut bob, &id, 2, "Bob").await;
    let now = state(&mut ada, &id).await;
    let version = now["version"].as_u64().unwrap();
    let text = first_move(&now, 1).unwrap();
    let body = request(1, version, "once", json!({"do": "act", "text": text}));
    let (status, first) = submit(&mut ada, &id, &body).await;
    assert_eq!(status, 200);
    let mut tasks = Vec::new();
    for _ in 0..8 {
        let (mut ada, id, body) = (ada.clone(), id.clone(), body.clone());
        tasks.push(tokio::spawn(async move { submit(&mut ada, &id, &body).await }));
    }
    for task in tasks {
        let (status, again) = task.await.unwrap();
        assert_eq!((status, &again["receipt"]), (200, &first["receipt"]));
    }
    assert_eq!(state(&mut ada, &id).await["version"], version + 1);
    // The same key for something else, an old version, the other's seat, another session.
    let (status, json) = submit(&mut ada, &id, &request(1, version, "once", json!({"do": "resign"}))).await;
    assert_eq!((status, json["error"]["code"].as_str()), (409, Some("key-reused")));
    let stale = request(2, version, "b1", json!({"do": "act", "text": "a7-a6"}));
    let (status, json) = submit(&mut bob, &id, &stale).await;
    assert_eq!((status, json["error"]["code"].as_str()), (409, Some("stale")));
    let (status, json) = submit(&mut ada, &id, &request(2, version + 1, "x", json!({"do": "resign"}))).await;
    assert_eq!((status, json["error"]["code"].as_str()), (403, Some("forbidden")));
    let mut eve = server.client();
    let (status, _) = submit(&mut eve, &id, &body).await;
    assert_eq!(status, 403, "a key is no right");
    let illegal = request(2, version + 1, "b2", json!({"do": "act", "text": "swap"}));
    let (status, json) = submit(&mut bob, &id, &illegal).await;
    assert_eq!(status, 422, "{json}");
    assert!(json["error"]["refusal"]["ruling"].is_string(), "{json}");
    server.stop().await;
}

async fn of_two_moves_at_once_one_is_made(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough"})).await;
    claim(&mut bob, &id, 2, "Bob").await;
    for round in 0..6u8 {
        let seat = round % 2 + 1;
        let mover = if seat == 1 { &mut ada } else { &mut bob };
        let now = state(mover, &id).await;
        let version = now["version"].as_u64().unwrap();
        let you = now["you"][0]["moves"].as_array().unwrap();
        let mut tasks = Vec::new();
        for (place, text) in [&you[0]["text"], &you[1]["text"]].into_iter().enumerate() {
            let body =
                request(seat, version, &format!("r{round}-{place}"), json!({"do": "act", "text": text}));
            let (mut mover, id) = (mover.clone(), id.clone());
            tasks.push(tokio::spawn(async move { submit(&mut mover, &id, &body).await.0 }));
        }
        let mut statuses = Vec::new();
        for task in tasks {
            statuses.push(task.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(state(&mut ada, &id).await["version"], version + 1);
    }
    server.stop().await;
}

async fn a_seat_moves_to_another_device_by_its_code(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut phone, mut laptop, mut eve) = (server.client(), server.client(), server.client());
    let (id, made) = create(&mut phone, json!({"spec": "breakthrough", "name": "Ada"})).await;
    let code = made["recovery"][0]["code"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{id}/recover");
    let wrong = eve.request("POST", &path, Some(&json!({"code": "aaaa-bbbb-cccc-dddd"}))).await.unwrap();
    assert_eq!(wrong.status, 403);
    let typed = code.to_uppercase().replace('-', " ");
    let moved = laptop.request("POST", &path, Some(&json!({"code": typed}))).await.unwrap();
    assert_eq!(moved.status, 200, "{}", moved.body);
    assert_eq!(moved.json()["table"]["state"]["you"][0]["seat"], 1);
    assert_eq!(state(&mut phone, &id).await["you"], json!([]), "the seat has moved");
    let again = phone.request("POST", &path, Some(&json!({"code": code}))).await.unwrap();
    assert_eq!(again.status, 403, "a code serves once");
    let fresh = moved.json()["recovery"][0]["code"].clone();
    let back = phone.request("POST", &path, Some(&json!({"code": fresh}))).await.unwrap();
    assert_eq!(back.status, 200);
    server.stop().await;
}

async fn chat_is_for_people_at_the_table_and_limited(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut eve) = (server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    let path = format!("/api/tables/{id}/chat");
    let hello = json!({"text": "hello <b>there</b>", "key": "1"});
    assert_eq!(ada.request("POST", &path, Some(&hello)).await.unwrap().status, 200);
    assert_eq!(ada.request("POST", &path, Some(&hello)).await.unwrap().status, 200);
    assert_eq!(eve.request("POST", &path, Some(&hello)).await.unwrap().status, 403);
    for (text, key) in [("", "2"), (&*"x".repeat(301), "3"), ("\u{7}", "4"), ("x", "")] {
        let bad = ada.request("POST", &path, Some(&json!({"text": text, "key": key}))).await.unwrap();
        assert_eq!(bad.status, 400, "{text:?}");
    }
    let table = eve.request("GET", &format!("/api/tables/{id}"), None).await.unwrap().json();
    assert_eq!(table["chat"].as_array().unwrap().len(), 1);
    assert_eq!(table["chat"][0]["text"], "hello <b>there</b>");
    assert_eq!(table["chat"][0]["name"], "Ada");
    assert!(table["chat"][0].get("key").is_none());
    server.stop().await;
}

async fn a_rematch_is_agreed_and_played_with_seats_rotated(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob, mut eve) = (server.client(), server.client(), server.client());
    let (id, _) = create(&mut ada, json!({"spec": "breakthrough", "name": "Ada"})).await;
    claim(&mut bob, &id, 2, "Bob").await;
    let version = state(&mut ada, &id).await["version"].as_u64().unwrap();
    assert_eq!(submit(&mut bob, &id, &request(2, version, "r", json!({"do": "resign"}))).await.0, 200);
    let over = state(&mut eve, &id).await;
    assert_eq!(over["result"]["outcome"], "win 1");
    assert!(over["dice"]["seed"].is_string(), "the seed is revealed");
    let version = over["version"].as_u64().unwrap();
    for (client, seat) in [(&mut ada, 1), (&mut bob, 2)] {
        let body = request(seat, version, "again", json!({"do": "rematch"}));
        assert_eq!(submit(client, &id, &body).await.0, 200);
    }
    let next = loop {
        if let Some(next) = state(&mut ada, &id).await["next"].as_str() {
            break next.to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let kept = state(&mut eve, &next).await;
    assert_eq!((&kept["seats"][0]["name"], &kept["seats"][1]["name"]), (&json!("Bob"), &json!("Ada")));
    let body = request(1, 1, "steal", json!({"do": "claim", "name": "Eve"}));
    assert_eq!(submit(&mut eve, &next, &body).await.0, 403, "the seat is kept for Bob");
    claim(&mut bob, &next, 1, "Bob").await;
    let begun = claim(&mut ada, &next, 2, "Ada").await;
    assert_eq!(begun["table"]["state"]["phase"], "playing");
    server.stop().await;
}

async fn a_sealed_round_takes_choices_in_any_order_and_shows_none_before_the_last(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut people: Vec<Client> = (0..4).map(|_| server.client()).collect();
    let mut eve = server.client();
    let (id, _) = create(&mut people[0], json!({"spec": "traxx:seats=4", "name": "P1"})).await;
    for seat in 2..=4u8 {
        claim(&mut people[usize::from(seat) - 1], &id, seat, &format!("P{seat}")).await;
    }
    let mut watching = eve.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    let before = update(&mut watching).await["state"].clone();
    let version = before["version"].as_u64().unwrap();
    let mut choices = Vec::new();
    for (index, seat) in [3u8, 1, 4].into_iter().enumerate() {
        let client = &mut people[usize::from(seat) - 1];
        let own = state(client, &id).await;
        let text = first_move(&own, seat).unwrap();
        let body = request(seat, version, "choose", json!({"do": "act", "text": text}));
        let (status, json) = submit(client, &id, &body).await;
        assert_eq!(status, 200, "{json}");
        assert_eq!(json["receipt"]["version"], version, "a sealed choice makes no version");
        let again = submit(client, &id, &body).await.1;
        assert_eq!(again["receipt"], json["receipt"]);
        let seen = update(&mut watching).await;
        assert_eq!(seen["state"]["round"]["chosen"].as_array().unwrap().len(), index + 1);
        assert_eq!(seen["events"], json!([]));
        choices.push((seat, text));
    }
    // Seat 3 changes its choice: the others do not see it, not even that something was sent.
    let tag = |json: &Value| json["tag"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{id}");
    let known = tag(&eve.request("GET", &table, None).await.unwrap().json());
    let own = state(&mut people[2], &id).await;
    let other =
        own["you"][0]["moves"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned();
    let body = request(3, version, "change", json!({"do": "act", "text": other}));
    assert_eq!(submit(&mut people[2], &id, &body).await.0, 200);
    choices[0].1 = other;
    assert_eq!(tag(&eve.request("GET", &table, None).await.unwrap().json()), known);
    // Two at once for the last seat: one of them closes the round.
    let own = state(&mut people[1], &id).await;
    let text = first_move(&own, 2).unwrap();
    let body = request(2, version, "choose", json!({"do": "act", "text": text}));
    assert_eq!(submit(&mut people[1], &id, &body).await.0, 200);
    choices.push((2, text));
    choices.sort();
    let revealed = update(&mut watching).await;
    let acted = revealed["events"].as_array().unwrap().iter().find(|event| event["kind"] == "acted").unwrap();
    let wanted: Vec<&str> = choices.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(acted["texts"], json!(wanted));
    server.stop().await;
}

async fn every_game_is_played_to_its_end_by_bots(place: Place) {
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    for game in breadboard_games::GAMES {
        let seats = vec!["random"; game.info.default_seats.into()];
        let (id, _) = create(&mut ada, json!({"spec": game.info.id, "seats": seats})).await;
        let mut socket = ada.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
        let started = std::time::Instant::now();
        while update(&mut socket).await["state"]["phase"] != "over" {
            // A long random game need not be seen to its end.
            if started.elapsed().as_secs() > 10 {
                break;
            }
        }
        let record = ada.request("GET", &format!("/api/tables/{id}/record"), None).await.unwrap();
        let read = ada.raw("POST", "/api/records", "", record.body.as_bytes()).await.unwrap();
        assert_eq!(read.status, 200, "{}: {}", game.info.id, read.body);
    }
    server.stop().await;
}

async fn mine(client: &mut Client, path: &str) -> Value {
    let reply = client.request("GET", &format!("/api/mine/{path}"), None).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn a_session_has_its_games_after_a_restart(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut grace) = (server.client(), server.client());
    assert_eq!(mine(&mut ada, "tables").await, json!({"tables": []}));
    assert!(ada.cookie.is_none(), "a look makes no session");
    let small = "breakthrough:columns=4,rows=5";
    let (over, _) = create(&mut ada, json!({"spec": small, "seats": ["me", "open"], "name": "Ada"})).await;
    let (running, _) = create(&mut ada, json!({"spec": small, "seats": ["open", "me"], "name": "Ada"})).await;
    create(&mut ada, json!({"spec": small, "seats": ["me", "me"], "name": "Ada"})).await;
    claim(&mut grace, &over, 2, "Grace").await;
    claim(&mut grace, &running, 1, "AdaL").await;
    let (status, _) = submit(&mut grace, &over, &request(2, 3, "r", json!({"do": "resign"}))).await;
    assert_eq!(status, 200);
    let cookies = (ada.cookie.clone(), grace.cookie.clone());
    server.stop().await;

    let server = Running::start(&place.address()).await;
    (ada, grace) = (server.client(), server.client());
    (ada.cookie, grace.cookie) = cookies;
    let mut eve = server.client();
    let list = mine(&mut ada, "tables").await;
    let tables = list["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2, "{list}");
    let found = tables.iter().find(|table| table["table"]["id"] == running.as_str()).unwrap();
    assert_eq!((&found["mine"], &found["against"]), (&json!([2]), &json!("people")));
    assert_eq!((&found["table"]["awaited"], &found["results"]), (&json!([1]), &json!([])));
    assert!(found["since"].as_i64() >= found["table"]["created"].as_i64() && found["expires"].is_i64());
    let here = tables.iter().find(|table| table["table"]["id"] != running.as_str()).unwrap();
    assert_eq!((&here["mine"], &here["against"]), (&json!([1, 2]), &json!("here")));
    for (client, result, seat) in [(&mut ada, "won", 1), (&mut grace, "lost", 2)] {
        let list = mine(client, "tables?over=true").await;
        assert_eq!(list["tables"].as_array().unwrap().len(), 1, "{list}");
        let table = &list["tables"][0];
        assert_eq!((&table["results"], &table["mine"]), (&json!([result]), &json!([seat])));
        assert_eq!(table["table"]["id"], over.as_str());
        assert!(table["ended"].as_i64() >= table["table"]["created"].as_i64());
    }
    let statistics = mine(&mut ada, "statistics").await;
    let row =
        json!({"game": "breakthrough", "against": "people", "games": 1, "won": 1, "lost": 0, "drawn": 0});
    assert_eq!(statistics["rows"], json!([row]));
    let records = ada.request("GET", "/api/mine/records", None).await.unwrap();
    assert_eq!(records.status, 200);
    let record = breadboard_core::Record::read(&records.body).unwrap();
    assert_eq!((record.names[1].1.as_str(), record.ending().is_some()), ("Grace", true));
    for path in ["tables", "tables?over=true"] {
        assert_eq!(mine(&mut eve, path).await, json!({"tables": []}));
    }
    let bad = ada.request("GET", "/api/mine/tables?page=nonsense", None).await.unwrap();
    assert_eq!(bad.status, 400, "{}", bad.body);
    server.stop().await;
}

async fn people_see_who_is_here(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut grace) = (server.client(), server.client());
    let (id, _) =
        create(&mut ada, json!({"spec": "breakthrough", "seats": ["me", "open"], "name": "Ada"})).await;
    let path = format!("/api/tables/{id}/socket");
    let mut one = ada.socket(&path).await.unwrap();
    let mut here = async || loop {
        let message = one.json().await.unwrap();
        if message["message"] == "presence" {
            return message["here"].clone();
        }
    };
    assert_eq!(here().await, json!([1]));
    claim(&mut grace, &id, 2, "Grace").await;
    let two = grace.socket(&path).await.unwrap();
    assert_eq!(here().await, json!([1, 2]));
    // A second window is not a second person, and its end is not the end of the first.
    let three = grace.socket(&path).await.unwrap();
    drop(three);
    drop(two);
    assert_eq!(here().await, json!([1]));
    server.stop().await;
}
