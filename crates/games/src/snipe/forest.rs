//! A forest is one bit set of cards for each exit and each kind of crumb place, not a list of cards: a rotation
//! moves four bits, and all cards take a step of a flood or of a look-ahead at once.

use super::spaces::Direction::{self, East, North, South, West};
use super::spaces::{CENTRE, Card, Directions, Space, Spaces, Spin};

/// What a card is, however it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Cross,
    Tee,
    Straight,
    Corner,
}

impl Kind {
    /// The exits in the first orientation, as a set of directions.
    pub(super) const fn exits(self) -> u8 {
        match self {
            Kind::Cross => 0b1111,
            Kind::Tee => 0b1011,
            Kind::Straight => 0b0101,
            Kind::Corner => 0b0011,
        }
    }

    pub(super) const fn of(exits: Directions) -> Option<Kind> {
        match exits.0 {
            0b1111 => Some(Kind::Cross),
            0b0111 | 0b1011 | 0b1101 | 0b1110 => Some(Kind::Tee),
            0b0101 | 0b1010 => Some(Kind::Straight),
            0b0011 | 0b0110 | 0b1100 | 0b1001 => Some(Kind::Corner),
            _ => None,
        }
    }
}

/// The cards as they lie, with what is printed and what lies on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Forest {
    /// The cards that have an exit on each side, clockwise from the north.
    exits: [u64; 4],
    pub(super) crumbs: Spaces,
    pub(super) feathers: u64,
    pub(super) arrows: u64,
    pub(super) nest: Card,
    pub(super) station: Card,
}

impl Forest {
    /// Before the deal.
    pub(super) const BARE: Forest = Forest {
        exits: [0; 4],
        crumbs: Spaces([0; 5]),
        feathers: 0,
        arrows: 0,
        nest: Card::FIRST,
        station: Card::FIRST,
    };

    /// Whether the cards of another forest lie the same way.
    #[inline]
    pub(super) const fn has_same_paths(&self, other: &Forest) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.exits, other.exits);
        (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h) == 0
    }

    /// Lays a card whose place is free.
    pub(super) fn lay(&mut self, card: Card, exits: Directions) {
        for side in exits.iter() {
            self.exits[side.index()] |= card.bit();
        }
    }

    /// Where cards lie.
    #[inline]
    pub(super) const fn cards(&self) -> u64 {
        self.exits[0] | self.exits[1] | self.exits[2] | self.exits[3]
    }

    /// The cards with an exit on one side.
    #[inline]
    pub(super) const fn with_exit(&self, side: Direction) -> u64 {
        self.exits[side as usize]
    }

    /// The cards whose exit on one side meets an exit of the neighbour.
    #[inline]
    pub(super) const fn linked(&self, side: Direction) -> u64 {
        self.exits[side as usize] & side.before(self.exits[side.opposite() as usize])
    }

    /// The exits of one card.
    #[inline]
    pub(super) const fn exits_of(&self, card: Card) -> Directions {
        let at = card.0 & 63;
        let [north, east, south, west] = self.exits;
        let set = (north >> at & 1) | (east >> at & 1) << 1 | (south >> at & 1) << 2 | (west >> at & 1) << 3;
        Directions(set as u8)
    }

    /// Whether a space is path.
    #[inline]
    pub(super) const fn has(&self, space: Space) -> bool {
        match space.side() {
            Some(side) => self.exits[side as usize] & space.card().bit() != 0,
            None => self.cards() & space.card().bit() != 0,
        }
    }

    /// The spaces of the path next to a space.
    #[inline]
    pub(super) const fn ways(&self, from: Space) -> Directions {
        match from.side() {
            None => self.exits_of(from.card()),
            Some(side) => {
                let inward = 1 << side.opposite() as u8;
                let out = self.exits[side.opposite() as usize] & from.card().beyond(side).bit() != 0;
                Directions(inward | (out as u8) << side as u8)
            }
        }
    }

    /// S10: the ways on for a pawn whose last step went in direction `went`: not straight back, except where
    /// there is no other way.
    #[inline]
    pub(super) const fn ways_on(&self, from: Space, went: Option<Direction>) -> Directions {
        let ways = self.ways(from);
        match went {
            None => ways,
            Some(went) => {
                let on = ways.without(went.opposite());
                if on.is_empty() { ways } else { on }
            }
        }
    }

    /// The space one step on; `None` where hedge is.
    #[inline]
    pub(super) const fn step(&self, from: Space, direction: Direction) -> Option<Space> {
        if self.ways(from).contains(direction) { Some(from.next(direction)) } else { None }
    }

    /// Turns a card by 90°, with its crumbs (S19).
    pub(super) fn rotate(&mut self, card: Card, way: Spin) {
        let turn = |sets: &mut [u64], bit: u64| {
            let old = [0, 1, 2, 3].map(|side: usize| sets[side] & bit);
            for side in Direction::ALL {
                let to = way.carries(side).index();
                sets[to] = sets[to] & !bit | old[side.index()];
            }
        };
        turn(&mut self.exits, card.bit());
        turn(&mut self.crumbs.0, card.bit());
    }

    /// Whether the paths join all these cards.
    pub(super) fn joins(&self, cards: u64) -> bool {
        self.reach(cards & cards.wrapping_neg(), cards) == cards
    }

    /// The cards of a set that paths over its cards join with one of `start`.
    pub(super) fn reach(&self, start: u64, cards: u64) -> u64 {
        let north = self.linked(North) & cards & North.before(cards);
        let east = self.linked(East) & cards & East.before(cards);
        let mut reached = start & cards;
        loop {
            let next = reached
                | South.before(reached & north)
                | North.before(reached) & north
                | West.before(reached & east)
                | East.before(reached) & east;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Steps from a space to the nearest of a set, over the paths as they lie; nothing if none leads there.
    pub(super) fn steps_to(&self, from: Space, to: &Spaces) -> Option<u32> {
        let mut reached = Spaces::default();
        reached.insert(from);
        for steps in 0.. {
            if reached.meets(to) {
                return Some(steps);
            }
            let next = self.spread(&reached);
            if next == reached {
                break;
            }
            reached = next;
        }
        None
    }

    /// The spaces of a set and all that are one step from them.
    #[inline]
    pub(super) fn spread(&self, set: &Spaces) -> Spaces {
        let mut next = *set;
        for side in Direction::ALL {
            let here = side.index();
            next.0[here] |= set.0[CENTRE] & self.exits[here];
            next.0[here] |= side.before(set.0[side.opposite().index()]) & self.exits[here];
            next.0[CENTRE] |= set.0[here];
        }
        next
    }
}
