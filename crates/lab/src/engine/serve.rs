//! The engine's side: one thread reads, one obeys, one searches. `stop`, `isready` and `quit` are obeyed while a search
//! runs, whatever came before them; every other command waits in line for it to end.

use super::text::{play_word, unword, word};
use breadboard_core::{Outcome, Refusal, Seat, Spec, SplitMix, Turn};
use breadboard_games::{Bots, Level, Robot};
use breadboard_search::{Budget, Effort, Player, Report, Score, Watch};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Speaks the protocol until `quit` or the end of the input.
///
/// # Errors
/// The output could not be written.
pub fn serve<G: Bots>(
    game: &G,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(64);
    // Not joined: after `quit` it may still wait for a line that never comes.
    std::thread::spawn(move || {
        let mut input = input;
        while let Some(line) = read_line(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let out = Mutex::new(Out { output, failed: None });
    let stop = AtomicBool::new(false);
    let brain = Mutex::new(Brain { player: Robot::Bot(Level::Bot5).player(game), rng: SplitMix::new(1) });
    std::thread::scope(|scope| {
        let mut desk = Desk {
            game,
            out: &out,
            stop: &stop,
            brain: &brain,
            state: game.start(),
            robot: Robot::Bot(Level::Bot5),
            dialect: Dialect::Ugi,
            threads: 1,
            running: None,
        };
        desk.converse(scope, &lines);
    });
    let failed = lock(&out).failed.take();
    failed.map_or(Ok(()), Err)
}

/// A poisoned lock means that a search panicked; what it guarded is still worth having.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

struct Out<W> {
    output: W,
    failed: Option<io::Error>,
}

impl<W: Write> Out<W> {
    fn line(&mut self, text: &str) {
        if self.failed.is_none()
            && let Err(error) = writeln!(self.output, "{text}").and_then(|()| self.output.flush())
        {
            self.failed = Some(error);
        }
    }
}

struct Brain<G: Bots> {
    player: Box<dyn Player<G> + Send>,
    rng: SplitMix,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Ugi,
    /// Moves as chess programs write them: `a2a3`.
    Uci,
}

struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    endless: bool,
}

struct Desk<'env, 'scope, G: Bots, W> {
    game: &'env G,
    out: &'env Mutex<Out<W>>,
    stop: &'env AtomicBool,
    brain: &'env Mutex<Brain<G>>,
    state: G::State,
    robot: Robot,
    dialect: Dialect,
    threads: usize,
    running: Option<Running<'scope>>,
}

/// No command is longer: a game of ten thousand moves fits.
const LONGEST_LINE: u64 = 1 << 20;
/// With so many commands in line no more are read.
const MOST_WAITING: usize = 256;
/// How often it looks whether a search has ended.
const LOOK: Duration = Duration::from_millis(2);
/// More threads than this no machine of a player has.
const MOST_THREADS: usize = 64;

/// What `go` asks for.
#[derive(Default)]
struct Go {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    infinite: bool,
    seat: Option<Seat>,
}

impl<'env, 'scope, G: Bots, W: Write + Send> Desk<'env, 'scope, G, W> {
    fn say(&self, text: &str) {
        lock(self.out).line(text);
    }

    fn complain(&self, text: &str) {
        self.say(&format!("info string error: {text}"));
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            self.complain("the search failed");
            self.say("bestmove 0000");
        }
    }

    /// Obeys until `quit` or the end of the lines.
    fn converse(&mut self, scope: &'scope Scope<'scope, 'env>, lines: &Receiver<String>) {
        let mut waiting: VecDeque<String> = VecDeque::new();
        let (mut ended, mut leaving) = (false, false);
        while lock(self.out).failed.is_none() {
            if self.is_done() {
                self.wait();
            }
            if self.running.is_none() {
                match waiting.pop_front() {
                    Some(line) if leaving && is_go(&line) => {}
                    Some(line) => self.command(scope, &line),
                    None if ended => return,
                    None => match lines.recv() {
                        Ok(line) if first_word(&line) == "quit" => return,
                        Ok(line) => self.command(scope, &line),
                        Err(_) => ended = true,
                    },
                }
                continue;
            }
            // A bounded search still answers when nothing more can come; an endless one would never.
            let enough = leaving || self.is_endless() && (ended || waiting.len() >= MOST_WAITING);
            if enough || waiting.front().is_some_and(|line| first_word(line) == "stop") {
                self.halt();
                continue;
            }
            if ended || waiting.len() >= MOST_WAITING {
                std::thread::sleep(LOOK);
                continue;
            }
            match lines.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => ended = true,
                Ok(line) => match first_word(&line) {
                    "quit" => (ended, leaving) = (true, true),
                    "isready" if !self.is_done() => self.say("readyok"),
                    // It means the last search that was asked for, unless the one that runs would never let that begin.
                    "stop" if self.is_endless() || !waiting.iter().any(|line| is_go(line)) => self.halt(),
                    _ => waiting.push_back(line),
                },
            }
        }
        self.halt();
    }

    /// Whether the search has ended by itself.
    fn is_done(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.thread.is_finished())
    }

    fn is_endless(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.endless)
    }

    /// Ends the search.
    fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wait();
    }

    /// Obeys a command while nothing is searched.
    fn command(&mut self, scope: &'scope Scope<'scope, 'env>, line: &str) {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return };
        let rest: Vec<&str> = words.collect();
        match command {
            "isready" => {
                lock(self.brain).player.prepare();
                self.say("readyok");
            }
            "stop" => {}
            "ugi" => self.greet(Dialect::Ugi),
            "uci" if G::INFO.id == "breakthrough" => self.greet(Dialect::Uci),
            "uginewgame" | "ucinewgame" => self.renew(),
            "setoption" => self.option(&rest),
            "position" => self.position(&rest),
            "go" => self.go(scope, &rest),
            "query" => self.query(&rest),
            "d" => self.say(&self.game.draw(&self.state, breadboard_core::Canvas::default()).text),
            other => self.complain(&format!("there is no command \"{}\"", clip(other))),
        }
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.say(&format!("id name Breadboard {} ({})", env!("CARGO_PKG_VERSION"), G::INFO.name));
        self.say("id author the Breadboard developers");
        let levels: Vec<String> =
            Level::ALL.iter().map(|level| format!("var {}", Robot::Bot(*level))).collect();
        self.say(&format!("option name Level type combo default bot5 {}", levels.join(" ")));
        self.say(&format!("option name Spec type string default {}", Spec::of(self.game)));
        if lock(self.brain).player.use_threads(self.threads) {
            self.say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        }
        self.say(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" });
    }

    fn renew(&mut self) {
        *lock(self.brain) = Brain { player: self.robot.player(self.game), rng: SplitMix::new(1) };
        lock(self.brain).player.use_threads(self.threads);
        self.state = self.game.start();
    }

    fn option(&mut self, rest: &[&str]) {
        let text = rest.join(" ");
        let parsed = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
        match parsed {
            Some((name, value)) if name.eq_ignore_ascii_case("level") => match value.parse() {
                Ok(robot) => {
                    self.robot = robot;
                    let mut player = robot.player(self.game);
                    player.use_threads(self.threads);
                    lock(self.brain).player = player;
                }
                Err(()) => self.complain("a level is bot1 to bot5, greedy or random"),
            },
            Some((name, value)) if name.eq_ignore_ascii_case("threads") => {
                match value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads)) {
                    Some(threads) if lock(self.brain).player.use_threads(threads) => self.threads = threads,
                    Some(_) => self.complain("this player thinks on one thread"),
                    None => self.complain(&format!("threads are a number from 1 to {MOST_THREADS}")),
                }
            }
            // The game is chosen when the engine starts; hearing its own name is no harm.
            Some((name, value)) if name.eq_ignore_ascii_case("spec") => {
                let own = Spec::of(self.game).to_string();
                if value != own {
                    self.complain(&format!("this engine plays {own}; start another for another game"));
                }
            }
            _ => self.complain("the options are Level, Spec and Threads: setoption name Level value bot3"),
        }
    }

    fn position(&mut self, rest: &[&str]) {
        let split = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
        let (place, moves) = rest.split_at(split);
        let start = match place {
            ["startpos"] => Ok(self.game.start()),
            ["fen" | "position", text @ ..] => self.game.read_position(&unword(&text.join(" "))),
            _ => return self.complain("position startpos, or position fen TEXT, then moves"),
        };
        let played = start.and_then(|mut state| {
            for word in moves.iter().skip(1) {
                play_word(self.game, &mut state, word)?;
            }
            Ok::<_, Refusal>(state)
        });
        match played {
            Ok(state) => self.state = state,
            Err(refusal) => self.complain(&refusal.to_string()),
        }
    }

    fn go(&mut self, scope: &'scope Scope<'scope, 'env>, rest: &[&str]) {
        let Turn::Act(acting) = self.game.turn(&self.state) else {
            self.complain("nobody chooses here");
            return self.say("bestmove 0000");
        };
        let first = acting.iter().next().unwrap_or(Seat::FIRST);
        let go = match self.parse_go(rest, first) {
            Ok(go) => go,
            Err(reason) => {
                self.complain(&reason);
                return self.say("bestmove 0000");
            }
        };
        let seat = go.seat.unwrap_or(first);
        if !acting.contains(seat) {
            self.complain(&format!("seat {seat} does not choose here"));
            return self.say("bestmove 0000");
        }
        let endless = go.infinite;
        let plain = go.nodes.is_none() && go.depth.is_none() && go.time.is_none() && !go.infinite;
        let effort = if plain {
            Effort::Own(1.0)
        } else {
            Effort::Given(Budget { nodes: go.nodes.unwrap_or(u64::MAX), depth: go.depth.unwrap_or(u32::MAX) })
        };
        let time = if plain { Some(self.robot.longest_turn()) } else { go.time };
        self.stop.store(false, Ordering::Relaxed);
        let (game, out, stop, brain, dialect) = (self.game, self.out, self.stop, self.brain, self.dialect);
        let state = self.state.clone();
        let thread = scope.spawn(move || {
            let begun = Instant::now();
            let halt = || stop.load(Ordering::Relaxed) || time.is_some_and(|time| begun.elapsed() >= time);
            let report = |report: &Report<G::Move>| {
                lock(out).line(&info(game, &state, report, begun.elapsed(), dialect));
            };
            let mut brain = lock(brain);
            let Brain { player, rng } = &mut *brain;
            let watch = Watch { stop: &halt, report: &report };
            let mv = player.think(game, &state, seat, rng, effort, &watch);
            // Whoever said "infinite" waits for nothing before "stop", even if all is proven.
            while endless && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(LOOK);
            }
            lock(out).line(&format!("bestmove {}", spelled(&game.write_move(&state, seat, mv), dialect)));
        });
        self.running = Some(Running { thread, endless });
    }

    fn parse_go(&self, rest: &[&str], mover: Seat) -> Result<Go, String> {
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
                    let seat = Seat::from_number(&value.to_string())
                        .filter(|seat| seat.number() <= self.game.seats());
                    go.seat = Some(seat.ok_or_else(|| format!("there is no seat {value}"))?);
                }
                _ => match clock_of(key) {
                    Some((seat, is_increment)) => clocks.push((seat, is_increment, value)),
                    None => return Err(format!("\"{}\" means nothing after go", clip(key))),
                },
            }
        }
        // The seat that is to choose may be named after its clock.
        let chooser = go.seat.unwrap_or(mover);
        let told = |increment: bool| {
            let fits =
                |&&(seat, is_increment, _): &&(Seat, bool, u64)| seat == chooser && is_increment == increment;
            clocks.iter().rfind(fits).map(|&(.., value)| value)
        };
        if let (None, Some(clock)) = (go.time, told(false)) {
            // A game rarely lasts thirty more moves; what is kept back decides the longer ones.
            let increment = told(true).unwrap_or(0) / 5;
            let share =
                (clock / moves_to_go.unwrap_or(30).clamp(1, 60)).saturating_add(increment.saturating_mul(4));
            go.time = Some(Duration::from_millis(share.min(clock.saturating_sub(50)).max(1)));
        }
        Ok(go)
    }

    fn query(&self, rest: &[&str]) {
        let turn = self.game.turn(&self.state);
        let answer = match rest {
            ["gameover"] => matches!(turn, Turn::Over(_)).to_string(),
            ["p1turn"] => matches!(turn, Turn::Act(seats) if seats.contains(Seat::FIRST)).to_string(),
            ["result"] => match turn {
                Turn::Over(Outcome::Win(seat)) => format!("p{seat}win"),
                Turn::Over(outcome) => outcome.to_string(),
                _ => "none".to_owned(),
            },
            ["turn"] => match turn {
                Turn::Over(_) => "over".to_owned(),
                Turn::Chance => "chance".to_owned(),
                Turn::Act(seats) => seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join("+"),
            },
            ["seats"] => self.game.seats().to_string(),
            ["scores"] => {
                self.game.scores(&self.state).map_or("none".to_owned(), |scores| scores.to_string())
            }
            ["position"] => word(&self.game.write_position(&self.state)),
            ["moves"] => self.moves(turn),
            _ => {
                return self
                    .complain("query gameover, p1turn, result, turn, seats, scores, position or moves");
            }
        };
        self.say(&format!("response {answer}"));
    }

    /// The moves of the acting seats, with `|` between the seats of a round.
    fn moves(&self, turn: Turn) -> String {
        let Turn::Act(seats) = turn else { return "none".to_owned() };
        let lists = seats.iter().map(|seat| {
            let mut moves = Vec::new();
            self.game.legal_moves(&self.state, seat, &mut moves);
            let words =
                moves.iter().map(|&mv| spelled(&self.game.write_move(&self.state, seat, mv), self.dialect));
            words.collect::<Vec<_>>().join(" ")
        });
        lists.collect::<Vec<_>>().join(" | ")
    }
}

