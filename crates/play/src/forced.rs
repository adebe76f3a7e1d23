//! Forced moves: where a seat has exactly one legal move, the table makes it. It is recorded like any move and taken back
//! together with the choice before it.
//!
//! A forced move that ends the turn can reveal a roll or a card, and then nothing can be undone any more. So it waits
//! while a person could still take back the choice before it. Making it at once was the alternative: a slip would cost the
//! turn before the player sees what it did.

use crate::any_game::CheckedMove;
use crate::apply::acted;
use crate::event::EventKind;
use crate::table::{Phase, Table};
use breadboard_core::{Seat, Turn};

/// How long a forced move waits that would reveal something, in milliseconds.
pub const FORCED_WAIT_MS: u64 = 2_000;

/// Whether forced moves are made now, or wait for the rest of a text that names several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forced {
    Made,
    Held,
}

/// A forced move that waits, so that the choice before it can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) seat: Seat,
    pub(crate) choice: CheckedMove,
    /// When it is made, in milliseconds since 1970.
    pub(crate) due: u64,
}

impl Table {
    /// The forced move that is to be made at this time, as an event with its move.
    pub(crate) fn forced_move(&self, now: u64) -> Option<(EventKind, Vec<(Seat, CheckedMove)>)> {
        let (seat, choice) = self.forced()?;
        // The host's clock may go back; the times of events do not.
        if now.max(self.changed_at) < self.due(seat, &choice) {
            return None;
        }
        let checked = vec![(seat, choice)];
        Some((acted(&checked, true), checked))
    }

    /// The forced move that waits for its time.
    pub(crate) fn waiting_forced(&self) -> Option<Waiting> {
        let (seat, choice) = self.forced()?;
        let due = self.due(seat, &choice);
        (due > self.changed_at).then_some(Waiting { seat, choice, due })
    }

    /// The seat that is to act alone and has one legal move. A round of several seats is left to them: who has chosen in
    /// it is shown to the others.
    fn forced(&self) -> Option<(Seat, CheckedMove)> {
        if !self.opened.forced_moves || self.phase != Phase::Playing {
            return None;
        }
        let Turn::Act(acting) = self.game.turn() else { return None };
        let seat = acting.single()?;
        let place = &self.places[seat.index()];
        if place.holder.is_free() && place.bot().is_none() {
            return None;
        }
        let only = self.only_move.get_or_init(|| self.game.only_move(seat));
        Some((seat, only.clone()?))
    }

    /// When a forced move is made.
    fn due(&self, seat: Seat, choice: &CheckedMove) -> u64 {
        let can_undo = self.people().iter().any(|person| self.may_undo(person).is_ok());
        if can_undo && self.reveals(seat, choice) {
            self.changed_at.saturating_add(FORCED_WAIT_MS)
        } else {
            self.changed_at
        }
    }

    /// Whether a roll, a card or a deal follows this move.
    fn reveals(&self, seat: Seat, choice: &CheckedMove) -> bool {
        let mut game = self.game.boxed();
        game.act(&[(seat, choice.clone())]).is_ok() && game.turn() == Turn::Chance
    }

    /// The place in the line of the last event that was no forced move.
    pub(crate) fn last_choice(&self) -> Option<usize> {
        let mut places = self.steps.iter().enumerate().rev();
        places.find(|(_, step)| !step.forced).map(|(index, _)| index)
    }
}
