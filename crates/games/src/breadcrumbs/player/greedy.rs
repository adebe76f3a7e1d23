//! Points ahead of the best rival. A player who wins ends the game at once, and one who would lose does not.

use crate::breadcrumbs::{Breadcrumbs, State};
use breadboard_core::{Outcome, Rules as _, Seat};
use breadboard_search::Evaluate;

/// More than any lead: no player has more than 90 points (B12).
const WON: f64 = 1000.0;

impl Evaluate for Breadcrumbs {
    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        let scores = self.seat_scores(state);
        let rivals = Seat::all(self.seats()).filter(|&other| other != seat);
        let best = rivals.map(|other| scores[other]).max().unwrap_or(0);
        let lead = f64::from(scores[seat] - best);
        match self.turn(state).outcome() {
            Some(Outcome::Win(winner)) if winner == seat => WON + lead,
            Some(Outcome::Win(_)) => lead - WON,
            Some(_) => 0.0,
            None => lead,
        }
    }
}
