//! Replays what graphical programs send (`transcripts/*.txt`) against the engine. The programs themselves would have to be
//! installed; python-chess is, in `./test api`.

use super::talk;
use breadboard_engine::serve;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The legal moves after a `position` command, as the engine itself lists them.
fn legal_after(position: &str) -> Vec<String> {
    let answers = talk("breakthrough", &format!("uci\n{position}\nquery moves\n"));
    let moves = answers.iter().find_map(|line| line.strip_prefix("response ")).unwrap();
    moves.split_whitespace().map(str::to_owned).collect()
}

/// Whether a line has the pieces between the stars of a pattern, in their order.
fn matches(line: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    pattern.ends_with('*') || rest.is_empty()
}

/// Waits for a line; what else comes before it must not be an answer or an error.
fn wait_for(lines: &Receiver<String>, pattern: &str, position: &str) {
    loop {
        let line = lines.recv_timeout(Duration::from_secs(20));
        let line = line.unwrap_or_else(|_| panic!("\"{pattern}\" did not come"));
        assert!(!line.contains("error"), "{pattern}: {line}");
        if pattern == "bestmove LEGAL" {
            if let Some(answer) = line.strip_prefix("bestmove ") {
                let mv = answer.split_whitespace().next().unwrap_or_default().to_owned();
                return assert!(legal_after(position).contains(&mv), "{position}: {line}");
            }
        } else if matches(&line, pattern) {
            return;
        }
        assert!(!line.starts_with("bestmove"), "{pattern} did not come before {line}");
    }
}

fn replay(transcript: &str) {
    let (mut input, theirs) = UnixStream::pair().unwrap();
    let (output, ours) = UnixStream::pair().unwrap();
    let (sender, lines) = channel();
    // The input is moved in: if a step fails it is closed, and the engine ends.
    std::thread::scope(move |scope| {
        scope.spawn(move || {
            serve(&"breakthrough".parse().unwrap(), BufReader::new(theirs), output).unwrap().unwrap();
        });
        scope.spawn(move || {
            for line in BufReader::new(ours).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut position = String::new();
        for step in transcript.lines() {
            if let Some(command) = step.strip_prefix("> ") {
                if command.starts_with("position") {
                    command.clone_into(&mut position);
                }
                writeln!(input, "{command}").unwrap();
            } else if let Some(pattern) = step.strip_prefix("< ") {
                wait_for(&lines, pattern, &position);
            } else if step == "." {
                std::thread::sleep(Duration::from_millis(100));
                let early = lines.try_iter().find(|line| line.starts_with("bestmove"));
                assert_eq!(early, None, "after {position}");
            } else {
                assert!(step.starts_with('#') || step.is_empty(), "{step}");
            }
        }
    });
}

#[test]
fn the_engine_plays_and_ponders_as_cutechess_asks() {
    replay(include_str!("transcripts/cutechess.txt"));
}

#[test]
fn the_engine_plays_and_analyses_as_python_chess_asks() {
    replay(include_str!("transcripts/python-chess.txt"));
}
