//! Moves in fewer bytes: the parts that a seat's moves are made of once, and each move as its text and the numbers of its
//! parts. A card of Träxx can allow 229 moves, 63 kB as the view writes them and 9 kB like this; a compressed
//! socket would be smaller still, and no socket library that we use has it.

use serde_json::{Value, json};
use std::collections::HashMap;

/// The state of a table with every seat's `moves` packed; nothing if the text is not JSON.
pub(super) fn pack(state: &str) -> Option<String> {
    let mut state: Value = serde_json::from_str(state).ok()?;
    for seat in state.get_mut("you").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(moves) = seat.get_mut("moves").filter(|moves| moves.is_array()) {
            *moves = packed(moves);
        }
    }
    Some(state.to_string())
}

fn packed(moves: &Value) -> Value {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let (mut parts, mut rows) = (Vec::new(), Vec::new());
    for mv in moves.as_array().into_iter().flatten() {
        let mut row = vec![mv["text"].clone()];
        for part in mv["parts"].as_array().into_iter().flatten() {
            let number = *numbers.entry(part.to_string()).or_insert_with(|| {
                parts.push(part.clone());
                parts.len() - 1
            });
            row.push(number.into());
        }
        rows.push(Value::Array(row));
    }
    json!({ "parts": parts, "rows": rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client does; `web/src/link/pack.ts` is the same.
    fn unpacked(packed: &Value) -> Value {
        let one = |row: &Value| {
            let row = row.as_array().unwrap();
            let parts: Vec<&Value> =
                row[1..].iter().map(|number| &packed["parts"][number.as_u64().unwrap() as usize]).collect();
            json!({ "text": row[0], "parts": parts })
        };
        packed["rows"].as_array().unwrap().iter().map(one).collect()
    }

    #[test]
    fn packed_moves_are_the_same_moves_and_smaller() {
        let moves = json!([
            { "text": "f4>e5", "parts": [{ "role": "end", "value": "f4", "place": "f4" }, { "role": "field", "value": "e5" }] },
            { "text": "f4>e5-d4", "parts": [
                { "role": "end", "value": "f4", "place": "f4" },
                { "role": "field", "value": "e5" },
                { "role": "field", "value": "d4" },
            ] },
            { "text": "pass", "parts": [] },
        ]);
        let state = json!({ "you": [{ "seat": 1, "moves": moves }, { "seat": 2 }], "version": 3 });
        let packed: Value = serde_json::from_str(&pack(&state.to_string()).unwrap()).unwrap();
        assert_eq!(packed["version"], 3);
        assert_eq!(packed["you"][1], json!({ "seat": 2 }));
        assert_eq!(
            packed["you"][0]["moves"]["rows"],
            json!([["f4>e5", 0, 1], ["f4>e5-d4", 0, 1, 2], ["pass"]])
        );
        assert_eq!(unpacked(&packed["you"][0]["moves"]), moves);
        assert_eq!(pack("no state"), None);
    }
}
