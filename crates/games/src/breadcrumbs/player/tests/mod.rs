//! The search's own picture of the game, held against the rules.

mod levels;

use super::features::{ACTIVE, FEATURES};
use super::tree::Node;
use super::*;
use crate::breadcrumbs::Letter;
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Outcome, Turn};
use breadboard_search::alphabeta::{PROVEN, Rooted as _, Tree as _, Verdict};
use breadboard_testkit::game;

fn deal(game: &Breadcrumbs, rng: &mut SplitMix) -> State {
    let mut state = game.start();
    let deal = game.sample_chance(&state, rng).expect("a deal is pending");
    game.apply_chance(&mut state, &deal);
    state
}

fn rooted(game: &Breadcrumbs, state: &State) -> (PairTree, Node) {
    let features = Features::new(game.letters, game.options.end_chips);
    let mut tree = PairTree::new(game, Evaluation::new(features, Weights::learned(2)), 0);
    let root = tree.set_root(game, state);
    (tree, root)
}

#[test]
fn the_search_walks_the_same_game_as_the_rules() {
    for spec in [
        "breadcrumbs:repetition=off",
        "breadcrumbs:repetition=off,end_chips=3",
        "breadcrumbs:repetition=off,turn_cap=10,end_chips=25",
    ] {
        let game: Breadcrumbs = game(spec);
        for seed in 0..30 {
            let mut rng = SplitMix::new(seed);
            let mut state = deal(&game, &mut rng);
            let (tree, mut node) = rooted(&game, &state);
            let (mut legal, mut listed) = (Vec::new(), Vec::new());
            while let Turn::Act(seats) = game.turn(&state) {
                assert_eq!(tree.over(&node), None, "{}", game.write_position(&state));
                let (fresh, root) = rooted(&game, &state);
                assert_eq!(tree.key(&node), fresh.key(&root));
                assert_eq!(tree.evaluate(&node), fresh.evaluate(&root));
                legal.clear();
                listed.clear();
                let seat = seats.single().expect("one seat acts");
                game.legal_moves(&state, seat, &mut legal);
                tree.moves(&node, &mut listed);
                assert_eq!(legal, listed.iter().map(|choice| choice.mv).collect::<Vec<_>>());
                let mv = legal[rng.below(legal.len() as u32) as usize];
                node = tree.make(&node, mv);
                game.apply(&mut state, seat, mv);
            }
            let mine = state.holders[tree.mover(&node).index()];
            let wanted = match game.turn(&state).outcome() {
                Some(Outcome::Win(winner)) if winner == mine => Verdict::Win(0),
                Some(Outcome::Win(_)) => Verdict::Loss(0),
                _ => Verdict::Draw,
            };
            assert_eq!(tree.over(&node), Some(wanted), "{spec}: {}", game.write_position(&state));
        }
    }
}

#[test]
fn a_position_that_was_there_twice_is_a_draw_when_it_comes_again() {
    for spec in ["breadcrumbs:end_chips=25", "breadcrumbs:end_chips=25,turn_cap=100"] {
        let game: Breadcrumbs = game(spec);
        let mut state = deal(&game, &mut SplitMix::new(4));
        let mut home = Vec::new();
        let mut turns = 0;
        // Every player steps out and back again, so that every position returns after four rounds.
        for turn in 0.. {
            let Turn::Act(seats) = game.turn(&state) else { break };
            let seat = seats.single().expect("one seat acts");
            let from = state.board.walker(game.mover(&state)).pawn();
            let moves = game.moves(&state, seat);
            let count = game.letters.len();
            if turn < count {
                home.push(from);
            }
            let back = Move::Step(home[turn % count]);
            let mv = if (turn / count).is_multiple_of(2) { moves[0] } else { back };
            let (tree, root) = rooted(&game, &state);
            let ends = tree.over(&tree.make(&root, mv)).is_some();
            game.apply(&mut state, seat, mv);
            assert_eq!(ends, state.stage == Stage::Repeated, "{spec}, turn {turn}");
            turns += 1;
        }
        assert!(state.stage == Stage::Repeated && turns >= 8, "{turns}");
    }
}

#[test]
fn the_search_calls_the_first_return_in_its_own_line_a_draw_and_only_the_second_an_end_that_is_scored() {
    for (repetition, turns) in [("draw", 8), ("score", 16)] {
        let game: Breadcrumbs = game(&format!("breadcrumbs:end_chips=25,repetition={repetition}"));
        // A deal whose first scores differ, so that scoring it is no draw.
        let differs = |state: &State| state.board.points.of(Letter::A) != state.board.points.of(Letter::B);
        let state = (0..).map(|seed| deal(&game, &mut SplitMix::new(seed))).find(differs).expect("a deal");
        let (tree, mut node) = rooted(&game, &state);
        for turn in 0..turns {
            assert_eq!(tree.over(&node), None, "{repetition}: turn {turn}");
            let mut moves = Vec::new();
            tree.moves(&node, &mut moves);
            let homes = [Letter::A, Letter::B].map(|letter| Move::Step(letter.start()));
            let mv = if (turn / 2usize).is_multiple_of(2) { moves[0].mv } else { homes[turn % 2] };
            node = tree.make(&node, mv);
        }
        let verdict = tree.over(&node).expect("the position is there again");
        assert_eq!(verdict == Verdict::Draw, repetition == "draw", "{verdict:?}");
    }
}

