//! Clocks are computed from the times of events; they never read a clock, so a table rebuilt from its log has the same
//! time left. People's clocks run while they are to act; programs have no clock, since their speed is the host's.

use breadboard_core::{Seat, SeatSet};
use breadboard_wire::ClockRule;

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Milliseconds left when it last started or stopped.
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

    /// Gives a seat the increment of a finished turn.
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

    /// Takes back the increment of a turn that is undone; otherwise undoing would gain time.
    pub(crate) fn unmoved(&mut self, seat: Seat) {
        if let (ClockRule::Increment { increment_ms, .. }, Some(clock)) =
            (self.rule, self.seats.get_mut(seat.index()))
        {
            clock.left_ms = clock.left_ms.saturating_sub(increment_ms);
        }
    }

    /// Gives the running clocks time back that passed while no one could move.
    pub(crate) fn give_back(&mut self, away_ms: u64, at: u64) {
        for since in self.seats.iter_mut().filter_map(|clock| clock.since.as_mut()) {
            *since = since.saturating_add(away_ms).min(at.max(*since));
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

    const DAY_MS: u64 = 86_400_000;

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
    fn time_that_the_host_was_away_is_given_back_and_no_more() {
        let mut clocks = Clocks::new(ClockRule::Increment { main_ms: 10_000, increment_ms: 0 }, 2);
        clocks.run(SeatSet::only(Seat::FIRST), 1_000);
        clocks.give_back(60_000, 63_000);
        assert_eq!(clocks.deadline(Seat::FIRST), Some(71_000), "2 s of thinking count");
        clocks.give_back(60_000, 64_000);
        assert_eq!(clocks.deadline(Seat::FIRST), Some(74_000), "never more than the clock has run");
        assert_eq!(clocks.deadline(Seat::SECOND), None);
    }

    #[test]
    fn correspondence_resets_the_days_with_each_move() {
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
