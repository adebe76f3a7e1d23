//! The games' bots and other programs as players. A player may remember what it has searched, so it is used by one thread
//! at a time; it thinks without the GIL.

use crate::any_state::{AnyPlayer, FoundLine, Spend};
use crate::errors::{PlayerError, detached};
use crate::game::PyGame;
use crate::seeds::seed_of;
use crate::state::PyState;
use breadboard_core::Seat;
use breadboard_lab::Contender;
use breadboard_search::{Budget, Score};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A player of one game. `Game.player` makes it.
///
/// >>> import breadboard
/// >>> game = breadboard.load("breakthrough:columns=5,rows=5")
/// >>> bot = game.player("bot2")
/// >>> state = game.start()
/// >>> action = bot.choose(state, seed=1)
/// >>> action in state.legal_actions()
/// True
#[pyclass(module = "breadboard", name = "Player", frozen)]
pub(crate) struct PyPlayer {
    game: PyGame,
    name: String,
    inner: Mutex<Box<dyn AnyPlayer>>,
}

/// A line of play that a search found.
#[pyclass(module = "breadboard", name = "Line", frozen)]
pub(crate) struct PyLine(FoundLine);

fn spend_of(nodes: Option<u64>, depth: Option<u32>, seconds: Option<f64>) -> PyResult<Spend> {
    if nodes == Some(0) || depth == Some(0) {
        return Err(PyValueError::new_err("nodes and depth are at least 1"));
    }
    let time = match seconds {
        Some(seconds) if !(seconds > 0.0 && seconds <= 86_400.0) => {
            return Err(PyValueError::new_err("seconds is more than 0 and at most 86400"));
        }
        seconds => seconds.map(Duration::from_secs_f64),
    };
    let budget = match (nodes, depth) {
        (None, None) => None,
        _ => Some(Budget { nodes: nodes.unwrap_or(u64::MAX), depth: depth.unwrap_or(u32::MAX) }),
    };
    // A time alone is the limit, not the budget of the level.
    let budget = if time.is_some() { Some(budget.unwrap_or(Budget::ENDLESS)) } else { budget };
    Ok(Spend { budget, time })
}

impl PyPlayer {
    pub(crate) fn of(
        py: Python<'_>,
        game: &PyGame,
        name: &str,
        weights: Option<&[u8]>,
    ) -> PyResult<PyPlayer> {
        let contender: Contender = name.parse().map_err(PlayerError::new_err)?;
        let inner = detached(py, || game.start.player(&contender, weights))??;
        Ok(PyPlayer { game: game.clone(), name: contender.to_string(), inner: Mutex::new(inner) })
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn lines(
        &self,
        py: Python<'_>,
        state: &PyState,
        seat: Seat,
        lines: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<PyLine>> {
        if !(1..=1000).contains(&lines) {
            return Err(PyValueError::new_err("lines is a number from 1 to 1000"));
        }
        let spend = spend_of(nodes, depth, seconds)?;
        let found = detached(py, || {
            let mut player = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            player.analyse(&*state.inner, seat, lines, spend)
        })?;
        Ok(found?.into_iter().map(PyLine).collect())
    }
}

#[pymethods]
impl PyPlayer {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// Chooses a legal action. The same seed gives the same choice, unless `seconds` limits the search.
    #[pyo3(signature = (state, *, seat=None, seed=None, nodes=None, depth=None, seconds=None))]
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        seat: Option<usize>,
        seed: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<usize> {
        let state = state.get();
        let seat = state.seat_or(seat)?;
        let seed = seed.map_or(Ok(0), seed_of)?;
        let spend = spend_of(nodes, depth, seconds)?;
        let chosen = detached(py, || {
            let mut player = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            player.choose(&*state.inner, seat, seed, spend)
        })?;
        Ok(chosen?)
    }

    /// The lines that it finds best, the best first.
    #[pyo3(signature = (state, *, lines=1, nodes=None, depth=None, seconds=None, seat=None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        lines: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        seat: Option<usize>,
    ) -> PyResult<Vec<PyLine>> {
        let state = state.get();
        self.lines(py, state, state.seat_or(seat)?, lines, nodes, depth, seconds)
    }

    fn __repr__(&self) -> String {
        format!("Player('{}' of {})", self.name, self.game.start.spec())
    }
}

#[pymethods]
impl PyLine {
    /// 1 for the best line.
    #[getter]
    fn rank(&self) -> u32 {
        self.0.rank
    }

    /// Plies searched completely; in a sampling search the depth of the tree.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Positions visited, or playouts.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The expected play, best move first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves.clone()
    }

    /// The value for the seat that chooses, in points of the game (often hundredths of a piece); None if it is another kind.
    #[getter]
    fn points(&self) -> Option<i32> {
        if let Score::Points(points) = self.0.score { Some(points) } else { None }
    }

    /// The expected share of the one point that a game is worth, from 0 to 1; None if it is another kind.
    #[getter]
    fn share(&self) -> Option<f64> {
        if let Score::Share(share) = self.0.score { Some(share) } else { None }
    }

    /// Proven won in at most this many plies; None if it is not proven.
    #[getter]
    fn win_in(&self) -> Option<u32> {
        if let Score::Win(plies) = self.0.score { Some(plies) } else { None }
    }

    /// Proven lost in this many plies; None if it is not proven.
    #[getter]
    fn loss_in(&self) -> Option<u32> {
        if let Score::Loss(plies) = self.0.score { Some(plies) } else { None }
    }

    fn __repr__(&self) -> String {
        let score = match self.0.score {
            Score::Points(points) => format!("{points:+}"),
            Score::Share(share) => format!("{:.1} %", 100.0 * share),
            Score::Win(plies) => format!("won in {plies}"),
            Score::Loss(plies) => format!("lost in {plies}"),
        };
        format!("<Line {}: {score}, depth {}, {}>", self.0.rank, self.0.depth, self.0.moves.join(" "))
    }
}
