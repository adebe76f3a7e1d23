//! Other programs' forms, the manual and completions: made from the real program's output.

use std::io::Write as _;
use std::process::{Command, Stdio};

fn breadboard(args: &[&str], input: &str) -> (bool, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(text).unwrap())
}

fn moves(record: &str) -> Vec<&str> {
    let lines = record.lines().filter(|line| line.starts_with("1: ") || line.starts_with("2: "));
    lines.map(|line| line.split('#').next().unwrap_or_default().trim()).collect()
}

#[test]
fn golden_games_of_breakthrough_go_there_and_back() {
    for (golden, forms) in [
        (include_str!("../../games/src/breakthrough/golden/8x8.txt"), &["golem", "openspiel"][..]),
        (include_str!("../../games/src/breakthrough/golden/5x5.txt"), &["openspiel"]),
        (include_str!("../../games/src/breakthrough/golden/16x16.txt"), &["openspiel"]),
    ] {
        let spec = golden.lines().find_map(|line| line.strip_prefix("game: ")).unwrap();
        for form in forms {
            let (done, there) = breadboard(&["convert", "--to", form], golden);
            assert!(done, "{there}");
            let (done, back) = breadboard(&["convert", "--from", form, "--spec", spec], &there);
            assert!(done, "{back}");
            assert_eq!(moves(&back), moves(golden), "{form}");
            assert!(back.contains("result: win"), "{back}");
        }
    }
}

#[test]
fn what_has_no_other_form_is_refused() {
    let swap = include_str!("../../games/src/breakthrough/golden/swap.txt");
    let small = include_str!("../../games/src/breakthrough/golden/5x5.txt");
    let traxx = include_str!("../../games/src/traxx/golden/two.txt");
    for (record, form, reason) in
        [(swap, "openspiel", "swap"), (small, "golem", "8×8 only"), (traxx, "golem", "only Breakthrough")]
    {
        let (done, said) = breadboard(&["convert", "--to", form], record);
        assert!(!done && said.contains(reason), "{said}");
    }
    for (form, text) in
        [("golem", "1. a2-a5"), ("golem", "1. résigné"), ("openspiel", "a2a3"), ("openspiel", "\u{1b}")]
    {
        let (done, said) = breadboard(&["convert", "--from", form], text);
        assert!(!done && !said.is_empty(), "{form} {text}: {said}");
    }
}

#[test]
fn the_manual_and_completions_know_every_command() {
    let commands = ["play", "join", "watch", "convert", "replay", "man", "serve", "arena"];
    let (_, manual) = breadboard(&["man"], "");
    for command in commands {
        assert!(manual.contains(&format!("breadboard\\-{command}(1)")), "{command} is not in\n{manual}");
        let (done, page) = breadboard(&["man", command], "");
        assert!(done && page.contains(".SH SYNOPSIS"), "{page}");
        for shell in ["bash", "zsh", "fish"] {
            let (_, script) = breadboard(&["completions", shell], "");
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    assert!(!breadboard(&["man", "nothing"], "").0);
}
