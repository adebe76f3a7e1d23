//! Games, positions, moves and records; what is refused, and how.

use super::{MIDDLE, PROGRAM, fails, ok, run, text};
use std::process::{Command, Stdio};

#[test]
fn games_lists_every_game_with_its_options() {
    let plain = ok(&["games"]);
    let json: serde_json::Value = serde_json::from_str(&ok(&["games", "--json"])).unwrap();
    let games = json.as_array().unwrap();
    assert_eq!(games.len(), breadboard_games::GAMES.len());
    for game in games {
        assert!(plain.contains(game["id"].as_str().unwrap()));
        for option in game["options"].as_array().unwrap() {
            assert!(plain.contains(option["meaning"].as_str().unwrap()));
            assert!(option["ruling"].as_str().unwrap().len() >= 2);
        }
        for level in game["levels"].as_array().unwrap() {
            assert!(plain.contains(level["about"].as_str().unwrap()), "{level}");
        }
    }
}

#[test]
fn every_game_can_be_shown_listed_and_read_about() {
    for game in breadboard_games::GAMES {
        let id = game.info.id;
        let shown = ok(&["show", id, "--seed", "1", "--color", "never"]);
        let position = shown.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
        assert_eq!(ok(&["show", id, "--position", position]), shown, "{id}");
        let moves = ok(&["moves", id, "--position", position]);
        assert!(moves.lines().count() >= 1, "{id}");
        let json: serde_json::Value =
            serde_json::from_str(&ok(&["moves", id, "--seed", "1", "--json"])).unwrap();
        assert_eq!(json["position"], position, "{id}");
        assert!(ok(&["rules", id]).contains(game.info.name), "{id}");
        assert_eq!(ok(&["rules", id, "--markdown"]), game.info.rules, "{id}");
        assert_eq!(ok(&["rules", id, "--markdown", "--lang", "de"]), game.info.rules_in("de"), "{id}");
    }
}

