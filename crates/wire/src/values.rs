//! How values of `core` look in JSON: a seat is its number from 1, a spec and an outcome are their text. `core`
//! stays free of serialisation; these modules are named in `#[serde(with = …)]`.

use breadboard_core::{Outcome, Seat, Spec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A seat as its number, from 1.
pub mod seat {
    use super::*;

    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn serialize<S: Serializer>(seat: &Seat, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u8(seat.number())
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The text or number is not one.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Seat, D::Error> {
        read(u8::deserialize(input)?)
    }

    pub(crate) fn read<E: serde::de::Error>(number: u8) -> Result<Seat, E> {
        let seat = usize::from(number).checked_sub(1).and_then(Seat::new);
        seat.ok_or_else(|| E::custom("a seat is a number from 1"))
    }
}

/// Seats as their numbers.
pub mod seats {
    use super::*;

    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn serialize<S: Serializer>(seats: &[Seat], out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(seats.iter().map(|seat| seat.number()))
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The text or number is not one.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Seat>, D::Error> {
        Vec::<u8>::deserialize(input)?.into_iter().map(seat::read).collect()
    }
}

/// A game spec as its text.
pub mod spec {
    use super::*;

    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn serialize<S: Serializer>(spec: &Spec, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(spec)
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The text or number is not one.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Spec, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}

/// An outcome as its text, or nothing.
pub mod outcome {
    use super::*;

    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn serialize<S: Serializer>(outcome: &Option<Outcome>, out: S) -> Result<S::Ok, S::Error> {
        outcome.map(|outcome| outcome.to_string()).serialize(out)
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The text or number is not one.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Outcome>, D::Error> {
        let text = Option::<String>::deserialize(input)?;
        text.map(|text| Outcome::read(&text).ok_or_else(|| D::Error::custom("not an outcome"))).transpose()
    }
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Reads hexadecimal digits; `None` for anything else.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