#[test]
fn a_draw_is_worth_less_than_even_to_the_side_that_searches() {
    assert_eq!(draw_points(1.0), 0);
    assert!(draw_points(0.2) < draw_points(0.6) && draw_points(0.6) < 0 && draw_points(0.0) > -PROVEN);
    let game: Breadcrumbs = game("breadcrumbs");
    let state = deal(&game, &mut SplitMix::new(4));
    let features = Features::new(game.letters, game.options.end_chips);
    let mut tree = PairTree::new(&game, Evaluation::new(features, Weights::learned(2)), -80);
    let root = tree.set_root(&game, &state);
    let mut moves = Vec::new();
    tree.moves(&root, &mut moves);
    let child = tree.make(&root, moves[0].mv);
    assert_eq!([tree.draw(&root), tree.draw(&child)], [-80, 80], "it is the same draw for both");
    // What one side remembers of draws is wrong for the other.
    let next = tree.set_root(&game, &stepped(&game, &state, moves[0].mv));
    assert_eq!(tree.draw(&next), -80);
    let key = tree.key(&next);
    let first = tree.set_root(&game, &state);
    assert_ne!(tree.key(&tree.make(&first, moves[0].mv)), key);
}

fn stepped(game: &Breadcrumbs, state: &State, mv: Move) -> State {
    let mut next = state.clone();
    let Turn::Act(seats) = game.turn(state) else { panic!("the game is over") };
    game.apply(&mut next, seats.single().expect("one seat acts"), mv);
    next
}

/// Positions of random games in which one move draws at once and another goes on.
fn with_a_draw_on_offer(game: &Breadcrumbs, count: usize) -> Vec<(State, Seat)> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = SplitMix::new(seed);
        let mut state = deal(game, &mut rng);
        while let Turn::Act(seats) = game.turn(&state) {
            let seat = seats.single().expect("one seat acts");
            let moves = game.moves(&state, seat);
            let after: Vec<Turn> = moves.iter().map(|&mv| game.turn(&stepped(game, &state, mv))).collect();
            let goes_on = after.iter().any(|turn| matches!(turn, Turn::Act(_)));
            if goes_on && after.contains(&Turn::Over(Outcome::Draw)) {
                found.push((state.clone(), seat));
                if found.len() == count {
                    return found;
                }
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            game.apply(&mut state, seat, mv);
        }
    }
    found
}

#[test]
fn a_bot_plays_on_where_one_that_likes_draws_takes_them() {
    for spec in ["breadcrumbs:end_chips=4", "breadcrumbs:seats=4,end_chips=4"] {
        let game: Breadcrumbs = game(spec);
        let positions = with_a_draw_on_offer(&game, 40);
        let drawn = |draw: f32| {
            let nodes = Budget::nodes(400);
            let strength = Strength { nodes, blunders: None, samples: 400, draw, draw_for_all: draw / 2.0 };
            let chosen = positions.iter().filter(|(state, seat)| {
                let mut bot = Bot::new(&game, Weights::learned(game.seats()), strength);
                let mut rng = SplitMix::new(1);
                let mv = bot.think(&game, state, *seat, &mut rng, Effort::Own(1.0), &Watch::NONE);
                game.turn(&stepped(&game, state, mv)) == Turn::Over(Outcome::Draw)
            });
            chosen.count()
        };
        let (wins, likes) = (drawn(0.1), drawn(1.0));
        assert!(wins < likes, "{spec}: {wins} and {likes} of 40");
    }
}

