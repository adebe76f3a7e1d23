//! Every error is a `ValueError` with a name, and carries what a program needs: the ruling, the kind, the line.

use breadboard_core::{RecordError as CoreRecordError, Refusal, SpecError as CoreSpecError};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

create_exception!(
    breadboard,
    BreadboardError,
    PyValueError,
    "What all errors of this package have in common."
);
create_exception!(
    breadboard,
    SpecError,
    BreadboardError,
    "A spec that names no game, or options that the game does not take."
);
create_exception!(
    breadboard,
    Refused,
    BreadboardError,
    "The rules refuse a move, an event or a position. `ruling` is the number of the ruling that forbids it, or None."
);
create_exception!(
    breadboard,
    Unreadable,
    Refused,
    "A text that is no move, no roll or deal, or no position."
);
create_exception!(
    breadboard,
    NotNow,
    Refused,
    "It cannot happen now: another seat acts, a roll comes first, the game is over."
);
create_exception!(breadboard, Illegal, Refused, "The rules forbid it.");
create_exception!(
    breadboard,
    RecordError,
    BreadboardError,
    "A record that cannot be read or replayed. `line` and `column` say where, counted from 1."
);
create_exception!(
    breadboard,
    VerifyError,
    BreadboardError,
    "The dice of a record are not what its seed gives."
);
create_exception!(
    breadboard,
    PlayerError,
    BreadboardError,
    "A player that does not exist, or an engine that cannot play."
);
create_exception!(breadboard, ArenaError, BreadboardError, "A match that cannot be played.");
create_exception!(breadboard, InternalError, PyRuntimeError, "A defect of this package. Please report it.");

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    // An error that Python code raises has the attributes too.
    py.get_type::<Refused>().setattr("ruling", py.None())?;
    py.get_type::<RecordError>().setattr("line", 0)?;
    py.get_type::<RecordError>().setattr("column", 0)?;
    py.get_type::<VerifyError>().setattr("line", py.None())?;
    module.add("BreadboardError", py.get_type::<BreadboardError>())?;
    module.add("SpecError", py.get_type::<SpecError>())?;
    module.add("Refused", py.get_type::<Refused>())?;
    module.add("Unreadable", py.get_type::<Unreadable>())?;
    module.add("NotNow", py.get_type::<NotNow>())?;
    module.add("Illegal", py.get_type::<Illegal>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("VerifyError", py.get_type::<VerifyError>())?;
    module.add("PlayerError", py.get_type::<PlayerError>())?;
    module.add("ArenaError", py.get_type::<ArenaError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}

/// Why a call failed, before it becomes a Python error.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The rules refuse it.
    Refused(Refusal),
    /// A number that is no move here.
    NoAction(String),
    /// An argument that makes no sense.
    Value(String),
    /// A player or an engine that cannot play.
    Player(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Refused(refusal) => refused(&refusal),
            Failure::NoAction(text) => {
                with_attributes(Illegal::new_err(text), |error| error.setattr("ruling", None::<&str>))
            }
            Failure::Value(text) => PyValueError::new_err(text),
            Failure::Player(text) => PlayerError::new_err(text),
        }
    }
}

fn with_attributes(error: PyErr, set: impl Fn(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    Python::attach(|py| match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(other) => other,
    })
}

fn refused(refusal: &Refusal) -> PyErr {
    let text = refusal.to_string();
    let error = match refusal {
        Refusal::Unreadable(_) => Unreadable::new_err(text),
        Refusal::NotNow(_) => NotNow::new_err(text),
        Refusal::Illegal(..) | Refusal::AgainstRules(_) => Illegal::new_err(text),
    };
    with_attributes(error, |error| error.setattr("ruling", refusal.ruling()))
}

pub(crate) fn bad_spec(error: &CoreSpecError) -> PyErr {
    SpecError::new_err(error.to_string())
}

pub(crate) fn bad_record(error: &CoreRecordError) -> PyErr {
    with_attributes(RecordError::new_err(error.to_string()), |value| {
        value.setattr("line", error.line)?;
        value.setattr("column", error.column)
    })
}

pub(crate) fn unverified(line: Option<usize>, text: String) -> PyErr {
    with_attributes(VerifyError::new_err(text), |value| value.setattr("line", line))
}

/// Runs long work without the GIL. A panic in it is a defect: it becomes an `InternalError` and does not end the program.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        InternalError::new_err(format!("a defect of Breadboard, please report it: {text}"))
    })
}
