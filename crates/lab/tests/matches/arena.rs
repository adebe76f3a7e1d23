//! Matches: fair, repeatable, resumable.

use super::{SPEC, arena, folder, records, report, run_on, try_run};
use breadboard_lab::statistics::Hypotheses;
use breadboard_lab::{ArenaError, Bound, Contender, Hindsight, Run, Standing};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// The results without what the clock says.
fn timeless(report: &Value) -> Value {
    report["pairings"].clone()
}

#[test]
fn a_match_is_the_same_twice_and_on_any_number_of_threads() {
    let mut one = arena(&["bot3", "bot1", "random"], 6);
    let first = report(&one);
    one.threads = 1;
    assert_eq!(timeless(&first), timeless(&report(&one)));
    assert_eq!(first["games"], 18);
    assert_eq!(first["pairings"].as_array().unwrap().len(), 3);
    one.seed = 2;
    assert_ne!(timeless(&first), timeless(&report(&one)));
}

#[test]
fn the_deals_of_a_match_can_be_played_in_parts() {
    let whole = report(&arena(&["bot3", "bot1"], 12));
    let file = folder("parts").join("match.jsonl");
    let mut part = arena(&["bot3", "bot1"], 12);
    part.resume = Some(file);
    for (deals, games) in [(4..6, 4), (0..4, 12), (0..0, 12)] {
        part.deals = Some(deals);
        assert_eq!(report(&part)["games"], games);
    }
    assert_eq!(timeless(&report(&part)), timeless(&whole));
}

#[test]
fn a_better_player_scores_more_and_twins_score_half() {
    let clear = report(&arena(&["bot4", "random"], 20));
    assert!(clear["pairings"][0]["share"].as_f64().unwrap() > 0.85, "{clear}");
    assert!(clear["pairings"][0]["elo_low"].as_f64().unwrap() > 0.0, "{clear}");
    let twins = report(&arena(&["bot4", "bot4"], 40));
    assert!((twins["pairings"][0]["share"].as_f64().unwrap() - 0.5).abs() < 0.2, "{twins}");
}

#[test]
fn players_of_the_same_level_do_not_repeat_their_games() {
    // With the seats swapped they would play the same game again: moves follow from the deal's random numbers.
    let twins = report(&arena(&["bot4", "bot4"], 40));
    assert_eq!(twins["repeated_games"], 0, "{twins}");
    let splits = twins["pairings"][0]["pentanomial"][2].as_u64().unwrap();
    assert!(splits < 20, "each pair was one game twice: {twins}");
    let three = report(&arena(&["bot4", "bot4", "bot3"], 12));
    assert_eq!(three["repeated_games"], 0, "{three}");
    // With chance too, where the deal is the opening.
    let greedy = run_on(&arena(&["greedy", "greedy"], 8), "breadwinner").unwrap();
    assert_eq!(greedy.json()["repeated_games"], 0);
}

#[test]
fn the_report_has_results_by_seat_and_the_settings() {
    let report = report(&arena(&["bot3", "greedy"], 10));
    let pairing = &report["pairings"][0];
    let number = |value: &Value| value.as_u64().unwrap();
    let mut games = 0;
    for (index, seat) in pairing["by_seat"].as_array().unwrap().iter().enumerate() {
        assert_eq!(number(&seat["seat"]), index as u64 + 1);
        assert_eq!(number(&seat["games"]), 5);
        games += number(&seat["wins"]) + number(&seat["draws"]) + number(&seat["losses"]);
    }
    assert_eq!(games, 10);
    let sums = ["wins", "draws", "losses"].map(|key| number(&pairing[key]));
    assert_eq!(sums.iter().sum::<u64>(), 10);
    let pairs = pairing["pentanomial"].as_array().unwrap();
    let points: u64 = pairs.iter().enumerate().map(|(halves, count)| halves as u64 * number(count)).sum();
    assert_eq!(points, 2 * sums[0] + sums[1]);
    for (key, value) in [("seed", 1), ("threads", 2), ("openings", 4)] {
        assert_eq!(report["settings"][key], value, "{report}");
    }
    assert!((0.0..=1.0).contains(&pairing["los"].as_f64().unwrap()));
    let standing = try_run(&arena(&["bot3", "greedy"], 10)).unwrap().to_string();
    for said in ["normalised", "LOS", "; seat 2: "] {
        assert!(standing.contains(said), "{standing}");
    }
}

#[test]
fn a_perfect_score_has_a_finite_rating_inside_its_interval() {
    let report = report(&arena(&["bot4", "random"], 12));
    let pairing = &report["pairings"][0];
    assert_eq!(pairing["share"], 1.0, "{pairing}");
    for name in ["elo", "normalised_elo"] {
        let [low, value, high] =
            ["_low", "", "_high"].map(|end| pairing[format!("{name}{end}")].as_f64().unwrap());
        assert!(low + 20.0 < value && value + 20.0 < high && high.is_finite(), "{pairing}");
    }
}

