//! What the engines know: analysis of a position, review of a game, hints and puzzles.
//!
//! A value is a chance to win for every seat, fitted to played games, and not the raw score of a search: raw scores have
//! another unit in every game, and people cannot compare them.

use crate::denied::TextView;
use crate::study::{NameRow, PlayedEvent};
use breadboard_games::Part;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to analyse, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"spec": "breakthrough", "lines": 3}))]
pub struct AnalysisRequest {
    /// The game with its options.
    pub spec: String,
    /// The version of its rules; today's if absent.
    #[serde(default)]
    pub rules: Option<u32>,
    /// The position as the game writes it; the start if absent.
    #[serde(default)]
    pub position: Option<String>,
    /// Events to play on it first, at most 200.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub events: Vec<PlayedEvent>,
    /// Whose choice to analyse where several seats choose at once; the first of them if absent.
    #[serde(default)]
    pub seat: Option<u8>,
    /// How many lines, from 1 to 5; 3 if absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: Option<u8>,
    /// How long to think; `normal` if absent.
    #[serde(default)]
    pub effort: Option<EffortName>,
}

/// How long an analysis thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EffortName {
    /// About as long as a hint takes.
    Quick,
    /// As long as the strongest bot.
    #[default]
    Normal,
    /// Ten times as long.
    Deep,
}

/// What a position is worth, for every seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ValueView {
    /// The chance to win of every seat, in seat order, from 0 to 1; they add up to 1, and a draw counts as an equal share.
    /// Empty where one seat plays alone.
    pub chances: Vec<f64>,
    /// The points that the seat expects at the end, where one seat plays alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub points: Option<f64>,
    /// How far it can be trusted.
    pub bound: Bound,
    /// The moves to the end, where the result is proven.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub distance: Option<u32>,
    /// The standard error of the chance (of the points, where one seat plays alone), where the value was sampled.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub error: Option<f64>,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The estimate of a search.
    Estimate,
    /// The seat that chooses has at least this.
    Lower,
    /// The seat that chooses has at most this.
    Upper,
    /// Proven by search to the end of the game, or the game is over.
    Proven,
}

/// What an analysis has found so far. The answer to a request is a stream of these, one JSON document per line; the last has
/// `done`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisView {
    /// The seat whose choice was analysed; none where chance decides next or the game is over.
    #[schema(required)]
    pub seat: Option<u8>,
    /// The value of the position with the best play that was found.
    pub value: ValueView,
    /// Plies searched completely; in a sampling search the depth of the tree.
    pub depth: u32,
    /// Positions or samples so far.
    pub nodes: u64,
    /// The lines, the best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether the search has ended.
    pub done: bool,
}

/// One line of expected play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// The value of the position after it, if both sides play so.
    pub value: ValueView,
    /// The moves, as far as they do not depend on chance.
    pub steps: Vec<LineStep>,
    /// What the first seat does up to the end of its turn, in phrases without a subject; empty where the notation says it.
    #[serde(default)]
    pub phrases: Vec<TextView>,
}

/// One move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineStep {
    /// Who makes it.
    pub seat: u8,
    /// Its notation.
    pub text: String,
    /// The choices that make it, so that a client can draw it on the board.
    pub parts: Vec<Part>,
    /// What it does, sentence by sentence.
    #[serde(alias = "told")]
    pub narration: Vec<TextView>,
}

/// A suggestion for a seat, with its reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HintView {
    /// The line that begins with the suggested move.
    pub line: AnalysisLine,
    /// The best line with another first move, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub runner_up: Option<AnalysisLine>,
    /// What the move is for, sentence by sentence.
    pub why: Vec<TextView>,
}

/// A review of a game. While it is computed, a stream of these is sent, one JSON document per line; the last has `done`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewView {
    /// The game with its options, as the record writes it.
    pub spec: String,
    /// The version of its rules.
    pub rules: u32,
    /// The players' names, where the record has them.
    pub names: Vec<NameRow>,
    /// How far the computation is, from 0 to 1.
    pub progress: f64,
    /// Whether everything is computed.
    pub done: bool,
    /// The value before the first event.
    pub start: ValueView,
    /// Every event of the game, in order; those that are not computed yet are missing.
    pub steps: Vec<ReviewStep>,
    /// Every seat; empty until everything is computed.
    pub players: Vec<ReviewPlayer>,
    /// The numbers of the events that mattered most, from 1, in order.
    pub key_moments: Vec<u32>,
    /// What luck and choices do not explain of the change of the first seat's value over the game: the error of the search.
    pub residual: f64,
}

/// One event of a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewStep {
    /// The number of the event, from 1.
    pub step: u32,
    /// The number of the turn that it belongs to, from 1.
    pub turn: u32,
    /// The value after it.
    pub value: ValueView,
    /// What each acting seat chose; empty for chance.
    pub choices: Vec<ReviewChoice>,
    /// The luck of every seat in a chance event: the value after it minus the mean over all that could have happened. Empty
    /// for a choice.
    pub luck: Vec<f64>,
}

