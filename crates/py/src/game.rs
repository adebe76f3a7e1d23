//! A game with its options: what it is, its spaces, and its first position.

use crate::any_state::{AnyState, any_state};
use crate::errors::bad_spec;
use crate::player::PyPlayer;
use crate::state::PyState;
use breadboard_games::{GAMES, Numbering};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// A game with its options set. `breadboard.load` makes it.
///
/// >>> import breadboard
/// >>> game = breadboard.load("snipe:seats=4,forest=4x4")
/// >>> game.name, game.seats
/// ('Breadcrumbs for Snipe Hunt', 4)
/// >>> game.actions, game.observation_shape
/// (40, (26, 12, 12))
#[pyclass(module = "breadboard", name = "Game", frozen)]
#[derive(Clone)]
pub(crate) struct PyGame {
    pub(crate) start: Arc<dyn AnyState>,
}

impl PyGame {
    pub(crate) fn of(state: &dyn AnyState) -> PyGame {
        PyGame { start: state.start().into() }
    }
}

/// A game, from itself or from a spec.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    if let Ok(game) = game.cast::<PyGame>() {
        return Ok(game.get().clone());
    }
    match game.extract::<String>() {
        Ok(spec) => load(&spec),
        Err(_) => {
            Err(PyTypeError::new_err("pass a Game or a spec such as \"breakthrough:columns=6,rows=6\""))
        }
    }
}

/// The ids of all games.
///
/// >>> import breadboard
/// >>> "breakthrough" in breadboard.games()
/// True
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.info.id).collect()
}

/// The game that a spec names: its id, then options after a colon. `seats=N` is the number of players.
///
/// >>> import breadboard
/// >>> breadboard.load("breakthrough:columns=6,rows=6")
/// Game('breakthrough:columns=6,rows=6')
/// >>> breadboard.load("trax")
/// Traceback (most recent call last):
///   ...
/// breadboard.SpecError: there is no game "trax": did you mean traxx?
#[pyfunction]
pub(crate) fn load(spec: &str) -> PyResult<PyGame> {
    let start = any_state(spec).map_err(|error| bad_spec(&error))?;
    Ok(PyGame { start: start.into() })
}

#[pymethods]
impl PyGame {
    /// The shortest spec: only what differs from the defaults.
    #[getter]
    fn spec(&self) -> String {
        self.start.spec()
    }

    /// The id, as in specs.
    #[getter]
    fn id(&self) -> &'static str {
        self.start.info().id
    }

    /// The name that people know.
    #[getter]
    fn name(&self) -> &'static str {
        self.start.info().name
    }

    /// One sentence about the game.
    #[getter]
    fn summary(&self) -> &'static str {
        self.start.info().summary
    }

    /// The version of the rules that records are written under.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.start.info().rules_version
    }

    /// The options with their values, as text.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.start.options() {
            options.set_item(name, value)?;
        }
        Ok(options)
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> u8 {
        self.start.seats()
    }

    /// Whether a game can end in a draw.
    #[getter]
    fn has_draws(&self) -> bool {
        self.start.has_draws()
    }

    /// Whether there are dice, cards or a deal.
    #[getter]
    fn has_chance(&self) -> bool {
        self.start.has_chance()
    }

    /// No game has more events than this: moves, rounds and chance events.
    #[getter]
    fn max_events(&self) -> u32 {
        self.start.max_events()
    }

    /// How many action numbers there are.
    #[getter]
    fn actions(&self) -> usize {
        self.start.spaces().actions
    }

    /// "fixed": a number is the same move in every position, as its seat sees it. "listed": it is the place of a move in
    /// the list of legal moves.
    #[getter]
    fn numbering(&self) -> &'static str {
        match self.start.spaces().numbering {
            Numbering::Fixed => "fixed",
            Numbering::Listed => "listed",
        }
    }

    /// (planes, rows, columns) of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let spaces = self.start.spaces();
        (spaces.planes.len(), spaces.rows, spaces.columns)
    }

    /// The planes of an observation in order: what each shows, and its highest value.
    #[getter]
    fn planes(&self) -> Vec<(String, u8)> {
        let planes = &self.start.spaces().planes;
        planes.iter().map(|plane| (plane.name.clone(), plane.highest)).collect()
    }

    /// The rules page in Markdown, in English ("en") or German ("de").
    #[pyo3(signature = (language="en"))]
    fn rules(&self, language: &str) -> PyResult<&'static str> {
        let info = self.start.info();
        if language != "en" && info.language(language).is_none() {
            return Err(PyValueError::new_err(format!(
                "the rules are in \"en\" and \"de\", not in {language:?}"
            )));
        }
        Ok(info.rules_in(language))
    }

    /// The position before the first event.
    fn start(&self) -> PyState {
        PyState::new(self.start.start())
    }

    /// A position from its text, as `State.position` gives it.
    ///
    /// >>> import breadboard
    /// >>> game = breadboard.load("breakthrough:columns=5,rows=5")
    /// >>> game.state(game.start().position) == game.start()
    /// True
    fn state(&self, position: &str) -> PyResult<PyState> {
        let state = self.start.at(position).map_err(crate::errors::Failure::from)?;
        Ok(PyState::new(state))
    }

    /// A player: "bot1" to "bot5", "greedy", "random" or "engine:COMMAND".
    ///
    /// `weights` are those of a network that a bot of Breakthrough judges positions by, in place of its own: `docs/python.md` of
    /// the repository describes their form.
    #[pyo3(signature = (name, *, weights=None))]
    fn player(&self, py: Python<'_>, name: &str, weights: Option<&[u8]>) -> PyResult<PyPlayer> {
        PyPlayer::of(py, self, name, weights)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| other.get().spec() == self.spec())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.spec().into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.spec())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let load = py.import("breadboard")?.getattr("load")?;
        Ok((load, PyTuple::new(py, [self.spec()])?))
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }
}