#[test]
fn only_a_game_for_one_can_be_played_with_hindsight() {
    let one = arena(&["bot1", "random"], 2);
    for (spec, can) in [("breakthrough", false), ("traxx:seats=2", false), ("traxx:seats=1", true)] {
        assert_eq!(Hindsight { arena: &one }.on(&spec.parse().unwrap()).unwrap(), can, "{spec}");
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let mut one = arena(&["bot3", "random"], 2000);
    one.sprt = Some(Hypotheses::new(0.0, 100.0));
    let report = report(&one);
    assert_eq!(report["sprt"]["accepted"], true);
    let [ratio, bound] = ["llr", "upper_bound"].map(|key| report["sprt"][key].as_f64().unwrap());
    assert!(ratio >= bound && (bound - 2.944).abs() < 1e-3, "{report}");
    assert!(report["games"].as_u64().unwrap() < 200, "{report}");
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let folder = folder("resume");
    let file = folder.join("match.jsonl");
    let mut one = arena(&["bot2", "greedy"], 8);
    one.resume = Some(file.clone());
    let whole = report(&one);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 9);
    // Four results, and half a line that the interruption left.
    let kept: String = text.split_inclusive('\n').take(5).collect();
    std::fs::write(&file, format!("{kept}{{\"deal\":3,\"pai")).unwrap();
    assert_eq!(timeless(&report(&one)), timeless(&whole));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 9);
    // A longer match goes on from a shorter one; another match does not.
    one.games = 10;
    assert_eq!(report(&one)["games"], 10);
    one.seed = 9;
    assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))));
    one.seed = 1;
    std::fs::write(&file, format!("{kept}nonsense\n")).unwrap();
    assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))));
}

#[test]
fn a_file_that_is_no_run_of_this_match_is_left_alone() {
    let folder = folder("foreign");
    let file = folder.join("notes.txt");
    let mut one = arena(&["bot2", "greedy"], 4);
    one.resume = Some(file.clone());
    for notes in ["my precious notes", "my precious notes\n", "\u{0}\n", "{}"] {
        std::fs::write(&file, notes).unwrap();
        assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))), "{notes}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), notes);
    }
    // Half of the first line is what a run leaves that was ended at once.
    std::fs::remove_file(&file).unwrap();
    let whole = report(&one);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..20]).unwrap();
    assert_eq!(timeless(&report(&one)), timeless(&whole));
    // A second run would write into the lines of the first.
    let held = std::fs::File::open(&file).unwrap();
    held.lock().unwrap();
    let Err(ArenaError::Resume(reason)) = try_run(&one) else { panic!("two runs at once") };
    assert!(reason.contains("another run"), "{reason}");
    drop(held);
    // Results that cannot be.
    for (right, wrong) in
        [("\"rotation\":0", "\"rotation\":9"), ("[1.0,0.0]", "[5.0,-3.0]"), ("[0.0,1.0]", "[5.0,-3.0]")]
    {
        if text.contains(right) {
            std::fs::write(&file, text.replacen(right, wrong, 1)).unwrap();
            assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))), "{wrong}");
        }
    }
    for path in ["/dev/null", "/dev/full"] {
        one.resume = Some(path.into());
        assert!(matches!(try_run(&one), Err(ArenaError::Resume(_))), "{path}");
    }
    one.resume = Some(folder.join("no/such/folder"));
    let Err(error @ ArenaError::File(..)) = try_run(&one) else { panic!("there is no such folder") };
    assert!(error.to_string().contains("no/such/folder"), "{error}");
}