/// The choice of one seat in a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewChoice {
    /// Who chose.
    pub seat: u8,
    /// The notation.
    pub text: String,
    /// What the seat did from here to the end of its turn, in phrases without a subject; empty where the notation says it.
    #[serde(default)]
    pub phrases: Vec<TextView>,
    /// How good it was.
    pub mark: MoveMark,
    /// The winning chance that it gave away, from 0 to 1; points, where one seat plays alone.
    pub loss: f64,
    /// The better line, for an inaccuracy or worse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub better: Option<AnalysisLine>,
    /// The play that shows what is wrong with the choice, for an inaccuracy or worse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub refutation: Option<AnalysisLine>,
    /// Why it was worse, sentence by sentence.
    pub why: Vec<TextView>,
}

/// How good a choice was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveMark {
    /// There was no other move.
    Forced,
    /// The best move, or one as good.
    Best,
    /// A good move.
    Good,
    /// A small loss.
    Inaccuracy,
    /// A clear loss.
    Mistake,
    /// A loss that can decide the game.
    Blunder,
}

impl MoveMark {
    /// All of them, in the order in which people read them.
    pub const ALL: [MoveMark; 6] = [
        MoveMark::Forced,
        MoveMark::Best,
        MoveMark::Good,
        MoveMark::Inaccuracy,
        MoveMark::Mistake,
        MoveMark::Blunder,
    ];
}

/// What a review says of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewPlayer {
    /// Which seat.
    pub seat: u8,
    /// How well it chose, from 0 to 100.
    pub accuracy: f64,
    /// The winning chance (alone: the points) that chance gave it over the game; less than 0 for bad luck.
    pub luck: f64,
    /// The winning chance (alone: the points) that its choices gave away over the game; 0 or less.
    pub skill: f64,
    /// How often each mark was given.
    pub marks: Vec<MarkCount>,
}

/// How often a mark was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MarkCount {
    /// The mark.
    pub mark: MoveMark,
    /// How often.
    pub count: u32,
}

/// A record to review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The record, as text.
    pub record: String,
}

/// A puzzle: a position with one best answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleView {
    /// Its id: the game and a number, `snipe-17`.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// The version of its rules.
    pub rules: u32,
    /// The position as the game writes it.
    pub position: String,
    /// Who is to find the answer.
    pub seat: u8,
    /// What is asked, as a sentence.
    pub task: TextView,
    /// How hard it is, from 1 to 5: how deep a search must look.
    pub difficulty: u8,
    /// What it is about, as keys of the game's texts.
    pub themes: Vec<TextView>,
}

/// Puzzles of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleList {
    /// All that fit the question, the easiest first.
    pub puzzles: Vec<PuzzleRow>,
}

/// A puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleRow {
    /// Its id.
    pub id: String,
    /// How hard it is, from 1 to 5.
    pub difficulty: u8,
    /// What it is about.
    pub themes: Vec<TextView>,
}

/// Which puzzles to list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PuzzleQuery {
    /// The game's id; all games if absent.
    pub game: Option<String>,
    /// Only puzzles of this difficulty, from 1 to 5.
    pub difficulty: Option<u8>,
    /// Only puzzles of this theme, by the key of its text.
    pub theme: Option<String>,
}

/// Which day's puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// The day, `2026-11-17`; today in UTC if absent.
    pub date: Option<String>,
}

/// For which seat a hint is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HintQuery {
    /// The number of the seat.
    pub seat: u8,
}

/// An answer to a puzzle, as far as it was played: the events since its position, replies included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// The events on the puzzle's position, at most 200.
    #[schema(max_items = 200)]
    pub events: Vec<PlayedEvent>,
    /// Whether to give up and see the answer.
    #[serde(default)]
    pub give_up: bool,
    /// Whether to be told the next move towards the answer, from the position that the events lead to.
    #[serde(default)]
    pub hint: bool,
}

/// What became of an answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleVerdict {
    /// How it stands.
    pub state: PuzzleState,
    /// The replies of the other side to play now, before the next move is asked.
    pub replies: Vec<PlayedEvent>,
    /// What is wrong, or why the answer is right, sentence by sentence.
    pub why: Vec<TextView>,
    /// The next move towards the answer, where one is asked for and an answer can still be reached.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub hint: Option<LineStep>,
    /// The whole answer, once the puzzle is solved, failed or given up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub solution: Option<AnalysisLine>,
    /// For a wrong answer: the play that shows what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub refutation: Option<AnalysisLine>,
}

/// How a puzzle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleState {
    /// Right so far; the next move is asked.
    Continue,
    /// The turn is not over: it is judged at its end.
    Unjudged,
    /// Solved.
    Solved,
    /// Not the best move.
    Wrong,
    /// Given up: the answer is shown.
    Shown,
}
