//! A game being played, with its events: what a record is made of. The state alone forgets how it came about.

use crate::any_state::{AnyState, Choice};
use crate::errors::{Failure, bad_record, bad_spec, unverified};
use crate::game::{PyGame, game_of};
use crate::seeds::seed_of;
use crate::state::{PyState, choice_of, choices_of};
use breadboard_core::{Actor, Record, RecordEntry, Seat, refusals};
use breadboard_games::{Bots, Encode, Views, Visitor, with_recorded_game};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A game with its events from the start on, to play, write and read.
///
/// >>> import breadboard
/// >>> record = breadboard.Record("breakthrough:columns=5,rows=5")
/// >>> record.play("b2-b3")
/// >>> record.play("d4-d3")
/// >>> print(record)
/// game: breakthrough:columns=5,rows=5
/// rules: 1
/// result: unfinished
/// <BLANKLINE>
/// 1: b2-b3
/// 2: d4-d3
/// <BLANKLINE>
/// >>> breadboard.Record.read(str(record)).state == record.state
/// True
#[pyclass(module = "breadboard", name = "Record")]
pub(crate) struct PyRecord {
    record: Record,
    /// The position before each event, and the last one.
    states: Vec<Box<dyn AnyState>>,
}

struct Make;

impl Visitor for Make {
    type Output = Box<dyn AnyState>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        Box::new(crate::typed::Typed::at_start(game))
    }
}

impl PyRecord {
    fn last(&self) -> PyResult<&dyn AnyState> {
        self.states.last().map(|state| &**state).ok_or_else(|| PyValueError::new_err("the record is empty"))
    }

    fn push(&mut self, actor: Actor, texts: Vec<String>, next: Box<dyn AnyState>) {
        self.record.result = next.turn().outcome();
        self.record.scores = next.scores();
        self.record.entries.push(RecordEntry::new(actor, texts));
        self.states.push(next);
    }

