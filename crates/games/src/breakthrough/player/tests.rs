//! What the bot calls certain is checked against a solver that knows only the rules.

use super::*;
use crate::breakthrough::{Move, Side, State, U256};
use crate::{Bots as _, Level};
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
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
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
