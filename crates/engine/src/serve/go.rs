//! Searches: what `go` asks for, how long it may take, and the `info` lines that it prints.

use super::{Dialect, POLL, Search, Session, Thinker, lock};
use breadboard_core::refusals::clip;
use breadboard_core::{Seat, Turn};
use breadboard_games::Bots;
use breadboard_search::{Budget, Effort, Report, Score, Watch};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::thread::Scope;
use std::time::{Duration, Instant};

/// What `go` asks for.
#[derive(Default)]
struct Go {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    infinite: bool,
    seat: Option<Seat>,
}

/// A seat's clock or increment, in milliseconds.
struct Clock {
    seat: Seat,
    increment: bool,
    value: u64,
}

impl Go {
    /// Whether the player's own budget applies.
    fn is_plain(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time.is_none() && !self.infinite
    }

    fn effort(&self) -> Effort {
        if self.is_plain() {
            return Effort::Own(1.0);
        }
        let (nodes, depth) = (self.nodes.unwrap_or(u64::MAX), self.depth.unwrap_or(u32::MAX));
        Effort::Given(Budget { nodes, depth })
    }

    /// Reads the words after `go` for a table with this number of seats; `mover` acts first.
    fn read(rest: &[&str], seats: u8, mover: Seat) -> Result<Go, String> {
        let mut go = Go::default();
        let (mut clocks, mut moves_to_go) = (Vec::new(), None);
        let mut words = rest.iter();
        while let Some(&key) = words.next() {
            if key == "infinite" {
                go.infinite = true;
                continue;
            }
            let value: u64 = words
                .next()
                .and_then(|word| word.parse().ok())
                .ok_or_else(|| format!("a number belongs after \"{}\"", clip(key)))?;
            match key {
                "movetime" => go.time = Some(Duration::from_millis(value)),
                "nodes" => go.nodes = Some(value),
                "depth" => go.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
                "movestogo" => moves_to_go = Some(value),
                "seat" => {
                    let seat = Seat::from_number(&value.to_string()).filter(|seat| seat.number() <= seats);
                    go.seat = Some(seat.ok_or_else(|| format!("there is no seat {value}"))?);
                }
                _ => match clock_of(key) {
                    Some((seat, increment)) => clocks.push(Clock { seat, increment, value }),
                    None => return Err(format!("\"{}\" means nothing after go", clip(key))),
                },
            }
        }
        // The seat to choose for may be named after its clock.
        let seat = go.seat.unwrap_or(mover);
        go.time = go.time.or_else(|| time_of(&clocks, seat, moves_to_go));
        Ok(go)
    }
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

impl<'env, 'scope, G: Bots, W: Write + Send> Session<'env, 'scope, G, W> {
    pub(super) fn go(&mut self, scope: &'scope Scope<'scope, 'env>, rest: &[&str]) {
        match self.wanted(rest) {
            Ok((go, seat)) => self.search(scope, &go, seat),
            Err(reason) => {
                self.complain(&reason);
                self.say("bestmove 0000");
            }
        }
    }

    /// What `go` asks for, and the seat to choose for.
    fn wanted(&self, rest: &[&str]) -> Result<(Go, Seat), String> {
        let Turn::Act(acting) = self.game.turn(&self.state) else {
            return Err("no seat has a choice here".to_owned());
        };
        let first = acting.iter().next().unwrap_or(Seat::FIRST);
        let go = Go::read(rest, self.game.seats(), first)?;
        let seat = go.seat.unwrap_or(first);
        if !acting.contains(seat) {
            return Err(format!("seat {seat} does not choose here"));
        }
        Ok((go, seat))
    }

    /// Starts a search on a thread of its own.
    fn search(&mut self, scope: &'scope Scope<'scope, 'env>, go: &Go, seat: Seat) {
        let (effort, endless) = (go.effort(), go.infinite);
        let time = if go.is_plain() { Some(self.level.longest_turn()) } else { go.time };
        self.stop.store(false, Ordering::Relaxed);
        let (game, out, stop, thinker, dialect) =
            (self.game, self.out, self.stop, self.thinker, self.dialect);
        let state = self.state.clone();
        let thread = scope.spawn(move || {
            let begun = Instant::now();
            let halt = || stop.load(Ordering::Relaxed) || time.is_some_and(|time| begun.elapsed() >= time);
            let report = |report: &Report<G::Move>| {
                lock(out).line(&info(game, &state, report, begun.elapsed(), dialect));
            };
            let mut thinker = lock(thinker);
            let Thinker { player, rng } = &mut *thinker;
            let watch = Watch { stop: &halt, report: &report };
            let mv = player.think(game, &state, seat, rng, effort, &watch);
            // The protocol: after `go infinite` no answer comes before `stop`, even if everything is proven.
            while endless && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(POLL);
            }
            lock(out).line(&format!("bestmove {}", dialect.spell(&game.write_move(&state, seat, mv))));
        });
        self.search = Some(Search { thread, endless });
    }
}

/// A line about how far the search is.
fn info<G: Bots>(
    game: &G,
    state: &G::State,
    report: &Report<G::Move>,
    time: Duration,
    dialect: Dialect,
) -> String {
    let score = match report.score {
        Score::Points(points) => format!("cp {points}"),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
        Score::Share(share) => {
            let share = share.clamp(0.001, 0.999);
            format!(
                "cp {} wdl {:.0} 0 {:.0}",
                (400.0 * (share / (1.0 - share)).log10()).round() as i32,
                1000.0 * share,
                1000.0 * (1.0 - share)
            )
        }
    };
    let speed = report.nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} score {score} nodes {} nps {speed:.0} time {} pv {}",
        report.depth,
        report.nodes,
        time.as_millis(),
        principal_variation(game, state, &report.line, dialect).join(" ")
    )
}

/// The expected line of play, as far as it is legal and one seat acts at a time.
fn principal_variation<G: Bots>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    dialect: Dialect,
) -> Vec<String> {
    let mut line = Vec::new();
    let mut at = state.clone();
    for &mv in moves {
        let Turn::Act(seats) = game.turn(&at) else { break };
        let Some(seat) = seats.single() else {
            // Of a round only our own choice is known, and it is the first.
            if line.is_empty()
                && let Some(seat) = seats.iter().find(|seat| game.check(&at, *seat, mv).is_ok())
            {
                line.push(dialect.spell(&game.write_move(&at, seat, mv)));
            }
            break;
        };
        if game.check(&at, seat, mv).is_err() {
            break;
        }
        line.push(dialect.spell(&game.write_move(&at, seat, mv)));
        game.apply(&mut at, seat, mv);
    }
    line
}
