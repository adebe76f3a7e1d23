//! A server's table in the terminal, with the protocol of the browser: HTTP to read the table and to take a seat, then
//! one socket. It can do what the browser can: moves, offers, chat, rematches, moving a seat from another device.

mod address;
mod connection;
mod lobby;

pub use address::{Address, Guest, Site};
pub use lobby::{Order, open_table, tables};

use crate::narration::clean;
use crate::words::{Lang, Translator, fill};
use address::sessions;
use breadboard_client::{Client, Error, Reply};
use breadboard_core::{Record, Seat};
use breadboard_play::view::{EventName, EventView, PhaseName, SeatKind, SeatView, TextView, View};
use breadboard_play::{Denied, Entropy, Key, Level, Name, Receipt, Request, Submission};
pub(crate) use breadboard_wire::ChatLine;
use breadboard_wire::{ApiProblem, ErrorBody, Joined, Recover, SocketSend, SocketUpdate, TableMessage};
use connection::{Connection, Listener, Outgoing};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The longest line of chat, in characters.
pub(crate) const LONGEST_CHAT: usize = 300;

/// What the server sends when something has changed: whole states, because this client does not ask for patches.
pub(crate) type Update = SocketUpdate<View, IgnoredAny>;

/// What happened on a connection, and on which one: that of the previous game may still send something.
#[derive(Debug)]
pub(crate) struct ServerEvent {
    connection: u32,
    pub(crate) kind: ServerEventKind,
}

/// Kinds of events on a connection.
#[derive(Debug)]
pub(crate) enum ServerEventKind {
    /// Something has changed.
    Update(Box<Update>),
    /// A request was granted.
    Answered(Option<Receipt>),
    /// A request was refused.
    Refused(String),
    /// The connection is lost; reconnecting.
    Down(String),
    /// Connected again.
    Up,
    /// The table does not exist any more.
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
    /// The number of the present connection.
    connection: u32,
    outgoing: Option<UnboundedSender<Outgoing>>,
    listener: Option<Listener>,
    keys: u64,
    nonce: u64,
    /// The codes that move a seat to another device.
    codes: BTreeMap<u8, String>,
    notice: Option<String>,
    tr: Translator,
}

/// Why the server refused something, in the user's language if the refusal can be translated.
fn problem(error: &ApiProblem, tr: &Translator) -> String {
    match &error.refusal {
        Some(refusal) => clean(&tr.ruled(&refusal.text, refusal.ruling.as_deref())),
        None => clean(&error.text),
    }
}

/// The problem in an HTTP answer.
fn problem_of(reply: &Reply, tr: &Translator) -> String {
    match serde_json::from_str::<ErrorBody>(&reply.body) {
        Ok(body) => problem(&body.error, tr),
        Err(_) => fill(tr.words().answered_with, &[("status", &reply.status)]),
    }
}

/// Reads the answer of a server, or says why there is none.
fn answer<T: DeserializeOwned>(server: &str, reply: &Reply, tr: &Translator) -> Result<T, String> {
    if let Some(elsewhere) = reply.header("location").filter(|_| (300..400).contains(&reply.status)) {
        let names = [("server", &server as _), ("link", &clean(elsewhere) as _)];
        return Err(fill(tr.words().go_to, &names));
    }
    if serde_json::from_str::<IgnoredAny>(&reply.body).is_err() {
        let names = [("server", &server as _), ("status", &reply.status as _)];
        return Err(fill(tr.words().not_breadboard, &names));
    }
    if !(200..300).contains(&reply.status) {
        return Err(problem_of(reply, tr));
    }
    serde_json::from_str(&reply.body).map_err(|error| fill(tr.words().other_version, &[("reason", &error)]))
}

