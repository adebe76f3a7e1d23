//! The planner against the rules, and its choices against trying everything.

use super::*;
use crate::traxx::Chance;
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Rng as _, Turn};
use breadboard_search::{Budget, Score};
use std::cell::Cell;
use std::collections::BTreeMap;

const SPECS: [&str; 6] = [
    "traxx:seats=1",
    "traxx",
    "traxx:seats=4",
    "traxx:seats=3,open=seats",
    "traxx:seats=2,same_start=on,board=3",
    "traxx:seats=1,board=17",
];

fn game(spec: &str) -> Traxx {
    breadboard_testkit::game(spec)
}

fn draw(game: &Traxx, state: &mut State, rng: &mut SplitMix) -> Chance {
    let chance = game.sample_chance(state, rng).unwrap();
    game.apply_chance(state, &chance);
    chance
}

/// Plays a game and shows every position in which a seat chooses.
fn play(game: &Traxx, seed: u64, mut choose: impl FnMut(&State, Seat, &mut SplitMix) -> Move) -> State {
    let choose = |state: &State, seat, rng: &mut SplitMix| Some(choose(state, seat, rng));
    breadboard_testkit::play_out(game, &mut SplitMix::new(seed), choose).0
}

fn key(path: &PlannedPath) -> (u64, [super::super::Hex; 2]) {
    let [a, b] = path.ends;
    (path.reached.0, [a.min(b), a.max(b)])
}

#[test]
fn extensions_are_the_paths_that_the_rules_allow_each_once_with_its_most_points() {
    for spec in SPECS {
        let game = game(spec);
        play(&game, 5, |state, seat, rng| {
            let moves = game.moves(state, seat);
            let mut allowed = BTreeMap::new();
            for &mv in &moves {
                let path = PlannedPath::of(&game.extended(state, seat, mv));
                let most = allowed.entry(key(&path)).or_insert(path.points);
                *most = most.max(path.points);
            }
            let worth = if game.seats == 1 { NumberValues::ALONE } else { NumberValues::among(state.taken) };
            let mut found = Vec::new();
            let card = game.open_card(state).unwrap();
            PlannedPath::of(state.path(seat)).extensions(&game.board, card, &worth, &mut found);
            let listed: BTreeMap<_, _> = found.iter().map(|path| (key(path), path.points)).collect();
            assert_eq!(listed.len(), found.len(), "one twice in {}", game.write_position(state));
            assert_eq!(listed, allowed, "{}", game.write_position(state));
            moves[rng.below(moves.len() as u32) as usize]
        });
    }
}

#[test]
fn every_level_plays_whole_games_with_every_number_of_seats_and_every_option() {
    for spec in SPECS {
        let game = game(spec);
        for level in Level::BOTS {
            let mut bot = game.bot(level);
            let mut moves = 0;
            play(&game, 8, |state, seat, rng| {
                let effort = Effort::Own(0.0005);
                let mv = bot.think(&game, state, seat, rng, effort, &Watch::NONE);
                assert_eq!(game.check(state, seat, mv), Ok(()), "{spec} {level:?}");
                moves += 1;
                mv
            });
            assert!(moves >= 10, "{spec} {level:?}: {moves} moves");
        }
    }
}

#[test]
fn the_last_card_is_played_for_every_point_it_gives() {
    let game = game("traxx:seats=1");
    for level in [Level::Bot4, Level::Bot5] {
        let (mut guide, mut bot) = (game.bot(Level::Bot4), game.bot(level));
        let mut tried = 0;
        for seed in 0..20 {
            play(&game, seed, |state, seat, rng| {
                let mv = guide.choose(&game, state, seat, rng);
                if state.left == 0 {
                    tried += 1;
                    let score = |mv| game.score(&game.extended(state, seat, mv));
                    let best = game.moves(state, seat).into_iter().map(score).max().unwrap();
                    let chosen = bot.choose(&game, state, seat, rng);
                    assert_eq!(
                        score(chosen),
                        best,
                        "{level:?} plays {chosen} in {}",
                        game.write_position(state)
                    );
                }
                mv
            });
        }
        assert!(tried > 10, "{tried}");
    }
}

