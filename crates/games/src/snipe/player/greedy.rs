//! How good a position looks: the Snipe wants crumbs near and hunters far, a hunter wants the Snipe near.

use crate::snipe::SnipeHunt;
use crate::snipe::forest::Forest;
use crate::snipe::spaces::{Space, Spaces};
use crate::snipe::state::{Pawn, State};
use breadboard_core::{Outcome, Rules as _, Seat, Turn};
use breadboard_search::Evaluate;

/// As far as any space of a forest can be, and farther.
const FAR: u32 = 99;

impl Evaluate for SnipeHunt {
    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        if let Turn::Over(outcome) = self.turn(state) {
            return match outcome {
                Outcome::Draw => -50.0,
                won => 1000.0 * won.share(seat, self.seats()),
            };
        }
        let held = |seat: Seat| f64::from(state.held[seat.index()]);
        let snipe = state.place(Pawn::SNIPE);
        let keeper = state.snipe_seat();
        if seat != keeper {
            // The Snipe's crumbs are a threat and the way to it is what a hunter can shorten; of two hunters the nearer
            // counts (S7).
            let nearest = Pawn::hunters(self.pawns)
                .filter(|pawn| state.holder(*pawn) == seat)
                .map(|pawn| distance(&state.forest, state.place(pawn), &only(snipe)))
                .min()
                .unwrap_or(FAR);
            return held(seat) - held(keeper) / 2.0 - f64::from(nearest) * 0.2;
        }
        let crumb = distance(&state.forest, snipe, &state.forest.crumbs);
        let mut hunters = Spaces::default();
        for pawn in Pawn::hunters(self.pawns) {
            hunters.insert(state.place(pawn));
        }
        let danger = f64::from(14u32.saturating_sub(distance(&state.forest, snipe, &hunters))) / 14.0;
        // Being the Snipe is worth a few crumbs: the Snipe at the end nearly always wins.
        8.0 + held(seat) * (1.0 - danger * 0.2) - f64::from(crumb) * 0.2 - danger
    }
}

fn only(space: Space) -> Spaces {
    let mut set = Spaces::default();
    set.insert(space);
    set
}

/// Steps from a space to the nearest of a set, over the paths as they lie.
fn distance(forest: &Forest, from: Space, to: &Spaces) -> u32 {
    forest.steps_to(from, to).unwrap_or(FAR)
}
