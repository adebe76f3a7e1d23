//! Long games and impatient people: the work of a table grows with what happened at it and not with its square, and
//! nothing can be repeated without end.

use super::*;
use crate::any_game::PLAYED;
use crate::line::SPACING;
use breadboard_core::Record;

/// How many events are played by `work`.
fn played<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = PLAYED.get();
    let done = work();
    (PLAYED.get() - before, done)
}

/// The first `events` events of a game whose players make random moves.
fn long_record(events: usize) -> Record {
    let spec = "snipe:seats=7,idle_rounds=200".parse().unwrap();
    for byte in 0..20 {
        let mut rng = SplitMix::new(byte);
        let mut table = seated(opening(&spec, byte as u8));
        while table.steps.len() < events {
            match random_move(&table, &mut rng) {
                Some(next) => table = next,
                None => break,
            }
        }
        if table.steps.len() >= events {
            return table.record();
        }
    }
    panic!("no random game has {events} events");
}

fn continued(record: &Record, events: usize) -> Table {
    let seats = vec![Holder::Open; record.names.len()];
    seated(Opening::from_record(record, Some(events), seats, None, seed(9)))
}

/// Makes the first move and takes it back, this often.
fn undone(mut table: Table, times: usize) -> Table {
    for _ in 0..times {
        let seat = table.awaited().iter().next().unwrap();
        let text = offered(&table, seat)[0].clone();
        let moved = must(&table, seat, act(&text));
        // After a move that ends the turn the dice are revealed: then another position serves.
        table = if moved.may_undo(seat).is_ok() { must(&moved, seat, Request::Undo) } else { moved };
    }
    table
}

#[test]
fn six_hundred_undos_after_16571_events_cost_little_more_than_the_events() {
    let events = 16_571;
    let record = long_record(events);
    let (work, table) = played(|| undone(continued(&record, events), 600));
    let undos = table.events().filter(|event| matches!(event.what, EventKind::Undone { .. })).count() as u64;
    assert!(undos > 500, "{undos}");
    let most = u64::from(table.log_len()) + events as u64 + undos * SPACING as u64;
    assert!(work <= most, "{work} events were played live, at most {most} should be");
    let (work, again) = played(|| rebuilt(&table));
    assert!(work <= most, "{work} events were played to load, at most {most} should be");
    assert!(again == table);
    // A look back costs a few events as well.
    let (work, _) = played(|| view(&table, Viewer::SPECTATOR, Ask::Replay { step: events as u32 - 1 }));
    assert!(work < SPACING as u64, "{work}");
}

#[test]
fn further_events_of_another_host_are_played_without_the_earlier_ones() {
    let table = continued(&long_record(400), 400);
    let next = undone(table.clone(), 20);
    let news: Vec<Event> = next.events().skip(table.log_len() as usize).cloned().collect();
    let count = news.len() as u64;
    let (work, caught_up) = played(|| table.clone().extended(news.clone()).unwrap());
    assert!(caught_up == next);
    assert!(work <= count * SPACING as u64, "{work} events were played for {count}");
    assert_eq!(table.clone().extended(news[1..].to_vec()).unwrap_err().reason, Reason::Damaged);
}

#[test]
fn every_place_of_a_line_is_found_again_also_after_take_backs() {
    for spec in short_specs() {
        let mut rng = SplitMix::new(3);
        let mut table = seated(opening(&spec, 5));
        let mut seen = vec![table.game_at(0).unwrap().position()];
        for _ in 0..150 {
            for step in seen.len()..=table.steps.len() {
                seen.push(table.game_at(step).unwrap().position());
            }
            seen.truncate(table.steps.len() + 1);
            assert_eq!(seen.last(), Some(&table.position()), "{spec}");
            let back = table.seats().find(|seat| table.may_undo(*seat).is_ok());
            table = match back {
                Some(seat) if rng.below(3) == 0 => must(&table, seat, Request::Undo),
                _ => match random_move(&table, &mut rng) {
                    Some(next) => next,
                    None => break,
                },
            };
        }
        seen.truncate(table.steps.len() + 1);
        let mut plain = crate::any_game::any_game(table.spec(), None).unwrap();
        for (step, position) in seen.iter().enumerate() {
            assert_eq!(&table.game_at(step).unwrap().position(), position, "{spec}, step {step}");
            assert_eq!(&plain.position(), position, "{spec}, step {step} from the start");
            if let Some(step) = table.steps.get(step) {
                let seats: Vec<Seat> = step.seats.iter().collect();
                crate::table::play(plain.as_mut(), &seats, &step.texts).unwrap();
            }
        }
    }
}

