//! What the bot calls certain is checked against a solver that knows only the rules.

use super::weights::HIDDEN;
use super::*;
use crate::breakthrough::{Move, Side, State, U256};
use crate::{Bots as _, Level, WeightsError};
use breadboard_core::prelude::*;
use breadboard_core::{Outcome, Rng as _, Seat, Spec, SplitMix, Turn};
use breadboard_search::alphabeta::{Tree as _, Verdict};
use breadboard_search::{Budget, Effort, Score, Watch};
use std::collections::HashMap;

fn board(columns: u8, rows: u8) -> Breakthrough<u64> {
    let spec: Spec = format!("breakthrough:columns={columns},rows={rows}").parse().unwrap();
    let (options, seats) = spec.read::<Breakthrough<u64>>().unwrap();
    Breakthrough::new(options, seats).unwrap()
}

/// Whether the side to move wins, by trying everything.
fn wins(game: &Breakthrough<u64>, state: &State<u64>, known: &mut HashMap<State<u64>, bool>) -> bool {
    let seat = match game.turn(state) {
        Turn::Over(Outcome::Win(winner)) => return winner == state.seat(state.side),
        Turn::Act(seats) => seats.single().unwrap(),
        _ => unreachable!("Breakthrough has no draws and no chance"),
    };
    if let Some(&won) = known.get(state) {
        return won;
    }
    let moves = game.moves(state, seat);
    let won = moves.iter().any(|&mv| {
        let mut next = *state;
        game.apply(&mut next, seat, mv);
        !wins(game, &next, known)
    });
    known.insert(*state, won);
    won
}

#[test]
fn what_is_certain_is_true() {
    for (columns, rows) in [(2, 6), (3, 4), (3, 5)] {
        let game = board(columns, rows);
        let tree = BreakthroughTree::new(&game, TableEvaluation::new(&game.geometry));
        let mut known = HashMap::new();
        wins(&game, &game.start(), &mut known);
        let mut judged = 0;
        for (state, &won) in &known {
            if let Some(verdict) = tree.proven(&tree.node(state)) {
                judged += 1;
                let claimed = matches!(verdict, Verdict::Win(_));
                assert_eq!(claimed, won, "{}: {verdict:?}", game.write_position(state));
            }
        }
        assert!(judged * 3 > known.len(), "{columns}×{rows}: {judged} of {}", known.len());
    }
}

/// What the search says of the first position: whether the side to move wins, if it is proven.
fn proven<W: Kernels>(game: &Breakthrough<W>, state: &State<W>, budget: Budget) -> Option<bool> {
    let last = std::cell::Cell::new(None);
    let report = |report: &breadboard_search::Report<Move>| last.set(Some(report.score));
    let watch = Watch { stop: &|| false, report: &report };
    let mut bot = game.bot(Level::Bot5);
    let mut rng = SplitMix::new(1);
    bot.think(game, state, state.seat(state.side), &mut rng, Effort::Given(budget), &watch);
    match last.get()? {
        Score::Win(_) => Some(true),
        Score::Loss(_) => Some(false),
        _ => None,
    }
}

#[test]
fn solved_boards_are_solved() {
    // The oracle's table: columns, rows, whether the first player wins.
    for (columns, rows, first_wins) in [
        (2, 4, false),
        (2, 5, false),
        (2, 6, true),
        (2, 7, false),
        (2, 8, true),
        (3, 4, false),
        (3, 5, false),
        (3, 6, true),
        (4, 4, false),
        (5, 4, false),
        (6, 4, false),
        (4, 5, false),
    ] {
        let game = board(columns, rows);
        let value = proven(&game, &game.start(), Budget::nodes(4_000_000));
        assert_eq!(value, Some(first_wins), "{columns}×{rows}");
    }
}

