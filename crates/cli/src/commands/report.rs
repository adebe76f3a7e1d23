//! `breadboard report`: a progress bar on standard error while it plays, tables on standard output, files in a folder.

use super::arena::interruption;
use crate::Failure;
use crate::args::ReportArgs;
use crate::output::Out;
use breadboard_lab::{ArenaError, Design, DesignReport};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;

pub(crate) fn run(args: &ReportArgs, out: &mut Out) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    }
    let design = Design {
        levels: args.levels.clone(),
        games: args.games as usize,
        scale: args.scale,
        sweep: args.sweep.as_ref().map(|sweep| (sweep.0.clone(), sweep.1.clone())),
        seed: args.seed,
        threads: args.threads.map_or(cores, usize::from),
        log: args.out.as_ref().map(|folder| folder.join("games.jsonl")),
        resume: args.resume,
        only: None,
    };
    let stop = interruption()?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let mut progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let report = design.run(&args.spec, &mut progress, &stop);
    let (done, all) = (bar.position(), bar.length().unwrap_or(0));
    bar.finish_and_clear();
    let report = report.map_err(|error| match error {
        ArenaError::Setup(reason) => Failure::Usage(reason),
        error => Failure::Refused(error.to_string()),
    })?;
    let Some(report) = report else {
        let advice = match &args.out {
            Some(folder) => format!("the same command with --resume goes on from {}", folder.display()),
            None => "with --out DIR they are kept and the report can be resumed".to_owned(),
        };
        return Err(Failure::Interrupted(format!("interrupted after {done} of {all} games; {advice}")));
    };
    if let Some(folder) = &args.out {
        write(folder, &report)?;
    }
    if args.json {
        out.line(report.json())?;
    } else {
        out.line(report.to_string().trim_end())?;
    }
    Ok(())
}

fn write(folder: &Path, report: &DesignReport) -> Result<(), Failure> {
    let json = format!("{:#}\n", report.json());
    let pages = [("report.html".to_owned(), report.html()), ("report.json".to_owned(), json)];
    for (name, text) in pages.iter().chain(report.records()) {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Refused(format!("{}: {error}", path.display()))
}
