//! Expectation over the cards that are left: the mean over every card that may come of the best extension with it, ply by
//! ply. Only the paths that look best are searched deeper, at the root and below, because most of a list is clearly worse, and
//! from the fourth ply on a sample of the cards stands for all. Playing sampled decks to the end costs as much and is
//! noisier.

use super::cache::Cache;
use super::evaluate::PathEvaluation;
use super::planned_path::{Deck, PlannedPath};

/// How far and how wide a planner looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Breadth {
    /// How many of the root's choices are searched, by the number of plies; the last holds for all deeper ones.
    pub(super) choices: [usize; 4],
    /// How many extensions with a card are followed below the root, with up to three plies and with more.
    pub(super) follow: [usize; 2],
    /// How many cards stand for all below the root's own, with more than three plies.
    pub(super) cards: usize,
}

/// A planner in one round.
pub(super) struct Planner<'a> {
    pub(super) evaluation: PathEvaluation<'a>,
    pub(super) breadth: Breadth,
    /// Paths looked at, and the most of them.
    pub(super) nodes: u64,
    pub(super) most: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
    pub(super) stopped: bool,
    pub(super) list: Vec<PlannedPath>,
    pub(super) cache: &'a mut Cache,
}

/// How wide it goes with the plies that it looks at just now.
#[derive(Clone, Copy)]
struct Scope {
    follow: usize,
    cards: usize,
}

/// How many paths are looked at between two questions whether to stop.
const PATIENCE: u64 = 256;
/// With so few cards to come everything can be tried.
const CLOSE: u32 = 2;

impl Planner<'_> {
    /// Searches choices with a number of plies, best first as far as is known, and sorts them again. Each is a
    /// path with its value. Returns whether it came to an end; if not, those that were looked at are in front.
    pub(super) fn deepen(
        &mut self,
        choices: &mut [(PlannedPath, f32, usize)],
        deck: &Deck,
        depth: usize,
    ) -> bool {
        let Breadth { choices: wide, follow, cards } = self.breadth;
        let (wide, scope) = if deck.len() <= CLOSE {
            (usize::MAX, Scope { follow: usize::MAX, cards: usize::MAX })
        } else if depth <= 3 {
            (wide[depth - 1], Scope { follow: follow[0], cards: usize::MAX })
        } else {
            (wide[3], Scope { follow: follow[1], cards })
        };
        let count = wide.min(choices.len());
        let mut done = 0;
        while done < count {
            let value =
                self.expect(&choices[done].0, deck, depth - 1, Scope { cards: usize::MAX, ..scope }, scope);
            if self.stopped {
                break;
            }
            choices[done].1 = value;
            done += 1;
        }
        choices[..done].sort_by(|a, b| b.1.total_cmp(&a.1));
        done == count
    }

    /// What a path is worth before a card is turned, with this number of plies to come.
    fn expect(&mut self, path: &PlannedPath, deck: &Deck, depth: usize, scope: Scope, below: Scope) -> f32 {
        if deck.is_empty() || depth == 0 {
            return self.look(path, deck);
        }
        let (mut sum, mut count) = (0.0, 0);
        for card in deck.some_cards(scope.cards) {
            let rest = deck.without(self.evaluation.board, card);
            let begin = self.list.len();
            let colours = self.evaluation.board.cards()[card];
            path.extensions(self.evaluation.board, colours, &self.evaluation.worth, &mut self.list);
            sum += if depth == 1 || rest.is_empty() {
                let mut best = f32::NEG_INFINITY;
                for index in begin..self.list.len() {
                    let next = self.list[index];
                    best = best.max(self.look(&next, &rest));
                }
                best
            } else {
                self.follow(begin, &rest, depth, below)
            };
            count += 1;
            self.list.truncate(begin);
            if self.stopped {
                return 0.0;
            }
        }
        sum / count as f32
    }

    /// The best of the paths from `begin` on, of which only those that look best are followed.
    fn follow(&mut self, begin: usize, rest: &Deck, depth: usize, scope: Scope) -> f32 {
        let end = self.list.len();
        let mut best = f32::NEG_INFINITY;
        if scope.follow >= end - begin {
            for index in begin..end {
                if self.stopped {
                    break;
                }
                let next = self.list[index];
                best = best.max(self.expect(&next, rest, depth - 1, scope, scope));
            }
            return best;
        }
        const MOST: usize = 8;
        let mut front = [(f32::NEG_INFINITY, 0usize); MOST];
        let front = &mut front[..scope.follow.clamp(1, MOST)];
        for index in begin..end {
            let next = self.list[index];
            let mut entry = (self.look(&next, rest), index);
            for place in front.iter_mut() {
                if entry.0 > place.0 {
                    std::mem::swap(place, &mut entry);
                }
            }
        }
        for &(value, index) in front.iter() {
            if value == f32::NEG_INFINITY || self.stopped {
                break;
            }
            let next = self.list[index];
            best = best.max(self.expect(&next, rest, depth - 1, scope, scope));
        }
        best
    }

    #[inline]
    fn look(&mut self, path: &PlannedPath, deck: &Deck) -> f32 {
        self.nodes += 1;
        // A list that was begun is finished; the watch is not asked again meanwhile.
        if !self.stopped {
            self.stopped = self.nodes >= self.most || self.nodes.is_multiple_of(PATIENCE) && (self.stop)();
        }
        if deck.is_empty() {
            return path.score();
        }
        path.score() + self.cache.recall(path, deck, || self.evaluation.gain(path, deck))
    }
}
