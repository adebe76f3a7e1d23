//! The walks that a view shows are those that the rules allow.

use crate::snipe::spaces::{Direction, Space};
use crate::snipe::state::Phase;
use crate::snipe::{Move, SnipeHunt, State};
use crate::views::Views as _;
use breadboard_core::prelude::*;
use breadboard_core::{Event, Game, Seat, SplitMix, Text};
use breadboard_testkit as testkit;
use std::collections::BTreeSet;

/// Every end of the running walk, by making each of its steps and leaving each offer alone.
fn ends(game: &SnipeHunt, state: &State, into: &mut BTreeSet<String>) {
    for mv in game.moves(state, state.seat) {
        let Move::Step(way) = mv else { continue };
        let to = state.forest.step(state.here(), way).unwrap();
        let mut next = *state;
        game.play(&mut next, &Event::one(state.seat, mv)).unwrap();
        if next.phase == Phase::Offer {
            game.play(&mut next, &Event::one(state.seat, Move::Skip)).unwrap();
        }
        let goes_on = next.phase == Phase::Walk && next.mover == state.mover && next.left + 1 == state.left;
        if goes_on {
            ends(game, &next, into);
        } else {
            into.insert(Space::to_string(&to));
        }
    }
}

/// The crumbs that the mover lifts on a route, leaving each offer alone.
fn lifted(game: &SnipeHunt, state: &State, route: &[Direction]) -> usize {
    let mut next = *state;
    for way in route {
        if next.phase == Phase::Offer {
            game.play(&mut next, &Event::one(state.seat, Move::Skip)).unwrap();
        }
        game.play(&mut next, &Event::one(state.seat, Move::Step(*way))).unwrap();
    }
    usize::from(next.held[state.seat.index()] - state.held[state.seat.index()])
}

#[test]
fn the_ends_shown_are_those_that_can_be_reached_and_their_routes_lead_there() {
    let mut compared = 0;
    for spec in [
        "snipe",
        "snipe:seats=3,forest=4x4",
        "snipe:seats=5,forest=3x3",
        "snipe:seats=3,forest=6x3,free_reverse=on",
    ] {
        let game: SnipeHunt = testkit::game(spec);
        let mut rng = SplitMix::new(11);
        let mut state = game.start();
        for _ in 0..600 {
            if state.phase == Phase::Walk && state.left <= 5 {
                let shown = game.walks(&state);
                let mut found = BTreeSet::new();
                ends(&game, &state, &mut found);
                let named: BTreeSet<String> = shown.iter().map(|walk| walk.end.to_string()).collect();
                assert_eq!(named, found, "{spec}: {}", game.write_position(&state));
                for walk in shown {
                    let mut at = state.here();
                    for way in &walk.way {
                        at = state.forest.step(at, *way).unwrap();
                    }
                    assert_eq!(at, walk.end);
                    // A catch moves crumbs from hand to hand as well.
                    if !walk.catches {
                        assert_eq!(lifted(&game, &state, &walk.way), game.crumbs_on(&state, &walk), "{spec}");
                    }
                }
                compared += 1;
            }
            let Some(event) = Event::random(&game, &state, &mut rng) else { break };
            game.play(&mut state, &event).unwrap();
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The crumbs that phrases say are lifted.
fn lifted_by(said: &[Text]) -> u8 {
    let count = |text: &Text| match text.key() {
        "snipe-do-lift-one" => 1,
        "snipe-do-lift" => text.args()[0].1.parse().unwrap(),
        _ => 0,
    };
    said.iter().map(count).sum()
}

#[test]
fn the_phrases_of_a_turn_name_its_end_what_it_lifts_and_who_is_caught() {
    let (mut walks, mut crumbs, mut catches) = (0, 0, 0);
    for seed in 0..6 {
        let game: SnipeHunt = testkit::game("snipe:seats=3,forest=4x4");
        let (mut rng, mut state) = (SplitMix::new(seed), game.start());
        let mut turn: Option<(State, Seat, Vec<Move>)> = None;
        while let Some(event) = Event::random(&game, &state, &mut rng) {
            let before = state;
            game.play(&mut state, &event).unwrap();
            let Event::Act(choices) = &event else { continue };
            let (seat, mv) = choices[0];
            turn.get_or_insert_with(|| (before, seat, Vec::new())).2.push(mv);
            if !matches!(state.phase, Phase::Roll | Phase::Over) {
                continue;
            }
            let (start, seat, moves) = turn.take().unwrap();
            let said = game.phrases(&start, seat, &moves);
            let words: Vec<String> = said.iter().map(Text::to_string).collect();
            assert!(!words.is_empty() && words.iter().all(|text| !text.contains("seat")), "{words:?}");
            if state.snipe_seat() != start.snipe_seat() {
                let key = if start.snipe_seat() == seat { "snipe-do-get-caught" } else { "snipe-do-catch" };
                assert_eq!(said.last().unwrap().key(), key);
                catches += 1;
                continue;
            }
            let held = state.held[seat.index()] - start.held[seat.index()];
            assert_eq!(lifted_by(&said), held, "{words:?}");
            crumbs += held;
            if let Move::Step(way) = mv {
                let end = before.forest.step(before.here(), way).unwrap().to_string();
                assert!(words.iter().any(|text| text.contains(&end)), "{end}: {words:?}");
                walks += 1;
            }
        }
    }
    assert!(walks > 30 && crumbs > 5 && catches > 3, "{walks} {crumbs} {catches}");
}
