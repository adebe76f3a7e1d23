//! Positions with many bots compared with the reference rules, and players that reach the end.

use super::super::effects::in_factory;
use super::*;
use breadboard_core::prelude::*;
use breadboard_core::{Rng, SplitMix};
use breadboard_search::{Evaluate, Greedy, Player, Random};
use breadboard_testkit as testkit;
use breadboard_testkit::laws::Reference;
use std::collections::BTreeSet;

const SPECS: [&str; 4] = [
    "breadwinner",
    "breadwinner:strict_soldier=on,crop_survives=on",
    "breadwinner:no_delivery_block=on",
    "breadwinner:crop_survives=on,loaves_to_win=4",
];

/// A position with bots on most tiles. Random play recalls too many bots to reach such positions.
fn crowded(game: &Breadwinner, rng: &mut SplitMix) -> Option<State> {
    let kinds = ["Dr", "Ha", "Ha", "Lo", "So", "So", "Sh"];
    let mut loads: Vec<u8> = (1..=10).collect();
    rng.shuffle(&mut loads);
    let phase = ["map", "map", "factories", "factories", "recall"][rng.below(5) as usize];
    let mut words = vec![format!("phase={phase} seat={} round=9", rng.below(2) + 1)];
    for tile in Tile::ALL {
        let mut things = Vec::new();
        for _ in 0..rng.below(3) {
            let mut bot = format!("{}{}", rng.below(2) + 1, kinds[rng.below(7) as usize]);
            if bot.ends_with("Ha") && rng.below(2) == 0 {
                bot.push_str(&loads.pop().map_or(String::new(), |load| load.to_string()));
            }
            if phase == "map" && rng.below(4) == 0 {
                bot.push('!');
            }
            things.push(bot);
        }
        if tile.land().is_some() && rng.below(2) == 0 {
            things.push("crop".to_owned());
        }
        if tile.land().is_some() && rng.below(3) == 0 {
            things.push("poison".to_owned());
        }
        if !things.is_empty() {
            words.push(format!("{tile}={}", things.join("+")));
        }
    }
    for seat in 1..=2 {
        for factory in 1..=4 {
            if rng.below(2) == 0 {
                words.push(format!("{seat}f{factory}={}", kinds[rng.below(7) as usize]));
            }
        }
    }
    game.read_position(&words.join(" ")).ok()
}

/// Every move that has a notation.
fn every_move() -> Vec<Move> {
    let mut bots: Vec<Bot> = Kind::ALL.map(Bot::empty).to_vec();
    bots.extend((1..=10).map(|load| Bot { kind: Kind::Harvester, load }));
    let places = Tile::ALL.map(Place::Tile).into_iter().chain(Factory::ALL.map(Place::Factory));
    let mut acts = vec![None];
    acts.extend([Act::Plant, Act::Restore, Act::Harvest, Act::Steal, Act::Unload].map(Some));
    acts.extend([Act::Poison, Act::Melt].map(Some));
    acts.extend(bots.iter().map(|&bot| Some(Act::Pulse(bot))));
    let mut moves = vec![Move::End];
    for from in places {
        for &bot in &bots {
            moves.push(Move::Recall { bot, from });
            for to in Tile::ALL.map(Some).into_iter().chain([None]) {
                moves.extend(acts.iter().map(|&act| Move::Use { bot, from, to, act }));
            }
        }
    }
    for kind in Kind::ALL {
        for at in Factory::ALL {
            moves.extend([true, false].map(|free| Move::Build { kind, free, at }));
        }
    }
    moves
}

#[test]
fn crowded_positions_agree_with_the_reference_rules() {
    for spec in SPECS {
        let game: Breadwinner = testkit::game(spec);
        let mut rng = SplitMix::new(2023);
        let mut seen = 0;
        while seen < 3000 {
            let Some(state) = crowded(&game, &mut rng) else { continue };
            seen += 1;
            let seat = state.mover;
            let mut moves = game.moves(&state, seat);
            moves.sort_unstable();
            assert_eq!(moves, game.reference_moves(&state, seat), "{}", game.write_position(&state));
            // Every move of it leads to a position that can be written and read.
            for mv in moves {
                let mut next = state;
                game.apply(&mut next, seat, mv);
                let text = game.write_position(&next);
                assert_eq!(game.read_position(&text), Ok(next), "{text}");
            }
        }
    }
}

/// The bots, crop and poison on a tile, without used marks and chip values.
fn on_tile(state: &State, tile: Tile) -> (Vec<String>, bool, bool) {
    let bots = state.on(tile).map(|piece| piece.used(false).to_string()).collect();
    let crop = tile.land().is_some_and(|land| !state.chips.land[land].is_empty());
    (bots, crop, state.poison.contains(tile))
}

