//! Older versions of the rules, and how a game ends after a seat has left it.

use super::*;
use breadboard_core::{Record, RecordEnding};
use breadboard_wire::Reason;

fn version_1(spec: &str) -> Opening {
    Opening { rules: Some(1), ..opening(&spec.parse().unwrap(), 77) }
}

fn open_on(spec: &str, rules: Option<u32>, seats: usize) -> Result<Table, Denied> {
    let spec: Spec = spec.parse().unwrap();
    let seats = vec![Holder::Open; seats];
    Ok(Table::open(Opening { rules, seats, ..opening(&spec, 77) }, NOON)?.table)
}

#[test]
fn a_table_of_an_older_version_keeps_its_version_and_its_spec() {
    for (spec, seats, today) in [
        ("snipe", 4, "snipe:station=wall,shut_in=stay,idle_result=draw"),
        ("snipe:idle_rounds=40,station=open", 4, "snipe:shut_in=stay,idle_result=draw"),
        ("breadcrumbs", 2, "breadcrumbs:repetition=draw,turn_cap=100"),
        ("breadcrumbs:repetition=on,end_chips=5", 2, "breadcrumbs:end_chips=5,repetition=draw,turn_cap=100"),
        ("breadcrumbs:repetition=off", 2, "breadcrumbs:repetition=off,turn_cap=100"),
        ("traxx:open=on", 2, "traxx:open=seats"),
        ("breakthrough", 2, "breakthrough"),
    ] {
        let table = open_on(spec, Some(1), seats).unwrap();
        assert_eq!(table.spec().to_string(), today, "{spec}");
        let record = table.record();
        assert_eq!(record.rules, 1);
        // The shortest form in the words of version 1.
        let own = match spec {
            "breadcrumbs:repetition=on,end_chips=5" => "breadcrumbs:end_chips=5",
            "snipe:idle_rounds=40,station=open" => "snipe:station=open",
            own => own,
        };
        assert_eq!(record.spec.to_string(), own);
        assert!(rebuilt(&table) == table);
    }
    // Without a version the current rules are meant, in today's words.
    assert_eq!(open_on("traxx:open=on", None, 2).unwrap_err().reason, Reason::Invalid);
    let current = open_on("snipe", None, 4).unwrap();
    assert_eq!((current.spec().to_string().as_str(), current.record().rules), ("snipe", 2));
    for rules in [0, 3] {
        let denied = open_on("snipe", Some(rules), 4).unwrap_err();
        assert!(denied.to_string().contains("versions 1 to 2"), "{denied}");
    }
}

#[test]
fn a_game_of_version_1_is_played_verified_and_continued_under_it() {
    for spec in ["snipe:seats=2,forest=3x3,idle_rounds=10", "breadcrumbs:turn_cap=30", "traxx:open=on"] {
        let mut table = seated(version_1(spec));
        let mut rng = SplitMix::new(7);
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
        }
        let record = Record::read(&table.record().to_string()).unwrap();
        assert_eq!((record.rules, record.spec.to_string().as_str()), (1, spec));
        verify(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let seats = vec![Holder::Open; seats_of(table.spec()).into()];
        let half = Opening::from_record(&record, Some(record.entries.len() / 2), seats, None, seed(9));
        let again = Table::open(half, NOON).unwrap().table;
        assert_eq!((again.record().rules, again.spec()), (1, table.spec()));
        // A rematch is played under today's rules, with the options that were chosen.
        let rematch = table.rematch(seed(8)).unwrap();
        assert_eq!(rematch.rules, None);
        let rematch = Table::open(rematch, NOON).unwrap().table;
        assert_eq!(rematch.record().rules, rematch.info().rules_version);
        if spec.starts_with("traxx") {
            assert_eq!(rematch.spec().to_string(), "traxx:open=seats");
        }
    }
}

#[test]
fn b13_who_left_cannot_win_and_the_record_keeps_both_outcomes() {
    let mut differs = 0;
    for seed in 0..40u64 {
        let spec: Spec = "breadcrumbs:seats=3,end_chips=3,turn_cap=12".parse().unwrap();
        let mut table = seated(opening(&spec, seed as u8));
        let mut rng = SplitMix::new(seed);
        for _ in 0..6 {
            table = random_move(&table, &mut rng).unwrap_or(table);
        }
        if table.phase() != Phase::Playing {
            continue;
        }
        let gone = Seat::FIRST;
        table = must(&table, gone, Request::Resign);
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
        }
        let Phase::Over(finish) = table.phase() else { panic!("{table:?}") };
        let outcome = finish.outcome.unwrap();
        let record = Record::read(&table.record().to_string()).unwrap();
        let ending = record.ending().unwrap();
        assert_eq!(ending.outcome, Some(outcome));
        assert!(ending.to_string().ends_with(", seat 1 resigned"), "{ending}");
        assert!(outcome.share(gone, 3) == 0.0, "{outcome}");
        // The result is what the moves give.
        verify(&record).unwrap();
        differs += u32::from(record.result != Some(outcome));
        // No screen names another winner than the table's.
        let told = |texts: &[breadboard_wire::TextView]| {
            texts.iter().map(|text| text.english.clone()).collect::<Vec<_>>().join("; ")
        };
        let view = state(&table, Viewer::SPECTATOR);
        let result = view.result.unwrap();
        let sentence = told(&result.narration);
        assert!(sentence.ends_with("; seat 1 resigned and could not win"), "{sentence}");
        let Message::Events(events) = self::view(&table, Viewer::SPECTATOR, Ask::Events { after: 0 }) else {
            panic!("events")
        };
        let log = events.events.iter().map(|event| told(&event.narration)).collect::<Vec<_>>().join("; ");
        assert!(!log.contains("seat 1, wins") && !log.contains("draw for everyone"), "{log}");
        let seen = crate::view::record_view(&record, u32::MAX).unwrap();
        let ending = seen.ending.as_ref().unwrap();
        assert_eq!((&ending.outcome, ending.ending), (&result.outcome, result.ending));
        assert_eq!(told(&ending.narration), sentence);
        let replayed = seen.steps.iter().map(|step| told(&step.narration)).collect::<Vec<_>>().join("; ");
        assert!(!replayed.contains("wins"), "{replayed}");
    }
    assert!(differs > 3, "in only {differs} games did it matter that a seat had left");
}

#[test]
fn b13_an_agreed_draw_is_between_the_seats_that_stayed() {
    let spec: Spec = "breadcrumbs:seats=3".parse().unwrap();
    let mut table = seated(opening(&spec, 1));
    table = must(&table, Seat::FIRST, Request::Resign);
    table = must(&table, Seat::SECOND, Request::OfferDraw);
    let offer = state(&table, Viewer::SPECTATOR).offers[0].id;
    table = must(&table, Seat::new(2).unwrap(), Request::Answer { offer, yes: true });
    assert_eq!(table.record().ending().unwrap().to_string(), "draw 2 3, seat 1 resigned, agreed");
}

#[test]
fn the_ending_of_a_record_lists_everyone_who_left() {
    let spec: Spec = "traxx:seats=4".parse().unwrap();
    let mut table = seated(opening(&spec, 5));
    for (seat, request) in [(2, Request::Resign), (0, Request::Leave), (3, Request::Resign)] {
        table = must(&table, Seat::new(seat).unwrap(), request);
    }
    let ending = table.record().ending().unwrap();
    assert_eq!(ending.to_string(), "win 2, seat 1 left, seat 3 resigned, seat 4 resigned");
    assert_eq!(RecordEnding::read(&ending.to_string()), Some(ending));
    assert_eq!(table.record().result, None);
}