#[test]
fn the_last_two_cards_are_played_as_by_trying_everything() {
    let game = game("traxx:seats=1");
    let (mut guide, mut bot) = (game.bot(Level::Bot4), game.bot(Level::Bot5));
    let mut tried = 0;
    for seed in 0..12 {
        play(&game, seed, |state, seat, rng| {
            let mv = guide.choose(&game, state, seat, rng);
            if state.left.count_ones() == 1 {
                tried += 1;
                let last = game.board.cards()[state.left.trailing_zeros() as usize];
                let worth = |mv| {
                    let mut list = Vec::new();
                    PlannedPath::of(&game.extended(state, seat, mv)).extensions(
                        &game.board,
                        last,
                        &NumberValues::ALONE,
                        &mut list,
                    );
                    list.iter().map(|path| path.score() as i32).max().unwrap()
                };
                let best = game.moves(state, seat).into_iter().map(worth).max().unwrap();
                let chosen = bot.choose(&game, state, seat, rng);
                assert_eq!(worth(chosen), best, "{chosen} in {}", game.write_position(state));
            }
            mv
        });
    }
    assert!(tried > 6, "{tried}");
}

#[test]
fn what_rivals_may_still_take_is_worth_more_than_its_points() {
    let game = game("traxx");
    let state = game.read_position("e4*/d5* card=RBGE").unwrap();
    let bot = Bot::new(2, levels::FULL);
    let deck = Deck::of(&game.board, state.left);
    let denies = bot.evaluation(&game, &state, Seat::FIRST, &deck).worth.denies;
    assert!(denies.iter().all(|denied| (0.0..=5.0).contains(denied)), "{denies:?}");
    assert!(denies[10] > 0.5 && denies[10] > denies[2], "{denies:?}");
    // A number that a player has reached cannot be lost.
    let state = game.read_position("e4*-e5=2/d5* seen=RGYE card=RBGE").unwrap();
    assert_eq!(bot.evaluation(&game, &state, Seat::FIRST, &deck).worth.denies[2], 0.0);
    assert_eq!(bot.evaluation(&game, &state, Seat::SECOND, &deck).worth.denies[2], 0.0);
}

/// The mean of a value over all that chance may bring.
fn mean_after(game: &Traxx, state: &State, value: &mut dyn FnMut(&State) -> f64) -> f64 {
    let mut outcomes = Vec::new();
    game.chances(state, &mut outcomes);
    let mut sum = 0.0;
    for (chance, _) in &outcomes {
        let mut next = *state;
        game.apply_chance(&mut next, chance);
        sum += value(&next);
    }
    sum / outcomes.len() as f64
}

#[test]
fn alone_the_start_is_worth_what_the_first_cards_bring_on_average() {
    let game = game("traxx:seats=1");
    let mut bot = game.bot(Level::Bot5);
    let mut best = |state: &State| {
        let points = Cell::new(0.0);
        let report = |report: &Report<Move>| {
            if let Score::Points(found) = report.score {
                points.set(f64::from(found) / 100.0);
            }
        };
        let watch = Watch { stop: &|| false, report: &report };
        bot.think(&game, state, Seat::FIRST, &mut SplitMix::new(1), Effort::Given(Budget::depth(1)), &watch);
        points.get()
    };
    let start = game.start();
    let dealt = mean_after(&game, &start, &mut |state| game.standing(state)[0]);
    let turned = mean_after(&game, &start, &mut |dealt| mean_after(&game, dealt, &mut best));
    let standing = game.standing(&start)[0];
    assert!(
        (standing - dealt).abs() < 0.01 && (standing - turned).abs() < 0.01,
        "{standing} {dealt} {turned}"
    );
}

