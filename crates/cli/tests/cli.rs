//! The program as a shell sees it: output, exit codes, pipes, and bad input of every kind.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const MIDDLE: &str = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w";

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
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
fn perft_prints_a_line_a_depth() {
    assert_eq!(ok(&["perft", "breakthrough", "--depth", "4"]), "1 22\n2 484\n3 11132\n4 256036\n");
    let middle = ok(&["perft", "breakthrough", "--depth", "4", "--position", MIDDLE]);
    assert_eq!(middle, "1 21\n2 358\n3 6898\n4 121264\n");
    assert!(
        ok(&["perft", "breakthrough", "--depth", "7"]).ends_with("7 3751915714\n"),
        "with parts and progress"
    );
    let divided = ok(&["perft", "breakthrough", "--depth", "3", "--divide"]);
    assert!(divided.contains("e2-e3 ") && divided.ends_with("total 11132\n"), "{divided}");
    assert!(
        ok(&["perft", "breakthrough:columns=6,rows=6,swap=on", "--depth", "2"]).ends_with("2 272\n"),
        "16 × 17"
    );
}

#[test]
fn bench_measures_every_game() {
    for line in ok(&["bench", "--count", "2", "--json"]).lines() {
        let report: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(report["rates"]["playout"]["games"], 2);
    }
    assert!(ok(&["bench", "breakthrough", "--seconds", "0.01"]).contains("moves/s"));
    let fast = ok(&["bench", "breakthrough", "--count", "50", "--only", "playout", "--json"]);
    let portable =
        ok(&["bench", "breakthrough", "--count", "50", "--only", "playout", "--json", "--portable"]);
    let moves = |json: &str| {
        serde_json::from_str::<serde_json::Value>(json).unwrap()["rates"]["playout"]["moves"].clone()
    };
    assert_eq!(moves(&fast), moves(&portable), "both kernels make the same picks from the same words");
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
        include_str!("../../games/src/breadcrumbs/golden/4-seats.txt"),
        include_str!("../../games/src/traxx/golden/four.txt"),
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
        assert!(!said.contains(" wins") && !said.contains("the game is over: seat"), "{said}");
        assert!(said.contains(&format!("result: win {winner}")), "what the moves alone give");
    }
    let resigned = "game: breakthrough\nrules: 1\nending: win 1, seat 2 resigned\n\n1: e2-e3\n";
    let said = run(&["replay", "-"], resigned.as_bytes());
    assert!(!text(&said.stdout).contains("to move"), "{}", text(&said.stdout));
}

#[test]
fn replay_shows_the_end_and_tells_the_game() {
    let record = "game: breakthrough:columns=2,rows=4\nrules: 1\nseat 1: Ada\nresult: win 1\n\n1: b2xa3\n2: b3-b2\n1: a1xb2\n2: b4xa3\n1: b2xa3\n2: a4-b3\n1: a3-b4\n";
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
    let mut child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
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

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(ok(&["completions", shell]).contains("breadboard"), "{shell}");
    }
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
fn the_arena_plays_our_own_engine_through_the_protocol() {
    let engine = format!("engine:{} engine breakthrough", env!("CARGO_BIN_EXE_breadboard"));
    let players = format!("{engine},random");
    let args =
        ["arena", "breakthrough", "--players", &players, "--games", "2", "--movetime", "10ms", "--json"];
    let report: serde_json::Value = serde_json::from_str(&ok(&args)).unwrap();
    assert_eq!(report["faults"], serde_json::json!([]), "{report}");
    assert_eq!(report["pairings"][0]["share"], 1.0, "{report}");
}

#[test]
fn the_engine_speaks_on_standard_input_and_output() {
    let output = run(&["engine", "breakthrough"], b"ugi\nposition startpos\ngo depth 2\n");
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.contains("ugiok\n") && said.contains("\nbestmove "), "{said}");
    fails(&["engine", "chess"], b"", 2, "there is no game");
}

#[test]
fn the_node_count_is_a_checksum() {
    let first = ok(&["bench", "--nodes", "breakthrough:columns=5,rows=5"]);
    assert!(first.contains(" nodes, checksum "), "{first}");
    assert_eq!(first, ok(&["bench", "--nodes", "breakthrough:columns=5,rows=5"]));
    // The search is compiled twice, and both find the same.
    let any = ok(&["bench", "--nodes", "breakthrough"]);
    assert_eq!(any, ok(&["bench", "--nodes", "--portable", "breakthrough"]));
}

