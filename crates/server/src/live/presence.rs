//! Who is at a table right now: the sessions with an open socket. It is not stored and changes no version: a lost connection
//! is nothing that happened in the game.
//!
//! Nodes that share a database tell each other, by notes that are not stored either:
//!
//! | note | meaning |
//! |---|---|
//! | `here TABLE NUMBER SESSIONS` | the sessions with a socket at the table on the sender; a lower number is an older note |
//! | `who TABLE`, `who *` | tell me who is there: sent by a node that cannot know |
//! | `alive` | every few seconds; the people of a node that says nothing are gone with it |
//!
//! Rows in the database were the alternative: they would be written for every reload of a page, and a node that dies would
//! leave its people there.
//!
//! Only people with a seat are shown, so only their coming and going wakes the sockets of a table: with a thousand who watch, each
//! of them that comes would make a thousand sockets look for nothing.

use super::LiveTables;
use super::entry::Hashed;
use super::snapshot::Snapshot;
use super::table::LiveTable;
use crate::store::TableId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a node says nothing until it is taken for dead; it tells that it is alive every five seconds.
const SILENT: Duration = Duration::from_secs(16);
/// Sessions in one note, those with a seat first: a note has at most 8,000 bytes.
const MOST_TOLD: usize = 100;
/// Tables in one answer to a node that asks for all of them.
const MOST_TABLES: usize = 20_000;

/// The sessions with an open socket.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    here: Mutex<People>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct People {
    /// On this node, each with the number of its sockets.
    own: HashMap<Hashed, u32>,
    /// On other nodes, with the number of the note that has told it.
    elsewhere: HashMap<String, (u64, Vec<Hashed>)>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, People> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when someone with a seat comes or goes.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// The seats whose people are here, by number.
    pub(crate) fn seats(&self, at: &Snapshot) -> Vec<u8> {
        let people = self.lock();
        let is_here = |session: &Hashed| {
            people.own.contains_key(session)
                || people.elsewhere.values().any(|(_, sessions)| sessions.contains(session))
        };
        let seats = at
            .table
            .seats()
            .filter(|seat| at.right(*seat).and_then(|right| right.session.as_ref()).is_some_and(is_here));
        seats.map(breadboard_core::Seat::number).collect()
    }

    /// The sessions on this node to tell others of, with a number of this counter: what is read later has a higher one.
    fn own(&self, at: &Snapshot, numbers: &AtomicU64) -> (u64, Vec<Hashed>) {
        let people = self.lock();
        let number = numbers.fetch_add(1, Relaxed) + 1;
        let mut sessions: Vec<Hashed> = people.own.keys().cloned().collect();
        drop(people);
        sessions.sort_by_key(|who| at.seats_of(Some(who)).is_empty());
        sessions.truncate(MOST_TOLD);
        (number, sessions)
    }

    /// These sessions have come or gone. The table is looked at after that was noted: who gets a seat later is told of with the
    /// seat.
    fn tell(&self, at: &Snapshot, sessions: &[Hashed]) {
        if sessions.iter().any(|who| !at.seats_of(Some(who)).is_empty()) {
            self.changed.send_replace(());
        }
    }

    /// Another node has told who is there; returns who has come or gone.
    fn set_elsewhere(&self, node: &str, number: u64, sessions: Vec<Hashed>) -> Vec<Hashed> {
        let mut people = self.lock();
        let known = people.elsewhere.entry(node.to_owned()).or_default();
        if known.0 >= number {
            return Vec::new();
        }
        let come = sessions.iter().filter(|who| !known.1.contains(who));
        let gone = known.1.iter().filter(|who| !sessions.contains(who));
        let changed = come.chain(gone).cloned().collect();
        *known = (number, sessions);
        changed
    }

    /// A node is gone; returns who was there.
    fn drop_node(&self, node: &str) -> Vec<Hashed> {
        self.lock().elsewhere.remove(node).map(|(_, sessions)| sessions).unwrap_or_default()
    }
}

/// A session is at a table until this is dropped.
#[derive(Debug)]
pub(crate) struct Here {
    tables: Arc<LiveTables>,
    table: Arc<LiveTable>,
    who: Hashed,
}

