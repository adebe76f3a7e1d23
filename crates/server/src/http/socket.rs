//! Live updates. A socket gets the newest state whenever its client would see something else, and nothing queues for it:
//! while a message is being sent, changes merge into the next one, so a slow reader costs one message of memory.
//! A client can ask to get only what differs from the state it was sent last: a table of bots changes many times a
//! second, and most of a board stays as it is. Compressed frames would do the same, at the price of a window of memory
//! per socket; so only a whole state is compressed, for a client that asks for it: a page has it before its first choice.

use super::answers::{AnswerRoom, SMALL};
use super::body::Params;
use super::error::ApiError;
use super::limit::Class;
use super::openapi::{Always, Input, Named, OwnPages, Stored};
use super::packed::Packed;
use super::{App, Client};
use crate::live::{Action, GONE, Hashed, Here, LiveTable, Shown, UNLOADED};
use crate::orders::SecretMark;
use crate::store::TableId;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use breadboard_wire::{
    Answer, SocketMessage, SocketPresence, SocketQuery, SocketRefusal, SocketSend, SocketUpdate,
};
use futures_util::SinkExt as _;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LARGEST_MESSAGE: usize = 8 * 1024;
/// A move with its key has 200 bytes; the buffer grows for a longer message.
const READ_BUFFER: usize = 1024;
/// What waits at most for an answer to be sent with the update that follows it.
const WRITE_BUFFER: usize = 4 * 1024;
/// The largest message that is sent. All events of a table of `MOST_EVENTS` are about 15 MB.
const LARGEST_UPDATE: usize = 64 * 1024 * 1024;
const PING: Duration = Duration::from_secs(20);
/// How long a socket that sends too much is not read.
const BRAKE: Duration = Duration::from_millis(200);
/// Pings and pongs of a client: this number at once, and one more each second. A browser answers three a minute.
const MOST_PINGS: f64 = 20.0;
/// Pings without any sign of life until the other side is taken for gone.
const SILENT: u32 = 3;

/// A message of at least this many bytes is compressed; a smaller one fits into one packet of the network as it is.
const LARGE: usize = 1400;

/// How many of the newest events a lean client gets at first; it asks for older ones when they are needed.
const NEWEST: u32 = 40;

