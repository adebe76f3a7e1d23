//! The design report: the same seed gives the same bytes, a resumed report equals an uninterrupted one, and the page
//! needs nothing but itself.

use breadboard_lab::{ArenaError, Design, DesignReport};
use std::sync::atomic::{AtomicBool, Ordering};

fn design(levels: &str, games: usize) -> Design {
    Design {
        levels: levels.split(',').map(|level| level.parse().unwrap()).collect(),
        games,
        scale: 0.01,
        sweep: None,
        seed: 7,
        threads: 2,
        log: None,
        resume: false,
        only: None,
    }
}

fn run(design: &Design, spec: &str) -> Result<Option<DesignReport>, ArenaError> {
    design.run(&spec.parse().unwrap(), &mut |_, _| {}, &AtomicBool::new(false))
}

fn finished(design: &Design, spec: &str) -> DesignReport {
    run(design, spec).unwrap().unwrap()
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_other_games() {
    let one = finished(&design("random,bot2", 6), "breakthrough:columns=4,rows=5");
    let same = finished(&Design { threads: 1, ..design("random,bot2", 6) }, "breakthrough:columns=4,rows=5");
    assert_eq!(one.json().to_string(), same.json().to_string());
    assert_eq!(one.html(), same.html());
    assert!(one.records().eq(same.records()));
    let other = finished(&Design { seed: 8, ..design("random,bot2", 6) }, "breakthrough:columns=4,rows=5");
    assert_ne!(one.json()["variants"], other.json()["variants"]);
}

#[test]
fn an_interrupted_report_goes_on_and_equals_one_that_never_stopped() {
    let folder = std::env::temp_dir().join(format!("breadboard-report-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let log = folder.join("games.jsonl");
    let spec = "breadcrumbs:turn_cap=12";
    let kept = Design { log: Some(log.clone()), ..design("random,bot1", 5) };
    let stop = AtomicBool::new(false);
    let mut progress = |done: usize, _: usize| stop.store(done >= 7, Ordering::Relaxed);
    assert!(kept.run(&spec.parse().unwrap(), &mut progress, &stop).unwrap().is_none());
    assert!(matches!(run(&kept, spec), Err(ArenaError::Setup(reason)) if reason.contains("--resume")));
    // A line that was cut short is played again.
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, &text[..text.len() - 20]).unwrap();
    let resumed = finished(&Design { resume: true, ..kept.clone() }, spec);
    let whole = finished(&design("random,bot1", 5), spec);
    assert_eq!(resumed.json().to_string(), whole.json().to_string());
    assert_eq!(resumed.html(), whole.html());
    let other = Design { resume: true, seed: 8, ..kept };
    assert!(
        matches!(run(&other, spec), Err(ArenaError::Resume(reason)) if reason.contains("another report"))
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_report_in_parts_equals_one_in_a_piece() {
    let folder = std::env::temp_dir().join(format!("breadboard-report-parts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let spec = "breakthrough:columns=4,rows=5";
    let sweep = Some(("swap".to_owned(), vec!["off".to_owned(), "on".to_owned()]));
    let whole = Design { sweep, ..design("random,bot1", 5) };
    let kept =
        |name: &str, only| Design { log: Some(folder.join(name)), resume: true, only, ..whole.clone() };
    let (missing, all) = kept("all", None).missing(&spec.parse().unwrap()).unwrap();
    assert!(missing.iter().copied().eq(0..all) && all >= 20, "{missing:?}");
    let middle = all / 2 - 2;
    let mut lines = String::new();
    // The second part first, and one game twice: only what was measured counts.
    for (name, part) in [("second", middle..all), ("first", 0..middle + 1)] {
        assert!(run(&kept(name, Some(part.clone())), spec).unwrap().is_none());
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(text.lines().count(), 1 + part.len());
        lines += text.split_inclusive('\n').skip(1).collect::<String>().as_str();
    }
    let mut text = std::fs::read_to_string(folder.join("all")).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text += &lines;
    std::fs::write(folder.join("all"), text).unwrap();
    assert_eq!(kept("all", None).missing(&spec.parse().unwrap()).unwrap(), (Vec::new(), all));
    let (together, alone) = (finished(&kept("all", None), spec), finished(&whole, spec));
    assert_eq!(together.html(), alone.html());
    assert_eq!(together.json().to_string(), alone.json().to_string());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ends_by_cause_sum_to_the_games_of_every_game() {
    let known = [
        ("breakthrough:columns=4,rows=5", "breakthrough-end-goal"),
        ("breadcrumbs:turn_cap=10", "breadcrumbs-end-cap"),
        ("snipe:idle_rounds=10", "snipe-end-idle"),
        ("breadwinner:round_cap=10", "breadwinner-end-cap"),
        ("traxx:seats=2", "traxx-end-deck"),
        ("traxx:seats=1", "traxx-end-deck"),
    ];
    let games = breadboard_games::GAMES.iter().map(|game| game.info);
    for spec in breadboard_testkit::with_the_others(&known.map(|(spec, _)| spec), games) {
        let report = finished(&design("random", 4), &spec);
        let json = report.json();
        let mirror = &json["variants"][0]["mirrors"][0];
        let ends = mirror["ends"].as_object().unwrap();
        let sum: f64 = ends.values().map(|end| end["mean"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{spec}: {ends:?}");
        let cause = known.iter().find(|(known, _)| *known == spec).map(|(_, cause)| *cause);
        assert!(cause.is_none_or(|cause| ends.contains_key(cause)), "{spec}: {ends:?}");
        for cause in ends.keys() {
            assert_ne!(json["labels"][cause], cause.as_str(), "{spec}: every cause has words");
        }
        let shares = mirror["seats"].as_array().unwrap();
        let sum: f64 = shares.iter().map(|share| share["mean"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{spec}: the seats divide a point");
        for (name, record) in report.records() {
            let record = breadboard_core::Record::read(record).unwrap();
            assert!(record.result.is_some() && name.ends_with("random.txt"), "{spec}: {name}");
        }
    }
}

#[test]
fn the_page_needs_nothing_else_and_every_figure_has_a_caption() {
    let page = finished(&design("random,bot1,bot2", 4), "breakthrough:columns=4,rows=5").html();
    for outside in ["http:", "https:", "src=", "<script", "<link", "@import", "url(", "//"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let count = |what: &str| page.matches(what).count();
    assert!(count("<figure>") >= 5, "{}", count("<figure>"));
    assert_eq!(count("<figure>"), count("<figcaption>"));
    assert_eq!(count("<svg "), count("role=\"img\" aria-label="));
    assert_eq!(count("<table>"), count("<caption>"));
    assert!(count("<h1>") == 1 && count("<main>") == 1 && page.contains("<html lang=\"en\">"));
    assert!(count("<td>") > 0 && count("<th scope=") > 0 && !page.contains("<th>"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("@media print"));
    assert!(!page.contains("NaN") && !page.contains("inf"), "no figure is undefined");
}

#[test]
fn the_page_names_its_players_and_what_they_spend() {
    let small = "breakthrough:columns=4,rows=5";
    let page = finished(&design("random,bot1,bot2", 4), small).html();
    assert!(page.contains("These are games of bot2") && page.contains("An even share is 50 %"));
    assert!(page.contains("All think with their full budget"), "weak levels are never scaled");
    // A game without chance has no row for dice and cards.
    assert!(!page.contains("the same dice and cards again"));
    let page = finished(&design("bot1,bot4", 1), small).html();
    assert!(page.contains("The strong levels (bot4) think with 0.01 of their full budget"));
    assert!(page.contains("weaker levels think with all of theirs"));
    let page = finished(&Design { scale: 1.0, ..design("bot4", 1) }, small).html();
    assert!(page.contains("All think with their full budget") && !page.contains("(written ×"));
}

#[test]
fn a_turn_of_many_moves_and_a_start_of_all_together_are_said_at_the_top() {
    let answer = |spec: &str, levels: &str, question: &str| {
        let page = finished(&design(levels, 4), spec).html();
        let rest = page.split_once(&format!("<dt>{question}</dt><dd>")).unwrap().1.to_owned();
        rest.split_once("</dd>").unwrap().0.replace("&nbsp;", " ")
    };
    let snipe = answer("snipe:seats=3,forest=4x4,idle_rounds=10", "greedy", "How long?");
    assert!(snipe.contains("each of about") && !snipe.contains("at the same time"), "{snipe}");
    let traxx = answer("traxx:seats=2", "random", "How long?");
    assert!(traxx.contains("if all always play at the same time") && !traxx.contains("each of"), "{traxx}");
    let traxx = answer("traxx:seats=2", "random", "Who is favoured?");
    assert!(traxx.contains("All start together.") && traxx.contains("even: 50 %"), "{traxx}");
    let crumbs = answer("breadcrumbs:turn_cap=10", "random", "Who is favoured?");
    assert!(crumbs.contains("who starts: ") && crumbs.contains("seat 2: "), "{crumbs}");
}

#[test]
fn a_sweep_puts_values_side_by_side_and_says_which_differ() {
    let sweep = Some(("turn_cap".to_owned(), vec!["10".to_owned(), "40".to_owned()]));
    let report = finished(&Design { sweep, ..design("random", 20) }, "breadcrumbs");
    let json = report.json();
    let rows = json["sweep"]["rows"].as_array().unwrap();
    let rounds = rows.iter().find(|row| row["figure"] == "rounds").unwrap();
    assert_eq!(rounds["differs"], serde_json::json!([false, true]), "{rounds}");
    assert!(rounds["means"][0].as_f64().unwrap() <= 10.0 && rounds["means"][1].as_f64().unwrap() > 10.0);
    assert_eq!(json["variants"].as_array().unwrap().len(), 2);
    assert!(report.html().contains("class=\"differs\""));
}

#[test]
fn settings_that_do_not_go_together_are_refused_with_the_reason() {
    let sweep = |values: &[&str]| {
        Some(("turn_cap".to_owned(), values.iter().map(|value| (*value).to_owned()).collect()))
    };
    let base = design("random", 2);
    for (design, spec, reason) in [
        (Design { sweep: sweep(&["10"]), ..base.clone() }, "breadcrumbs", "two different values"),
        (Design { sweep: sweep(&["10", "10"]), ..base.clone() }, "breadcrumbs", "two different values"),
        (Design { sweep: sweep(&["10", "9"]), ..base.clone() }, "breadcrumbs", "turn_cap cannot be"),
        (
            Design { sweep: sweep(&["10", "20"]), ..base.clone() },
            "breadcrumbs:turn_cap=30",
            "leave it out of one",
        ),
        (Design { sweep: sweep(&["10", "20"]), ..base.clone() }, "traxx", "no option"),
        (design("bot2,bot1", 2), "breadcrumbs", "the weakest first"),
        (design("bot1,bot1", 2), "breadcrumbs", "each level once"),
        (design("bot1", 0), "breadcrumbs", "one game"),
        (base.clone(), "chess", "no game"),
    ] {
        match run(&design, spec) {
            Err(ArenaError::Setup(said)) => assert!(said.contains(reason), "{spec}: {said}"),
            other => panic!("{spec}: {reason}: {:?}", other.map(|_| ())),
        }
    }
}

/// S18: the catcher's move after a catch is a new turn, although the same seat moves again.
#[test]
fn every_roll_of_snipe_hunt_begins_a_turn() {
    let folder = std::env::temp_dir().join(format!("breadboard-report-turns-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let log = folder.join("games.jsonl");
    let logged = Design { log: Some(log.clone()), ..design("greedy", 4) };
    finished(&logged, "snipe:seats=3,forest=4x4,idle_rounds=10");
    let text = std::fs::read_to_string(&log).unwrap();
    let games: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(games.len() >= 4, "{text}");
    for game in games {
        // Two chance events come before the first turn: the deal and the roll-off.
        assert_eq!(game["turns"].as_u64().unwrap() + 2, game["chances"].as_u64().unwrap(), "{game}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_game_calls_a_duty_is_counted_by_turns() {
    let report = finished(&design("random,bot1", 6), "breadwinner:round_cap=30").json();
    let undone =
        |level: usize| report["variants"][0]["mirrors"][level]["undone"]["breadwinner-duty-unload"].clone();
    // bot1 unloads whenever it can; a random player does so by chance.
    assert!(undone(1)["of"].as_u64().unwrap() > 0 && undone(1)["mean"] == 0.0, "{}", undone(1));
    assert!(undone(0)["mean"].as_f64().is_none_or(|share| share > 0.0), "{}", undone(0));
    assert_eq!(report["labels"]["breadwinner-duty-unload"], "to unload what could be unloaded");
    let none = finished(&design("random", 2), "breakthrough:columns=4,rows=5").json();
    assert_eq!(none["variants"][0]["mirrors"][0]["undone"], serde_json::json!({}));
}
