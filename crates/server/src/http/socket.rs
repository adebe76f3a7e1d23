//! Live updates. A socket is told the newest state whenever it would see something else, and nothing queues for it:
//! while a message is on its way, changes merge into the next one, so a slow reader costs one message of memory.
//! A client that asks for it is told only what differs from the state it was sent last: a table of bots changes many
//! times a second, and most of a board stands still. Compressed frames would do the same in the dark, at the price
//! of a window of memory a socket.

use super::error::ApiError;
use super::limit::Class;
use super::pack::pack;
use super::patch::patch;
use super::tables::{chat_json, events_json, object, tag};
use super::{App, Client};
use crate::live::{Action, Failed, Hashed, Room, fresh_code, hashed_code};
use crate::store::TableId;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use breadboard_play::Submission;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LARGEST_MESSAGE: usize = 8 * 1024;
const READ_BUFFER: usize = 4 * 1024;
const SEND: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(20);
/// How long a socket that sends too much is not read.
const BRAKE: Duration = Duration::from_millis(200);
/// Pings without any sign of life until the other side is taken for gone.
const SILENT: u32 = 3;

/// The newest events that a lean client gets at first; it asks for older ones when somebody wants to see them.
const NEWEST: u32 = 40;

/// What a client sends.
#[derive(Debug, Deserialize)]
#[serde(tag = "send", rename_all = "kebab-case", deny_unknown_fields)]
enum Incoming {
    /// Ask for a seat.
    Submit { submission: Submission },
    /// Say something.
    Chat { text: String, key: String },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {
    /// The last version the client has seen.
    since: Option<u32>,
    /// The last line of chat the client has seen.
    chat: Option<u32>,
    /// Whether the client wants the state once and then only what changes in it.
    lean: Option<bool>,
}

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    super::body::Params(resume): super::body::Params<Resume>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Socket)?;
    let upgrade = upgrade.map_err(|_| ApiError::invalid("this address wants a WebSocket"))?;
    let id = TableId::read(&id).ok_or_else(ApiError::missing)?;
    let room = app.hall.fresh(&id).await?;
    let seat = app.sockets.admit(client.address).ok_or_else(|| ApiError::limited(10))?;
    let session = client.session(&app)?;
    let cookie = session.cookie.clone();
    let socket = Socket {
        app: app.clone(),
        room,
        who: session.who,
        client,
        version: resume.since.unwrap_or(0),
        chat: resume.chat.unwrap_or(0) as usize,
        tag: String::new(),
        lean: resume.lean.unwrap_or(false),
        sent: None,
    };
    let mut response = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .max_write_buffer_size(2 * 1024 * 1024)
        // The framework's own 128 kB for each of thousands of sockets would be most of the server's memory.
        .read_buffer_size(READ_BUFFER)
        .on_upgrade(move |stream| async move {
            socket.app.hall.metrics.socket_opened();
            let app = socket.app.clone();
            socket.run(stream).await;
            app.hall.metrics.socket_closed();
            drop(seat);
        });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(axum::http::header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// One client at one table.
struct Socket {
    app: Arc<App>,
    room: Arc<Room>,
    who: Hashed,
    client: Client,
    /// What it has seen.
    version: u32,
    chat: usize,
    tag: String,
    lean: bool,
    /// The state that a lean client was sent last.
    sent: Option<Arc<str>>,
}

/// The socket is at its end.
struct Closed;

impl Socket {
    async fn run(mut self, mut stream: WebSocket) {
        let mut changes = self.room.changes();
        let mut stopping = self.app.stopping.clone();
        let mut ping = tokio::time::interval(PING);
        ping.tick().await;
        let mut silent = 0;
        if self.update(&mut stream).await.is_err() {
            return;
        }
        loop {
            let done = tokio::select! {
                message = stream.recv() => {
                    silent = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => self.receive(&mut stream, text.as_str()).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Binary(_))) => close(&mut stream, 1003, "send text").await,
                        // Too large, malformed or broken off: the framework has said so to the other side.
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Closed),
                    }
                }
                change = changes.changed() => match change {
                    Ok(()) if *changes.borrow_and_update() < 0 => {
                        close(&mut stream, 4004, "the table is gone").await
                    }
                    Ok(()) => self.update(&mut stream).await,
                    Err(_) => Err(Closed),
                },
                _ = stopping.changed() => close(&mut stream, 1012, "the server restarts").await,
                _ = ping.tick() => {
                    silent += 1;
                    if silent > SILENT {
                        Err(Closed)
                    } else {
                        send(&mut stream, Message::Ping(Vec::new().into())).await
                    }
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Sends what is new, if the client would see any of it.
    async fn update(&mut self, stream: &mut WebSocket) -> Result<(), Closed> {
        let at = self.room.now();
        let tag = tag(&at, Some(&self.who));
        if tag == self.tag {
            return Ok(());
        }
        let seats = at.seats_of(Some(&self.who));
        // Whoever has seen more than there is has seen another table: everything anew.
        let reset = self.version > at.table.version() || self.chat > at.chat.len();
        if reset {
            (self.version, self.chat) = (0, 0);
        }
        let newest = at.table.version().saturating_sub(NEWEST);
        let after = if self.lean && self.version == 0 { newest } else { self.version };
        let state = at.state(seats);
        let state = if self.lean { pack(&state).map_or(state, Into::into) } else { state };
        let difference = self.sent.as_deref().and_then(|sent| patch(sent, &state));
        let text = object(&[
            ("message", "\"update\"".to_owned()),
            ("reset", reset.to_string()),
            ("tag", json!(tag).to_string()),
            ("now", crate::live::clock().to_string()),
            ("events", events_json(&at, seats, after)),
            ("chat", chat_json(&at.chat[self.chat..])),
            match difference {
                Some(difference) => ("patch", difference),
                None => ("state", state.to_string()),
            },
        ]);
        self.sent = self.lean.then_some(state);
        self.version = at.table.version();
        self.chat = at.chat.len();
        self.tag = tag;
        self.app.hall.metrics.sent();
        send(stream, Message::Text(text.into())).await
    }

    async fn receive(&mut self, stream: &mut WebSocket, text: &str) -> Result<(), Closed> {
        let incoming: Incoming = match serde_json::from_str(text) {
            Ok(incoming) => incoming,
            Err(error) => {
                // Nonsense costs time too: whoever sends much of it waits.
                if self.app.limits.take(self.client.address, Class::Write, Instant::now()).is_err() {
                    tokio::time::sleep(BRAKE).await;
                }
                let error = ApiError::invalid(format!("the message: {error}"));
                return self.answer(stream, None, Err(error)).await;
            }
        };
        let (key, class) = match &incoming {
            Incoming::Submit { submission } => (String::from(submission.key.clone()), Class::Write),
            Incoming::Chat { key, .. } => (key.clone(), Class::Chat),
        };
        let result = match self.app.limits.take(self.client.address, class, Instant::now()) {
            Ok(()) => self.act(incoming).await,
            Err(seconds) => {
                tokio::time::sleep(BRAKE).await;
                Err(ApiError::limited(seconds))
            }
        };
        self.answer(stream, Some(&key), result).await
    }

    async fn act(&mut self, incoming: Incoming) -> Result<Value, ApiError> {
        let who = self.who.clone();
        let code = fresh_code().map_err(ApiError::from)?;
        let action = match incoming {
            Incoming::Submit { submission } => {
                Action::Submit { who, submission, recovery: hashed_code(&code) }
            }
            Incoming::Chat { text, key } => Action::Chat { who, key, text },
        };
        let outcome = self
            .app
            .hall
            .act(&self.room, action, None)
            .await
            .map_err(|failed: Failed| ApiError::from(failed))?;
        let codes: Vec<Value> =
            outcome.granted.moved.iter().map(|seat| json!({"seat": seat, "code": code})).collect();
        Ok(json!({"receipt": outcome.granted.receipt, "recovery": codes}))
    }

    async fn answer(
        &self,
        stream: &mut WebSocket,
        key: Option<&str>,
        result: Result<Value, ApiError>,
    ) -> Result<(), Closed> {
        let mut message = match result {
            Ok(mut value) => {
                value["message"] = "answer".into();
                value
            }
            Err(error) => {
                let mut value = error.json();
                value["message"] = "refused".into();
                value["status"] = error.status.as_u16().into();
                value
            }
        };
        message["key"] = key.into();
        send(stream, Message::Text(message.to_string().into())).await
    }
}

/// Sends within a time, or the client is too slow to be served.
async fn send(stream: &mut WebSocket, message: Message) -> Result<(), Closed> {
    match tokio::time::timeout(SEND, stream.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Closed),
    }
}

async fn close(stream: &mut WebSocket, code: u16, reason: &'static str) -> Result<(), Closed> {
    // It ends either way.
    let _ = send(stream, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    Err(Closed)
}