#[test]
fn puzzles_are_mined_resumed_checked_and_shown() {
    let file = std::env::temp_dir().join(format!("breadboard-puzzles-cli-{}.txt", std::process::id()));
    let path = file.to_str().unwrap();
    let mine = [
        "puzzles",
        "mine",
        "breakthrough:columns=5,rows=6",
        "--nodes",
        "5000",
        "--count",
        "1",
        "--out",
        path,
    ];
    assert!(ok(&mine).contains("1 puzzles of"));
    fails(&mine, b"", 2, "add --resume");
    let more =
        ["puzzles", "mine", "breakthrough:columns=5,rows=6", "--count", "2", "--out", path, "--resume"];
    assert!(ok(&more).contains("puzzles of"));
    fails(&["puzzles", "mine", "traxx:seats=1", "--out", path, "--resume"], b"", 2, "another game");
    assert!(ok(&["puzzles", "check", path]).contains("answers agree with a search of 50000 nodes"));
    let text = std::fs::read_to_string(&file).unwrap();
    let damaged = text.lines().map(|line| line.split(" | ").next().unwrap_or_default().to_owned() + "\n");
    std::fs::write(&file, damaged.collect::<String>()).unwrap();
    fails(&["puzzles", "check", path], b"", 1, "do not agree");
    std::fs::remove_file(&file).unwrap();
    let today = ok(&["puzzles", "show", "--answer"]);
    assert!(today.contains("difficulty") && today.contains("the answer begins with"), "{today}");
    let id = today.split(',').next().unwrap();
    assert!(ok(&["puzzles", "show", id]).contains("difficulty"));
    fails(&["puzzles", "show", "chess-1"], b"", 2, "there is no puzzle");
}

