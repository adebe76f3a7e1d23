//! No engine for a person in a running game against people: neither by asking for an analysis, nor by a bot that plays on.

use crate::admin::damage;
use crate::asks::{self, create, request, state};
use crate::insight::{SPEC, act, documents, event, get, key, people_play, post, submit};
use crate::on_both;
use crate::place::Place;
use crate::running::Running;
use breadboard_client::Client;
use serde_json::{Value, json};

on_both! {
    no_engine_for_a_running_game_between_people_whatever_the_trick;
    first_moves_belong_to_many_games;
    no_bot_plays_on_from_a_running_game_between_people;
    a_game_that_cannot_be_read_takes_the_engine_from_no_one;
}

/// More than many games begin with.
const MOVES: [&str; 6] = ["a2-a3", "e5-e4", "b2-b3", "d5-d4", "d2-d3", "a5-a4"];

/// The position after these moves from the start.
async fn after(client: &mut Client, moves: &[&str]) -> Value {
    let played: Vec<Value> = moves.iter().zip(0u8..).map(|(text, at)| event(at % 2 + 1, text)).collect();
    let body = json!({"spec": SPEC, "events": played});
    post(client, "/api/position", &body).await.json()["position"]["text"].clone()
}

/// A position of Breakthrough mirrored from left to right, or turned with the colours exchanged.
fn mirrored(position: &Value, exchanged: bool) -> String {
    let (rows, side) = position.as_str().unwrap().split_once(' ').unwrap();
    let turned = |letter: char| match letter {
        _ if !exchanged => letter,
        letter if letter.is_lowercase() => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    let mut rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().map(turned).collect()).collect();
    if !exchanged {
        return format!("{} {side}", rows.join("/"));
    }
    rows.reverse();
    let side = if side.starts_with('w') { side.replacen('w', "b", 1) } else { side.replacen('b', "w", 1) };
    format!("{} {side}", rows.join("/"))
}

/// Questions about the position after these moves, each in another disguise.
async fn tricks(cleo: &mut Client, moves: &[&str], here: &Value) -> [(&'static str, Value); 14] {
    let played: Vec<Value> = moves.iter().zip(0u8..).map(|(text, at)| event(at % 2 + 1, text)).collect();
    let mut other_order = played.clone();
    other_order.swap(0, 4);
    other_order.swap(1, 5);
    let next = json!({"spec": SPEC, "position": here, "events": [event(1, "c2-c3")]});
    let after = post(cleo, "/api/position", &next).await.json()["position"]["text"].clone();
    let before = json!({"spec": SPEC, "events": &played[..5]});
    let earlier = post(cleo, "/api/position", &before).await.json()["position"]["text"].clone();
    let mut beyond = played.clone();
    beyond.extend([event(1, "c2-c3"), event(2, "c5-c4"), event(1, "c3-b4")]);
    [
        ("the position", json!({"spec": SPEC, "position": here})),
        (
            "with blanks around it",
            json!({"spec": SPEC, "position": format!("  {} ", here.as_str().unwrap())}),
        ),
        ("all events from the start", json!({"spec": SPEC, "events": played})),
        ("another order of the moves", json!({"spec": SPEC, "events": other_order})),
        (
            "another spelling of the game",
            json!({"spec": "breakthrough:rows=6,columns=5,swap=off", "position": here}),
        ),
        (
            "an option that changes nothing here",
            json!({"spec": "breakthrough:columns=5,rows=6,swap=on", "position": here}),
        ),
        ("the version of the rules", json!({"spec": SPEC, "rules": 1, "position": here})),
        ("the position after the next move", json!({"spec": SPEC, "position": after})),
        ("events through the position", json!({"spec": SPEC, "events": beyond})),
        ("events on the position", json!({"spec": SPEC, "position": here, "events": [event(1, "c2-c3")]})),
        ("the mirror image", json!({"spec": SPEC, "position": mirrored(here, false)})),
        ("the other colour", json!({"spec": SPEC, "position": mirrored(here, true)})),
        ("an earlier position", json!({"spec": SPEC, "position": earlier})),
        ("an earlier position by events", json!({"spec": SPEC, "events": &played[..4]})),
    ]
}

async fn no_engine_for_a_running_game_between_people_whatever_the_trick(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob, mut cleo) = (server.client(), server.client(), server.client());
    let moves = MOVES;
    let here = after(&mut cleo, &moves).await;
    let body = json!({"spec": SPEC, "seats": ["me", "bot1"], "name": "Ada", "start": here});
    let (before, _) = create(&mut ada, body).await;
    let id = people_play(&mut ada, &mut bob, &moves).await;
    assert_eq!(state(&mut ada, &id).await["position"]["text"], here);
    for (trick, mut body) in tricks(&mut cleo, &moves, &here).await {
        body["effort"] = json!("quick");
        for player in [&mut ada, &mut bob] {
            let reply = post(player, "/api/analysis", &body).await;
            let text = &reply.body;
            // A spelling that the game does not have is no trick.
            if reply.status == 400 && body["spec"].as_str().unwrap().contains("swap") {
                continue;
            }
            assert_eq!((reply.status, key(&reply).as_str()), (403, "table-fair-play"), "{trick}: {text}");
        }
    }
    let record = get(&mut ada, &format!("/api/tables/{id}/record")).await.body;
    let reply = post(&mut ada, "/api/review", &json!({"record": record})).await;
    assert_eq!((reply.status, key(&reply).as_str()), (403, "table-fair-play"), "{}", reply.body);
    // At a table against a bot that had this position already there is no hint either.
    let hint = get(&mut ada, &format!("/api/tables/{before}/hint?seat=1")).await;
    assert_eq!((hint.status, key(&hint).as_str()), (403, "table-fair-play"), "{}", hint.body);
    // Others may ask, players may ask about other positions, and after the end everything is free.
    let quick = json!({"spec": SPEC, "position": here, "effort": "quick"});
    documents(&post(&mut cleo, "/api/analysis", &quick).await);
    let elsewhere =
        json!({"spec": SPEC, "events": [event(1, "c2-c3"), event(2, "c5-c4")], "effort": "quick"});
    documents(&post(&mut ada, "/api/analysis", &elsewhere).await);
    assert_eq!(key(&get(&mut ada, &format!("/api/tables/{id}/review")).await), "table-not-over");
    submit(&mut bob, &id, 2, json!({"do": "resign"})).await;
    documents(&post(&mut ada, "/api/analysis", &quick).await);
    server.stop().await;
}