impl Remote {
    /// Reads a table and takes a seat, unless the guest only watches or no seat is free.
    pub(crate) fn join(address: Address, guest: &Guest, lang: Lang) -> Result<Remote, String> {
        let tr = Translator::new(lang, "");
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let mut client = address.client(guest).map_err(|error| lost(&address, &error, &tr))?;
        // A spectator has no session: its seat would show what only that seat may see.
        client.cookie = sessions::load(&address.server).filter(|_| !guest.watch);
        let path = address.path("?since=0");
        let reply = runtime.block_on(client.request("GET", &path, None));
        let reply = reply.map_err(|error| lost(&address, &error, &tr))?;
        let table: TableMessage = answer(&address.server, &reply, &tr)?;
        let nonce = getrandom::u64().map_err(|error| error.to_string())?;
        let mut remote = Remote {
            address,
            guest: guest.clone(),
            client,
            runtime,
            tr: Translator::new(lang, &table.state.game),
            view: table.state.clone(),
            events: Vec::new(),
            chat: Vec::new(),
            skew: 0,
            connection: 0,
            outgoing: None,
            listener: None,
            keys: 0,
            nonce,
            codes: BTreeMap::new(),
            notice: None,
        };
        remote.take(table);
        if let Some(code) = guest.code.clone() {
            remote.recover(&code)?;
        } else if !guest.watch {
            remote.sit_down()?;
        }
        Ok(remote)
    }

    /// Takes over a table from an HTTP answer.
    fn take(&mut self, table: TableMessage) {
        self.view = table.state;
        if let Some(events) = table.events {
            self.events = events;
        }
        // The answer to a request has no chat: the socket goes on after the lines that are here.
        if table.chat.len() == table.lines as usize {
            self.chat = table.chat;
        }
        self.set_clock(table.now);
    }

    fn set_clock(&mut self, now: i64) {
        if now > 0 {
            self.skew = now - crate::local::now() as i64;
        }
    }

    /// Reads a table of this server with all its events.
    fn read(&mut self, address: &Address) -> Result<TableMessage, String> {
        let reply = self.runtime.block_on(self.client.request("GET", &address.path("?since=0"), None));
        let reply = reply.map_err(|error| lost(address, &error, &self.tr))?;
        answer(&address.server, &reply, &self.tr)
    }

    fn post(&mut self, rest: &str, body: &impl Serialize) -> Result<(), String> {
        let path = self.address.path(rest);
        let body = serde_json::to_value(body).map_err(|error| error.to_string())?;
        let reply = self.runtime.block_on(self.client.request("POST", &path, Some(&body)));
        let reply = reply.map_err(|error| lost(&self.address, &error, &self.tr))?;
        // A granted claim has a receipt as well, which no one waits for here.
        let joined: Joined = answer(&self.address.server, &reply, &self.tr)?;
        if let Some(cookie) = &self.client.cookie {
            sessions::save(&self.address.server, cookie);
        }
        self.codes.extend(joined.recovery.iter().map(|given| (given.seat, clean(&given.code))));
        self.take(joined.table);
        Ok(())
    }

    /// Moves a seat from another device to this one.
    fn recover(&mut self, code: &str) -> Result<(), String> {
        self.post("/recover", &Recover { code: code.trim().to_lowercase() })
    }

    /// Takes the seats that the guest names; if none is named, one that is kept for us or free. Another player may take a
    /// seat at the same time: then the table is read again, and the next free seat is tried.
    fn sit_down(&mut self) -> Result<(), String> {
        loop {
            let version = self.view.version;
            match self.try_to_sit() {
                Ok(()) => return Ok(()),
                Err(reason) => {
                    let table = self.read(&self.address.clone())?;
                    self.take(table);
                    // Nothing has changed: the reason is another one.
                    if self.view.version == version {
                        return Err(reason);
                    }
                }
            }
        }
    }

