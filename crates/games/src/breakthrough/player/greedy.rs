//! How good a position looks to a greedy player: the evaluation by hand, on boards of every size.

use super::evaluate::{Places, Structure};
use crate::breakthrough::{Breakthrough, Kernels, Side, State};
use breadboard_core::Seat;
use breadboard_search::Evaluate;
use breadboard_search::alphabeta::WIN;

impl<W: Kernels> Evaluate for Breakthrough<W> {
    fn evaluate(&self, state: &State<W>, seat: Seat) -> f64 {
        if let Some(side) = self.winner(state) {
            return if state.seat(side) == seat { f64::from(WIN) } else { -f64::from(WIN) };
        }
        let places = Places::new(self.geometry.columns, self.geometry.rows);
        let white = places.sum(state.men) + Structure::default().value(&self.geometry, state.men);
        f64::from(if state.seat(Side::White) == seat { white } else { -white })
    }
}
