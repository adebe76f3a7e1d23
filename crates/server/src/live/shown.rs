//! A table as the viewers of one set of seats see it, in the forms that are sent: whole, with packed moves, and as the
//! difference from what they saw before. All viewers of the same seats see the same, so each form is made once, when
//! the first of them needs it, and shared; it was once parsed back from text for every socket.

use super::patch::difference;
use breadboard_wire::{Message, PackedMoves};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// Differences that are kept ready. Nearly all sockets come from the state just before; a slow one may lag behind.
const MOST_PATCHES: usize = 4;

/// What the viewers of one set of seats see.
#[derive(Debug)]
pub(crate) struct Shown {
    message: Message,
    hash: u64,
    whole: OnceLock<Box<RawValue>>,
    lean: OnceLock<Lean>,
    patches: Mutex<Vec<(Weak<Shown>, Arc<RawValue>)>>,
}

/// A state with packed moves: as a value to compare with the next one, and as text.
#[derive(Debug)]
struct Lean {
    value: Value,
    text: Box<RawValue>,
}

impl Shown {
    pub(crate) fn new(message: Message) -> Shown {
        let mut hash = HashWriter::default();
        // Views are made of structs with text keys: writing them as JSON does not fail, nor does the hash.
        let _ = serde_json::to_writer(&mut hash, &message);
        Shown {
            message,
            hash: hash.0.finish(),
            whole: OnceLock::new(),
            lean: OnceLock::new(),
            patches: Mutex::default(),
        }
    }

    /// Differs whenever viewers would see something else.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The state as JSON.
    pub(crate) fn whole(&self) -> &RawValue {
        self.whole.get_or_init(|| raw(&self.message))
    }

    /// The state with packed moves as JSON.
    pub(crate) fn lean(&self) -> &RawValue {
        &self.lean_form().text
    }

    /// What changes the lean form of `old` into this one's.
    pub(crate) fn patch_from(&self, old: &Arc<Shown>) -> Arc<RawValue> {
        let mut patches = self.patches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, patch)) = patches.iter().find(|(from, _)| from.as_ptr() == Arc::as_ptr(old)) {
            return patch.clone();
        }
        let patch: Arc<RawValue> = raw(&difference(&old.lean_form().value, &self.lean_form().value)).into();
        if patches.len() < MOST_PATCHES {
            patches.push((Arc::downgrade(old), patch.clone()));
        }
        patch
    }

    fn lean_form(&self) -> &Lean {
        self.lean.get_or_init(|| {
            let value = packed(&self.message);
            let text = raw(&value);
            Lean { value, text }
        })
    }
}

/// A state with every seat's moves packed.
fn packed(message: &Message) -> Value {
    let Message::State(view) = message else { return Value::Null };
    let mut view = view.clone();
    let moves: Vec<_> = view.you.iter_mut().map(|you| std::mem::take(&mut you.moves)).collect();
    let mut value = serde_json::to_value(Message::State(view)).unwrap_or_default();
    let seats = value.get_mut("you").and_then(Value::as_array_mut).into_iter().flatten();
    for (seat, moves) in seats.zip(moves) {
        seat["moves"] = serde_json::to_value(PackedMoves::of(moves)).unwrap_or_default();
    }
    value
}

fn raw(value: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Hashes what is written.
#[derive(Default)]
struct HashWriter(DefaultHasher);

impl io::Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
