//! Every game has five bots with names and descriptions. They play legally, repeat themselves exactly, stop at once, and
//! what they say of their chances is a chance.

use crate::{games, with_game};
use breadboard_core::{SplitMix, Turn};
use breadboard_games::{Bots, Level, Visitor};
use breadboard_search::{Budget, Effort, Report, Score, Watch};

/// Plays a few moves with one level in all seats; returns the chosen moves.
struct Few {
    level: Level,
    moves: usize,
}

impl Visitor for Few {
    type Output = Vec<String>;
    fn visit<G: Bots>(self, game: G) -> Vec<String> {
        let mut player = self.level.player(&game);
        let mut chosen = Vec::new();
        breadboard_testkit::play_out(&game, &mut SplitMix::new(3), |state, seat, rng| {
            if chosen.len() >= self.moves {
                return None;
            }
            let effort = Effort::Given(Budget::nodes(6));
            let tell = |report: &Report<G::Move>| {
                if let Score::Share(share) = report.score {
                    assert!((0.0..=1.0).contains(&share), "{}: a share of {share}", G::INFO.id);
                }
            };
            let watch = Watch { stop: &|| false, report: &tell };
            let mv = player.think(&game, state, seat, rng, effort, &watch);
            chosen.push(game.write_move(state, seat, mv));
            Some(mv)
        });
        chosen
    }
}

#[test]
fn every_level_of_every_game_plays_legally_and_the_same_twice() {
    for game in games() {
        let (least, most) = game.info.seats;
        for seats in least..=most {
            let spec = format!("{}:seats={seats}", game.info.id).parse().unwrap();
            for level in Level::ALL {
                let moves = if Level::BOTS.contains(&level) { 6 } else { 12 };
                let chosen = with_game(&spec, Few { level, moves }).unwrap();
                assert!(!chosen.is_empty(), "{spec} {level}");
                assert_eq!(chosen, with_game(&spec, Few { level, moves }).unwrap(), "{spec} {level}");
            }
        }
    }
}

#[test]
fn every_level_is_named_and_described_in_one_sentence() {
    for game in games() {
        for level in game.levels {
            assert!((3..=24).contains(&level.name.len()), "{}: {}", game.info.id, level.name);
            let about = level.about;
            assert!(about.ends_with('.') && about.matches(". ").count() == 0, "{}: {about}", game.info.id);
        }
        let names: std::collections::HashSet<&str> = game.levels.iter().map(|level| level.name).collect();
        assert_eq!(names.len(), 5, "{}", game.info.id);
    }
}

#[test]
fn levels_have_one_name_each() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    for bad in ["bot0", "bot6", "BOT1", "", " bot1"] {
        assert!(bad.parse::<Level>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_search_that_is_told_to_stop_stops_at_once() {
    struct Stop;
    impl Visitor for Stop {
        type Output = (&'static str, u64);
        fn visit<G: Bots>(self, game: G) -> (&'static str, u64) {
            let mut rng = SplitMix::new(1);
            let (state, _) = breadboard_testkit::play_out(&game, &mut rng, |_, _, _| None);
            let Turn::Act(seats) = game.turn(&state) else { panic!("{} begins", G::INFO.id) };
            let asked = std::cell::Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                true
            };
            let watch = Watch { stop: &stop, report: &|_| {} };
            let endless = Effort::Given(Budget::ENDLESS);
            game.bot(Level::Bot5).think(
                &game,
                &state,
                seats.iter().next().unwrap(),
                &mut rng,
                endless,
                &watch,
            );
            (G::INFO.id, asked.get())
        }
    }
    for game in games() {
        let (id, asked) = with_game(&game.info.id.parse().unwrap(), Stop).unwrap();
        assert!(asked <= 1, "{id} was told to stop {asked} times");
    }
}
