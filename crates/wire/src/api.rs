//! What the server adds around a table's own messages: opening and listing tables, chat, recovery codes, the socket.
//!
//! Types that carry a state are generic over it: the server writes a state that is JSON already, made once for all who
//! see the same; a client reads a [`View`].

use crate::clock::ClockRule;
use crate::denied::RefusalView;
use crate::messages::{SocketState, StateMessage};
use crate::request::{Receipt, Submission};
use crate::view::{EventView, SeatKind, View};
use breadboard_games::GameInfo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games, in the order people see them.
    pub games: Vec<GameInfo>,
}

/// Settings of a new table.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"spec": "breakthrough", "seats": ["me", "bot3"], "name": "Ada"}))]
pub struct NewTable {
    /// The game with its options; may be absent if there is a record.
    pub spec: Option<String>,
    /// Who sits where: `me`, `open`, `bot1` to `bot5`, `greedy`, `random`; by default `me` and the rest open.
    pub seats: Option<Vec<String>>,
    /// The name of the seats `me`, 1 to 24 characters.
    pub name: Option<String>,
    /// Names by seat, where the seats `me` have different ones.
    #[serde(default)]
    pub names: Vec<Option<String>>,
    /// Whether strangers find it in the list.
    #[serde(default)]
    pub listed: bool,
    /// Whether the seats `me` are taken at once (the default), or kept to be claimed with entropy for the dice.
    pub claim: Option<bool>,
    /// How time is kept, if it is.
    pub clock: Option<ClockRule>,
    /// Whether the table makes a move itself when it is the only legal one; so by default.
    pub forced_moves: Option<bool>,
    /// A position to start from.
    pub start: Option<String>,
    /// A record to continue from.
    pub record: Option<String>,
    /// How many of its events to keep.
    pub to: Option<u32>,
}

/// A table as its viewer may see it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TableMessage, bound = "")]
pub struct TableMessage<S = View> {
    /// The table's id.
    pub id: String,
    /// The link that brings others to it.
    pub link: String,
    /// Whether strangers find it in the list.
    pub listed: bool,
    /// Whether this session opened it.
    pub host: bool,
    /// Changes whenever the viewer would see something else.
    pub tag: String,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// The lines of chat after those that the client has; none in the answer to a request.
    pub chat: Vec<ChatLine>,
    /// How many lines the chat has.
    pub lines: u32,
    /// The table.
    #[schema(value_type = StateMessage)]
    pub state: S,
    /// The events that were asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub events: Option<Vec<EventView>>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// Its number at the table, from 1.
    pub number: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The seat that wrote it.
    pub seat: u8,
    /// The name at that time.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A code that moves a seat to another device. It is shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Recovery {
    /// Which seat.
    pub seat: u8,
    /// The code.
    pub code: String,
}

/// A table that was opened, or a seat that was moved here.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Joined, bound = "")]
pub struct Joined<S = View> {
    /// The table.
    #[schema(value_type = TableMessage)]
    pub table: TableMessage<S>,
    /// The codes of the sender's seats.
    pub recovery: Vec<Recovery>,
}

/// The answer to a request that was granted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Submitted, bound = "")]
pub struct Submitted<S = View> {
    /// The table's receipt.
    pub receipt: Receipt,
    /// The code of a seat that was claimed.
    pub recovery: Vec<Recovery>,
    /// The table with the request in it.
    #[schema(value_type = TableMessage)]
    pub table: TableMessage<S>,
}

/// Tables.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableList {
    /// The latest first.
    pub tables: Vec<TableRow>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableRow {
    /// The table's id.
    pub id: String,
    /// The link that brings others to it.
    pub link: String,
    /// The game's id.
    pub game: String,
    /// The game with its options.
    pub spec: String,
    /// How far it is.
    pub status: TableStatus,
    /// Whether strangers find it.
    pub listed: bool,
    /// The table's version.
    pub version: u32,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// The seats that act, by number.
    pub awaited: Vec<u8>,
    /// Who sits where.
    pub seats: Vec<RowSeat>,
}