impl Here {
    /// A session has opened a socket.
    pub(crate) fn enter(tables: &Arc<LiveTables>, table: &Arc<LiveTable>, who: &Hashed) -> Here {
        let presence = &table.presence;
        let (first, alone) = {
            let mut people = presence.lock();
            let alone = people.own.is_empty();
            let count = people.own.entry(who.clone()).or_default();
            *count += 1;
            (*count == 1, alone)
        };
        if first {
            presence.tell(&table.now(), std::slice::from_ref(who));
            tables.tell_presence(table);
        }
        // Until now no one here wanted to know.
        if alone {
            tables.broadcast(format!("who {}", table.id));
        }
        Here { tables: tables.clone(), table: table.clone(), who: who.clone() }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let presence = &self.table.presence;
        let last = {
            let mut people = presence.lock();
            let Some(count) = people.own.get_mut(&self.who) else { return };
            *count -= 1;
            let last = *count == 0;
            if last {
                people.own.remove(&self.who);
            }
            last
        };
        if last {
            presence.tell(&self.table.now(), std::slice::from_ref(&self.who));
            self.tables.tell_presence(&self.table);
        }
    }
}

/// What a node knows of the others.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    /// The number of the next note.
    number: AtomicU64,
    /// When each was last heard.
    heard: Mutex<HashMap<String, Instant>>,
}

impl Neighbours {
    /// A node is there.
    fn note(&self, node: &str, now: Instant) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.insert(node.to_owned(), now);
    }

    /// Those that are silent for too long; they are forgotten.
    fn silent(&self, now: Instant) -> Vec<String> {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let is_silent = |last: &Instant| now.saturating_duration_since(*last) > SILENT;
        let silent = heard.iter().filter(|(_, last)| is_silent(last)).map(|(node, _)| node.clone()).collect();
        heard.retain(|_, last| !is_silent(last));
        silent
    }
}

/// What another node tells.
#[derive(Debug, PartialEq, Eq)]
enum Note {
    Here(TableId, u64, Vec<Hashed>),
    Who(Option<TableId>),
    Alive,
}

impl Note {
    fn read(text: &str) -> Option<Note> {
        let mut words = text.split(' ');
        let note = match (words.next()?, words.next()) {
            ("alive", None) => Note::Alive,
            ("who", Some("*")) => Note::Who(None),
            ("who", Some(id)) => Note::Who(Some(TableId::read(id)?)),
            ("here", Some(id)) => {
                let number = words.next()?.parse().ok()?;
                let sessions = words.next()?.split(',').filter(|text| Hashed::is_one(text));
                Note::Here(
                    TableId::read(id)?,
                    number,
                    sessions.map(|text| Hashed::from(text.to_owned())).collect(),
                )
            }
            _ => return None,
        };
        words.next().is_none().then_some(note)
    }
}

impl LiveTables {
    /// Tells the other nodes who is at a table on this one.
    fn tell_presence(self: &Arc<Self>, table: &LiveTable) {
        if self.store.is_shared() {
            let (number, sessions) = table.presence.own(&table.now(), &self.neighbours.number);
            let sessions: Vec<String> = sessions.into_iter().map(String::from).collect();
            self.broadcast(format!("here {} {number} {}", table.id, sessions.join(",")));
        }
    }