#[test]
fn proofs_by_search_agree_with_trying_everything() {
    let game = board(3, 5);
    let mut known = HashMap::new();
    wins(&game, &game.start(), &mut known);
    let mut states: Vec<(State<u64>, bool)> = known.into_iter().collect();
    states.sort_by_key(|(state, _)| (state.men, state.side.index()));
    for &(state, won) in states.iter().step_by(states.len() / 300) {
        if let Some(claimed) = proven(&game, &state, Budget::nodes(3_000)) {
            assert_eq!(claimed, won, "{}", game.write_position(&state));
        }
    }
}

#[test]
fn a_won_race_is_run_and_a_winning_step_taken() {
    let game = board(8, 8);
    for (position, wanted) in [
        ("7p/P7/8/8/8/8/7p/8 w", vec!["a7-a8", "a7-b8"]),
        // Black would win next move: it must be taken.
        ("pppppppp/8/8/8/8/8/p7/1P6 w", vec!["b1xa2"]),
        // Black cannot stop the man on a5 and is slower.
        ("5ppp/8/8/P7/7p/8/8/6PP w", vec!["a5-a6", "a5-b6"]),
    ] {
        let state = game.read_position(position).unwrap();
        for level in [Level::Bot4, Level::Bot5] {
            let mv = game.bot(level).choose(&game, &state, Seat::FIRST, &mut SplitMix::new(2));
            let text = game.write_move(&state, Seat::FIRST, mv);
            assert!(wanted.contains(&text.as_str()), "{position}: {text}");
        }
    }
}

#[test]
fn every_level_plays_legal_games_on_boards_of_every_width() {
    fn one<W: Kernels>(spec: &str) {
        let game: Breakthrough<W> = breadboard_testkit::game(spec);
        for level in Level::BOTS {
            let mut bots = [game.bot(level), game.bot(Level::Bot1)];
            let mut rng = SplitMix::new(level.rank() as u64);
            let mut state = game.start();
            while let Turn::Act(seats) = game.turn(&state) {
                let seat = seats.single().unwrap();
                let effort = Effort::Given(Budget::nodes(60));
                let bot = &mut bots[seat.index()];
                let mv = bot.think(&game, &state, seat, &mut rng, effort, &Watch::NONE);
                assert_eq!(game.check(&state, seat, mv), Ok(()), "{spec} {level:?}");
                game.apply(&mut state, seat, mv);
            }
        }
    }
    one::<u64>("breakthrough");
    one::<u64>("breakthrough:columns=2,rows=4");
    one::<u64>("breakthrough:columns=6,rows=6,swap=on");
    one::<u128>("breakthrough:columns=10,rows=10");
    one::<U256>("breakthrough:columns=16,rows=16");
}

#[test]
fn the_same_seed_and_budget_choose_the_same() {
    let game = board(8, 8);
    for level in [Level::Bot1, Level::Bot3, Level::Bot4] {
        let choose =
            |seed| game.bot(level).choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(seed));
        assert_eq!(choose(7), choose(7), "{level:?}");
    }
}

#[test]
fn running_sums_stay_what_a_fresh_look_gives() {
    fn follow<E: Evaluation<u64>>(game: &Breakthrough<u64>, evaluation: E) {
        let tree = BreakthroughTree::new(game, evaluation);
        let mut rng = SplitMix::new(8);
        let mut moves = Vec::new();
        for _ in 0..20 {
            let mut state = game.start();
            let mut node = tree.node(&state);
            while let Turn::Act(seats) = game.turn(&state) {
                let seat = seats.single().unwrap();
                moves.clear();
                game.legal_moves(&state, seat, &mut moves);
                let mv = moves[rng.below(moves.len() as u32) as usize];
                game.apply(&mut state, seat, mv);
                let foretold = tree.key_after(&node, tree.code(mv));
                node = tree.make(&node, mv);
                assert_eq!(node, tree.node(&state), "{}", game.write_position(&state));
                assert_eq!(tree.key(&node), tree.key(&tree.node(&state)));
                assert_eq!(foretold, Some(tree.key(&node)), "{}", game.write_position(&state));
            }
        }
    }
    let game = board(8, 8);
    follow(&game, TableEvaluation::new(&game.geometry));
    follow(&game, Net::of_board(8, 8).expect("a network was learned for 8×8"));
    assert!(Net::of_board(7, 8).is_none());
}

