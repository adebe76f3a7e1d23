//! What leaves a table. These types exist for nothing else: a field that is not listed here cannot leak. Removing
//! secrets from the table's own types before sending them would leak the next field that is added.
//!
//! The form is described in `docs/table.md`. Every message is deterministic: equal tables give equal bytes.

use crate::board::{AnyBoard, BoardJson};
use crate::clock::ClockRule;
use crate::denied::{RefusalView, TextView};
use breadboard_games::{Left, Part};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// The version of these types; raised when a client would have to change.
pub const SCHEMA: u32 = 1;

/// A message of the table, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub enum Message {
    /// The table as it stands.
    State(Box<View>),
    /// Events.
    Events(EventsView),
    /// An earlier position.
    Replay(Box<ReplayView>),
    /// Several positions, one after the other.
    Frames(FramesView),
    /// The turns of the game.
    Course(CourseView),
    /// A position as text.
    Drawing(DrawingView),
    /// A refusal.
    Refused(RefusalView),
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = TableView)]
pub struct View {
    /// The version of these types.
    pub schema: u32,
    /// The table's version, to be sent with every request.
    pub version: u32,
    /// The game's id.
    #[schema(value_type = String)]
    pub game: Cow<'static, str>,
    /// The game with its options.
    pub spec: String,
    /// How far the table is.
    pub phase: PhaseName,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// The position.
    pub position: PositionView,
    /// In a round of several seats, who has chosen; the choices are secret until all have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub round: Option<RoundView>,
    /// What the viewer can do, one entry per seat.
    pub you: Vec<YouView>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// How time is kept, if it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub clock: Option<ClockView>,
    /// The dice.
    pub dice: DiceView,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub result: Option<ResultView>,
    /// The last public event.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub last: Option<EventView>,
    /// The last move or round on the board: shown until the next one, whatever was drawn, offered or renamed since.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub last_move: Option<StepView>,
    /// A move that the table makes soon, because no other is legal. Until then the choice before it can be undone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub waiting: Option<WaitingView>,
    /// The seats that want a rematch, by number.
    pub rematch: Vec<u8>,
    /// Where the rematch is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// A forced move that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingView {
    /// Whose move it is, by number.
    pub seat: u8,
    /// The move in the game's notation.
    pub text: String,
    /// When the table makes it, in milliseconds since 1970.
    pub due: u64,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// Its number, from 1.
    pub seat: u8,
    /// Who holds it.
    pub kind: SeatKind,
    /// The person's name or the bot's level.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// How it left the game, if it has: a bot plays on, and the seat cannot win.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub exit: Option<Exit>,
    /// Whether a program moves for it.
    pub automatic: bool,
    /// Whether it is to act and has not.
    pub awaited: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PositionView {
    /// How many events of the game led to it.
    pub step: u32,
    /// As the game writes it.
    pub text: String,
    /// Who acts.
    pub turn: TurnView,
    /// Data to draw; what it holds depends on the game.
    #[schema(value_type = AnyBoard)]
    pub board: BoardJson,
    /// The scores in seat order, if the game has scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub scores: Option<Vec<i32>>,
    /// What is left to draw, place or win.
    pub left: Vec<Left>,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TurnView {
    /// Whether chance or seats act, or the game is over.
    pub kind: TurnKind,
    /// The seats that act, by number.
    pub seats: Vec<u8>,
    /// How it ended by the rules: `win 1`, `shared 1 2`, `draw`, `scored`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub outcome: Option<String>,
}

/// A round in which several seats choose at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundView {
    /// The seats that have chosen.
    pub chosen: Vec<u8>,
    /// The seats that have not.
    pub waiting: Vec<u8>,
}

/// What the viewer can do for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct YouView {
    /// Which seat.
    pub seat: u8,
    /// The moves it may make now.
    pub moves: Vec<MoveView>,
    /// The moves it can make ready while it waits; whether one is legal, the next position decides.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ready: Vec<MoveView>,
    /// Its own sealed choice, which can still be changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub choice: Option<String>,
    /// How often it has chosen in this round, to be sent with the next choice.
    pub attempt: u32,
    /// What else it may do, and why not now.
    pub controls: Vec<ControlView>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    /// In the game's notation: what is sent to make it.
    pub text: String,
    /// The single choices that make it up.
    pub parts: Vec<Part>,
    /// How many points it gives the seat, if the position says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub gain: Option<i32>,
    /// That it ends the game, and how for the seat; nothing if the game goes on, or if others choose in the same round.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub ends: Option<OutcomeName>,
}

/// How a move that ends the game ends it for the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeName {
    /// It wins, alone.
    Win,
    /// It wins together with others.
    Shared,
    /// No one wins.
    Draw,
    /// Others win.
    Loss,
    /// There are no rivals: the score counts.
    Scored,
}

/// Something a seat may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ControlView {
    /// The request.
    pub control: ControlName,
    /// Why it would be refused now; nothing if it would not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub refused: Option<RefusalView>,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OfferView {
    /// The id to answer it by.
    pub id: u32,
    /// What is offered.
    pub offer: OfferName,
    /// Who made it.
    pub by: u8,
    /// Who is still to answer.
    pub awaiting: Vec<u8>,
    /// For a take-back: how many events of the game would be kept.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub kept: Option<u32>,
}

/// The clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClockView {
    /// How time is kept.
    pub rule: ClockRule,
    /// One clock per seat, in order.
    pub seats: Vec<SeatClockView>,
}

/// One seat's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatClockView {
    /// Milliseconds left at `since`, or now if it does not run.
    pub left_ms: u64,
    /// Since when it runs, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub since: Option<u64>,
}

