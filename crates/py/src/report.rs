//! Design reports, by the same code as `breadboard report`: the same games, the same figures, the same files.

use crate::errors::{ArenaError, bad_spec, detached};
use breadboard_core::Spec;
use breadboard_games::Level;
use breadboard_lab::Design;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The figures as JSON, the page, the tables as text, and the records by file name.
type Pages = (String, String, String, Vec<(String, String)>);

fn design(
    levels: &[String],
    games: usize,
    scale: f64,
    sweep: Option<(String, Vec<String>)>,
    seed: u64,
    log: Option<PathBuf>,
) -> PyResult<Design> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PyValueError::new_err("scale is more than 0"));
    }
    let level = |name: &String| name.parse::<Level>().map_err(|error| ArenaError::new_err(error.to_string()));
    let levels = levels.iter().map(level).collect::<PyResult<_>>()?;
    Ok(Design { levels, games, scale, sweep, seed, threads: 1, log, resume: true, only: None })
}

/// Plays what is missing and makes the report; None if only some games were asked for. `breadboard.report` is the function to
/// call.
#[pyfunction]
#[pyo3(name = "_report")]
#[pyo3(signature = (spec, levels, *, games, scale, sweep, seed, threads, log, only, progress))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn run_report(
    py: Python<'_>,
    spec: &str,
    levels: Vec<String>,
    games: usize,
    scale: f64,
    sweep: Option<(String, Vec<String>)>,
    seed: u64,
    threads: usize,
    log: Option<PathBuf>,
    only: Option<(usize, usize)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Pages>> {
    let spec: Spec = spec.parse().map_err(|error| bad_spec(&error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut design = design(&levels, games, scale, sweep, seed, log)?;
    design.threads = if threads == 0 { cores } else { threads };
    design.only = only.map(|(from, to)| from..to);
    let (stop, mut failed) = (AtomicBool::new(false), None);
    let report = detached(py, || {
        let mut told = |done: usize, all: usize| {
            Python::attach(|py| {
                let called =
                    progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (done, all)).map(|_| ()));
                if let Err(error) = py.check_signals().and(called) {
                    failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            });
        };
        let report = design.run(&spec, &mut told, &stop);
        report.map(|report| {
            report.map(|report| {
                let records = report.records().cloned().collect();
                (report.json().to_string(), report.html(), report.to_string(), records)
            })
        })
    })?;
    match failed {
        Some(error) => Err(error),
        None => report.map_err(|error| ArenaError::new_err(error.to_string())),
    }
}

/// The numbers of the games that a file does not have yet, and how many there are in all.
#[pyfunction]
#[pyo3(name = "_report_missing")]
#[pyo3(signature = (spec, levels, *, games, scale, sweep, seed, log))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn report_missing(
    spec: &str,
    levels: Vec<String>,
    games: usize,
    scale: f64,
    sweep: Option<(String, Vec<String>)>,
    seed: u64,
    log: Option<PathBuf>,
) -> PyResult<(Vec<usize>, usize)> {
    let spec: Spec = spec.parse().map_err(|error| bad_spec(&error))?;
    let missing = design(&levels, games, scale, sweep, seed, log)?.missing(&spec);
    missing.map_err(|error| ArenaError::new_err(error.to_string()))
}