#[test]
fn a_run_that_is_told_to_end_stands_as_it_does() {
    let folder = folder("told");
    let mut one = arena(&["bot2", "greedy"], 2000);
    one.resume = Some(folder.join("match.jsonl"));
    let stop = AtomicBool::new(false);
    let mut progress = |done: usize, _: usize, _: &Standing| {
        if done == 6 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let run = Run { arena: &one, progress: &mut progress, stop: &stop };
    let standing = run.on(&SPEC.parse().unwrap()).unwrap().unwrap();
    let (games, all) = standing.progress();
    assert!((6..2000).contains(&games) && all == 2000, "{games}");
    assert_eq!(std::fs::read_to_string(folder.join("match.jsonl")).unwrap().lines().count(), 1 + games);
}

#[test]
fn records_are_saved_and_replay() {
    let folder = folder("records");
    let mut one = arena(&["bot2", "random"], 4);
    one.records = Some(folder.clone());
    report(&one);
    // Another run would overwrite them; one that goes on may overwrite its own, and no other.
    assert!(matches!(try_run(&one), Err(ArenaError::Setup(_))));
    let results = folder.with_extension("jsonl");
    let _ = std::fs::remove_file(&results);
    one.resume = Some(results.clone());
    report(&one);
    std::fs::remove_file(&results).unwrap();
    one.players.reverse();
    assert!(matches!(try_run(&one), Err(ArenaError::Setup(_))));
    let records = records(&folder);
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(record.names.len(), 2);
        assert!(record.result.is_some());
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    assert!(matches!(try_run(&arena(&["bot1"], 2)), Err(ArenaError::Setup(_))));
    let mut three = arena(&["bot1", "bot2", "bot3"], 2);
    three.sprt = Some(Hypotheses::new(0.0, 10.0));
    assert!(matches!(try_run(&three), Err(ArenaError::Setup(_))));
    let mut long = arena(&["bot1", "random"], 2);
    long.openings = Some(100);
    assert!(matches!(try_run(&long), Err(ArenaError::Setup(_))));
    for name in ["bot0", "bot6", "", "engine:", "Bot1"] {
        assert!(name.parse::<Contender>().is_err(), "{name}");
    }
}

#[test]
fn games_with_chance_rounds_and_any_number_of_seats_are_played_in_rotation() {
    for game in breadboard_games::GAMES {
        for seats in game.info.seats.0..=game.info.seats.1.min(4) {
            let spec = format!("{}:seats={seats}", game.info.id);
            let arena = arena(&["greedy", "random"], usize::from(seats));
            let report = run_on(&arena, &spec).unwrap().json();
            assert_eq!(report["games"], 2 * u64::from(seats) - if seats == 2 { 2 } else { 0 }, "{spec}");
            assert_eq!(report["faults"], serde_json::json!([]), "{spec}");
        }
    }
}

#[test]
fn as_many_players_as_seats_are_each_told_of() {
    let standing = run_on(&arena(&["greedy", "random", "bot1"], 6), "breadcrumbs:seats=3").unwrap();
    let report = standing.json();
    let places = report["pairings"][0]["places"].as_array().unwrap();
    let sum: f64 = places.iter().map(|place| place["share"].as_f64().unwrap()).sum();
    assert!(places.len() == 3 && (sum - 1.0).abs() < 1e-9, "{report}");
    assert!(standing.to_string().lines().any(|line| line.starts_with("  random ")), "{standing}");
}

#[test]
fn alone_every_choice_has_the_time_of_a_turn() {
    let report = run_on(&arena(&["bot4"], 1), "traxx:seats=1").unwrap().json();
    let player = &report["players"][0];
    let [moves, each, longest] =
        ["moves", "seconds_per_move", "longest_turn_seconds"].map(|key| player[key].as_f64().unwrap());
    assert!(moves > 5.0 && longest < 0.999 * moves * each, "{report}");
    // One game says nothing about how scores scatter.
    assert_eq!(report["pairings"][0]["score_margin"], serde_json::Value::Null);
}

#[test]
fn ratings_have_intervals_around_them() {
    let report = report(&arena(&["bot3", "bot1", "random"], 12));
    for player in report["players"].as_array().unwrap() {
        let [low, rating, high] =
            ["rating_low", "rating", "rating_high"].map(|key| player[key].as_f64().unwrap());
        assert!(low < high && (low..=high).contains(&rating) && high - low < 2000.0, "{player}");
    }
}

#[test]
fn alone_all_players_get_the_same_cards_and_knowing_them_is_worth_more() {
    let folder = folder("alone");
    let spec = "traxx:seats=1";
    let mut one = arena(&["bot4", "random"], 3);
    one.records = Some(folder.clone());
    let mut standing = run_on(&one, spec).unwrap();
    for deal in 0..3 {
        let [first, second] = [0, 1].map(|player| {
            let file = folder.join(format!("{deal:05}-{player}-0.txt"));
            let text = std::fs::read_to_string(file).unwrap();
            let cards: Vec<String> =
                text.lines().filter(|line| line.starts_with("*:")).map(str::to_owned).collect();
            cards
        });
        let both = first.len().min(second.len());
        assert!(both > 3, "{both} cards");
        // A game in which no seat can go on is over before the deck is.
        assert_eq!(first[..both], second[..both], "deal {deal}");
    }
    Bound { arena: &one, width: 30, standing: &mut standing, deals: 3, stop: &AtomicBool::new(false) }
        .on(&spec.parse().unwrap())
        .unwrap();
    let report = standing.json();
    let [bot, random] = [0, 1].map(|player| report["pairings"][player]["score"].as_f64().unwrap());
    let bound = report["pairings"][0]["bound"].as_f64().unwrap();
    assert!(random < bot && bot < bound && bound <= 54.0, "{random} {bot} {bound}");
    assert!(standing.to_string().contains("what knowing the deck makes of 3 deals"), "{standing}");
}