/// What everyone may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DiceView {
    /// The scheme's name.
    #[schema(value_type = String)]
    pub scheme: Cow<'static, str>,
    /// The hash of the seed, fixed when the table was opened.
    pub commit: String,
    /// Whether the game draws anything at all.
    #[serde(default)]
    #[schema(required)]
    pub used: bool,
    /// What each seat added, in seat order.
    pub entropy: Vec<Option<String>>,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub seed: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResultView {
    /// `win 1`, `shared 1 2`, `draw`, `draw 2 5` (between these seats), `scored`; nothing if the game was given up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub outcome: Option<String>,
    /// Who has won, by number.
    pub winners: Vec<u8>,
    /// How it ended.
    pub ending: EndingName,
    /// The narration, sentence by sentence.
    #[serde(alias = "told")]
    pub narration: Vec<TextView>,
}

/// Events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventsView {
    /// The table's version.
    pub version: u32,
    /// The events after the one asked for, in order.
    pub events: Vec<EventView>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventView {
    /// The table's version with it.
    pub version: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub kind: EventName,
    /// The seats it belongs to, by number.
    pub seats: Vec<u8>,
    /// The notation: one text per seat, or one for chance.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub texts: Vec<String>,
    /// The places it touched.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub touched: Vec<String>,
    /// The narration, sentence by sentence.
    #[serde(alias = "told")]
    pub narration: Vec<TextView>,
    /// Whether the table made the move, because no other was legal.
    #[serde(skip_serializing_if = "is_false", default)]
    #[schema(required = false)]
    pub forced: bool,
    /// How many events of the game there were after it.
    pub step: u32,
    /// The number of the turn that the last of them belongs to, from 1; 0 before the first.
    #[serde(default)]
    #[schema(required)]
    pub turn: u32,
}

/// An earlier position of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayView {
    /// How many events of the game there are in all.
    pub steps: u32,
    /// The position.
    pub position: PositionView,
    /// The event that led to it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub last: Option<StepView>,
}

/// Several positions of the game, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FramesView {
    /// How many events of the game there are in all.
    pub steps: u32,
    /// The positions, each with the event that led to it; the latest 60 if there are more.
    pub frames: Vec<ReplayView>,
}

/// The turns of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CourseView {
    /// Every turn, in order.
    pub turns: Vec<TurnRow>,
}

/// What a player alone could have reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BoundView {
    /// The best score that was found with every draw known in advance; null for a game of several seats, and where the
    /// game ended before all was drawn.
    #[schema(required)]
    pub bound: Option<i32>,
}

/// One turn of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TurnRow {
    /// Its number, from 1.
    pub turn: u32,
    /// How many events of the game there were after it.
    pub step: u32,
    /// Who acted in it; no one for chance alone.
    pub seats: Vec<u8>,
    /// The scores after it in seat order, if the game has scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub scores: Option<Vec<i32>>,
}

/// One event of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StepView {
    /// Who acted; no one for chance.
    pub seats: Vec<u8>,
    /// The notation.
    pub texts: Vec<String>,
    /// The places it touched.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub touched: Vec<String>,
    /// The narration, sentence by sentence.
    #[serde(alias = "told")]
    pub narration: Vec<TextView>,
}

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DrawingView {
    /// How many events of the game led to it.
    pub step: u32,
    /// The drawing, without colours.
    pub text: String,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    /// Seats are still free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// No one.
    Open,
    /// No one yet, but it is reserved for a person.
    Kept,
    /// A person.
    Person,
    /// A program.
    Bot,
}

/// How a seat left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It resigned.
    Resigned,
    /// It ran out of time.
    Flagged,
    /// It went away.
    Left,
}

impl Exit {
    /// The exit as one word, as it is written in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Exit::Resigned => "resigned",
            Exit::Flagged => "flagged",
            Exit::Left => "left",
        }
    }
}

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnKind {
    /// A roll, card or deal comes next.
    Chance,
    /// One or more seats act.
    Act,
    /// No one: the game is over.
    Over,
}

/// The requests that a seat has as controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ControlName {
    /// Take back the seat's last action.
    Undo,
    /// Ask the others for a take-back.
    AskTakeBack,
    /// Offer a draw.
    OfferDraw,
    /// Give up.
    Resign,
    /// Ask for another game.
    Rematch,
}

/// What a seat can offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OfferName {
    /// A draw.
    Draw,
    /// To go back.
    TakeBack,
    /// Another game.
    Rematch,
}

impl OfferName {
    /// The offer as one word, as it is written in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            OfferName::Draw => "draw",
            OfferName::TakeBack => "take-back",
            OfferName::Rematch => "rematch",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndingName {
    /// By the rules.
    Played,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Flagged,
    /// A seat went away.
    Left,
    /// A draw was agreed.
    Agreed,
    /// It was given up without a result.
    Abandoned,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventName {
    /// The table was opened.
    Opened,
    /// A person took a seat.
    Claimed,
    /// A bot was put on a seat.
    Appointed,
    /// A seat was given up.
    Released,
    /// A person took another name.
    Renamed,
    /// All seats are taken; the game starts.
    Started,
    /// A roll, card or deal.
    Drawn,
    /// The acting seats have acted.
    Acted,
    /// A seat took back its last action.
    Undone,
    /// A seat made an offer.
    Offered,
    /// A seat answered an offer.
    Answered,
    /// The game went back, by agreement.
    TakenBack,
    /// A seat left the game.
    Out,
    /// The game is over.
    Ended,
    /// The server was away and gave its time back to the clocks.
    Resumed,
    /// A bot has less time for its turn than its level has, because others wait for theirs.
    Hurried,
    /// A rematch is agreed.
    RematchAgreed,
    /// The rematch has a table.
    Next,
    /// An event that this client does not know by name; its sentences say what happened.
    #[serde(other)]
    Other,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}