/// Live updates by WebSocket.
///
/// The server sends messages of the schema `SocketMessage`: updates with the events after `since` and the newest state,
/// and for every message of the client (`SocketSend`) an answer once it is committed, or a refusal. With `lean` the
/// state is sent once, with packed moves; later updates have `patch` instead of `state`, and only the newest 40 events
/// come at first. With `gzip` a large message with a whole state is binary: JSON, compressed by gzip. After a break: connect again with `since` and send what was not answered with the same key.
#[utoipa::path(get, path = "/tables/{id}/socket", operation_id = "socket",
    params(("id" = String, Path, description = "The table's id."), SocketQuery),
    responses((status = 101, description = "The socket is open."), Always, Input, OwnPages, Named, Stored))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Params(resume): Params<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    client.take(&app, Class::Socket)?;
    let upgrade = upgrade.map_err(|_| ApiError::invalid("this address wants a WebSocket"))?;
    let id = TableId::read(&id).ok_or_else(ApiError::missing)?;
    let table = app.live.fresh(&id, &client.caller(&app)).await?;
    let seat = app.sockets.take(Some(client.address)).ok_or_else(|| ApiError::limited(10))?;
    // Before the session is recognised: what the operator decides meanwhile counts.
    let secret = app.live.orders().newest_secret();
    let session = client.session(&app)?;
    let cookie = session.cookie.clone();
    let socket = Socket {
        app: app.clone(),
        table,
        who: session.who,
        secret,
        // Its headers are parts of the whole buffer that the request was read into: 8 kB for as long as the socket lives.
        client: client.without_headers(),
        version: resume.since.unwrap_or(0),
        chat: resume.chat.unwrap_or(0) as usize,
        tag: String::new(),
        lean: resume.lean.unwrap_or(false),
        gzip: resume.gzip.unwrap_or(false),
        sent: None,
        here: Vec::new(),
        buffer: None,
    };
    let mut response = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .max_write_buffer_size(LARGEST_UPDATE)
        // The framework's own 128 kB for each of thousands of sockets would be most of the server's memory.
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .on_upgrade(move |stream| async move {
            socket.app.live.metrics.socket_opened();
            let app = socket.app.clone();
            socket.run(stream).await;
            app.live.metrics.socket_closed();
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
    table: Arc<LiveTable>,
    who: Hashed,
    /// What has signed its session.
    secret: Option<SecretMark>,
    client: Client,
    /// What it has seen.
    version: u32,
    chat: usize,
    tag: String,
    lean: bool,
    /// Whether it takes compressed messages.
    gzip: bool,
    /// What a lean client was sent last.
    sent: Option<Arc<Shown>>,
    /// Who was here when the client was told last.
    here: Vec<u8>,
    /// The room of a write buffer that has grown.
    buffer: Option<AnswerRoom>,
}

/// How many pings a client may still send.
struct Pings {
    left: f64,
    at: Instant,
}

impl Pings {
    fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed).min(MOST_PINGS) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

/// The socket is at its end.
struct Closed;

impl Socket {
    async fn run(mut self, mut stream: WebSocket) {
        let mut changes = self.table.changes();
        let mut stopping = self.app.stopping.clone();
        let mut orders = self.app.live.order_changes();
        // They may have changed since the session was recognised.
        orders.mark_changed();
        let mut ping = tokio::time::interval(PING);
        ping.tick().await;
        let mut silent = 0;
        let mut pings = Pings { left: MOST_PINGS, at: Instant::now() };
        let mut presence = self.table.presence.changes();
        let _here = Here::enter(&self.app.live, &self.table, &self.who);
        if self.update(&mut stream).await.is_err() || self.tell_presence(&mut stream).await.is_err() {
            return;
        }
        loop {
            let done = tokio::select! {
                message = stream.recv() => {
                    silent = 0;
                    match message {
                        Some(Ok(message)) => self.take(&mut stream, message, &mut pings).await,
                        // Too large, malformed or broken off: the framework has said so to the other side.
                        Some(Err(_)) | None => Err(Closed),
                    }
                }
                change = changes.changed() => match change {
                    Ok(()) => {
                        let seq = *changes.borrow_and_update();
                        self.follow(&mut stream, seq).await
                    }
                    Err(_) => Err(Closed),
                },
                Ok(()) = presence.changed() => self.tell_presence(&mut stream).await,
                Ok(()) = orders.changed() => self.obey(&mut stream).await,
                _ = stopping.changed() => self.close(&mut stream, 1012, "the server restarts").await,
                _ = ping.tick() => {
                    silent += 1;
                    match self.obey(&mut stream).await {
                        Ok(()) if silent <= SILENT => {
                            self.send(&mut stream, Message::Ping(Vec::new().into())).await
                        }
                        _ => Err(Closed),
                    }
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Ends if the operator has shut the client out or has ended its session.
    async fn obey(&self, stream: &mut WebSocket) -> Result<(), Closed> {
        if self.client.is_banned(&self.app, &self.who) {
            return self.close(stream, 4003, "the operator of this server has shut you out").await;
        }
        if !self.app.live.orders().is_good(self.secret, self.app.live.now()) {
            return self.close(stream, 4003, "the operator of this server has ended your session").await;
        }
        Ok(())
    }

    /// Tells of a change of the table.
    async fn follow(&mut self, stream: &mut WebSocket, seq: i64) -> Result<(), Closed> {
        match seq {
            GONE => self.close(stream, 4004, "the table is gone").await,
            UNLOADED => self.close(stream, 1013, "the server needs the room: come back").await,
            // A seat may have a new person.
            _ => {
                self.update(stream).await?;
                self.tell_presence(stream).await
            }
        }
    }

    /// Does what a message of the client asks for.
    async fn take(
        &mut self,
        stream: &mut WebSocket,
        message: Message,
        pings: &mut Pings,
    ) -> Result<(), Closed> {
        match message {
            Message::Text(text) => self.receive(stream, text.as_str()).await,
            Message::Ping(_) | Message::Pong(_) if pings.take(Instant::now()) => Ok(()),
            Message::Ping(_) | Message::Pong(_) => self.close(stream, 1008, "too many pings").await,
            Message::Binary(_) => self.close(stream, 1003, "send text").await,
            Message::Close(_) => Err(Closed),
        }
    }

    /// Sends what is new, if the client would see any of it.
    async fn update(&mut self, stream: &mut WebSocket) -> Result<(), Closed> {
        let at = self.table.now();
        let seats = at.seats_of(Some(&self.who));
        let tag = at.tag(seats);
        if tag == self.tag {
            return self.flush(stream).await;
        }
        // A client that has seen more than there is has seen another table: everything is sent again.
        let reset = self.version > at.table.version() || self.chat > at.chat.len();
        if reset {
            (self.version, self.chat) = (0, 0);
        }
        let newest = at.table.version().saturating_sub(NEWEST);
        let after = if self.lean && self.version == 0 { newest } else { self.version };
        let shown = at.show(seats);
        let news = at.table.version().saturating_sub(after) as usize;
        let make = {
            let (at, shown, sent, tag) = (at.clone(), shown.clone(), self.sent.take(), tag.clone());
            let (lean, gzip, chat, now) = (self.lean, self.gzip, self.chat, self.app.live.now());
            move || {
                let (state, patch) = match sent {
                    Some(sent) => (None, Some(shown.patch(&sent, &at.table))),
                    None if lean => (Some(shown.lean(&at.table)), None),
                    None => (Some(shown.whole(&at.table)), None),
                };
                let (events, chat) = (at.events(seats, after), at.chat_after(chat));
                let gzip = gzip && state.is_some();
                let update =
                    SocketMessage::Update(SocketUpdate { reset, tag, now, events, chat, state, patch });
                if gzip { packed(&update) } else { Message::Text(json(&update).into()) }
            }
        };
        // A client that is told to come back resumes where it was.
        let caller = self.client.caller_as(Some(self.who.clone()));
        let Ok(message) = self.app.live.lanes.on(news, &caller, make).await else {
            return self.close(stream, 1013, "the server has too much to do just now").await;
        };
        // A changed sealed choice must not show in the numbers either.
        if self.tag.is_empty() || reset || (self.version, self.chat) != (at.table.version(), at.chat.len()) {
            self.app.live.metrics.sent();
        }
        self.sent = self.lean.then_some(shown);
        self.version = at.table.version();
        self.chat = at.chat.len();
        self.tag = tag;
        self.send_update(stream, message).await
    }

    /// Sends an update. A large one is held in memory until the client has taken it, so it needs room. The room is kept until
    /// the socket ends, because the write buffer keeps its size: by a large message to each, one client with 64 sockets that it
    /// leaves open would hold more than the room of all clients.
    async fn send_update(&mut self, stream: &mut WebSocket, message: Message) -> Result<(), Closed> {
        let size = match &message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) => bytes.len(),
            _ => 0,
        } as u64;
        let known = self.buffer.as_ref().map_or(SMALL, AnswerRoom::bytes);
        if size <= known {
            return self.send(stream, message).await;
        }
        let Some(room) = self.app.answers.take(self.client.address, size) else {
            return self.close(stream, 1013, "the server has too much to do just now").await;
        };
        self.buffer = Some(room);
        self.send(stream, message).await
    }

    /// Tells who is here, if that has changed.
    async fn tell_presence(&mut self, stream: &mut WebSocket) -> Result<(), Closed> {
        let here = self.table.presence.seats(&self.table.now());
        if here == self.here {
            return Ok(());
        }
        self.here.clone_from(&here);
        let text = json(&Plain::Presence(SocketPresence { here }));
        self.send(stream, Message::Text(text.into())).await
    }

    async fn receive(&mut self, stream: &mut WebSocket, text: &str) -> Result<(), Closed> {
        let incoming: SocketSend = match serde_json::from_str(text) {
            Ok(incoming) => incoming,
            Err(error) => {
                // Unreadable messages cost time too: a client that sends many of them waits.
                if self.app.limits.take(self.client.address, Class::Write, Instant::now()).is_err() {
                    tokio::time::sleep(BRAKE).await;
                }
                let error = ApiError::invalid(format!("the message: {error}"));
                self.answer(stream, None, Err(error)).await?;
                return self.flush(stream).await;
            }
        };
        let (key, class) = match &incoming {
            SocketSend::Submit { submission } => {
                (String::from(submission.key.clone()), Class::of(&submission.request))
            }
            SocketSend::Chat { key, .. } => (key.clone(), Class::Chat),
        };
        let result = match self.app.limits.take(self.client.address, class, Instant::now()) {
            Ok(()) => self.act(key.clone(), incoming).await,
            Err(seconds) => {
                tokio::time::sleep(BRAKE).await;
                Err(ApiError::limited(seconds))
            }
        };
        // What the request has changed goes out with the answer to it.
        self.answer(stream, Some(key), result).await?;
        self.update(stream).await
    }

    async fn act(&self, key: String, sent: SocketSend) -> Result<Answer, ApiError> {
        let who = self.who.clone();
        // A socket may be open for longer than a visitor is remembered.
        self.client.note(&self.app, &who);
        match sent {
            SocketSend::Submit { submission } => {
                let caller = self.client.caller_as(Some(who.clone()));
                self.app.must_ask_fairly(&caller, &self.table, &submission).await?;
                let done = self.app.live.submit(&self.table, &who, submission).await?;
                let recovery = done.recovery.into_iter().collect();
                Ok(Answer { key, receipt: Some(done.receipt), recovery })
            }
            SocketSend::Chat { text, key } => {
                let action = Action::Chat { who, key: key.clone(), text };
                self.app.live.act(&self.table, action, None).await?;
                Ok(Answer { key, receipt: None, recovery: Vec::new() })
            }
        }
    }

    async fn answer(
        &self,
        stream: &mut WebSocket,
        key: Option<String>,
        result: Result<Answer, ApiError>,
    ) -> Result<(), Closed> {
        let message = match result {
            Ok(answer) => Plain::Answer(answer),
            Err(error) => {
                let status = error.status.as_u16();
                Plain::Refused(SocketRefusal { key, status, error: error.into_problem() })
            }
        };
        // It waits in the buffer for the next message, or for the loop.
        let fed = stream.feed(Message::Text(json(&message).into()));
        match tokio::time::timeout(self.app.times.write, fed).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Sends within a time, or the client is too slow to be served.
    async fn send(&self, stream: &mut WebSocket, message: Message) -> Result<(), Closed> {
        match tokio::time::timeout(self.app.times.write, stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Sends what waits in the buffer.
    async fn flush(&self, stream: &mut WebSocket) -> Result<(), Closed> {
        match tokio::time::timeout(self.app.times.write, stream.flush()).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    async fn close(&self, stream: &mut WebSocket, code: u16, reason: &'static str) -> Result<(), Closed> {
        // It ends either way.
        let _ = self.send(stream, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
        Err(Closed)
    }
}

/// A message without a state.
type Plain = SocketMessage<(), ()>;

/// A message that is compressed if that is worth it.
fn packed<S: Serialize, P: Serialize>(message: &SocketMessage<S, P>) -> Message {
    let text = json(message);
    if text.len() < LARGE {
        Message::Text(text.into())
    } else {
        Message::Binary(Packed::text(&text).into_bytes())
    }
}

fn json<S: Serialize, P: Serialize>(message: &SocketMessage<S, P>) -> String {
    // Messages are structs with text keys: writing them as JSON does not fail.
    serde_json::to_string(message).unwrap_or_default()
}
