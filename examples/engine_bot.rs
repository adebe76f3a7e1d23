//! A complete bot for the arena in Rust, without any crate. It speaks the engine protocol (docs/engine-protocol.md) with the
//! program that started it, and asks a child process, `breadboard engine SPEC`, for the rules: so it plays every game and
//! knows none. It is written so, and not with the crates as a library, because a bot in any language can be.
//!
//! ```text
//! cargo build --release --example engine_bot
//! breadboard arena traxx --players bot1,engine:target/release/examples/engine_bot --games 10
//! ```
//!
//! It wins at once where it can and else plays a random legal move. Put your own idea into [`choose`]. The program is
//! found as `breadboard`, or where the environment variable `BREADBOARD` says.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A `breadboard engine` that is never told to search: it only answers questions about positions.
struct Rules {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Rules {
    fn start(spec: &str) -> io::Result<Rules> {
        let program = std::env::var("BREADBOARD").unwrap_or_else(|_| "breadboard".to_owned());
        let mut child = Command::new(program)
            .args(["engine", spec])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the rules have no input or output"));
        };
        Ok(Rules { child, input, output: BufReader::new(output) })
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// The answer to a question about the position that was sent last.
    fn query(&mut self, question: &str) -> io::Result<String> {
        self.send(&format!("query {question}"))?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("breadboard engine has ended"));
            }
            if let Some(answer) = line.strip_prefix("response ") {
                return Ok(answer.trim().to_owned());
            }
        }
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}

/// A move for `seat`, or for the first seat that has a choice; `None` if there is none. `position` is the command that
/// sets the position.
fn choose(
    rules: &mut Rules,
    position: &str,
    seat: Option<&str>,
    luck: &mut u64,
) -> io::Result<Option<String>> {
    rules.send(position)?;
    let turn = rules.query("turn")?;
    if turn == "over" || turn == "chance" {
        return Ok(None);
    }
    let seats: Vec<&str> = turn.split('+').collect();
    let place = seat.and_then(|seat| seats.iter().position(|other| *other == seat)).unwrap_or(0);
    // Several seats choose at once in some games; then each has its own list. One seat is asked for at a time.
    let answer = rules.query("moves")?;
    let moves: Vec<&str> = answer.split('|').nth(place).unwrap_or_default().split_whitespace().collect();
    if let [mover] = seats[..] {
        let played =
            if position.contains(" moves ") { position.to_owned() } else { format!("{position} moves") };
        for mv in moves.iter().take(40) {
            rules.send(&format!("{played} {mv}"))?;
            if rules.query("result")? == format!("p{mover}win") {
                return Ok(Some((*mv).to_owned()));
            }
        }
    }
    // A linear congruential generator: its high bits are random enough here.
    *luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    Ok(moves.get((*luck >> 33) as usize % moves.len().max(1)).map(|mv| (*mv).to_owned()))
}

fn main() -> io::Result<()> {
    let (mut spec, mut position) = ("breakthrough".to_owned(), "position startpos".to_owned());
    let mut rules: Option<Rules> = None;
    let mut luck = u64::from(std::process::id());
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ugi", ..] => {
                println!("id name Example bot in Rust\nid author the Breadboard developers");
                // The arena sets this option to the game that is played.
                println!("option name Spec type string default {spec}\nugiok");
            }
            ["setoption", "name", "Spec", "value", value] => value.clone_into(&mut spec),
            ["isready"] => println!("readyok"),
            ["position", ..] => position.clone_from(&line),
            ["go", ..] => {
                let seat = words.iter().position(|word| *word == "seat").and_then(|at| words.get(at + 1));
                let rules = match &mut rules {
                    Some(rules) => rules,
                    none => none.insert(Rules::start(&spec)?),
                };
                let choice = choose(rules, &position, seat.copied(), &mut luck)?;
                println!("bestmove {}", choice.as_deref().unwrap_or("0000"));
            }
            ["quit"] => break,
            // All other commands are allowed and mean nothing to this bot.
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}
