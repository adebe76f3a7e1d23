//! A table at one moment, never changed: readers look at it while the next one is being stored, and nobody ever
//! sees what is not yet committed. A lock around a changing table would make every reader wait for the disk.

use super::entry::{ChatLine, Entry, Hashed, Right, freed};
use crate::store::{Facts, Status, TableRow};
use breadboard_core::{Seat, SeatSet};
use breadboard_play::view::{Ask, Viewer, view};
use breadboard_play::{ClockRule, Event, Holder, Phase, Refused, Table, What};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

const DAY: i64 = 86_400_000;
/// Messages that are kept ready for further viewers of the same moment.
const READY: usize = 8;

/// A table at one moment.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) table: Table,
    /// How many entries are stored.
    pub(crate) seq: i64,
    pub(crate) rights: Vec<Right>,
    pub(crate) host: Option<Hashed>,
    pub(crate) chat: Vec<Arc<ChatLine>>,
    pub(crate) listed: bool,
    ready: Mutex<HashMap<u8, Arc<str>>>,
}

impl Snapshot {
    /// The table that stored entries tell of.
    pub(crate) fn rebuild(row: &TableRow, entries: &[String]) -> Result<Snapshot, String> {
        let entries = read(entries)?;
        let events = entries.iter().filter_map(|entry| match entry {
            Entry::Event { event } => Some(event.clone()),
            _ => None,
        });
        let table = Table::rebuild(events).map_err(|refused| refused.to_string())?;
        let mut snapshot = Snapshot {
            rights: vec![Right::default(); table.seats().len()],
            table,
            seq: row.seq,
            host: None,
            chat: Vec::new(),
            listed: row.facts.listed,
            ready: Mutex::default(),
        };
        entries.iter().for_each(|entry| snapshot.note(entry));
        Ok(snapshot)
    }

    /// A new table, before it is stored.
    pub(crate) fn new(table: Table, listed: bool) -> Snapshot {
        let rights = vec![Right::default(); table.seats().len()];
        Snapshot { rights, table, seq: 0, host: None, chat: Vec::new(), listed, ready: Mutex::default() }
    }

    /// The table after further entries; `table` if it is known already.
    pub(crate) fn with(&self, entries: &[Entry], table: Option<Table>) -> Result<Snapshot, Refused> {
        let new: Vec<&Event> = entries
            .iter()
            .filter_map(|entry| if let Entry::Event { event } = entry { Some(event) } else { None })
            .collect();
        let table = match table {
            Some(table) => table,
            None if new.is_empty() => self.table.clone(),
            None => Table::rebuild(self.table.events().chain(new).cloned())?,
        };
        let mut next = Snapshot {
            table,
            seq: self.seq + entries.len() as i64,
            rights: self.rights.clone(),
            host: self.host.clone(),
            chat: self.chat.clone(),
            listed: self.listed,
            ready: Mutex::default(),
        };
        entries.iter().for_each(|entry| next.note(entry));
        Ok(next)
    }

    /// The table after entries that another node has stored.
    pub(crate) fn caught_up(&self, row: &TableRow, entries: &[String]) -> Result<Snapshot, String> {
        let mut next = self.with(&read(entries)?, None).map_err(|refused| refused.to_string())?;
        next.seq = row.seq;
        next.listed = row.facts.listed;
        Ok(next)
    }

