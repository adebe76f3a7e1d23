//! A server's table from the terminal, as a browser has it: requests and updates over one socket, which is opened again
//! whenever it breaks. A request that was not answered is sent again under its own key; the server then either has it
//! already or takes it, unless the position is another by now, and then says so.

use crate::told::clean;
use breadboard_core::{Record, Seat};
use breadboard_lab::load::{Client, Socket};
use breadboard_play::view::{EventView, View};
use breadboard_play::{Key, Name, Request, Submission};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The pauses before trying again; the last one for ever.
const PAUSES: [u64; 4] = [300, 1_000, 2_000, 5_000];

/// A table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    server: String,
    table: String,
}

impl Address {
    /// Reads a table's link.
    ///
    /// # Errors
    /// It is not a link that can be followed.
    pub fn read(url: &str) -> Result<Address, String> {
        if url.starts_with("https://") {
            return Err(
                "links with https:// need a browser; this program speaks plain http:// only".to_owned()
            );
        }
        let wrong = || format!("\"{url}\" is not a table's link: write http://HOST:PORT/t/TABLE");
        let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.split_once('/').ok_or_else(wrong)?;
        let table = path.strip_prefix("t/").or_else(|| path.strip_prefix("api/tables/")).ok_or_else(wrong)?;
        let table = table.trim_end_matches('/');
        let plain = !table.is_empty() && table.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        if host.is_empty() || !plain {
            return Err(wrong());
        }
        let port = if !host.contains(':') || host.ends_with(']') { ":80" } else { "" };
        Ok(Address { server: format!("http://{host}{port}"), table: table.to_owned() })
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.table)
    }
}

/// How to sit down.
#[derive(Clone, Debug, Default)]
pub struct Guest {
    /// Only look.
    pub watch: bool,
    /// On which seat; the first free one if left out.
    pub seat: Option<u8>,
    /// Under which name.
    pub name: Option<Name>,
}

/// What the server sends when something has changed.
#[derive(Debug, Deserialize)]
pub(crate) struct Update {
    #[serde(default)]
    reset: bool,
    events: Vec<EventView>,
    state: View,
}

