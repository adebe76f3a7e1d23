//! A server's table from the terminal, as a browser has it: looked at and sat down at by HTTP, then played over one
//! socket. What the browser can do there, this can: moves, offers, chat, rematches, a seat moved from another device.

mod address;
mod line;

pub use address::{Address, Guest};

use crate::told::clean;
use address::sessions;
use breadboard_client::{Client, Error};
use breadboard_core::{Record, Seat};
use breadboard_play::view::{EventName, EventView, PhaseName, SeatKind, SeatView, TextView, View};
use breadboard_play::{Key, Level, Name, Receipt, Request, Submission};
use line::{Ear, Line, Wish};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The longest line of chat, in characters.
pub(crate) const LONGEST_CHAT: usize = 300;

/// Something that somebody said.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChatLine {
    pub(crate) at: u64,
    pub(crate) seat: u8,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What the server sends when something has changed.
#[derive(Debug, Deserialize)]
pub(crate) struct Update {
    #[serde(default)]
    reset: bool,
    #[serde(default)]
    now: u64,
    events: Vec<EventView>,
    #[serde(default)]
    chat: Vec<ChatLine>,
    state: View,
}

/// What is heard, and on which line: that of the game before may still have something to say.
#[derive(Debug)]
pub(crate) struct News {
    line: u32,
    pub(crate) what: Heard,
}

/// What is heard of the server.
#[derive(Debug)]
pub(crate) enum Heard {
    /// Something has changed.
    Update(Box<Update>),
    /// A request was granted.
    Answered(Option<Receipt>),
    /// A request was refused.
    Refused(String),
    /// The line is down, and tried again.
    Down(String),
    /// It is up again.
    Up,
    /// There is nothing to go back to.
    Gone(String),
}

/// A table on a server, as it was last seen.
pub(crate) struct Remote {
    address: Address,
    guest: Guest,
    client: Client,
    runtime: Runtime,
    view: View,
    events: Vec<EventView>,
    chat: Vec<ChatLine>,
    /// How many milliseconds the server's clock is ahead of ours.
    skew: i64,
    lines: u32,
    wishes: Option<UnboundedSender<Wish>>,
    ear: Option<Ear>,
    keys: u64,
    nonce: u64,
    /// The codes that move a seat to another device.
    codes: BTreeMap<u8, String>,
    notice: Option<String>,
}

fn problem(reply: &Value, status: u16) -> String {
    match reply["error"]["text"].as_str() {
        Some(text) => clean(text),
        None => format!("the server answered with {status}"),
    }
}

