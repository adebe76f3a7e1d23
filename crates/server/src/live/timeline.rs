//! The time by which games are played. The clock of the system may jump: a person sets it, a machine sleeps, a network
//! time service steps it. Clocks of games must not: they count the time that really passed, and downtime is charged to no
//! player. So the server advances by the monotonic clock and corrects itself towards the system clock so slowly that no
//! player notices.
//!
//! Several nodes share a database, and its clock takes the place of the system's clock: a node whose own clock jumps or is
//! wrong does not notice. Every few seconds each stores its time and goes on from the latest of all, which keeps them
//! together; a node that was stopped takes over the time of the others.
//!
//! Time for which the whole server was away is found at the start, by the time that it stored last, and given back to
//! the clocks of a table when the table is next loaded.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A pause between two readings after which the server was not running: it is asked for the time several times a second.
const STANDSTILL: Duration = Duration::from_secs(5);
/// A hundredth of the time that passes is used to draw near to the system's clock.
const SLOWLY: i64 = 100;
/// A difference to the system's clock that is worth a line of the log, in microseconds.
const FAR: i64 = 2_000_000;

/// The time by which games are played.
#[derive(Debug)]
pub(crate) struct Timeline {
    started: Instant,
    at: Mutex<Position>,
}

/// Where a timeline is, in microseconds.
#[derive(Debug)]
struct Position {
    /// Of the monotonic clock.
    monotonic: u64,
    /// How far a shared clock is ahead of the monotonic one; it takes the place of the system's clock.
    shared: Option<i64>,
    /// Since 1970.
    now: i64,
    /// Whether a difference was reported.
    is_far: bool,
}

impl Position {
    /// Goes on to these readings of the two clocks.
    fn advance(&mut self, monotonic: u64, system: i64) -> i64 {
        let passed = monotonic.saturating_sub(self.monotonic);
        self.monotonic = self.monotonic.max(monotonic);
        let stood_still = passed > STANDSTILL.as_micros() as u64;
        let passed = if stood_still {
            tracing::warn!(seconds = passed / 1_000_000, "the server stood still: clocks of games did too");
            0
        } else {
            passed as i64
        };
        self.now += passed;
        let system = self.shared.map_or(system, |ahead| monotonic as i64 + ahead);
        let most = passed / SLOWLY;
        self.now += (system - self.now).clamp(-most, most);
        self.report(system - self.now);
        self.now
    }

    fn report(&mut self, differs: i64) {
        let is_far = differs.abs() > FAR;
        if is_far && !self.is_far {
            let seconds = differs / 1_000_000;
            tracing::warn!(
                seconds,
                "the system's clock differs from the time of games, which draws near slowly"
            );
        }
        self.is_far = is_far;
    }
}

impl Timeline {
    /// Starts at the system's time.
    pub(crate) fn new() -> Timeline {
        let at = Position { monotonic: 0, shared: None, now: system(), is_far: false };
        Timeline { started: Instant::now(), at: Mutex::new(at) }
    }

    /// Begins at a reading of a shared clock, and draws near to that clock from now on.
    pub(crate) fn begin_at(&self, ms: i64) {
        self.share(ms);
        self.at.lock().unwrap_or_else(PoisonError::into_inner).now = ms.saturating_mul(1_000);
    }

    /// Takes a later reading of the shared clock.
    pub(crate) fn share(&self, ms: i64) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.shared = Some(ms.saturating_mul(1_000) - self.started.elapsed().as_micros() as i64);
    }

    /// Goes on from a time that was stored, if that is later.
    pub(crate) fn not_before(&self, ms: i64) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.now = at.now.max(ms.saturating_mul(1_000));
    }

    /// The time, in milliseconds since 1970. It never goes back.
    pub(crate) fn now(&self) -> i64 {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.advance(self.started.elapsed().as_micros() as u64, system()) / 1_000
    }
}

/// The system's clock, in microseconds since 1970.
fn system() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;
    const HOUR: i64 = 3_600 * SECOND;

    /// The seconds that pass on a timeline in the 10 s in which a clock jumps by `jump` in the middle: the system's, or the
    /// one that nodes share.
    fn seconds(shared: bool, jump: i64) -> f64 {
        let begin = 1_000 * HOUR;
        let mut at = Position { monotonic: 0, shared: None, now: begin, is_far: false };
        let mut before = begin;
        for tick in 1..=100 {
            let passed = tick * SECOND / 10;
            let jumped = if tick > 50 { jump } else { 0 };
            at.shared = shared.then_some(begin + jumped);
            // A node's own clock may show anything then.
            let system = if shared { -jump } else { begin + passed + jumped };
            let now = at.advance(passed as u64, system);
            assert!(now >= before, "it never goes back");
            before = now;
        }
        (before - begin) as f64 / SECOND as f64
    }

    #[test]
    fn a_jump_of_a_clock_takes_no_time_from_players_and_gives_them_none() {
        for shared in [false, true] {
            for jump in [HOUR, 24 * HOUR, 60 * SECOND, -60 * SECOND, -HOUR, -1_000 * HOUR] {
                let passed = seconds(shared, jump);
                assert!((passed - 10.0).abs() < 0.06, "{passed} s pass when the clock jumps by {jump} µs");
            }
            assert!((seconds(shared, 0) - 10.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nodes_go_on_from_the_latest_of_them() {
        let node = Timeline::new();
        let own = node.now();
        node.begin_at(own - 60_000);
        assert!((node.now() - own + 60_000).abs() < 1_000, "the shared clock counts, not its own");
        // Another node is five seconds ahead, and an hour behind.
        node.not_before(own - 55_000);
        assert!((node.now() - own + 55_000).abs() < 1_000);
        node.not_before(own - HOUR / 1_000);
        assert!((node.now() - own + 55_000).abs() < 1_000);
    }

    #[test]
    fn a_server_that_stood_still_takes_no_time_from_players() {
        let mut at = Position { monotonic: 0, shared: None, now: 0, is_far: false };
        assert_eq!(at.advance(SECOND as u64, SECOND), SECOND);
        // Stopped, or a machine that slept: the monotonic clock may have advanced or not.
        assert_eq!(at.advance(HOUR as u64, HOUR), SECOND);
        let now = at.advance(HOUR as u64 + SECOND as u64, HOUR + SECOND);
        assert!((now - 2 * SECOND).abs() <= SECOND / 100, "{now}");
    }

    #[test]
    fn time_starts_where_it_was_stored_if_the_systems_clock_was_set_back() {
        let later = system() / 1_000 + 3_600_000;
        let timeline = Timeline::new();
        timeline.not_before(later);
        assert!((timeline.now() - later).abs() < 1_000);
    }
}