#[test]
fn moves_reads_a_batch() {
    let output = run(
        &["moves", "breakthrough", "--batch"],
        format!("{MIDDLE}\nnonsense\np7/8/8/8/8/8/8/7P b\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0].split("; ").count(), 21);
    assert!(lines[1].starts_with("error: this is not a position"));
    assert_eq!(lines[2], "a8-a7; a8-b7");
    fails(&["moves", "breakthrough", "--batch"], b"\xff\xfe\n", 1, "not UTF-8");
}

/// A seat that has left cannot win: the ending of the table comes first, and nothing else names a winner.
#[test]
fn b13_replay_says_the_ending_of_the_table_first_and_names_one_winner() {
    let games = [
        include_str!("../../../games/src/breadcrumbs/golden/4-seats.txt"),
        include_str!("../../../games/src/traxx/golden/four.txt"),
    ];
    for record in games {
        let plain = run(&["replay", "-", "--log"], record.as_bytes());
        let plain = text(&plain.stdout);
        assert!(plain.contains(" wins") && !plain.contains("ending:"), "{plain}");
        let winner = record.lines().find_map(|line| line.strip_prefix("result: win ")).unwrap();
        let ending = format!("ending: win 4, seat {winner} left");
        let left = record.replace("\nresult:", &format!("\n{ending}\nresult:"));
        let said = run(&["replay", "-", "--log"], left.as_bytes());
        assert!(said.status.success(), "{}", text(&said.stderr));
        let said = text(&said.stdout);
        assert_eq!(said.lines().next(), Some(ending.as_str()), "{said}");
        let over = said.lines().any(|line| line.starts_with("the game is over: seat"));
        assert!(!said.contains(" wins") && !over, "{said}");
        assert!(said.contains(&format!("result: win {winner}")), "what the moves alone give");
    }
    let resigned = "game: breakthrough\nrules: 1\nending: win 1, seat 2 resigned\n\n1: e2-e3\n";
    let said = run(&["replay", "-"], resigned.as_bytes());
    assert!(!text(&said.stdout).contains("to move"), "{}", text(&said.stdout));
}

#[test]
fn replay_shows_the_end_and_tells_the_game() {
    let record = "game: breakthrough:columns=2,rows=4\nrules: 1\nseat 1: Ada\nresult: win 1\n\n\
        1: b2xa3\n2: b3-b2\n1: a1xb2\n2: b4xa3\n1: b2xa3\n2: a4-b3\n1: a3-b4\n";
    let output = run(&["replay", "-", "--log"], record.as_bytes());
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for words in [
        "White takes on a3 from b2",
        "reaches the farthest row and wins",
        "seat 1: Ada",
        "events: 7 of 7",
        "result: win 1",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let early = run(&["replay", "-", "--to", "2"], record.as_bytes());
    assert!(text(&early.stdout).contains("events: 2 of 7\nresult: unfinished\n"));
    let damaged = record.replace("2: b4xa3", "2: b4-a4");
    fails(&["replay", "-"], damaged.as_bytes(), 1, "-: line 9, column 4: b4 to a4 is not one step forward");
}

#[test]
fn bad_input_gets_a_reason_and_an_exit_code() {
    for (args, code, reason) in [
        (&["show", "chess"][..], 2, "there is no game \"chess\": there are breakthrough"),
        (
            &["show", "breakthrough:depth=3"],
            2,
            "there is no option \"depth\": there are columns, rows, swap, seats",
        ),
        (&["show", "breakthrough:columns=99"], 2, "it is a whole number from 2 to 16"),
        (&["show", "breakthrough:columns"], 2, "key=value"),
        (&["show", ""], 2, "a game is missing"),
        (&["rules", "go"], 2, "there is no game \"go\""),
        (&["show", "breakthrough", "--position", "x"], 1, "this is not a position"),
        (&["show", "breakthrough", "--width", "0"], 2, "20..=1000"),
        (&["perft", "breakthrough", "--depth", "0"], 2, "1..=64"),
        (&["perft", "breakthrough"], 2, "--depth"),
        (&["bench", "--seconds", "0"], 2, "seconds from 0.001 to 3600"),
        (&["bench", "--seconds", "nan"], 2, "seconds from 0.001 to 3600"),
        (&["replay", "/nowhere/at/all"], 1, "/nowhere/at/all"),
        (&["replay", "/"], 1, "/"),
        (&["show", "breakthrough", "--color", "sometimes"], 2, "auto"),
        (&["fly"], 2, "fly"),
    ] {
        fails(args, b"", code, reason);
    }
    fails(&["replay", "-"], b"\xff", 1, "not UTF-8");
    fails(&["replay", "-"], b"", 1, "line 1, column 1: the header \"game\" is missing");
    fails(&["replay", "-"], b"game: chess\nrules: 1\n", 1, "there is no game \"chess\"");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(PROGRAM)
        .args(["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn colours_come_only_when_wanted() {
    assert!(!ok(&["show", "breakthrough"]).contains('\u{1b}'), "a pipe has no colours");
    assert!(ok(&["show", "breakthrough", "--color", "always"]).contains('\u{1b}'));
    assert!(!ok(&["rules", "breakthrough", "--color", "never"]).contains('\u{1b}'));
}

/// The record of a game that was given up after its first draws.
fn record_with_dice() -> String {
    use breadboard_play::{Entropy, Holder, Key, Name, Opening, Request, Seed, Submission, Table};
    let opening = Opening {
        spec: "breadcrumbs".parse().unwrap(),
        rules: None,
        start: None,
        given: Vec::new(),
        seats: vec![Holder::Open; 2],
        clock: None,
        forced_moves: false,
        seed: Seed::new([7; 32]),
    };
    let mut table = Table::open(opening, 0).unwrap().table;
    for seat in table.seats() {
        let request = Request::Claim {
            name: Name::try_from("Ada".to_owned()).unwrap(),
            entropy: Some(Entropy::new(vec![seat.number(); 4]).unwrap()),
        };
        let key = Key::try_from("k".to_owned()).unwrap();
        let version = table.version();
        table = table.submit(0, &Submission { seat, version, attempt: None, key, request }).unwrap().table;
    }
    table.abandon(0).unwrap().table.record().to_string()
}

#[test]
fn verify_says_what_it_checked_and_finds_a_changed_draw() {
    let record = record_with_dice();
    let output = run(&["verify", "-"], record.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    for line in ["game: breadcrumbs", "the seats 1, 2", "draws: 1,", "verified"] {
        assert!(text(&output.stdout).contains(line), "{}", text(&output.stdout));
    }
    let commit = record.lines().find_map(|line| line.strip_prefix("dice-commit: ")).unwrap();
    let sure = run(&["verify", "-", "--commit", commit, "--entropy", "02020202"], record.as_bytes());
    assert!(text(&sure.stdout).contains("the hash is the one you noted"), "{}", text(&sure.stderr));
    let other = "0".repeat(64);
    fails(&["verify", "-", "--commit", &other], record.as_bytes(), 1, "not the one you noted");
    fails(&["verify", "-", "--commit", "x"], record.as_bytes(), 2, "hexadecimal");
    fails(&["verify", "-", "--entropy", "03"], record.as_bytes(), 1, "no seat contributed this entropy");
    fails(
        &["verify", "-"],
        record.replace("dice-entropy 1: 01", "dice-entropy 1: 02").as_bytes(),
        1,
        "line ",
    );
    fails(
        &["verify", "-"],
        record.replace("dice-seed: 07", "dice-seed: 08").as_bytes(),
        1,
        "does not belong",
    );
    let plain = record.lines().filter(|line| !line.starts_with("dice")).collect::<Vec<_>>().join("\n");
    fails(&["verify", "-"], plain.as_bytes(), 1, "nothing of its dice");
}

#[test]
fn games_are_known_by_their_titles_and_slips_are_answered() {
    for name in ["TRAXX", "träxx", "Träxx"] {
        assert_eq!(ok(&["rules", name]), ok(&["rules", "traxx"]));
        assert_eq!(ok(&["show", name, "--seed", "1"]), ok(&["show", "traxx", "--seed", "1"]));
    }
    fails(&["rules", "traxy"], b"", 2, "there is no game \"traxy\": did you mean traxx?");
    fails(&["engine", "breaktrough"], b"", 2, "did you mean breakthrough?");
}

#[test]
fn numbers_that_make_no_sense_are_refused_with_what_to_write() {
    for command in [&["play", "traxx"][..], &["bench", "traxx"], &["show", "traxx"], &["train", "--out", "x"]]
    {
        let args = [command, &["--seed", "-1"]].concat();
        fails(&args, b"", 2, "a seed is a whole number from 0 to 18446744073709551615");
    }
    fails(&["bench", "breakthrough", "--count", "0"], b"", 2, "0 is not in 1..");
    for args in [&["perft", "breakthrough", "--depth", "-1"][..], &["replay", "-", "--to", "-1"]] {
        let said = run(args, b"");
        assert!(!text(&said.stderr).contains("unexpected argument"), "{}", text(&said.stderr));
        fails(args, b"", 2, "invalid value '-1'");
    }
    assert!(ok(&["stats", "0,0,0,0,0"]).contains("% of 0 pairs"));
    fails(&["rules", "traxx:bord=3"], b"", 2, "there is no option \"bord\"");
    fails(&["calibrate", "nosuch"], b"", 2, "there is no game \"nosuch\"");
    fails(
        &["arena", "breakthrough", "--players", "bot1,bot2", "--gauntlet", "--games", "2"],
        b"",
        2,
        "--gauntlet needs three players",
    );
    let damaged = "game: breakthrough\nrules: 1\n\n1: a2-a3\n2: a7-a5\n";
    fails(&["watch", "-", "--plain"], damaged.as_bytes(), 1, "-: line 5, column 4: ");
}

#[test]
fn a_record_that_cannot_be_written_is_named() {
    fails(&["play", "breakthrough", "--record", "/dev/null/x"], b"", 1, "breadboard: /dev/null/x: ");
}

/// Records come from strangers, and an escape sequence of a name could write to the terminal or the clipboard.
#[test]
fn no_command_prints_the_control_characters_of_a_record() {
    let odd = "A\u{1b}[31mred\u{1b}]0;pwned\u{7}\u{9b}2J\u{202E}x";
    let record = format!(
        "game: breakthrough\nrules: 1\ndate: {odd}\nseat 1: {odd}\nseat 2: {odd}\nx-odd: {odd}\n\
         ending: win 1, {odd}\n\n# {odd}\n1: a2-a3 # {odd}\n# {odd}\n"
    );
    let unmoved = record.replace("a2-a3", odd);
    let unknown = record.replace("game: breakthrough", &format!("game: {odd}"));
    // Standard input cannot be continued: a game is saved where it was read.
    fails(&["play", "--resume", "-", "--plain"], record.as_bytes(), 2, "--resume needs a file");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.txt");
    for command in [
        &["replay", "-", "--log"][..],
        &["review", "-", "--effort", "0.01"],
        &["review", "-", "--effort", "0.01", "--json"],
        &["convert", "-"],
        &["convert", "-", "--to", "golem"],
        &["watch", "-", "--plain"],
        &["verify", "-"],
        &["play", "--resume", file.to_str().unwrap(), "--plain"],
    ] {
        for record in [&record, &unmoved, &unknown] {
            std::fs::write(&file, record).unwrap();
            let output = run(command, record.as_bytes());
            for said in [text(&output.stdout), text(&output.stderr)] {
                let bad = said.chars().find(|c| *c != '\n' && c.is_control() || *c == '\u{202E}');
                assert_eq!(bad, None, "{command:?}: {said:?}");
            }
        }
    }
}

#[test]
fn every_error_begins_with_the_name_of_the_program() {
    for args in
        [&["plya"][..], &["show"], &["show", "chess"], &["bench", "--count", "0"], &["replay", "/no/file"]]
    {
        let output = run(args, b"");
        assert!(text(&output.stderr).starts_with("breadboard: "), "{args:?}: {}", text(&output.stderr));
    }
    fails(&["plya"], b"", 2, "similar subcommands exist: 'replay', 'play'");
}

#[test]
fn a_folder_that_a_person_names_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("typo");
    let store = format!("sqlite:{}", missing.join("games.db").display());
    fails(&["serve", "--listen", "127.0.0.1:0", "--store", &store], b"", 1, "there is no folder");
    assert!(!missing.exists());
    let other = folder.path().join("no.db");
    std::fs::write(&other, "no database").unwrap();
    let store = format!("sqlite:{}", other.display());
    fails(&["admin", "check", "--store", &store], b"", 1, "no.db: ");
    fails(
        &["admin", "restore", other.to_str().unwrap(), "--store", &store],
        b"",
        1,
        "no.db cannot be used: ",
    );
}
