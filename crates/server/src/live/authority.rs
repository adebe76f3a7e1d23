//! Who may do what at a seat: the one place that decides it. It reads only what is stored (who holds a seat, for whom it
//! is kept, who opened the table), never what a request says about its sender. *When* something is possible is the
//! table's to say; both are asked for every request.
//!
//! | request | who |
//! |---|---|
//! | `claim` | anyone for an open seat; for a kept one only the session it is kept for |
//! | `appoint` | for an open seat the session that opened the table, and people still in the game; a kept one as above |
//! | `release` | the holder; the session that opened the table for bots and kept seats, until the game begins |
//! | `act` | the holder, as long as the seat is in the game; the server for a seat that a program plays |
//! | everything else, and chat | the holder |
//! | moving a seat to another session | the bearer of its recovery code |
//!
//! The *holder* is the session that claimed a seat, or got it by its code, as long as a person sits there.

use super::entry::Hashed;
use super::snapshot::Snapshot;
use breadboard_core::{Seat, Template};
use breadboard_play::{Denied, Holder, Phase, Reason, Request, Submission};
use breadboard_wire::texts;

/// What is to be done, and by whom.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation<'a> {
    /// A session asks for something for a seat.
    Submit(&'a Hashed, &'a Submission),
    /// The server moves for a bot.
    Bot(&'a Submission),
    /// A session says something.
    Say(&'a Hashed),
    /// A session shows the code of a seat.
    Recover(&'a Hashed),
}

/// The seat for which it may be done.
///
/// # Errors
/// Why it may not.
pub(super) fn authorize(at: &Snapshot, operation: Operation<'_>) -> Result<Seat, Denied> {
    match operation {
        Operation::Submit(who, submission) => {
            let seat = submission.seat;
            match at.table.holder(seat) {
                Some(holder) => permit(at, who, holder, submission).map(|()| seat),
                // A seat that does not exist is refused by the table, with the same sentence for all.
                None => Ok(seat),
            }
        }
        Operation::Bot(submission) if at.table.is_automatic(submission.seat) => Ok(submission.seat),
        Operation::Bot(submission) => Err(foreign(submission.seat)),
        Operation::Say(who) => {
            at.seats_of(Some(who)).iter().next().ok_or_else(|| forbidden(&texts::OUTSIDER))
        }
        Operation::Recover(code) => {
            let held =
                |seat: &Seat| at.right(*seat).is_some_and(|right| right.recovery.as_ref() == Some(code));
            at.table.seats().find(held).ok_or_else(|| forbidden(&texts::WRONG_CODE))
        }
    }
}

fn permit(at: &Snapshot, who: &Hashed, holder: &Holder, submission: &Submission) -> Result<(), Denied> {
    let seat = submission.seat;
    let own = at.seats_of(Some(who)).contains(seat);
    let kept_for = at.right(seat).and_then(|right| right.reserved.as_ref());
    match (&submission.request, holder) {
        // Sent again because the answer was lost, or refused by the table as taken.
        (Request::Claim { .. }, _) if own => Ok(()),
        (Request::Claim { .. }, Holder::Kept { .. }) if kept_for != Some(who) => Err(reserved(seat)),
        (Request::Claim { .. }, Holder::Open | Holder::Kept { .. }) => {
            // The session that made that claim holds the seat no longer. The table would only repeat its receipt.
            if at.table.has_answered(seat, &submission.key) {
                let text = texts::KEY_REUSED.with(&[("seat", &seat)]);
                return Err(Denied::new(Reason::KeyReused, text));
            }
            Ok(())
        }
        (Request::Claim { .. }, Holder::Person { .. } | Holder::Bot { .. }) => {
            at.table.must_be_free(seat).and(Err(foreign(seat)))
        }
        (Request::Appoint { .. }, Holder::Kept { .. }) => {
            if kept_for == Some(who) {
                Ok(())
            } else {
                Err(reserved(seat))
            }
        }
        (Request::Appoint { .. }, _) if at.is_insider(who) => Ok(()),
        (Request::Appoint { .. }, _) => Err(forbidden(&texts::OUTSIDER)),
        (Request::Release, Holder::Bot { .. } | Holder::Kept { .. }) => {
            let waiting = at.table.phase() == Phase::Waiting;
            if waiting && at.host.as_ref() == Some(who) { Ok(()) } else { Err(foreign(seat)) }
        }
        _ if !own => Err(foreign(seat)),
        // A bot plays on for this seat.
        (Request::Act { .. }, _)
            if at.table.is_automatic(seat) && !at.table.has_answered(seat, &submission.key) =>
        {
            Err(Denied::new(Reason::NotNow, texts::HAS_LEFT.with(&[("seat", &seat)])))
        }
        _ => Ok(()),
    }
}

fn forbidden(text: &'static Template) -> Denied {
    Denied::new(Reason::Forbidden, text.plain())
}

fn foreign(seat: Seat) -> Denied {
    Denied::new(Reason::Forbidden, texts::NOT_YOURS.with(&[("seat", &seat)]))
}

fn reserved(seat: Seat) -> Denied {
    Denied::new(Reason::Forbidden, texts::RESERVED.with(&[("seat", &seat)]))
}
