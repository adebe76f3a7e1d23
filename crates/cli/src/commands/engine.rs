//! `breadboard engine`.

use crate::Failure;
use crate::args::EngineArgs;
use breadboard_engine::serve;
use breadboard_games::{Bots, Visitor, with_game};
use std::io;

pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    with_game(&args.spec, Serve)??;
    Ok(())
}

struct Serve;

impl Visitor for Serve {
    type Output = io::Result<()>;
    fn visit<G: Bots>(self, game: G) -> Self::Output {
        // Unlocked, because the search writes from a thread of its own.
        serve(&game, io::BufReader::new(io::stdin()), io::stdout())
    }
}
