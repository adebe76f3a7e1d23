//! The learned weights of the features: one table for two players and one for more, because among many rivals a lead means
//! something else. `breadboard train breadcrumbs` makes the file.

use super::features::{FEATURES, LEAD, LEADS, RACES, TILES};
use std::sync::Arc;

/// A weight that multiplies the odds of winning by e.
pub(super) const WEIGHT_ONE: i32 = 1024;
/// The same in the points of the search.
pub(super) const POINTS: i32 = 200;

static LEARNED: &[u8] = include_bytes!("weights.bin");

/// The weights of one table.
#[derive(Clone, Debug)]
pub(super) struct Weights(Arc<[i16]>);

impl Weights {
    /// Reads weights as the trainer writes them: little-endian, one for each feature.
    pub(super) fn read(bytes: &[u8]) -> Option<Weights> {
        let numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        (bytes.len() == 2 * FEATURES).then(|| Weights(numbers.collect()))
    }

    /// The learned table for a number of players: the file holds the one for two players, then the one for more.
    pub(super) fn learned(seats: u8) -> Weights {
        let first = if seats == 2 { 0 } else { 2 * FEATURES };
        let bytes = LEARNED.get(first..first + 2 * FEATURES);
        bytes.and_then(Weights::read).unwrap_or_else(Weights::untrained)
    }

    /// Knows only that a lead is good: where training begins.
    pub(super) fn untrained() -> Weights {
        let mut weights = vec![0; FEATURES];
        for (index, weight) in weights[2 * TILES..2 * (TILES + RACES)].iter_mut().enumerate() {
            let lead = (index / 2 % LEADS) as i32 - LEAD;
            *weight = (lead * WEIGHT_ONE / 4) as i16;
        }
        Weights(weights.into())
    }

    /// The weight of a feature.
    #[inline]
    pub(super) fn of(&self, feature: usize) -> i16 {
        self.0[feature]
    }
}