#[test]
fn what_was_proven_of_one_deal_is_not_believed_of_another() {
    let game: Breadcrumbs = game("breadcrumbs:turn_cap=100");
    let first = "r3AB,p2,r1B,g1AB,p3/o1B,r5A,g4A,r4,b2B/b3A,g3AB,o5A,p4B,b1/b5AB,r2B,g2AB,o2,g5B/o3AB,p5A,o4A,p1B,b4 \
                A:1@c4 B:2@d5 turn 63B";
    let second = "p3AB,r2,g3B,b5AB,r1/r3B,b4A,g5A,o5,o1B/b1A,p4AB,b3A,g4B,p2/p5AB,b2B,r4AB,o4,r5B/o3AB,g1A,p1A,o2B,g2 \
                A:1@c4 B:2@d5 turn 63B";
    let strength =
        Strength { nodes: Budget::nodes(60_000), blunders: None, samples: 0, draw: 1.0, draw_for_all: 1.0 };
    let mut search = Bot::new(&game, Weights::learned(2), strength).search.expect("two players search");
    let values = [first, second].map(|text| {
        let state = game.read_position(text).expect("a position");
        let moves = game.moves(&state, Seat::SECOND);
        let mut rng = SplitMix::new(1);
        let found = search.search(&game, &state, &moves, &mut rng, strength.nodes, &Watch::NONE);
        score_of(found.expect("there are moves").value)
    });
    // A search that knows nothing of the first finds the second good.
    assert!(matches!(values, [Score::Points(..0), Score::Points(200..)]), "{values:?}");
}

#[test]
fn the_first_namer_names_the_middle_and_the_second_the_next_to_it() {
    let game: Breadcrumbs = game("breadcrumbs:ritual=on");
    let state = game.start();
    assert_eq!(ritual::names(&ritual::waits(&game, &state, Seat::FIRST)), [Move::Name(3)]);
    let mut state = state;
    game.apply(&mut state, Seat::FIRST, Move::Name(3));
    let second = ritual::names(&ritual::waits(&game, &state, Seat::SECOND));
    assert_eq!(second, [Move::Name(2), Move::Name(4)]);
}

/// The moves and scores that the strongest bot reports, the best first, and the move that it plays.
fn reported(game: &Breadcrumbs, state: &State, allowed: &[Move]) -> (Vec<(Move, Score)>, Move) {
    let Turn::Act(seats) = game.turn(state) else { panic!("no seat chooses") };
    let found = std::cell::RefCell::new(Vec::new());
    let report = |report: &Report<Move>| found.borrow_mut().push((report.line[0], report.score));
    let watch = Watch { stop: &|| false, report: &report };
    let mut bot = game.bot(Level::Bot5);
    bot.use_lines(3);
    bot.choose_among(allowed);
    let (seat, rng) = (seats.single().expect("one seat acts"), &mut SplitMix::new(1));
    let mv = bot.think(game, state, seat, rng, Effort::Own(0.001), &watch);
    (found.into_inner(), mv)
}

#[test]
fn the_ritual_has_as_many_lines_as_are_asked_for_and_keeps_to_the_allowed_moves() {
    for seats in [2, 4] {
        let game: Breadcrumbs = game(&format!("breadcrumbs:ritual=on,seats={seats}"));
        let mut state = game.start();
        let (named, mv) = reported(&game, &state, &[]);
        assert_eq!((named.len(), named[0].0, mv), (3, mv, Move::Name(3)), "{named:?}");
        assert_eq!(reported(&game, &state, &[Move::Name(5)]).1, Move::Name(5));
        for number in 1..=seats {
            game.apply(&mut state, Seat::new(usize::from(number) - 1).expect("a seat"), Move::Name(number));
        }
        let deal = game.sample_chance(&state, &mut SplitMix::new(2)).expect("a deal is pending");
        game.apply_chance(&mut state, &deal);
        let (taken, mv) = reported(&game, &state, &[]);
        assert_eq!((taken.len(), taken[0].0), (usize::from(seats).min(3), mv), "{taken:?}");
        let worth = |score: Score| match score {
            Score::Share(share) => share,
            Score::Points(points) => points.into(),
            Score::Win(_) | Score::Loss(_) => panic!("nothing is proven"),
        };
        assert!(taken.windows(2).all(|two| worth(two[0].1) >= worth(two[1].1)), "{taken:?}");
        let last = taken[taken.len() - 1];
        assert_eq!(reported(&game, &state, &[last.0]), (vec![last], last.0));
    }
}

#[test]
fn every_player_has_each_tile_once_and_the_tables_fit() {
    for seats in 2..=5u8 {
        let game: Breadcrumbs = game(&format!("breadcrumbs:seats={seats}"));
        let features = Features::new(game.letters, game.options.end_chips);
        let mut rng = SplitMix::new(9);
        let mut state = deal(&game, &mut rng);
        let mut moves = Vec::new();
        while let Turn::Act(acting) = game.turn(&state) {
            for &letter in game.letters {
                let mut active = Vec::new();
                let moves = letter == game.mover(&state);
                features
                    .each(&state.board, letter, moves, game.rounds_left(&state), |index| active.push(index));
                assert_eq!(active.len(), ACTIVE);
                assert!(active.iter().all(|&index| index < FEATURES));
            }
            moves.clear();
            let seat = acting.single().expect("one seat acts");
            game.legal_moves(&state, seat, &mut moves);
            game.apply(&mut state, seat, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    assert!(Weights::read(&[0; 7]).is_none());
}
