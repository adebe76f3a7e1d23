//! The vector engine: many games stepped in Rust on all cores, their arrays written in place. The arrays belong to NumPy
//! and are made once; a new array for every step would cost more than the games.

mod envs;
mod rows;

pub(crate) use envs::{AnyEnvs, Envs, Plan};

use crate::any_state::{AnyState, seat_of};
use crate::errors::{Failure, detached};
use crate::game::{PyGame, game_of};
use crate::seeds::seed_of;
use crate::state::{PyState, observations};
use breadboard_core::{Rng as _, SplitMix};
use breadboard_games::Level;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::prelude::*;
use rows::{Rows, Sizes, Values};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most values that the arrays of one engine may have: a slip in `count` must not fill the machine.
const MOST_VALUES: usize = 1 << 33;

enum Observations {
    Bytes(Py<PyArray4<u8>>),
    Floats(Py<PyArray4<f32>>),
}

/// Many games of one kind, stepped together.
///
/// Arrays, one row a game, written in place by `reset` and `step`:
/// `observations`, `masks`, `rewards` (a column a seat), `done`, `seats` (who chooses, -1 if the game is over) and `legal`
/// (how many moves the seat has). Chance events happen by themselves, and a finished game begins again.
///
/// >>> import breadboard
/// >>> games = breadboard.Vector("breakthrough", 1000, seed=1, threads=1)
/// >>> games.observations.shape, games.masks.shape
/// ((1000, 2, 8, 8), (1000, 192))
/// >>> games.step(games.sample())
/// >>> int(games.seats[0]), bool(games.done.any())
/// (1, False)
#[pyclass(module = "breadboard", name = "Vector")]
pub(crate) struct PyVector {
    game: PyGame,
    /// Players inside are used by one thread at a time.
    envs: Mutex<Box<dyn AnyEnvs>>,
    pool: Option<rayon::ThreadPool>,
    sizes: Sizes,
    count: usize,
    loses: bool,
    same_step: bool,
    observations: Observations,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    done: Py<PyArray1<u8>>,
    seats: Py<PyArray1<i8>>,
    legal: Py<PyArray1<i32>>,
}

fn busy(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("an array of the engine cannot be written: {error}"))
}

