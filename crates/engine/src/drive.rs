//! Another program as a player. It may hang, crash, answer with illegal moves or flood its output, so its lines come
//! through a thread with a bounded queue, every answer has a deadline, and each failure is a [`Fault`]: a lost game.

use crate::text::{event_word, unword};
use breadboard_core::refusals::clip;
use breadboard_core::{Event, Game, Seat, Spec};
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ended, or could not be started.
    Crash(String),
    /// It did not answer in time.
    TimeOut,
    /// It chose an illegal move.
    Illegal(String),
}

impl Fault {
    /// The kind in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Fault::Crash(_) => "crash",
            Fault::TimeOut => "time-out",
            Fault::Illegal(_) => "illegal",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(reason) => write!(f, "crashed: {reason}"),
            Fault::TimeOut => f.write_str("did not answer in time"),
            Fault::Illegal(reason) => write!(f, "chose a move that is not legal: {reason}"),
        }
    }
}

/// Longest time for starting and for `readyok`: some engines load a library or a net first.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest time for `ugiok` before `uci` is tried.
const UGI_TIMEOUT: Duration = Duration::from_secs(2);
/// How often to check whether the game is cancelled.
const POLL: Duration = Duration::from_millis(50);
/// Longest line in bytes.
const MAX_LINE: u64 = 1 << 16;

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    uci: bool,
    /// The last error it reported.
    complaint: Option<String>,
}

impl Engine {
    /// Starts a shell command and greets it, unless that is cancelled.
    ///
    /// # Errors
    /// It could not be started or does not speak the protocol.
    pub fn start(command: &str, spec: &Spec, cancel: &dyn Fn() -> bool) -> Result<Engine, Fault> {
        let mut shell = Command::new("sh");
        // Ctrl-C must not reach the engine: if it died of that, it would lose its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Crash(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("it has no standard input or output".to_owned()));
        };
        let lines = lines_of(stdout);
        let mut engine = Engine { child, stdin, lines, uci: false, complaint: None };
        engine.greet(spec, cancel)?;
        Ok(engine)
    }

    fn greet(&mut self, spec: &Spec, cancel: &dyn Fn() -> bool) -> Result<(), Fault> {
        let mut options = Vec::new();
        self.send("ugi")?;
        match self.until(Instant::now() + UGI_TIMEOUT, &["ugiok"], &mut options, cancel) {
            Ok(_) => {}
            Err(Fault::TimeOut) => {
                self.send("uci")?;
                // A slow engine may still answer `ugi`.
                let word = self
                    .until(Instant::now() + START_TIMEOUT, &["ugiok", "uciok"], &mut options, cancel)
                    .map_err(|_| Fault::Crash("it speaks neither UGI nor UCI".to_owned()))?;
                self.uci = word.starts_with("uciok");
            }
            Err(fault) => return Err(fault),
        }
        let offers = |name: &str| {
            options.iter().any(|line: &String| line.starts_with(&format!("option name {name} ")))
        };
        if offers("Spec") {
            self.send(&format!("setoption name Spec value {spec}"))?;
        }
        if offers("UCI_Variant") {
            self.send(&format!("setoption name UCI_Variant value {}", spec.game))?;
        }
        self.send(if self.uci { "ucinewgame" } else { "uginewgame" })?;
        self.send("isready")?;
        self.until(Instant::now() + START_TIMEOUT, &["readyok"], &mut Vec::new(), cancel)?;
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        writeln!(self.stdin, "{line}")
            .and_then(|()| self.stdin.flush())
            .map_err(|error| Fault::Crash(error.to_string()))
    }

    /// Waits for a line that begins with one of the words, and keeps those before it; ends early if cancelled.
    fn until(
        &mut self,
        deadline: Instant,
        words: &[&str],
        before: &mut Vec<String>,
        cancel: &dyn Fn() -> bool,
    ) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || cancel() {
                return Err(Fault::TimeOut);
            }
            let received = self.lines.recv_timeout(left.min(POLL));
            if let Some(text) = received.as_ref().ok().and_then(|line| line.strip_prefix("info string error"))
            {
                self.complaint = Some(clip(text.trim_start_matches(':').trim()));
            }
            match received {
                Ok(line) if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) => {
                    return Ok(line);
                }
                // An engine that prints without end must not fill the memory.
                Ok(line) if before.len() < 512 => before.push(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash(self.end()));
                }
            }
        }
    }

    /// Asks for the move of `seat` after these events; `allowed` is the time to think and the grace beyond it.
    ///
    /// # Errors
    /// No legal move came in time.
    pub fn choose<G: Game>(
        &mut self,
        game: &G,
        events: &[Event<G>],
        state: &G::State,
        seat: Seat,
        allowed: (Duration, Duration),
        cancel: &dyn Fn() -> bool,
    ) -> Result<G::Move, Fault> {
        let (time, grace) = allowed;
        let mut position = "position startpos moves".to_owned();
        let mut at = game.start();
        for event in events {
            position.push(' ');
            let word = event_word(game, &at, event);
            // UCI moves have no `-` and no `x`.
            position.push_str(&if self.uci { word.replace(['-', 'x'], "") } else { word });
            if game.play(&mut at, event).is_err() {
                return Err(Fault::Illegal("the game before it cannot be replayed".to_owned()));
            }
        }
        self.send(position.strip_suffix(" moves").unwrap_or(&position))?;
        let round = matches!(game.turn(state), breadboard_core::Turn::Act(seats) if seats.len() > 1);
        let whose = if round { format!(" seat {seat}") } else { String::new() };
        self.send(&format!("go movetime {}{whose}", time.as_millis()))?;
        let answer = self.until(Instant::now() + time + grace, &["bestmove"], &mut Vec::new(), cancel)?;
        let text = unword(answer.split_whitespace().nth(1).unwrap_or(""));
        let mv = game.read_move(state, seat, &text).and_then(|mv| game.check(state, seat, mv).map(|()| mv));
        mv.map_err(|refusal| {
            let said = self.complaint.take().map_or(String::new(), |said| format!(" (it said: {said})"));
            Fault::Illegal(format!("{}: {refusal}{said}", clip(&text)))
        })
    }

    /// How the process ended, after its output did.
    fn end(&mut self) -> String {
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        "it closed its output".to_owned()
    }
}

/// The lines of an output, read on a thread that ends with it.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = sync_channel(256);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() => return,
                Ok(_) => {}
            }
        }
    });
    lines
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
