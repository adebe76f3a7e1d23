//! What a screen needs to show a game as it happened: positions event by event, turns, what a move gives, and moves that
//! are made ready.

use super::*;
use crate::view::{CourseView, EventView, FramesView, ReplayView};
use breadboard_core::{Outcome, Turn};
use breadboard_wire::OutcomeName;

fn frames(table: &Table, after: u32, to: u32) -> FramesView {
    match view(table, Viewer::SPECTATOR, Ask::Frames { after, to }) {
        Message::Frames(frames) => frames,
        other => panic!("{other:?}"),
    }
}

fn replayed(table: &Table, step: u32) -> ReplayView {
    match view(table, Viewer::SPECTATOR, Ask::Replay { step }) {
        Message::Replay(replay) => *replay,
        other => panic!("{other:?}"),
    }
}

fn course(table: &Table) -> CourseView {
    match view(table, Viewer::SPECTATOR, Ask::Course) {
        Message::Course(course) => course,
        other => panic!("{other:?}"),
    }
}

fn events(table: &Table) -> Vec<EventView> {
    match view(table, Viewer::SPECTATOR, Ask::Events { after: 0 }) {
        Message::Events(events) => events.events,
        other => panic!("{other:?}"),
    }
}

/// A random game to its end, or to this number of events.
fn random_game(spec: &Spec, byte: u8, most: usize) -> Table {
    let mut rng = SplitMix::new(byte.into());
    let mut table = seated(opening(spec, byte));
    while table.steps.len() < most {
        let Some(next) = random_move(&table, &mut rng) else { break };
        table = next;
    }
    table
}

#[test]
fn frames_are_the_positions_of_the_replay_and_at_most_sixty() {
    for spec in short_specs() {
        let table = random_game(&spec, 3, 90);
        let steps = table.steps.len() as u32;
        let all = frames(&table, 0, u32::MAX);
        assert_eq!(all.steps, steps, "{spec}");
        let first = steps.saturating_sub(59).max(1);
        let expected: Vec<ReplayView> = (first..=steps).map(|step| replayed(&table, step)).collect();
        assert_eq!(all.frames, expected, "{spec}");
        let some = frames(&table, 1, 3);
        assert_eq!(some.frames, (2..=3.min(steps)).map(|step| replayed(&table, step)).collect::<Vec<_>>());
        assert_eq!(frames(&table, steps, steps).frames, []);
        assert_eq!(frames(&table, 5, 2).frames, []);
    }
}

#[test]
fn a_turn_is_what_one_seat_does_or_one_round() {
    for spec in short_specs() {
        let table = random_game(&spec, 5, 200);
        let mut last = 0;
        for event in events(&table) {
            assert!(event.turn == last || event.turn == last + 1, "{spec}: {event:?}");
            last = event.turn;
        }
        let course = course(&table);
        let numbers: Vec<u32> = course.turns.iter().map(|row| row.turn).collect();
        assert_eq!(numbers, (1..=last).collect::<Vec<_>>(), "{spec}");
        assert!(course.turns.windows(2).all(|rows| rows[0].step < rows[1].step), "{spec}");
        let scores = table.game.scores().map(|scores| scores.as_slice().to_vec());
        let end = course.turns.last().unwrap();
        assert_eq!((end.step as usize, &end.scores), (table.steps.len(), &scores), "{spec}");
        let rounds = spec.game == "traxx";
        assert!(rounds || course.turns.iter().all(|row| row.seats.len() <= 1), "{spec}");
    }
}

#[test]
fn a_roll_belongs_to_the_turn_that_it_begins_and_a_turn_of_breadwinner_has_its_roll_inside() {
    for (spec, within) in [("snipe:seats=3", true), ("breadwinner", true), ("breadcrumbs:seats=2", false)] {
        let table = random_game(&spec.parse().unwrap(), 7, 120);
        let rolls: Vec<bool> = (1..table.steps.len())
            .filter(|at| table.steps.get(*at).is_some_and(|step| step.seats.is_empty()))
            .filter_map(|at| Some(table.steps.get(at)?.turn == table.steps.get(at + 1)?.turn))
            .collect();
        let shared = rolls.iter().filter(|shared| **shared).count();
        assert_eq!(shared * 2 > rolls.len(), within, "{spec}: {rolls:?}");
    }
}

#[test]
fn after_a_take_back_the_turn_is_counted_again() {
    let first = seated(opening(&"breakthrough".parse().unwrap(), 1));
    let seat = Seat::FIRST;
    let moved = must(&first, seat, act("a2-a3"));
    let back = must(&moved, seat, Request::Undo);
    let again = must(&back, seat, act("b2-b3"));
    let turns: Vec<u32> = events(&again).iter().rev().take(3).map(|event| event.turn).collect();
    assert_eq!(turns, [1, 0, 1]);
}

