//! What is measured on the paths of a position. Sets of spaces grow from the Snipe and from the hunters, one step at a
//! time, so that distances are those of the path and not of the crow.
//!
//! A hedge does not make a card unreachable: where no path leads, crossing it counts as [`HEDGE`] steps. So what is shut off
//! is far, not infinitely far, and a pawn that turns cards towards it comes nearer. Where a path leads, only the path
//! counts: a pawn that sees the short way over a hedge stays there and never goes round.

use crate::snipe::SnipeHunt;
use crate::snipe::forest::Forest;
use crate::snipe::spaces::{CENTRE, Direction, Space, Spaces};
use crate::snipe::state::{Pawn, State};
use breadboard_core::Seat;

/// As far as steps are counted.
pub(super) const FAR: usize = 40;

/// The extra cost from one centre to the next where no path leads: more steps than one roll can give.
const HEDGE: usize = 10;

/// Up to this many crumbs the way to lift them all is measured.
pub(super) const FEW: u32 = 4;

/// The steps at which crumbs within reach are counted.
const RINGS: [usize; 3] = [4, 8, 12];

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

/// A set of spaces that grows over hedges too, but more slowly.
#[derive(Clone, Copy)]
struct Flood<'a> {
    forest: &'a Forest,
    reached: Spaces,
    /// The centres reached at the last steps, in a ring.
    before: [u64; HEDGE + 3],
    steps: usize,
}

impl<'a> Flood<'a> {
    fn from(forest: &'a Forest, reached: Spaces) -> Flood<'a> {
        Flood { forest, reached, before: [0; HEDGE + 3], steps: 0 }
    }

    fn grow(&mut self) {
        let slot = self.steps % self.before.len();
        let centres = self.before[slot];
        self.before[slot] = self.reached.centres();
        self.reached = self.forest.spread(&self.reached);
        let around = Direction::ALL.into_iter().fold(0, |all, side| all | side.before(centres));
        self.reached.0[CENTRE] |= around & self.forest.cards();
        self.steps += 1;
    }
}

/// What the paths of a position say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paths {
    /// Steps from the Snipe to each pawn, at most [`FAR`].
    to_pawn: [usize; 7],
    /// Crumbs within 4, 8 and 12 steps of the Snipe.
    pub(super) near: [u32; 3],
    /// Steps to the nearest crumb, at most [`FAR`].
    pub(super) nearest: usize,
    /// Steps to lift all crumbs, always the nearest first, where few are left; else to the nearest.
    pub(super) tour: usize,
    /// Spaces within 12 steps that it reaches before any hunter.
    pub(super) room: u32,
}

impl Paths {
    /// Measures the paths as they are (a rotation on the way is not foreseen).
    pub(super) fn of(game: &SnipeHunt, state: &State) -> Paths {
        let forest: &Forest = &state.forest;
        let snipe = state.place(Pawn::SNIPE);
        let mut hunters = Spaces::default();
        for pawn in Pawn::hunters(game.pawns) {
            hunters.insert(state.place(pawn));
        }
        let crumbs = &forest.crumbs;
        let mut paths = Paths { to_pawn: [FAR; 7], near: [0; 3], nearest: FAR, tour: FAR, room: 0 };
        let first = paths.measure(game, state, only(snipe), hunters);
        paths.tour = if crumbs.len() <= FEW { tour(forest, paths.nearest, first) } else { paths.nearest };
        paths
    }

    /// Lets the two sets grow along the paths until everything is known, and returns the nearest crumbs.
    fn measure(&mut self, game: &SnipeHunt, state: &State, mut own: Spaces, mut theirs: Spaces) -> Spaces {
        let forest: &Forest = &state.forest;
        let total = forest.crumbs.len();
        let (mut first, mut known) = (Spaces::default(), 0);
        for steps in 0..FAR {
            let met = self.meet(game, state, &own, steps);
            if known < total {
                let there = own.both(&forest.crumbs);
                known = there.len();
                if self.nearest == FAR && known > 0 {
                    (self.nearest, first) = (steps, there);
                }
            }
            for (ring, near) in RINGS.iter().zip(&mut self.near) {
                if steps == *ring {
                    *near = known;
                }
            }
            if steps == RINGS[2] {
                let mine = |part: usize| (own.0[part] & !theirs.0[part]).count_ones();
                self.room = (0..5).map(mine).sum();
            }
            // Past the reach of dice only what is nearest is of interest.
            if steps >= RINGS[2] && met && self.nearest < FAR {
                return first;
            }
            let next = forest.spread(&own);
            if steps >= RINGS[2] && next == own {
                break;
            }
            own = next;
            if steps < RINGS[2] {
                theirs = forest.spread(&theirs);
            }
        }
        self.measure_over_hedges(game, state, first)
    }

