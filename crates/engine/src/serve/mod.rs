//! The engine's side. One thread reads input, one runs commands, one searches. `stop`, `isready` and `quit` take
//! effect while a search runs; every other command is queued until it ends. Reading and searching on one thread would
//! need a poll for input inside every player.

mod go;
mod input;
mod limits;
mod query;
mod setup;

use crate::text::word;
use breadboard_core::refusals::clip;
use breadboard_core::{Canvas, Spec, SpecError, SplitMix};
use breadboard_games::{Bots, Visitor, with_game};
use breadboard_search::Player;
use input::{first_word, is_go, read_line};
use setup::Settings;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Longest queue of commands; no more input is read while it is full.
const MAX_QUEUED: usize = 256;
/// The most time that `isready` spends on memory.
const READY: Duration = Duration::from_millis(500);
/// How often to check whether a search has ended.
const POLL: Duration = Duration::from_millis(2);

/// Plays the game of a spec over the protocol until `quit` or the end of the input. It takes a spec and not a game, so that
/// the engine is compiled for every game in this crate only, and not again in each program and test that serves one.
///
/// # Errors
/// There is no such game. The inner error: the output could not be written.
pub fn serve(
    spec: &Spec,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send,
) -> Result<io::Result<()>, SpecError> {
    serve_spec(spec, Box::new(input), &mut output)
}

/// Without parameters of type: this is what is compiled here.
fn serve_spec(
    spec: &Spec,
    input: Box<dyn BufRead + Send>,
    output: &mut (dyn Write + Send),
) -> Result<io::Result<()>, SpecError> {
    with_game(spec, Serve { input, output })
}

struct Serve<'a> {
    input: Box<dyn BufRead + Send>,
    output: &'a mut (dyn Write + Send),
}

impl Visitor for Serve<'_> {
    type Output = io::Result<()>;

    fn visit<G: Bots>(self, game: G) -> io::Result<()> {
        serve_game(&game, self.input, self.output)
    }
}

pub(crate) fn serve_game<G: Bots>(
    game: &G,
    input: Box<dyn BufRead + Send>,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    let (sender, lines) = sync_channel(64);
    // Not joined: after `quit` it may still be blocked on a line that never comes.
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
    let settings = Settings::default();
    let engine = Mutex::new(EnginePlayer { player: settings.player(game), rng: SplitMix::new(1) });
    std::thread::scope(|scope| {
        let mut session = Session {
            game,
            out: &out,
            stop: &stop,
            engine: &engine,
            state: game.start(),
            settings,
            dialect: Dialect::Ugi,
            search: None,
        };
        session.run(scope, &lines);
    });
    let failed = lock(&out).failed.take();
    failed.map_or(Ok(()), Err)
}

/// A poisoned lock means that a search panicked; the value behind it is still usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The output, and the first error of writing to it.
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

/// What a search changes: the player with its memory, and its random numbers.
struct EnginePlayer<G: Bots> {
    player: Box<dyn Player<G> + Send>,
    rng: SplitMix,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Ugi,
    /// Moves as chess programs write them: `a2a3`.
    Uci,
}

impl Dialect {
    /// A move as this dialect writes it.
    fn spell(self, text: &str) -> String {
        match self {
            Dialect::Ugi => word(text),
            Dialect::Uci => text.chars().filter(|c| !matches!(c, '-' | 'x')).collect(),
        }
    }
}

/// A running search.
struct Search<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    /// Whether it answers only after `stop`.
    infinite: bool,
    /// When its time began: for `go ponder`, at `ponderhit`, and until then it does not answer either.
    hit: Arc<OnceLock<Instant>>,
}

/// The state of a conversation.
struct Session<'env, 'scope, G: Bots, W> {
    game: &'env G,
    out: &'env Mutex<Out<W>>,
    stop: &'env AtomicBool,
    engine: &'env Mutex<EnginePlayer<G>>,
    state: G::State,
    settings: Settings,
    dialect: Dialect,
    search: Option<Search<'scope>>,
}

/// Commands that are not run yet.
#[derive(Default)]
struct Queue {
    lines: VecDeque<String>,
    /// No more input comes.
    ended: bool,
    /// `quit` was read while a search ran.
    leaving: bool,
}

impl Queue {
    fn is_full(&self) -> bool {
        self.lines.len() >= MAX_QUEUED
    }

    fn starts_with(&self, command: &str) -> bool {
        self.lines.front().is_some_and(|line| first_word(line) == command)
    }
}

impl<'env, 'scope, G: Bots, W: Write + Send> Session<'env, 'scope, G, W> {
    fn say(&self, text: &str) {
        lock(self.out).line(text);
    }

