//! Who acts, and how a game ended. Scores are separate from the outcome: they are shown all the time, and the
//! answer to "whose turn?", which searches ask at every node, must fit in a register.

use crate::refusal::{Refusal, refusals};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use std::fmt;

/// Who acts in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Dice, cards or chips.
    Chance,
    /// These seats choose: one, or several at once, without seeing each other's choices.
    Act(SeatSet),
    /// No one: the game is over.
    Over(Outcome),
}

impl Turn {
    /// One seat acts.
    #[inline]
    #[must_use]
    pub const fn of(seat: Seat) -> Turn {
        Turn::Act(SeatSet::only(seat))
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self { Some(outcome) } else { None }
    }

    /// Whether `seat` acts now, and if not, why.
    ///
    /// # Errors
    /// The game is over, chance comes first, or another seat acts.
    pub fn admits(self, seat: Seat) -> Result<(), Refusal> {
        match self {
            Turn::Over(_) => Err(refusals::game_over()),
            Turn::Chance => Err(refusals::chance_first()),
            Turn::Act(seats) if seats.contains(seat) => Ok(()),
            Turn::Act(_) => Err(refusals::not_your_turn(seat)),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One seat won.
    Win(Seat),
    /// These seats, two or more, share the win.
    Shared(SeatSet),
    /// A draw for everyone.
    Draw,
    /// A draw between these seats, two or more; the others have left.
    DrawBetween(SeatSet),
    /// A game without rivals: only the score counts.
    Scored,
}

impl Outcome {
    /// The win of the seats with the highest score: alone, or shared among those tied.
    #[must_use]
    pub fn highest(scores: &Scores) -> Outcome {
        let best = scores.best();
        best.single().map_or(Outcome::Shared(best), Outcome::Win)
    }

    /// The outcome among `seats` if the others have left and so cannot win. It is the rule of a game that shares the win
    /// among those tied for the highest score.
    #[must_use]
    pub fn among(self, seats: SeatSet, scores: Option<&Scores>) -> Outcome {
        let winners = match self {
            Outcome::Win(seat) => SeatSet::only(seat),
            Outcome::Shared(set) => set,
            Outcome::Draw | Outcome::DrawBetween(_) => return Outcome::draw_between(seats),
            Outcome::Scored => return self,
        };
        let mut left: SeatSet = winners.iter().filter(|seat| seats.contains(*seat)).collect();
        if left.is_empty() {
            let Some(scores) = scores else { return Outcome::draw_between(seats) };
            left = scores.best_of(seats);
        }
        match left.single() {
            Some(seat) => Outcome::Win(seat),
            None if left.is_empty() => Outcome::Draw,
            None => Outcome::Shared(left),
        }
    }

    /// A draw between these seats: the win of a seat that is alone, and a draw for all if no seat is left.
    #[must_use]
    pub fn draw_between(seats: SeatSet) -> Outcome {
        match seats.single() {
            Some(seat) => Outcome::Win(seat),
            None if seats.is_empty() => Outcome::Draw,
            None => Outcome::DrawBetween(seats),
        }
    }

    /// The share of one seat, if all `seats` seats divide one point.
    #[must_use]
    pub fn share(self, seat: Seat, seats: u8) -> f64 {
        match self {
            Outcome::Win(winner) => f64::from(u8::from(winner == seat)),
            Outcome::Shared(set) | Outcome::DrawBetween(set) if set.contains(seat) => 1.0 / set.len() as f64,
            Outcome::Shared(_) | Outcome::DrawBetween(_) => 0.0,
            Outcome::Draw => 1.0 / f64::from(seats.max(1)),
            Outcome::Scored => 1.0,
        }
    }

    /// Reads the text that `Display` writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Outcome> {
        let mut words = text.split(' ');
        let kind = words.next()?;
        let seats: Vec<Seat> = words.map(Seat::from_number).collect::<Option<_>>()?;
        let rising = seats.windows(2).all(|pair| pair[0] < pair[1]);
        match (kind, seats.as_slice()) {
            ("win", [seat]) => Some(Outcome::Win(*seat)),
            ("shared", [_, _, ..]) if rising => Some(Outcome::Shared(seats.into_iter().collect())),
            ("draw", []) => Some(Outcome::Draw),
            ("draw", [_, _, ..]) if rising => Some(Outcome::DrawBetween(seats.into_iter().collect())),
            ("scored", []) => Some(Outcome::Scored),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(seat) => write!(f, "win {seat}"),
            Outcome::Shared(set) | Outcome::DrawBetween(set) => {
                f.write_str(if let Outcome::Shared(_) = self { "shared" } else { "draw" })?;
                set.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
            Outcome::Draw => f.write_str("draw"),
            Outcome::Scored => f.write_str("scored"),
        }
    }
}

/// A score for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scores {
    values: [i32; MAX_SEATS],
    seats: u8,
}

impl Scores {
    /// A score for each of `seats` seats, all zero.
    #[must_use]
    pub fn zero(seats: u8) -> Scores {
        Scores { values: [0; MAX_SEATS], seats: seats.min(MAX_SEATS as u8) }
    }

    /// The scores in seat order; values past the last possible seat are dropped.
    #[must_use]
    pub fn of(values: &[i32]) -> Scores {
        let mut scores = Scores::zero(values.len().min(MAX_SEATS) as u8);
        for (slot, value) in scores.values.iter_mut().zip(values) {
            *slot = *value;
        }
        scores
    }

    /// The scores in seat order.
    #[must_use]
    pub fn as_slice(&self) -> &[i32] {
        &self.values[..usize::from(self.seats)]
    }

    /// The seats with the highest score.
    #[must_use]
    pub fn best(&self) -> SeatSet {
        self.best_of(SeatSet::first(self.seats))
    }

    /// Of these seats, those with the highest score.
    #[must_use]
    pub fn best_of(&self, seats: SeatSet) -> SeatSet {
        let among = || Seat::all(self.seats).filter(|seat| seats.contains(*seat));
        let top = among().map(|seat| self[seat]).max();
        among().filter(|seat| Some(self[*seat]) == top).collect()
    }
}

impl std::ops::Index<Seat> for Scores {
    type Output = i32;
    fn index(&self, seat: Seat) -> &i32 {
        &self.values[seat.index()]
    }
}

impl std::ops::IndexMut<Seat> for Scores {
    fn index_mut(&mut self, seat: Seat) -> &mut i32 {
        &mut self.values[seat.index()]
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, score) in self.as_slice().iter().enumerate() {
            write!(f, "{}{score}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_an_outcome_reverses_printing_it() {
        let pair = SeatSet::only(Seat::FIRST).with(Seat::SECOND);
        let forms =
            [Outcome::Win(Seat::SECOND), Outcome::Shared(pair), Outcome::DrawBetween(pair), Outcome::Draw];
        for outcome in forms.into_iter().chain([Outcome::Scored]) {
            assert_eq!(Outcome::read(&outcome.to_string()), Some(outcome));
        }
        for bad in ["", "win", "win 0", "win 1 2", "shared 1", "shared 2 1", "draw 1", "Draw"] {
            assert_eq!(Outcome::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn every_outcome_between_rivals_divides_one_point() {
        let scores = Scores::of(&[3, 7, 7]);
        assert_eq!(Outcome::highest(&scores).to_string(), "shared 2 3");
        let pair = Outcome::DrawBetween(scores.best());
        for outcome in [Outcome::Win(Seat::FIRST), Outcome::highest(&scores), Outcome::Draw, pair] {
            let sum: f64 = Seat::all(3).map(|seat| outcome.share(seat, 3)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{outcome}");
        }
    }
}
