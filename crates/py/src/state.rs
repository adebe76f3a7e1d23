//! A position as a value: it never changes, so it can be a key of a dictionary, and a search can keep thousands. Moves make
//! new ones. Seats are counted from 0, as the columns of arrays are; texts for people count them from 1.

use crate::any_state::{AnyState, Choice, return_of, seat_of};
use crate::errors::{Failure, detached};
use crate::game::PyGame;
use crate::player::{PyLine, PyPlayer};
use crate::seeds::seed_of;
use crate::svg;
use breadboard_core::{Canvas, Seat, Turn, refusals};
use breadboard_games::Spaces;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A position of a game. It never changes: moves make new ones.
///
/// >>> import breadboard
/// >>> state = breadboard.load("breakthrough:columns=5,rows=5").start()
/// >>> state.legal_moves()[:3]
/// ['b2-a3', 'c2-b3', 'd2-c3']
/// >>> state.apply("b2-b3").apply("d4-d3").position
/// 'ppppp/ppp1p/1P1p1/P1PPP/PPPPP w'
/// >>> state.apply("b2-b4")
/// Traceback (most recent call last):
///   ...
/// breadboard.Illegal: b2 to b4 is not one step forward, straight or diagonal
#[pyclass(module = "breadboard", name = "State", frozen)]
pub(crate) struct PyState {
    pub(crate) inner: Box<dyn AnyState>,
}

impl PyState {
    pub(crate) fn new(inner: Box<dyn AnyState>) -> PyState {
        PyState { inner }
    }

    /// The seat that the caller means: the one it names, or the only one that acts.
    pub(crate) fn seat_or(&self, seat: Option<usize>) -> Result<Seat, Failure> {
        match (seat, self.inner.turn()) {
            (Some(index), _) => seat_of(index, self.inner.seats()),
            (None, Turn::Act(seats)) => seats.single().ok_or_else(|| {
                Failure::Value("several seats choose at once: say which seat is meant".to_owned())
            }),
            (None, Turn::Chance) => Err(refusals::chance_first().into()),
            (None, Turn::Over(_)) => Err(refusals::game_over().into()),
        }
    }

    /// The seat whose view is meant: the one that is named, or the one that acts, or the first.
    fn viewer(&self, seat: Option<usize>) -> Result<Seat, Failure> {
        match (seat, self.inner.turn()) {
            (Some(index), _) => seat_of(index, self.inner.seats()),
            (None, Turn::Act(seats)) => Ok(seats.iter().next().unwrap_or(Seat::FIRST)),
            (None, _) => Ok(Seat::FIRST),
        }
    }
}

/// A move by its number or its text.
pub(crate) fn choice_of(mv: &Bound<'_, PyAny>) -> PyResult<Choice> {
    if let Ok(action) = mv.extract::<usize>() {
        return Ok(Choice::Action(action));
    }
    if let Ok(text) = mv.extract::<String>() {
        return Ok(Choice::Text(text));
    }
    if let Ok(number) = mv.extract::<i128>() {
        return Err(
            Failure::NoAction(format!("there is no action {number}: actions are counted from 0")).into()
        );
    }
    Err(PyTypeError::new_err("a move is its number (int) or its text (str)"))
}

/// The choices of a round: a dictionary from seats to moves.
pub(crate) fn choices_of(moves: &Bound<'_, PyDict>, seats: u8) -> PyResult<Vec<(Seat, Choice)>> {
    let mut choices = Vec::new();
    for (seat, mv) in moves.iter() {
        choices.push((seat_of(seat.extract()?, seats)?, choice_of(&mv)?));
    }
    choices.sort_by_key(|(seat, _)| *seat);
    Ok(choices)
}