/// Calls `work` with the arrays as rows, without the GIL.
fn with_rows<T: Send>(
    vector: &mut PyVector,
    py: Python<'_>,
    work: impl FnOnce(&mut dyn AnyEnvs, Rows<'_>, Option<&rayon::ThreadPool>) -> T + Send,
) -> PyResult<T> {
    let PyVector { envs, pool, sizes, observations, masks, rewards, done, seats, legal, .. } = vector;
    let mut masks = masks.bind(py).try_readwrite().map_err(busy)?;
    let mut rewards = rewards.bind(py).try_readwrite().map_err(busy)?;
    let mut done = done.bind(py).try_readwrite().map_err(busy)?;
    let mut seats = seats.bind(py).try_readwrite().map_err(busy)?;
    let mut legal = legal.bind(py).try_readwrite().map_err(busy)?;
    let (mut bytes, mut floats) = (None, None);
    let observations = match observations {
        Observations::Bytes(array) => {
            let array = bytes.insert(array.bind(py).try_readwrite().map_err(busy)?);
            Values::Bytes(array.as_slice_mut().map_err(busy)?)
        }
        Observations::Floats(array) => {
            let array = floats.insert(array.bind(py).try_readwrite().map_err(busy)?);
            Values::Floats(array.as_slice_mut().map_err(busy)?)
        }
    };
    let rows = Rows {
        sizes: *sizes,
        observations,
        masks: masks.as_slice_mut().map_err(busy)?,
        rewards: rewards.as_slice_mut().map_err(busy)?,
        done: done.as_slice_mut().map_err(busy)?,
        seats: seats.as_slice_mut().map_err(busy)?,
        legal: legal.as_slice_mut().map_err(busy)?,
    };
    let envs = envs.get_mut().unwrap_or_else(PoisonError::into_inner);
    detached(py, || work(&mut **envs, rows, pool.as_ref()))
}

fn seeds_of(seed: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<u64>> {
    let Some(seed) = seed else { return seeds_from(0, count) };
    if let Ok(list) = seed.extract::<Vec<u64>>() {
        return if list.len() == count {
            Ok(list)
        } else {
            Err(PyValueError::new_err(format!("there are {count} games and {} seeds", list.len())))
        };
    }
    seeds_from(seed_of(seed)?, count)
}

fn seeds_from(seed: u64, count: usize) -> PyResult<Vec<u64>> {
    Ok((0..count as u64).map(|index| SplitMix::stream(seed, index).next_u64()).collect())
}

/// The bots by seat: one name for all seats but the caller's, or a dictionary.
fn opponents_of(
    opponent: Option<&Bound<'_, PyAny>>,
    seat: Option<usize>,
    seats: u8,
) -> PyResult<Vec<Option<Level>>> {
    let level = |name: &str| name.parse::<Level>().map_err(|error| Failure::Player(error.to_string()));
    let own = seat.map(|seat| seat_of(seat, seats)).transpose()?;
    let mut levels = vec![None; seats.into()];
    let Some(opponent) = opponent else {
        if own.is_some() {
            return Err(PyValueError::new_err(
                "seat is the seat that plays against an opponent: name the opponent too",
            ));
        }
        return Ok(levels);
    };
    if let Ok(dict) = opponent.cast::<PyDict>() {
        for (at, name) in dict.iter() {
            let at = seat_of(at.extract()?, seats)?;
            levels[at.index()] = Some(level(&name.extract::<String>()?)?);
        }
        if own.is_some() {
            return Err(PyValueError::new_err(
                "a dictionary of opponents names the seats itself: leave seat out",
            ));
        }
    } else {
        let level = level(&opponent.extract::<String>()?)?;
        levels.fill(Some(level));
        levels[own.map_or(0, |own| own.index())] = None;
    }
    if levels.iter().all(Option::is_some) {
        return Err(PyValueError::new_err("every seat has a bot: leave one for the caller"));
    }
    Ok(levels)
}

fn pool_of(threads: usize) -> PyResult<Option<rayon::ThreadPool>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores } else { threads };
    if threads > 1024 {
        return Err(PyValueError::new_err("threads is at most 1024"));
    }
    if threads == 1 {
        return Ok(None);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|error| PyValueError::new_err(format!("no threads: {error}")))
}

fn actions_of(actions: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let list = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        array.as_array().iter().map(|&action| action.into()).collect()
    } else {
        actions.extract::<Vec<i64>>().map_err(|_| {
            PyTypeError::new_err("actions is an array or list of whole numbers, one for each game")
        })?
    };
    if list.len() == count {
        Ok(list)
    } else {
        Err(PyValueError::new_err(format!("there are {count} games and {} actions", list.len())))
    }
}

/// The array seen as another type of the same size.
fn viewed<'py, T>(array: &Py<T>, py: Python<'py>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(array.call_method1(py, "view", (dtype,))?.into_bound(py))
}