/// What is heard of the server.
#[derive(Debug)]
pub(crate) enum Heard {
    /// Something has changed.
    Update(Box<Update>),
    /// A request was granted.
    Answered,
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
    client: Client,
    runtime: Runtime,
    view: View,
    events: Vec<EventView>,
    wishes: Option<UnboundedSender<Submission>>,
    keys: u64,
    nonce: u64,
    recovery: Option<String>,
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
        let lost = |error: io::Error| format!("{}: {error}", address.server);
        let mut client = Client::new(&address.server).map_err(lost)?;
        // Whoever only looks is nobody: a seat of one's own would show what others must not see.
        client.cookie = sessions::load(&address.server).filter(|_| !guest.watch);
        let path = address.path("?since=0");
        let reply = runtime.block_on(client.request("GET", &path, None)).map_err(lost)?;
        let json = reply.json();
        if reply.status != 200 {
            return Err(problem(&json, reply.status));
        }
        let (view, events) = table_of(&json)?;
        let nonce = getrandom::u64().map_err(|error| error.to_string())?;
        let mut remote = Remote {
            address,
            client,
            runtime,
            view,
            events,
            wishes: None,
            keys: 0,
            nonce,
            recovery: None,
            notice: None,
        };
        if !guest.watch && remote.view.you.is_empty() {
            remote.sit_down(guest)?;
        }
        Ok(remote)
    }

    fn sit_down(&mut self, guest: &Guest) -> Result<(), String> {
        let free = |seat: u8| self.view.seats.iter().any(|held| held.seat == seat && held.kind == "open");
        let seat = match guest.seat {
            Some(seat) if !free(seat) => return Err(format!("seat {seat} is not free")),
            Some(seat) => Some(seat),
            None => self.view.seats.iter().map(|held| held.seat).find(|seat| free(*seat)),
        };
        let Some(seat) = seat else {
            self.notice = Some("no seat is free: you watch".to_owned());
            return Ok(());
        };
        let mut entropy = [0; 16];
        getrandom::fill(&mut entropy).map_err(|error| error.to_string())?;
        let entropy: String = entropy.iter().map(|byte| format!("{byte:02x}")).collect();
        let name = guest.name.as_ref().map_or("Guest", Name::as_str);
        let body = json!({
            "seat": seat, "version": self.view.version, "key": self.key(),
            "request": {"do": "claim", "name": name, "entropy": entropy},
        });
        let path = self.address.path("/requests");
        let reply = self.runtime.block_on(self.client.request("POST", &path, Some(&body)));
        let reply = reply.map_err(|error| format!("{}: {error}", self.address.server))?;
        let json = reply.json();
        if reply.status != 200 {
            return Err(problem(&json, reply.status));
        }
        if let Some(cookie) = &self.client.cookie {
            sessions::save(&self.address.server, cookie);
        }
        self.recovery = json["recovery"][0]["code"].as_str().map(clean);
        (self.view, _) = table_of(&json["table"])?;
        Ok(())
    }

    /// Listens to the table from now on.
    pub(crate) fn listen(&mut self, hear: impl Fn(Heard) -> bool + Send + Sync + 'static) {
        let (sender, receiver) = unbounded_channel();
        self.wishes = Some(sender);
        let line = Line {
            client: self.client.clone(),
            address: self.address.clone(),
            seen: self.events.last().map_or(0, |event| event.version),
            unanswered: Vec::new(),
        };
        self.runtime.spawn(line.run(receiver, hear));
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("t{:016x}-{}", self.nonce, self.keys)
    }

    /// Sends a wish; the answer is heard later.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) -> Result<(), String> {
        let key = Key::try_from(self.key()).map_err(|refused| refused.to_string())?;
        let submission = Submission { seat, version: self.view.version, attempt: None, key, request };
        match &self.wishes {
            Some(wishes) if wishes.send(submission).is_ok() => Ok(()),
            _ => Err("the table is gone".to_owned()),
        }
    }

    pub(crate) fn update(&mut self, update: Update) {
        if update.reset {
            self.events.clear();
        }
        let seen = self.events.last().map_or(0, |event| event.version);
        self.events.extend(update.events.into_iter().filter(|event| event.version > seen));
        self.view = update.state;
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    pub(crate) fn events(&self) -> &[EventView] {
        &self.events
    }

    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
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
        let link = format!("{}/t/{}", self.address.server, self.address.table);
        let mut lines = vec![format!("table: {link}")];
        if let Some(code) = &self.recovery {
            lines.push(format!("to move your seat to another device: {code}"));
        }
        if self.view.phase != "over" && !self.view.you.is_empty() {
            lines.push(format!("your seat is kept: breadboard join {link}"));
        }
        lines.push(format!("result: {}", crate::told::result(&self.view)));
        lines
    }
}

fn table_of(json: &Value) -> Result<(View, Vec<EventView>), String> {
    let view: View = serde_json::from_value(json["state"].clone())
        .map_err(|error| format!("the server speaks another version of the protocol: {error}"))?;
    let events = serde_json::from_value(json["events"].clone()).unwrap_or_default();
    Ok((view, events))
}

/// The socket, for as long as somebody listens.
struct Line {
    client: Client,
    address: Address,
    seen: u32,
    unanswered: Vec<Submission>,
}

/// How a connection ended.
enum End {
    /// Nobody listens any more.
    Left,
    /// It broke; why.
    Broke(String),
}

