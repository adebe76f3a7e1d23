//! The weights in use: two networks. One says how soon each side wins, the other who wins. The second is the better judge, but it
//! cannot tell an even race from two players who wait for each other, and so it waits.

use super::network::Soon;
use super::value::Value;

/// The weights, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) soon: Soon,
    pub(super) value: Value,
}

/// The length of the file.
pub(super) const FILE_BYTES: usize = Soon::BYTES + Value::BYTES;

/// The weights in use: `breadboard train breadwinner` makes the file.
pub(super) static WEIGHTS: Weights = Weights::read(include_bytes!("weights.bin"));

impl Weights {
    /// Reads weights as the trainer writes them.
    pub(super) const fn read(bytes: &[u8; FILE_BYTES]) -> Weights {
        let (soon, value) = bytes.split_at(Soon::BYTES);
        Weights { soon: Soon::read(soon), value: Value::read(value) }
    }
}
