//! How values of `core` look in JSON: a seat is its number from 1, a spec and an outcome are their text. `core`
//! stays without serialisation, and the border has one spelling.

use breadboard_core::{Outcome, Seat, Spec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A seat as its number, from 1.
pub(crate) mod seat {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(seat: &Seat, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u8(seat.number())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Seat, D::Error> {
        read(u8::deserialize(input)?)
    }

    pub(super) fn read<E: serde::de::Error>(number: u8) -> Result<Seat, E> {
        let seat = usize::from(number).checked_sub(1).and_then(Seat::new);
        seat.ok_or_else(|| E::custom("a seat is a number from 1"))
    }
}

/// Seats as their numbers.
pub(crate) mod seats {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(seats: &[Seat], out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(seats.iter().map(|seat| seat.number()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Seat>, D::Error> {
        Vec::<u8>::deserialize(input)?.into_iter().map(seat::read).collect()
    }
}

/// A game spec as its text.
pub(crate) mod spec {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(spec: &Spec, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(spec)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Spec, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}

/// An outcome as its text, or nothing.
pub(crate) mod outcome {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(outcome: &Option<Outcome>, out: S) -> Result<S::Ok, S::Error> {
        outcome.map(|outcome| outcome.to_string()).serialize(out)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Outcome>, D::Error> {
        let text = Option::<String>::deserialize(input)?;
        text.map(|text| Outcome::read(&text).ok_or_else(|| D::Error::custom("not an outcome"))).transpose()
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Reads hexadecimal digits; `None` for anything else.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
