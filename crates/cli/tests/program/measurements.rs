//! The commands that measure: counts, speed, matches, reports, puzzles.

use super::{MIDDLE, PROGRAM, fails, ok, run, text};
use std::process::{Command, Stdio};

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
fn the_arena_plays_our_own_engine_through_the_protocol() {
    let engine = format!("engine:{} engine breakthrough", PROGRAM);
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

/// The table of docs/measurements.md has what the program prints: a change that should not alter play is noticed.
#[test]
fn the_node_counts_of_the_measurements_are_those_of_the_program() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/measurements.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("\n## Node counts\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .map(|line| line.trim_end_matches('|').split('|').map(str::trim).collect())
        .filter(|row: &Vec<&str>| row[0] != "game")
        .collect();
    assert!(!rows.is_empty(), "{section}");
    let printed = ok(&["bench", "--nodes"]);
    for row in rows {
        let line = format!("{}: {} nodes, checksum {}", row[0], row[1].replace(',', ""), row[2]);
        assert!(
            printed.lines().any(|one| one == line),
            "docs/measurements.md says {line}; the program {printed}"
        );
    }
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
    assert!(ok(&mine).contains("1 puzzles ("));
    fails(&mine, b"", 2, "add --resume");
    let more =
        ["puzzles", "mine", "breakthrough:columns=5,rows=6", "--count", "2", "--out", path, "--resume"];
    assert!(ok(&more).contains("puzzles ("));
    fails(&["puzzles", "mine", "traxx:seats=1", "--out", path, "--resume"], b"", 2, "another game");
    assert!(ok(&["puzzles", "check", path]).contains("answers agree with a search of 50000 nodes"));
    assert!(ok(&["puzzles", "themes", path]).contains("0 of "));
    assert!(ok(&["puzzles", "themes", path, "--difficulty"]).contains("0 of "));
    let text = std::fs::read_to_string(&file).unwrap();
    let damaged = text.lines().map(|line| line.split(" | ").next().unwrap_or_default().to_owned() + "\n");
    std::fs::write(&file, damaged.collect::<String>()).unwrap();
    fails(&["puzzles", "check", path], b"", 1, "do not agree");
    std::fs::remove_file(&file).unwrap();
    let today = ok(&["puzzles", "show", "--answer"]);
    let id = today.split(',').next().unwrap();
    let question = ok(&["puzzles", "show", id]);
    assert!(question.contains("difficulty"), "{question}");
    // The answer stands below the question, with its reasons.
    let answer = today.strip_prefix(question.trim_end()).unwrap_or_else(|| panic!("{question}\n{today}"));
    assert!(answer.lines().count() > 2 && answer.contains("seat "), "{answer}");
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
    let program = PROGRAM;
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
    let child = Command::new(PROGRAM)
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
