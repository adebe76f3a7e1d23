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
        // Not locked: the search writes from its own thread.
        serve(&game, io::BufReader::new(io::stdin()), io::stdout())
    }
}