impl Line {
    async fn run(mut self, mut wishes: UnboundedReceiver<Submission>, hear: impl Fn(Heard) -> bool) {
        let mut tries = 0;
        let mut first = true;
        loop {
            let path = self.address.path(&format!("/socket?since={}", self.seen));
            let reason = match self.client.socket(&path).await {
                Ok(mut socket) => {
                    tries = 0;
                    if !first && !hear(Heard::Up) {
                        return;
                    }
                    first = false;
                    match self.talk(&mut socket, &mut wishes, &hear).await {
                        End::Left => return,
                        End::Broke(reason) => reason,
                    }
                }
                Err(error) => error.to_string(),
            };
            if reason.contains("4004") || reason.contains("404") {
                hear(Heard::Gone(reason));
                return;
            }
            if !hear(Heard::Down(reason)) {
                return;
            }
            let pause = PAUSES[tries.min(PAUSES.len() - 1)];
            tries += 1;
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    async fn talk(
        &mut self,
        socket: &mut Socket,
        wishes: &mut UnboundedReceiver<Submission>,
        hear: &impl Fn(Heard) -> bool,
    ) -> End {
        for submission in self.unanswered.clone() {
            if let Err(error) = send(socket, &submission).await {
                return End::Broke(error.to_string());
            }
        }
        loop {
            tokio::select! {
                text = socket.text() => match text {
                    Ok(text) => {
                        if !self.receive(&text, hear) {
                            return End::Left;
                        }
                    }
                    Err(error) => return End::Broke(error.to_string()),
                },
                wish = wishes.recv() => {
                    let Some(submission) = wish else { return End::Left };
                    self.unanswered.push(submission.clone());
                    if let Err(error) = send(socket, &submission).await {
                        return End::Broke(error.to_string());
                    }
                }
            }
        }
    }

    fn receive(&mut self, text: &str, hear: &impl Fn(Heard) -> bool) -> bool {
        let Ok(json) = serde_json::from_str::<Value>(text) else { return true };
        match json["message"].as_str() {
            Some("update") => match serde_json::from_value::<Update>(json) {
                Ok(update) => {
                    self.seen = update.state.version;
                    hear(Heard::Update(Box::new(update)))
                }
                Err(error) => hear(Heard::Refused(format!("an update cannot be read: {error}"))),
            },
            Some(word @ ("answer" | "refused")) => {
                let key = json["key"].as_str().unwrap_or_default().to_owned();
                self.unanswered.retain(|submission| String::from(submission.key.clone()) != key);
                if word == "answer" { hear(Heard::Answered) } else { hear(Heard::Refused(problem(&json, 0))) }
            }
            _ => true,
        }
    }
}

async fn send(socket: &mut Socket, submission: &Submission) -> io::Result<()> {
    socket.send(json!({"send": "submit", "submission": submission}).to_string()).await
}

/// Who one is to each server, so that a seat is found again by the next run of the program.
mod sessions {
    use super::PathBuf;
    use std::fs;
    use std::io::Write as _;

    fn path() -> Option<PathBuf> {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
        let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
        Some(folder.join("breadboard").join("sessions"))
    }

    pub(super) fn load(server: &str) -> Option<String> {
        let text = fs::read_to_string(path()?).ok()?;
        let mut pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.find(|(known, _)| *known == server).map(|(_, cookie)| cookie.to_owned())
    }

    /// Not being able to remember is no reason not to play.
    pub(super) fn save(server: &str, cookie: &str) {
        let Some(path) = path() else { return };
        let before = fs::read_to_string(&path).unwrap_or_default();
        let others = before.lines().filter(|line| line.split(' ').next() != Some(server));
        let mut lines: Vec<String> = others.map(str::to_owned).collect();
        lines.push(format!("{server} {cookie}"));
        let text = lines.join("\n") + "\n";
        let write = || -> std::io::Result<()> {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut options = fs::OpenOptions::new();
            options.write(true).create(true).truncate(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(&path)?.write_all(text.as_bytes())
        };
        let _ = write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_and_others_are_refused() {
        let address = Address::read("http://127.0.0.1:7777/t/abc123?x#y").unwrap();
        assert_eq!((address.server.as_str(), address.table.as_str()), ("http://127.0.0.1:7777", "abc123"));
        assert_eq!(address.path("/socket"), "/api/tables/abc123/socket");
        assert_eq!(Address::read("http://example.org/t/a").unwrap().server, "http://example.org:80");
        assert!(Address::read("https://example.org/t/abc").unwrap_err().contains("https"));
        for bad in
            ["", "http://", "http://host", "http://host/", "http://host/t/", "http://host/t/a b", "game.txt"]
        {
            assert!(Address::read(bad).is_err(), "{bad}");
        }
    }
}
