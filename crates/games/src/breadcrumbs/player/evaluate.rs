//! How strong one player's position looks: the sum of the learned weights of its features.

use super::features::Features;
use super::weights::Weights;
use crate::breadcrumbs::board::{Board, Letter};

/// The evaluation of one game's positions.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    features: Features,
    weights: Weights,
}

impl Evaluation {
    pub(super) fn new(features: Features, weights: Weights) -> Evaluation {
        Evaluation { features, weights }
    }

    /// How strong `viewer` looks, in units of 1 / [`WEIGHT_ONE`](super::weights::WEIGHT_ONE).
    #[inline]
    pub(super) fn strength(&self, board: &Board, viewer: Letter, moves: bool, rounds: u32) -> i32 {
        let mut sum = 0;
        self.features.each(board, viewer, moves, rounds, |index| sum += i32::from(self.weights.of(index)));
        sum
    }
}
