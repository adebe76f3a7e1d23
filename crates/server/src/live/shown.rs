//! A table as the viewers of one set of seats see it, in the forms that are sent: whole, with packed moves, and as the
//! difference from what they saw before. Only the part `you` differs between viewers. So the rest is projected, written
//! and compared once for all of them, and a viewer's message is put together from two texts. A message of its own for
//! each viewer was the alternative; it cost most of a move's time and half of a table's memory.

use super::patch::write_changes;
use breadboard_core::SeatSet;
use breadboard_play::Table;
use breadboard_play::view::{Ask, Viewer, own_part, view};
use breadboard_wire::{MoveView, PackedMoves};
use serde::Serialize;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Differences that are kept ready. Nearly all sockets come from the state just before; a slow one may lag behind.
const MOST_PATCHES: usize = 4;
/// How the part `you` looks for a viewer without seats.
const NO_SEATS: &str = r#""you":[]"#;
/// How a seat looks without moves.
const NO_MOVES: &str = r#""moves":[]"#;

/// What all viewers of one moment see.
#[derive(Debug)]
pub(crate) struct Common {
    /// The state of a viewer without seats.
    text: Box<str>,
    /// Where the list `you` begins and ends in it.
    you: (usize, usize),
    hash: u64,
    patches: Mutex<Vec<(Weak<Common>, Arc<str>)>>,
}

impl Common {
    pub(crate) fn new(table: &Table) -> Common {
        let text = json(&view(table, Viewer::SPECTATOR, Ask::State));
        // Inside a text the quotes would be escaped, and no field after it has this name: this is the field itself.
        let at = text.rfind(NO_SEATS).map_or(text.len(), |at| at + NO_SEATS.len() - 2);
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let you = (at, (at + 2).min(text.len()));
        Common { text: text.into(), you, hash: hasher.finish(), patches: Mutex::default() }
    }

    /// The fields that change `old` into this one, without the braces around them.
    fn patch_from(&self, old: &Arc<Common>) -> Arc<str> {
        let mut patches = lock(&self.patches);
        if let Some((_, patch)) = patches.iter().find(|(from, _)| from.as_ptr() == Arc::as_ptr(old)) {
            return patch.clone();
        }
        let mut text = String::new();
        write_changes(&old.text, &self.text, &mut text);
        let patch: Arc<str> =
            text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default().into();
        if patches.len() < MOST_PATCHES {
            patches.push((Arc::downgrade(old), patch.clone()));
        }
        patch
    }

    /// The state with this text as `you`.
    fn with(&self, you: &str, out: &mut String) {
        let (begin, end) = self.you;
        out.reserve(self.text.len() + you.len());
        out.push_str(&self.text[..begin]);
        out.push_str(you);
        out.push_str(&self.text[end..]);
    }
}

/// What the viewers of one set of seats see.
#[derive(Debug)]
pub(crate) struct Shown {
    common: Arc<Common>,
    seats: SeatSet,
    hash: u64,
    /// Their own part, until the first form of it is made.
    own: Mutex<Option<Vec<Own>>>,
    packed: OnceLock<Box<str>>,
}

/// What one seat sees of its own.
#[derive(Debug)]
struct Own {
    /// As JSON, without moves.
    text: String,
    moves: Vec<MoveView>,
}

impl Own {
    fn all(table: &Table, seats: SeatSet) -> Vec<Own> {
        let own = |mut you: breadboard_wire::YouView| {
            let moves = std::mem::take(&mut you.moves);
            Own { text: json(&you), moves }
        };
        own_part(table, Viewer::seats(seats)).into_iter().map(own).collect()
    }

    /// The list of these seats, with moves as they are written here.
    fn list(all: Vec<Own>, write: impl Fn(Vec<MoveView>) -> String) -> Box<str> {
        let mut out = String::from("[");
        for (index, Own { text, moves }) in all.into_iter().enumerate() {
            // Inside a text the quotes would be escaped, and the field before it is a number: this is the field itself.
            let at = text.find(NO_MOVES).map_or(text.len(), |at| at + NO_MOVES.len() - 2);
            if index > 0 {
                out.push(',');
            }
            out.push_str(&text[..at]);
            out.push_str(&write(moves));
            out.push_str(text.get(at + 2..).unwrap_or_default());
        }
        out.push(']');
        out.into()
    }
}

impl Shown {
    /// What the viewers of these seats see of a table; `common` is of the same moment.
    pub(crate) fn new(common: Arc<Common>, table: &Table, seats: SeatSet) -> Shown {
        let own = Own::all(table, seats);
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(common.hash);
        for Own { text, moves } in &own {
            // Moves follow from the position, which all viewers see.
            hasher.write_usize(moves.len());
            hasher.write(text.as_bytes());
        }
        let (own, packed) = (Mutex::new(Some(own)), OnceLock::new());
        Shown { common, seats, hash: hasher.finish(), own, packed }
    }

    /// Differs whenever viewers would see something else.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    fn own(&self, table: &Table) -> Vec<Own> {
        lock(&self.own).take().unwrap_or_else(|| Own::all(table, self.seats))
    }

    /// Writes the state as JSON. `table` is the one that is shown.
    pub(crate) fn write_whole(&self, table: &Table, out: &mut String) {
        // Not kept: nearly always one client alone sees it.
        self.common.with(&Own::list(self.own(table), |moves| json(&moves)), out);
    }

    /// Writes the state with packed moves as JSON.
    pub(crate) fn write_lean(&self, table: &Table, out: &mut String) {
        self.common.with(self.packed(table), out);
    }

    fn packed(&self, table: &Table) -> &str {
        let packed = |moves| json(&PackedMoves::of(moves));
        self.packed.get_or_init(|| Own::list(self.own(table), packed))
    }

    /// Writes what changes the lean form of `old`, which was sent, into this one's.
    pub(crate) fn write_patch(&self, old: &Shown, table: &Table, out: &mut String) {
        out.push('{');
        let common = self.common.patch_from(&old.common);
        out.push_str(&common);
        // It was made when it was sent.
        let known = old.packed.get().map_or("null", |text| text);
        let packed = self.packed(table);
        if known != packed {
            out.push_str(if common.is_empty() { "\"you\":" } else { ",\"you\":" });
            write_changes(known, packed, out);
        }
        out.push('}');
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The room that a text gets before it is written. Growing to it from nothing takes eight copies.
const USUAL_TEXT: usize = 8 * 1024;

/// Views are made of structs with text keys: writing them as JSON does not fail, and the text is UTF-8.
fn json(value: &impl Serialize) -> String {
    let mut bytes = Vec::with_capacity(USUAL_TEXT);
    let written = serde_json::to_writer(&mut bytes, value);
    written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default()
}