    fn broadcast(self: &Arc<Self>, text: String) {
        // Without a runtime the program is at its end, and so is every socket.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.store.is_shared() {
            let tables = self.clone();
            runtime.spawn(async move {
                if let Err(error) = tables.store.broadcast(text).await {
                    tracing::debug!(%error, "other nodes were not told who is here");
                }
            });
        }
    }

    /// Another node has told something.
    pub(super) fn heard(self: &Arc<Self>, node: &str, text: &str) {
        self.neighbours.note(node, Instant::now());
        match Note::read(text) {
            Some(Note::Here(id, number, sessions)) => {
                let table = self.in_memory().get(&id).cloned();
                if let Some(table) = table {
                    let changed = table.presence.set_elsewhere(node, number, sessions);
                    table.presence.tell(&table.now(), &changed);
                }
            }
            Some(Note::Who(which)) => {
                let tables: Vec<Arc<LiveTable>> = match which {
                    Some(id) => self.in_memory().get(&id).cloned().into_iter().collect(),
                    None => self.in_memory().values().take(MOST_TABLES).cloned().collect(),
                };
                let inhabited = |table: &&Arc<LiveTable>| !table.presence.lock().own.is_empty();
                tables.iter().filter(inhabited).for_each(|table| self.tell_presence(table));
            }
            Some(Note::Alive) | None => {}
        }
    }

    /// Notes may have been lost: the others tell again.
    pub(super) fn ask_presence(self: &Arc<Self>) {
        self.broadcast("who *".to_owned());
    }

    /// Tells that this node is alive, and forgets the people of nodes that are not.
    pub(super) fn see_to_neighbours(self: &Arc<Self>) {
        self.broadcast("alive".to_owned());
        for node in self.neighbours.silent(Instant::now()) {
            let tables: Vec<Arc<LiveTable>> = self.in_memory().values().cloned().collect();
            for table in tables {
                let gone = table.presence.drop_node(&node);
                table.presence.tell(&table.now(), &gone);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(number: u8) -> Hashed {
        Hashed::of("session", &number.to_string())
    }

    #[test]
    fn notes_are_read_and_anything_else_is_not() {
        let id = TableId::from_bits([5; 16]);
        let (ada, bob) = (session(1), session(2));
        let text = format!("here {id} 7 {},{}", ada.as_str(), bob.as_str());
        assert_eq!(Note::read(&text), Some(Note::Here(id.clone(), 7, vec![ada, bob])));
        assert_eq!(Note::read(&format!("here {id} 8 ")), Some(Note::Here(id.clone(), 8, Vec::new())));
        assert_eq!(Note::read(&format!("who {id}")), Some(Note::Who(Some(id.clone()))));
        assert_eq!(Note::read("who *"), Some(Note::Who(None)));
        assert_eq!(Note::read("alive"), Some(Note::Alive));
        for bad in [
            "",
            "who",
            "who x",
            "alive now",
            "here",
            "here x 1 a",
            &format!("here {id}"),
            &format!("here {id} x y"),
        ] {
            assert_eq!(Note::read(bad), None, "{bad:?}");
        }
    }

    #[tokio::test]
    async fn who_only_watches_wakes_no_one() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.db").display());
        let tables = crate::live::work::tests::node(&address).await;
        let seats = vec![breadboard_play::Holder::Open; 2];
        let table =
            crate::live::work::tests::against(&tables, "breakthrough", seats, None, tables.now()).await;
        let (ada, eve) = (Hashed::of("session", "ada"), session(1));
        let mut changes = table.presence.changes();
        let mut wakes = || {
            let changed = changes.has_changed().unwrap();
            changes.mark_unchanged();
            changed
        };
        let watching = Here::enter(&tables, &table, &eve);
        assert!(!wakes(), "she has no seat");
        let playing = Here::enter(&tables, &table, &ada);
        assert!(wakes());
        assert_eq!(table.presence.seats(&table.now()), [1]);
        let also = Here::enter(&tables, &table, &ada);
        drop(playing);
        assert!(!wakes(), "another socket is open");
        drop(watching);
        assert!(!wakes());
        drop(also);
        assert!(wakes() && table.presence.seats(&table.now()).is_empty());
        // The same on another node.
        let here = |number, people: &[&Hashed]| {
            let people: Vec<&str> = people.iter().map(|who| who.as_str()).collect();
            tables.heard("n2", &format!("here {} {number} {}", table.id, people.join(",")));
        };
        here(1, &[&eve]);
        assert!(!wakes());
        here(2, &[&ada, &eve]);
        assert!(wakes());
        here(3, &[&ada]);
        assert!(!wakes());
        here(4, &[]);
        assert!(wakes() && table.presence.seats(&table.now()).is_empty());
    }

    #[test]
    fn a_later_note_counts_and_the_people_of_a_silent_node_are_gone() {
        let presence = Presence::default();
        let elsewhere = || -> Vec<Hashed> {
            presence.lock().elsewhere.values().flat_map(|(_, sessions)| sessions.clone()).collect()
        };
        presence.set_elsewhere("n2", 7, vec![session(1)]);
        presence.set_elsewhere("n2", 6, vec![session(2)]);
        assert_eq!(elsewhere(), [session(1)], "an older note that comes later");
        let (neighbours, now) = (Neighbours::default(), Instant::now());
        neighbours.note("n2", now);
        assert_eq!(neighbours.silent(now + SILENT), [""; 0]);
        assert_eq!(neighbours.silent(now + SILENT + Duration::from_secs(1)), ["n2"]);
        presence.drop_node("n2");
        assert!(elsewhere().is_empty());
    }
}
