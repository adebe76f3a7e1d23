//! The difference between two states of one table, as its viewer sees them. It is made of two messages of the one
//! projection, so it can reveal nothing that they do not.
//!
//! Not a JSON merge patch: that cannot set a value to null, and views have nulls. Here an object goes into the parts of
//! an object, or of a list by index where both lists are equally long; `[value]` sets, `[]` removes.

use serde_json::{Map, Value};

/// What changes the first value into the second; nothing if they are equal.
pub(super) fn changes(old: &Value, new: &Value) -> Option<Value> {
    let mut parts = Map::new();
    match (old, new) {
        _ if old == new => return None,
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                let changed = old.get(key).map_or_else(|| Some(set(value)), |old| changes(old, value));
                parts.extend(changed.map(|changed| (key.clone(), changed)));
            }
            let gone = old.keys().filter(|key| !new.contains_key(*key));
            parts.extend(gone.map(|key| (key.clone(), Value::Array(Vec::new()))));
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                parts.extend(changes(old, new).map(|changed| (index.to_string(), changed)));
            }
            // A list of which most has changed is shorter when it is sent whole.
            if parts.len() * 2 > new.len() {
                return Some(set(&Value::Array(new.clone())));
            }
        }
        _ => return Some(set(new)),
    }
    Some(Value::Object(parts))
}

fn set(value: &Value) -> Value {
    Value::Array(vec![value.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::shown::{Common, Shown};
    use breadboard_core::{Rng as _, Seat, SeatSet, SplitMix};
    use breadboard_games::GAMES;
    use breadboard_play::view::{Ask, Message, View, Viewer, view};
    use breadboard_play::{Holder, Opening, Seed, Submission, Table};
    use serde_json::json;
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
        changes(old, new).unwrap_or_else(|| Value::Object(Map::new()))
    }

    fn shown(table: &Table, seats: SeatSet) -> Arc<Shown> {
        Arc::new(Shown::new(Arc::new(Common::new(table)), table, seats))
    }

    fn written(write: impl FnOnce(&mut String)) -> (usize, Value) {
        let mut text = String::new();
        write(&mut text);
        (text.len(), serde_json::from_str(&text).unwrap())
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
                let (_, mut known) = written(|out| sent.write_lean(&table, out));
                let (mut whole, mut lean, mut updates) = (0, 0, 0);
                for number in 0..60 {
                    let Some((seat, _)) = table.bots_to_act().into_iter().next() else { break };
                    table = random_move(&table, seat, number, &mut rng);
                    let next = shown(&table, seats);
                    let (bytes, patch) = written(|out| next.write_patch(&sent, &table, out));
                    let (all, state) = written(|out| next.write_whole(&table, out));
                    assert_eq!(
                        state,
                        serde_json::to_value(view(&table, Viewer::seats(seats), Ask::State)).unwrap(),
                        "the one projection"
                    );
                    (whole, lean, updates) = (whole + all, lean + bytes, updates + 1);
                    known = apply(&known, &patch);
                    let (_, packed) = written(|out| next.write_lean(&table, out));
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
