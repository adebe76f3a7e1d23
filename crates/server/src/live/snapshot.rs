//! A table at one moment, never changed: readers look at it while the next one is being stored, and no reader ever
//! sees what is not yet committed. A lock around a changing table would make every reader wait for the disk.

use super::entry::{ChatEntry, Hashed, Right, StoredEntry};
use super::shown::{Common, Shown};
use crate::store::{Facts, Status, StoredTable};
use breadboard_core::{Seat, SeatSet};
use breadboard_play::view::{Ask, EventView, Message, Viewer, view};
use breadboard_play::{ClockRule, Denied, Event, EventKind, Holder, Phase, Table};
use breadboard_wire::{ChatLine, RowSeat, SeatKind};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const DAY: i64 = 86_400_000;
/// Sets of seats whose view is kept for further viewers of the same moment.
const MOST_SHOWN: usize = 8;

/// A table at one moment.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) table: Table,
    /// How many entries are stored.
    pub(crate) seq: i64,
    pub(crate) rights: Vec<Right>,
    /// How often a seat got a keeper.
    pub(crate) handed_over: u32,
    pub(crate) host: Option<Hashed>,
    /// Shared with the moments before and after: most moves add no line.
    pub(crate) chat: Arc<Vec<Arc<ChatEntry>>>,
    pub(crate) listed: bool,
    /// What viewers see.
    shown: Mutex<Views>,
}

/// What viewers of one moment see.
#[derive(Clone, Debug, Default)]
struct Views {
    common: Option<Arc<Common>>,
    /// By their seats as bits.
    own: Vec<(u8, Arc<Shown>)>,
}

impl Snapshot {
    /// The table that stored entries describe.
    pub(crate) fn rebuild(row: &StoredTable, entries: &[String]) -> Result<Snapshot, String> {
        let entries = read(entries)?;
        let events = entries.iter().filter_map(|entry| match entry {
            StoredEntry::Event { event } => Some(event.clone()),
            _ => None,
        });
        let table = Table::rebuild(events).map_err(|denied| denied.to_string())?;
        let mut snapshot = Snapshot {
            rights: vec![Right::default(); table.seats().len()],
            handed_over: 0,
            table,
            seq: row.seq,
            host: None,
            chat: Arc::default(),
            listed: row.facts.listed,
            shown: Mutex::default(),
        };
        entries.iter().for_each(|entry| snapshot.note(entry));
        Ok(snapshot)
    }

    /// A new table, before it is stored.
    pub(crate) fn new(table: Table, listed: bool) -> Snapshot {
        let rights = vec![Right::default(); table.seats().len()];
        Snapshot {
            rights,
            handed_over: 0,
            table,
            seq: 0,
            host: None,
            chat: Arc::default(),
            listed,
            shown: Mutex::default(),
        }
    }

    /// The table after further entries; `table` if it is known already.
    pub(crate) fn with(&self, entries: &[StoredEntry], table: Option<Table>) -> Result<Snapshot, Denied> {
        let new: Vec<&Event> = entries
            .iter()
            .filter_map(|entry| if let StoredEntry::Event { event } = entry { Some(event) } else { None })
            .collect();
        let changed = table.is_some() || !new.is_empty();
        let table = match table {
            Some(table) => table,
            None if !changed => self.table.clone(),
            None => self.table.clone().extended(new.into_iter().cloned())?,
        };
        // Chat and rights change nothing that a view shows.
        let shown = if changed { Views::default() } else { self.shown().clone() };
        let mut next = Snapshot {
            table,
            seq: self.seq + entries.len() as i64,
            rights: self.rights.clone(),
            handed_over: self.handed_over,
            host: self.host.clone(),
            chat: self.chat.clone(),
            listed: self.listed,
            shown: Mutex::new(shown),
        };
        entries.iter().for_each(|entry| next.note(entry));
        Ok(next)
    }

    /// The table after entries that another node has stored.
    pub(crate) fn caught_up(&self, row: &StoredTable, entries: &[String]) -> Result<Snapshot, String> {
        let mut next = self.with(&read(entries)?, None).map_err(|denied| denied.to_string())?;
        next.seq = row.seq;
        next.listed = row.facts.listed;
        Ok(next)
    }

    fn note(&mut self, entry: &StoredEntry) {
        super::entry::note(&mut self.rights, entry);
        match entry {
            StoredEntry::Host { session } => self.host = Some(session.clone()),
            StoredEntry::Keeper { .. } => self.handed_over += 1,
            StoredEntry::Chat(entry) => Arc::make_mut(&mut self.chat).push(Arc::new((**entry).clone())),
            StoredEntry::Event { .. } | StoredEntry::Reserved { .. } => {}
        }
    }

    /// What is known of a seat.
    pub(crate) fn right(&self, seat: Seat) -> Option<&Right> {
        self.rights.get(seat.index())
    }

    /// The seats that a session acts for.
    pub(crate) fn seats_of(&self, session: Option<&Hashed>) -> SeatSet {
        let own = |seat: &Seat| {
            session.is_some() && self.rights.get(seat.index()).and_then(|r| r.session.as_ref()) == session
        };
        self.table.seats().filter(own).collect()
    }

    /// Whether a session opened the table or is in its game.
    pub(crate) fn is_insider(&self, session: &Hashed) -> bool {
        let plays = |seat: Seat| !self.table.has_left(seat);
        self.host.as_ref() == Some(session) || self.seats_of(Some(session)).iter().any(plays)
    }

