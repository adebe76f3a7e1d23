//! Randomness comes from the caller: a seed, or one 64-bit word of a generator that is passed in. The word is stretched by
//! the games' own generator, so a generator that repeats itself cannot make sampling run forever.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A seed from an `int`, a `random.Random` or a `numpy.random.Generator`.
pub(crate) fn seed_of(source: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(seed) = source.extract::<u64>() {
        return Ok(seed);
    }
    if source.hasattr("getrandbits")? {
        return source.call_method1("getrandbits", (64,))?.extract();
    }
    if source.hasattr("bytes")? {
        let bytes: Vec<u8> = source.call_method1("bytes", (8,))?.extract()?;
        let word: [u8; 8] =
            bytes.try_into().map_err(|_| PyValueError::new_err("the generator gave no 8 bytes"))?;
        return Ok(u64::from_le_bytes(word));
    }
    if source.extract::<i128>().is_ok() {
        return Err(PyValueError::new_err("a seed is a number from 0 to 2**64 - 1"));
    }
    Err(PyTypeError::new_err("pass a seed (int), a random.Random or a numpy.random.Generator"))
}
