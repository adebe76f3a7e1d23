//! The rules of the table, one by one.

use super::*;
use breadboard_core::{Outcome, Record};

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;

fn breakthrough() -> Table {
    seated(opening(&"breakthrough".parse().unwrap(), 1))
}

fn reason(result: Result<Done, Denied>) -> Reason {
    result.map(|done| done.receipt).unwrap_err().reason
}

fn over(table: &Table) -> (Option<Outcome>, Ending) {
    match table.phase() {
        Phase::Over(finish) => (finish.outcome, finish.ending),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_game_begins_when_every_seat_is_taken() {
    let spec = "breakthrough".parse().unwrap();
    let table = Table::open(opening(&spec, 1), NOON).unwrap().table;
    assert_eq!(reason(ask(&table, A, act("a2-a3"))), Reason::NotNow);
    let table = must(&table, A, claim("Ada", 1));
    assert_eq!(reason(ask(&table, A, claim("Eve", 2))), Reason::NotNow, "the seat is taken");
    assert_eq!(table.phase(), Phase::Waiting);
    let table = must(&table, A, Request::Release);
    let table = must(&table, A, claim("Bob", 3));
    let table = must(&table, B, Request::Appoint { level: level("greedy") });
    assert_eq!(table.phase(), Phase::Playing);
    let table = must(&table, A, act("a2-a3"));
    assert_eq!(table.bots_to_act(), [(B, level("greedy"))]);
    let table = must(&table, B, act("a7-a6"));
    assert!(table.bots_to_act().is_empty());
}

#[test]
fn refusals_name_the_ruling_and_leave_the_table_alone() {
    let table = breakthrough();
    let denied = ask(&table, A, act("a2-a4")).unwrap_err();
    assert_eq!(denied.reason, Reason::Illegal);
    // The game's own text says it; a ruling is named where one says it.
    assert_eq!(denied.ruling, None, "{denied}");
    let swap = ask(&table, A, act("swap")).unwrap_err();
    assert_eq!((swap.reason, swap.ruling), (Reason::Illegal, Some("K4")), "{swap}");
    assert_eq!(reason(ask(&table, A, act("hello"))), Reason::Invalid);
    assert_eq!(reason(ask(&table, A, act(&"x".repeat(1000)))), Reason::Invalid);
    assert_eq!(reason(ask(&table, B, act("a7-a6"))), Reason::NotNow);
    assert_eq!(reason(ask(&table, Seat::new(5).unwrap(), act("a7-a6"))), Reason::Invalid);
}

#[test]
fn a_move_is_stale_when_the_position_has_changed_and_only_then() {
    let table = breakthrough();
    let seen = table.version();
    let submission = |seat, version, number, request| Submission {
        seat,
        version,
        attempt: None,
        key: key(number),
        request,
    };
    let table = must(&table, B, Request::Rename { name: name("Bea") });
    assert!(table.version() > seen);
    let table = table.submit(NOON, &submission(A, seen, 1, act("a2-a3"))).unwrap().table;
    let stale = table.submit(NOON, &submission(B, seen, 1, act("a7-a6")));
    assert_eq!(reason(stale), Reason::Stale);
    let future = table.submit(NOON, &submission(B, table.version() + 1, 2, act("a7-a6")));
    assert_eq!(reason(future), Reason::Stale);
    assert!(table.submit(NOON, &submission(B, table.version(), 3, act("a7-a6"))).is_ok());
}

#[test]
fn a_repeated_request_is_answered_as_the_first_was() {
    let table = breakthrough();
    let first =
        Submission { seat: A, version: table.version(), attempt: None, key: key(1), request: act("a2-a3") };
    let done = table.submit(NOON, &first).unwrap();
    let later = must(&done.table, B, act("a7-a6"));
    for table in [&done.table, &later, &rebuilt(&later)] {
        let again = table.submit(NOON, &first).unwrap();
        assert_eq!((again.receipt, again.events.len()), (done.receipt, 0));
    }
    // The same key of another seat is another request; with another content it is a mistake.
    let other = Submission { seat: B, version: done.table.version(), request: act("b7-b6"), ..first.clone() };
    assert!(done.table.submit(NOON, &other).is_ok());
    let mistake = Submission { request: act("b2-b3"), ..first };
    assert_eq!(reason(later.submit(NOON, &mistake)), Reason::KeyReused);
}

#[test]
fn undo_is_free_until_the_other_has_acted() {
    let start = breakthrough();
    assert_eq!(reason(ask(&start, A, Request::Undo)), Reason::NotNow);
    let moved = must(&start, A, act("a2-a3"));
    assert_eq!(reason(ask(&moved, B, Request::Undo)), Reason::NotNow, "not the other's to undo");
    let renamed = must(&moved, B, Request::Rename { name: name("Bea") });
    let shown = state(&renamed, Viewer::SPECTATOR).last_move.unwrap();
    assert_eq!(shown.touched, ["a2", "a3"], "the last move stays in view");
    let back = must(&moved, A, Request::Undo);
    assert_eq!(back.position(), start.position());
    assert_eq!(state(&back, Viewer::SPECTATOR).last_move, None);
    assert!(back.version() > moved.version());
    let answered = must(&moved, B, act("a7-a6"));
    assert!(ask(&answered, A, Request::Undo).unwrap_err().to_string().contains("take-back"));
}

#[test]
fn a_take_back_needs_every_other_person_and_no_bot() {
    let start = breakthrough();
    let played = must(&must(&start, A, act("a2-a3")), B, act("a7-a6"));
    let asked = must(&played, A, Request::AskTakeBack);
    let offer = state(&asked, Viewer::seat(B)).offers[0].clone();
    assert_eq!((offer.offer.word(), offer.awaiting.as_slice()), ("take-back", [2].as_slice()));
    assert_eq!(reason(ask(&asked, A, Request::Answer { offer: offer.id, yes: true })), Reason::NotNow);
    let agreed = must(&asked, B, Request::Answer { offer: offer.id, yes: true });
    assert_eq!(agreed.position(), start.position());
    let declined = must(&asked, B, Request::Answer { offer: offer.id, yes: false });
    assert_eq!(declined.position(), played.position());
    assert_eq!(reason(ask(&declined, A, Request::AskTakeBack)), Reason::NotNow, "no nagging");
    let withdrawn = must(&asked, A, Request::Answer { offer: offer.id, yes: false });
    assert!(ask(&withdrawn, A, Request::AskTakeBack).is_ok());
    let moved_on = must(&asked, A, act("b2-b3"));
    assert_eq!(reason(ask(&moved_on, B, Request::Answer { offer: offer.id, yes: true })), Reason::NotNow);

    let spec = "breakthrough".parse().unwrap();
    let seats = vec![Holder::Open, Holder::Bot { level: level("random") }];
    let start = seated(Opening { seats, ..opening(&spec, 1) });
    let played = must(&must(&start, A, act("a2-a3")), B, act("a7-a6"));
    assert_eq!(must(&played, A, Request::AskTakeBack).position(), start.position());
}

#[test]
fn who_resigns_or_runs_out_of_time_against_one_rival_has_lost() {
    let table = must(&breakthrough(), A, Request::Resign);
    let ending = Ending::Exit { seat: A, exit: Exit::Resigned };
    assert_eq!(over(&table), (Some(Outcome::Win(B)), ending));
    assert_eq!(reason(ask(&table, B, act("a7-a6"))), Reason::NotNow);
    let record = Record::read(&table.record().to_string()).unwrap();
    assert!(record.extra.iter().any(|(k, v)| k == "ending" && v == "win 2, seat 1 resigned"), "{record}");
    verify(&record).unwrap();

    let spec = "breakthrough".parse().unwrap();
    let clock = Some(ClockRule::Increment { main_ms: 10_000, increment_ms: 2_000 });
    let table = seated(Opening { clock, ..opening(&spec, 1) });
    assert_eq!(table.deadline(), Some(NOON + 10_000));
    assert!(table.tick(NOON + 10_000).unwrap().is_none());
    let late =
        Submission { seat: A, version: table.version(), attempt: None, key: key(1), request: act("a2-a3") };
    assert_eq!(reason(table.submit(NOON + 10_001, &late)), Reason::Late);
    let flagged = table.tick(NOON + 10_001).unwrap().unwrap().table;
    assert_eq!(over(&flagged), (Some(Outcome::Win(B)), Ending::Exit { seat: A, exit: Exit::Flagged }));
    assert_eq!(flagged.deadline(), None);
    let moved = table.submit(NOON + 4_000, &late).unwrap().table;
    let clock = state(&moved, Viewer::SPECTATOR).clock.unwrap();
    assert_eq!((clock.seats[0].left_ms, clock.seats[1].since), (8_000, Some(NOON + 4_000)));
    // Undoing gives neither the time back nor the increment twice.
    let undo = Submission { version: moved.version(), key: key(2), request: Request::Undo, ..late };
    let undone = moved.submit(NOON + 4_500, &undo).unwrap().table;
    assert_eq!(state(&undone, Viewer::SPECTATOR).clock.unwrap().seats[0].left_ms, 6_000);
}

#[test]
fn with_three_or_more_seats_a_bot_plays_on_and_cannot_win() {
    for spec in short_specs().into_iter().filter(|spec| seats_of(spec) >= 3) {
        let mut rng = SplitMix::new(9);
        let table = seated(opening(&spec, 9));
        let table = must(&table, A, Request::Resign);
        assert_eq!(table.phase(), Phase::Playing, "{spec}");
        assert_eq!(reason(ask(&table, A, Request::Resign)), Reason::NotNow);
        assert!(table.bots_to_act().iter().all(|bot| *bot == (A, SUBSTITUTE)));
        let mut table = table;
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
        }
        let (outcome, ending) = over(&table);
        assert_eq!(ending, Ending::Played);
        let won = match outcome.unwrap() {
            Outcome::Win(seat) => seat == A,
            Outcome::Shared(seats) => seats.contains(A),
            Outcome::DrawBetween(seats) => {
                assert!(!seats.contains(A), "{spec}");
                false
            }
            Outcome::Draw | Outcome::Scored => false,
        };
        assert!(!won, "{spec}");
        verify(&table.record()).unwrap();
        // When all but one have gone, that one has won.
        let alone = table_with_all_but_one_gone(&spec);
        assert_eq!(over(&alone).0, Some(Outcome::Win(A)));
    }
}

fn table_with_all_but_one_gone(spec: &Spec) -> Table {
    let table = seated(opening(spec, 10));
    table.seats().skip(1).fold(table.clone(), |table, seat| must(&table, seat, Request::Leave))
}

#[test]
fn draws_are_offered_where_the_game_has_them_and_people_can_agree() {
    assert!(ask(&breakthrough(), A, Request::OfferDraw).unwrap_err().to_string().contains("no draws"));
    for spec in specs().into_iter().filter(|spec| seats_of(spec) > 1) {
        let table = seated(opening(&spec, 11));
        if !table.game.has_draws() {
            continue;
        }
        let mut table = must(&table, A, Request::OfferDraw);
        let offer = table.version();
        assert_eq!(reason(ask(&table, A, Request::OfferDraw)), Reason::NotNow);
        for seat in table.seats().skip(1) {
            assert_eq!(table.phase(), Phase::Playing);
            table = must(&table, seat, Request::Answer { offer, yes: true });
        }
        assert_eq!(over(&table), (Some(Outcome::Draw), Ending::Agreed), "{spec}");
        assert!(rebuilt(&table) == table);
        let mut seats = vec![Holder::Open; seats_of(&spec).into()];
        seats[0] = Holder::Bot { level: level("random") };
        let table = seated(Opening { seats, ..opening(&spec, 11) });
        assert_eq!(reason(ask(&table, B, Request::OfferDraw)), Reason::NotNow, "bots do not agree");
    }
}

#[test]
fn a_rematch_rotates_the_seats() {
    for spec in specs() {
        let table = seated(opening(&spec, 12));
        assert_eq!(reason(ask(&table, A, Request::Rematch)), Reason::NotNow);
        assert!(table.rematch(seed(1)).is_err());
        let mut table = table.abandon(NOON).unwrap().table;
        for seat in table.seats() {
            table = must(&table, seat, Request::Rematch);
            assert_eq!(reason(ask(&table, seat, Request::Rematch)), Reason::NotNow);
        }
        assert!(matches!(table.events().last().unwrap().what, EventKind::RematchAgreed));
        assert!(rebuilt(&table) == table);
        let next = Table::open(table.rematch(seed(13)).unwrap(), NOON).unwrap().table;
        let seats = table.places.len();
        for seat in table.seats() {
            let before = Seat::new((seat.index() + 1) % seats).unwrap();
            assert_eq!(next.holder(seat).unwrap().label(), table.holder(before).unwrap().label());
        }
        let linked = table.continue_at(NOON, "tables/next").unwrap().table;
        assert_eq!(state(&linked, Viewer::SPECTATOR).next.as_deref(), Some("tables/next"));
    }
}

#[test]
fn a_table_starts_from_any_position() {
    let spec: Spec = "breakthrough".parse().unwrap();
    let start = Some("p7/8/8/8/8/8/P7/8 w 0 1".to_owned());
    let table = seated(Opening { start, ..opening(&spec, 1) });
    assert_eq!(table.record().start.as_deref(), Some("p7/8/8/8/8/8/P7/8 w"));
    let bad = Opening { start: Some("nonsense".to_owned()), ..opening(&spec, 1) };
    assert_eq!(reason(Table::open(bad, NOON)), Reason::Invalid);
    let over = Opening { start: Some("8/8/8/8/8/8/P7/8 b".to_owned()), ..opening(&spec, 1) };
    assert!(Table::open(over, NOON).unwrap_err().to_string().contains("already over"));
    let crowd = Opening { seats: vec![Holder::Open; 3], ..opening(&spec, 1) };
    assert!(Table::open(crowd, NOON).unwrap_err().to_string().contains("2 seats"));
}

#[test]
fn a_sealed_choice_of_an_old_attempt_is_stale() {
    let Some(spec) = specs().into_iter().find(|spec| spec.game == "traxx" && seats_of(spec) == 2) else {
        return;
    };
    let table = seated(opening(&spec, 14));
    let choose = |number, attempt| Submission {
        seat: A,
        version: table.version(),
        attempt: Some(attempt),
        key: key(number),
        request: act("pass"),
    };
    let once = table.submit(NOON, &choose(1, 0)).unwrap();
    assert_eq!(once.receipt, Receipt { version: table.version(), attempt: Some(1) });
    assert_eq!(reason(once.table.submit(NOON, &choose(2, 0))), Reason::Stale);
    assert_eq!(once.table.submit(NOON, &choose(3, 1)).unwrap().receipt.attempt, Some(2));
}

#[test]
fn submissions_look_like_this() {
    let text = r#"{"seat":2,"version":7,"key":"a-1","request":{"do":"act","text":"e2-e3"}}"#;
    let read: Submission = serde_json::from_str(text).unwrap();
    assert_eq!((read.seat, read.request.clone()), (B, act("e2-e3")));
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    for bad in [
        text.replace("\"seat\":2", "\"seat\":0"),
        text.replace("\"seat\":2", "\"seat\":99"),
        text.replace("a-1", "a b"),
        text.replace("a-1", ""),
        text.replace("\"act\"", "\"cheat\""),
        text.replace("\"version\"", "\"vision\""),
        r#"{"seat":1,"version":1,"key":"k","request":{"do":"claim","name":"\u202ex"}}"#.to_owned(),
        r#"{"seat":1,"version":1,"key":"k","request":{"do":"claim","name":"x","entropy":"zz"}}"#.to_owned(),
        r#"{"seat":1,"version":1,"key":"k","request":{"do":"appoint","level":"bot9"}}"#.to_owned(),
    ] {
        assert!(serde_json::from_str::<Submission>(&bad).is_err(), "{bad}");
    }
}
