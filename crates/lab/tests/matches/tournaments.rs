//! What testers of engines expect of a match: openings from a file, clocks, engines with settings of their own, gauntlets,
//! games that end early, logs, and records that say what the players thought.

use super::{arena, folder, records, report, run_on, try_run};
use breadboard_core::{Record, Seat};
use breadboard_lab::{Adjudication, ArenaError, Contender};
use std::time::Duration;

fn texts(record: &Record) -> Vec<&str> {
    record.entries.iter().map(|entry| entry.texts[0].as_str()).collect()
}

/// Settings of an engine: a script that greets, offers an option, and answers `go` with a line of shell.
fn engine(more: &str, on_go: &str) -> Contender {
    let script = format!(
        "while read word rest; do case $word in ugi) echo option name Hash type spin; echo ugiok;; \
         isready) echo info string in $(pwd); echo readyok;; go) {on_go};; quit) exit;; esac; done"
    );
    Contender::engine(&format!("{more} cmd=\"sh -c '{script}'\"")).unwrap()
}

#[test]
fn every_opening_of_a_file_is_played_from_both_sides() {
    let folder = folder("book");
    let mut one = arena(&["bot3", "bot2"], 6);
    one.book = Some("# three openings\na2-a3 b4-b3\n\nb2-b3\nc2-c3 e4-e3\n".to_owned());
    one.records = Some(folder.clone());
    report(&one);
    let records = records(&folder);
    let openings: [&[&str]; 3] = [&["a2-a3", "b4-b3"], &["b2-b3"], &["c2-c3", "e4-e3"]];
    for (pair, opening) in records.chunks(2).zip(openings) {
        for record in pair {
            assert_eq!(texts(record)[..opening.len()], *opening);
            assert_eq!(record.entries[0].remark, None, "the opening has no thoughts");
        }
        let first =
            |record: &Record| record.names.iter().find(|(seat, _)| *seat == Seat::FIRST).unwrap().1.clone();
        assert_eq!([first(&pair[0]), first(&pair[1])], ["bot3", "bot2"]);
    }
    // Another file is another match.
    one.records = None;
    one.resume = Some(folder.join("match.jsonl"));
    report(&one);
    one.book = Some("a2-a3\n".to_owned());
    assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))));
    one.book = Some("a2-a3\nb9-b8\n".to_owned());
    let Err(ArenaError::Opening(reason)) = try_run(&one) else { panic!("a bad opening was played") };
    assert!(reason.contains("line 2"), "{reason}");
}

#[test]
fn a_position_is_an_opening_too_and_engines_get_it() {
    let (saved, logs) = (folder("positions"), folder("position-logs"));
    let position = "ppppp/5/1P3/5/P1PPP b";
    let mut one = arena(&["bot2"], 2);
    one.players.push(engine("name=rival", "echo bestmove z9-z9"));
    one.book = Some(position.to_owned());
    one.records = Some(saved.clone());
    one.logs = Some(logs.clone());
    assert_eq!(report(&one)["players"][1]["illegal_moves"], 2);
    for record in records(&saved) {
        assert_eq!(record.start.as_deref(), Some(position));
    }
    let log = std::fs::read_to_string(logs.join("00000-0-1-seat1.log")).unwrap();
    assert!(log.contains("> position fen ppppp/5/1P3/5/P1PPP_b moves "), "{log}");
}

#[test]
fn an_engine_has_a_name_a_folder_options_and_a_log() {
    let (home, logs) = (folder("home"), folder("logs"));
    let mut one = arena(&["random"], 2);
    one.players.push(engine(&format!("name=rival dir={} option.Hash=64", home.display()), "echo bestmove x"));
    one.logs = Some(logs.clone());
    let report = report(&one);
    assert_eq!(report["players"][1]["name"], "rival");
    let log = std::fs::read_to_string(logs.join("00000-0-0-seat2.log")).unwrap();
    for line in ["> setoption name Hash value 64", "< readyok", "> go movetime 1000", "< bestmove x"] {
        assert!(log.lines().any(|said| said == line), "{line} is not in {log}");
    }
    let place = home.canonicalize().unwrap();
    assert!(log.contains(&format!("< info string in {}", place.display())), "{log}");
    // What does not go together is refused, and never a lost game.
    for (settings, reason) in
        [("option.Contempt=1", "no option Contempt"), ("dir=/no/such/folder", "/no/such/folder")]
    {
        one.players[1] = engine(settings, "exit");
        let Err(ArenaError::Engine(said)) = try_run(&one) else { panic!("{settings} was played") };
        assert!(said.contains(reason), "{said}");
    }
    let start = std::fs::read_to_string(logs.join("start-2.log")).unwrap();
    assert!(start.contains("< option name Hash type spin"), "{start}");
    one.players = vec![engine("name=a option.Hash=1", "exit"), engine("name=a option.Hash=2", "exit")];
    let Err(ArenaError::Setup(said)) = try_run(&one) else { panic!("two players had one name") };
    assert!(said.contains("same name"), "{said}");
}

