//! What leaves a table. There is one function, [`view`], and everything it gives is made of the types of
//! `breadboard_wire`, which exist for nothing else: a field that is not listed there cannot leak.

mod project;
mod study;

pub use breadboard_wire::{
    ChanceView, ClockView, ControlName, ControlView, CourseView, DiceView, DrawingView, EndingName,
    EventName, EventView, EventsView, FramesView, Left, Message, MoveView, OfferName, OfferView, Part,
    PhaseName, PlayedEvent, PositionView, RecordView, RefusalView, ReplayView, ResultView, RoundView, SCHEMA,
    SeatClockView, SeatKind, SeatMovesView, SeatView, StepView, StudyView, TextView, TurnKind, TurnRow,
    TurnView, View, WaitingView, YouView,
};
pub use project::{own_part, view};
pub use study::{position_after, position_dealt, position_drawn, position_view, record_ending, record_view};

use breadboard_core::{Seat, SeatSet};

/// The seats that a viewer may act for. A spectator has none, a device that people share has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer(SeatSet);

impl Viewer {
    /// A viewer without a seat.
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
    /// The table as it is.
    State,
    /// The events after a version; the whole log after 0.
    Events {
        /// The last version known.
        after: u32,
    },
    /// The position after a number of events of the game that count.
    Replay {
        /// How many.
        step: u32,
    },
    /// The positions after more than `after` events of the game, up to `to` of them.
    Frames {
        /// The last one that is known.
        after: u32,
        /// The last one that is wanted.
        to: u32,
    },
    /// The turns of the game with the scores after each.
    Course,
    /// The position as text, for a screen reader or a terminal.
    Drawing {
        /// How many columns there are.
        width: u16,
    },
}
