//! A table as the viewers of one set of seats see it, in the forms that are sent: whole, with packed moves, and as the
//! difference from what they saw before. Only the part `you` differs between viewers. So the rest is projected, written
//! and compared once for all of them, and a viewer's message is put together from two texts. A message of its own for
//! each viewer was the alternative; it cost most of a move's time and half of a table's memory.

use super::patch::changes;
use breadboard_core::SeatSet;
use breadboard_play::Table;
use breadboard_play::view::{Ask, Message, Viewer, YouView, own_part, view};
use breadboard_wire::PackedMoves;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Differences that are kept ready. Nearly all sockets come from the state just before; a slow one may lag behind.
const MOST_PATCHES: usize = 4;
/// How the part `you` looks for a viewer without seats.
const NO_SEATS: &str = r#""you":[]"#;

/// What all viewers of one moment see.
#[derive(Debug)]
pub(crate) struct Common {
    /// The state of a viewer without seats.
    text: Box<str>,
    /// Where the list `you` begins and ends in it.
    you: (usize, usize),
    hash: u64,
    /// The state without `you`, to compare with the next one.
    value: OnceLock<Value>,
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
        let (hash, value, patches) = (hasher.finish(), OnceLock::new(), Mutex::default());
        Common { text: text.into(), you, hash, value, patches }
    }

    fn value(&self, table: &Table) -> &Value {
        self.value.get_or_init(|| {
            let Message::State(view) = view(table, Viewer::SPECTATOR, Ask::State) else { return Value::Null };
            let mut value = serde_json::to_value(Message::State(view)).unwrap_or_default();
            if let Some(fields) = value.as_object_mut() {
                fields.remove("you");
            }
            value
        })
    }

    /// The fields that change `old` into this one, without the braces around them.
    fn patch_from(&self, old: &Arc<Common>, table: &Table) -> Arc<str> {
        let mut patches = lock(&self.patches);
        if let Some((_, patch)) = patches.iter().find(|(from, _)| from.as_ptr() == Arc::as_ptr(old)) {
            return patch.clone();
        }
        // Its value was made when it was sent.
        let known = old.value.get().unwrap_or(&Value::Null);
        let parts = changes(known, self.value(table)).unwrap_or_else(|| Value::Object(Map::new()));
        let text = json(&parts);
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
    /// Their own part as it was projected, until the first form of it is made.
    own: Mutex<Option<Vec<YouView>>>,
    whole: OnceLock<Box<str>>,
    packed: OnceLock<Value>,
}

impl Shown {
    /// What the viewers of these seats see of a table; `common` is of the same moment.
    pub(crate) fn new(common: Arc<Common>, table: &Table, seats: SeatSet) -> Shown {
        let mut own = own_part(table, Viewer::seats(seats));
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(common.hash);
        for you in &mut own {
            // Moves follow from the position, which all viewers see.
            let moves = std::mem::take(&mut you.moves);
            hasher.write_usize(moves.len());
            hasher.write(json(you).as_bytes());
            you.moves = moves;
        }
        let (whole, packed) = (OnceLock::new(), OnceLock::new());
        Shown { common, seats, hash: hasher.finish(), own: Mutex::new(Some(own)), whole, packed }
    }

    /// Differs whenever viewers would see something else.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    fn own(&self, table: &Table) -> Vec<YouView> {
        lock(&self.own).take().unwrap_or_else(|| own_part(table, Viewer::seats(self.seats)))
    }

    /// Writes the state as JSON. `table` is the one that is shown.
    pub(crate) fn write_whole(&self, table: &Table, out: &mut String) {
        self.common.with(self.whole.get_or_init(|| json(&self.own(table)).into()), out);
    }

    /// Writes the state with packed moves as JSON.
    pub(crate) fn write_lean(&self, table: &Table, out: &mut String) {
        // The next state is compared with it.
        self.common.value(table);
        self.common.with(&json(self.packed(table)), out);
    }

    fn packed(&self, table: &Table) -> &Value {
        self.packed.get_or_init(|| {
            let packed = |mut you: YouView| {
                let moves = PackedMoves::of(std::mem::take(&mut you.moves));
                let mut value = serde_json::to_value(you).unwrap_or_default();
                value["moves"] = serde_json::to_value(moves).unwrap_or_default();
                value
            };
            self.own(table).into_iter().map(packed).collect()
        })
    }

    /// Writes what changes the lean form of `old`, which was sent, into this one's.
    pub(crate) fn write_patch(&self, old: &Shown, table: &Table, out: &mut String) {
        out.push('{');
        let common = self.common.patch_from(&old.common, table);
        out.push_str(&common);
        let known = old.packed.get().unwrap_or(&Value::Null);
        if let Some(you) = changes(known, self.packed(table)) {
            let comma = if common.is_empty() { "" } else { "," };
            out.push_str(&format!("{comma}\"you\":{you}"));
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