#[test]
fn a_budget_is_kept_and_reported() {
    let game = game("traxx:seats=1");
    let mut bot = game.bot(Level::Bot5);
    let mut seen = 0;
    play(&game, 4, |state, seat, rng| {
        let nodes = Cell::new(0);
        let report = |report: &Report<Move>| nodes.set(report.nodes);
        let watch = Watch { stop: &|| false, report: &report };
        let effort = Effort::Given(Budget::nodes(500));
        let mv = bot.think(&game, state, seat, rng, effort, &watch);
        // The first look at every choice is never left out, and a list that was begun is looked through.
        assert!(nodes.get() <= 500 + 2 * 200, "{} nodes", nodes.get());
        seen += 1;
        mv
    });
    assert!(seen > 8);
}

#[test]
fn levels_rise_alone() {
    let game = game("traxx:seats=1");
    let mean = |level| {
        let mut bot = game.bot(level);
        let sum: i32 = (0..60)
            .map(|seed| {
                let end = play(&game, seed, |state, seat, rng| bot.choose(&game, state, seat, rng));
                game.score(end.path(Seat::FIRST))
            })
            .sum();
        f64::from(sum) / 60.0
    };
    let scores = [Level::Bot1, Level::Bot2, Level::Bot3, Level::Bot4].map(mean);
    assert!(scores.is_sorted() && scores[0] < 17.0 && scores[3] > 30.0, "{scores:?}");
}

#[test]
fn a_player_who_knows_the_deck_scores_more() {
    let game = game("traxx:seats=1");
    let mut bot = game.bot(Level::Bot4);
    for seed in 0..4 {
        let mut events = Vec::new();
        let (mut rng, mut state) = (SplitMix::new(seed), game.start());
        while game.turn(&state).outcome().is_none() {
            match game.turn(&state) {
                Turn::Chance => events.push(draw(&game, &mut state, &mut rng)),
                _ => {
                    let mv = bot.choose(&game, &state, Seat::FIRST, &mut SplitMix::new(seed));
                    game.apply(&mut state, Seat::FIRST, mv);
                }
            }
        }
        let mut known = events.iter();
        // A game that ended early leaves cards unseen: any order of them will do.
        let mut next = |state: &State| known.next().copied().or_else(|| game.sample_chance(state, &mut rng));
        let best = game.hindsight(&mut next, 60).unwrap();
        let score = game.score(state.path(Seat::FIRST));
        assert!(best >= score && best <= 54, "{best} against {score}");
        // A game that its player could not go on with has drawn a part of the deck only.
        let mut drawn = events.iter().take(6);
        let early = game.hindsight(&mut |_| drawn.next().copied(), 60);
        assert!(early.is_some_and(|early| early < best), "{early:?} of {best}");
    }
    assert_eq!(super::hindsight::best(&self::game("traxx"), &mut |_| None, 5), None);
}

#[test]
fn an_expected_gain_is_never_above_what_board_and_cards_allow() {
    let mut shut_in = 0;
    for spec in SPECS {
        let game = game(spec);
        for seed in 0..20 {
            play(&game, seed, |state, seat, rng| {
                // A search counts what rivals lose, too.
                let found: Vec<_> = Seat::all(game.seats).map(|seat| (seat, Score::Points(9_000))).collect();
                let open = if game.seats == 1 { 1.0 } else { f64::from(1 + state.left.count_ones()).sqrt() };
                for found in [&[][..], &found] {
                    for (seat, value) in Seat::all(game.seats).zip(outlook::of(&game, state, found)) {
                        let (path, value) = (state.path(seat), value * open);
                        let score = f64::from(game.score(path));
                        assert!(value > score - 1e-6, "{value} of {score}");
                        let is_shut = path.doors().is_empty();
                        shut_in += u32::from(is_shut);
                        if is_shut {
                            assert!((value - score).abs() < 1e-6, "{value} of {score}");
                        }
                    }
                }
                let moves = game.moves(state, seat);
                moves[rng.below(moves.len() as u32) as usize]
            });
        }
    }
    assert!(shut_in > 100, "{shut_in}");
}
