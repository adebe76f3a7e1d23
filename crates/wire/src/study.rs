//! Positions and records that are at no table: for diagrams, lessons, replays and tools. They have no secrets, so they
//! need no viewer.

use crate::denied::TextView;
use crate::values;
use crate::view::{MoveView, PositionView, ResultView, StepView};
use breadboard_core::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A position, and events to play on it first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"spec": "breakthrough", "events": [{"seats": [1], "texts": ["a2-a3"]}]}))]
pub struct PositionRequest {
    /// The game with its options.
    pub spec: String,
    /// The position as the game writes it; the start if absent.
    pub position: Option<String>,
    /// Events to play on it first, at most 200.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub events: Vec<PlayedEvent>,
    /// Whether to draw an example of what chance decides then, until a seat is to act: the same every time.
    #[serde(default)]
    pub deal: bool,
    /// Draws the chance event that is pending after the events, and plays it; `last` says what it was. The same number
    /// draws the same, at no table's dice.
    #[serde(default)]
    pub draw: Option<u32>,
}

/// One event to play on a position: what each seat chooses, or the result of chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedEvent {
    /// The seats that act, from 1; none for chance.
    #[serde(default, with = "values::seats")]
    #[schema(value_type = Vec<u32>)]
    pub seats: Vec<Seat>,
    /// The notation: one text per seat, or one for chance.
    pub texts: Vec<String>,
}

/// A position that is at no table, with every legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyView {
    /// The version of these types.
    pub schema: u32,
    /// The game with its options, in its shortest form.
    pub spec: String,
    /// The position.
    pub position: PositionView,
    /// The moves of each seat that acts.
    pub moves: Vec<SeatMovesView>,
    /// Everything that chance can decide now, if it decides now and that is few enough to list.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub chances: Vec<ChanceView>,
    /// The position as text.
    pub drawing: String,
    /// The last of the events that were played on it, if there were any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub last: Option<StepView>,
}

/// One outcome of a pending roll, card or deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChanceView {
    /// In the game's notation.
    pub text: String,
    /// How likely it is, in relation to the others.
    pub weight: u64,
}

/// The moves of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatMovesView {
    /// Which seat.
    pub seat: u8,
    /// Its moves.
    pub moves: Vec<MoveView>,
}

/// A record with the position after one of its events, for a program that replays it by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordView {
    /// The position that was asked for, with its moves, so that one can play on from it.
    pub study: StudyView,
    /// The day it was played, if the record says.
    pub date: Option<String>,
    /// The players' names, by seat number.
    pub names: BTreeMap<u8, String>,
    /// How it ended by the rules, if it did.
    pub result: Option<String>,
    /// How it ended at its table, where the record names that beside the result: it is what people are told first.
    pub ending: Option<ResultView>,
    /// Every event.
    pub steps: Vec<StepView>,
}

/// A record, read and played through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RecordRead, bound = "")]
pub struct RecordRead<S = Vec<RecordStep>> {
    /// The game with its options under today's rules, in its shortest form.
    pub spec: String,
    /// The version of the rules.
    pub rules: u32,
    /// The players' names.
    pub names: Vec<NameRow>,
    /// The day it was played, if the record says.
    #[schema(required)]
    pub date: Option<String>,
    /// The result that the record states, if it does: what the moves give.
    #[schema(required)]
    pub result: Option<String>,
    /// How it ended at its table, where the record names that beside the result: it is what people are told first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub ending: Option<ResultView>,
    /// The position it starts from.
    pub start: String,
    /// Every event with the position after it.
    #[schema(value_type = Vec<RecordStep>)]
    pub steps: S,
    /// The record as this program writes it.
    pub text: String,
}

/// A player's name in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NameRow {
    /// Which seat.
    pub seat: u8,
    /// The name.
    pub name: String,
}

/// One event of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordStep {
    /// The notation: one text per seat, or one for chance.
    pub texts: Vec<String>,
    /// The narration, sentence by sentence.
    #[serde(alias = "told")]
    pub narration: Vec<TextView>,
    /// The places it touched.
    pub touched: Vec<String>,
    /// Who acted; no one for chance.
    pub seats: Vec<u8>,
    /// The number of the turn that it belongs to, from 1.
    pub turn: u32,
    /// The scores after it in seat order, if the game has scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub scores: Option<Vec<i32>>,
    /// The position after it, as the game writes it.
    pub position: String,
}

/// The result of checking a record's dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// Whether seed, hash, entropy and draws fit together.
    pub agrees: bool,
    /// The game with its options.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub spec: Option<String>,
    /// The scheme of the dice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub scheme: Option<String>,
    /// The hash of the seed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub commit: Option<String>,
    /// The seed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub seed: Option<String>,
    /// What the seats added to the dice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub entropy: Option<Vec<EntropyRow>>,
    /// How many events were played.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub events: Option<usize>,
    /// How many of them were played elsewhere and not drawn by these dice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub given: Option<usize>,
    /// How many draws were computed again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub draws: Option<u64>,
    /// The line of the record that does not fit; null where no single line is at fault.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<usize>)]
    pub line: Option<Option<usize>>,
    /// The first thing that does not fit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub reason: Option<String>,
}

/// What one seat added to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EntropyRow {
    /// Which seat.
    pub seat: u8,
    /// The bytes, in hexadecimal digits.
    pub bytes: String,
}