    fn try_to_sit(&mut self) -> Result<(), String> {
        let kind =
            |view: &View, seat: u8| view.seats.iter().find(|held| held.seat == seat).map(|held| held.kind);
        let ours = |view: &View, seat: u8| view.you.iter().any(|you| you.seat == seat);
        for (place, seat) in self.guest.seats.clone().into_iter().enumerate() {
            if ours(&self.view, seat) {
                continue;
            }
            match kind(&self.view, seat) {
                Some(SeatKind::Open | SeatKind::Kept) => {
                    self.claim(seat, self.guest.names.get(place).cloned())?;
                }
                Some(_) => return Err(fill(self.tr.words().seat_not_free, &[("seat", &seat)])),
                None => return Err(fill(self.tr.words().no_such_seat, &[("seat", &seat)])),
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
        // The server does not say for whom a seat is kept: a claim shows it.
        if self.client.cookie.is_some() && kept.into_iter().any(|seat| self.claim(seat, name.clone()).is_ok())
        {
            return Ok(());
        }
        match open.first() {
            Some(seat) => self.claim(*seat, name),
            None => {
                self.notice = Some(self.tr.words().no_seat_free.to_owned());
                Ok(())
            }
        }
    }

    fn claim(&mut self, number: u8, name: Option<Name>) -> Result<(), String> {
        let entropy = match &self.guest.entropy {
            Some(entropy) => entropy.clone(),
            None => {
                let mut bytes = vec![0; 16];
                getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
                Entropy::new(bytes).map_err(|denied| self.tr.refused(&denied))?
            }
        };
        let kept = self.view.seats.iter().find(|held| held.seat == number).and_then(|held| held.name.clone());
        let name = match name {
            Some(name) => name,
            None => Name::try_from(kept.unwrap_or_else(|| self.tr.words().guest.to_owned()))
                .map_err(|denied| self.tr.refused(&denied))?,
        };
        let seat = Seat::new(usize::from(number).wrapping_sub(1))
            .ok_or_else(|| fill(self.tr.words().no_such_seat, &[("seat", &number)]))?;
        let submission = self.submission(seat, Request::Claim { name, entropy: Some(entropy) })?;
        self.post("/requests", &submission)
    }

    /// Connects to the table; `hear` is called with each message.
    pub(crate) fn listen(&mut self, listener: impl Fn(ServerEvent) -> bool + Send + Sync + 'static) {
        self.listener = Some(Arc::new(listener));
        self.connect();
    }

    fn connect(&mut self) {
        let Some(listener) = self.listener.clone() else { return };
        let (sender, receiver) = unbounded_channel();
        // The previous connection ends when its sender is dropped.
        self.outgoing = Some(sender);
        self.connection += 1;
        let connection = Connection {
            number: self.connection,
            client: self.client.clone(),
            address: self.address.clone(),
            seen: self.events.last().map_or(0, |event| event.version),
            chat: self.chat.len(),
            unanswered: Vec::new(),
            listener,
            tr: self.tr.clone(),
        };
        self.runtime.spawn(connection.run(receiver));
    }

    /// Goes to the table of the rematch, and takes a seat there if we had one here.
    pub(crate) fn follow(&mut self) -> Result<(), String> {
        let next = self.view.next.clone().ok_or_else(|| self.tr.words().no_rematch_yet.to_owned())?;
        let link = format!("{}/t/{next}", self.address.server);
        let address = Address::read(&link)?;
        // In a rematch every player moves on by one seat.
        let count = self.view.seats.len() as u8;
        let moved = |seat: u8| if seat <= 1 { count } else { seat - 1 };
        let mine: Vec<u8> = self.view.you.iter().map(|you| moved(you.seat)).collect();
        let table = self.read(&address)?;
        self.address = address;
        self.guest = Guest { seats: mine.clone(), names: Vec::new(), ..self.guest.clone() };
        (self.events, self.codes, self.notice) = (Vec::new(), BTreeMap::new(), None);
        self.take(table);
        let seated = if mine.is_empty() { Ok(()) } else { self.sit_down() };
        self.connect();
        seated
    }

    fn key(&mut self) -> Result<Key, Denied> {
        self.keys += 1;
        format!("t{:016x}-{}", self.nonce, self.keys).try_into()
    }

    /// A request under a new key.
    fn submission(&mut self, seat: Seat, request: Request) -> Result<Submission, String> {
        let key = self.key().map_err(|denied| self.tr.refused(&denied))?;
        Ok(Submission { seat, version: self.view.version, attempt: None, key, request })
    }

    fn send(&mut self, key: Key, message: &SocketSend) -> Result<(), String> {
        let message = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let message = Outgoing { key: key.into(), message };
        match &self.outgoing {
            Some(outgoing) if outgoing.send(message).is_ok() => Ok(()),
            _ => Err(self.tr.words().table_closed.to_owned()),
        }
    }

    /// Sends a request; the answer comes later.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) -> Result<(), String> {
        let submission = self.submission(seat, request)?;
        self.send(submission.key.clone(), &SocketSend::Submit { submission })
    }

    /// Sends a line of chat.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), String> {
        if self.view.you.is_empty() {
            return Err(self.tr.words().talk_needs_seat.to_owned());
        }
        let key = self.key().map_err(|denied| self.tr.refused(&denied))?;
        let text: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_CHAT).collect();
        self.send(key.clone(), &SocketSend::Chat { text, key: key.into() })
    }

    /// Puts a bot on the first free seat.
    pub(crate) fn appoint(&mut self, level: Level) -> Result<(), String> {
        let free = self.view.seats.iter().find(|held| held.kind == SeatKind::Open);
        let seat = free.and_then(|held| Seat::from_number(&held.seat.to_string()));
        let seat = seat.ok_or_else(|| self.tr.words().no_free_seat.to_owned())?;
        self.ask(seat, Request::Appoint { level })
    }

    /// Whether a message comes from the present connection.
    pub(crate) fn listens_to(&self, event: &ServerEvent) -> bool {
        event.connection == self.connection
    }

    pub(crate) fn update(&mut self, update: Update) {
        if update.reset {
            self.events.clear();
            self.chat.clear();
        }
        let seen = self.events.last().map_or(0, |event| event.version);
        self.events.extend(update.events.into_iter().filter(|event| event.version > seen));
        self.chat.extend(update.chat);
        if let Some(state) = update.state {
            self.view = state;
        }
        self.set_clock(update.now);
    }

    pub(crate) fn translator(&self) -> &Translator {
        &self.tr
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

    /// Events and chat in the order of time.
    pub(crate) fn log(&self) -> Vec<EventView> {
        let mut log = self.events.clone();
        log.extend(self.chat.iter().map(|line| said(line, &self.events, &self.tr)));
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

    /// Whether a hint is fair: only bots and people at this keyboard play.
    pub(crate) fn may_hint(&self) -> bool {
        let ours = |seat: &SeatView| self.view.you.iter().any(|you| you.seat == seat.seat);
        self.view.seats.iter().all(|seat| seat.kind == SeatKind::Bot || ours(seat))
    }

    /// The game as a record.
    pub(crate) fn record(&mut self) -> Result<Record, String> {
        let path = self.address.path("/record");
        let reply = self.runtime.block_on(self.client.request("GET", &path, None));
        let reply = reply.map_err(|error| self.tr.network(&error))?;
        if reply.status != 200 {
            return Err(problem_of(&reply, &self.tr));
        }
        Record::read(&reply.body).map_err(|error| error.to_string())
    }

    /// The table's link, for the others.
    pub(crate) fn link(&self) -> String {
        self.address.link()
    }

    /// What to print at the end.
    pub(crate) fn farewell(&self) -> Vec<String> {
        let link = self.link();
        let words = self.tr.words();
        let mut lines = vec![fill(words.table, &[("link", &link)])];
        if self.view.phase != PhaseName::Over && !self.view.you.is_empty() {
            for (seat, code) in &self.codes {
                lines.push(fill(words.moved_seat, &[("seat", seat), ("code", code)]));
            }
            lines.push(fill(words.kept_seat, &[("link", &link)]));
        }
        lines.push(crate::narration::result(&self.tr, &self.view));
        lines
    }
}

/// Why a server cannot be reached, and what to do about its certificate.
fn lost(address: &Address, error: &Error, tr: &Translator) -> String {
    let reason = format!("{}: {}", address.server, tr.network(error));
    match error {
        Error::Certificate(_) => fill(tr.words().trust_advice, &[("reason", &reason)]),
        _ => reason,
    }
}

/// A line of chat as an event, so that the log holds both.
fn said(line: &ChatLine, events: &[EventView], tr: &Translator) -> EventView {
    let before = events.iter().take_while(|event| event.at <= line.at).last();
    EventView {
        version: before.map_or(0, |event| event.version),
        at: line.at,
        kind: EventName::Other,
        seats: vec![line.seat],
        texts: Vec::new(),
        touched: Vec::new(),
        narration: vec![TextView {
            key: Cow::Borrowed("chat"),
            args: BTreeMap::new(),
            english: crate::narration::said(tr, line),
        }],
        forced: false,
        step: before.map_or(0, |event| event.step),
        turn: before.map_or(0, |event| event.turn),
    }
}