    fn note(&mut self, entry: &Entry) {
        let right = |rights: &'_ mut Vec<Right>, seat: u8, change: &dyn Fn(&mut Right)| {
            if let Some(right) = usize::from(seat).checked_sub(1).and_then(|place| rights.get_mut(place)) {
                change(right);
            }
        };
        match entry {
            Entry::Event { event } => {
                if let Some(right) = freed(event).and_then(|place| self.rights.get_mut(place)) {
                    *right = Right::default();
                }
            }
            Entry::Host { session } => self.host = Some(session.clone()),
            Entry::Reserved { seat, session } => {
                right(&mut self.rights, *seat, &|right| right.reserved = Some(session.clone()));
            }
            Entry::Keeper { seat, session, recovery } => right(&mut self.rights, *seat, &|right| {
                right.session = Some(session.clone());
                right.recovery = Some(recovery.clone());
            }),
            Entry::Chat(line) => self.chat.push(Arc::new((**line).clone())),
        }
    }

    /// The seats that a session speaks for.
    pub(crate) fn seats_of(&self, session: Option<&Hashed>) -> SeatSet {
        let own = |seat: &Seat| {
            session.is_some() && self.rights.get(seat.index()).and_then(|r| r.session.as_ref()) == session
        };
        self.table.seats().filter(own).collect()
    }

    /// Whether a session has anything to say here: it opened the table or sits at it.
    pub(crate) fn is_insider(&self, session: &Hashed) -> bool {
        self.host.as_ref() == Some(session) || !self.seats_of(Some(session)).is_empty()
    }

    /// The state for those who speak for these seats, as JSON, made once.
    pub(crate) fn state(&self, seats: SeatSet) -> Arc<str> {
        let bits = seats.iter().fold(0u8, |bits, seat| bits | 1 << seat.index());
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = ready.get(&bits) {
            return text.clone();
        }
        let message = view(&self.table, Viewer::seats(seats), Ask::State);
        let text: Arc<str> = serde_json::to_string(&message).unwrap_or_default().into();
        if ready.len() < READY {
            ready.insert(bits, text.clone());
        }
        text
    }

    /// When the server has something to do here.
    pub(crate) fn due(&self) -> i64 {
        let last = self.table.events().last().map_or(1, |event| event.at as i64).max(1);
        if !self.table.bots_to_act().is_empty() || self.wants_next() {
            return last;
        }
        match (self.table.phase(), self.table.deadline()) {
            (Phase::Playing, Some(deadline)) => deadline as i64 + 1,
            _ => 0,
        }
    }

    /// Whether a rematch is agreed and has no table yet.
    pub(crate) fn wants_next(&self) -> bool {
        if !matches!(self.table.phase(), Phase::Over(_)) {
            return false;
        }
        let mut recent = self.table.events().collect::<Vec<_>>().into_iter().rev();
        let found = recent.find(|event| matches!(event.what, What::RematchAgreed | What::Next { .. }));
        found.is_some_and(|event| event.what == What::RematchAgreed)
    }

    /// The facts that the store keeps beside the entries.
    pub(crate) fn facts(&self, now: i64, keep_days: u32) -> Facts {
        let keep = i64::from(keep_days) * DAY;
        let (status, days) = match self.table.phase() {
            Phase::Waiting => (Status::Open, keep / 4),
            Phase::Playing => (Status::Playing, keep),
            Phase::Over(_) => (Status::Over, 2 * keep),
        };
        let slow = match self.table.events().next().map(|event| &event.what) {
            Some(What::Opened(opened)) => match opened.clock {
                Some(ClockRule::Correspondence { days }) => i64::from(days) * 3 * DAY,
                _ => 0,
            },
            _ => 0,
        };
        Facts {
            listed: self.listed,
            status,
            due: self.due(),
            expires: if keep_days == 0 { 0 } else { now + days.max(slow) },
            summary: self.summary().to_string(),
        }
    }

    fn summary(&self) -> Value {
        let seat = |seat: Seat| {
            let (kind, name) = match self.table.holder(seat) {
                Some(Holder::Kept { name }) => ("kept", Some(name.to_string())),
                Some(Holder::Person { name }) => ("person", Some(name.to_string())),
                Some(Holder::Bot { level }) => ("bot", Some(level.to_string())),
                _ => ("open", None),
            };
            json!({"seat": seat.number(), "kind": kind, "name": name})
        };
        let awaited: Vec<u8> = self.table.awaited().iter().map(Seat::number).collect();
        json!({
            "game": self.table.info().id,
            "version": self.table.version(),
            "seats": self.table.seats().map(seat).collect::<Vec<_>>(),
            "awaited": awaited,
        })
    }
}

fn read(entries: &[String]) -> Result<Vec<Entry>, String> {
    entries.iter().map(|body| serde_json::from_str(body).map_err(|error| error.to_string())).collect()
}
