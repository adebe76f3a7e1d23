//! Levels against themselves: their games end, and soon. `BREADBOARD_FULL=1` plays the default forest and prints the figures.

use crate::snipe::SnipeHunt;
use crate::snipe::state::Phase;
use crate::{Bots as _, Level};
use breadboard_core::prelude::*;
use breadboard_core::{SplitMix, Turn};
use breadboard_search::{Effort, Watch};
use breadboard_testkit as testkit;
use std::io::Write as _;

/// Rounds of a game, and whether idle rounds ended it (S22).
fn play(game: &SnipeHunt, level: Level, scale: f64, deal: u64) -> (u32, bool) {
    let (mut state, mut rng, mut turns) = (game.start(), SplitMix::stream(16, deal), 0);
    let mut bots: Vec<_> = (0..game.seats).map(|_| game.bot(level)).collect();
    loop {
        match game.turn(&state) {
            Turn::Over(_) => return (turns / u32::from(game.seats), !state.forest.crumbs.is_empty()),
            Turn::Chance => {
                turns += u32::from(state.phase == Phase::Roll);
                let chance = game.sample_chance(&state, &mut rng).unwrap();
                game.apply_chance(&mut state, &chance);
            }
            Turn::Act(_) => {
                let (seat, effort) = (state.seat, Effort::Own(scale));
                let bot = &mut bots[seat.index()];
                let mv = bot.think(game, &state, seat, &mut rng, effort, &Watch::NONE);
                game.apply(&mut state, seat, mv);
            }
        }
    }
}

#[test]
fn games_of_every_level_against_itself_end_by_the_last_crumb() {
    let full = breadboard_testkit::full();
    for (level, seats) in Level::BOTS.into_iter().flat_map(|level| [(level, 2), (level, 4)]) {
        let forest = if full { "6x6" } else { "4x4" };
        let game: SnipeHunt = testkit::game(&format!("snipe:seats={seats},forest={forest}"));
        let (games, scale) = match level {
            Level::Bot5 if full => (100, 0.01),
            Level::Bot5 => continue,
            _ if full => (200, 1.0),
            _ => (6, 1.0),
        };
        let ended: Vec<(u32, bool)> = (0..games).map(|deal| play(&game, level, scale, deal)).collect();
        let idle = ended.iter().filter(|(_, idle)| *idle).count();
        let mut rounds: Vec<u32> = ended.iter().map(|(rounds, _)| *rounds).collect();
        rounds.sort_unstable();
        let part = |tenths: usize| rounds[(rounds.len() - 1) * tenths / 10];
        let (p10, median, p90) = (part(1), part(5), part(9));
        let _ = writeln!(
            std::io::stderr(),
            "{level}, {seats} seats: {idle} of {games} by S22, rounds {median} ({p10}-{p90})"
        );
        assert!(10 * idle <= 2 * games as usize, "{level} with {seats} seats: {idle} of {games} games");
    }
}
