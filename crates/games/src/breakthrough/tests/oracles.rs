//! Counts that other programs agree on.

use super::*;
use breadboard_core::prelude::*;
use breadboard_core::{list_pick_apply, perft};
use breadboard_testkit as testkit;

/// A position from the tests of Fairy-Stockfish.
const MIDDLE_GAME: &str = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w";

fn board(text: &str) -> (u8, u8) {
    let (columns, rows) = text.split_once('x').unwrap();
    (columns.parse().unwrap(), rows.parse().unwrap())
}

#[test]
fn perft_equals_the_table() {
    for line in include_str!("../oracles/perft.txt").lines().skip(1) {
        let mut words = line.split(' ');
        let (columns, rows) = board(words.next().unwrap());
        let game = Breakthrough::<u64>::with_home_rows(columns, rows, words.next().unwrap().parse().unwrap());
        for (depth, count) in (1..=if testkit::full() { 7 } else { 6 }).zip(words) {
            assert_eq!(perft(&game, &game.start(), depth), Ok(count.parse().unwrap()), "{line} at {depth}");
        }
    }
}

/// The table again on the wide words and on the portable kernels, less deep.
#[test]
fn perft_is_the_same_on_every_word_and_kernel() {
    let wide = testkit::game::<Breakthrough<u128>>("breakthrough");
    let wider = testkit::game::<Breakthrough<U256>>("breakthrough");
    for (depth, count) in (1..).zip([22, 484, 11132, 256_036]) {
        assert_eq!(perft(&wide, &wide.start(), depth), Ok(count));
        assert_eq!(perft(&wider, &wider.start(), depth), Ok(count));
    }
    let game = testkit::game::<Breakthrough<u64>>("breakthrough");
    let start = game.start();
    assert_eq!(kernels::portable_leaves(&game.geometry, start.men[0], start.men[1], 5), 6_182_818);
}

#[test]
fn whole_games_on_tiny_boards_equal_the_table() {
    for line in include_str!("../oracles/whole-games.txt").lines().skip(1) {
        let (counts, captured) = line.split_once(" | ").unwrap();
        let mut words = counts.split(' ');
        let (columns, rows) = board(words.next().unwrap());
        let game = Breakthrough::<u64>::with_home_rows(columns, rows, 1);
        let counts: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&game, &game.start(), depth), Ok(count), "{line} at {depth}");
        }
        assert_eq!(perft(&game, &game.start(), counts.len() as u32 + 1), Ok(0), "{line} goes on");
        let mut ends = vec![0u64; counts.len() + 1];
        captured_out(&game, &game.start(), 0, &mut ends);
        let found: Vec<String> = ends
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0)
            .map(|(depth, n)| format!("{depth}:{n}"))
            .collect();
        assert_eq!(found.join(" "), captured, "{line}");
    }
}

/// Counts the games that end by the last capture, by depth.
fn captured_out(game: &Breakthrough<u64>, state: &State<u64>, depth: usize, ends: &mut [u64]) {
    if let Turn::Over(_) = game.turn(state) {
        ends[depth] += u64::from(state.men.contains(&0));
        return;
    }
    let seat = state.seat(state.side);
    let moves = game.moves(state, seat);
    for mv in moves {
        let mut next = *state;
        game.apply(&mut next, seat, mv);
        captured_out(game, &next, depth + 1, ends);
    }
}

#[test]
fn the_middle_game_of_fairy_stockfish_counts_alike() {
    let scene = Scene::at("breakthrough", MIDDLE_GAME);
    for (depth, count) in (1..).zip([21, 358, 6898, 121_264]) {
        assert_eq!(perft(&*scene.game, &scene.state, depth), Ok(count));
    }
}

/// 100,000 random games last 64.0 to 64.4 plies and the first player wins 50 to 52 in a hundred, either way.
#[test]
fn random_games_are_as_long_and_as_even_as_others_found() {
    let game = testkit::game::<Breakthrough<u64>>("breakthrough");
    for fast in [true, false] {
        let mut rng = breadboard_core::SplitMix::new(64);
        let (mut tally, mut wins) = (Tally::default(), 0);
        for _ in 0..100_000 {
            let mut state = game.start();
            let outcome = if fast {
                game.playout(&mut state, &mut rng, &mut tally)
            } else {
                list_pick_apply(&game, &mut state, &mut rng, &mut tally)
            };
            wins += u32::from(outcome == Outcome::Win(Seat::FIRST));
        }
        let mean = tally.moves as f64 / 100_000.0;
        assert!((64.0..=64.4).contains(&mean), "{mean}");
        assert!((50_000..=52_000).contains(&wins), "{wins}");
    }
}

/// Every first move of the fast playouts is as likely as every other, on both kernels.
#[test]
fn the_fast_playout_picks_its_moves_uniformly() {
    let Scene { game, state: start } = Scene::at("breakthrough", MIDDLE_GAME);
    let moves = game.moves(&start, Seat::FIRST);
    let mut rng = breadboard_core::SplitMix::new(5);
    type Pick<'a> = &'a dyn Fn(&mut breadboard_core::SplitMix) -> (u32, u32);
    let targets = game.targets(&start);
    let picks: [Pick<'_>; 2] =
        [&|rng| kernels::any_pick(targets, rng, false), &|rng| kernels::any_pick(targets, rng, true)];
    for pick in picks {
        let mut seen = vec![0u32; moves.len()];
        for _ in 0..1000 * moves.len() {
            let (to, direction) = pick(&mut rng);
            let from = game.geometry.origin::<true>(to, direction);
            let mv = Move::step(Square::new(from as u8), Square::new(to as u8));
            seen[moves.iter().position(|&listed| listed == mv).unwrap()] += 1;
        }
        let chi: f64 = seen.iter().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 45.3, "20 degrees of freedom, p = 0.001: {chi:.1} {seen:?}");
    }
}
