//! How a game ends when a player has left. With two seats the other one has won; with more, a bot plays on so that the
//! others keep their game, and the seat it plays for cannot win.

use crate::event::Ending;
use breadboard_core::{Outcome, Scores, Seat, SeatSet, Text};
use breadboard_wire::{Exit, SUBSTITUTE, texts};

/// The outcome if the seats of `out` cannot win: their win goes to the best of the others.
pub(crate) fn without(outcome: Outcome, scores: Option<Scores>, out: SeatSet) -> Outcome {
    let winners = match outcome {
        Outcome::Win(seat) => SeatSet::only(seat),
        Outcome::Shared(seats) => seats,
        Outcome::Draw | Outcome::Scored => return outcome,
    };
    let mut left: SeatSet = winners.iter().filter(|seat| !out.contains(*seat)).collect();
    if left.is_empty() {
        let Some(scores) = scores else { return Outcome::Draw };
        let others = || Seat::all(scores.as_slice().len() as u8).filter(|seat| !out.contains(*seat));
        let best = others().map(|seat| scores[seat]).max();
        left = others().filter(|seat| Some(scores[*seat]) == best).collect();
    }
    match (left.single(), left.is_empty()) {
        (Some(seat), _) => Outcome::Win(seat),
        (None, true) => Outcome::Draw,
        (None, false) => Outcome::Shared(left),
    }
}

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

/// Tells how a game ended.
pub(crate) fn texts(outcome: Option<Outcome>, ending: Ending) -> Vec<Text> {
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
        Some(Outcome::Scored) => texts::SCORED.plain(),
        None => texts::ABANDONED.plain(),
    });
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_that_left_cannot_win() {
        let scores = Some(Scores::of(&[9, 4, 7, 7]));
        let out = |seats: &[usize]| seats.iter().filter_map(|&seat| Seat::new(seat)).collect::<SeatSet>();
        let win = Outcome::Win(Seat::FIRST);
        let text = |outcome: Outcome| outcome.to_string();
        assert_eq!(text(without(win, scores, SeatSet::EMPTY)), "win 1");
        assert_eq!(text(without(win, scores, out(&[1]))), "win 1");
        assert_eq!(text(without(win, scores, out(&[0]))), "shared 3 4");
        assert_eq!(text(without(win, scores, out(&[0, 2]))), "win 4");
        assert_eq!(text(without(win, None, out(&[0]))), "draw");
        assert_eq!(text(without(Outcome::Shared(out(&[0, 1])), scores, out(&[0]))), "win 2");
        assert_eq!(text(without(Outcome::Draw, scores, out(&[0]))), "draw");
        assert_eq!(text(without(win, scores, out(&[0, 1, 2, 3]))), "draw");
    }
}