/// How far a table is, as the store keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableStatus {
    /// Seats are still free.
    Open,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

/// A seat of a table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RowSeat {
    /// Its number, from 1.
    pub seat: u8,
    /// Who holds it.
    pub kind: SeatKind,
    /// The person's name or the bot's level.
    #[schema(required)]
    pub name: Option<String>,
}

/// Something to say at a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "good luck", "key": "c-1"}))]
pub struct Chat {
    /// The text, 1 to 300 visible characters.
    #[schema(min_length = 1, max_length = 300)]
    pub text: String,
    /// The sender's own name for this line, so that it appears once however often it is sent.
    #[schema(min_length = 1, max_length = 64)]
    pub key: String,
}

/// The answer to a line of chat.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChatReceipt {
    /// How many lines the chat has.
    pub lines: usize,
}

/// A recovery code, to move its seat to this session.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "k3mz-9qat-2xw7-c4vh"}))]
pub struct Recover {
    /// The code as its owner types it: case, blanks and hyphens do not matter.
    pub code: String,
}

/// The body of every error.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"error": {"code": "illegal", "text": "a man moves one row forward"}}))]
pub struct ErrorBody {
    /// The error.
    pub error: ApiProblem,
}

/// Why a request was not granted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ApiProblem {
    /// A word for programs.
    pub code: String,
    /// The sentence in English.
    pub text: String,
    /// The refusal of the table, with its ruling and a text that can be translated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(nullable = false)]
    pub refusal: Option<RefusalView>,
}

/// Whether the server can do its work.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"status": "well", "store": "sqlite", "version": "0.1.0"}))]
pub struct Health {
    /// `well`, `stopping`, `failing` or `slow`.
    pub status: String,
    /// The kind of store.
    pub store: String,
    /// The program's version.
    pub version: String,
}

/// What a client sends on a socket.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "send", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SocketSend {
    /// A request for a seat.
    Submit {
        /// The request.
        submission: Submission,
    },
    /// Something to say.
    Chat {
        /// The text, 1 to 300 visible characters.
        text: String,
        /// The sender's own name for this line.
        key: String,
    },
}

/// What the server sends on a socket. `P` is the type of a patch.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "message", rename_all = "kebab-case")]
#[schema(as = SocketMessage)]
pub enum SocketMessage<S = View, P = serde_json::Value> {
    /// The newest state and what led to it.
    #[schema(value_type = SocketUpdate)]
    Update(SocketUpdate<S, P>),
    /// A request was granted and is committed.
    Answer(Answer),
    /// A request was refused.
    Refused(SocketRefusal),
    /// Who is here now.
    Presence(SocketPresence),
}

/// Who is at a table now, by an open socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SocketPresence {
    /// The seats whose people are here, by number.
    pub here: Vec<u8>,
}

/// The newest state of a table and what led to it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = SocketUpdate, bound = "")]
pub struct SocketUpdate<S = View, P = serde_json::Value> {
    /// Whether to forget everything known before.
    pub reset: bool,
    /// Changes whenever the viewer would see something else.
    pub tag: String,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// The events after those already sent.
    pub events: Vec<EventView>,
    /// The lines of chat after those already sent.
    pub chat: Vec<ChatLine>,
    /// The whole state. On a lean socket its `moves` are packed, and later updates have `patch` in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SocketState, required = false)]
    pub state: Option<S>,
    /// The difference from the state sent before: an object goes into the parts of an object, or of a list by index;
    /// `[value]` sets, `[]` removes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub patch: Option<P>,
}

/// A request was granted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// The key of the request.
    pub key: String,
    /// The table's receipt; null for chat.
    #[schema(required)]
    pub receipt: Option<Receipt>,
    /// The code of a seat that was claimed.
    pub recovery: Vec<Recovery>,
}

/// A request was refused.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SocketRefusal {
    /// The key of the request; null if the message could not be read.
    #[schema(required)]
    pub key: Option<String>,
    /// The HTTP status that the same request would get.
    pub status: u16,
    /// The error.
    pub error: ApiProblem,
}
