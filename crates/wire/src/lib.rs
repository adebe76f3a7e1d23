//! Everything that crosses the border between a table and its clients: views, requests, events, refusals, settings.
//!
//! Each message is one Rust type that writes itself, reads itself and describes itself. The OpenAPI document and the
//! browser's types are generated from these types; a description written by hand beside them was a second contract
//! that could drift. The games' boards are described in their own folders.

mod api;
mod board;
mod clock;
mod denied;
mod insight;
pub mod insight_texts;
mod look;
mod messages;
mod mine;
mod names;
mod packed;
pub mod puzzle_texts;
mod query;
mod request;
mod study;
pub mod texts;
pub mod values;
mod view;

pub use api::{
    Answer, ApiProblem, Chat, ChatLine, ChatReceipt, ErrorBody, GameList, Health, Joined, NewTable, Recover,
    Recovery, RowSeat, SocketMessage, SocketPresence, SocketRefusal, SocketSend, SocketUpdate, Submitted,
    TableList, TableMessage, TableRow, TableStatus,
};
pub use board::{AnyBoard, BoardJson};
pub use breadboard_games::{GameInfo, Left, Level, Part};
pub use clock::ClockRule;
pub use denied::{Denied, Reason, RefusalView, TextView};
pub use insight::{
    AnalysisLine, AnalysisRequest, AnalysisView, Bound, DayQuery, EffortName, HintQuery, HintView, LineStep,
    MarkCount, MoveMark, PuzzleList, PuzzleQuery, PuzzleRow, PuzzleState, PuzzleTry, PuzzleVerdict,
    PuzzleView, ReviewChoice, ReviewPlayer, ReviewRequest, ReviewStep, ReviewView, ValueView,
};
pub use look::plain_line;
pub use messages::{
    CourseMessage, DrawingMessage, EventsMessage, FramesMessage, LeanStateMessage, LeanView, LeanYou,
    ReplayMessage, SocketState, StateMessage,
};
pub use mine::{MineQuery, MyStatistics, MyTable, MyTables, StatisticsRow};
pub use names::{Entropy, Key, LONGEST_NAME, Name, SUBSTITUTE};
pub use packed::{PackedCell, PackedMoves};
pub use query::{
    DrawingQuery, EventsQuery, FramesQuery, LanguageQuery, ListQuery, PositionQuery, SocketQuery, TableQuery,
};
pub use request::{LONGEST_MOVE, Receipt, Request, Submission};
pub use study::{
    ChanceView, EntropyRow, NameRow, PlayedEvent, PositionRequest, RecordRead, RecordStep, RecordView,
    SeatMovesView, StudyView, Verdict,
};
pub use view::{
    BoundView, ClockView, ControlName, ControlView, CourseView, DiceView, DrawingView, EndingName, EventName,
    EventView, EventsView, Exit, FramesView, Message, MoveView, OfferName, OfferView, OutcomeName, PhaseName,
    PositionView, ReplayView, ResultView, RoundView, SCHEMA, SeatClockView, SeatKind, SeatView, StepView,
    TurnKind, TurnRow, TurnView, View, WaitingView, YouView,
};
