//! Matches between players, by the same code as `breadboard arena`: the same deals, the same statistics, the same files.

use crate::errors::{ArenaError, bad_spec, detached};
use breadboard_core::Spec;
use breadboard_lab::statistics::Hypotheses;
use breadboard_lab::{Adjudication, Arena, Contender, Run, Standing};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Plays a match. Returns the report as JSON and as text. `breadboard.arena` is the function to call.
#[pyfunction]
#[pyo3(name = "_arena")]
#[pyo3(signature = (
    spec, players, *, games, seed, threads, openings, book, sprt, scale, movetime, clock, gauntlet, deals, resume, records,
    progress
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn run_arena(
    py: Python<'_>,
    spec: &str,
    players: Vec<String>,
    games: usize,
    seed: u64,
    threads: usize,
    openings: Option<u32>,
    book: Option<String>,
    sprt: Option<(f64, f64, f64, f64)>,
    scale: f64,
    movetime: Option<f64>,
    clock: Option<String>,
    gauntlet: bool,
    deals: Option<(usize, usize)>,
    resume: Option<PathBuf>,
    records: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let spec: Spec = spec.parse().map_err(|error| bad_spec(&error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| !time.is_zero())
            .ok_or_else(|| PyValueError::new_err("movetime is a number of seconds, more than 0"))
    };
    if games == 0 || !(scale.is_finite() && scale > 0.0) {
        return Err(PyValueError::new_err("games is at least 1, and scale is more than 0"));
    }
    let contender = |name: &String| name.parse::<Contender>().map_err(ArenaError::new_err);
    let arena = Arena {
        players: players.iter().map(contender).collect::<PyResult<_>>()?,
        games,
        gauntlet,
        openings,
        book,
        sprt: sprt.map(hypotheses).transpose()?,
        scale,
        movetime: movetime.map(seconds).transpose()?,
        clock: clock.map(|text| text.parse().map_err(PyValueError::new_err)).transpose()?,
        adjudication: Adjudication::default(),
        seed,
        deals: deals.map(|(from, to)| from..to),
        threads: if threads == 0 { cores } else { threads },
        resume,
        records,
        logs: None,
    };
    let standing = play(py, &spec, &arena, progress.as_ref())?;
    Ok((standing.json().to_string(), standing.to_string()))
}

/// Plays the games without the interpreter lock; Ctrl-C and an error of `progress` stop them.
fn play(py: Python<'_>, spec: &Spec, arena: &Arena, progress: Option<&Py<PyAny>>) -> PyResult<Standing> {
    let (stop, mut failed) = (AtomicBool::new(false), None);
    let standing = detached(py, || {
        let mut told = |done: usize, all: usize, standing: &Standing| {
            Python::attach(|py| {
                let called = progress
                    .map_or(Ok(()), |progress| progress.call1(py, (done, all, standing.brief())).map(|_| ()));
                if let Err(error) = py.check_signals().and(called) {
                    failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            });
        };
        Run { arena, progress: &mut told, stop: &stop }.on(spec)
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    let standing = standing.map_err(|error| bad_spec(&error))?;
    standing.map_err(|error| ArenaError::new_err(error.to_string()))
}

fn hypotheses((elo0, elo1, alpha, beta): (f64, f64, f64, f64)) -> PyResult<Hypotheses> {
    let share = |value: f64| value > 0.0 && value < 0.5;
    if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && share(alpha) && share(beta) {
        return Ok(Hypotheses { alpha, beta, ..Hypotheses::new(elo0, elo1) });
    }
    Err(PyValueError::new_err("sprt is (elo0, elo1) with elo0 < elo1; alpha and beta are between 0 and 0.5"))
}
