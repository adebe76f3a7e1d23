//! What leaves a table. There is one function, [`view`], and everything it gives is made of the types below, which
//! exist for nothing else: a field that nobody listed here cannot leak. Removing secrets from the table's own types
//! before sending them would leak whatever the next field is.
//!
//! The form is described in `docs/table.md`. Every message is deterministic: equal tables give equal bytes.

mod project;
mod study;

pub use breadboard_games::{Left, Part};
pub use project::{refusal_view, view};
pub use study::{Made, position_after, position_view, record_view};

use breadboard_core::{Seat, SeatSet, Text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The version of these types; raised when a client would have to change.
pub const SCHEMA: u32 = 1;

/// Who looks: the seats that one may speak for. A spectator has none, a device that is passed round several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer(SeatSet);

impl Viewer {
    /// Somebody without a seat.
    pub const SPECTATOR: Viewer = Viewer(SeatSet::EMPTY);

    /// One seat.
    #[must_use]
    pub const fn seat(seat: Seat) -> Viewer {
        Viewer(SeatSet::only(seat))
    }

    /// Several seats on one device.
    #[must_use]
    pub const fn seats(seats: SeatSet) -> Viewer {
        Viewer(seats)
    }

    /// Whether this viewer may know what a seat knows.
    #[must_use]
    pub const fn is(self, seat: Seat) -> bool {
        self.0.contains(seat)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The table as it stands.
    State,
    /// What happened after a version; the whole log after 0.
    Events {
        /// The last version known.
        after: u32,
    },
    /// The position after so many events of the game, of the line that counts.
    Replay {
        /// How many.
        step: u32,
    },
    /// The position as text, for a screen reader or a terminal.
    Drawing {
        /// How many columns there are.
        width: u16,
    },
}

/// What is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub enum Message {
    /// The table as it stands.
    State(Box<View>),
    /// What happened.
    Events(EventsView),
    /// A position of the past.
    Replay(Box<ReplayView>),
    /// A position as text.
    Drawing(DrawingView),
    /// Why not.
    Refused(RefusalView),
}

/// A sentence: for programs that translate its key and arguments, for others in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextView {
    /// The sentence's name.
    pub key: Cow<'static, str>,
    /// What goes into its holes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub args: BTreeMap<Cow<'static, str>, String>,
    /// The sentence in English.
    pub english: String,
}

impl From<&Text> for TextView {
    fn from(text: &Text) -> TextView {
        TextView {
            key: Cow::Borrowed(text.key()),
            args: text.args().iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone())).collect(),
            english: text.to_string(),
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalView {
    /// What sort: `invalid`, `illegal`, `not-now`, `stale`, `key-reused`, `late`, `damaged`.
    pub kind: Cow<'static, str>,
    /// The ruling behind it, to be linked to the rules page.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ruling: Option<Cow<'static, str>>,
    /// The sentence.
    pub text: TextView,
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The version of these types.
    pub schema: u32,
    /// The table's version, to be sent with every request.
    pub version: u32,
    /// The game's id.
    pub game: Cow<'static, str>,
    /// The game with its options.
    pub spec: String,
    /// `waiting`, `playing` or `over`.
    pub phase: Cow<'static, str>,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// The position.
    pub position: PositionView,
    /// In a round of several seats, who has chosen; the choices are secret until all have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub round: Option<RoundView>,
    /// What the viewer can do, a seat each.
    pub you: Vec<YouView>,
    /// Offers that await an answer.
    pub offers: Vec<OfferView>,
    /// How time is kept, if it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock: Option<ClockView>,
    /// The dice.
    pub dice: DiceView,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<ResultView>,
    /// The last event that everybody saw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last: Option<EventView>,
    /// The last move or round on the board, to be shown whatever was drawn, offered or renamed since.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last_move: Option<StepView>,
    /// Which people want a rematch, by number.
    pub rematch: Vec<u8>,
    /// Where the rematch is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next: Option<String>,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Its number, from 1.
    pub seat: u8,
    /// `open`, `kept`, `person` or `bot`.
    pub kind: Cow<'static, str>,
    /// The person's name or the bot's level.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    /// `resigned`, `flagged` or `left`: a bot plays on, and the seat cannot win.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit: Option<Cow<'static, str>>,
    /// Whether a program moves for it.
    pub automatic: bool,
    /// Whether it is to act and has not.
    pub awaited: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionView {
    /// How many events of the game led to it.
    pub step: u32,
    /// As the game writes it.
    pub text: String,
    /// Who acts.
    pub turn: TurnView,
    /// Data to draw; what it holds depends on the game.
    pub board: Value,
    /// The scores in seat order, if the game has scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scores: Option<Vec<i32>>,
    /// What is left.
    pub left: Vec<Left>,
}

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnView {
    /// `chance`, `act` or `over`.
    pub kind: Cow<'static, str>,
    /// Which seats act, by number.
    pub seats: Vec<u8>,
    /// How it ended by the rules: `win 1`, `shared 1 2`, `draw`, `scored`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<String>,
}

/// A round in which several seats choose at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundView {
    /// Who has chosen.
    pub chosen: Vec<u8>,
    /// Who has not.
    pub waiting: Vec<u8>,
}

/// What the viewer can do for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YouView {
    /// Which seat.
    pub seat: u8,
    /// The moves it may make now.
    pub moves: Vec<MoveView>,
    /// Its own sealed choice, which can still be changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub choice: Option<String>,
    /// How often it has chosen in this round, to be sent with the next choice.
    pub attempt: u32,
    /// What else it may do, and why not.
    pub controls: Vec<ControlView>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// In the game's notation: what is sent to make it.
    pub text: String,
    /// The single choices that make it up.
    pub parts: Vec<Part>,
}