#[test]
fn a_clock_runs_for_the_whole_game() {
    let logs = folder("clocks");
    // A first move in time, and then none: what it has is gone long before the second that a move would have.
    let mut one = arena(&["bot3"], 2);
    let script = "[ $n ] && sleep 5; n=1; sleep 0.2; echo bestmove c2-c3";
    one.players.push(engine("name=slow", script));
    one.openings = Some(0);
    one.clock = Some("0.3+0.01".parse().unwrap());
    one.logs = Some(logs.clone());
    let begun = std::time::Instant::now();
    let slow = report(&one);
    assert_eq!(slow["players"][1]["time_outs"], 1, "{slow}");
    assert!(begun.elapsed() < Duration::from_secs(4), "the clock did not run: {:?}", begun.elapsed());
    let log = std::fs::read_to_string(logs.join("00000-0-1-seat1.log")).unwrap();
    assert!(log.contains("> go p1time 300 p1inc 10 p2time 300 p2inc 10"), "{log}");
    let second = log.lines().filter(|line| line.starts_with("> go p1time ")).nth(1).unwrap();
    let left: u64 = second.split(' ').nth(3).unwrap().parse().unwrap();
    assert!(left <= 110, "{second}");
    // Players of the program share out their clocks: no one loses on time, and a game takes no longer than both clocks.
    let mut own = arena(&["bot4", "bot3"], 2);
    own.clock = Some("0.6+0.005".parse().unwrap());
    own.threads = 1;
    let begun = std::time::Instant::now();
    let report = report(&own);
    assert_eq!(report["faults"], serde_json::json!([]), "{report}");
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(report["settings"]["tc"], "0.6+0.005");
}

#[test]
fn games_end_early_when_a_player_sees_itself_lost() {
    let saved = folder("resign");
    let mut one = arena(&["bot4", "bot3"], 8);
    one.scale = 0.2;
    one.adjudication = Adjudication { resign: Some("100,1".parse().unwrap()), ..Adjudication::default() };
    one.records = Some(saved.clone());
    let report = report(&one);
    let ended = report["adjudicated_games"].as_u64().unwrap();
    assert!(ended > 0, "{report}");
    assert_eq!(report["pairings"][0]["draws"], 0, "{report}");
    let named = records(&saved)
        .iter()
        .filter(|record| {
            record.extra.iter().any(|(key, text)| {
                key == "ending" && text.starts_with("win ") && text.contains("saw itself lost")
            })
        })
        .count();
    assert_eq!(named as u64, ended);
}

#[test]
fn games_that_are_too_long_are_drawn() {
    let mut one = arena(&["random", "random"], 4);
    one.openings = Some(0);
    // A fifth event could be a win.
    one.adjudication = Adjudication { max_events: Some(4), ..Adjudication::default() };
    let standing = try_run(&one).unwrap();
    let report = standing.json();
    assert_eq!(report["adjudicated_games"], 4, "{report}");
    assert_eq!(report["pairings"][0]["draws"], 4, "{report}");
    assert_eq!(report["pairings"][0]["pentanomial"], serde_json::json!([0, 0, 2, 0, 0]));
    assert!(standing.to_string().contains("4 games were adjudicated"), "{standing}");
    // Evaluations of more than two players cannot be compared.
    assert!(run_on(&one, "breadcrumbs:seats=3").is_ok());
    one.adjudication.resign = Some("100,1".parse().unwrap());
    assert!(matches!(run_on(&one, "breadcrumbs:seats=3"), Err(ArenaError::Setup(_))));
}

#[test]
fn records_say_what_the_players_thought_and_how_long() {
    let saved = folder("thoughts");
    let mut one = arena(&["bot4"], 2);
    one.players.push(engine("name=rival", "echo info depth 7 score cp -35; echo bestmove a2-a3"));
    one.openings = Some(0);
    one.records = Some(saved.clone());
    report(&one);
    let records = records(&saved);
    let remarks = |record: &Record| -> Vec<String> {
        record.entries.iter().map(|entry| entry.remark.clone().unwrap()).collect()
    };
    // In the second game the engine moves first.
    let first = &remarks(&records[1])[0];
    assert!(first.starts_with("-35/7 0.") && first.ends_with('s'), "{first}");
    let own = &remarks(&records[0])[0];
    assert!(own.contains('/') && own.ends_with('s'), "{own}");
}

#[test]
fn in_a_gauntlet_only_the_first_meets_the_others() {
    let mut one = arena(&["bot2", "greedy", "random"], 2);
    one.gauntlet = true;
    let gauntlet = report(&one);
    let lineups: Vec<&serde_json::Value> =
        gauntlet["pairings"].as_array().unwrap().iter().map(|pairing| &pairing["lineup"]).collect();
    assert_eq!(lineups, [&serde_json::json!(["bot2", "greedy"]), &serde_json::json!(["bot2", "random"])]);
    for player in gauntlet["players"].as_array().unwrap() {
        assert!(player["rating_low"].as_f64().unwrap() < player["rating"].as_f64().unwrap(), "{player}");
    }
}
