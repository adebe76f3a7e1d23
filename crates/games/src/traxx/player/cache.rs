//! A cache of evaluations within one round: the same cards in another order lead to the same path, and most of the time is
//! spent on evaluating. A slot holds the latest path that hashes to it; chains would keep more and cost as much as
//! they save.

use super::planned_path::{Deck, PlannedPath};

/// Places; a power of two.
const PLACES: usize = 1 << 16;

/// A path with the cards to come, and how many points more are expected of it.
#[derive(Clone, Copy)]
struct Place {
    reached: u64,
    rest: u32,
    gain: f32,
}

/// No path: every path has reached its start.
const EMPTY: Place = Place { reached: 0, rest: 0, gain: 0.0 };

/// A cache for one round, in which the worth of numbers stays the same. It keeps nothing before `begin`.
#[derive(Default)]
pub(super) struct Cache(Vec<Place>);

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cache of {}", self.0.len())
    }
}

impl Cache {
    /// Forgets everything, for a new round.
    pub(super) fn begin(&mut self) {
        self.0.clear();
        self.0.resize(PLACES, EMPTY);
    }

    /// What is kept of a path, or what is found now.
    #[inline]
    pub(super) fn recall(&mut self, path: &PlannedPath, deck: &Deck, find: impl FnOnce() -> f32) -> f32 {
        let ends = (path.ends[0].index() << 6 | path.ends[1].index()) as u32;
        let rest = ends << 16 | u32::from(deck.left());
        let mixed = (path.reached.0 ^ u64::from(rest).rotate_left(40)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let Some(place) = self.0.get_mut((mixed >> 48) as usize) else { return find() };
        if place.reached != path.reached.0 || place.rest != rest {
            *place = Place { reached: path.reached.0, rest, gain: find() };
        }
        place.gain
    }
}