/// Repeats a request until it is refused, and tells how often it was granted.
fn until_refused(
    mut table: Table,
    mut next: impl FnMut(&Table, u32) -> Result<Done, Denied>,
) -> (u32, Denied) {
    for count in 0.. {
        match next(&table, count) {
            Ok(done) => table = done.table,
            Err(denied) => return (count, denied),
        }
        assert!(count < 40_000, "never refused");
    }
    unreachable!()
}

#[test]
fn names_offers_seats_undos_and_choices_change_so_often_and_no_more() {
    let table = seated(opening(&"breadcrumbs".parse().unwrap(), 1));
    let (a, b) = (Seat::FIRST, Seat::SECOND);
    let (count, denied) = until_refused(table.clone(), |table, count| {
        ask(table, a, Request::Rename { name: name(&format!("Ada {count}")) })
    });
    assert_eq!((count, denied.text.key()), (MOST_RENAMES, "table-many-renames"));
    assert_eq!(denied.reason, Reason::NotNow);

    let (count, denied) = until_refused(table.clone(), |table, _| {
        let offered = ask(table, a, Request::OfferDraw)?.table;
        let offer = offered.offers[0].id;
        ask(&offered, a, Request::Answer { offer, yes: false })
    });
    assert_eq!((count, denied.text.key()), (MOST_OFFERS, "table-many-offers"));

    let (count, denied) = until_refused(table.clone(), |table, _| {
        let free = ask(table, b, Request::Release)?.table;
        ask(&free, b, claim("Bob", 1))
    });
    assert_eq!((count, denied.text.key()), (MOST_RELEASES, "table-many-releases"));

    let text = offered(&table, table.awaited().iter().next().unwrap())[0].clone();
    let mut last = table.clone();
    let (count, denied) = until_refused(table.clone(), |table, _| {
        let seat = table.awaited().iter().next().unwrap();
        let moved = ask(table, seat, act(&text))?.table;
        last = moved.clone();
        ask(&moved, seat, Request::Undo)
    });
    assert_eq!((count, denied.text.key()), (MOST_UNDOS, "table-many-undos"));
    let controls = &state(&last, Viewer::seat(a)).you[0].controls;
    assert!(
        controls.iter().any(|c| c.refused.as_ref().is_some_and(|r| r.text.key == "table-many-undos")),
        "the control is greyed out"
    );
    assert!(ask(&last, a, Request::Resign).is_ok(), "the game can still end");

    let table = seated(opening(&"traxx:seats=2".parse().unwrap(), 1));
    let text = offered(&table, a)[0].clone();
    let (count, denied) = until_refused(table.clone(), |table, count| {
        ask(table, a, if count % 2 == 0 { act(&text) } else { Request::Undo })
    });
    assert_eq!((count, denied.text.key()), (MOST_CHOICES - 1, "table-many-choices"));
}

#[test]
fn a_log_without_end_is_ended_and_loads() {
    let mut long = seated(opening(&"traxx:seats=2".parse().unwrap(), 1));
    assert!(!long.is_too_long());
    // The log of a game that takes long, without playing it: events that change nothing.
    let seat = long.awaited().iter().next().unwrap();
    while long.log_len() < MOST_EVENTS {
        long.push(NOON, None, EventKind::Hurried { seat }, Vec::new()).unwrap();
    }
    assert!(long.is_too_long());
    let text = offered(&long, seat)[0].clone();
    let key = key(7);
    let over = long
        .submit(NOON, &Submission { seat, version: long.version(), attempt: None, key, request: act(&text) })
        .unwrap();
    let ending = Finish { outcome: None, ending: Ending::Abandoned };
    assert_eq!(over.table.phase(), Phase::Over(ending));
    assert!(rebuilt(&over.table) == over.table, "it is read from a store as it was");
    let damaged = over.table.events().skip(1).cloned();
    assert_eq!(Table::rebuild(damaged).unwrap_err().reason, Reason::Damaged);
}
