//! A table as the viewers of one set of seats see it, in the forms that are sent: whole, with packed moves, and as the
//! difference from what they saw before. Only the part `you` differs between viewers. So the rest is projected, written
//! and compared once for all of them. A message of its own for each viewer was the alternative; it cost most of a move's
//! time and half of a table's memory.

use super::fields::Fields;
use super::patch::{changes, removed};
use breadboard_core::SeatSet;
use breadboard_play::Table;
use breadboard_play::view::{Ask, Viewer, own_part, view};
use breadboard_wire::{MoveView, PackedMoves};
use serde::Serialize;
use serde::ser::SerializeMap as _;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Differences that are kept ready. Nearly all sockets come from the state just before; a slow one may lag behind.
const MOST_PATCHES: usize = 4;
/// What all viewers of one moment see.
#[derive(Debug)]
pub(crate) struct Common {
    /// The state of a viewer without seats.
    state: Fields,
    hash: u64,
    patches: Mutex<Vec<(Weak<Common>, Arc<Changed>)>>,
}

/// The fields that change one state into another, each with what changes it.
#[derive(Debug)]
struct Changed(Vec<(&'static str, Box<RawValue>)>);

impl Common {
    pub(crate) fn new(table: &Table) -> Common {
        let state = Fields::of(&view(table, Viewer::SPECTATOR, Ask::State));
        let mut hasher = DefaultHasher::new();
        for (name, text) in state.iter() {
            hasher.write(name.as_bytes());
            hasher.write(text.as_bytes());
        }
        Common { state, hash: hasher.finish(), patches: Mutex::default() }
    }

    /// What changes `old` into this one.
    fn patch_from(&self, old: &Arc<Common>) -> Arc<Changed> {
        let mut patches = lock(&self.patches);
        if let Some((_, patch)) = patches.iter().find(|(from, _)| from.as_ptr() == Arc::as_ptr(old)) {
            return patch.clone();
        }
        let patch = Arc::new(Changed::between(&old.state, &self.state));
        if patches.len() < MOST_PATCHES {
            patches.push((Arc::downgrade(old), patch.clone()));
        }
        patch
    }
}

impl Changed {
    fn between(old: &Fields, new: &Fields) -> Changed {
        let known = |name: &str| old.iter().find(|(known, _)| *known == name).map(|(_, text)| text);
        let mut fields = Vec::new();
        for (name, text) in new.iter() {
            let before = known(name);
            if before != Some(text) {
                fields.push((name, changes(before, text)));
            }
        }
        let gone = old.iter().filter(|(name, _)| new.iter().all(|(still, _)| still != *name));
        fields.extend(gone.map(|(name, _)| (name, removed())));
        Changed(fields)
    }
}

/// A patch: what changed for all viewers, and what changed in their own part.
struct Patch<'a> {
    common: &'a Changed,
    you: Option<Box<RawValue>>,
}

impl Serialize for Patch<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut patch = serializer.serialize_map(None)?;
        for (name, change) in &self.common.0 {
            patch.serialize_entry(name, change)?;
        }
        if let Some(you) = &self.you {
            patch.serialize_entry("you", you)?;
        }
        patch.end()
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
    packed: OnceLock<Box<RawValue>>,
}

/// What one seat sees of its own.
#[derive(Debug)]
struct Own {
    /// All but its moves, which are sent in two forms.
    fields: Fields,
    moves: Vec<MoveView>,
}

impl Own {
    fn all(table: &Table, seats: SeatSet) -> Vec<Own> {
        let own = |mut you: breadboard_wire::YouView| {
            let moves = std::mem::take(&mut you.moves);
            Own { fields: Fields::of(&you), moves }
        };
        own_part(table, Viewer::seats(seats)).into_iter().map(own).collect()
    }
}

impl Shown {
    /// What the viewers of these seats see of a table; `common` is of the same moment.
    pub(crate) fn new(common: Arc<Common>, table: &Table, seats: SeatSet) -> Shown {
        let own = Own::all(table, seats);
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(common.hash);
        for Own { fields, moves } in &own {
            // Moves follow from the position, which all viewers see.
            hasher.write_usize(moves.len());
            for (name, text) in fields.iter() {
                hasher.write(name.as_bytes());
                hasher.write(text.as_bytes());
            }
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

    /// The state as JSON. `table` is the one that is shown.
    pub(crate) fn whole(&self, table: &Table) -> Box<RawValue> {
        // Not kept: nearly always one client alone sees it.
        let own = self.own(table);
        let you: Vec<_> = own.iter().map(|Own { fields, moves }| fields.with("moves", moves)).collect();
        json(&self.common.state.with("you", you))
    }

    /// The state with packed moves as JSON.
    pub(crate) fn lean(&self, table: &Table) -> Box<RawValue> {
        json(&self.common.state.with("you", self.packed(table)))
    }

    fn packed(&self, table: &Table) -> &RawValue {
        self.packed.get_or_init(|| {
            let own: Vec<(Fields, PackedMoves)> = self
                .own(table)
                .into_iter()
                .map(|Own { fields, moves }| (fields, PackedMoves::of(moves)))
                .collect();
            json(&own.iter().map(|(fields, moves)| fields.with("moves", moves)).collect::<Vec<_>>())
        })
    }

    /// What changes the lean form of `old`, which was sent, into this one's.
    pub(crate) fn patch(&self, old: &Shown, table: &Table) -> Box<RawValue> {
        let common = self.common.patch_from(&old.common);
        // It was made when it was sent.
        let known = old.packed.get().map(|packed| packed.get());
        let packed = self.packed(table).get();
        let you = (known != Some(packed)).then(|| changes(known, packed));
        json(&Patch { common: &common, you })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Views are made of structs with text keys: writing them as JSON does not fail.
fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
