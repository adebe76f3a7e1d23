//! How likely the Snipe is to win, between two turns: one number, of which the hunters divide the rest. A value for
//! each seat apart would have to be balanced for every number of seats.
//!
//! A catch leaves the catcher with at least as many crumbs as the caught, so with two seats whoever is the Snipe leads,
//! and the question is who lifts the last crumb: everything weighs more the fewer are left. The weights are set by hand:
//! learning them from games of the bot against itself was tried and failed, because two thirds of those games were drawn
//! with crumbs cut off. A weight for the length of the way to the crumbs made hunters cut them off, so it has none.

use crate::snipe::SnipeHunt;
use crate::snipe::forest::{Forest, Spaces};
use crate::snipe::state::{Pawn, State};
use breadboard_core::Seat;

/// As far as steps are counted; also for what cannot be reached.
pub(super) const FAR: usize = 30;

/// How much it matters who is the Snipe, as log-odds, by the crumbs that are left.
const fn weight_of(crumbs: u32) -> f32 {
    match crumbs {
        0 | 1 => 3.0,
        2 => 1.5,
        3 => 1.0,
        4 => 0.75,
        5..=6 => 0.6,
        7..=9 => 0.5,
        10..=14 => 0.43,
        _ => 0.375,
    }
}

/// Where the last crumbs can be toured and the end is near.
const FEW: u32 = 4;

/// The chance that two dice show at least so much; 0 beyond twelve.
pub(super) fn at_least(sum: usize) -> f32 {
    const TABLE: [f32; 13] = {
        let mut table = [0.0; 13];
        let mut sum = 0;
        while sum <= 12 {
            let (mut ways, mut roll) = (0, 0);
            while roll < 36 {
                if roll / 6 + roll % 6 + 2 >= sum {
                    ways += 1;
                }
                roll += 1;
            }
            table[sum] = ways as f32 / 36.0;
            sum += 1;
        }
        table
    };
    TABLE.get(sum).copied().unwrap_or(0.0)
}

/// What is measured on the paths of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    /// Steps from the Snipe to each pawn, at most [`FAR`].
    pub(super) to_pawn: [usize; 7],
    /// Crumbs within 4, 8 and 12 steps of the Snipe.
    near: [u32; 3],
    /// Steps to the nearest crumb, at most [`FAR`].
    nearest: usize,
    /// Steps to lift all crumbs, always the nearest first, where few are left; else to the nearest.
    tour: usize,
}

impl Features {
    /// Measures the paths as they are (a rotation on the way is not foreseen).
    pub(super) fn of(game: &SnipeHunt, state: &State) -> Features {
        let forest: &Forest = &state.forest;
        let mut features = Features { to_pawn: [FAR; 7], near: [0; 3], nearest: FAR, tour: FAR };
        let mut reached = Spaces::default();
        reached.insert(state.place(Pawn::SNIPE));
        let mut steps = 0;
        let mut first = Spaces::default();
        loop {
            let mut met = true;
            for pawn in Pawn::hunters(game.pawns) {
                let to = &mut features.to_pawn[pawn.index()];
                if *to == FAR && reached.contains(state.place(pawn)) {
                    *to = steps;
                }
                met &= *to < FAR;
            }
            if features.nearest == FAR {
                first = reached.both(&forest.crumbs);
                if !first.is_empty() {
                    features.nearest = steps;
                }
            }
            if steps <= 12 && steps % 4 == 0 && steps > 0 {
                features.near[steps / 4 - 1] = reached.both(&forest.crumbs).len();
            }
            steps += 1;
            // Past the reach of dice only what is nearest is of interest.
            if steps >= FAR || steps > 12 && features.nearest < FAR && met {
                break;
            }
            let next = forest.spread(&reached);
            if next == reached {
                let all = reached.both(&forest.crumbs).len();
                (0..3).filter(|at| steps <= 4 * (at + 1)).for_each(|at| features.near[at] = all);
                break;
            }
            reached = next;
        }
        features.tour =
            if forest.crumbs.len() <= FEW { tour(forest, features.nearest, first) } else { features.nearest };
        features
    }

    /// Whether crumbs seem to be out of the Snipe's reach: the only one, or one of the last.
    pub(super) fn is_cut_off(&self) -> bool {
        self.tour >= FAR
    }