#[test]
fn both_sides_are_judged_alike() {
    let game = board(8, 8);
    let net = BreakthroughTree::new(&game, Net::of_board(8, 8).expect("a network was learned for 8×8"));
    let classic = BreakthroughTree::new(&game, TableEvaluation::new(&game.geometry));
    let white = game.read_position("1p2pp1p/2p2ppp/8/2P5/8/3P2P1/3P2PP/1PP1PP1P w").unwrap();
    let black =
        State { men: [white.men[1].swap_bytes(), white.men[0].swap_bytes()], side: Side::Black, ..white };
    assert_eq!(net.evaluate(&net.node(&white)), net.evaluate(&net.node(&black)));
    assert_eq!(classic.evaluate(&classic.node(&white)), classic.evaluate(&classic.node(&black)));
}

/// Weights for a board that count men: the first neuron the rival's, the second the viewer's own.
fn counting(squares: usize, weight: i16) -> Vec<u8> {
    let mut numbers = vec![0i16; 2 * squares * HIDDEN + 3 * HIDDEN + 1];
    for square in 0..squares {
        numbers[square * HIDDEN + 1] = weight;
        numbers[(squares + square) * HIDDEN] = weight;
    }
    // Of the mover's view: its own men count for it, the rival's against it.
    let output = (2 * squares + 1) * HIDDEN;
    (numbers[output], numbers[output + 1]) = (-1024, 1024);
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn weights_from_outside_judge_a_small_board() {
    let game = board(5, 6);
    let net = Net::read(&counting(30, 20), 5, 6).unwrap();
    let tree = BreakthroughTree::new(&game, net);
    let value = |text: &str| tree.evaluate(&tree.node(&game.read_position(text).unwrap()));
    let start = "ppppp/ppppp/5/5/PPPPP/PPPPP w";
    assert_eq!(value(start), 0);
    // Two men more: 2 × 20 / 255 × 1024 / 64 × 160 points, less what whole numbers lose.
    let two_more = value("ppppp/ppp2/5/5/PPPPP/PPPPP w");
    assert!((380..=402).contains(&two_more), "{two_more}");
    assert_eq!(value("ppppp/ppp2/5/5/PPPPP/PPPPP b"), -two_more);
    let mut bot = game.bot_with(Level::Bot4, &counting(30, 20)).unwrap();
    let taken = game.read_position("p3p/5/1p3/P1p2/1P3/P4 w").unwrap();
    let mv = bot.choose(&game, &taken, Seat::FIRST, &mut SplitMix::new(1));
    assert_eq!(game.check(&taken, Seat::FIRST, mv), Ok(()));
}

#[test]
fn weights_of_another_form_are_refused() {
    let refused = |columns, rows, weights: &[u8]| board(columns, rows).bot_with(Level::Bot3, weights).err();
    assert_eq!(refused(5, 6, &counting(30, 20)), None);
    let found = counting(30, 20).len();
    let expected = counting(25, 20).len();
    assert_eq!(refused(5, 5, &counting(30, 20)), Some(WeightsError::Length { expected, found }));
    assert_eq!(refused(5, 6, &counting(30, 2_000)), Some(WeightsError::TooLarge));
    assert_eq!(refused(8, 8, include_bytes!("weights.bin")), None);
    let wide: Breakthrough<u128> = breadboard_testkit::game("breakthrough:columns=10,rows=10");
    assert_eq!(wide.bot_with(Level::Bot3, &counting(100, 20)).err(), Some(WeightsError::NotUsed));
    let other: crate::snipe::SnipeHunt = breadboard_testkit::game("snipe");
    assert_eq!(other.bot_with(Level::Bot3, &[]).err(), Some(WeightsError::NotUsed));
}