    fn shown(&self) -> MutexGuard<'_, Views> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What those who act for these seats see, made once for all of them.
    pub(crate) fn show(&self, seats: SeatSet) -> Arc<Shown> {
        let bits = seats.iter().fold(0u8, |bits, seat| bits | 1 << seat.index());
        let mut known = self.shown();
        if let Some((_, shown)) = known.own.iter().find(|(seats, _)| *seats == bits) {
            return shown.clone();
        }
        let common = known.common.get_or_insert_with(|| Arc::new(Common::new(&self.table))).clone();
        let shown = Arc::new(Shown::new(common, &self.table, seats));
        if known.own.len() < MOST_SHOWN {
            known.own.push((bits, shown.clone()));
        }
        shown
    }

    /// The state as JSON, for those who act for these seats.
    pub(crate) fn state(&self, seats: SeatSet) -> Box<RawValue> {
        self.show(seats).whole(&self.table)
    }

    /// The events after a version, as those who act for these seats see them.
    pub(crate) fn events(&self, seats: SeatSet, after: u32) -> Vec<EventView> {
        match view(&self.table, Viewer::seats(seats), Ask::Events { after }) {
            Message::Events(events) => events.events,
            _ => Vec::new(),
        }
    }

    /// The chat after its first lines.
    pub(crate) fn chat_after(&self, lines: usize) -> Vec<ChatLine> {
        self.chat.iter().skip(lines).map(|entry| entry.line.clone()).collect()
    }

    /// A word that differs whenever a viewer would see something else. It depends only on what the viewer sees: a
    /// count of entries would reveal that a sealed choice has changed.
    pub(crate) fn tag(&self, seats: SeatSet) -> String {
        let mut hasher = DefaultHasher::new();
        self.show(seats).hash().hash(&mut hasher);
        self.chat.len().hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// Whether these entries only change sealed choices that were made before. That must not show, not even in the time
    /// of the last change.
    pub(crate) fn hides(&self, entries: &[StoredEntry]) -> bool {
        let awaited = self.table.awaited();
        entries.iter().all(|entry| {
            let StoredEntry::Event { event } = entry else { return false };
            matches!(&event.what, EventKind::Sealed { seat, .. } if !awaited.contains(*seat))
        })
    }

    /// When something last happened.
    pub(crate) fn last_at(&self) -> i64 {
        self.table.events().next_back().map_or(0, |event| event.at as i64)
    }

    /// When the server has something to do here.
    pub(crate) fn due(&self) -> i64 {
        let last = self.last_at().max(1);
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
        let found = self
            .table
            .events()
            .rev()
            .find(|event| matches!(event.what, EventKind::RematchAgreed | EventKind::Next { .. }));
        found.is_some_and(|event| event.what == EventKind::RematchAgreed)
    }

    /// The facts that the store keeps beside the entries.
    pub(crate) fn facts(&self, now: i64, retention_days: u32) -> Facts {
        let keep = i64::from(retention_days) * DAY;
        let (status, days) = match self.table.phase() {
            Phase::Waiting => (Status::Open, keep / 4),
            Phase::Playing => (Status::Playing, keep),
            Phase::Over(_) => (Status::Over, 2 * keep),
        };
        let slow = match self.table.events().next().map(|event| &event.what) {
            Some(EventKind::Opened(opened)) => match opened.clock {
                Some(ClockRule::Correspondence { days }) => i64::from(days) * 3 * DAY,
                _ => 0,
            },
            _ => 0,
        };
        Facts {
            listed: self.listed,
            status,
            due: self.due(),
            expires: if retention_days == 0 { 0 } else { now + days.max(slow) },
            summary: serde_json::to_string(&self.summary()).unwrap_or_default(),
            people: self
                .table
                .seats()
                .any(|seat| !matches!(self.table.holder(seat), Some(Holder::Bot { .. }))),
        }
    }

    fn summary(&self) -> Summary {
        let seat = |seat: Seat| {
            let (kind, name) = match self.table.holder(seat) {
                Some(Holder::Kept { name }) => (SeatKind::Kept, Some(name.to_string())),
                Some(Holder::Person { name }) => (SeatKind::Person, Some(name.to_string())),
                Some(Holder::Bot { level }) => (SeatKind::Bot, Some(level.to_string())),
                _ => (SeatKind::Open, None),
            };
            RowSeat { seat: seat.number(), kind, name }
        };
        Summary {
            game: self.table.info().id.to_owned(),
            version: self.table.version(),
            seats: self.table.seats().map(seat).collect(),
            awaited: self.table.awaited().iter().map(Seat::number).collect(),
            deadline: self.table.deadline().map(|deadline| deadline as i64),
            since: self.since(),
            scores: match self.table.phase() {
                Phase::Over(_) => self.table.scores().map(|scores| scores.as_slice().to_vec()),
                _ => None,
            },
        }
    }

    /// When the last thing happened that everyone may see: a choice that is changed unseen does not count.
    fn since(&self) -> i64 {
        let seen = self.table.events().rev().find(|event| event.what.is_public());
        seen.map_or(0, |event| event.at as i64)
    }
}

/// What the store keeps of a table for lists, as JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) game: String,
    pub(crate) version: u32,
    pub(crate) seats: Vec<RowSeat>,
    pub(crate) awaited: Vec<u8>,
    /// When the next clock expires. While a bot is to move, the row's `due` time is the bot's, so the clock is kept here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<i64>,
    /// When the last public event was.
    #[serde(default)]
    pub(crate) since: i64,
    /// The final scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scores: Option<Vec<i32>>,
}

fn read(entries: &[String]) -> Result<Vec<StoredEntry>, String> {
    entries.iter().map(|body| serde_json::from_str(body).map_err(|error| error.to_string())).collect()
}
