//! How a game ends when a player has left. With two seats the other one has won; with more, a bot plays on so that the
//! others keep their game, and the seat it plays for cannot win.

use crate::event::Ending;
use breadboard_core::{Cause, Outcome, RecordEnding, Seat, SeatSet, Text};
use breadboard_wire::{EndingName, Exit, ResultView, SUBSTITUTE, TextView, texts};

/// Tells that a seat has gone, and who plays on for it.
pub(crate) fn exit_texts(seat: Seat, exit: Exit, played_on: bool) -> Vec<Text> {
    let template = match exit {
        Exit::Resigned => &texts::RESIGNED,
        Exit::Flagged => &texts::FLAGGED,
        Exit::Left => &texts::LEFT,
    };
    let mut texts = vec![template.with(&[("seat", &seat)])];
    if played_on {
        texts.push(texts::PLAYED_ON.with(&[("level", &SUBSTITUTE), ("seat", &seat)]));
    }
    texts
}

/// Tells how a game ended: the outcome first, or who left if that ended it, then who had left before.
pub(crate) fn texts(
    outcome: Option<Outcome>,
    ending: Ending,
    gone: impl Iterator<Item = (Seat, Exit)>,
) -> Vec<Text> {
    let mut texts = match ending {
        Ending::Exit { seat, exit } => exit_texts(seat, exit, false),
        Ending::Played | Ending::Agreed | Ending::Abandoned => Vec::new(),
    };
    let names = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
    texts.push(match outcome {
        Some(Outcome::Win(seat)) => texts::WON.with(&[("seats", &seat)]),
        Some(Outcome::Shared(seats)) => texts::SHARED.with(&[("seats", &names(seats))]),
        Some(Outcome::Draw) if ending == Ending::Agreed => texts::AGREED_DRAW.plain(),
        Some(Outcome::Draw) => texts::DRAWN.plain(),
        Some(Outcome::DrawBetween(seats)) => texts::DRAWN_BETWEEN.with(&[("seats", &names(seats))]),
        Some(Outcome::Scored) => texts::SCORED.plain(),
        None => texts::ABANDONED.plain(),
    });
    let last = if let Ending::Exit { seat, .. } = ending { Some(seat) } else { None };
    for (seat, exit) in gone.filter(|(seat, _)| Some(*seat) != last) {
        let template = match exit {
            Exit::Resigned => &texts::OUT_RESIGNED,
            Exit::Flagged => &texts::OUT_FLAGGED,
            Exit::Left => &texts::OUT_LEFT,
        };
        texts.push(template.with(&[("seat", &seat)]));
    }
    texts
}

/// The ending that a record names beside its result. `played` says whether its moves end the game: then the seats that
/// left did not end it.
pub(crate) fn recorded(record: &RecordEnding, played: bool) -> ResultView {
    let exit = |cause: &Cause| match cause {
        Cause::Resigned(seat) => Some((*seat, Exit::Resigned)),
        Cause::Flagged(seat) => Some((*seat, Exit::Flagged)),
        Cause::Left(seat) => Some((*seat, Exit::Left)),
        Cause::Agreed | Cause::Other(_) => None,
    };
    let gone: Vec<(Seat, Exit)> = record.causes.iter().filter_map(exit).collect();
    let alone = matches!(record.outcome, Some(Outcome::Win(_)) | None);
    let ending = match gone.last() {
        _ if record.causes.contains(&Cause::Agreed) => Ending::Agreed,
        _ if played => Ending::Played,
        Some(&(seat, exit)) if alone => Ending::Exit { seat, exit },
        _ if record.outcome.is_none() => Ending::Abandoned,
        _ => Ending::Played,
    };
    view(record.outcome, ending, gone.into_iter())
}

/// How a game ended, as people see it.
pub(crate) fn view(
    outcome: Option<Outcome>,
    ending: Ending,
    gone: impl Iterator<Item = (Seat, Exit)>,
) -> ResultView {
    let winners = match outcome {
        Some(Outcome::Win(seat)) => SeatSet::only(seat),
        Some(Outcome::Shared(seats)) => seats,
        _ => SeatSet::EMPTY,
    };
    ResultView {
        outcome: outcome.map(|outcome| outcome.to_string()),
        winners: winners.iter().map(Seat::number).collect(),
        ending: match ending {
            Ending::Played => EndingName::Played,
            Ending::Exit { exit: Exit::Resigned, .. } => EndingName::Resigned,
            Ending::Exit { exit: Exit::Flagged, .. } => EndingName::Flagged,
            Ending::Exit { exit: Exit::Left, .. } => EndingName::Left,
            Ending::Agreed => EndingName::Agreed,
            Ending::Abandoned => EndingName::Abandoned,
        },
        narration: texts(outcome, ending, gone).iter().map(TextView::from).collect(),
    }
}
