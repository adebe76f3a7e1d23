//! The searches on games whose best play is known.

use crate::alphabeta::{AlphaBeta, Choice, GameTree, Pressure, Searcher, Strength, Tree, Tuning, Verdict};
use crate::mcts::{self, Mcts};
use crate::test_games::TestGame;
use crate::{Blunders, Budget, Effort, Evaluate as _, Greedy, Player, Report, Score, Watch};
use breadboard_core::prelude::*;
use breadboard_core::{Rng as _, Seat, SplitMix, Turn};
use std::cell::{Cell, RefCell};

fn sampler(playouts: u64) -> Mcts<TestGame> {
    Mcts::new(mcts::Playouts, mcts::Tuning::default(), Budget::nodes(playouts))
}

fn tree_of(game: &TestGame) -> GameTree<TestGame> {
    GameTree::new(game, 1.0)
}

fn searcher(game: &TestGame, strength: Strength) -> Searcher<GameTree<TestGame>> {
    Searcher::new(tree_of(game), strength)
}

const STRONG: Strength = Strength { budget: Budget::nodes(10_000), blunders: None, most_bytes: 1 << 16 };

/// The best take from a pile: leave a multiple of four.
fn solve(pile: u8, tuning: Tuning) -> (u8, i32) {
    let game = TestGame::make(pile, 2);
    let moves = game.moves(&game.start(), Seat::FIRST);
    let root = (game.start(), Seat::FIRST);
    let mut search = AlphaBeta::new(1 << 16, tuning);
    let found = search.search(&tree_of(&game), &root, &moves, Budget::ENDLESS, &Watch::NONE).unwrap();
    (found.mv, found.value)
}

#[test]
fn alpha_beta_solves_piles_and_proves_it() {
    for tuning in [Tuning::default(), Tuning { late_depth: 0, futility_depth: 0, ..Tuning::default() }] {
        for pile in 2..=21 {
            let (mv, value) = solve(pile, tuning);
            if pile % 4 == 0 {
                assert!(value < -crate::alphabeta::PROVEN, "{pile}: {value}");
            } else {
                assert_eq!(mv, pile % 4, "{pile}");
                assert!(value > crate::alphabeta::PROVEN, "{pile}: {value}");
            }
        }
    }
}

#[test]
fn threads_together_prove_the_same_and_keep_the_budget() {
    for pile in [18, 20, 23] {
        let game = TestGame::make(pile, 2);
        let root = (game.start(), Seat::FIRST);
        let mut search = AlphaBeta::new(1 << 16, Tuning::default());
        for _ in 0..2 {
            let found = search
                .search_on(3, &tree_of(&game), &root, &[1, 2, 3], Budget::ENDLESS, &Watch::NONE)
                .unwrap();
            if pile % 4 == 0 {
                assert!(found.value < -crate::alphabeta::PROVEN, "{pile}: {}", found.value);
            } else {
                assert!(found.value > crate::alphabeta::PROVEN && found.mv == pile % 4, "{pile}: {found:?}");
            }
        }
    }
    let game = TestGame::make(200, 2);
    let root = (game.start(), Seat::FIRST);
    let mut search = AlphaBeta::new(1 << 16, Tuning::default());
    // Each thread adds its nodes to the shared count every 1,024 nodes.
    let budget = Budget::nodes(30_000);
    let found = search.search_on(2, &tree_of(&game), &root, &[1, 2, 3], budget, &Watch::NONE).unwrap();
    assert!(
        (1..=3).contains(&found.mv) && (30_000..30_000 + 2 * 2 * 1024).contains(&found.nodes),
        "{found:?}"
    );
}

#[test]
fn a_search_that_is_cut_short_claims_nothing_that_is_not_so() {
    for pile in 5..=24 {
        let game = TestGame::make(pile, 2);
        let root = (game.start(), Seat::FIRST);
        for nodes in 1..400 {
            let mut search = AlphaBeta::new(1 << 12, Tuning::default());
            let budget = Budget::nodes(nodes);
            let reported = Cell::new(0);
            let report = |report: &Report<u8>| match report.score {
                Score::Win(_) => reported.set(1),
                Score::Loss(_) => reported.set(-1),
                _ => {}
            };
            let watch = Watch { stop: &|| false, report: &report };
            let found = search.search(&tree_of(&game), &root, &[1, 2, 3], budget, &watch).unwrap();
            let (won, lost) =
                (found.value > crate::alphabeta::PROVEN, found.value < -crate::alphabeta::PROVEN);
            assert!(!lost && reported.get() >= 0 || pile % 4 == 0, "{pile}, {nodes} nodes: {found:?}");
            assert!(!won && reported.get() <= 0 || pile % 4 == found.mv, "{pile}, {nodes} nodes: {found:?}");
        }
    }
}

