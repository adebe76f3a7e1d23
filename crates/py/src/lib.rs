//! Breadboard's games for Python: `import breadboard`.
//!
//! A state is one boxed object that holds the game and the position, so a call from Python is one call through a pointer;
//! everything behind it (lists, playouts, the loops of the vector engine) is compiled for the concrete game. A wrapper
//! for each game would be as fast and many times as long. The names that Python sees are in `python/breadboard/`.

mod any_state;
mod arena;
mod errors;
mod game;
mod player;
mod record;
mod report;
mod seeds;
mod state;
mod svg;
mod turns;
mod typed;
mod vector;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add_to(module)?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<player::PyLine>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<vector::PyVector>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::load, module)?)?;
    module.add_function(wrap_pyfunction!(record::verify, module)?)?;
    module.add_function(wrap_pyfunction!(arena::run_arena, module)?)?;
    module.add_function(wrap_pyfunction!(report::run_report, module)?)?;
    module.add_function(wrap_pyfunction!(report::report_missing, module)?)?;
    module.add_function(wrap_pyfunction!(vector::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(state::unpickled, module)?)?;
    module.add_function(wrap_pyfunction!(empty, module)?)?;
    Ok(())
}

/// Does nothing: what a call of a native function costs by itself.
#[pyfunction]
#[pyo3(name = "_empty")]
fn empty() {}
