//! The next move towards an answer, from the position that is on the board. The next move of the kept answer was the
//! alternative: it is a mistake as soon as another winning move, or another order of moves, has been played.

use super::answer::{AnswerChecker, verdict};
use super::ends::{Searching, by_proof, chooser, goes_on};
use crate::show::steps_of;
use breadboard_games::{Bots, Views};
use breadboard_search::Score;
use breadboard_wire::{PuzzleState, PuzzleVerdict, puzzle_texts as texts};
use std::collections::{HashSet, VecDeque};

/// Positions of a turn that are looked at for a way to the answer.
const MOST_POSITIONS: usize = 4_000;

impl<G: Bots + Views> AnswerChecker<'_, G> {
    pub(super) fn hint(&self, states: &[G::State]) -> PuzzleVerdict {
        let at = &states[states.len() - 1];
        if chooser(self.game, at) != Some(self.seat) {
            return verdict(PuzzleState::Continue, Vec::new());
        }
        let kept = self.kept_next().and_then(|text| self.game.read_move(at, self.seat, text).ok());
        let next = kept.or_else(|| if by_proof(self.game) { self.winning(at) } else { self.back(at) });
        let why = if next.is_none() { vec![texts::BEGIN_AGAIN.plain()] } else { Vec::new() };
        let state = if by_proof(self.game) { PuzzleState::Continue } else { PuzzleState::Unjudged };
        let hint = next.and_then(|mv| steps_of(self.game, at, &[(self.seat, mv)]).pop());
        PuzzleVerdict { hint, ..verdict(state, why) }
    }

    /// A move that wins by force.
    fn winning(&self, at: &G::State) -> Option<G::Move> {
        let mut searching = Searching::new(self.game, 1);
        let (nodes, stop) = (self.asked.nodes, self.asked.stop);
        let (mv, score) = searching.best(self.game, at, self.seat, &[], nodes, stop)?;
        matches!(score, Score::Win(_)).then_some(mv)
    }

    /// The first move of a shortest way to the end of the answer: of the answer's own moves if they lead there, else of any.
    fn back(&self, at: &G::State) -> Option<G::Move> {
        let own = &self.asked.kept.line;
        self.way(at, &|text| own.iter().any(|one| one == text)).or_else(|| self.way(at, &|_| true))
    }

    fn way(&self, from: &G::State, allowed: &dyn Fn(&str) -> bool) -> Option<G::Move> {
        let (wanted, key) = (self.answered(), self.game.turn_key(&self.start));
        let mut seen: HashSet<String> = HashSet::from([self.game.write_position(from)]);
        let mut queue: VecDeque<(G::State, Option<G::Move>)> = VecDeque::from([(from.clone(), None)]);
        while let Some((at, first)) = queue.pop_front() {
            if !goes_on(self.game, &at, self.seat, key) {
                continue;
            }
            for mv in self.game.moves(&at, self.seat) {
                if !allowed(&self.game.write_move(&at, self.seat, mv)) {
                    continue;
                }
                let mut next = at.clone();
                self.game.apply(&mut next, self.seat, mv);
                let text = self.game.write_position(&next);
                if text == wanted {
                    return first.or(Some(mv));
                }
                if seen.len() < MOST_POSITIONS && seen.insert(text) {
                    queue.push_back((next, first.or(Some(mv))));
                }
            }
        }
        None
    }
}
