//! Games of self-play, and what is kept of them: quiet positions that the search had not decided yet.

use crate::breakthrough::player::evaluate::TableEvaluation;
use crate::breakthrough::player::searcher;
use crate::breakthrough::player::weights::Net;
use crate::breakthrough::{Breakthrough, Side, State};
use breadboard_core::{Outcome, Rng as _, Rules as _, SplitMix, Turn};
use breadboard_search::alphabeta::Strength;
use breadboard_search::{Budget, Effort, Player, Report, Score, Watch};
use std::cell::Cell;

/// A position as its mover sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// The mover's men and its rival's; the mover goes up.
    pub(super) men: [u64; 2],
    /// What the search thought, in points for the mover.
    pub(super) points: i32,
    /// Whether the mover won.
    pub(super) won: bool,
}

/// Random moves at the start: games must differ, and the network must know more than good openings.
const FEWEST_RANDOM: u32 = 3;
const MORE_RANDOM: u32 = 9;

/// A player that judges by this network, or by hand without one.
fn player(game: &Breakthrough<u64>, net: Option<&Net>) -> Box<dyn Player<Breakthrough<u64>>> {
    let strength = Strength { budget: Budget::nodes(1), blunders: None, most_bytes: 4 << 20 };
    match net {
        Some(net) => Box::new(searcher(game, net.clone(), strength)),
        None => Box::new(searcher(game, TableEvaluation::new(&game.geometry), strength)),
    }
}

/// The men of the side to move and of its rival, turned so that the mover goes up.
fn seen_by_mover(state: &State<u64>) -> [u64; 2] {
    let [white, black] = state.men;
    match state.side {
        Side::White => [white, black],
        Side::Black => [black.swap_bytes(), white.swap_bytes()],
    }
}

/// Plays one game against itself, judging by a network or by hand.
pub(super) fn play(
    game: &Breakthrough<u64>,
    net: Option<&Net>,
    seed: u64,
    number: u64,
    nodes: u64,
) -> Vec<Sample> {
    let mut rng = SplitMix::stream(seed, number);
    let mut state = game.start();
    let mut moves = Vec::new();
    for _ in 0..FEWEST_RANDOM + rng.below(MORE_RANDOM) {
        let Turn::Act(seats) = game.turn(&state) else { return Vec::new() };
        let Some(seat) = seats.single() else { return Vec::new() };
        moves.clear();
        game.legal_moves(&state, seat, &mut moves);
        game.apply(&mut state, seat, moves[rng.below(moves.len() as u32) as usize]);
    }
    let mut bot = player(game, net);
    let mut kept = Vec::new();
    let winner = loop {
        let seat = match game.turn(&state) {
            Turn::Over(Outcome::Win(winner)) => break winner,
            Turn::Act(seats) => match seats.single() {
                Some(seat) => seat,
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let score = Cell::new(Score::Points(0));
        let report = |report: &Report<_>| score.set(report.score);
        let watch = Watch { stop: &|| false, report: &report };
        let mv = bot.think(game, &state, seat, &mut rng, Effort::Given(Budget::nodes(nodes)), &watch);
        let before = seen_by_mover(&state);
        game.apply(&mut state, seat, mv);
        match score.get() {
            // Proven: the rest of the game teaches nothing.
            Score::Win(_) => break seat,
            Score::Loss(_) => break seat.other(),
            Score::Points(points) => {
                let after = seen_by_mover(&state);
                if before[1].count_ones() == after[0].count_ones() {
                    kept.push((seat, Sample { men: before, points, won: false }));
                }
            }
            Score::Share(_) => {}
        }
    };
    kept.into_iter().map(|(seat, sample)| Sample { won: seat == winner, ..sample }).collect()
}
