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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// How far the Snipe and the hunters come on the paths. It remembers both, because in the ends of one turn either the Snipe or the
/// hunters stand where they stood.
#[derive(Clone, Debug)]
pub(super) struct Floods {
    /// The cards, crumbs and place of the Snipe that the following is about.
    snipe: Option<(Forest, Space)>,
    /// Where the Snipe is after at most this many steps.
    layers: [Spaces; FAR],
    /// How many layers are known.
    known: usize,
    /// No more steps lead to another space.
    full: bool,
    near: [u32; 3],
    nearest: usize,
    /// The nearest crumbs.
    first: Spaces,
    tour: Option<usize>,
    /// The cards and the places of the hunters, and where they are within the reach of dice.
    hunters: Option<(Forest, Spaces)>,
    theirs: Spaces,
}

impl Floods {
    pub(super) fn new() -> Floods {
        let none = Spaces::default();
        Floods {
            snipe: None,
            layers: [none; FAR],
            known: 0,
            full: false,
            near: [0; 3],
            nearest: FAR,
            first: none,
            tour: None,
            hunters: None,
            theirs: none,
        }
    }

    /// Makes sure that a layer is known; returns whether there is one.
    fn grow_to(&mut self, forest: &Forest, steps: usize) -> bool {
        while self.known <= steps {
            if self.full || self.known == FAR {
                return false;
            }
            let before = self.layers[self.known - 1];
            let next = forest.spread(&before);
            // Up to the reach of dice every layer is counted, even if nothing is new in it.
            if self.known > RINGS[2] && next.is_same(&before) {
                self.full = true;
                return false;
            }
            self.layers[self.known] = next;
            self.known += 1;
        }
        true
    }

    fn measure_snipe(&mut self, forest: &Forest, snipe: Space) {
        let same = |(known, at): &(Forest, Space)| {
            *at == snipe && known.has_same_paths(forest) && known.crumbs.is_same(&forest.crumbs)
        };
        if self.snipe.as_ref().is_some_and(same) {
            return;
        }
        self.snipe = Some((*forest, snipe));
        self.layers[0] = only(snipe);
        (self.known, self.full, self.near, self.nearest, self.tour) = (1, false, [0; 3], FAR, None);
        self.first = Spaces::default();
        let mut steps = 0;
        // Past the reach of dice only what is nearest is of interest.
        while (steps <= RINGS[2] || self.nearest == FAR) && self.grow_to(forest, steps) {
            let own = &self.layers[steps];
            if self.nearest == FAR && own.meets(&forest.crumbs) {
                (self.nearest, self.first) = (steps, own.both(&forest.crumbs));
            }
            for (ring, near) in RINGS.iter().zip(&mut self.near) {
                if steps == *ring && self.nearest < FAR {
                    *near = own.both(&forest.crumbs).len();
                }
            }
            steps += 1;
        }
    }

    fn measure_hunters(&mut self, forest: &Forest, hunters: Spaces) {
        let same = |(known, at): &(Forest, Spaces)| at.is_same(&hunters) && known.has_same_paths(forest);
        if !self.hunters.as_ref().is_some_and(same) {
            self.hunters = Some((*forest, hunters));
            self.theirs = (0..RINGS[2]).fold(hunters, |reached, _| forest.spread(&reached));
        }
    }

    /// Measures the paths of a position as they are (a rotation on the way is not foreseen).
    pub(super) fn measure(&mut self, game: &SnipeHunt, state: &State) -> Paths {
        let forest: &Forest = &state.forest;
        let mut hunters = Spaces::default();
        for pawn in Pawn::hunters(game.pawns) {
            hunters.insert(state.place(pawn));
        }
        self.measure_snipe(forest, state.place(Pawn::SNIPE));
        self.measure_hunters(forest, hunters);
        let (near, nearest) = (self.near, self.nearest);
        let mut paths = Paths { to_pawn: [FAR; 7], near, nearest, tour: nearest, room: 0 };
        let own = &self.layers[RINGS[2]];
        let mine = |part: usize| (own.0[part] & !self.theirs.0[part]).count_ones();
        paths.room = (0..5).map(mine).sum();
        let mut met = true;
        for pawn in Pawn::hunters(game.pawns) {
            let (place, mut steps) = (state.place(pawn), 0);
            while self.grow_to(forest, steps) && !self.layers[steps].contains(place) {
                steps += 1;
            }
            if steps < self.known {
                paths.to_pawn[pawn.index()] = steps;
            } else {
                met = false;
            }
        }
        let few = forest.crumbs.len() <= FEW;
        if met && nearest < FAR {
            if few {
                let first = self.first;
                paths.tour = *self.tour.get_or_insert_with(|| tour(forest, nearest, first));
            }
            return paths;
        }
        let first = paths.measure_over_hedges(game, state, self.first);
        paths.tour = if few { tour(forest, paths.nearest, first) } else { paths.nearest };
        paths
    }
}

impl Paths {
    /// Measures the paths of one position.
    pub(super) fn of(game: &SnipeHunt, state: &State) -> Paths {
        Floods::new().measure(game, state)
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