    /// The chance that one of the hunters who move before the Snipe does catches it.
    fn caught(&self, game: &SnipeHunt, state: &State) -> f32 {
        let (snipe, mut free) = (state.snipe_seat(), 1.0);
        let mut seat = state.seat;
        for _ in 0..game.seats {
            if seat == snipe {
                break;
            }
            free *= 1.0 - at_least(self.nearest_of(game, state, seat));
            seat = seat.next(game.seats);
        }
        1.0 - free
    }

    /// The steps of a seat's nearest hunter to the Snipe: of two in one hand only one moves (S7).
    pub(super) fn nearest_of(&self, game: &SnipeHunt, state: &State, seat: Seat) -> usize {
        Pawn::hunters(game.pawns)
            .filter(|pawn| state.holder(*pawn) == seat)
            .map(|pawn| self.to_pawn[pawn.index()])
            .min()
            .unwrap_or(FAR)
    }

    /// Steps between the Snipe and any hunter.
    fn nearest_hunter(&self, game: &SnipeHunt) -> usize {
        Pawn::hunters(game.pawns).map(|pawn| self.to_pawn[pawn.index()]).min().unwrap_or(FAR)
    }
}

/// Steps to lift all crumbs, from the first of them, which are so many steps away.
fn tour(forest: &Forest, nearest: usize, first: Spaces) -> usize {
    let mut left = forest.crumbs;
    let (mut steps, mut at) = (nearest, first);
    while let Some(crumb) = at.first() {
        left.remove(crumb);
        if left.is_empty() || steps >= 2 * FAR {
            return steps;
        }
        let mut reached = Spaces::default();
        reached.insert(crumb);
        loop {
            at = reached.both(&left);
            if !at.is_empty() || steps >= 2 * FAR {
                break;
            }
            reached = forest.spread(&reached);
            steps += 1;
        }
    }
    steps
}

/// The log-odds of the Snipe to win.
pub(super) fn odds(game: &SnipeHunt, state: &State, features: &Features) -> f32 {
    let snipe = state.snipe_seat();
    let crumbs = state.forest.crumbs.len();
    let hunted = state.seat != snipe;
    let steps = features.nearest_hunter(game);
    let caught = if hunted { features.caught(game, state) } else { at_least(steps) };
    // A Snipe that moves next may still run away.
    let danger = if hunted { caught } else { 0.25 * caught };
    let near = (20.0 - steps as f32).max(0.0) / 20.0;
    let soon = ((22.0 - features.tour as f32) / 14.0).clamp(0.0, 1.0);
    let mut stakes = 0.25 - danger - 0.25 * near + 0.25 * soon;
    if crumbs <= FEW {
        // The chance to lift all that is left with the next roll.
        stakes += 0.5 * at_least(features.tour) * (2.0 - caught);
    }
    let share = |at: usize| features.near[at] as f32 / crumbs.clamp(1, 8) as f32;
    let food = 0.2 * share(0) + 0.2 * share(1) + 0.1 * share(2);
    weight_of(crumbs) * stakes + food + if game.seats > 2 { crowd(game, state, caught) } else { 0.0 }
}

/// With three and more seats the Snipe need not lead, and it has more rivals.
fn crowd(game: &SnipeHunt, state: &State, caught: f32) -> f32 {
    let total = f32::from(game.layout.crumbs);
    let held = |seat: Seat| f32::from(state.held[seat.index()]) / total;
    let snipe = state.snipe_seat();
    let others = Seat::all(game.seats).filter(|seat| *seat != snipe).map(held).fold(0.0, f32::max);
    let (lead, left) = (held(snipe) - others, state.forest.crumbs.len() as f32 / total);
    // What a lead is worth grows as fewer are left; some cannot be made up at all.
    let doomed = if lead + left < 0.0 { 0.5 + 3.0 * (1.0 - left) } else { 0.0 };
    lead + 6.0 * lead * (1.0 - left).powi(4) - doomed - caught * held(snipe) - 0.4 * f32::from(game.seats - 2)
}

/// Whether a hunter that has still steps to go can meet the Snipe.
pub(super) fn can_meet(features: &Features, state: &State) -> bool {
    features.to_pawn[state.mover.index()] <= usize::from(state.left)
}

/// The cards on which a rotation can matter: those of the pawns and their neighbours.
pub(super) fn lively(game: &SnipeHunt, state: &State) -> u64 {
    let mut cards = 0;
    for pawn in Pawn::all(game.pawns) {
        cards |= state.place(pawn).card().bit();
    }
    crate::snipe::Direction::ALL.into_iter().fold(cards, |all, side| all | side.before(cards))
}
