//! The features of a path: distances to the numbers that still give points, how open the fields around both ends are, and
//! what the regions left hold. Every feature is a row of the network's table and combines several quantities, so that the
//! network need not learn products. No feature names a field, so what is learned on some boards holds on all. Only on
//! the standard board, where most games are played, and for a player alone, every field is also a feature.

use super::planned_path::{Deck, NumberValues, PlannedPath};
use crate::traxx::board::{Board, Colour};
use crate::traxx::hex::Fields;

/// Row numbers, one block an observation.
mod block {
    pub(super) const NUMBER: usize = 0;
    pub(super) const BOTH_ENDS: usize = NUMBER + 14 * 10 * 11;
    pub(super) const ACCESS: usize = BOTH_ENDS + 2 * 10 * 10;
    pub(super) const SUPPLY: usize = ACCESS + 3 * 4 * 7;
    pub(super) const RIVALRY: usize = SUPPLY + 2 * 15 * 11;
    pub(super) const TIP: usize = RIVALRY + 6 * 10 * 10;
    pub(super) const ROOM: usize = TIP + 11 * 6 * 13;
    pub(super) const TIPS: usize = ROOM + 8 * 11;
    pub(super) const UNION: usize = TIPS + 11 * 6 * 6;
    pub(super) const LOST: usize = UNION + 15 * 31;
    pub(super) const DEAD_ENDS: usize = LOST + 21;
    pub(super) const NARROW: usize = DEAD_ENDS + 11 * 10;
    pub(super) const APART: usize = NARROW + 20;
    pub(super) const FULL: usize = APART + 11 * 2 * 8;
    pub(super) const REACHED: usize = FULL + 15 * 10;
    pub(super) const TOUR: usize = REACHED + 512;
    /// Where those end that rivals are watched with.
    pub(super) const AMONG: usize = TOUR + 15 * 25;
    pub(super) const SHAPE: usize = AMONG;
    pub(super) const COLOUR: usize = SHAPE + 4 * 8 * 13;
    pub(super) const PLACE: usize = COLOUR + 15 * 11 * 8;
    pub(super) const END_PLACE: usize = PLACE + 61 * 64;
    pub(super) const CARD: usize = END_PLACE + 11 * 61;
    pub(super) const END: usize = CARD + 15;
}

/// How many rows there are for this number of seats.
pub(super) const fn rows(seats: u8) -> usize {
    if seats == 1 { block::END } else { block::AMONG }
}

/// The most rows that one path switches on: five for each number, thirteen, two for each free field, the ends and
/// the cards.
const MOST: usize = 5 * 9 + 13 + 2 * 60 + 2 + 15;

/// The rows that a path switches on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    rows: [u16; MOST],
    count: usize,
}

/// The phases of a game, by the cards left.
const PHASE: [usize; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9, 10, 10];
/// A distance that no walk has.
const FAR: u8 = 10;

/// How far rivals are from each number; 0 where there is none to fear.
pub(super) type Threats = [u8; 11];

/// The shapes that the free ones of six neighbours form, alike however they are turned or mirrored: which of thirteen
/// each of the sets of [`Fields::around`] has.
static SHAPES: [u8; 64] = shapes();

const fn shapes() -> [u8; 64] {
    // The places of the bits, once around.
    const CIRCLE: [usize; 6] = [0, 1, 3, 5, 4, 2];
    let mut table = [u8::MAX; 64];
    let (mut set, mut next) = (0, 0);
    while set < 64 {
        if table[set] == u8::MAX {
            let mut turn = 0;
            while turn < 6 {
                let (mut turned, mut mirrored, mut at) = (0, 0, 0);
                while at < 6 {
                    if set >> CIRCLE[at] & 1 == 1 {
                        turned |= 1 << CIRCLE[(at + turn) % 6];
                        mirrored |= 1 << CIRCLE[(turn + 6 - at) % 6];
                    }
                    at += 1;
                }
                table[turned] = next;
                table[mirrored] = next;
                turn += 1;
            }
            next += 1;
        }
        set += 1;
    }
    assert!(next == 13);
    table
}

/// What a flood from an end finds.
struct Flood {
    seen: Fields,
    distance: [u8; 11],
    doors: usize,
    near: usize,
    around: usize,
}

