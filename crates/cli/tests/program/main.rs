//! The program as a shell sees it: output, exit codes, pipes, and bad input of every kind.

mod commands;
mod example_bots;
mod forms;
mod help;
mod measurements;
mod review;
#[cfg(unix)]
mod stop;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// A position in the middle of a game of Breakthrough.
const MIDDLE: &str = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w";
const PROGRAM: &str = env!("CARGO_BIN_EXE_breadboard");

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .env_remove("NO_COLOR")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have answered without reading.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs a command that must work and gives its output.
fn ok(args: &[&str]) -> String {
    let output = run(args, b"");
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{args:?}");
    text(&output.stdout).to_owned()
}

/// Runs a command that must fail with this code and a reason that contains these words.
fn fails(args: &[&str], input: &[u8], code: i32, reason: &str) {
    let output = run(args, input);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(stderr.contains(reason), "{args:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
}
