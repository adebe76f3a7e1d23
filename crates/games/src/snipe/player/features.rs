//! What is measured on the paths of a position: how far hunters and crumbs are from the Snipe, and what dice reach.

use crate::snipe::SnipeHunt;
use crate::snipe::forest::Forest;
use crate::snipe::spaces::Spaces;
use crate::snipe::state::{Pawn, State};
use breadboard_core::Seat;

/// As far as steps are counted; also for what cannot be reached.
pub(super) const FAR: usize = 30;

/// Where the last crumbs can be toured and the end is near.
pub(super) const FEW: u32 = 4;

/// The chance that two dice show at least this sum; 0 beyond twelve.
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

/// Distances from the Snipe, over the paths as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    /// Steps from the Snipe to each pawn, at most [`FAR`].
    pub(super) to_pawn: [usize; 7],
    /// Crumbs within 4, 8 and 12 steps of the Snipe.
    pub(super) near: [u32; 3],
    /// Steps to the nearest crumb, at most [`FAR`].
    nearest: usize,
    /// Steps to lift all crumbs, always the nearest first, where few are left; else to the nearest.
    pub(super) tour: usize,
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
    pub(super) fn caught(&self, game: &SnipeHunt, state: &State) -> f32 {
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
    pub(super) fn nearest_hunter(&self, game: &SnipeHunt) -> usize {
        Pawn::hunters(game.pawns).map(|pawn| self.to_pawn[pawn.index()]).min().unwrap_or(FAR)
    }
}

/// About how many steps lift all crumbs: `nearest` steps to the `first` of them, then always the nearest one.
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
