//! What `go` asks for. A graphical program that hears `bestmove 0000` forfeits its game, so words that are not known here
//! are skipped, as UCI asks, and an unreadable limit is ignored and reported: the search still answers.

use breadboard_core::Seat;
use breadboard_core::refusals::clip;
use breadboard_search::{Budget, Effort};
use std::iter::Peekable;
use std::time::Duration;

/// The limits and wishes after `go`.
#[derive(Default)]
pub(super) struct Go {
    pub(super) time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    pub(super) infinite: bool,
    /// The position holds a move that the rival may not make; see `ponderhit`.
    pub(super) ponder: bool,
    pub(super) seat: Option<Seat>,
    /// The words of the moves to choose among; all if empty.
    pub(super) among: Vec<String>,
    /// What could not be read.
    pub(super) complaints: Vec<String>,
}

/// A seat's clock or increment, in milliseconds.
struct Clock {
    seat: Seat,
    increment: bool,
    value: u64,
}

/// Plies beyond the win itself that `mate` may search: late moves are searched less deeply.
const MATE_RESERVE: u64 = 8;

/// Whether a word after `go` begins a limit.
fn is_key(word: &str) -> bool {
    const KEYS: [&str; 9] =
        ["searchmoves", "ponder", "movestogo", "depth", "nodes", "mate", "movetime", "infinite", "seat"];
    KEYS.contains(&word) || clock_of(word).is_some()
}

impl Go {
    /// Whether the player's own budget applies.
    pub(super) fn is_plain(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time.is_none() && !self.infinite
    }

    pub(super) fn effort(&self) -> Effort {
        if self.is_plain() {
            return Effort::Own(1.0);
        }
        let (nodes, depth) = (self.nodes.unwrap_or(u64::MAX), self.depth.unwrap_or(u32::MAX));
        Effort::Given(Budget { nodes, depth })
    }

    /// Reads the words after `go` for a table with this number of seats; `mover` acts first.
    pub(super) fn read(rest: &[&str], seats: u8, mover: Seat) -> Result<Go, String> {
        let mut go = Go::default();
        let (mut clocks, mut moves_to_go) = (Vec::new(), None);
        let mut words = rest.iter().copied().peekable();
        while let Some(key) = words.next() {
            match key {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !is_key(word)) {
                        go.among.push(word.to_owned());
                    }
                }
                key if is_key(key) => match number(&mut words) {
                    Some(value) => go.limit(key, value, seats, &mut clocks, &mut moves_to_go)?,
                    None => go.complaints.push(format!("a number belongs after \"{}\"", clip(key))),
                },
                _ => {}
            }
        }
        // The seat to choose for may be named after its clock.
        let seat = go.seat.unwrap_or(mover);
        go.time = go.time.or_else(|| time_of(&clocks, seat, moves_to_go));
        Ok(go)
    }

    fn limit(
        &mut self,
        key: &str,
        value: u64,
        seats: u8,
        clocks: &mut Vec<Clock>,
        moves_to_go: &mut Option<u64>,
    ) -> Result<(), String> {
        let depth = |plies: u64| Some(u32::try_from(plies).unwrap_or(u32::MAX));
        match key {
            "movetime" => self.time = Some(Duration::from_millis(value)),
            "nodes" => self.nodes = Some(value),
            "depth" => self.depth = depth(value),
            // A proof ends every search, so this only says when to give up.
            "mate" => {
                self.depth = self.depth.or(depth(value.saturating_mul(2).saturating_add(MATE_RESERVE)));
            }
            "movestogo" => *moves_to_go = Some(value),
            "seat" => {
                let seat = Seat::from_number(&value.to_string()).filter(|seat| seat.number() <= seats);
                self.seat = Some(seat.ok_or_else(|| format!("there is no seat {value}"))?);
            }
            _ => {
                if let Some((seat, increment)) = clock_of(key) {
                    clocks.push(Clock { seat, increment, value });
                }
            }
        }
        Ok(())
    }
}

/// The number that comes next, if there is one. A clock that has run out may be negative; it counts as empty.
fn number<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<u64> {
    let value: i128 = words.peek()?.parse().ok()?;
    words.next();
    Some(u64::try_from(value.max(0)).unwrap_or(u64::MAX))
}

/// Whose clock a key names, and whether it is the increment.
fn clock_of(key: &str) -> Option<(Seat, bool)> {
    let (seat, kind) = match key.strip_prefix('p') {
        Some(rest) => (Seat::from_number(rest.get(..1)?)?, rest.get(1..)?),
        None => (
            match key.get(..1)? {
                "w" => Seat::FIRST,
                "b" => Seat::SECOND,
                _ => return None,
            },
            key.get(1..)?,
        ),
    };
    match kind {
        "time" => Some((seat, false)),
        "inc" => Some((seat, true)),
        _ => None,
    }
}

/// The time for one move by a seat's clock, if it has one.
fn time_of(clocks: &[Clock], seat: Seat, moves_to_go: Option<u64>) -> Option<Duration> {
    let last = |increment: bool| {
        clocks
            .iter()
            .rfind(|clock| clock.seat == seat && clock.increment == increment)
            .map(|clock| clock.value)
    };
    let clock = last(false)?;
    let increment = last(true).unwrap_or(0) / 5;
    // A game rarely lasts thirty more moves; the reserve is for the longer ones.
    let share = clock / moves_to_go.unwrap_or(30).clamp(1, 60);
    let share = share.saturating_add(increment.saturating_mul(4));
    Some(Duration::from_millis(share.min(clock.saturating_sub(50)).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        let words: Vec<&str> = text.split_whitespace().collect();
        Go::read(&words, 2, Seat::FIRST).unwrap()
    }

    #[test]
    fn unknown_words_are_skipped_and_unreadable_limits_are_complained_of() {
        let go = read("perft 3 depth 4 fancy nodes 10");
        assert_eq!((go.depth, go.nodes, go.complaints.len()), (Some(4), Some(10), 0));
        let go = read("depth nodes 10 movetime soon");
        assert_eq!((go.depth, go.nodes, go.time, go.complaints.len()), (None, Some(10), None, 2));
        assert!(read("fancy 1 2 3").is_plain());
    }

    #[test]
    fn a_clock_that_has_run_out_leaves_a_millisecond() {
        for clock in ["-1", "-99999999999999999999", "0"] {
            let go = read(&format!("wtime {clock} btime 60000"));
            assert_eq!(go.time, Some(Duration::from_millis(1)), "{clock}");
        }
        assert_eq!(read("movetime -5").time, Some(Duration::ZERO));
        assert!(read("wtime 99999999999999999999999").time > Some(Duration::from_secs(1_000_000)));
    }

    #[test]
    fn searchmoves_takes_the_words_up_to_the_next_limit() {
        let go = read("searchmoves a2a3 b2b3 wtime 1000 infinite");
        assert_eq!((go.among.join(" "), go.infinite), ("a2a3 b2b3".to_owned(), true));
        assert!(read("ponder wtime 1000").ponder);
        assert_eq!(read("mate 3").depth, Some(14));
    }
}