#[pymethods]
impl PyVector {
    #[new]
    #[pyo3(signature = (
        game, count, *, seed=None, threads=0, dtype="uint8", autoreset="same_step", illegal="raise", opponent=None, seat=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        count: usize,
        seed: Option<&Bound<'_, PyAny>>,
        threads: usize,
        dtype: &str,
        autoreset: &str,
        illegal: &str,
        opponent: Option<&Bound<'_, PyAny>>,
        seat: Option<usize>,
    ) -> PyResult<PyVector> {
        let game = game_of(game)?;
        let spaces = game.start.spaces().clone();
        let sizes =
            Sizes { values: spaces.values(), actions: spaces.actions, seats: game.start.seats().into() };
        let each = sizes.values * if dtype == "float32" { 4 } else { 1 } + sizes.actions + 64;
        if count == 0 || count.saturating_mul(each) > MOST_VALUES {
            return Err(PyValueError::new_err(format!(
                "count is a number from 1 to {} for this game",
                MOST_VALUES / each
            )));
        }
        let choice = |value: &str, one: &str, other: &str, name: &str| match value {
            value if value == one => Ok(false),
            value if value == other => Ok(true),
            _ => Err(PyValueError::new_err(format!("{name} is \"{one}\" or \"{other}\""))),
        };
        let floats = choice(dtype, "uint8", "float32", "dtype")?;
        let same_step = choice(autoreset, "next_step", "same_step", "autoreset")?;
        let loses = choice(illegal, "raise", "lose", "illegal")?;
        let opponents = opponents_of(opponent, seat, game.start.seats())?;
        let plan = Plan { seeds: seeds_of(seed, count)?, opponents, same_step };
        let shape = [count, spaces.planes.len(), spaces.rows, spaces.columns];
        let observations = if floats {
            Observations::Floats(PyArray4::zeros(py, shape, false).unbind())
        } else {
            Observations::Bytes(PyArray4::zeros(py, shape, false).unbind())
        };
        let envs = Mutex::new(game.start.envs(&plan));
        let mut vector = PyVector {
            game,
            envs,
            pool: pool_of(threads)?,
            sizes,
            count,
            loses,
            same_step,
            observations,
            masks: PyArray2::zeros(py, [count, sizes.actions], false).unbind(),
            rewards: PyArray2::zeros(py, [count, sizes.seats], false).unbind(),
            done: PyArray1::zeros(py, count, false).unbind(),
            seats: PyArray1::zeros(py, count, false).unbind(),
            legal: PyArray1::zeros(py, count, false).unbind(),
        };
        let seeds = plan.seeds;
        with_rows(&mut vector, py, |envs, rows, pool| envs.reset(Some(&seeds), rows, pool))?;
        Ok(vector)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// How finished games begin again: "same_step" or "next_step".
    #[getter]
    fn autoreset(&self) -> &'static str {
        if self.same_step { "same_step" } else { "next_step" }
    }

    /// What the seat that chooses sees of every game: (games, planes, rows, columns).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.observations {
            Observations::Bytes(array) => array.bind(py).clone().into_any(),
            Observations::Floats(array) => array.bind(py).clone().into_any(),
        }
    }

    /// 1 for every legal action: (games, actions), int8.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        viewed(&self.masks, py, "int8")
    }

    /// The returns of every seat in games that the last step ended, else 0: (games, seats), float32.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.rewards.bind(py).clone().into_any()
    }

    /// Whether the last step ended the game: bool.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        viewed(&self.done, py, "bool")
    }

    /// The seat that chooses, from 0; -1 if the game is over: int8.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.seats.bind(py).clone().into_any()
    }

    /// How many legal actions there are: int32.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.legal.bind(py).clone().into_any()
    }

    /// Begins all games again: the next games of the same seeds, or the first games of new ones.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seeds = seed.map(|seed| seeds_of(Some(seed), self.count)).transpose()?;
        with_rows(self, py, |envs, rows, pool| envs.reset(seeds.as_deref(), rows, pool))
    }

    /// Makes one action in every game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = actions_of(actions, self.count)?;
        let loses = self.loses;
        Ok(with_rows(self, py, |envs, rows, pool| {
            envs.read(&actions, loses, pool)?;
            envs.step(rows, pool);
            Ok::<(), Failure>(())
        })??)
    }

    /// Makes random legal moves in every game; the arrays are written after each step and hold the last one.
    #[pyo3(signature = (steps=1))]
    fn step_random(&mut self, py: Python<'_>, steps: usize) -> PyResult<()> {
        with_rows(self, py, |envs, rows, pool| envs.step_random(steps, rows, pool))
    }

    /// A random legal action for every game: int64.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut out = vec![0; self.count];
        let envs = self.envs.get_mut().unwrap_or_else(PoisonError::into_inner);
        detached(py, || envs.sample(&mut out))?;
        Ok(PyArray1::from_vec(py, out))
    }

    /// What the seat that chooses would see after each of its legal actions, for all games: (starts, actions, observations).
    /// The choices of game i are those from starts[i] up to starts[i + 1].
    #[pyo3(signature = (dtype="uint8"))]
    #[allow(clippy::type_complexity)]
    fn children<'py>(
        &mut self,
        py: Python<'py>,
        dtype: &str,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyAny>)> {
        let envs = self.envs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (starts, actions, seen) = detached(py, || envs.children())?;
        let seen = observations(py, seen, self.game.start.spaces(), actions.len(), dtype)?;
        Ok((PyArray1::from_vec(py, starts), PyArray1::from_vec(py, actions), seen))
    }

    /// The position of one game.
    fn state(&self, index: usize) -> PyResult<PyState> {
        self.place(index)?;
        Ok(PyState::new(self.locked().state(index)))
    }

    /// Puts one game at a position.
    fn set_state(&mut self, py: Python<'_>, index: usize, state: &Bound<'_, PyState>) -> PyResult<()> {
        self.place(index)?;
        let state = state.get();
        Ok(with_rows(self, py, |envs, rows, _| envs.set_state(index, &*state.inner, rows))??)
    }

    /// How many games have been finished or left in every place: int64.
    fn episodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.locked().episodes())
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("Vector({:?}, {})", self.game.start.spec(), self.count)
    }
}

