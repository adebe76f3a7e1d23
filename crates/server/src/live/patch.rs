//! The difference between two states of one table, as its viewer sees them. It is made of two messages of the one
//! projection, so it can reveal nothing that they do not.
//!
//! Not a JSON merge patch: that cannot set a value to null, and views have nulls. Here an object goes into the parts of
//! an object, or of a list by index where both lists are equally long; `[value]` sets, `[]` removes.
//!
//! The two messages are compared as they are written. Trees of values were the alternative: they were half of a table's
//! memory and a fifth of a move's time. One serializer writes both texts without blanks, so equal values are equal texts.

use serde_json::value::RawValue;

/// What changes the first text, if there is one, into the second; both are JSON without blanks.
pub(super) fn changes(old: Option<&str>, new: &str) -> Box<RawValue> {
    let mut text = String::new();
    match old {
        Some(old) => write_changes(old, new, &mut text),
        None => set(new, &mut text),
    }
    json(text)
}

/// What removes a field.
pub(super) fn removed() -> Box<RawValue> {
    json("[]".to_owned())
}

/// A patch is read once to make sure of its form; it is small, and most of it is made once for all viewers.
fn json(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Writes what changes the first text into the second; `{}` if they are equal.
fn write_changes(old: &str, new: &str, out: &mut String) {
    match (old.as_bytes().first(), new.as_bytes().first()) {
        _ if old == new => out.push_str("{}"),
        (Some(b'{'), Some(b'{')) => write_members(old, new, out),
        (Some(b'['), Some(b'[')) => write_items(old, new, out),
        _ => set(new, out),
    }
}

/// What changes one object into another.
fn write_members(old: &str, new: &str, out: &mut String) {
    let (old, new): (Vec<_>, Vec<_>) = (members(old).collect(), members(new).collect());
    // Both are written from one type: most of the time a field stands where it stood before.
    let find = |list: &[(&str, _)], index: usize, key: &str| match list.get(index) {
        Some((known, _)) if *known == key => Some(index),
        _ => list.iter().position(|(known, _)| *known == key),
    };
    let mut fields = Fields::new(out);
    for (index, (key, value)) in new.iter().enumerate() {
        match find(&old, index, key).map(|at| old[at].1) {
            Some(known) if known == *value => {}
            Some(known) => write_changes(known, value, fields.next(key)),
            None => set(value, fields.next(key)),
        }
    }
    for (index, (key, _)) in old.iter().enumerate() {
        if find(&new, index, key).is_none() {
            fields.next(key).push_str("[]");
        }
    }
    out.push('}');
}

/// What changes one list into another.
fn write_items(old: &str, new: &str, out: &mut String) {
    let (known, items): (Vec<_>, Vec<_>) = (values(old).collect(), values(new).collect());
    let changed = known.iter().zip(&items).filter(|(known, item)| known != item).count();
    // A list of which most has changed is shorter when it is sent whole.
    if known.len() != items.len() || changed * 2 > items.len() {
        return set(new, out);
    }
    let mut fields = Fields::new(out);
    for (index, (known, item)) in known.iter().zip(&items).enumerate() {
        if known != item {
            write_changes(known, item, fields.next(&format!("\"{index}\"")));
        }
    }
    out.push('}');
}

fn set(value: &str, out: &mut String) {
    out.push('[');
    out.push_str(value);
    out.push(']');
}

/// Writes the fields of an object.
struct Fields<'a> {
    out: &'a mut String,
    is_first: bool,
}

impl<'a> Fields<'a> {
    fn new(out: &'a mut String) -> Fields<'a> {
        out.push('{');
        Fields { out, is_first: true }
    }

    /// Begins a field; `key` has its quotes.
    fn next(&mut self, key: &str) -> &mut String {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(',');
        }
        self.out.push_str(key);
        self.out.push(':');
        self.out
    }
}

/// The fields of an object: keys with their quotes, and values.
fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = inside(object);
    std::iter::from_fn(move || {
        let key = take_value(&mut rest)?;
        let value = take_value(&mut rest)?;
        Some((key, value))
    })
}

/// The items of a list.
fn values(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = inside(list);
    std::iter::from_fn(move || take_value(&mut rest))
}

/// What stands between the brackets.
fn inside(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

/// Takes the next value or key, and the comma or colon after it.
fn take_value<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = *rest;
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' | b':' if depth == 0 => break,
            _ => {}
        }
        at += 1;
    }
    // Cut at signs of ASCII, which no other sign contains.
    let value = text.get(..at)?;
    *rest = text.get(at + 1..).unwrap_or_default();
    Some(value)
}

