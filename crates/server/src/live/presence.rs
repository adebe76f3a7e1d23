//! Who is at a table right now: the sessions with an open socket. It is not stored and changes no version: a lost connection
//! is nothing that happened in the game.
//!
//! Nodes that share a database tell each other, by notes that are not stored either:
//!
//! | note | meaning |
//! |---|---|
//! | `here TABLE NUMBER SESSIONS` | these sessions have a socket at the table on the sender; a note with a lower number is older |
//! | `who TABLE`, `who *` | tell me who is there: sent by a node that cannot know |
//! | `alive` | every few seconds; the people of a node that says nothing are gone with it |
//!
//! Rows in the database were the alternative: they would be written for every reload of a page, and a node that dies would
//! leave its people there.

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
    own: Vec<(Hashed, u32)>,
    /// On other nodes, with the number of the note that has told it.
    elsewhere: HashMap<String, (u64, Vec<Hashed>)>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, People> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when someone comes or goes.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// The seats whose people are here, by number.
    pub(crate) fn seats(&self, at: &Snapshot) -> Vec<u8> {
        let people = self.lock();
        let is_here = |session: &Hashed| {
            people.own.iter().any(|(known, _)| known == session)
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
        let mut sessions: Vec<Hashed> = people.own.iter().map(|(who, _)| who.clone()).collect();
        drop(people);
        sessions.sort_by_key(|who| at.seats_of(Some(who)).is_empty());
        sessions.truncate(MOST_TOLD);
        (number, sessions)
    }

    /// Another node has told who is there.
    fn set_elsewhere(&self, node: &str, number: u64, sessions: Vec<Hashed>) {
        {
            let mut people = self.lock();
            let known = people.elsewhere.entry(node.to_owned()).or_default();
            if known.0 >= number {
                return;
            }
            *known = (number, sessions);
        }
        self.changed.send_replace(());
    }

    fn drop_node(&self, node: &str) {
        if self.lock().elsewhere.remove(node).is_some() {
            self.changed.send_replace(());
        }
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
            match people.own.iter_mut().find(|(known, _)| known == who) {
                Some((_, count)) => {
                    *count += 1;
                    (false, false)
                }
                None => {
                    people.own.push((who.clone(), 1));
                    (true, alone)
                }
            }
        };
        if first {
            presence.changed.send_replace(());
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
            let Some(index) = people.own.iter().position(|(known, _)| *known == self.who) else { return };
            people.own[index].1 -= 1;
            let last = people.own[index].1 == 0;
            if last {
                people.own.swap_remove(index);
            }
            last
        };
        if last {
            presence.changed.send_replace(());
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
                    table.presence.set_elsewhere(node, number, sessions);
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
            tables.iter().for_each(|table| table.presence.drop_node(&node));
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
