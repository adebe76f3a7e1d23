//! A terminal highlights and clicks the spots that a game names. Every place of every legal move has exactly one spot,
//! and every spot lies inside the drawing, at every width and from either side.

use crate::{games, specs, with_game};
use breadboard_core::{Canvas, Drawing, Spot, Turn};
use breadboard_games::{Views, Visitor};
use breadboard_testkit::laws::play::{Policy, play_through};
use std::collections::BTreeSet;

/// Checks the first positions of a random game.
struct Walk {
    seed: u64,
}

impl Visitor for Walk {
    type Output = ();
    fn visit<G: Views>(self, game: G) {
        let mut left = 120;
        play_through(&game, Policy::Random, self.seed, |state, _| {
            if left > 0 {
                check(&game, state);
                left -= 1;
            }
        });
    }
}

fn check<G: Views>(game: &G, state: &G::State) {
    let sizes =
        [(40, false, 1), (60, true, 0), (120, false, 1), (200, true, 2), (200, false, 3), (200, true, 8)];
    for (width, flip, scale) in sizes {
        let canvas = Canvas { width, flip, scale, ..Canvas::default() };
        let Drawing { text: drawing, spots } = game.draw(state, canvas);
        let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
        for spot in &spots {
            assert!(spot.line + spot.height <= lines.len(), "{spot:?} is below\n{drawing}");
            let widest = lines[spot.line..spot.line + spot.height].iter().map(Vec::len).max().unwrap_or(0);
            assert!(spot.column < widest.max(1), "{spot:?} is beside\n{drawing}");
        }
        let named: BTreeSet<_> = spots.iter().map(|spot| (&spot.place, spot.seat)).collect();
        assert_eq!(named.len(), spots.len(), "a place has two spots in\n{drawing}");
        assert!(spots.iter().all(|spot| !spot.place.is_empty()), "{spots:?}");
        let Turn::Act(seats) = game.turn(state) else { continue };
        for seat in seats.iter() {
            let moves = game.moves(state, seat);
            for place in
                moves.iter().flat_map(|&mv| game.parts(state, seat, mv)).filter_map(|part| part.place)
            {
                let here = |spot: &&Spot| spot.place == place && spot.seat.is_none_or(|own| own == seat);
                let count = spots.iter().filter(here).count();
                assert_eq!(
                    count, 1,
                    "the place {place} of a move of seat {seat} has {count} spots in\n{drawing}"
                );
            }
        }
    }
}

/// Plays a random game and looks at the drawings that leave the verdict to the table.
struct Silent;

impl Visitor for Silent {
    type Output = ();
    fn visit<G: Views>(self, game: G) {
        let check = |state: &G::State| {
            let canvas = Canvas { verdict: false, ..Canvas::default() };
            let drawing = game.draw(state, canvas).text;
            for word in ["to move", " win", " won", "draw", "chooses", "choose\n", "is over"] {
                assert!(!drawing.contains(word), "{word:?} in\n{drawing}");
            }
        };
        let mut left = 40;
        let end = play_through(&game, Policy::Random, 7, |state, _| {
            if left > 0 {
                check(state);
                left -= 1;
            }
        });
        check(&end.0);
    }
}

#[test]
fn a_drawing_without_a_verdict_names_no_mover_and_no_winner() {
    for spec in games().flat_map(specs) {
        with_game(&spec, Silent).unwrap();
    }
}

#[test]
fn every_place_of_a_move_is_in_the_drawing() {
    for spec in games().flat_map(specs) {
        for seed in 0..2 {
            with_game(&spec, Walk { seed }).unwrap();
        }
    }
}
