//! Another program as a player. It may hang, crash, answer with illegal moves or flood its output, so its lines come
//! through a thread with a bounded queue, every answer has a deadline, and each failure is a [`Fault`]: a lost game.

use crate::text::{event_word, unword, word};
use breadboard_core::refusals::clip;
use breadboard_core::{Event, Game, Seat, Spec, Turn};
use breadboard_search::Score;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
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

/// How to start a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Launch {
    /// The shell command.
    pub command: String,
    /// The folder that it runs in; this program's own if left out.
    pub folder: Option<PathBuf>,
    /// Options to set, by name. The program must offer them.
    pub options: Vec<(String, String)>,
}

/// How long a program may think.
#[derive(Clone, Debug, PartialEq)]
pub enum Pace {
    /// This long for the move.
    Move(Duration),
    /// What is left on the clock of each seat, and what each move adds.
    Clocks(Vec<Duration>, Duration),
}

/// What a program is asked.
#[derive(Debug)]
pub struct Question<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position that it began from, if it is not the game's own start.
    pub start: Option<&'a G::State>,
    /// What has happened since.
    pub events: &'a [Event<G>],
    /// The position now.
    pub state: &'a G::State,
    /// The seat that chooses.
    pub seat: Seat,
    /// How long it may think.
    pub pace: &'a Pace,
    /// How much later its answer may come.
    pub grace: Duration,
}

/// What a program answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// The move.
    pub mv: M,
    /// Its last evaluation, if it printed one.
    pub score: Option<Score>,
    /// The depth of that.
    pub depth: Option<u32>,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    uci: bool,
    /// The last error it reported.
    complaint: Option<String>,
    /// What it was sent and what it answered.
    log: Option<File>,
}