#[test]
fn a_report_is_written_to_its_folder_and_bad_settings_are_refused() {
    let folder = std::env::temp_dir().join(format!("breadboard-report-cli-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let report =
        ["report", "breakthrough:columns=4,rows=5", "--levels", "random", "--games", "3", "--out", out];
    assert!(ok(&report).contains("a man reaches the farthest row"));
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    let json = std::fs::read_to_string(folder.join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(page.contains("what this game is like") && json["variants"][0]["mirrors"][0]["games"] == 3);
    assert!(ok(&["replay", folder.join("shortest-random.txt").to_str().unwrap()]).contains("has won"));
    fails(&report, b"", 2, "add --resume");
    assert_eq!(ok(&[&report[..], &["--resume"]].concat()), ok(&[&report[..], &["--resume"]].concat()));
    std::fs::remove_dir_all(&folder).unwrap();
    fails(&["report", "breadcrumbs", "--resume"], b"", 2, "--out");
    fails(&["report", "breadcrumbs", "--levels", "bot9"], b"", 2, "not a bot");
    fails(&["report", "breadcrumbs", "--sweep", "turn_cap"], b"", 2, "write an option and its values");
    fails(
        &["report", "breadcrumbs", "--sweep", "turn_cap=5,20", "--games", "1"],
        b"",
        2,
        "turn_cap cannot be",
    );
    fails(&["report", "breadcrumbs", "--scale", "0"], b"", 2, "write a factor");
}

#[test]
fn the_arena_refuses_what_it_cannot_play() {
    fails(&["arena", "breakthrough", "--players", "bot9,bot1"], b"", 2, "there is no player");
    fails(&["arena", "breakthrough", "--players", "bot1"], b"", 2, "two players");
    fails(&["arena", "breakthrough", "--players", "bot1,bot2", "--sprt", "5,0"], b"", 2, "the smaller first");
    let far = ["arena", "breakthrough", "--players", "bot1,bot2", "--openings", "100"];
    fails(&far, b"", 2, "fewer --openings");
    let both =
        |more: [&'static str; 2]| ["arena", "breakthrough", "--players", "bot1,bot2", more[0], more[1]];
    for (more, code, reason) in [
        (["--openings", "/no/such/book"], 1, "/no/such/book"),
        (["--openings", "/dev/null"], 1, "breadboard: /dev/null: there is no opening"),
        (["--openings", "101"], 2, "0 to 100"),
        (["--openings", "-1"], 2, "0 to 100"),
        (["--tc", "fast"], 2, "10+0.1"),
        (["--resign", "3"], 2, "600,3"),
        (["--draw", "3"], 2, "40,8,10"),
        (["--engine", "name=x"], 2, "cmd=COMMAND"),
        (["--engine-logs", "/tmp"], 2, "needs an engine"),
    ] {
        fails(&both(more), b"", code, reason);
    }
    fails(&["arena", "breakthrough"], b"", 2, "--players");
    let deck = ["arena", "breakthrough", "--players", "bot1,bot2", "--clairvoyant"];
    fails(&deck, b"", 2, "one seat");
    let share = ["arena", "breakthrough", "--players", "engine:a,engine:b", "--scale", "0.5"];
    fails(&share, b"", 2, "no player is one");
    let errors = ["arena", "breakthrough", "--players", "bot1,bot2", "--alpha", "0.01"];
    fails(&errors, b"", 2, "--sprt");
    let absent = ["arena", "breakthrough", "--players", "bot1,engine:/no/such/engine"];
    fails(&absent, b"", 1, "engine:/no/such/engine does not start");
    let lost = ["arena", "breakthrough", "--players", "bot1,bot2", "--resume", "/no/such/folder/x"];
    fails(&lost, b"", 1, "/no/such/folder/x");
    let lost = ["train", "breadcrumbs", "--out", "/no/such/folder/x", "--games", "1000000"];
    fails(&lost, b"", 1, "/no/such/folder/x");
}

#[test]
fn the_arena_plays_openings_with_clocks_and_logs_our_own_engine() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(place("book.txt"), "a2-a3 h7-h6\nb2-b3 g7-g6\n").unwrap();
    let program = env!("CARGO_BIN_EXE_breadboard");
    let engine = format!("name=twin cmd='{program} engine breakthrough' option.Level=bot2");
    let (book, logs, records) = (place("book.txt"), place("logs"), place("games"));
    let args = [
        "arena",
        "breakthrough",
        "--players",
        "random",
        "--engine",
        &engine,
        "--games",
        "4",
        "--openings",
        &book,
        "--tc",
        "2+0.01",
        "--resign",
        "400,2",
        "--engine-logs",
        &logs,
        "--records",
        &records,
        "--json",
    ];
    let report: serde_json::Value = serde_json::from_str(&ok(&args)).unwrap();
    assert_eq!(report["faults"], serde_json::json!([]), "{report}");
    assert_eq!(report["pairings"][0]["losses"], 4, "{report}");
    assert_eq!(report["players"][1]["name"], "twin");
    let log = std::fs::read_to_string(format!("{logs}/00000-0-0-seat2.log")).unwrap();
    assert!(log.contains("> position startpos moves a2-a3 h7-h6") && log.contains("p2time"), "{log}");
    let record = std::fs::read_to_string(format!("{records}/00001-0-0.txt")).unwrap();
    assert!(record.contains("1: b2-b3\n2: g7-g6\n") && record.contains('#'), "{record}");
}

#[test]
fn statistics_are_computed_from_counts() {
    let said = ok(&["stats", "0,0,5,0,13", "--sprt", "0,20"]);
    assert!(said.contains("undecided") && said.contains("ratio 0.98 (1.01 without the prior"), "{said}");
    let strict =
        ok(&["stats", "5,10,50,40,20", "--sprt", "0,30", "--alpha", "0.01", "--beta", "0.1", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&strict).unwrap();
    assert_eq!(report["sprt"]["accepted"], true, "{report}");
    assert!((report["sprt"]["upper_bound"].as_f64().unwrap() - 4.4998).abs() < 1e-3, "{report}");
    let three = ok(&["stats", "A:B=2,5,20,15,8", "A:C=0,1,4,9,11", "B:C=1,2,9,8,5"]);
    assert!(three.contains("A against B: ") && three.contains("ratings\n"), "{three}");
    for (args, reason) in [
        (&["stats", "1,2"] as &[&str], "five counts"),
        (&["stats", "1,2,-3"], "five counts"),
        (&["stats", "A:A=1,2,3"], "five counts"),
        (&["stats", "1,2,3", "4,5,6"], "need names"),
        (&["stats", "A:B=1,2,3", "A:C=4,5,6", "--sprt", "0,5"], "one pairing"),
    ] {
        fails(args, b"", 2, reason);
    }
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_tells_how_it_stands_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let path = file.to_str().unwrap();
    // On several threads the games that were finished need not be the first.
    let args = |games| {
        [
            "arena",
            "breakthrough",
            "--players",
            "bot2,bot1",
            "--games",
            games,
            "--resume",
            path,
            "--threads",
            "1",
        ]
    };
    let child = Command::new(env!("CARGO_BIN_EXE_breadboard"))
        .args(args("100000"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let begun = std::time::Instant::now();
    while lines() < 5 && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (report, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(
        report.contains("bot2 against bot1") && errors.contains("the same command goes on"),
        "{report}{errors}"
    );
    // What was played counts when it goes on.
    let kept = lines() - 1;
    let more = (kept + 2).to_string();
    let report = ok(&args(&more));
    let games = report.lines().next().unwrap().rsplit(": ").next().unwrap().to_owned();
    let games: usize = games.split(' ').next().unwrap().parse().unwrap();
    assert!((kept + 2..=kept + 3).contains(&games), "{kept} kept, {games} in the end");
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
fn completions_know_the_games() {
    for shell in ["bash", "zsh", "fish"] {
        let script = ok(&["completions", shell]);
        for game in breadboard_games::GAMES {
            assert!(script.contains(game.info.id), "{shell}: {}", game.info.id);
        }
    }
    // The help does not list them again: `breadboard games` does.
    assert!(!ok(&["show", "--help"]).contains("possible values: breakthrough"));
}

#[test]
fn numbers_that_make_no_sense_are_refused_with_what_to_write() {
    for command in [&["play", "traxx"][..], &["bench", "traxx"], &["show", "traxx"], &["train", "--out", "x"]]
    {
        let args = [command, &["--seed", "-1"]].concat();
        fails(&args, b"", 2, "a seed is a whole number from 0 to 18446744073709551615");
    }
    fails(&["bench", "breakthrough", "--count", "0"], b"", 2, "0 is not in 1..");
}

#[test]
fn the_manual_has_a_page_for_each_command_and_none_for_help() {
    let dir = tempfile::tempdir().unwrap();
    ok(&["man", "--dir", dir.path().to_str().unwrap()]);
    let pages =
        std::fs::read_dir(dir.path()).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let pages: Vec<String> = pages.collect();
    assert!(pages.contains(&"breadboard-play.1".to_owned()) && pages.contains(&"breadboard.1".to_owned()));
    assert!(!pages.iter().any(|page| page.contains("help")), "{pages:?}");
    let file = dir.path().join("breadboard.1");
    let below = file.join("pages");
    fails(&["man", "--dir", below.to_str().unwrap()], b"", 1, below.to_str().unwrap());
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = ok(&["--help"]);
    let list = help.split_once("Commands:\n").unwrap().1.lines().take_while(|line| !line.is_empty());
    // A description that needs a second line is indented further.
    let names =
        list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn examples_in_the_help_fit_into_eighty_columns_and_prose_is_wrapped_by_the_window() {
    let commands = commands();
    assert!(commands.len() > 20 && commands.contains(&"open".to_owned()), "{commands:?}");
    for command in commands {
        let help = ok(&[&command, "--help"]);
        let examples = help.split_once("Example").unwrap_or_else(|| panic!("{command}: no example")).1;
        for line in examples.lines().skip(1).take_while(|line| !line.is_empty()) {
            assert!(line.starts_with("  ") && line.chars().count() <= 79, "{command}: {line}");
        }
        // A line broken by hand is broken again in a narrow window, and leaves a stump. So a line of prose ends with its
        // sentence, or the window is full. (Without a terminal it has 100 columns.)
        let prose = examples.split_once("\n\n").map_or("", |(_, prose)| prose);
        for line in prose.lines().filter(|line| !line.is_empty()) {
            let full = line.chars().count() > 100 - 24;
            assert!(full || line.ends_with(['.', ':']), "{command}: {line}");
        }
    }
}

#[test]
fn a_record_that_cannot_be_written_is_named() {
    fails(&["play", "breakthrough", "--record", "/dev/null/x"], b"", 1, "breadboard: /dev/null/x: ");
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