    /// Measures what no path leads to; returns the nearest crumbs.
    fn measure_over_hedges(&mut self, game: &SnipeHunt, state: &State, mut first: Spaces) -> Spaces {
        let mut flood = Flood::from(&state.forest, only(state.place(Pawn::SNIPE)));
        for steps in 0..FAR {
            // Farther than most of what a path leads to.
            let far = (FAR + steps) / 2;
            let met = self.meet(game, state, &flood.reached, far);
            if self.nearest == FAR {
                let there = flood.reached.both(&state.forest.crumbs);
                if !there.is_empty() {
                    (self.nearest, first) = (far, there);
                }
            }
            if met && self.nearest < FAR {
                break;
            }
            flood.grow();
        }
        first
    }

    /// Notes the hunters that are met at this distance; returns whether all are.
    fn meet(&mut self, game: &SnipeHunt, state: &State, reached: &Spaces, steps: usize) -> bool {
        let mut met = true;
        for pawn in Pawn::hunters(game.pawns) {
            let to = &mut self.to_pawn[pawn.index()];
            if *to == FAR && reached.contains(state.place(pawn)) {
                *to = steps;
            }
            met &= *to < FAR;
        }
        met
    }

    /// The chance that one of the hunters who move before the Snipe does catches it.
    pub(super) fn caught(&self, game: &SnipeHunt, state: &State) -> f32 {
        let (snipe, mut free) = (state.snipe_seat(), 1.0);
        let mut seat = state.seat;
        for _ in 0..game.seats {
            if seat == snipe {
                break;
            }
            free *= 1.0 - at_least(self.steps_of(game, state, seat));
            seat = seat.next(game.seats);
        }
        1.0 - free
    }

    /// The steps of a seat's nearest hunter to the Snipe: of two in one hand only one moves (S7).
    pub(super) fn steps_of(&self, game: &SnipeHunt, state: &State, seat: Seat) -> usize {
        Pawn::hunters(game.pawns)
            .filter(|pawn| state.holder(*pawn) == seat)
            .map(|pawn| self.to_pawn[pawn.index()])
            .min()
            .unwrap_or(FAR)
    }

    /// The steps between the Snipe and the nearest hunter.
    pub(super) fn nearest_hunter(&self, game: &SnipeHunt) -> usize {
        Pawn::hunters(game.pawns).map(|pawn| self.to_pawn[pawn.index()]).min().unwrap_or(FAR)
    }

    /// Whether a hunter that has still steps to go can meet the Snipe.
    pub(super) fn can_meet(&self, state: &State) -> bool {
        self.to_pawn[state.mover.index()] <= usize::from(state.left)
    }
}

/// A set of one space.
pub(super) fn only(space: Space) -> Spaces {
    let mut set = Spaces::default();
    set.insert(space);
    set
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
        let mut flood = Flood::from(forest, only(crumb));
        loop {
            at = flood.reached.both(&left);
            if !at.is_empty() || steps >= 2 * FAR {
                break;
            }
            flood.grow();
            steps += 1;
        }
    }
    steps
}

/// The cards on which a rotation can matter: those of the pawns and their neighbours.
pub(super) fn lively(game: &SnipeHunt, state: &State) -> u64 {
    let mut cards = 0;
    for pawn in Pawn::all(game.pawns) {
        cards |= state.place(pawn).card().bit();
    }
    Direction::ALL.into_iter().fold(cards, |all, side| all | side.before(cards))
}
