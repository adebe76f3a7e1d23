//! The socket to a table. It reconnects when the connection is lost and sends unanswered requests again under their
//! keys: the server ignores those it already has, and refuses those that no longer fit the position.

use super::address::Address;
use super::{ServerEvent, ServerEventKind, problem};
use crate::words::{Translator, fill};
use breadboard_client::{Client, Error, Socket};
use breadboard_play::view::View;
use breadboard_wire::SocketMessage;
use serde::de::IgnoredAny;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// The pauses before reconnecting, in milliseconds; the last one repeats.
const PAUSES: [u64; 4] = [300, 1_000, 2_000, 5_000];

/// Receives messages; returns `false` when it wants no more.
pub(crate) type Listener = Arc<dyn Fn(ServerEvent) -> bool + Send + Sync>;

/// A message to send, and the key of its answer.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    pub(super) key: String,
    pub(super) message: String,
}

pub(super) struct Connection {
    /// The number of this connection; messages of earlier ones are ignored.
    pub(super) number: u32,
    pub(super) client: Client,
    pub(super) address: Address,
    /// The version and the number of chat lines received.
    pub(super) seen: u32,
    pub(super) chat: usize,
    pub(super) unanswered: Vec<Outgoing>,
    pub(super) listener: Listener,
    pub(super) tr: Translator,
}

/// How a connection ended.
enum End {
    /// The receiver is gone.
    Closed,
    /// It was lost.
    Lost(Error),
}

impl Connection {
    fn notify(&self, kind: ServerEventKind) -> bool {
        (self.listener)(ServerEvent { connection: self.number, kind })
    }

    pub(super) async fn run(mut self, mut outgoing: UnboundedReceiver<Outgoing>) {
        let mut tries = 0;
        let mut first = true;
        while !outgoing.is_closed() {
            let path = self.address.path(&format!("/socket?since={}&chat={}", self.seen, self.chat));
            let error = match self.client.socket(&path).await {
                Ok(mut socket) => {
                    tries = 0;
                    if !first && !self.notify(ServerEventKind::Up) {
                        return;
                    }
                    first = false;
                    match self.talk(&mut socket, &mut outgoing).await {
                        End::Closed => return,
                        End::Lost(error) => error,
                    }
                }
                Err(error) => error,
            };
            if let Error::Gone(reason) = error {
                self.notify(ServerEventKind::Gone(reason));
                return;
            }
            if !self.notify(ServerEventKind::Down(self.tr.network(&error))) {
                return;
            }
            let pause = PAUSES[tries.min(PAUSES.len() - 1)];
            tries += 1;
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    async fn talk(&mut self, socket: &mut Socket, outgoing: &mut UnboundedReceiver<Outgoing>) -> End {
        for message in self.unanswered.clone() {
            if let Err(error) = socket.send(message.message).await {
                return End::Lost(error);
            }
        }
        loop {
            tokio::select! {
                text = socket.text() => match text {
                    Ok(text) => {
                        if !self.receive(&text) {
                            return End::Closed;
                        }
                    }
                    Err(error) => return End::Lost(error),
                },
                message = outgoing.recv() => {
                    let Some(message) = message else { return End::Closed };
                    self.unanswered.push(message.clone());
                    if let Err(error) = socket.send(message.message).await {
                        return End::Lost(error);
                    }
                }
            }
        }
    }

    fn receive(&mut self, text: &str) -> bool {
        match serde_json::from_str::<SocketMessage<View, IgnoredAny>>(text) {
            Ok(SocketMessage::Update(update)) => {
                if let Some(state) = &update.state {
                    self.seen = state.version;
                }
                self.chat = if update.reset { 0 } else { self.chat } + update.chat.len();
                self.notify(ServerEventKind::Update(Box::new(update)))
            }
            Ok(SocketMessage::Answer(answer)) => {
                self.unanswered.retain(|message| message.key != answer.key);
                self.notify(ServerEventKind::Answered(answer.receipt))
            }
            Ok(SocketMessage::Refused(refused)) => {
                self.unanswered.retain(|message| Some(&message.key) != refused.key.as_ref());
                self.notify(ServerEventKind::Refused(problem(&refused.error, &self.tr)))
            }
            Ok(SocketMessage::Presence(_)) => true,
            Err(error) => {
                let reason = fill(self.tr.words().bad_update, &[("reason", &error)]);
                self.notify(ServerEventKind::Refused(reason))
            }
        }
    }
}
