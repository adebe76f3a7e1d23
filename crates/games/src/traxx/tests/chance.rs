//! Chance: the listed outcomes are those of a shuffled deck and a random deal of boards.

use super::*;
use breadboard_core::Listing;
use breadboard_core::prelude::*;

/// Draws many times and compares the counts with equal shares, within what chance allows.
fn drawn_evenly(game: &Traxx, state: &State, outcomes: usize) {
    let mut listed = Vec::new();
    assert_eq!(game.chances(state, &mut listed), Listing::Complete);
    assert_eq!(listed.len(), outcomes);
    assert!(listed.iter().all(|(_, weight)| *weight == 1));
    let mut rng = SplitMix::new(2015);
    let mut counts = vec![0u32; outcomes];
    const EACH: u32 = 2000;
    for _ in 0..EACH * outcomes as u32 {
        let drawn = game.sample_chance(state, &mut rng).unwrap();
        counts[listed.iter().position(|(chance, _)| *chance == drawn).unwrap()] += 1;
    }
    let each = f64::from(EACH);
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - each).powi(2) / each).sum();
    let freedom = outcomes as f64 - 1.0;
    assert!(
        chi < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "chi-square {chi:.1} with {freedom} degrees: {counts:?}"
    );
}

#[test]
fn starts_are_dealt_evenly() {
    for (seats, deals) in [(1, 4), (2, 12), (3, 24), (4, 24)] {
        let game = game(&format!("traxx:seats={seats}"));
        drawn_evenly(&game, &game.start(), deals);
    }
    let game = game("traxx:seats=4,same_start=on");
    drawn_evenly(&game, &game.start(), 4);
}

#[test]
fn cards_are_turned_evenly_whatever_is_left() {
    let game = game("traxx:seats=1");
    for (position, left) in [
        ("d5*", 15),
        ("d5* seen=RBGY,RBPE,RRBYE", 12),
        ("d5* seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP", 2),
    ] {
        drawn_evenly(&game, &game.read_position(position).unwrap(), left);
    }
}

#[test]
fn turning_card_by_card_is_shuffling_a_deck() {
    // Exactly, on the last four cards: each of the 24 orders comes up once, with weight 1 each.
    let game = game("traxx:seats=1");
    let seen = "seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP";
    let first = game.read_position(&format!("d5* {seen}")).unwrap();
    let mut orders = vec![(String::new(), first, 1)];
    for _ in 0..4 {
        let mut longer = Vec::new();
        for (text, state, weight) in orders {
            let mut outcomes = Vec::new();
            game.chances(&state, &mut outcomes);
            for (card, share) in outcomes {
                let mut next = state;
                let text = format!("{text} {}", game.write_chance(&state, &card));
                game.apply_chance(&mut next, &card);
                game.apply(&mut next, Seat::FIRST, Move::PASS);
                longer.push((text, next, weight * share));
            }
        }
        orders = longer;
    }
    let distinct: BTreeSet<&String> = orders.iter().map(|(text, _, _)| text).collect();
    assert_eq!((orders.len(), distinct.len()), (24, 24));
    assert!(orders.iter().all(|(_, state, weight)| *weight == 1 && game.turn(state).outcome().is_some()));
}
