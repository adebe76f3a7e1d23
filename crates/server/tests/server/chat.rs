//! The chat of a table is sent line by line: what a client has is not sent again.

use crate::asks::{self, first_move, granted};
use crate::place::Place;
use crate::running::Running;
use breadboard_client::Client;
use serde_json::{Value, json};
use std::time::Duration;

/// A table of two with a full chat: its id.
async fn talkative(ada: &mut Client) -> String {
    let seats = json!({"spec": "breakthrough", "seats": ["me", "me"]});
    let (id, _) = asks::create(ada, seats).await;
    for number in 1..=500 {
        let line =
            json!({"text": format!("line {number} {}", "long ".repeat(50)), "key": format!("c{number}")});
        let said = ada.request("POST", &format!("/api/tables/{id}/chat"), Some(&line)).await.unwrap();
        assert_eq!(said.status, 200, "{}", said.body);
    }
    id
}

async fn look(client: &mut Client, id: &str, query: &str) -> (usize, Value) {
    let reply = client.request("GET", &format!("/api/tables/{id}{query}"), None).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    (reply.body.len(), reply.json())
}

fn lines(table: &Value) -> usize {
    table["chat"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_at_a_table_with_a_full_chat_sends_no_line_again() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let mut ada = server.client();
    let id = talkative(&mut ada).await;
    let (whole, table) = look(&mut ada, &id, "").await;
    assert_eq!((lines(&table), &table["lines"]), (500, &json!(500)), "a reload shows the whole chat");
    let mut socket = ada.socket(&format!("/api/tables/{id}/socket?lean=true&chat=500")).await.unwrap();
    asks::update(&mut socket).await.unwrap();

    let body = first_move(&table["state"], "m1").unwrap();
    let reply = ada.request("POST", &format!("/api/tables/{id}/requests"), Some(&body)).await.unwrap();
    let answer = reply.json()["table"].clone();
    let (polled, table) = look(&mut ada, &id, "?since=1&chat=500").await;
    let sent = asks::update(&mut socket).await.unwrap().to_string().len();
    let answered = reply.body.len();
    println!("bytes: {whole} whole; a move: {answered} answer, {polled} poll, {sent} lean socket");
    assert_eq!((lines(&answer), &answer["lines"]), (0, &json!(500)), "the answer to a move");
    assert_eq!(lines(&table), 0, "a poll");
    assert!(whole > 100_000 && answered < 30_000 && polled < 30_000, "{whole}, {answered}, {polled}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_poll_gets_the_lines_that_it_has_not() {
    let place = Place::sqlite();
    let server = Running::start(&place.address()).await;
    let (mut ada, mut bob) = (server.client(), server.client());
    let (id, made) = asks::create(&mut ada, json!({"spec": "breakthrough", "seats": ["me", "me"]})).await;
    for number in 1..=3 {
        let line = json!({"text": format!("line {number}"), "key": format!("c{number}")});
        assert_eq!(
            ada.request("POST", &format!("/api/tables/{id}/chat"), Some(&line)).await.unwrap().status,
            200
        );
    }
    let (_, table) = look(&mut bob, &id, "?chat=1").await;
    assert_eq!((lines(&table), &table["chat"][0]["number"]), (2, &json!(2)));
    // The client has seen another table under this id, before a restore.
    let (_, table) = look(&mut bob, &id, "?chat=9").await;
    assert_eq!((lines(&table), &table["lines"]), (3, &json!(3)), "all of it");
    // The answer to a move has a tag, but not the lines that were said before it.
    let table = granted(&mut ada, &id, &first_move(&made["table"]["state"], "m1").unwrap()).await;
    let tag = table["tag"].as_str().unwrap();
    let poll = format!("?wait=25&tag={tag}&chat=2");
    let (_, missed) =
        tokio::time::timeout(Duration::from_secs(15), look(&mut ada, &id, &poll)).await.expect("at once");
    assert_eq!((lines(&missed), &missed["chat"][0]["text"]), (1, &json!("line 3")));
    server.stop().await;
}
