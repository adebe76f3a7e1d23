//! The moves of a seat in fewer bytes: every part once, and each move as its text and the numbers of its parts. A card
//! of Träxx can allow 229 moves, 63 kB as a list of moves and 9 kB packed. Compressed socket frames would be smaller
//! still, but the socket library in use does not have them.

use crate::view::{MoveView, OutcomeName};
use breadboard_games::Part;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// The moves of a seat, packed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PackedMoves {
    /// Every part that occurs, once.
    pub parts: Vec<Part>,
    /// One row per move: its text, then the numbers of its parts.
    pub rows: Vec<Vec<PackedCell>>,
    /// What each move gives, in the order of the rows; empty if no move says.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub gains: Vec<Option<i32>>,
    /// How the game ends with a move, by the number of its row; a move that is not here does not end it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    #[schema(value_type = BTreeMap<String, OutcomeName>)]
    pub ends: BTreeMap<u32, OutcomeName>,
}

/// One cell of a packed row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum PackedCell {
    /// The move in the game's notation: the first cell.
    Text(String),
    /// The number of a part, from 0: every further cell.
    Part(u32),
}

impl PackedMoves {
    /// Packs a list of moves.
    #[must_use]
    pub fn of(moves: Vec<MoveView>) -> PackedMoves {
        let mut numbers: HashMap<Part, u32> = HashMap::new();
        let mut parts = Vec::new();
        let mut number = |part: Part| {
            let next = parts.len() as u32;
            *numbers.entry(part).or_insert_with_key(|part| {
                parts.push(part.clone());
                next
            })
        };
        let gains: Vec<Option<i32>> = moves.iter().map(|mv| mv.gain).collect();
        let ends = (0..).zip(&moves).filter_map(|(row, mv)| Some((row, mv.ends?))).collect();
        let mut rows = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut row = vec![PackedCell::Text(mv.text)];
            row.extend(mv.parts.into_iter().map(|part| PackedCell::Part(number(part))));
            rows.push(row);
        }
        let gains = if gains.iter().any(Option::is_some) { gains } else { Vec::new() };
        PackedMoves { parts, rows, gains, ends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// What a client does; `web/src/link/pack.ts` is the same.
    fn unpacked(packed: &Value) -> Value {
        let one = |(index, row): (usize, &Value)| {
            let row = row.as_array().unwrap();
            let parts: Vec<&Value> =
                row[1..].iter().map(|number| &packed["parts"][number.as_u64().unwrap() as usize]).collect();
            let mut mv = json!({ "text": row[0], "parts": parts });
            if let Some(gain) = packed["gains"].get(index).filter(|gain| !gain.is_null()) {
                mv["gain"] = gain.clone();
            }
            if let Some(end) = packed["ends"].get(index.to_string()) {
                mv["ends"] = end.clone();
            }
            mv
        };
        packed["rows"].as_array().unwrap().iter().enumerate().map(one).collect()
    }

    #[test]
    fn packed_moves_are_the_same_moves_and_smaller() {
        let moves = json!([
            { "text": "f4>e5", "parts": [{ "role": "end", "value": "f4", "place": "f4" }, { "role": "field", "value": "e5" }] },
            { "text": "f4>e5-d4", "parts": [
                { "role": "end", "value": "f4", "place": "f4" },
                { "role": "field", "value": "e5" },
                { "role": "field", "value": "d4" },
            ], "gain": -3 },
            { "text": "pass", "parts": [], "ends": "loss" },
        ]);
        let packed = PackedMoves::of(serde_json::from_value(moves.clone()).unwrap());
        let value = serde_json::to_value(&packed).unwrap();
        assert_eq!(value["rows"], json!([["f4>e5", 0, 1], ["f4>e5-d4", 0, 1, 2], ["pass"]]));
        assert_eq!(unpacked(&value), moves);
        assert_eq!(serde_json::from_value::<PackedMoves>(value).unwrap(), packed);
    }
}
