//! `breadboard arena`: a progress bar on standard error while it runs, the report on standard output at the end.

use crate::args::{ArenaArgs, Openings};
use crate::output::Out;
use crate::{Failure, INTERRUPTED};
use breadboard_lab::{Adjudication, Arena, ArenaError, Bound, Contender, Hindsight, Run, Standing};
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

pub(crate) fn run(args: &ArenaArgs, out: &mut Out) -> Result<(), Failure> {
    let arena = settings(args)?;
    let stop = interruption()?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}, {eta} left, {msg}") {
        bar.set_style(style);
    }
    let mut progress = |done: usize, all: usize, standing: &Standing| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        bar.set_message(standing.brief());
    };
    let standing = Run { arena: &arena, progress: &mut progress, stop: &stop }.on(&args.spec)?;
    bar.finish_and_clear();
    let mut standing = standing.map_err(|error| match (error, &args.openings) {
        (ArenaError::Setup(reason), _) => Failure::Usage(reason),
        (ArenaError::Opening(reason), Some(Openings::File(path))) => {
            Failure::Refused(format!("{}: {reason}", path.display()))
        }
        (error, _) => Failure::Refused(error.to_string()),
    })?;
    if let Some(width) = args.clairvoyant.filter(|_| !stop.load(Relaxed)) {
        let deals = arena.games.min(args.clairvoyant_deals as usize);
        let width = width as usize;
        Bound { arena: &arena, width, standing: &mut standing, deals, stop: &stop }.on(&args.spec)?;
    }
    if args.json {
        out.line(standing.json())?;
    } else {
        out.line(standing.to_string().trim_end())?;
    }
    let (done, all) = standing.progress();
    if stop.load(Relaxed) && done < all {
        let advice = match &arena.resume {
            Some(file) => format!("the same command goes on from {}", file.display()),
            None => "with --resume FILE they are kept and the match can be resumed".to_owned(),
        };
        return Err(Failure::Interrupted(format!("interrupted after {done} of {all} games; {advice}")));
    }
    Ok(())
}

/// The match that the arguments ask for; options that do not apply are refused.
fn settings(args: &ArenaArgs) -> Result<Arena, Failure> {
    let arena = arena(args)?;
    let engines = arena.players.iter().filter(|player| matches!(player, Contender::Engine(_))).count();
    if args.engine_logs.is_some() && engines == 0 {
        return Err(Failure::Usage("--engine-logs needs an engine among the players".to_owned()));
    }
    if args.scale.is_some() && engines == arena.players.len() {
        let reason = "--scale changes the budgets of levels, and no player is one: use --movetime";
        return Err(Failure::Usage(reason.to_owned()));
    }
    if args.clairvoyant.is_some() && !(Hindsight { arena: &arena }).on(&args.spec)? {
        let reason = format!("--clairvoyant needs a game for one seat with a deck, not {}", args.spec);
        return Err(Failure::Usage(reason));
    }
    Ok(arena)
}

fn arena(args: &ArenaArgs) -> Result<Arena, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (openings, book) = match &args.openings {
        None => (None, None),
        Some(Openings::Random(moves)) => (Some(*moves), None),
        Some(Openings::File(path)) => {
            let text = std::fs::read_to_string(path);
            (None, Some(text.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?))
        }
    };
    let named = args.players.as_ref().map_or(&[] as &[Contender], |players| &players.0);
    Ok(Arena {
        players: named.iter().chain(&args.engine).cloned().collect(),
        games: args.games as usize,
        gauntlet: args.gauntlet,
        openings,
        book,
        sprt: args.sequential.hypotheses(2),
        scale: args.scale.unwrap_or(1.0),
        movetime: args.movetime.map(Duration::from_secs_f64),
        clock: args.tc,
        adjudication: Adjudication { resign: args.resign, draw: args.draw, max_events: args.max_events },
        seed: args.seed,
        deals: None,
        threads: args.threads.map_or(cores, usize::from),
        resume: args.resume.clone(),
        records: args.records.clone(),
        logs: args.engine_logs.clone(),
    })
}

/// A flag that SIGINT and SIGTERM set; a second signal ends the program at once.
pub(super) fn interruption() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), stop.clone())?;
        flag::register(signal, stop.clone())?;
    }
    Ok(stop)
}