/// Where the closing quote of a text is, whose opening quote is at `at`.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::shown::{Common, Shown};
    use breadboard_core::{Rng as _, Seat, SeatSet, SplitMix};
    use breadboard_games::GAMES;
    use breadboard_play::view::{Ask, Message, View, Viewer, view};
    use breadboard_play::{Holder, Opening, Seed, Submission, Table};
    use serde_json::{Value, json};
    use std::sync::Arc;

    /// Below this size of a state, in bytes, the parts that always change (version, time, last event) outweigh the
    /// board, and a patch need not be much smaller.
    const WORTH_PATCHING: usize = 2_500;

    /// What a client does with a patch; `web/src/link/patch.ts` is the same.
    fn apply(old: &Value, patch: &Value) -> Value {
        let Value::Object(parts) = patch else {
            return patch[0].clone();
        };
        let mut new = old.clone();
        for (key, part) in parts {
            match &mut new {
                Value::Array(list) => {
                    let index: usize = key.parse().unwrap();
                    list[index] = apply(&list[index], part);
                }
                Value::Object(map) if part.as_array().is_some_and(Vec::is_empty) => {
                    map.remove(key);
                }
                new => new[key] = apply(&old[key], part),
            }
        }
        new
    }

    fn difference(old: &Value, new: &Value) -> Value {
        let mut text = String::new();
        write_changes(&old.to_string(), &new.to_string(), &mut text);
        serde_json::from_str(&text).unwrap()
    }

    fn shown(table: &Table, seats: SeatSet) -> Arc<Shown> {
        Arc::new(Shown::new(Arc::new(Common::new(table)), table, seats))
    }

    fn read(json: &RawValue) -> (usize, Value) {
        (json.get().len(), serde_json::from_str(json.get()).unwrap())
    }

    #[test]
    fn values_are_set_removed_and_gone_into() {
        for (old, new, wanted) in [
            (json!({"a": 1, "b": null}), json!({"a": null, "b": null}), json!({"a": [null]})),
            (json!({"a": 1}), json!({}), json!({"a": []})),
            (json!({}), json!({"a": [1]}), json!({"a": [[1]]})),
            (json!({"a": [1, 2]}), json!({"a": [1, 3]}), json!({"a": {"1": [3]}})),
            (json!({"a": [1, 2]}), json!({"a": [2, 3]}), json!({"a": [[2, 3]]})),
            (json!({"a": [1, 2]}), json!({"a": [1]}), json!({"a": [[1]]})),
            (json!({"a": {"b": {"c": 1}}}), json!({"a": {"b": {"c": 2}}}), json!({"a": {"b": {"c": [2]}}})),
            (json!([]), json!([]), json!({})),
            // Signs with a meaning in JSON, inside texts.
            (
                json!({"a": "x\"],{\\", "b,": [":", "{", 1], "é": 1}),
                json!({"a": "x\"],}\\", "b,": [":", "[", 1], "é": 2}),
                json!({"a": ["x\"],}\\"], "b,": {"1": ["["]}, "é": [2]}),
            ),
        ] {
            let made = difference(&old, &new);
            assert_eq!(made, wanted);
            assert_eq!(apply(&old, &made), new);
        }
    }

    #[test]
    fn a_chain_of_patches_is_the_state_in_every_game_and_smaller() {
        for game in GAMES {
            for seats in [SeatSet::EMPTY, SeatSet::only(Seat::FIRST)] {
                let mut table = table_of_bots(game.info.id, game.info.default_seats.into());
                let mut rng = SplitMix::new(1);
                let mut sent = shown(&table, seats);
                let (_, mut known) = read(&sent.lean(&table));
                let (mut whole, mut lean, mut updates) = (0, 0, 0);
                for number in 0..60 {
                    let Some((seat, _)) = table.bots_to_act().into_iter().next() else { break };
                    table = random_move(&table, seat, number, &mut rng);
                    let next = shown(&table, seats);
                    let (bytes, patch) = read(&next.patch(&sent, &table));
                    let (all, state) = read(&next.whole(&table));
                    assert_eq!(
                        state,
                        serde_json::to_value(view(&table, Viewer::seats(seats), Ask::State)).unwrap(),
                        "the one projection"
                    );
                    (whole, lean, updates) = (whole + all, lean + bytes, updates + 1);
                    known = apply(&known, &patch);
                    let (_, packed) = read(&next.lean(&table));
                    assert_eq!(known, packed);
                    sent = next;
                }
                println!("{} {seats:?}: {lean} of {whole} bytes in {updates} updates", game.info.id);
                let worth = whole > updates * WORTH_PATCHING;
                assert!(!worth || lean * 4 < whole * 3, "{} {seats:?}: {lean} of {whole}", game.info.id);
            }
        }
    }

    fn table_of_bots(game: &str, seats: usize) -> Table {
        let opening = Opening {
            spec: game.parse().unwrap(),
            rules: None,
            start: None,
            given: Vec::new(),
            seats: vec![Holder::Bot { level: "random".parse().unwrap() }; seats],
            clock: None,
            forced_moves: false,
            seed: Seed::new([7; 32]),
        };
        Table::open(opening, 1).unwrap().table
    }

    fn state(table: &Table, viewer: Viewer) -> View {
        match view(table, viewer, Ask::State) {
            Message::State(view) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn random_move(table: &Table, seat: Seat, number: u32, rng: &mut SplitMix) -> Table {
        let own = state(table, Viewer::seat(seat));
        let moves = &own.you[0].moves;
        let chosen = &moves[rng.below(moves.len() as u32) as usize].text;
        let submission: Submission = serde_json::from_value(json!({
            "seat": seat.number(), "version": table.version(), "key": format!("k{number}"),
            "request": {"do": "act", "text": chosen},
        }))
        .unwrap();
        table.submit(2, &submission).unwrap().table
    }
}
