//! The search's own picture of the game, held against the rules.

use super::sight::Sight;
use super::*;
use breadboard_core::{Outcome, Turn};
use breadboard_search::alphabeta::{Tree as _, Verdict};
use breadboard_testkit::game;

fn deal(game: &Breadcrumbs, rng: &mut SplitMix) -> State {
    let mut state = game.start();
    let deal = game.sample_chance(&state, rng).expect("a deal is pending");
    game.apply_chance(&mut state, &deal);
    state
}

fn sight(game: &Breadcrumbs) -> Sight {
    Sight::new(game.letters, game.options.end_chips, Weights::learned(game.letters.len() as u8))
}

#[test]
fn the_search_walks_the_same_game_as_the_rules() {
    for spec in [
        "breadcrumbs:repetition=off",
        "breadcrumbs:repetition=off,end_chips=3",
        "breadcrumbs:repetition=off,turn_cap=10,end_chips=25",
    ] {
        let game: Breadcrumbs = game(spec);
        let sight = sight(&game);
        for seed in 0..30 {
            let mut rng = SplitMix::new(seed);
            let mut state = deal(&game, &mut rng);
            let trail = Trail::new(&game, &sight, &state);
            let mut node = trail.node(&state);
            let (mut legal, mut listed) = (Vec::new(), Vec::new());
            while let Turn::Act(seats) = game.turn(&state) {
                assert_eq!(trail.over(&node), None, "{}", game.write_position(&state));
                let fresh = Trail::new(&game, &sight, &state);
                assert_eq!(trail.key(&node), fresh.key(&fresh.node(&state)));
                assert_eq!(trail.evaluate(&node), fresh.evaluate(&fresh.node(&state)));
                legal.clear();
                listed.clear();
                let seat = seats.single().expect("one seat acts");
                game.legal_moves(&state, seat, &mut legal);
                trail.moves(&node, &mut listed);
                assert_eq!(legal, listed.iter().map(|choice| choice.mv).collect::<Vec<_>>());
                let mv = legal[rng.below(legal.len() as u32) as usize];
                node = trail.make(&node, mv);
                game.apply(&mut state, seat, mv);
            }
            let mine = state.holders[trail.mover(&node).index()];
            let wanted = match game.turn(&state).outcome() {
                Some(Outcome::Win(winner)) if winner == mine => Verdict::Win(0),
                Some(Outcome::Win(_)) => Verdict::Loss(0),
                _ => Verdict::Draw,
            };
            assert_eq!(trail.over(&node), Some(wanted), "{spec}: {}", game.write_position(&state));
        }
    }
}

#[test]
fn a_position_that_was_there_twice_is_a_draw_when_it_comes_again() {
    for spec in ["breadcrumbs:end_chips=25", "breadcrumbs:end_chips=25,turn_cap=40"] {
        let game: Breadcrumbs = game(spec);
        let sight = sight(&game);
        let mut state = deal(&game, &mut SplitMix::new(4));
        let mut home = Vec::new();
        let mut trails = 0;
        // Everybody steps out and back again, so that every position returns after four rounds.
        for turn in 0.. {
            let Turn::Act(seats) = game.turn(&state) else { break };
            let seat = seats.single().expect("one seat acts");
            let from = state.board.walker(game.mover(&state)).pawn();
            let mut moves = Vec::new();
            game.legal_moves(&state, seat, &mut moves);
            let count = game.letters.len();
            if turn < count {
                home.push(from);
            }
            let back = Move::Step(home[turn % count]);
            let mv = if (turn / count).is_multiple_of(2) { moves[0] } else { back };
            let trail = Trail::new(&game, &sight, &state);
            let ends = trail.over(&trail.make(&trail.node(&state), mv)).is_some();
            game.apply(&mut state, seat, mv);
            assert_eq!(ends, state.stage == Stage::Repeated, "{spec}, turn {turn}");
            trails += 1;
        }
        assert!(state.stage == Stage::Repeated && trails >= 8, "{trails}");
    }
}

#[test]
fn the_search_calls_the_first_return_in_its_own_line_a_draw() {
    let game: Breadcrumbs = game("breadcrumbs:end_chips=25");
    let sight = sight(&game);
    let state = deal(&game, &mut SplitMix::new(4));
    let trail = Trail::new(&game, &sight, &state);
    let mut node = trail.node(&state);
    for turn in 0..8usize {
        assert_eq!(trail.over(&node), None, "turn {turn}");
        let mut moves = Vec::new();
        trail.moves(&node, &mut moves);
        let homes = [Letter::A, Letter::B].map(|letter| Move::Step(letter.start()));
        let mv = if (turn / 2).is_multiple_of(2) { moves[0].mv } else { homes[turn % 2] };
        node = trail.make(&node, mv);
    }
    assert_eq!(trail.over(&node), Some(Verdict::Draw));
}

#[test]
fn what_was_proven_of_one_deal_is_not_believed_of_another() {
    let game: Breadcrumbs = game("breadcrumbs");
    let first = "r3AB,p2,r1B,g1AB,p3/o1B,r5A,g4A,r4,b2B/b3A,g3AB,o5A,p4B,b1/b5AB,r2B,g2AB,o2,g5B/o3AB,p5A,o4A,p1B,b4 \
                A:1@c4 B:2@d5 turn 63B";
    let second = "p3AB,r2,g3B,b5AB,r1/r3B,b4A,g5A,o5,o1B/b1A,p4AB,b3A,g4B,p2/p5AB,b2B,r4AB,o4,r5B/o3AB,g1A,p1A,o2B,g2 \
                A:1@c4 B:2@d5 turn 63B";
    let strength = Strength { nodes: Budget::nodes(60_000), haze: None, samples: 0, draw: 0.0 };
    let mut bot = Bot::new(&game, Weights::learned(2), strength);
    let values = [first, second].map(|text| {
        let state = game.read_position(text).expect("a position");
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat::SECOND, &mut moves);
        let mut rng = SplitMix::new(1);
        let found = bot.search(&game, &state, &moves, &mut rng, strength.nodes, &Watch::NOBODY);
        score_of(found.expect("there are moves").value)
    });
    // A search that knows nothing of the first finds the second good.
    assert!(matches!(values, [Score::Points(..0), Score::Points(200..)]), "{values:?}");
}

#[test]
fn the_first_namer_names_the_middle_and_the_second_the_next_to_it() {
    let game: Breadcrumbs = game("breadcrumbs:ritual=on");
    let state = game.start();
    assert_eq!(ritual::names(&game, &state, Seat::FIRST), [Move::Name(3)]);
    let mut state = state;
    game.apply(&mut state, Seat::FIRST, Move::Name(3));
    assert_eq!(ritual::names(&game, &state, Seat::SECOND), [Move::Name(2), Move::Name(4)]);
}

#[test]
fn every_player_sees_each_tile_once_and_the_tables_fit() {
    for seats in 2..=5u8 {
        let game: Breadcrumbs = game(&format!("breadcrumbs:seats={seats}"));
        let mut rng = SplitMix::new(9);
        let mut state = deal(&game, &mut rng);
        let mut moves = Vec::new();
        while let Turn::Act(acting) = game.turn(&state) {
            let sights = game.sights(&state);
            assert_eq!(sights.len(), if seats == 2 { 1 } else { usize::from(seats) });
            for (_, seen) in sights {
                assert!(seen.iter().all(|&at| usize::from(at) < WEIGHTS));
            }
            moves.clear();
            let seat = acting.single().expect("one seat acts");
            game.legal_moves(&state, seat, &mut moves);
            game.apply(&mut state, seat, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    assert!(Weights::read(&[0; 7]).is_none());
}