    fn complain(&self, text: &str) {
        self.say(&format!("info string error: {text}"));
    }

    /// Runs commands until `quit` or the end of the input.
    fn run(&mut self, scope: &'scope Scope<'scope, 'env>, input: &Receiver<String>) {
        let mut queue = Queue::default();
        while lock(self.out).failed.is_none() {
            if self.is_done() {
                self.join();
            }
            if self.search.is_some() {
                self.listen(&mut queue, input);
                continue;
            }
            match queue.lines.pop_front() {
                Some(line) if queue.leaving && is_go(&line) => {}
                Some(line) if first_word(&line) == "isready" => self.ready(&mut queue, input),
                Some(line) => self.command(scope, &line),
                None if queue.ended => return,
                None => match input.recv() {
                    Ok(line) if first_word(&line) == "quit" => return,
                    Ok(line) if first_word(&line) == "isready" => self.ready(&mut queue, input),
                    Ok(line) => self.command(scope, &line),
                    Err(_) => queue.ended = true,
                },
            }
        }
        self.halt();
    }

    /// Allocates the memory of the search and says that it is ready. With gigabytes that takes seconds, in which a driver may
    /// give up: what is left after [`READY`] comes during the first search. `quit` ends it at once.
    fn ready(&mut self, queue: &mut Queue, input: &Receiver<String>) {
        let begun = Instant::now();
        let queue = RefCell::new(queue);
        lock(self.engine).player.prepare(&|| {
            let mut queue = queue.borrow_mut();
            while !queue.ended && !queue.is_full() {
                match input.try_recv() {
                    Ok(line) if first_word(&line) == "quit" => (queue.ended, queue.leaving) = (true, true),
                    Ok(line) => queue.lines.push_back(line),
                    Err(_) => break,
                }
            }
            queue.leaving || begun.elapsed() >= READY
        });
        self.say("readyok");
    }

    /// Reads input while a search runs.
    fn listen(&mut self, queue: &mut Queue, input: &Receiver<String>) {
        // A bounded search still answers when no more input can come; an endless one never would.
        let blocked = queue.leaving || self.is_endless() && (queue.ended || queue.is_full());
        if blocked || queue.starts_with("stop") {
            return self.halt();
        }
        if queue.starts_with("ponderhit") {
            queue.lines.pop_front();
            return self.ponder_hit();
        }
        if queue.ended || queue.is_full() {
            return std::thread::sleep(POLL);
        }
        match input.recv_timeout(POLL) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => queue.ended = true,
            Ok(line) => match first_word(&line) {
                "quit" => (queue.ended, queue.leaving) = (true, true),
                "isready" if !self.is_done() => self.say("readyok"),
                // It means the last search asked for, unless the running one would never let that begin.
                "stop" if self.is_endless() || !queue.lines.iter().any(|line| is_go(line)) => self.halt(),
                "ponderhit" if !queue.lines.iter().any(|line| is_go(line)) => self.ponder_hit(),
                _ => queue.lines.push_back(line),
            },
        }
    }

    /// Whether the search has ended by itself.
    fn is_done(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.thread.is_finished())
    }

    fn is_endless(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.infinite || search.hit.get().is_none())
    }

    /// The rival made the move that was pondered on: from now on the search has its time, and may answer.
    fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            // It may be sent twice, or to a search that did not ponder.
            let _ = search.hit.set(Instant::now());
        }
    }

    /// Stops the search.
    fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.join();
    }

    /// Waits for the search to end.
    fn join(&mut self) {
        if let Some(search) = self.search.take()
            && search.thread.join().is_err()
        {
            self.complain("the search failed");
            self.say("bestmove 0000");
        }
    }

    /// Runs a command while no search runs.
    fn command(&mut self, scope: &'scope Scope<'scope, 'env>, line: &str) {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return };
        let rest: Vec<&str> = words.collect();
        match command {
            // Of UCI: the search has answered already, or there is nothing to change.
            "stop" | "ponderhit" | "debug" | "register" => {}
            "ugi" => self.greet(Dialect::Ugi),
            "uci" if G::SPEAKS_UCI => self.greet(Dialect::Uci),
            "uci" => self.complain("UCI is not for this game: send ugi"),
            "uginewgame" | "ucinewgame" => self.renew(),
            "setoption" => self.option(&rest),
            "position" => self.position(&rest),
            "go" => self.go(scope, &rest),
            "query" => self.query(&rest),
            "d" => self.say(&self.game.draw(&self.state, Canvas::default()).text),
            other => self.complain(&format!("there is no command \"{}\"", clip(other))),
        }
    }
}
