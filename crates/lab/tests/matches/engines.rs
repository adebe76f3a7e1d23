//! Engines in a match that misbehave in every way a process can.

use super::{folder, run_on};
use breadboard_lab::{Arena, ArenaError, Run, Standing};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const SPEC: &str = "breakthrough:columns=3,rows=6";

fn arena(players: &[&str], games: usize) -> Arena {
    let movetime = Some(Duration::from_millis(5));
    Arena { openings: Some(0), scale: 0.05, movetime, ..super::arena(players, games) }
}

fn try_run(arena: &Arena) -> Result<Standing, ArenaError> {
    run_on(arena, SPEC)
}

fn run(arena: &Arena) -> Standing {
    try_run(arena).unwrap()
}

/// A script that greets properly and then answers `go` with a line of shell.
fn engine(on_go: &str) -> String {
    format!(
        "engine:sh -c 'while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
         go) {on_go};; quit) exit;; esac; done'"
    )
}

#[test]
fn only_engines_that_misbehave_lose_with_a_reason() {
    for (on_go, count) in [
        ("exit 3", "crashes"),
        ("echo bestmove z9-z9", "illegal_moves"),
        ("echo bestmove a1-a2", "illegal_moves"),
        ("echo bestmove", "illegal_moves"),
        ("sleep 9", "time_outs"),
    ] {
        let report = run(&arena(&[&engine(on_go), "random"], 2)).json();
        assert_eq!(report["players"][0][count], 2, "{on_go}: {report}");
        assert_eq!(report["pairings"][0]["share"], 0.0, "{on_go}");
        assert_eq!(report["faults"].as_array().unwrap().len(), 2);
        for clean in ["crashes", "illegal_moves", "time_outs"] {
            assert_eq!(report["players"][1][clean], 0, "{on_go}");
        }
    }
}

#[test]
fn an_engine_that_dies_of_the_interruption_has_not_lost() {
    let stop = AtomicBool::new(false);
    let mut one = arena(&[&engine("sleep 0.5; exit 3"), "random"], 2);
    one.threads = 1;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(250));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let run = Run { arena: &one, progress: &mut |_, _, _| {}, stop: &stop };
        assert_eq!(run.on(&SPEC.parse().unwrap()).unwrap().unwrap().progress(), (0, 2));
    });
}

#[test]
fn an_engine_that_never_starts_is_an_error_and_not_a_win() {
    for command in ["engine:/does/not/exist", "engine:true", "engine:sh -c 'exit 1'"] {
        let arena = arena(&["random", command], 2);
        let Err(ArenaError::Engine(reason)) = try_run(&arena) else { panic!("{command} was a match") };
        assert!(reason.starts_with(command) && reason.contains("does not start"), "{reason}");
        let cause = if command.ends_with("exist") { "did not find the command" } else { "exit status: " };
        assert!(reason.contains(cause), "{reason}");
    }
}

#[test]
fn an_engine_that_starts_no_more_ends_the_match_and_the_results_stay() {
    let folder = folder("starts");
    // It starts three times: for the check, and for two games.
    let times = folder.join("times");
    let count = format!("echo x >> {0}; [ $(wc -l < {0}) -le 3 ] || exit 1; ", times.display());
    let mortal = engine("echo bestmove z9-z9").replace("engine:sh -c '", &format!("engine:sh -c '{count}"));
    let mut arena = arena(&[&mortal, "random"], 8);
    arena.threads = 1;
    arena.resume = Some(folder.join("match.jsonl"));
    let Err(ArenaError::Engine(reason)) = try_run(&arena) else { panic!("it went on") };
    assert!(reason.contains("does not start"), "{reason}");
    let kept = std::fs::read_to_string(folder.join("match.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 3, "the settings and two games: {kept}");
}

#[test]
fn games_that_repeat_are_counted_and_reported() {
    let [one, other] = ["z9-z9", "y9-y9"].map(|mv| engine(&format!("echo bestmove {mv}")));
    let standing = run(&arena(&[&one, &other], 8));
    assert_eq!(standing.json()["repeated_games"], 6, "{standing}");
    assert!(standing.to_string().contains("6 games repeat an earlier one"), "{standing}");
}

#[test]
fn an_engine_that_starts_slowly_is_waited_for() {
    let slow = engine("echo bestmove z9-z9").replace("engine:sh -c '", "engine:sh -c 'sleep 3; ");
    let report = run(&arena(&[&slow, "random"], 2)).json();
    // It was greeted and asked: what it loses by is its move.
    assert_eq!(report["players"][0]["illegal_moves"], 2, "{report}");
}

#[test]
fn a_flood_of_output_is_neither_kept_nor_believed() {
    let flood =
        "i=0; while [ $i -lt 3000 ]; do echo info string $i; i=$((i+1)); done; echo bestmove nonsense";
    let report = run(&arena(&[&engine(flood), "random"], 2)).json();
    assert_eq!(report["pairings"][0]["share"], 0.0, "{report}");
}
