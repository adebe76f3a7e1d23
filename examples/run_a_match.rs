//! A match between two levels of a game's bot, with an Elo estimate. Run it with `cargo run --release --example run_a_match`.

use breadboard_core::Spec;
use breadboard_lab::{Arena, Contender, Run};
use std::error::Error;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let spec: Spec = "breakthrough:columns=5,rows=5".parse()?;
    let arena = Arena {
        // The names that the command line uses: bot1 to bot5, greedy, random, engine:COMMAND.
        players: Contender::list("bot3,random")?,
        // Every opening is played twice, with the seats swapped.
        games: 20,
        // Budgets count nodes, so the result is the same on every machine. Here: a tenth of the usual budget.
        scale: 0.1,
        ..Arena::default()
    };
    let mut progress = |done: usize, all: usize, _: &_| eprintln!("{done} of {all} games");
    let run = Run { arena: &arena, progress: &mut progress, stop: &AtomicBool::new(false) };
    let standing = run.on(&spec)??;
    print!("{standing}");
    Ok(())
}
