//! Clocks are computed from the times of events and never read one: a table rebuilt from its log has the same
//! time left. People's clocks run while they are to act; programs have no clock, since their speed is the host's.

use crate::refused::{Kind, Refused};
use crate::says;
use breadboard_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockRule {
    /// So much for the whole game, and some more with every move.
    Increment {
        /// Milliseconds at the start.
        main_ms: u64,
        /// Milliseconds gained with each move.
        increment_ms: u64,
    },
    /// So many days for each move.
    Correspondence {
        /// The days.
        days: u16,
    },
}

const DAY_MS: u64 = 86_400_000;

impl ClockRule {
    /// Checks the limits: 5 seconds to 24 hours with at most 10 minutes a move, or 1 to 60 days.
    ///
    /// # Errors
    /// What is allowed.
    pub fn check(self) -> Result<(), Refused> {
        let fits = match self {
            ClockRule::Increment { main_ms, increment_ms } => {
                (5_000..=DAY_MS).contains(&main_ms) && increment_ms <= 600_000
            }
            ClockRule::Correspondence { days } => (1..=60).contains(&days),
        };
        if fits { Ok(()) } else { Err(Refused::new(Kind::Invalid, says::BAD_CLOCK.plain())) }
    }

    const fn at_start(self) -> u64 {
        match self {
            ClockRule::Increment { main_ms, .. } => main_ms,
            ClockRule::Correspondence { days } => days as u64 * DAY_MS,
        }
    }
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Milliseconds left when it was last touched.
    pub(crate) left_ms: u64,
    /// Since when it runs, if it does.
    pub(crate) since: Option<u64>,
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) rule: ClockRule,
    pub(crate) seats: Vec<Clock>,
}

impl Clocks {
    pub(crate) fn new(rule: ClockRule, seats: u8) -> Clocks {
        let clock = Clock { left_ms: rule.at_start(), since: None };
        Clocks { rule, seats: vec![clock; seats.into()] }
    }

    /// Lets exactly the clocks of `running` run from `at` on.
    pub(crate) fn run(&mut self, running: SeatSet, at: u64) {
        for (seat, clock) in Seat::all(self.seats.len() as u8).zip(&mut self.seats) {
            match (running.contains(seat), clock.since) {
                (true, None) => clock.since = Some(at),
                (false, Some(since)) => {
                    clock.left_ms = clock.left_ms.saturating_sub(at.saturating_sub(since));
                    clock.since = None;
                }
                _ => {}
            }
        }
    }

    /// Gives a seat what a finished turn earns.
    pub(crate) fn moved(&mut self, seat: Seat, at: u64) {
        let Some(clock) = self.seats.get_mut(seat.index()) else { return };
        match self.rule {
            ClockRule::Increment { increment_ms, .. } => {
                clock.left_ms = clock.left_ms.saturating_add(increment_ms);
            }
            ClockRule::Correspondence { .. } => {
                clock.left_ms = self.rule.at_start();
                clock.since = clock.since.map(|_| at);
            }
        }
    }

    /// Takes back what a turn earned that is undone, or undoing would be a way to gain time.
    pub(crate) fn unmoved(&mut self, seat: Seat) {
        if let (ClockRule::Increment { increment_ms, .. }, Some(clock)) =
            (self.rule, self.seats.get_mut(seat.index()))
        {
            clock.left_ms = clock.left_ms.saturating_sub(increment_ms);
        }
    }

    /// When a seat's time will be up, if its clock runs.
    pub(crate) fn deadline(&self, seat: Seat) -> Option<u64> {
        let clock = self.seats.get(seat.index())?;
        Some(clock.since?.saturating_add(clock.left_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_only_for_those_who_act_and_a_move_earns_its_increment() {
        let mut clocks = Clocks::new(ClockRule::Increment { main_ms: 10_000, increment_ms: 500 }, 2);
        clocks.run(SeatSet::only(Seat::FIRST), 1_000);
        assert_eq!(clocks.deadline(Seat::FIRST), Some(11_000));
        assert_eq!(clocks.deadline(Seat::SECOND), None);
        clocks.run(SeatSet::only(Seat::SECOND), 4_000);
        clocks.moved(Seat::FIRST, 4_000);
        assert_eq!(clocks.seats[0], Clock { left_ms: 7_500, since: None });
        assert_eq!(clocks.deadline(Seat::SECOND), Some(14_000));
        // A clock that is set back by its host takes nothing away.
        clocks.run(SeatSet::EMPTY, 3_000);
        assert_eq!(clocks.seats[1].left_ms, 10_000);
    }

    #[test]
    fn correspondence_gives_the_days_anew() {
        let rule = ClockRule::Correspondence { days: 2 };
        let mut clocks = Clocks::new(rule, 1);
        clocks.run(SeatSet::only(Seat::FIRST), 0);
        clocks.run(SeatSet::EMPTY, DAY_MS);
        assert_eq!(clocks.seats[0].left_ms, DAY_MS);
        clocks.moved(Seat::FIRST, DAY_MS);
        assert_eq!(clocks.seats[0].left_ms, 2 * DAY_MS);
        assert!(rule.check().is_ok() && ClockRule::Correspondence { days: 0 }.check().is_err());
        assert!(ClockRule::Increment { main_ms: 0, increment_ms: 0 }.check().is_err());
    }
}
