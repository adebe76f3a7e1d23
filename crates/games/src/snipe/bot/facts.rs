//! What the bot sees between two turns, told from the Snipe's side: the chance that the Snipe wins is one number, and
//! the hunters divide the rest. A value learned for each seat apart would have to learn from every number of seats.
//!
//! A catch leaves the catcher with at least as many crumbs as the caught, so with two seats whoever is the Snipe leads,
//! and the question is who lifts the last crumb: the weights depend on how many are left.

use super::super::SnipeHunt;
use super::super::forest::{Forest, Space, Spaces};
use super::super::state::{Pawn, State};
use breadboard_core::Seat;

/// As far as steps are counted; also for what cannot be reached.
pub(super) const FAR: usize = 30;

/// How many crumbs are left, in bands with weights of their own.
const BANDS: usize = 8;

const fn band(crumbs: u32) -> usize {
    match crumbs {
        0..=4 => crumbs.saturating_sub(1) as usize,
        5..=6 => 4,
        7..=9 => 5,
        10..=14 => 6,
        _ => 7,
    }
}

/// Facts of one band, for a Snipe that moves next or for hunters that do.
const BAND: usize = 12;
const HELD_AT: usize = 2 * BANDS * BAND;
/// How many facts there are.
pub(super) const FACTS: usize = HELD_AT + 8;

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
pub(super) struct Lie {
    /// Steps from the Snipe to each pawn, at most [`FAR`].
    pub(super) to_pawn: [usize; 7],
    /// Crumbs within 4, 8 and 12 steps of the Snipe.
    near: [u32; 3],
    /// Steps to the nearest crumb, at most [`FAR`].
    nearest: usize,
    /// Steps to lift all crumbs, always the nearest first, where few are left; else to the nearest.
    tour: usize,
}

impl Lie {
    /// Measures the paths as they lie (a rotation on the way is not foreseen).
    pub(super) fn of(game: &SnipeHunt, state: &State) -> Lie {
        let forest: &Forest = &state.forest;
        let mut lie = Lie { to_pawn: [FAR; 7], near: [0; 3], nearest: FAR, tour: FAR };
        let mut reached = Spaces::default();
        reached.insert(state.place(Pawn::SNIPE));
        let mut steps = 0;
        let mut first = Spaces::default();
        loop {
            let mut met = true;
            for pawn in Pawn::hunters(game.pawns) {
                let to = &mut lie.to_pawn[pawn.index()];
                if *to == FAR && reached.contains(state.place(pawn)) {
                    *to = steps;
                }
                met &= *to < FAR;
            }
            if lie.nearest == FAR {
                first = reached.both(&forest.crumbs);
                if !first.is_empty() {
                    lie.nearest = steps;
                }
            }
            if steps <= 12 && steps % 4 == 0 && steps > 0 {
                lie.near[steps / 4 - 1] = reached.both(&forest.crumbs).len();
            }
            steps += 1;
            // Past the reach of dice only what is nearest is of interest.
            if steps >= FAR || steps > 12 && lie.nearest < FAR && met {
                break;
            }
            let next = forest.spread(&reached);
            if next == reached {
                let all = reached.both(&forest.crumbs).len();
                (0..3).filter(|at| steps <= 4 * (at + 1)).for_each(|at| lie.near[at] = all);
                break;
            }
            reached = next;
        }
        lie.tour = if forest.crumbs.len() <= 4 { tour(forest, lie.nearest, first) } else { lie.nearest };
        lie
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

/// Tells `add` every fact of a position between two turns, with its amount.
pub(super) fn facts(game: &SnipeHunt, state: &State, lie: &Lie, mut add: impl FnMut(usize, f32)) {
    let snipe = state.snipe_seat();
    let crumbs = state.forest.crumbs.len();
    let hunted = state.seat != snipe;
    let base = BAND * (2 * band(crumbs) + usize::from(hunted));
    let steps = lie.nearest_hunter(game);
    let caught = if hunted { lie.caught(game, state) } else { at_least(steps) };
    let free = 1.0 - caught;
    add(base, 1.0);
    add(base + 1, caught);
    // Within two rolls, and how far beyond.
    add(base + 2, (20.0 - steps as f32).max(0.0) / 20.0);
    add(base + 3, steps as f32 / 30.0);
    let finish = at_least(lie.tour);
    add(base + 4, finish);
    add(base + 5, finish * free);
    let second = ((22.0 - lie.tour as f32) / 14.0).clamp(0.0, 1.0);
    add(base + 6, second);
    add(base + 7, second * free);
    add(base + 8, lie.tour.min(2 * FAR) as f32 / 30.0);
    for at in 0..3 {
        add(base + 9 + at, lie.near[at] as f32 / crumbs.min(8) as f32);
    }
    if game.seats > 2 {
        let total = f32::from(game.layout.crumbs);
        let held = |seat: Seat| f32::from(state.held[seat.index()]) / total;
        let others = Seat::all(game.seats).filter(|seat| *seat != snipe).map(held).fold(0.0, f32::max);
        let (lead, left) = (held(snipe) - others, crumbs as f32 / total);
        add(HELD_AT, f32::from(game.seats - 2) / 5.0);
        add(HELD_AT + 1, f32::from(game.seats - 2) / 5.0 * (1.0 - left));
        // What a lead is worth grows as fewer are left; some cannot be made up at all.
        add(HELD_AT + 2, lead);
        add(HELD_AT + 3, lead * (1.0 - left));
        add(HELD_AT + 4, lead * (1.0 - left).powi(4));
        add(HELD_AT + 5, f32::from(u8::from(lead + left < 0.0)));
        add(HELD_AT + 6, f32::from(u8::from(lead + left < 0.0)) * (1.0 - left));
        add(HELD_AT + 7, caught * held(snipe));
    }
}

/// A first guess at the weights, to learn from.
#[cfg(test)]
pub(super) const GUESS: super::Weights = {
    let mut weights = [0; FACTS];
    let mut band = 0;
    while band < 2 * BANDS {
        let base = BAND * band;
        // The fewer are left, the more it matters who is the Snipe.
        let much = 3000 / (1 + band as i16 / 2);
        weights[base] = much / 4;
        weights[base + 1] = if band % 2 == 1 { -much } else { -much / 4 };
        weights[base + 2] = -much / 4;
        weights[base + 4] = if band < 8 { much / 2 } else { 0 };
        weights[base + 5] = if band < 8 { much / 2 } else { 0 };
        weights[base + 6] = much / 4;
        weights[base + 8] = -200;
        weights[base + 9] = 200;
        weights[base + 10] = 200;
        weights[base + 11] = 100;
        band += 1;
    }
    weights[HELD_AT] = -2000;
    weights[HELD_AT + 2] = 1000;
    weights[HELD_AT + 4] = 6000;
    weights[HELD_AT + 5] = -500;
    weights[HELD_AT + 6] = -3000;
    weights[HELD_AT + 7] = -1000;
    weights
};

/// Whether a hunter that has still steps to go can meet the Snipe.
pub(super) fn can_meet(lie: &Lie, state: &State) -> bool {
    lie.to_pawn[state.mover.index()] <= usize::from(state.left)
}

/// The cards on which a rotation can matter: those of the pawns and their neighbours.
pub(super) fn lively(game: &SnipeHunt, state: &State) -> u64 {
    let mut cards = 0;
    for pawn in Pawn::all(game.pawns) {
        let place: Space = state.place(pawn);
        cards |= place.card().bit();
    }
    super::super::Direction::ALL.into_iter().fold(cards, |all, side| all | side.before(cards))
}
