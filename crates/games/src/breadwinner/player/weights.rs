//! The learned weights of the features. `breadboard train breadwinner` makes the file.

use super::features::FEATURES;

/// A weight of this size is one unit of log-odds.
pub(super) const WEIGHT_ONE: f32 = 1000.0;

/// The weights of all features: for the side whose map phase is next, and for the other.
pub(super) type Weights = [[i16; FEATURES]; 2];

/// The weights in use.
pub(super) static WEIGHTS: Weights = read(include_bytes!("weights.bin"));

/// Reads weights as the trainer writes them: little-endian, those of the first side first.
const fn read(bytes: &[u8; 4 * FEATURES]) -> Weights {
    let mut weights = [[0; FEATURES]; 2];
    let mut at = 0;
    while at < 2 * FEATURES {
        weights[at / FEATURES][at % FEATURES] = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
        at += 1;
    }
    weights
}
