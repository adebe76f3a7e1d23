//! A scripted hider, and what the settings of S22 make of it. As the Snipe in the lead it shuts itself in and stays
//! there; it never turns its card to get out. Otherwise it plays as a level does.

use super::super::evaluate::{EvaluationKind, SnipeEvaluation};
use crate::snipe::state::{Pawn, Phase, State};
use crate::snipe::{Move, SnipeHunt};
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{Seat, SplitMix, Turn};
use breadboard_search::turns::{Evaluation, Planner, Strength};
use breadboard_search::{Budget, Player};
use breadboard_testkit as testkit;
use std::io::Write as _;

/// Judges as a level does, until it is the Snipe and leads.
struct Hider(SnipeEvaluation);

fn hides(game: &SnipeHunt, state: &State, seat: Seat) -> bool {
    let ahead = Seat::all(game.seats)
        .all(|other| other == seat || state.held[other.index()] < state.held[seat.index()]);
    seat == state.snipe_seat() && ahead
}

impl Hider {
    /// Shut in is best, on as few cards as possible; else far from the hunters, by paths.
    fn hidden(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        let forest = &state.forest;
        let joined = forest.reach(state.place(Pawn::SNIPE).card().bit(), forest.cards());
        let met = Pawn::hunters(game.pawns).any(|pawn| joined & state.place(pawn).card().bit() != 0);
        let cards = joined.count_ones() as f32 / 36.0;
        let calm = self.0.evaluate(game, state, seat);
        if met { 0.4 * calm - 0.1 * cards } else { 1.0 - 0.1 * cards }
    }
}

impl Evaluation<SnipeHunt> for Hider {
    fn evaluate(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        if state.phase != Phase::Over && hides(game, state, seat) {
            return self.hidden(game, state, seat);
        }
        self.0.evaluate(game, state, seat)
    }

    fn mover(&self, state: &State) -> Seat {
        state.seat
    }

    fn evaluate_mid_turn(&self, game: &SnipeHunt, state: &State, seat: Seat) -> f32 {
        if hides(game, state, seat) {
            self.hidden(game, state, seat)
        } else {
            self.0.evaluate_mid_turn(game, state, seat)
        }
    }

    fn prune(&self, game: &SnipeHunt, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if hides(game, state, seat) {
            // It never turns to get out, unless it has no step at all.
            if moves.iter().any(|mv| !matches!(mv, Move::Turn(_))) {
                moves.retain(|mv| !matches!(mv, Move::Turn(_)));
            }
        } else {
            self.0.prune(game, state, seat, moves);
        }
    }
}

fn hider() -> Box<dyn Player<SnipeHunt> + Send> {
    let strength = Strength {
        budget: Budget::nodes(0),
        width: 60,
        reply_width: 1,
        candidates: 1,
        trust: 1,
        horizon: 1,
        exploration: 0.0,
        blunders: None,
    };
    Box::new(Planner::new(Hider(SnipeEvaluation(EvaluationKind::Chance)), strength))
}

/// How a game with the hider in one seat ended.
struct Ended {
    share: f64,
    rounds: u32,
    idle: bool,
}

fn play(game: &SnipeHunt, level: Level, hidden: Seat, deal: u64) -> Ended {
    let mut players: Vec<_> =
        Seat::all(game.seats).map(|seat| if seat == hidden { hider() } else { game.bot(level) }).collect();
    let mut rng = SplitMix::stream(22, deal);
    let (mut state, mut turns) = (game.start(), 0);
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => {
                let idle = !state.forest.crumbs.is_empty();
                return Ended {
                    share: outcome.share(hidden, game.seats),
                    rounds: turns / u32::from(game.seats),
                    idle,
                };
            }
            Turn::Chance => {
                turns += u32::from(state.phase == Phase::Roll);
                let chance = game.sample_chance(&state, &mut rng).unwrap();
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(_) => {
                let seat = state.seat;
                let mv = players[seat.index()].choose(game, &state, seat, &mut rng);
                game.apply(&mut state, seat, mv);
            }
        }
    }
}

#[test]
fn a_hider_gains_nothing_by_the_default_of_s22() {
    let full = breadboard_testkit::full();
    let specs: &[&str] = if full {
        &[
            "snipe:seats=2,idle_result=most,idle_rounds=40",
            "snipe:seats=2,idle_result=draw,idle_rounds=40",
            "snipe:seats=2,idle_result=most,idle_rounds=20",
            "snipe:seats=2,idle_result=draw,idle_rounds=20",
            "snipe:seats=4,idle_result=most,idle_rounds=40",
            "snipe:seats=4,idle_result=draw,idle_rounds=40",
            "snipe:seats=4,idle_result=most,idle_rounds=20",
            "snipe:seats=4,idle_result=draw,idle_rounds=20",
        ]
    } else {
        &["snipe:seats=2,forest=4x4"]
    };
    let games: u64 = if full { 100 } else { 12 };
    for spec in specs {
        let game: SnipeHunt = testkit::game(spec);
        let seats = u64::from(game.seats);
        let place = |deal: u64| Seat::all(game.seats).nth((deal % seats) as usize).unwrap();
        let ended: Vec<Ended> = (0..games).map(|deal| play(&game, Level::Bot3, place(deal), deal)).collect();
        let share = ended.iter().map(|end| end.share).sum::<f64>() / games as f64;
        let idle = ended.iter().filter(|end| end.idle).count();
        let mut rounds: Vec<u32> = ended.iter().map(|end| end.rounds).collect();
        rounds.sort_unstable();
        let _ = writeln!(
            std::io::stderr(),
            "{spec}: the hider has {:.1} % (even {:.1} %), {idle} of {games} by idle rounds, median {} rounds",
            100.0 * share,
            100.0 / seats as f64,
            rounds[rounds.len() / 2]
        );
        if !full {
            assert!(share < 0.75, "{spec}: {share}");
        }
    }
}
