//! The example bots play every game in the arena without a fault.

use super::PROGRAM;
use breadboard_games::GAMES;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn plays_without_a_fault(command: &str) {
    for spec in GAMES.iter().map(|game| format!("{}:seats={}", game.info.id, game.info.seats.0.max(2))) {
        let engine = format!("engine:{command}");
        let output = Command::new(PROGRAM)
            .args(["arena", &spec, "--players", &format!("random,{engine}"), "--games", "2", "--json"])
            .args(["--movetime", "5"])
            .env("BREADBOARD", PROGRAM)
            .output()
            .unwrap();
        assert!(output.status.success(), "{spec}: {}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let players = report["players"].as_array().unwrap();
        let bot = players.iter().find(|player| player["name"] == engine.as_str()).unwrap();
        for fault in ["crashes", "illegal_moves", "time_outs"] {
            assert_eq!(bot[fault], 0, "{spec}: {report}");
        }
        assert!(bot["moves"].as_u64().unwrap() > 0, "{spec}: {report}");
    }
}

#[test]
fn the_bot_in_python_plays_every_game() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/engine_bot.py");
    if Command::new("python3").arg("--version").output().is_err() {
        return breadboard_testkit::skipped("the_bot_in_python_plays_every_game", "there is no python3");
    }
    plays_without_a_fault(&format!("python3 {}", script.canonicalize().unwrap().display()));
}

/// `cargo test` builds it before this; with `--test program` alone it does not.
#[test]
fn the_bot_in_rust_plays_every_game() {
    let bot = Path::new(PROGRAM).with_file_name("examples").join("engine_bot");
    assert!(bot.exists(), "{}: build the examples", bot.display());
    plays_without_a_fault(&bot.display().to_string());
}