fn flood(board: &Board, path: &PlannedPath, end: usize, free: Fields, targets: Fields) -> Flood {
    let mut found = Flood { seen: Fields::NONE, distance: [FAR; 11], doors: 0, near: 0, around: 0 };
    let mut front = path.ends[end].near().and(free);
    let mut steps = 1;
    while !front.is_empty() {
        for hex in front.and(targets) {
            found.distance[usize::from(board.number(hex).unwrap_or(0))] = steps.min(FAR - 1);
        }
        found.seen = found.seen.or(front);
        match steps {
            1 => found.doors = front.len() as usize,
            2 => found.near = found.seen.len() as usize,
            3 => found.around = found.seen.len() as usize,
            _ => {}
        }
        let rest = free.and(found.seen.others());
        front = front.near().and(rest);
        steps += 1;
    }
    let all = found.seen.len() as usize;
    if steps <= 2 {
        found.near = all;
    }
    if steps <= 3 {
        found.around = all;
    }
    found
}

/// The distances from either end to the numbers that a path has not reached.
pub(super) fn distances(board: &Board, path: &PlannedPath) -> [u8; 11] {
    let free = path.reached.others();
    let [a, b] = [0, 1].map(|end| flood(board, path, end, free, free.and(board.numbered())));
    std::array::from_fn(|number| a.distance[number].min(b.distance[number]))
}

/// A path between two rounds, with what several features need of it.
struct Scene<'a> {
    board: &'a Board,
    path: &'a PlannedPath,
    deck: &'a Deck,
    worth: &'a NumberValues,
    free: Fields,
    /// Cards left, and the phase of the game.
    left: usize,
    phase: usize,
    /// What the floods from both ends find.
    floods: [Flood; 2],
}

impl Scene<'_> {
    /// Which numbers are reached, a bit each, and how long a walk is through those with full points in their order, which
    /// alone is the best order.
    fn reached_and_tour(&self) -> (usize, usize) {
        let Scene { board, path, worth, .. } = self;
        let (mut reached, mut tour, mut last) = (0, 0, None);
        for number in 2..=10u8 {
            reached = reached << 1 | usize::from(path.numbers.contains(number));
            if path.numbers.contains(number) || !worth.in_full(number, path.numbers) {
                continue;
            }
            let at = board.field_of(number);
            tour += usize::from(match last {
                Some(last) => at.steps_to(last),
                None => at.steps_to(path.ends[0]).min(at.steps_to(path.ends[1])),
            });
            last = Some(at);
        }
        (reached, tour)
    }
}

impl Features {
    /// The features of a path between two rounds.
    pub(super) fn of(
        board: &Board,
        path: &PlannedPath,
        deck: &Deck,
        worth: &NumberValues,
        threats: &Threats,
    ) -> Features {
        let mut features = Features { rows: [0; MOST], count: 0 };
        let left = (deck.len() as usize).min(14);
        let phase = PHASE[left];
        let free = path.reached.others();
        let targets = free.and(board.numbered());
        let a = flood(board, path, 0, free, targets);
        let b =
            if path.ends[0] == path.ends[1] { Flood { ..a } } else { flood(board, path, 1, free, targets) };
        let scene = Scene { board, path, deck, worth, free, left, phase, floods: [a, b] };
        let (reached, tour) = scene.reached_and_tour();
        let full_left = features.see_numbers(&scene, targets, threats);
        features.see_room(&scene);
        features.see(block::FULL + left * 10 + full_left);
        features.see(block::REACHED + reached);
        features.see(block::TOUR + left * 25 + (tour / 2).min(24));
        if worth.alone {
            features.see_fields(board, path, deck, free, phase);
        }
        features
    }