impl Engine {
    /// Starts a program and greets it, unless that is cancelled. With a log, everything that is sent and received and the
    /// program's standard error are added to that file.
    ///
    /// # Errors
    /// It could not be started, does not speak the protocol or lacks an option.
    pub fn start(
        launch: &Launch,
        log: Option<&Path>,
        spec: &Spec,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Engine, Fault> {
        let crash = |error: std::io::Error| Fault::Crash(error.to_string());
        let open = |path: &Path| File::options().create(true).append(true).open(path);
        let log = log.map(open).transpose().map_err(crash)?;
        let errors = log.as_ref().map(File::try_clone).transpose().map_err(crash)?;
        let mut shell = Command::new("sh");
        // Ctrl-C must not reach the engine: if it died of that, it would lose its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        if let Some(folder) = &launch.folder {
            shell.current_dir(folder);
        }
        let mut child = shell
            .args(["-c", &format!("exec {}", launch.command)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.map_or_else(Stdio::null, Stdio::from))
            .spawn()
            .map_err(|error| match &launch.folder {
                Some(folder) if !folder.is_dir() => Fault::Crash(format!("{}: {error}", folder.display())),
                _ => crash(error),
            })?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("it has no standard input or output".to_owned()));
        };
        let lines = lines_of(stdout);
        let mut engine = Engine { child, stdin, lines, uci: false, complaint: None, log };
        engine.greet(launch, spec, cancel)?;
        Ok(engine)
    }

    fn greet(&mut self, launch: &Launch, spec: &Spec, cancel: &dyn Fn() -> bool) -> Result<(), Fault> {
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
        for (name, value) in &launch.options {
            if !offers(name) {
                return Err(Fault::Crash(format!("it has no option {name}")));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.send(if self.uci { "ucinewgame" } else { "uginewgame" })?;
        self.send("isready")?;
        self.until(Instant::now() + START_TIMEOUT, &["readyok"], &mut Vec::new(), cancel)?;
        // An option that is not applied would make the match another one than was asked for.
        match self.complaint.take().filter(|_| !launch.options.is_empty()) {
            Some(reason) => Err(Fault::Crash(format!("it refuses an option: {reason}"))),
            None => Ok(()),
        }
    }

    /// Adds a line to the log. A full disk must not cost a game.
    fn note(&mut self, mark: char, line: &str) {
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "{mark} {line}");
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.note('>', line);
        let sent = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        sent.map_err(|error| match error.kind() {
            // It has ended, and how it ended says more than that the pipe is closed.
            std::io::ErrorKind::BrokenPipe => Fault::Crash(self.end()),
            _ => Fault::Crash(error.to_string()),
        })
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
            if let Ok(line) = &received {
                self.note('<', line);
            }
            if let Some(text) = received.as_ref().ok().and_then(|line| line.strip_prefix("info string error"))
            {
                self.complaint = Some(clip(text.trim_start_matches(':').trim()));
            }
            match received {
                Ok(line) if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) => {
                    return Ok(line);
                }
                Ok(line) => {
                    // An engine that prints without end must not fill the memory; the newest lines count.
                    if before.len() >= 512 {
                        before.remove(0);
                    }
                    before.push(line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash(self.end()));
                }
            }
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// No legal move came in time.
    pub fn choose<G: Game>(
        &mut self,
        asked: &Question<'_, G>,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Answer<G::Move>, Fault> {
        let Question { game, state, seat, .. } = *asked;
        let position = self.position(asked)?;
        self.send(&position)?;
        let round = matches!(game.turn(state), Turn::Act(seats) if seats.len() > 1);
        let whose = if round { format!(" seat {seat}") } else { String::new() };
        let time = match asked.pace {
            Pace::Move(time) => *time,
            Pace::Clocks(left, _) => left.get(seat.index()).copied().unwrap_or_default(),
        };
        self.send(&format!("go {}{whose}", self.pace(asked.pace)))?;
        let mut said = Vec::new();
        let answer = self.until(Instant::now() + time + asked.grace, &["bestmove"], &mut said, cancel)?;
        let text = unword(answer.split_whitespace().nth(1).unwrap_or(""));
        let mv = game.read_move(state, seat, &text).and_then(|mv| game.check(state, seat, mv).map(|()| mv));
        let mv = mv.map_err(|refusal| {
            let said = self.complaint.take().map_or(String::new(), |said| format!(" (it said: {said})"));
            Fault::Illegal(format!("{}: {refusal}{said}", clip(&text)))
        })?;
        let (score, depth) = said.iter().rev().find_map(|line| evaluation(line)).unzip();
        Ok(Answer { mv, score, depth: depth.flatten() })
    }

    /// The line that sets up a position.
    fn position<G: Game>(&self, asked: &Question<'_, G>) -> Result<String, Fault> {
        let game = asked.game;
        let mut position = match asked.start {
            None => "position startpos".to_owned(),
            Some(start) => {
                let text = game.write_position(start);
                // One word for those that know ours; UCI's own form has blanks.
                format!("position fen {}", if self.uci { text } else { word(&text) })
            }
        };
        let mut at = asked.start.cloned().unwrap_or_else(|| game.start());
        for (index, event) in asked.events.iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            let word = event_word(game, &at, event);
            // UCI moves have no `-` and no `x`.
            position.push_str(&if self.uci { word.replace(['-', 'x'], "") } else { word });
            if game.play(&mut at, event).is_err() {
                return Err(Fault::Illegal("the game before it cannot be replayed".to_owned()));
            }
        }
        Ok(position)
    }

    /// The words after `go` for a pace.
    fn pace(&self, pace: &Pace) -> String {
        let (left, increment) = match pace {
            Pace::Move(time) => return format!("movetime {}", time.as_millis()),
            Pace::Clocks(left, increment) => (left, increment),
        };
        let mut words = Vec::new();
        for (index, left) in left.iter().enumerate() {
            let who = match (self.uci, index) {
                (true, 0) => "w".to_owned(),
                (true, 1) => "b".to_owned(),
                (_, index) => format!("p{}", index + 1),
            };
            words.push(format!("{who}time {} {who}inc {}", left.as_millis(), increment.as_millis()));
        }
        words.join(" ")
    }

    /// How the process ended, after its output did.
    fn end(&mut self) -> String {
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return match status.code() {
                    Some(126) => "the shell cannot run the command (exit status 126)".to_owned(),
                    Some(127) => "the shell did not find the command (exit status 127)".to_owned(),
                    _ => status.to_string(),
                };
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        "it closed its output".to_owned()
    }
}

/// The score and the depth in a line of information.
fn evaluation(line: &str) -> Option<(Score, Option<u32>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1..));
    // What follows `info string` is free text.
    if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
        return None;
    }
    let score = match after("score")? {
        ["cp", points, ..] => Score::Points(points.parse().ok()?),
        ["mate", moves, ..] => match moves.parse::<i32>().ok()? {
            moves @ 1..=1_000_000 => Score::Win((2 * moves.unsigned_abs()).saturating_sub(1)),
            moves @ -1_000_000..=0 => Score::Loss(2 * moves.unsigned_abs()),
            _ => return None,
        },
        _ => return None,
    };
    Some((score, after("depth").and_then(|rest| rest.first()?.parse().ok())))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_read_from_what_engines_print() {
        for (line, expected) in [
            ("info depth 12 seldepth 20 score cp -35 nodes 9 pv e2e4", Some((Score::Points(-35), Some(12)))),
            ("info score mate 3 depth 7", Some((Score::Win(5), Some(7)))),
            ("info score mate -2", Some((Score::Loss(4), None))),
            ("info string score cp 3 is good", None),
            ("info depth 3", None),
            ("info score cp much", None),
            ("bestmove a score cp 1", None),
        ] {
            assert_eq!(evaluation(line), expected, "{line}");
        }
    }
}