#[test]
fn a_node_budget_is_kept_and_the_same_twice() {
    let game = TestGame::make(60, 2);
    let root = (game.start(), Seat::FIRST);
    let run = || {
        let mut search = AlphaBeta::new(1 << 12, Tuning::default());
        let found =
            search.search(&tree_of(&game), &root, &[1, 2, 3], Budget::nodes(500), &Watch::NONE).unwrap();
        (found.mv, found.value, found.depth, found.nodes)
    };
    assert_eq!(run(), run());
    assert!(run().3 <= 500);
}

#[test]
fn a_search_told_to_stop_stops_at_the_next_question() {
    let game = TestGame::make(99, 2);
    let root = (game.start(), Seat::FIRST);
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let mut search = AlphaBeta::new(1 << 8, Tuning { late_depth: 0, ..Tuning::default() });
    let watch = Watch { stop: &stop, report: &|_| {} };
    let found = search.search(&tree_of(&game), &root, &[1, 2, 3], Budget::ENDLESS, &watch).unwrap();
    assert!(asked.get() == 3 && found.nodes <= 4096, "{} questions, {} nodes", asked.get(), found.nodes);
}

#[test]
fn reports_deepen_and_their_lines_begin_with_the_choice() {
    let game = TestGame::make(13, 2);
    let root = (game.start(), Seat::FIRST);
    let last: Cell<Option<Report<u8>>> = Cell::new(None);
    let report = |report: &Report<u8>| {
        let before = last.take();
        assert!(before.is_none_or(|before| before.depth < report.depth));
        last.set(Some(report.clone()));
    };
    let mut search = AlphaBeta::new(1 << 16, Tuning::default());
    let watch = Watch { stop: &|| false, report: &report };
    let found = search.search(&tree_of(&game), &root, &[1, 2, 3], Budget::ENDLESS, &watch).unwrap();
    let last = last.take().unwrap();
    assert_eq!(last.line[0], found.mv);
    assert!(matches!(last.score, Score::Win(_)));
}

#[test]
fn a_searcher_plays_a_whole_game_and_wins_it() {
    let game = TestGame::make(21, 2);
    let (mut winner, mut loser) = (searcher(&game, STRONG), crate::Random);
    for seed in 0..20 {
        let (mut rng, mut state) = (SplitMix::new(seed), game.start());
        while let Turn::Act(seats) = game.turn(&state) {
            let seat = seats.single().unwrap();
            let mv = if seat == Seat::FIRST {
                winner.choose(&game, &state, seat, &mut rng)
            } else {
                loser.choose(&game, &state, seat, &mut rng)
            };
            game.apply(&mut state, seat, mv);
        }
        assert_eq!(game.turn(&state).outcome().unwrap().share(Seat::FIRST, 2), 1.0, "{seed}");
    }
}

#[test]
fn a_searcher_that_errs_repeats_itself_and_loses_what_is_won() {
    let game = TestGame::make(19, 2);
    let blunders = Some(Blunders { error: 50.0, overlooks: 120, misses_proofs: true });
    let weak = Strength { budget: Budget { nodes: 200, depth: 2 }, blunders, ..STRONG };
    let choices = || -> Vec<u8> {
        let choose =
            |seed| searcher(&game, weak).choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(seed));
        (0..40).map(choose).collect()
    };
    assert_eq!(choices(), choices());
    assert!((1..=3).all(|mv| choices().contains(&mv)), "{:?}", choices());
    let mut player = searcher(&game, weak);
    assert!(Player::<TestGame>::use_threads(&mut player, 1));
    assert!(!Player::<TestGame>::use_threads(&mut player, 2), "a small search is not shared");
}

#[test]
fn a_search_with_a_cold_table_is_stopped_at_the_next_node() {
    let game = TestGame::make(60, 2);
    let root = (game.start(), Seat::FIRST);
    let (asked, patience) = (Cell::new(0), 40);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > patience
    };
    let watch = Watch { stop: &stop, report: &|_| {} };
    let nodes = |search: &mut AlphaBeta<u8>| {
        asked.set(0);
        search.search(&tree_of(&game), &root, &[1, 2, 3], Budget::ENDLESS, &watch).unwrap().nodes
    };
    // Each node may wait for two megabytes of it.
    let mut cold = AlphaBeta::new(64 << 20, Tuning::default());
    assert!(nodes(&mut cold) <= patience + 1);
    cold.prepare(&|| false);
    assert!(nodes(&mut cold) > 20 * patience, "memory that is there is not waited for");
    // A long search has met all of it.
    let mut warmed = AlphaBeta::new(4 << 20, Tuning::default());
    warmed.search(&tree_of(&game), &root, &[1, 2, 3], Budget::nodes(3_000), &Watch::NONE);
    assert!(nodes(&mut warmed) > 20 * patience);
}

