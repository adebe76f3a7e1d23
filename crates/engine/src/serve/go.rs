//! Searches: they run on a thread of their own, print `info` lines and answer `bestmove`.

use super::limits::Go;
use super::{Dialect, EnginePlayer, POLL, Search, Session, lock};
use crate::text::unword;
use breadboard_core::{Seat, Turn};
use breadboard_games::Bots;
use breadboard_search::{Bound, Effort, Report, Score, Watch, legal_line, whole_line};
use std::cell::RefCell;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread::Scope;
use std::time::{Duration, Instant};

impl<'env, 'scope, G: Bots, W: Write + Send> Session<'env, 'scope, G, W> {
    pub(super) fn go(&mut self, scope: &'scope Scope<'scope, 'env>, rest: &[&str]) {
        match self.wanted(rest) {
            Ok((go, seat)) => {
                go.complaints.iter().for_each(|reason| self.complain(reason));
                self.search(scope, &go, seat);
            }
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

    /// The moves of `searchmoves`; those that are not legal are reported and ignored.
    fn among(&self, go: &Go, seat: Seat) -> Vec<G::Move> {
        let mut moves = Vec::new();
        for word in &go.among {
            let read = self.game.read_move(&self.state, seat, &unword(word));
            match read.and_then(|mv| self.game.check(&self.state, seat, mv).map(|()| mv)) {
                Ok(mv) => moves.push(mv),
                Err(refusal) => self.complain(&refusal.to_string()),
            }
        }
        moves
    }

    /// Starts a search on a thread of its own.
    fn search(&mut self, scope: &'scope Scope<'scope, 'env>, go: &Go, seat: Seat) {
        self.stop.store(false, Ordering::Relaxed);
        let hit = Arc::new(OnceLock::new());
        if !go.ponder {
            let _ = hit.set(Instant::now());
        }
        let (out, stop, engine) = (self.out, self.stop, self.engine);
        let asked = Asked {
            game: self.game,
            state: self.state.clone(),
            seat,
            effort: go.effort(),
            among: self.among(go, seat),
            lines: self.settings.lines,
            dialect: self.dialect,
            ponders: self.settings.ponder || self.dialect == Dialect::Uci,
        };
        let time = if go.is_plain() { Some(self.settings.level.longest_turn()) } else { go.time };
        let (endless, begun) = (go.infinite, hit.clone());
        let thread = scope.spawn(move || {
            // The time counts from `ponderhit` on.
            let halt = || {
                let late = |begun: &Instant| time.is_some_and(|time| begun.elapsed() >= time);
                stop.load(Ordering::Relaxed) || begun.get().is_some_and(late)
            };
            let answer = asked.answer(&mut lock(engine), &halt, &|line| lock(out).line(line));
            // The protocol: after `go infinite` and `go ponder` no answer comes before `stop` or `ponderhit`, even
            // if everything is proven.
            while (endless || begun.get().is_none()) && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(POLL);
            }
            lock(out).line(&answer);
        });
        self.search = Some(Search { thread, infinite: endless, hit });
    }
}

/// A search and how its results are written.
struct Asked<'env, G: Bots> {
    game: &'env G,
    state: G::State,
    seat: Seat,
    effort: Effort,
    among: Vec<G::Move>,
    lines: usize,
    dialect: Dialect,
    /// Whether the expected reply is named.
    ponders: bool,
}

impl<G: Bots> Asked<'_, G> {
    /// Searches, and returns the line with the best move.
    fn answer(&self, engine: &mut EnginePlayer<G>, halt: &dyn Fn() -> bool, say: &dyn Fn(&str)) -> String {
        let begun = Instant::now();
        let best = RefCell::new(None);
        let report = |report: &Report<G::Move>| {
            say(&self.info(report, begun.elapsed()));
            if report.rank == 1 {
                *best.borrow_mut() = Some(report.clone());
            }
        };
        let EnginePlayer { player, rng } = engine;
        player.choose_among(&self.among);
        let watch = Watch { stop: halt, report: &report };
        let mut mv = player.think(self.game, &self.state, self.seat, rng, self.effort, &watch);
        if !self.among.is_empty() && !self.among.contains(&mv) {
            // The player cannot be restricted; of the moves allowed the one that looks best is taken.
            let value = |mv: &G::Move| self.game.evaluate_move(&self.state, self.seat, *mv);
            mv = self.among.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(mv);
        }
        let mut best = best.into_inner().filter(|report| report.line.first() == Some(&mv));
        if let Some(report) = &mut best
            && let Some(whole) =
                whole_line(self.game, &self.state, self.seat, report, player.as_mut(), &mut rng.clone(), halt)
        {
            report.line = whole;
            say(&self.info(report, begun.elapsed()));
        }
        player.use_lines(self.lines);
        let reply = best.and_then(|report| self.reply(&report.line)).map(|reply| format!(" ponder {reply}"));
        let spelled = self.dialect.spell(&self.game.write_move(&self.state, self.seat, mv));
        format!("bestmove {spelled}{}", reply.unwrap_or_default())
    }

    /// The reply that is expected from another seat, if the other side may think about it in advance.
    fn reply(&self, line: &[G::Move]) -> Option<String> {
        let (&mv, &reply) = (line.first()?, line.get(1)?);
        if !self.ponders || !is_alone(self.game, &self.state, self.seat) {
            return None;
        }
        let mut next = self.state.clone();
        self.game.apply(&mut next, self.seat, mv);
        let Turn::Act(seats) = self.game.turn(&next) else { return None };
        let seat = seats.single().filter(|seat| *seat != self.seat)?;
        self.game.check(&next, seat, reply).ok()?;
        Some(self.dialect.spell(&self.game.write_move(&next, seat, reply)))
    }

    /// The expected line of play, as far as it is legal and one seat acts at a time.
    fn spelled(&self, moves: &[G::Move]) -> Vec<String> {
        let mut at = self.state.clone();
        let mut line = Vec::new();
        for (seat, mv) in legal_line(self.game, &self.state, self.seat, moves) {
            line.push(self.dialect.spell(&self.game.write_move(&at, seat, mv)));
            if is_alone(self.game, &at, seat) {
                self.game.apply(&mut at, seat, mv);
            }
        }
        line
    }

    /// A line about how far the search is.
    fn info(&self, report: &Report<G::Move>, time: Duration) -> String {
        let mut text = format!("info depth {}", report.depth);
        if report.deepest > 0 {
            text += &format!(" seldepth {}", report.deepest);
        }
        if self.lines > 1 {
            text += &format!(" multipv {}", report.rank);
        }
        let speed = report.nodes as f64 / time.as_secs_f64().max(1e-6);
        let bound = match (report.score, report.bound) {
            (Score::Points(_), Bound::Lower) => " lowerbound",
            (Score::Points(_), Bound::Upper) => " upperbound",
            _ => "",
        };
        let score = score_text(report.score);
        text += &format!(" score {score}{bound} nodes {} nps {speed:.0}", report.nodes);
        if let Some(fill) = report.fill {
            text += &format!(" hashfull {fill}");
        }
        text + &format!(" time {} pv {}", time.as_millis(), self.spelled(&report.line).join(" "))
    }
}

fn score_text(score: Score) -> String {
    match score {
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
    }
}

/// Whether a seat chooses alone.
fn is_alone<G: Bots>(game: &G, state: &G::State, seat: Seat) -> bool {
    matches!(game.turn(state), Turn::Act(seats) if seats.single() == Some(seat))
}
