//! The socket to a table, for as long as somebody listens. It is opened again whenever it breaks; what was not answered
//! is sent again under its own key: the server then either has it already or takes it, unless the position is another
//! by now, and then says so.

use super::address::Address;
use super::{Heard, News, Update, problem};
use breadboard_client::{Client, Error, Socket};
use breadboard_play::Receipt;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// The pauses before trying again, in milliseconds; the last one for ever.
const PAUSES: [u64; 4] = [300, 1_000, 2_000, 5_000];

/// Hears what comes; `false` if nobody listens any more.
pub(crate) type Ear = Arc<dyn Fn(News) -> bool + Send + Sync>;

/// Something to be sent: the key it is answered under, and the message.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) key: String,
    pub(super) message: String,
}

pub(super) struct Line {
    /// Which of the lines of this run it is.
    pub(super) number: u32,
    pub(super) client: Client,
    pub(super) address: Address,
    /// The version and the lines of chat that have been seen.
    pub(super) seen: u32,
    pub(super) chat: usize,
    pub(super) unanswered: Vec<Wish>,
    pub(super) ear: Ear,
}

/// How a connection ended.
enum End {
    /// Nobody listens any more.
    Left,
    /// It broke; why.
    Broke(Error),
}

impl Line {
    fn hear(&self, what: Heard) -> bool {
        (self.ear)(News { line: self.number, what })
    }

    pub(super) async fn run(mut self, mut wishes: UnboundedReceiver<Wish>) {
        let mut tries = 0;
        let mut first = true;
        while !wishes.is_closed() {
            let path = self.address.path(&format!("/socket?since={}&chat={}", self.seen, self.chat));
            let error = match self.client.socket(&path).await {
                Ok(mut socket) => {
                    tries = 0;
                    if !first && !self.hear(Heard::Up) {
                        return;
                    }
                    first = false;
                    match self.talk(&mut socket, &mut wishes).await {
                        End::Left => return,
                        End::Broke(error) => error,
                    }
                }
                Err(error) => error,
            };
            if let Error::Gone(reason) = error {
                self.hear(Heard::Gone(reason));
                return;
            }
            if !self.hear(Heard::Down(error.to_string())) {
                return;
            }
            let pause = PAUSES[tries.min(PAUSES.len() - 1)];
            tries += 1;
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    async fn talk(&mut self, socket: &mut Socket, wishes: &mut UnboundedReceiver<Wish>) -> End {
        for wish in self.unanswered.clone() {
            if let Err(error) = socket.send(wish.message).await {
                return End::Broke(error);
            }
        }
        loop {
            tokio::select! {
                text = socket.text() => match text {
                    Ok(text) => {
                        if !self.receive(&text) {
                            return End::Left;
                        }
                    }
                    Err(error) => return End::Broke(error),
                },
                wish = wishes.recv() => {
                    let Some(wish) = wish else { return End::Left };
                    self.unanswered.push(wish.clone());
                    if let Err(error) = socket.send(wish.message).await {
                        return End::Broke(error);
                    }
                }
            }
        }
    }

    fn receive(&mut self, text: &str) -> bool {
        let Ok(json) = serde_json::from_str::<Value>(text) else { return true };
        match json["message"].as_str() {
            Some("update") => match serde_json::from_value::<Update>(json) {
                Ok(update) => {
                    self.seen = update.state.version;
                    self.chat = if update.reset { 0 } else { self.chat } + update.chat.len();
                    self.hear(Heard::Update(Box::new(update)))
                }
                Err(error) => self.hear(Heard::Refused(format!("an update cannot be read: {error}"))),
            },
            Some(word @ ("answer" | "refused")) => {
                let key = json["key"].as_str().unwrap_or_default();
                self.unanswered.retain(|wish| wish.key != key);
                if word == "refused" {
                    return self.hear(Heard::Refused(problem(&json, 0)));
                }
                let receipt: Option<Receipt> = serde_json::from_value(json["receipt"].clone()).ok();
                self.hear(Heard::Answered(receipt))
            }
            _ => true,
        }
    }
}