#[test]
fn a_searcher_that_overlooks_moves_proves_nothing() {
    let seen = RefCell::new(Vec::new());
    let report = |report: &Report<u8>| seen.borrow_mut().push(report.score);
    let watch = Watch { stop: &|| false, report: &report };
    let proves = |overlooks| {
        seen.borrow_mut().clear();
        let blunders = Some(Blunders { error: 5.0, overlooks, misses_proofs: false });
        for pile in 5..=12 {
            let game = TestGame::make(pile, 2);
            let mut player = searcher(&game, Strength { blunders, ..STRONG });
            player.think(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1), Effort::Own(1.0), &watch);
        }
        seen.borrow().iter().any(|score| matches!(score, Score::Win(_) | Score::Loss(_)))
    };
    assert!(proves(0) && !proves(80));
    let sure = |score: &Score| matches!(score, Score::Points(points) if points.abs() > 20_000);
    assert!(seen.borrow().iter().any(sure), "a sure result stays beyond every estimate");
}

#[test]
fn a_searcher_thinks_on_several_threads() {
    let game = TestGame::make(22, 2);
    let mut player = searcher(&game, STRONG);
    assert!(Player::<TestGame>::use_threads(&mut player, 3));
    Player::<TestGame>::prepare(&mut player, &|| false);
    assert_eq!(player.choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1)), 2);
}

#[test]
fn sampling_solves_a_small_pile() {
    let game = TestGame::make(7, 2);
    assert_eq!(sampler(3000).choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1)), 3);
}

#[test]
fn sampling_weighs_chance_and_counts_seats() {
    // Against a sure 3 only a roll of 4 to 6 wins, and 3 ties: with all at 3 a roll has better than its share.
    let game = TestGame::make(0, 3);
    let mut state = game.start();
    game.apply(&mut state, Seat::FIRST, 3);
    game.apply(&mut state, Seat::SECOND, 3);
    let third = Seat::new(2).unwrap();
    assert_eq!(sampler(2000).choose(&game, &state, third, &mut SplitMix::new(1)), 0);
    // After a seat rolled a 1 and a 2, the sure point wins at once.
    let mut state = game.start();
    for face in [1, 2] {
        let Turn::Act(seats) = game.turn(&state) else { panic!("a seat acts") };
        game.apply(&mut state, seats.single().unwrap(), 0);
        game.apply_chance(&mut state, &face);
    }
    assert_eq!(sampler(2000).choose(&game, &state, third, &mut SplitMix::new(1)), 3);
}

#[test]
fn sampling_finds_the_dominant_bid_of_every_seat() {
    let game = TestGame::make(1, 4);
    for seat in Seat::all(4) {
        assert_eq!(sampler(2000).choose(&game, &game.start(), seat, &mut SplitMix::new(3)), 3, "{seat:?}");
    }
}

#[test]
fn sampling_shows_what_it_expects_up_to_the_next_chance_or_round() {
    let lines = |game: &TestGame, playouts: u64| {
        let found = RefCell::new(Vec::new());
        let report = |report: &Report<u8>| {
            let mut found = found.borrow_mut();
            if report.rank == 1 {
                found.clear();
            }
            found.push(report.line.clone());
        };
        let watch = Watch { stop: &|| false, report: &report };
        let mut player = sampler(playouts);
        player.use_lines(2);
        let mv =
            player.think(game, &game.start(), Seat::FIRST, &mut SplitMix::new(1), Effort::Own(1.0), &watch);
        let found = found.into_inner();
        assert_eq!((found[0][0], found.len()), (mv, 2));
        found
    };
    // To the last token; the first move is the one that leaves four.
    let pile = lines(&TestGame::make(7, 2), 3000);
    assert_eq!((pile[0][0], pile[0].iter().sum::<u8>()), (3, 7), "{pile:?}");
    // A die ends a line, a sure point does not.
    let die = lines(&TestGame::make(0, 2), 2000);
    let length = |first: u8| die.iter().find(|line| line[0] == first).map(Vec::len);
    assert_eq!((length(0), length(3)), (Some(1), Some(2)), "{die:?}");
    // All bid at once.
    assert!(lines(&TestGame::make(1, 3), 2000).iter().all(|line| line.len() == 1));
    // What was hardly tried is no expectation.
    assert!(lines(&TestGame::make(20, 2), 12).iter().all(|line| line.len() == 1));
}

