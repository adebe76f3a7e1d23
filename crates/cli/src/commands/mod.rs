//! One module per command.

pub(crate) mod admin;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod calibrate;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod stats;
pub(crate) mod train;
pub(crate) mod verify;
pub(crate) mod watch;

use crate::Failure;
use crate::args::At;
use breadboard_core::{Game, SplitMix, Turn};
use breadboard_games::Visitor;

/// The position that the arguments name.
pub(crate) fn position<G: Game>(game: &G, at: &At) -> Result<G::State, Failure> {
    let mut state = match &at.position {
        Some(text) => game.read_position(text)?,
        None => game.start(),
    };
    if let Some(seed) = at.seed {
        let mut rng = SplitMix::new(seed);
        while game.turn(&state) == Turn::Chance {
            let Some(chance) = game.sample_chance(&state, &mut rng) else { break };
            game.apply_chance(&mut state, &chance);
        }
    }
    Ok(state)
}

/// The text of the position that the arguments name.
pub(crate) struct Located<'a>(pub(crate) &'a At);

impl Visitor for Located<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        Ok(game.write_position(&position(&game, self.0)?))
    }
}