/// Asks for a bot on a seat: the status, and the key of the refusal.
async fn appoint(client: &mut Client, id: &str, seat: u8) -> (u16, String) {
    ask(client, id, seat, json!({"do": "appoint", "level": "bot1"})).await
}

async fn ask(client: &mut Client, id: &str, seat: u8, wish: Value) -> (u16, String) {
    let version = state(client, id).await["version"].clone();
    let body = request(seat, version.clone(), &format!("a{seat}-{version}"), wish);
    let (status, answer) = asks::submit(client, id, &body).await;
    let key = answer["error"]["refusal"]["text"]["key"].as_str().unwrap_or_default().to_owned();
    (status, key)
}

/// The same through a socket: the status of the refusal.
async fn appoint_by_socket(client: &mut Client, id: &str, seat: u8) -> u64 {
    let mut socket = client.socket(&format!("/api/tables/{id}/socket")).await.unwrap();
    let shown = asks::update(&mut socket).await.unwrap();
    let wish = json!({"do": "appoint", "level": "bot1"});
    let submission = request(seat, shown["state"]["version"].clone(), "by-socket", wish);
    socket.send(json!({"send": "submit", "submission": submission}).to_string()).await.unwrap();
    let answer = asks::update(&mut socket).await.unwrap();
    assert_eq!(answer["message"], "refused", "{answer}");
    answer["status"].as_u64().unwrap()
}

fn refused() -> (u16, String) {
    (403, "table-fair-play".to_owned())
}

fn granted() -> (u16, String) {
    (200, String::new())
}