#[test]
fn sampling_keeps_its_budget_and_obeys() {
    let game = TestGame::make(40, 2);
    let count = |effort: Effort, stop: &dyn Fn() -> bool| {
        let nodes = Cell::new(0);
        let report = |report: &Report<u8>| nodes.set(report.nodes);
        let watch = Watch { stop, report: &report };
        let mut rng = SplitMix::new(1);
        let mv = sampler(100).think(&game, &game.start(), Seat::FIRST, &mut rng, effort, &watch);
        (mv, nodes.get())
    };
    assert_eq!(count(Effort::Own(1.0), &|| false).1, 100);
    assert_eq!(count(Effort::Own(0.5), &|| false), count(Effort::Own(0.5), &|| false));
    assert_eq!(count(Effort::Given(Budget::nodes(37)), &|| false).1, 37);
    assert!(count(Effort::Given(Budget::ENDLESS), &|| true).1 <= 8);
}

#[test]
fn the_default_evaluation_knows_results_and_scores() {
    let game = TestGame::make(3, 2);
    for seed in 0..8 {
        let mv = Greedy.choose(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(seed));
        assert_eq!(mv, 3, "the greedy player takes the win");
    }
    let game = TestGame::make(0, 2);
    let mut state = game.start();
    game.apply(&mut state, Seat::FIRST, 3);
    assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| game.evaluate(&state, seat)), [3.0, -3.0]);
    game.apply(&mut state, Seat::SECOND, 3);
    assert_eq!(game.evaluate(&state, Seat::FIRST), 0.0, "a shared win is neither won nor lost");
}

/// A tree without an end whose positions look good or bad at random.
#[derive(Clone, Debug)]
struct Rough;

impl Tree for Rough {
    type Node = u64;
    type Move = u8;

    fn key(&self, node: &u64) -> u64 {
        *node
    }

    fn over(&self, node: &u64) -> Option<Verdict> {
        node.is_multiple_of(97).then_some(Verdict::Loss(0))
    }

    fn evaluate(&self, node: &u64) -> i32 {
        (node >> 40) as i32 % 400 - 200
    }

    fn moves(&self, _: &u64, list: &mut Vec<Choice<u8>>) -> Pressure {
        list.extend((1..=6).map(|mv| Choice { mv, order: 0, quiet: true }));
        Pressure::Free
    }

    fn make(&self, node: &u64, mv: u8) -> u64 {
        SplitMix::stream(*node, mv.into()).next_u64()
    }

    fn code(&self, mv: u8) -> u16 {
        mv.into()
    }

    fn slots(&self) -> usize {
        8
    }

    fn slot(&self, _: &u64, mv: u8) -> usize {
        mv.into()
    }
}

#[test]
fn several_lines_come_best_first_wherever_the_search_is_cut_short() {
    // The place of a score among others: proven wins, points, proven losses.
    let place = |score: Score| match score {
        Score::Win(plies) => (1, -i64::from(plies)),
        Score::Points(points) => (0, points.into()),
        Score::Loss(plies) => (-1, plies.into()),
        Score::Share(_) => unreachable!("alpha-beta reports points"),
    };
    for (root, nodes) in (1..40).flat_map(|root| (1..60).map(move |nodes| (root, 37 * nodes))) {
        let reports = RefCell::new(Vec::new());
        let report =
            |report: &Report<u8>| reports.borrow_mut().push((report.rank, report.score, report.line[0]));
        let mut search = AlphaBeta::new(1 << 14, Tuning::default());
        search.set_lines(3);
        let watch = Watch { stop: &|| false, report: &report };
        let found = search.search(&Rough, &root, &[1, 2, 3, 4, 5, 6], Budget::nodes(nodes), &watch).unwrap();
        let reports = reports.into_inner();
        let about = format!("root {root}, {nodes} nodes: {reports:?}");
        for pair in reports.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1) {
            assert!(place(pair[0].1) >= place(pair[1].1), "{about}");
        }
        if let Some((_, score, mv)) = reports.iter().rev().find(|(rank, _, _)| *rank == 1) {
            // If all lines turned out lost, a move that was not tried is played.
            let lost = matches!(score, Score::Loss(_));
            assert!(lost || *mv == found.mv, "the first line is what is played; {found:?}, {about}");
        }
    }
}

#[test]
fn one_of_several_moves_is_searched_as_deep_as_all() {
    let game = TestGame::make(22, 2);
    let reports = RefCell::new(Vec::new());
    let report = |report: &Report<u8>| reports.borrow_mut().push(report.score);
    let watch = Watch { stop: &|| false, report: &report };
    let mut player = searcher(&game, STRONG);
    // Leaving 20 wins, leaving 21 loses; both are proven only after many plies.
    for (mv, wins) in [(2, true), (1, false)] {
        Player::<TestGame>::choose_among(&mut player, &[mv]);
        let chosen =
            player.think(&game, &game.start(), Seat::FIRST, &mut SplitMix::new(1), Effort::Own(1.0), &watch);
        let last = *reports.borrow().last().unwrap();
        assert_eq!(chosen, mv);
        assert!(
            if wins { matches!(last, Score::Win(_)) } else { matches!(last, Score::Loss(_)) },
            "{mv}: {last:?}"
        );
    }
}