#[test]
fn what_a_move_gives_is_what_the_score_shows_after_it() {
    let mut compared = 0;
    for spec in ["breadcrumbs:seats=3", "traxx:seats=1", "traxx:seats=2,open=seats"] {
        let mut rng = SplitMix::new(11);
        let mut table = seated(opening(&spec.parse().unwrap(), 4));
        while let Some(seat) = table.awaited().iter().next() {
            let score = |table: &Table| table.game.scores().unwrap()[seat];
            let moves = table.game.moves(seat, table.still_in());
            let chosen = &moves[rng.below(moves.len() as u32) as usize];
            let next = must(&table, seat, act(&chosen.text));
            if let Some(gain) = chosen.gain {
                assert_eq!(score(&next) - score(&table), gain, "{spec}: {}", chosen.text);
                compared += 1;
            }
            table = next;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_move_that_ends_the_game_says_how_it_ends() {
    let (mut ended, mut went_on) = (Vec::new(), 0);
    for spec in
        ["breakthrough", "breadcrumbs:seats=3,end_chips=4", "traxx:seats=2,open=seats", "snipe:seats=3"]
    {
        let mut rng = SplitMix::new(5);
        let mut table = seated(opening(&spec.parse().unwrap(), 4));
        while let Some(seat) = table.awaited().iter().next() {
            let moves = state(&table, Viewer::seat(seat)).you[0].moves.clone();
            let chosen = &moves[rng.below(moves.len() as u32) as usize];
            let next = must(&table, seat, act(&chosen.text));
            let won = match next.game.turn() {
                Turn::Over(Outcome::Win(winner)) => {
                    Some(if winner == seat { OutcomeName::Win } else { OutcomeName::Loss })
                }
                Turn::Over(_) => Some(OutcomeName::Draw),
                Turn::Act(_) | Turn::Chance => None,
            };
            match won {
                Some(OutcomeName::Draw) => assert!(chosen.ends.is_some(), "{spec}: {}", chosen.text),
                _ => assert_eq!(chosen.ends, won, "{spec}: {}", chosen.text),
            }
            ended.extend(chosen.ends);
            went_on += u32::from(chosen.ends.is_none());
            table = next;
        }
    }
    assert!(ended.len() >= 3 && went_on > 100, "{ended:?} {went_on}");
}

#[test]
fn a_choice_of_a_hidden_round_says_nothing_of_the_end() {
    let mut rng = SplitMix::new(3);
    let mut table = seated(opening(&"traxx:seats=2".parse().unwrap(), 9));
    let mut asked = 0;
    loop {
        // Who cannot go on is not asked: then the other one chooses alone, and knows.
        if matches!(table.game.turn(), Turn::Act(seats) if seats.len() > 1) {
            for seat in table.awaited().iter() {
                assert!(state(&table, Viewer::seat(seat)).you[0].moves.iter().all(|mv| mv.ends.is_none()));
                asked += 1;
            }
        }
        match random_move(&table, &mut rng) {
            Some(next) => table = next,
            None => break,
        }
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn while_a_seat_waits_it_can_make_ready_what_it_could_do_and_taking_back() {
    let start = "pp6/8/8/3p4/2P5/3P4/8/8 w";
    let opening = Opening { start: Some(start.to_owned()), ..opening(&"breakthrough".parse().unwrap(), 2) };
    let table = seated(opening);
    let ready = |table: &Table, seat: Seat| -> Vec<String> {
        state(table, Viewer::seat(seat)).you[0].ready.iter().map(|mv| mv.text.clone()).collect()
    };
    // White is to move: Black makes ready, White does not.
    assert_eq!(ready(&table, Seat::FIRST), Vec::<String>::new());
    let black = ready(&table, Seat::SECOND);
    assert!(black.iter().any(|text| text.starts_with("d5") && text.ends_with("c4")), "{black:?}");
    let moved = must(&table, Seat::FIRST, act("d3-e4"));
    let white = ready(&moved, Seat::FIRST);
    // Both men of White are attacked by d5, and none covers the other.
    assert!(white.iter().any(|text| text.starts_with("c4")), "{white:?}");
    let covered = "pp6/8/8/3p4/2P5/1P6/8/8 w";
    let table = seated(Opening {
        start: Some(covered.replace(" w", " b")),
        ..super::opening(&"breakthrough".parse().unwrap(), 2)
    });
    let white = ready(&table, Seat::FIRST);
    assert!(white.iter().any(|text| text.starts_with("b3") && text.ends_with("c4")), "{white:?}");
    // The move made ready is among the legal ones once Black has taken.
    let taken = must(&table, Seat::SECOND, act("d5xc4"));
    assert!(offered(&taken, Seat::FIRST).iter().any(|text| text.starts_with("b3") && text.ends_with("c4")));
}