/// Something a seat may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlView {
    /// The request: `undo`, `ask-take-back`, `offer-draw`, `resign`, `rematch`.
    pub control: Cow<'static, str>,
    /// Why it would be refused now; nothing if it would not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refused: Option<RefusalView>,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferView {
    /// The id to answer it by.
    pub id: u32,
    /// `draw`, `take-back` or `rematch`.
    pub offer: Cow<'static, str>,
    /// Who made it.
    pub by: u8,
    /// Who is still to answer.
    pub awaiting: Vec<u8>,
    /// For a take-back: how many events of the game would be kept.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<u32>,
}

/// The clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// How time is kept.
    pub rule: crate::ClockRule,
    /// A clock a seat, in order.
    pub seats: Vec<SeatClockView>,
}

/// One seat's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClockView {
    /// Milliseconds left at `since`, or now if it stands.
    pub left_ms: u64,
    /// Since when it runs, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<u64>,
}

/// What anybody may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceView {
    /// The scheme's name.
    pub scheme: Cow<'static, str>,
    /// The hash of the seed, fixed when the table was opened.
    pub commit: String,
    /// What each seat threw in, in seat order.
    pub entropy: Vec<Option<String>>,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultView {
    /// `win 1`, `shared 1 2`, `draw`, `scored`; nothing if the game was given up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<String>,
    /// Who has won, by number.
    pub winners: Vec<u8>,
    /// `played`, `resigned`, `flagged`, `left`, `agreed` or `abandoned`.
    pub ending: Cow<'static, str>,
    /// Told in sentences.
    pub told: Vec<TextView>,
}

/// Events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventsView {
    /// The table's version.
    pub version: u32,
    /// The events after the one asked for, in order.
    pub events: Vec<EventView>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventView {
    /// The table's version with it.
    pub version: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// `opened`, `claimed`, `appointed`, `released`, `renamed`, `started`, `drawn`, `acted`, `undone`, `offered`,
    /// `answered`, `taken-back`, `out`, `ended`, `rematch-agreed` or `next`.
    pub kind: Cow<'static, str>,
    /// Whose it is, by number.
    pub seats: Vec<u8>,
    /// The notation, one text a seat, or one for chance.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub texts: Vec<String>,
    /// The places it touched.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub touched: Vec<String>,
    /// Told in sentences.
    pub told: Vec<TextView>,
    /// How many events of the game there were after it.
    pub step: u32,
}

/// A position of the past.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayView {
    /// How many events of the game there are in all.
    pub steps: u32,
    /// The position.
    pub position: PositionView,
    /// The event that led to it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last: Option<StepView>,
}

/// One event of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepView {
    /// Who acted; nobody for chance.
    pub seats: Vec<u8>,
    /// The notation.
    pub texts: Vec<String>,
    /// The places it touched.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub touched: Vec<String>,
    /// Told in sentences.
    pub told: Vec<TextView>,
}

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawingView {
    /// How many events of the game led to it.
    pub step: u32,
    /// The drawing, without colours.
    pub text: String,
}

/// A position that is at no table, with every legal move: for diagrams and tools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyView {
    /// The version of these types.
    pub schema: u32,
    /// The game with its options, in its shortest form.
    pub spec: String,
    /// The position.
    pub position: PositionView,
    /// The moves of each seat that acts.
    pub moves: Vec<SeatMovesView>,
    /// The position as text.
    pub drawing: String,
    /// The last of the events that were played to it, if any were asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last: Option<StepView>,
}

/// The moves of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatMovesView {
    /// Which seat.
    pub seat: u8,
    /// Its moves.
    pub moves: Vec<MoveView>,
}

/// A record, to be looked through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordView {
    /// The position that was asked for, with its moves, so that one can play on from it.
    pub study: StudyView,
    /// The day it was played, if the record says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// Who sat where, by number.
    pub names: BTreeMap<u8, String>,
    /// How it ended by the rules, if it did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<String>,
    /// Every event.
    pub steps: Vec<StepView>,
}