async fn no_bot_plays_on_from_a_running_game_between_people(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob, mut cleo) = (server.client(), server.client(), server.client());
    let moves = MOVES;
    let here = after(&mut cleo, &moves).await;
    let body = json!({"spec": SPEC, "seats": ["me", "bot1"], "name": "Ada", "start": here});
    let (ended, _) = create(&mut ada, body).await;
    submit(&mut ada, &ended, 1, json!({"do": "resign"})).await;
    let id = people_play(&mut ada, &mut bob, &moves).await;
    let record = get(&mut ada, &format!("/api/tables/{id}/record")).await.body;
    let with_bot = |more: &Value| {
        let mut body = json!({"spec": SPEC, "seats": ["bot1", "me"], "name": "Ada"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for more in [json!({"start": here}), json!({"record": record}), json!({"record": record, "to": 5})] {
        for player in [&mut ada, &mut bob] {
            let reply = post(player, "/api/tables", &with_bot(&more)).await;
            assert_eq!((reply.status, key(&reply)), refused(), "{}", reply.body);
        }
        // Who does not play there may.
        assert_eq!(post(&mut cleo, "/api/tables", &with_bot(&more)).await.status, 201);
    }
    // An unreadable position is called that.
    let reply = post(&mut ada, "/api/tables", &with_bot(&json!({"start": "nonsense"}))).await;
    assert_eq!(reply.status, 400, "{}", reply.body);
    // An ordinary table, and a position of no game.
    let elsewhere = after(&mut cleo, &["c2-c3", "c5-c4"]).await;
    for more in [json!({}), json!({"start": elsewhere})] {
        let reply = post(&mut ada, "/api/tables", &with_bot(&more)).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
    }
    // A table of people may go on from there, but no bot comes to it later.
    let open = |start: &Value| json!({"spec": SPEC, "seats": ["me", "open"], "name": "Ada", "start": start});
    let (aside, _) = create(&mut ada, open(&here)).await;
    assert_eq!(appoint(&mut ada, &aside, 2).await, refused());
    let (other, _) = create(&mut ada, open(&elsewhere)).await;
    assert_eq!(appoint(&mut ada, &other, 2).await, granted());
    let (ordinary, _) = create(&mut ada, open(&Value::Null)).await;
    assert_eq!(appoint(&mut ada, &ordinary, 2).await, granted());
    // Nor to a table at which one person has made the same moves for both sides.
    let (copy, _) = create(&mut ada, json!({"spec": SPEC, "seats": ["me", "me"], "name": "Ada"})).await;
    for (text, at) in moves.iter().zip(0u8..) {
        act(&mut ada, &copy, at % 2 + 1, text).await;
    }
    submit(&mut ada, &copy, 1, json!({"do": "release"})).await;
    assert_eq!(appoint(&mut ada, &copy, 1).await, refused());
    // Nor does a game against a bot that began there begin again.
    assert_eq!(ask(&mut ada, &ended, 1, json!({"do": "rematch"})).await, refused());
    assert_eq!(appoint_by_socket(&mut ada, &copy, 1).await, 403);
    submit(&mut bob, &id, 2, json!({"do": "resign"})).await;
    assert_eq!(ask(&mut ada, &ended, 1, json!({"do": "rematch"})).await, granted());
    assert_eq!(post(&mut ada, "/api/tables", &with_bot(&json!({"start": here}))).await.status, 201);
    assert_eq!(appoint(&mut ada, &aside, 2).await, granted());
    assert_eq!(appoint(&mut ada, &copy, 1).await, granted());
    server.stop().await;
}

async fn first_moves_belong_to_many_games(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    people_play(&mut ada, &mut bob, &MOVES[..1]).await;
    // A game against a bot with the same first moves has hints, and a review when it is over.
    let body = json!({"spec": SPEC, "seats": ["me", "bot1"], "name": "Ada"});
    let (id, _) = create(&mut ada, body).await;
    let hint = format!("/api/tables/{id}/hint?seat=1");
    assert_eq!(get(&mut ada, &hint).await.status, 200);
    act(&mut ada, &id, 1, MOVES[0]).await;
    while state(&mut ada, &id).await["you"][0]["moves"].as_array().is_none_or(Vec::is_empty) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(get(&mut ada, &hint).await.status, 200);
    submit(&mut ada, &id, 1, json!({"do": "resign"})).await;
    documents(&get(&mut ada, &format!("/api/tables/{id}/review")).await);
    server.stop().await;
}

async fn a_game_that_cannot_be_read_takes_the_engine_from_no_one(place: Place) {
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let id = people_play(&mut ada, &mut bob, &MOVES).await;
    server.stop().await;
    damage(&place, &id).await;
    let server = Running::start(&place.address()).await;
    let mut again = server.client();
    again.cookie.clone_from(&ada.cookie);
    let elsewhere =
        json!({"spec": SPEC, "events": [event(1, "c2-c3"), event(2, "c5-c4")], "effort": "quick"});
    documents(&post(&mut again, "/api/analysis", &elsewhere).await);
    server.stop().await;
}
