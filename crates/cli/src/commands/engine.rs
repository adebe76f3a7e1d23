//! `breadboard engine`.

use crate::Failure;
use crate::args::EngineArgs;
use breadboard_engine::serve;
use std::io;

pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    // Not locked: the search writes from its own thread.
    serve(&args.spec, io::BufReader::new(io::stdin()), io::stdout())??;
    Ok(())
}