/// The next line of the input, whatever bytes it has; `None` at its end.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok().filter(|read| *read > 0)?;
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        let mut rest = Vec::new();
        while input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut rest).ok()? > 0
            && !rest.ends_with(b"\n")
        {
            rest.clear();
        }
        return Some("(a line of more than a megabyte)".to_owned());
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

fn is_go(line: &str) -> bool {
    first_word(line) == "go"
}

/// Whose clock a key names, and whether it is the increment.
fn clock_of(key: &str) -> Option<(Seat, bool)> {
    let (side, kind) = match key.strip_prefix('p') {
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
        "time" => Some((side, false)),
        "inc" => Some((side, true)),
        _ => None,
    }
}

fn clip(text: &str) -> String {
    breadboard_core::refusals::clip(text)
}

fn spelled(text: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Ugi => word(text),
        Dialect::Uci => text.chars().filter(|c| !matches!(c, '-' | 'x')).collect(),
    }
}

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
    let mut line = Vec::new();
    let mut at = state.clone();
    for &mv in &report.line {
        let Turn::Act(seats) = game.turn(&at) else { break };
        let Some(seat) = seats.single() else {
            // A round has no line: only the first choice is ours to tell.
            if line.is_empty()
                && let Some(seat) = seats.iter().find(|seat| game.check(&at, *seat, mv).is_ok())
            {
                line.push(spelled(&game.write_move(&at, seat, mv), dialect));
            }
            break;
        };
        if game.check(&at, seat, mv).is_err() {
            break;
        }
        line.push(spelled(&game.write_move(&at, seat, mv), dialect));
        game.apply(&mut at, seat, mv);
    }
    let speed = report.nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} score {score} nodes {} nps {speed:.0} time {} pv {}",
        report.depth,
        report.nodes,
        time.as_millis(),
        line.join(" ")
    )
}
