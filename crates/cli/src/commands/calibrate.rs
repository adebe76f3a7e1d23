//! `breadboard calibrate`: a progress bar on standard error while it plays, the tables on standard output, the constants in a
//! file.

use super::arena::interruption;
use crate::Failure;
use crate::args::CalibrateArgs;
use crate::output::Out;
use breadboard_insight::calibrate::{Plan, calibrate};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering::Relaxed;

pub(crate) fn run(args: &CalibrateArgs, out: &mut Out) -> Result<(), Failure> {
    super::play::checked(&args.spec)?;
    let plan = Plan {
        games: args.games,
        levels: args.levels.clone(),
        scale: args.scale,
        effort: args.effort,
        seed: args.seed,
        bin: args.bin,
    };
    let stop = interruption()?;
    let bar = ProgressBar::new(args.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let found = calibrate(&args.spec, &plan, &|| stop.load(Relaxed), &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let found = found.map_err(|denied| Failure::Refused(denied.to_string()))?;
    let found = found.ok_or_else(|| Failure::Interrupted("interrupted: nothing was fitted".to_owned()))?;
    if let Some(file) = &args.out {
        let failed = |error: std::io::Error| Failure::Refused(format!("{}: {error}", file.display()));
        let old = if file.exists() { std::fs::read_to_string(file).map_err(failed)? } else { String::new() };
        std::fs::write(file, found.merged(&old, &command(args))).map_err(failed)?;
    }
    Ok(out.line(found)?)
}

/// The command that fits the same again.
fn command(args: &CalibrateArgs) -> String {
    let levels: Vec<String> = args.levels.iter().map(ToString::to_string).collect();
    let CalibrateArgs { spec, games, scale, effort, bin, seed, .. } = args;
    format!(
        "breadboard calibrate {spec} --games {games} --levels {} --scale {scale} --effort {effort} --bin {bin} --seed {seed}",
        levels.join(",")
    )
}
