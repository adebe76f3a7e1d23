//! Forced moves: the table makes a move that is the only legal one.

use super::*;
use crate::view::WaitingView;

/// A table that makes forced moves, with clocks.
fn forcing(spec: &Spec, byte: u8) -> Table {
    let clock = Some(ClockRule::Increment { main_ms: 600_000, increment_ms: 1_000 });
    seated(Opening { forced_moves: true, clock, ..opening(spec, byte) })
}

fn waiting(table: &Table) -> Option<WaitingView> {
    state(table, Viewer::SPECTATOR).waiting
}

/// Lets a forced move that waits happen.
fn ticked(table: &Table) -> Table {
    let due = waiting(table).map_or(NOON, |waiting| waiting.due);
    table.tick(due).unwrap().map_or_else(|| table.clone(), |done| done.table)
}

#[test]
fn no_seat_is_asked_for_a_move_without_a_choice() {
    let mut with_forced: Vec<String> = Vec::new();
    for spec in short_specs() {
        let mut rng = SplitMix::new(21);
        let mut table = forcing(&spec, 21);
        let mut made = 0;
        loop {
            table = ticked(&table);
            if let Phase::Over(_) = table.phase() {
                break;
            }
            let asked: Vec<Seat> = table.awaited().iter().collect();
            for seat in &asked {
                assert!(table.game.moves(*seat, table.still_in()).len() > 1, "{spec}: {table:?}");
            }
            assert!(!asked.is_empty(), "{spec}");
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
        }
        for (index, step) in table.steps.iter().enumerate().filter(|(_, step)| step.forced) {
            made += 1;
            let before = table.game_at(index).unwrap();
            for seat in step.seats.iter() {
                assert_eq!(before.moves(seat, table.still_in()).len(), 1, "{spec}: event {index}");
            }
        }
        assert!(rebuilt(&table) == table, "{spec}");
        // A record does not tell who made a move, and replays as ever.
        let record = breadboard_core::Record::read(&table.record().to_string()).unwrap();
        verify(&record).unwrap();
        if made > 0 {
            with_forced.push(spec.game.to_string());
        }
    }
    with_forced.dedup();
    // A game may have none. Of those with turns of several steps at least two have some.
    assert!(with_forced.len() >= 2, "{with_forced:?}");
}

#[test]
fn undoing_takes_a_choice_back_together_with_the_forced_moves_after_it() {
    let (mut direct, mut with_forced) = (0, 0);
    for spec in short_specs() {
        let mut rng = SplitMix::new(4);
        let mut table = forcing(&spec, 4);
        for _ in 0..60 {
            table = ticked(&table);
            let before = table.clone();
            let Some(seat) = table.awaited().single() else { break };
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
            let Ok(done) = ask(&table, seat, Request::Undo) else { continue };
            assert_eq!(done.table.position(), before.position(), "{spec}");
            assert_eq!(done.events.len(), 1, "{spec}: no forced move is made again");
            let taken = table.steps.len() - done.table.steps.len();
            if taken > 1 {
                with_forced += 1;
            } else {
                direct += 1;
            }
            assert!(rebuilt(&done.table) == done.table, "{spec}");
        }
    }
    assert!(direct > 20 && with_forced > 5, "{direct} and {with_forced}");
}

#[test]
fn a_forced_move_that_would_reveal_a_roll_waits_for_a_take_back_and_costs_no_time() {
    let mut seen = 0;
    for byte in 0..20 {
        let spec: Spec = "breadwinner:round_cap=10".parse().unwrap();
        let mut rng = SplitMix::new(byte.into());
        let mut table = forcing(&spec, byte);
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
            let Some(wait) = waiting(&table) else { continue };
            let seat = Seat::new(usize::from(wait.seat) - 1).unwrap();
            assert_eq!(offered(&table, seat), std::slice::from_ref(&wait.text));
            let last = table.events().next_back().unwrap().at;
            assert_eq!((wait.due, table.deadline()), (last + FORCED_WAIT_MS, Some(wait.due)));
            let clock = state(&table, Viewer::SPECTATOR).clock.unwrap();
            assert!(clock.seats.iter().all(|clock| clock.since.is_none()), "no clock runs");
            assert!(table.bots_to_act().is_empty());

            assert!(table.tick(wait.due - 1).unwrap().is_none());
            let done = table.tick(wait.due).unwrap().unwrap();
            assert!(matches!(done.events[0].what, EventKind::Acted { forced: true, .. }), "{done:?}");
            assert!(done.events.iter().any(|event| matches!(event.what, EventKind::Drawn { .. })));
            // The player may be quicker than the table, or take the choice before it back.
            let own = must(&table, seat, act(&wait.text));
            assert_eq!(own.position(), done.table.position());
            let mut done_last = table.seats().filter(|seat| table.may_undo(*seat).is_ok());
            let undone = must(&table, done_last.next().unwrap(), Request::Undo);
            assert!(waiting(&undone).is_none() && undone.steps.len() < table.steps.len());
            seen += 1;
            table = done.table;
        }
    }
    assert!(seen >= 5, "only {seen} forced moves waited");
}

#[test]
fn a_bots_forced_moves_do_not_wait() {
    let spec: Spec = "breadwinner:round_cap=10".parse().unwrap();
    let seats = vec![Holder::Bot { level: level("bot1") }; 2];
    let mut rng = SplitMix::new(3);
    let mut table =
        Table::open(Opening { seats, forced_moves: true, ..opening(&spec, 3) }, NOON).unwrap().table;
    while let Some(next) = random_move(&table, &mut rng) {
        assert_eq!(waiting(&next), None);
        table = next;
    }
}

#[test]
fn a_text_of_several_moves_names_forced_ones_too() {
    let forest = "+F,+A,+e/+,+N,+A/+S,+F,+";
    let start = format!("{forest} snipe 1@b2 hunters 2@c1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    let spec: Spec = "snipe:seats=2,forest=3x3".parse().unwrap();
    let plain = seated(Opening { start: Some(start.clone()), ..opening(&spec, 3) });
    let forced = seated(Opening { start: Some(start), forced_moves: true, ..opening(&spec, 3) });
    // After the first step west the pawn cannot turn back, so the second is the only one.
    let whole = must(&plain, Seat::FIRST, act("www"));
    let by_step = must(&forced, Seat::FIRST, act("w"));
    assert!(by_step.steps.iter().any(|step| step.forced), "{by_step:?}");
    let (ours, theirs) = (must(&forced, Seat::FIRST, act("www")).record(), whole.record());
    assert_eq!(ours.entries[..3], theirs.entries[..3]);
}
