//! The expected final score of a path: its score now, and what the network expects to come. Without a network only the score
//! counts, which is where training begins.

use super::features::{Features, Threats, distances};
use super::planned_path::{Deck, NumberValues, PlannedPath};
use super::weights::Net;
use crate::traxx::board::Board;
use crate::traxx::path::Numbers;

/// An evaluation of one seat's paths in one round.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathEvaluation<'a> {
    /// The board.
    pub(super) board: &'a Board,
    /// The network, if one was learned.
    pub(super) net: Option<&'a Net>,
    /// What numbers are worth.
    pub(super) worth: NumberValues,
    /// How far rivals are from them.
    pub(super) threats: Threats,
}

impl<'a> PathEvaluation<'a> {
    /// An evaluation for a player alone.
    pub(super) fn alone(board: &'a Board, net: Option<&'a Net>) -> PathEvaluation<'a> {
        PathEvaluation { board, net, worth: NumberValues::ALONE, threats: [0; 11] }
    }

    /// An evaluation for the seat of `paths` with this index, in a round before which `taken` was reached.
    pub(super) fn among(
        board: &'a Board,
        net: Option<&'a Net>,
        paths: &[PlannedPath],
        seat: usize,
        taken: Numbers,
    ) -> PathEvaluation<'a> {
        if paths.len() == 1 {
            return PathEvaluation::alone(board, net);
        }
        let mut threats = [0; 11];
        for (_, rival) in paths.iter().enumerate().filter(|(rival, _)| *rival != seat) {
            let steps = distances(board, rival);
            for number in (2..=10u8).filter(|&number| !taken.contains(number)) {
                let threat = &mut threats[usize::from(number)];
                let steps = steps[usize::from(number)];
                *threat = if *threat == 0 { steps } else { steps.min(*threat) };
            }
        }
        PathEvaluation { board, net, worth: NumberValues::among(taken), threats }
    }

    /// The score that a path will have, with these cards still to come.
    #[inline]
    pub(super) fn value(&self, path: &PlannedPath, deck: &Deck) -> f32 {
        if deck.is_empty() { path.score() } else { path.score() + self.gain(path, deck) }
    }

    /// How many points more are expected of a path while cards are to come.
    #[inline]
    pub(super) fn gain(&self, path: &PlannedPath, deck: &Deck) -> f32 {
        self.net.map_or(0.0, |net| {
            debug_assert_eq!(net.is_for_one(), self.worth.alone);
            net.value_of(&self.features(path, deck))
        })
    }

    /// What the evaluation sees of a path.
    pub(super) fn features(&self, path: &PlannedPath, deck: &Deck) -> Features {
        Features::of(self.board, path, deck, &self.worth, &self.threats)
    }
}
