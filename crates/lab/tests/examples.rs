//! The examples of library use run, and print what they promise. `cargo test` builds them before it runs this; with
//! `--test examples` alone it does not.

use std::process::Command;

fn output_of(example: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let program = test.ancestors().nth(2).unwrap().join("examples").join(example);
    let output = Command::new(&program).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}: build the examples", program.display()));
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn play_a_game_refuses_an_illegal_move_and_writes_the_record() {
    let output = output_of("play_a_game");
    assert!(
        output.starts_with("b3-b5: b3 to b5 is not one step forward, straight or diagonal\n"),
        "{output}"
    );
    assert!(
        output.contains("result: win 1\n\n1: b2-b3\n2: d4-d3\n1: b3xa4\n2: d3xc2\n1: a4xb5\n"),
        "{output}"
    );
}

#[test]
fn write_a_bot_beats_random_moves() {
    assert_eq!(output_of("write_a_bot"), "the bot won 132 of 200 games against random moves\n");
}

#[test]
fn run_a_match_prints_the_standing() {
    let output = output_of("run_a_match");
    assert!(output.starts_with("breakthrough:columns=5,rows=5: 20 games, "), "{output}");
    assert!(output.contains("bot3 against random\n  100.0 %: 20 won, 0 drawn, 0 lost"), "{output}");
}
