//! What the tests ask a server for.
#![allow(dead_code, reason = "not every test program asks for everything")]

use breadboard_client::{Client, Error, Socket};
use serde_json::{Value, json};

/// Opens a table: its id, and the whole answer.
pub async fn create(client: &mut Client, body: Value) -> (String, Value) {
    let reply = client.request("POST", "/api/tables", Some(&body)).await.unwrap();
    assert_eq!(reply.status, 201, "{}", reply.body);
    let answer = reply.json();
    (answer["table"]["id"].as_str().unwrap().to_owned(), answer)
}

/// The state of a table, as the client sees it.
pub async fn state(client: &mut Client, id: &str) -> Value {
    let reply = client.request("GET", &format!("/api/tables/{id}"), None).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["state"].clone()
}

/// The body of a request.
pub fn request(seat: impl Into<Value>, version: impl Into<Value>, key: &str, request: Value) -> Value {
    json!({"seat": seat.into(), "version": version.into(), "key": key, "request": request})
}

/// Sends a request: the status, and the answer.
pub async fn submit(client: &mut Client, id: &str, body: &Value) -> (u16, Value) {
    let reply = client.request("POST", &format!("/api/tables/{id}/requests"), Some(body)).await.unwrap();
    (reply.status, reply.json())
}

/// Sends a request that is granted: the table after it.
pub async fn granted(client: &mut Client, id: &str, body: &Value) -> Value {
    let (status, answer) = submit(client, id, body).await;
    assert_eq!(status, 200, "{answer}");
    answer["table"].clone()
}

/// The first own seat that has moves, with them.
pub fn able(state: &Value) -> Option<&Value> {
    state["you"].as_array()?.iter().find(|you| !you["moves"].as_array().is_none_or(Vec::is_empty))
}

/// The first move of the first own seat that has one.
pub fn first_move(state: &Value, key: &str) -> Option<Value> {
    let you = able(state)?;
    let text = &you["moves"][0]["text"];
    Some(request(you["seat"].clone(), state["version"].clone(), key, json!({"do": "act", "text": text})))
}

/// A number of the server's metrics.
pub async fn metric(client: &mut Client, name: &str) -> f64 {
    let text = client.request("GET", "/metrics", None).await.unwrap().body;
    let number = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in {text}"))
}

/// The next message of a socket that is not about who is here.
pub async fn update(socket: &mut Socket) -> Result<Value, Error> {
    loop {
        let message = socket.json().await?;
        if message["message"] != "presence" {
            return Ok(message);
        }
    }
}