    /// The numbers not reached yet, each with its distance from both ends; returns how many give full points.
    #[inline]
    fn see_numbers(&mut self, scene: &Scene<'_>, targets: Fields, threats: &Threats) -> usize {
        let &Scene { board, path, deck, worth, free, left, phase, floods: [ref a, ref b] } = scene;
        let mut full_left = 0;
        for hex in targets {
            let Some(number) = board.number(hex) else { continue };
            let full = worth.in_full(number, path.numbers);
            let (x, y) = (a.distance[usize::from(number)], b.distance[usize::from(number)]);
            let (near, far) = (usize::from(x.min(y)) - 1, usize::from(x.max(y)) - 1);
            let kind = if full { usize::from(number) - 2 } else { 8 + usize::from(number.div_ceil(2)) };
            self.see(block::NUMBER + (kind * 10 + near) * 11 + phase);
            self.see(block::BOTH_ENDS + (usize::from(full) * 10 + near) * 10 + far);
            let exits = hex.near().and(free).len() as usize;
            let class = if !full { 0 } else { 1 + usize::from(number > 6) };
            let reach = if near == 9 { 3 } else { near.min(2) };
            self.see(block::ACCESS + (class * 4 + reach) * 7 + exits);
            let supply = deck.showing(board.colour(hex)).min(10);
            self.see(block::SUPPLY + (usize::from(full) * 15 + left) * 11 + supply);
            let rivalry = if worth.alone {
                // How many lower numbers it would halve.
                (2..number)
                    .filter(|&low| !path.numbers.contains(low) && worth.in_full(low, path.numbers))
                    .count()
            } else {
                usize::from(threats[usize::from(number)].min(9))
            };
            self.see(block::RIVALRY + (phase / 2 * 10 + rivalry) * 10 + near);
            full_left += usize::from(full);
        }
        full_left
    }

    /// How open the fields around both ends are, and what the regions left hold.
    #[inline]
    fn see_room(&mut self, scene: &Scene<'_>) {
        let &Scene { path, free, left, phase, floods: [ref a, ref b], .. } = scene;
        for end in [a, b] {
            self.see(block::TIP + (phase * 6 + end.doors.min(5)) * 13 + end.near.min(12));
            let region = end.seen.len() as usize;
            self.see(block::ROOM + (region / 7).min(7) * 11 + (end.around / 2).min(10));
        }
        let (low, high) = (a.doors.min(b.doors).min(5), a.doors.max(b.doors).min(5));
        self.see(block::TIPS + (phase * 6 + low) * 6 + high);
        let union = a.seen.or(b.seen);
        self.see(block::UNION + left * 31 + (union.len() as usize / 2).min(30));
        self.see(block::LOST + (free.len() - union.len()).min(20) as usize);
        let passable = free.with(path.ends[0]).with(path.ends[1]);
        let (two, three) = passable.near_several();
        let dead = union.and(two.others()).len() as usize;
        let narrow = union.and(two).and(three.others()).len() as usize;
        self.see(block::DEAD_ENDS + phase * 10 + dead.min(9));
        self.see(block::NARROW + narrow.min(19));
        let apart = usize::from(a.seen.and(b.seen).is_empty());
        let smaller = a.seen.len().min(b.seen.len()) as usize;
        self.see(block::APART + (phase * 2 + apart) * 8 + (smaller / 4).min(7));
    }

    /// The free fields one by one: how soon each can be met, how often its colour is still to come, what is free around
    /// it.
    fn see_fields(&mut self, board: &Board, path: &PlannedPath, deck: &Deck, free: Fields, phase: usize) {
        let left = (deck.len() as usize).min(14);
        let supply = Colour::ALL.map(|colour| deck.showing(colour).min(10));
        let mut ring = path.ends[0].near().or(path.ends[1].near()).and(free);
        let (mut rest, mut steps) = (free, 0);
        loop {
            rest = rest.and(ring.others());
            // What no walk can meet any more comes last.
            let (fields, steps_to) = if ring.is_empty() { (rest, 7) } else { (ring, steps) };
            for hex in fields {
                let supply = supply[board.colour(hex) as usize];
                self.see(block::COLOUR + (left * 11 + supply) * 8 + steps_to);
                let around = free.around(hex);
                self.see(if board.is_standard() {
                    block::PLACE + hex.index() * 64 + around
                } else {
                    block::SHAPE + (phase / 3 * 8 + steps_to) * 13 + usize::from(SHAPES[around])
                });
            }
            if ring.is_empty() {
                break;
            }
            ring = ring.near().and(rest);
            steps = (steps + 1).min(6);
        }
        if board.is_standard() {
            for end in path.ends {
                self.see(block::END_PLACE + phase * 61 + end.index());
            }
            for card in deck.cards() {
                self.see(block::CARD + card);
            }
        }
    }

    #[inline]
    fn see(&mut self, row: usize) {
        debug_assert!(row < block::END && self.count < MOST);
        self.rows[self.count] = row as u16;
        self.count += 1;
    }

    /// The rows.
    #[inline]
    pub(super) fn rows(&self) -> &[u16] {
        &self.rows[..self.count]
    }
}