#[test]
fn a_move_changes_only_the_places_it_names() {
    for spec in SPECS {
        let game: Breadwinner = testkit::game(spec);
        let mut rng = SplitMix::new(99);
        let mut seen = 0;
        while seen < 400 {
            let Some(state) = crowded(&game, &mut rng) else { continue };
            seen += 1;
            let moves = game.moves(&state, state.mover);
            for mv in moves {
                let mut next = state;
                game.apply(&mut next, state.mover, mv);
                let named = match mv {
                    Move::Use { from, to, .. } => vec![Some(from), to.map(Place::Tile)],
                    Move::Recall { from, .. } => vec![Some(from)],
                    Move::Build { at, .. } => vec![Some(Place::Factory(at))],
                    Move::End => vec![],
                };
                for tile in Tile::ALL {
                    let same = on_tile(&state, tile) == on_tile(&next, tile);
                    assert!(same || named.contains(&Some(Place::Tile(tile))), "{mv:?} changes {tile}");
                }
                for seat in [Seat::FIRST, Seat::SECOND] {
                    for at in Factory::ALL {
                        let same = in_factory(&state, seat, at) == in_factory(&next, seat, at);
                        let may = seat == state.mover && named.contains(&Some(Place::Factory(at)));
                        assert!(same || may, "{mv:?} changes factory {at} of seat {seat}");
                    }
                }
                let unloads = matches!(mv, Move::Use { act: Some(Act::Unload), .. });
                assert_eq!(state.loaves != next.loaves, unloads, "{mv:?} and the loaves");
            }
        }
    }
}

#[test]
fn of_all_moves_that_can_be_named_exactly_the_listed_are_accepted() {
    let all = every_move();
    for spec in SPECS {
        let game: Breadwinner = testkit::game(spec);
        let mut rng = SplitMix::new(1);
        let mut seen = 0;
        while seen < 12 {
            let Some(state) = crowded(&game, &mut rng) else { continue };
            seen += 1;
            let moves = game.moves(&state, state.mover);
            let listed: BTreeSet<Move> = moves.into_iter().collect();
            let accepted: BTreeSet<Move> =
                all.iter().copied().filter(|&mv| game.check(&state, state.mover, mv).is_ok()).collect();
            assert_eq!(accepted, listed, "{}", game.write_position(&state));
        }
    }
}

/// The last position of a game.
fn play(game: &Breadwinner, players: [&mut dyn Player<Breadwinner>; 2], seed: u64) -> State {
    let choose = |state: &State, seat: Seat, rng: &mut SplitMix| {
        Some(players[seat.index()].choose(game, state, seat, rng))
    };
    testkit::play_out(game, &mut SplitMix::new(seed), choose).0
}

/// Ends every phase at once.
struct Staller;

impl Player<Breadwinner> for Staller {
    fn choose(&mut self, _: &Breadwinner, _: &State, _: Seat, _: &mut SplitMix) -> Move {
        Move::End
    }
}

/// Plays the first listed move: it builds bots and recalls them again.
struct Recaller;

impl Player<Breadwinner> for Recaller {
    fn choose(&mut self, game: &Breadwinner, state: &State, seat: Seat, _: &mut SplitMix) -> Move {
        game.moves(state, seat)[0]
    }
}

#[test]
fn w21_greedy_random_and_stalling_players_all_end_within_the_cap() {
    for spec in SPECS {
        let game: Breadwinner = testkit::game(spec);
        for seed in 0..10 {
            for pair in 0..5 {
                let (mut greedy, mut random, mut staller, mut recaller) = (Greedy, Random, Staller, Recaller);
                let players: [&mut dyn Player<Breadwinner>; 2] = match pair {
                    0 => [&mut greedy, &mut random],
                    1 => [&mut staller, &mut greedy],
                    2 => [&mut staller, &mut Staller],
                    3 => [&mut recaller, &mut random],
                    _ => [&mut greedy, &mut Greedy],
                };
                // A game beyond its cap fails inside.
                let end = play(&game, players, seed);
                assert!(end.round <= game.options().round_cap);
            }
        }
    }
}

#[test]
fn greedy_beats_random_and_stalling_players() {
    let game: Breadwinner = testkit::game("breadwinner");
    let share = |rival: &mut dyn Player<Breadwinner>| {
        let mut won = 0.0;
        for seed in 0..40 {
            let mut greedy = Greedy;
            let me = Seat::new((seed % 2) as usize).unwrap();
            let players: [&mut dyn Player<Breadwinner>; 2] =
                if me == Seat::FIRST { [&mut greedy, rival] } else { [rival, &mut greedy] };
            let end = play(&game, players, seed);
            won += game.turn(&end).outcome().unwrap().share(me, 2) / 40.0;
        }
        won
    };
    assert!(share(&mut Random) > 0.8);
    assert!(share(&mut Staller) > 0.9);
}

#[test]
fn the_evaluation_is_a_zero_sum_and_likes_loaves() {
    let game: Breadwinner = testkit::game("breadwinner");
    let read = |text: &str| game.read_position(text).unwrap();
    let mut rng = SplitMix::new(7);
    for _ in 0..200 {
        if let Some(state) = crowded(&game, &mut rng) {
            let [one, two] = [Seat::FIRST, Seat::SECOND].map(|seat| game.evaluate(&state, seat));
            assert!((one + two).abs() < 1e-9);
        }
    }
    let seat = Seat::FIRST;
    let loaded = game.evaluate(&read("phase=map round=5 a=1Ha7"), seat);
    let unloaded = game.evaluate(&read("phase=roll round=5 loaves=7,0 discard=7"), seat);
    let won = game.evaluate(&read("phase=over round=5 loaves=12,0"), seat);
    assert!(loaded < unloaded && unloaded < won);
}