impl Remote {
    /// Looks at a table and sits down, if somebody wants to and can.
    pub(crate) fn join(address: Address, guest: &Guest) -> Result<Remote, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let mut client = address.client(guest).map_err(|error| lost(&address, &error))?;
        // Whoever only looks is nobody: a seat of one's own would show what others must not see.
        client.cookie = sessions::load(&address.server).filter(|_| !guest.watch);
        let path = address.path("?since=0");
        let reply = runtime.block_on(client.request("GET", &path, None));
        let reply = reply.map_err(|error| lost(&address, &error))?;
        if let Some(elsewhere) = reply.header("location").filter(|_| (300..400).contains(&reply.status)) {
            return Err(format!("{}: the server says: go to {}", address.server, clean(elsewhere)));
        }
        let json = reply.json();
        if json.is_null() {
            let status = reply.status;
            return Err(format!("{}: not a Breadboard server (status {status}, no JSON)", address.server));
        }
        if reply.status != 200 {
            return Err(problem(&json, reply.status));
        }
        let nonce = getrandom::u64().map_err(|error| error.to_string())?;
        let mut remote = Remote {
            address,
            guest: guest.clone(),
            client,
            runtime,
            view: view_of(&json)?,
            events: Vec::new(),
            chat: Vec::new(),
            skew: 0,
            lines: 0,
            wishes: None,
            ear: None,
            keys: 0,
            nonce,
            codes: BTreeMap::new(),
            notice: None,
        };
        remote.take(&json)?;
        if let Some(code) = guest.code.clone() {
            remote.recover(&code)?;
        } else if !guest.watch {
            remote.sit_down()?;
        }
        Ok(remote)
    }

    /// Takes over a table as HTTP gives it.
    fn take(&mut self, json: &Value) -> Result<(), String> {
        self.view = view_of(json)?;
        if let Ok(events) = serde_json::from_value(json["events"].clone()) {
            self.events = events;
        }
        self.chat = serde_json::from_value(json["chat"].clone()).unwrap_or_default();
        self.set_clock(json["now"].as_u64().unwrap_or(0));
        Ok(())
    }

    fn set_clock(&mut self, now: u64) {
        if now > 0 {
            self.skew = now as i64 - crate::local::now() as i64;
        }
    }

    fn post(&mut self, rest: &str, body: &Value) -> Result<Value, String> {
        let path = self.address.path(rest);
        let reply = self.runtime.block_on(self.client.request("POST", &path, Some(body)));
        let reply = reply.map_err(|error| lost(&self.address, &error))?;
        let json = reply.json();
        if reply.status != 200 {
            return Err(problem(&json, reply.status));
        }
        if let Some(cookie) = &self.client.cookie {
            sessions::save(&self.address.server, cookie);
        }
        for given in json["recovery"].as_array().into_iter().flatten() {
            if let (Some(seat), Some(code)) = (given["seat"].as_u64(), given["code"].as_str()) {
                self.codes.insert(u8::try_from(seat).unwrap_or(0), clean(code));
            }
        }
        self.take(&json["table"])?;
        Ok(json)
    }

    /// Moves a seat from another device to this one.
    fn recover(&mut self, code: &str) -> Result<(), String> {
        self.post("/recover", &json!({"code": code.trim().to_lowercase()})).map(|_| ())
    }

    /// Sits down on the seats that are wanted; without a wish, on one that is kept for us or free.
    fn sit_down(&mut self) -> Result<(), String> {
        let kind =
            |view: &View, seat: u8| view.seats.iter().find(|held| held.seat == seat).map(|held| held.kind);
        let ours = |view: &View, seat: u8| view.you.iter().any(|you| you.seat == seat);
        for (place, seat) in self.guest.seats.clone().into_iter().enumerate() {
            if ours(&self.view, seat) {
                continue;
            }
            match kind(&self.view, seat) {
                Some(SeatKind::Open | SeatKind::Kept) => {
                    self.claim(seat, self.guest.names.get(place).cloned())?
                }
                Some(_) => return Err(format!("seat {seat} is not free")),
                None => return Err(format!("there is no seat {seat}")),
            }
        }
        if !self.view.you.is_empty() {
            return Ok(());
        }
        let of = |kind: SeatKind| {
            self.view.seats.iter().filter(|held| held.kind == kind).map(|held| held.seat).collect::<Vec<u8>>()
        };
        let (kept, open) = (of(SeatKind::Kept), of(SeatKind::Open));
        let name = self.guest.names.first().cloned();
        // Kept for whom, nobody is told but by trying.
        if self.client.cookie.is_some() && kept.into_iter().any(|seat| self.claim(seat, name.clone()).is_ok())
        {
            return Ok(());
        }
        match open.first() {
            Some(seat) => self.claim(*seat, name),
            None => {
                self.notice = Some("no seat is free: you watch".to_owned());
                Ok(())
            }
        }
    }

    fn claim(&mut self, seat: u8, name: Option<Name>) -> Result<(), String> {
        let mut entropy = [0; 16];
        getrandom::fill(&mut entropy).map_err(|error| error.to_string())?;
        let entropy: String = entropy.iter().map(|byte| format!("{byte:02x}")).collect();
        let kept = self.view.seats.iter().find(|held| held.seat == seat).and_then(|held| held.name.clone());
        let name = name.map(String::from).or(kept).unwrap_or_else(|| "Guest".to_owned());
        let body = json!({
            "seat": seat, "version": self.view.version, "key": self.key(),
            "request": {"do": "claim", "name": name, "entropy": entropy},
        });
        self.post("/requests", &body).map(|_| ())
    }

    /// Listens to the table from now on.
    pub(crate) fn listen(&mut self, hear: impl Fn(News) -> bool + Send + Sync + 'static) {
        self.ear = Some(Arc::new(hear));
        self.connect();
    }

    fn connect(&mut self) {
        let Some(ear) = self.ear.clone() else { return };
        let (sender, receiver) = unbounded_channel();
        // The line before ends when nobody can wish anything of it any more.
        self.wishes = Some(sender);
        self.lines += 1;
        let line = Line {
            number: self.lines,
            client: self.client.clone(),
            address: self.address.clone(),
            seen: self.events.last().map_or(0, |event| event.version),
            chat: self.chat.len(),
            unanswered: Vec::new(),
            ear,
        };
        self.runtime.spawn(line.run(receiver));
    }

    /// Goes to the table of the rematch, and sits down there if one sat here.
    pub(crate) fn follow(&mut self) -> Result<(), String> {
        let next = self.view.next.clone().ok_or("there is no rematch yet")?;
        let link = format!("{}/t/{next}", self.address.server);
        let address = Address::read(&link)?;
        // Everybody has moved on by one seat.
        let count = self.view.seats.len() as u8;
        let moved = |seat: u8| if seat <= 1 { count } else { seat - 1 };
        let mine: Vec<u8> = self.view.you.iter().map(|you| moved(you.seat)).collect();
        let path = address.path("?since=0");
        let reply = self.runtime.block_on(self.client.request("GET", &path, None));
        let reply = reply.map_err(|error| lost(&address, &error))?;
        let json = reply.json();
        if reply.status != 200 {
            return Err(problem(&json, reply.status));
        }
        self.address = address;
        self.guest = Guest { seats: mine.clone(), names: Vec::new(), ..self.guest.clone() };
        (self.events, self.codes, self.notice) = (Vec::new(), BTreeMap::new(), None);
        self.take(&json)?;
        let seated = if mine.is_empty() { Ok(()) } else { self.sit_down() };
        self.connect();
        seated
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("t{:016x}-{}", self.nonce, self.keys)
    }

    fn send(&mut self, key: String, message: &Value) -> Result<(), String> {
        let wish = Wish { key, message: message.to_string() };
        match &self.wishes {
            Some(wishes) if wishes.send(wish).is_ok() => Ok(()),
            _ => Err("the table is gone".to_owned()),
        }
    }

    /// Sends a wish; the answer is heard later.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) -> Result<(), String> {
        let key = self.key();
        let named = Key::try_from(key.clone()).map_err(|refused| refused.to_string())?;
        let submission = Submission { seat, version: self.view.version, attempt: None, key: named, request };
        self.send(key, &json!({"send": "submit", "submission": submission}))
    }

    /// Says something to the table.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), String> {
        if self.view.you.is_empty() {
            return Err("only people at the table can talk there".to_owned());
        }
        let key = self.key();
        let text: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_CHAT).collect();
        self.send(key.clone(), &json!({"send": "chat", "text": text, "key": key}))
    }

    /// Puts a bot on the first free seat.
    pub(crate) fn appoint(&mut self, level: Level) -> Result<(), String> {
        let free = self.view.seats.iter().find(|held| held.kind == SeatKind::Open);
        let seat = free.and_then(|held| Seat::from_number(&held.seat.to_string()));
        self.ask(seat.ok_or("no seat is free")?, Request::Appoint { level })
    }

    /// Whether this is said on the line that counts.
    pub(crate) fn listens_to(&self, news: &News) -> bool {
        news.line == self.lines
    }

    pub(crate) fn update(&mut self, update: Update) {
        if update.reset {
            self.events.clear();
            self.chat.clear();
        }
        let seen = self.events.last().map_or(0, |event| event.version);
        self.events.extend(update.events.into_iter().filter(|event| event.version > seen));
        self.chat.extend(update.chat);
        self.view = update.state;
        self.set_clock(update.now);
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    pub(crate) fn events(&self) -> &[EventView] {
        &self.events
    }

    pub(crate) fn chat(&self) -> &[ChatLine] {
        &self.chat
    }

    /// What happened and what was said, in the order of time.
    pub(crate) fn log(&self) -> Vec<EventView> {
        let mut log = self.events.clone();
        log.extend(self.chat.iter().map(|line| said(line, &self.events)));
        log.sort_by_key(|event| event.at);
        log
    }

    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// How many milliseconds the server's clock is ahead of ours.
    pub(crate) fn skew(&self) -> i64 {
        self.skew
    }

    /// Whether a hint is fair: nobody but bots and people of this keyboard plays.
    pub(crate) fn may_hint(&self) -> bool {
        let ours = |seat: &SeatView| self.view.you.iter().any(|you| you.seat == seat.seat);
        self.view.seats.iter().all(|seat| seat.kind == SeatKind::Bot || ours(seat))
    }

    /// The game as a record.
    pub(crate) fn record(&mut self) -> Result<Record, String> {
        let path = self.address.path("/record");
        let reply = self.runtime.block_on(self.client.request("GET", &path, None));
        let reply = reply.map_err(|error| error.to_string())?;
        if reply.status != 200 {
            return Err(problem(&reply.json(), reply.status));
        }
        Record::read(&reply.body).map_err(|error| error.to_string())
    }

    /// What to say at the end.
    pub(crate) fn farewell(&self) -> Vec<String> {
        let link = self.address.link();
        let mut lines = vec![format!("table: {link}")];
        if self.view.phase != PhaseName::Over && !self.view.you.is_empty() {
            for (seat, code) in &self.codes {
                lines.push(format!("to move seat {seat} to another device: {code}"));
            }
            lines.push(format!("your seat is kept: breadboard join {link}"));
        }
        lines.push(format!("result: {}", crate::told::result(&self.view)));
        lines
    }
}

/// Why a server is not reached, and what to do about its certificate.
fn lost(address: &Address, error: &Error) -> String {
    let advice = match error {
        Error::Certificate(_) => " (trust its certificate with --trust FILE)",
        _ => "",
    };
    format!("{}: {error}{advice}", address.server)
}

fn view_of(json: &Value) -> Result<View, String> {
    serde_json::from_value(json["state"].clone())
        .map_err(|error| format!("the server speaks another version of the protocol: {error}"))
}

/// A line of chat as an event, so that the log holds both.
fn said(line: &ChatLine, events: &[EventView]) -> EventView {
    let before = events.iter().take_while(|event| event.at <= line.at).last();
    EventView {
        version: before.map_or(0, |event| event.version),
        at: line.at,
        kind: EventName::Other,
        seats: vec![line.seat],
        texts: Vec::new(),
        touched: Vec::new(),
        told: vec![TextView {
            key: Cow::Borrowed("chat"),
            args: BTreeMap::new(),
            english: crate::told::said(line),
        }],
        step: before.map_or(0, |event| event.step),
    }
}