impl PyVector {
    fn locked(&self) -> MutexGuard<'_, Box<dyn AnyEnvs>> {
        self.envs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, index: usize) -> PyResult<()> {
        if index < self.count {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("there is no game {index}: there are {}", self.count)))
    }
}

/// The mean returns of random games from each of some states: an array of (states, seats).
///
/// >>> import breadboard
/// >>> start = breadboard.load("breakthrough:columns=5,rows=5").start()
/// >>> means = breadboard.playouts([start, start.apply("a2-a3")], 1000, seed=1, threads=1)
/// >>> means.shape
/// (2, 2)
#[pyfunction]
#[pyo3(signature = (states, count, *, seed=None, threads=0))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    states: &Bound<'py, PyAny>,
    count: u64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let seed = seed.map_or(Ok(0), seed_of)?;
    if count == 0 {
        return Err(PyValueError::new_err("count is the number of games from each state, at least 1"));
    }
    let list = PyList::empty(py);
    for state in states.try_iter()? {
        list.append(state?.cast_into::<PyState>()?)?;
    }
    let states: Vec<Box<dyn AnyState>> = list
        .iter()
        .map(|state| Ok(state.cast::<PyState>().map_err(PyErr::from)?.get().inner.boxed()))
        .collect::<PyResult<_>>()?;
    let seats = states.first().map_or(0, |state| usize::from(state.seats()));
    if states.iter().any(|state| usize::from(state.seats()) != seats) {
        return Err(PyValueError::new_err("all states must have the same number of seats"));
    }
    let pool = pool_of(threads)?;
    let means = detached(py, || {
        let one = |index: usize, state: &dyn AnyState| {
            let mut sums = vec![0.0; seats];
            state.playouts(count, SplitMix::stream(seed, index as u64).next_u64(), &mut sums);
            sums.iter_mut().for_each(|sum| *sum /= count as f64);
            sums
        };
        match &pool {
            None => states.iter().enumerate().map(|(index, state)| one(index, &**state)).collect::<Vec<_>>(),
            Some(pool) => pool.install(|| {
                states.par_iter().enumerate().map(|(index, state)| one(index, &**state)).collect()
            }),
        }
    })?;
    let array = PyArray2::zeros(py, [means.len(), seats], false);
    {
        let mut writable = array.try_readwrite().map_err(busy)?;
        let flat = writable.as_slice_mut().map_err(busy)?;
        flat.iter_mut().zip(means.iter().flatten()).for_each(|(out, mean)| *out = *mean);
    }
    Ok(array)
}