    fn choose(&mut self, choices: &[(Seat, Choice)]) -> PyResult<()> {
        let at = self.last()?;
        let next = at.act(choices)?;
        let text = |(seat, choice): &(Seat, Choice)| Ok(at.read(*seat, choice)?.1);
        let texts = choices.iter().map(text).collect::<Result<_, Failure>>()?;
        self.push(Actor::Seats(choices.iter().map(|(seat, _)| *seat).collect()), texts, next);
        Ok(())
    }
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (game, start=None))]
    fn new(game: &Bound<'_, PyAny>, start: Option<&Bound<'_, PyState>>) -> PyResult<PyRecord> {
        let game = game_of(game)?;
        let spec = game.start.spec();
        let mut record =
            Record::new(spec.parse().map_err(|error| bad_spec(&error))?, game.start.info().rules_version);
        let first = match start {
            None => game.start.start(),
            Some(start) if start.get().inner.spec() != spec => {
                return Err(PyValueError::new_err(format!("the start is not a position of {spec}")));
            }
            Some(start) => start.get().inner.boxed(),
        };
        if !first.equals(&*game.start) {
            record.start = Some(first.position());
        }
        record.scores = first.scores();
        record.result = first.turn().outcome();
        Ok(PyRecord { record, states: vec![first] })
    }

    /// Reads a record and plays it through. Records of older rules are played by those.
    #[staticmethod]
    fn read(text: &str) -> PyResult<PyRecord> {
        let record = Record::read(text).map_err(|error| bad_record(&error))?;
        let game = with_recorded_game(&record, Make).map_err(|error| bad_spec(&error))?;
        let states = game.replay(&record).map_err(|error| bad_record(&error))?;
        Ok(PyRecord { record, states })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyResult<PyGame> {
        Ok(PyGame::of(self.last()?))
    }

    /// The position now.
    #[getter]
    fn state(&self) -> PyResult<PyState> {
        Ok(PyState::new(self.last()?.boxed()))
    }

    /// The positions from the first to the last: one more than there are events.
    #[getter]
    fn states(&self) -> Vec<PyState> {
        self.states.iter().map(|state| PyState::new(state.boxed())).collect()
    }

    /// The events: the seats that acted (none for chance) and their texts.
    #[getter]
    fn events(&self) -> Vec<(Vec<usize>, Vec<String>)> {
        let seats = |actor: &Actor| match actor {
            Actor::Chance => Vec::new(),
            Actor::Seats(seats) => seats.iter().map(|seat| seat.index()).collect(),
        };
        self.record.entries.iter().map(|entry| (seats(&entry.actor), entry.texts.clone())).collect()
    }

    /// How the game ended; None if it goes on.
    #[getter]
    fn result(&self) -> Option<String> {
        self.record.result.map(|outcome| outcome.to_string())
    }

    /// The names of the players by seat.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = PyDict::new(py);
        for (seat, name) in &self.record.names {
            names.set_item(seat.index(), name)?;
        }
        Ok(names)
    }

    /// Sets the name of a player.
    fn set_name(&mut self, seat: usize, name: &str) -> PyResult<()> {
        let seat = crate::any_state::seat_of(seat, self.last()?.seats())?;
        if name.trim() != name || name.is_empty() || name.chars().any(char::is_control) {
            return Err(PyValueError::new_err("a name is one line of text without outer blanks"));
        }
        self.record.names.retain(|(other, _)| *other != seat);
        self.record.names.push((seat, name.to_owned()));
        self.record.names.sort_by_key(|(seat, _)| *seat);
        Ok(())
    }

    /// Plays a move, given as its number or its text; where chance is next, a roll or a deal, given as its text.
    #[pyo3(signature = (r#move, seat=None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let at = PyState::new(self.last()?.boxed());
        if seat.is_none()
            && at.inner.turn() == breadboard_core::Turn::Chance
            && let Ok(text) = r#move.extract::<String>()
        {
            let next = at.inner.chance(&text).map_err(Failure::from)?;
            self.push(Actor::Chance, vec![text], next);
            return Ok(());
        }
        self.choose(&[(at.seat_or(seat)?, choice_of(r#move)?)])
    }

    /// Plays a round in which several seats choose at once.
    fn play_round(&mut self, moves: &Bound<'_, PyDict>) -> PyResult<()> {
        let choices = choices_of(moves, self.last()?.seats())?;
        self.choose(&choices)
    }

    /// Draws the pending chance event as `State.sample` does, plays it and returns its text.
    fn sample(&mut self, rng: &Bound<'_, PyAny>) -> PyResult<String> {
        let seed = seed_of(rng)?;
        let at = self.last()?;
        let no_chance =
            || if at.turn().outcome().is_some() { refusals::game_over() } else { refusals::no_chance() };
        let (text, next) = at.chance_by(seed).ok_or_else(|| Failure::from(no_chance()))?;
        self.push(Actor::Chance, vec![text.clone()], next);
        Ok(text)
    }

    fn __len__(&self) -> usize {
        self.record.entries.len()
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} events>", self.record.spec, self.record.entries.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = py.import("breadboard")?.getattr("Record")?.getattr("read")?;
        Ok((read, (self.record.to_string(),)))
    }
}

/// Computes every draw of a record again from its revealed seed. Returns what was checked: `spec`, `commit`, `events`,
/// `given`, `draws`.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, record: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let text = record.str()?.to_string();
    let record = Record::read(&text).map_err(|error| bad_record(&error))?;
    let verified = crate::errors::detached(py, || breadboard_play::verify(&record))?;
    let verified = verified.map_err(|error| unverified(error.line, error.to_string()))?;
    let result = PyDict::new(py);
    result.set_item("spec", verified.spec)?;
    result.set_item("commit", verified.commit.to_string())?;
    result.set_item("events", verified.events)?;
    result.set_item("given", verified.given)?;
    result.set_item("draws", verified.draws)?;
    Ok(result)
}