/// Observations as an array of (count, planes, rows, columns).
pub(crate) fn observations<'py>(
    py: Python<'py>,
    values: Vec<u8>,
    spaces: &Spaces,
    count: usize,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [count, spaces.planes.len(), spaces.rows, spaces.columns];
    Ok(match dtype {
        "uint8" => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        "float32" => {
            let floats: Vec<f32> = values.into_iter().map(f32::from).collect();
            PyArray1::from_vec(py, floats).reshape(shape)?.into_any()
        }
        _ => return Err(PyValueError::new_err("dtype is \"uint8\" or \"float32\"")),
    })
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(&*self.inner)
    }

    /// The position on one line; `Game.state` reads it.
    #[getter]
    fn position(&self) -> String {
        self.inner.position()
    }

    /// The seats that choose now: none, one, or several at once.
    #[getter]
    fn acting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.inner.turn() {
            Turn::Act(seats) => PyTuple::new(py, seats.iter().map(Seat::index).collect::<Vec<_>>()),
            _ => Ok(PyTuple::empty(py)),
        }
    }

    /// The seat that chooses; None if several do, or chance does, or the game is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        if let Turn::Act(seats) = self.inner.turn() { seats.single().map(Seat::index) } else { None }
    }

    /// Whether a roll, a card or a deal comes next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.turn() == Turn::Chance
    }

    /// Whether several seats choose at once.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        matches!(self.inner.turn(), Turn::Act(seats) if seats.single().is_none())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.inner.turn(), Turn::Over(_))
    }

    /// How the game ended, as records have it (`win 1`, `shared 1 3`, `draw`, `scored`); None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.inner.turn().outcome().map(|outcome| outcome.to_string())
    }

    /// What each seat gets: 1 for a win, less for others, 0 in sum; all 0 while the game goes on. Alone it is the score.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (seats, scores) = (self.inner.seats(), self.inner.scores());
        let outcome = self.inner.turn().outcome();
        let of = |seat| outcome.map_or(0.0, |outcome| return_of(outcome, scores.as_ref(), seat, seats));
        PyTuple::new(py, Seat::all(seats).map(of).collect::<Vec<f64>>())
    }

    /// The score of each seat; None if the game has no scores.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.inner.scores().map(|scores| PyTuple::new(py, scores.as_slice())).transpose()
    }

    /// The numbers of the legal moves, rising. `seat` is needed only where several seats choose at once.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        match (seat, self.inner.turn()) {
            (None, Turn::Chance | Turn::Over(_)) => Ok(Vec::new()),
            _ => Ok(self.inner.actions(self.seat_or(seat)?)),
        }
    }

    /// The legal moves in the game's notation.
    #[pyo3(signature = (seat=None))]
    fn legal_moves(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        match (seat, self.inner.turn()) {
            (None, Turn::Chance | Turn::Over(_)) => Ok(Vec::new()),
            _ => Ok(self.inner.moves(self.seat_or(seat)?)),
        }
    }

    /// The number of a legal move.
    #[pyo3(signature = (r#move, seat=None))]
    fn action(&self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<usize> {
        Ok(self.inner.read(self.seat_or(seat)?, &choice_of(r#move)?)?.0)
    }

    /// The notation of a legal move.
    #[pyo3(signature = (r#move, seat=None))]
    fn text(&self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<String> {
        Ok(self.inner.read(self.seat_or(seat)?, &choice_of(r#move)?)?.1)
    }

    /// The position after a move, given as its number or its text; where chance is next, after a roll or a deal, given as
    /// its text. `seat` is checked if it is given.
    #[pyo3(signature = (r#move, seat=None))]
    fn apply(&self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<PyState> {
        if seat.is_none()
            && self.is_chance()
            && let Ok(text) = r#move.extract::<String>()
        {
            return Ok(PyState::new(self.inner.chance(&text).map_err(Failure::from)?));
        }
        let seat = self.seat_or(seat)?;
        Ok(PyState::new(self.inner.act(&[(seat, choice_of(r#move)?)])?))
    }

    /// The position after a round in which several seats chose at once: a move for each of them.
    ///
    /// >>> import breadboard
    /// >>> state = breadboard.load("traxx:seats=2").start().sampled(1).sampled(2)
    /// >>> state.acting
    /// (0, 1)
    /// >>> after = state.apply_round({0: 1, 1: "pass"})
    fn apply_round(&self, moves: &Bound<'_, PyDict>) -> PyResult<PyState> {
        let choices = choices_of(moves, self.inner.seats())?;
        Ok(PyState::new(self.inner.act(&choices)?))
    }

    /// The outcomes of the pending roll, card or deal with their exact integer weights; None if there are too many to list
    /// (a deal), and then `sample` draws one. Empty if chance is not next.
    ///
    /// >>> import breadboard
    /// >>> state = breadboard.load("breadwinner").start()
    /// >>> state.chances()
    /// [('seat 1 starts', 1), ('seat 2 starts', 1)]
    fn chances(&self) -> Option<Vec<(String, u64)>> {
        self.inner.chances()
    }

    /// Draws the pending chance event with a seed (int), a random.Random or a numpy.random.Generator, and returns its text.
    /// No state holds a value that is not decided yet, so a planner cannot see future dice.
    fn sample(&self, rng: &Bound<'_, PyAny>) -> PyResult<String> {
        let seed = seed_of(rng)?;
        self.inner.sample(seed).ok_or_else(|| Failure::from(self.no_chance()).into())
    }

    /// The position after a chance event that is drawn as by `sample`.
    fn sampled(&self, rng: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let seed = seed_of(rng)?;
        let (_, next) = self.inner.chance_by(seed).ok_or_else(|| Failure::from(self.no_chance()))?;
        Ok(PyState::new(next))
    }

    /// What a seat sees, as planes: an array of `Game.observation_shape`, uint8 or float32. Without a seat it is the view of
    /// the seat that chooses.
    #[pyo3(signature = (seat=None, dtype="uint8"))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        dtype: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.viewer(seat)?;
        let spaces = self.inner.spaces();
        let mut values = vec![0; spaces.values()];
        self.inner.observe(seat, &mut values);
        observations(py, values, spaces, 1, dtype)?.get_item(0)
    }

    /// 1 for every legal action of a seat: an int8 array.
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0; self.inner.spaces().actions];
        self.inner.mask(self.viewer(seat)?, &mut mask);
        PyArray1::from_vec(py, mask).call_method1("view", ("int8",))
    }

    /// The legal actions of a seat, and what it sees after each of them: an int64 array, and an array of observations. In a
    /// simultaneous round that is its own choice made and the others' still to come.
    ///
    /// >>> import breadboard
    /// >>> actions, seen = breadboard.load("breakthrough").start().children()
    /// >>> actions.shape, seen.shape
    /// ((22,), (22, 2, 8, 8))
    #[pyo3(signature = (seat=None, dtype="uint8"))]
    fn children<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        dtype: &str,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyAny>)> {
        let mut seen = Vec::new();
        let actions = self.inner.children(self.seat_or(seat)?, &mut seen);
        let observations = observations(py, seen, self.inner.spaces(), actions.len(), dtype)?;
        Ok((PyArray1::from_vec(py, actions), observations))
    }

    /// Where the turn can end: the positions in which chance, another seat or no one is next, each once, with actions that
    /// lead there. Where a turn is a single move, these are the positions after the legal moves. A turn with more than `most`
    /// positions, with those on the way, is refused.
    ///
    /// >>> import breadboard
    /// >>> state = breadboard.load("snipe:seats=2,forest=3x3").start().sampled(1).sampled(1)
    /// >>> ends = state.apply("roll 1 2").turns()
    /// >>> all(end.is_chance for actions, end in ends)
    /// True
    #[pyo3(signature = (*, seat=None, most=100_000))]
    fn turns(
        &self,
        py: Python<'_>,
        seat: Option<usize>,
        most: usize,
    ) -> PyResult<Vec<(Vec<usize>, PyState)>> {
        let seat = self.seat_or(seat)?;
        let ways = detached(py, || self.inner.turns(seat, most))??;
        Ok(ways.into_iter().map(|(actions, end)| (actions, PyState::new(end))).collect())
    }

    /// What a move, or a chance event, does, in plain language.
    #[pyo3(signature = (r#move, seat=None))]
    fn narrate(&self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<Vec<String>> {
        if let (true, Ok(text)) = (self.is_chance(), r#move.extract::<String>()) {
            return Ok(self.inner.narrate(&[], Some(&text))?);
        }
        Ok(self.inner.narrate(&[(self.seat_or(seat)?, choice_of(r#move)?)], None)?)
    }

    /// The position drawn as text.
    #[pyo3(signature = (*, color=false, flip=false, width=80))]
    fn draw(&self, color: bool, flip: bool, width: u16) -> String {
        self.inner.drawing(Canvas { width, color, flip, ..Canvas::default() })
    }

    /// The position as an SVG picture.
    #[pyo3(signature = (*, flip=false))]
    fn svg(&self, flip: bool) -> String {
        svg::of_drawing(&self.inner.drawing(Canvas { color: true, flip, ..Canvas::default() }))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false)
    }

    /// The lines that a player finds best, the best first. `nodes`, `depth` and `seconds` limit the search; without them it
    /// spends what its level has.
    ///
    /// >>> import breadboard
    /// >>> state = breadboard.load("breakthrough:columns=5,rows=5").start()
    /// >>> line = state.analyse(player="bot4", nodes=2000)[0]
    /// >>> line.moves[0] in state.legal_moves()
    /// True
    #[pyo3(signature = (*, player="bot5", lines=1, nodes=None, depth=None, seconds=None, seat=None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        &self,
        py: Python<'_>,
        player: &str,
        lines: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        seat: Option<usize>,
    ) -> PyResult<Vec<PyLine>> {
        let player = PyPlayer::of(py, &self.game(), player, None)?;
        player.lines(py, self, self.seat_or(seat)?, lines, nodes, depth, seconds)
    }

    /// The mean returns of random games from here, a value a seat.
    #[pyo3(signature = (count, *, seed=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = seed.map_or(Ok(0), seed_of)?;
        if count == 0 {
            return Err(PyValueError::new_err("count is the number of games, at least 1"));
        }
        let mut sums = vec![0.0; self.inner.seats().into()];
        detached(py, || self.inner.playouts(count, seed, &mut sums))?;
        PyTuple::new(py, sums.into_iter().map(|sum| sum / count as f64).collect::<Vec<_>>())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyState>().is_ok_and(|other| self.inner.equals(&*other.get().inner))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.inner.spec(), self.inner.position()).into_pyobject(py)?.hash()
    }

    fn __str__(&self) -> String {
        self.draw(false, false, 80)
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.inner.spec(), self.inner.position())
    }

    fn __copy__(&self) -> PyState {
        PyState::new(self.inner.boxed())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        PyState::new(self.inner.boxed())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let read = py.import("breadboard._native")?.getattr("_unpickled")?;
        Ok((read, (self.inner.spec(), self.inner.position(), self.inner.memory())))
    }
}

/// Spec, position and what the position leaves out.
type Pickled = (String, String, Vec<u32>);

/// Reads a pickled state.
#[pyfunction]
#[pyo3(name = "_unpickled")]
pub(crate) fn unpickled(spec: &str, position: &str, memory: Vec<u32>) -> PyResult<PyState> {
    let game = crate::game::load(spec)?;
    let state = game.start.at(position).map_err(Failure::from)?;
    let whole = state.remembering(&memory);
    whole.map(PyState::new).ok_or_else(|| PyValueError::new_err("the history does not fit the position"))
}

impl PyState {
    fn no_chance(&self) -> breadboard_core::Refusal {
        if self.is_over() { refusals::game_over() } else { refusals::no_chance() }
    }
}
