//! The Träxx player: every seat plans its own path over the cards that are left, with a value learned from play and a
//! few plies of expectation. Rivals only change what numbers are worth, so a tree with the moves of all seats, as a sampling
//! search builds it, would spend its budget on what hardly matters.

mod cache;
mod evaluate;
mod features;
mod greedy;
mod hindsight;
mod levels;
mod outlook;
mod plan;
mod planned_path;
#[cfg(test)]
mod tests;
#[cfg(feature = "train")]
mod train;
mod weights;

use super::path::{Numbers, half};
use super::{Move, State, Traxx};
use breadboard_core::{Rng as _, Rules as _, Seat, SplitMix};
use breadboard_search::{Effort, Player, Report, Score, Watch, keep_allowed};
use cache::Cache;
use evaluate::PathEvaluation;
use levels::Strength;
use plan::Planner;
use planned_path::{Deck, NumberValues, PlannedPath};
use weights::Net;

/// A player of one game.
#[derive(Debug)]
struct Bot {
    net: Option<&'static Net>,
    strength: Strength,
    cache: Cache,
    lines: usize,
    /// The moves to choose among; all if empty.
    allowed: Vec<Move>,
}

impl Bot {
    fn new(seats: u8, strength: Strength) -> Bot {
        Bot { net: Net::learned(seats), strength, cache: Cache::default(), lines: 1, allowed: Vec::new() }
    }

    fn evaluation<'a>(
        &'a self,
        game: &'a Traxx,
        state: &State,
        seat: Seat,
        deck: &Deck,
    ) -> PathEvaluation<'a> {
        let paths: Vec<PlannedPath> =
            Seat::all(game.seats).map(|seat| PlannedPath::of(state.path(seat))).collect();
        let among = |seat, taken| PathEvaluation::among(&game.board, self.net, &paths, seat, taken);
        let mut evaluation = among(seat.index(), state.taken);
        if paths.len() == 1 {
            return evaluation;
        }
        // Among rivals the lead counts: points that they lose are gains. With several rivals each counts for a part.
        let share = 1.0 / (paths.len() - 1) as f32;
        for rival in (0..paths.len()).filter(|rival| *rival != seat.index()) {
            let theirs = among(rival, state.taken).value(&paths[rival], deck);
            for number in 2..=10 {
                let open = !state.taken.contains(number) && !paths[rival].numbers.contains(number);
                if open {
                    let halved = PathEvaluation {
                        worth: NumberValues::among(state.taken.with(number)),
                        ..among(rival, state.taken)
                    };
                    let loss = theirs - halved.value(&paths[rival], deck);
                    // At most half of the number can be lost. What was learned about rare positions may say more, so it is
                    // capped.
                    let most = f32::from(number - half(number));
                    evaluation.worth.denies[usize::from(number)] += share * loss.clamp(0.0, most);
                }
            }
        }
        evaluation
    }

    /// The choices of a round as paths, one for all walks that leave the same path behind.
    fn choices(
        game: &Traxx,
        state: &State,
        seat: Seat,
        moves: &[Move],
        evaluation: &PathEvaluation<'_>,
    ) -> Vec<(PlannedPath, f32, usize)> {
        let before = state.path(seat).numbers();
        let mut choices: Vec<(PlannedPath, f32, usize)> = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let extended = game.extended(state, seat, mv);
            let mut path = PlannedPath::of(&extended);
            let fresh: Numbers = extended.full().less(before);
            path.points +=
                fresh.iter().map(|number| evaluation.worth.denies[usize::from(number)]).sum::<f32>();
            let twin = choices
                .iter_mut()
                .find(|(other, ..)| other.reached == path.reached && other.ends == path.ends);
            match twin {
                Some(twin) if twin.0.points >= path.points => {}
                Some(twin) => *twin = (path, 0.0, index),
                None => choices.push((path, 0.0, index)),
            }
        }
        choices
    }
}

impl Player<Traxx> for Bot {
    fn think(
        &mut self,
        game: &Traxx,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut moves = game.moves(state, seat);
        keep_allowed(&mut moves, &self.allowed);
        let deck = Deck::of(&game.board, state.left);
        // The cache is the bot's, so that no round has to ask for one; it comes back at the end.
        let mut cache = std::mem::take(&mut self.cache);
        let evaluation = self.evaluation(game, state, seat, &deck);
        let mut choices = Bot::choices(game, state, seat, &moves, &evaluation);
        let (depth, most) = self.strength.limits(effort);
        let seed = rng.next_u64();
        for (path, value, _) in &mut choices {
            *value = self.strength.sees(&evaluation, path, &deck, seed);
        }
        choices.sort_by(|a, b| b.1.total_cmp(&a.1));
        if depth > 1 {
            cache.begin();
        }
        let mut planner = Planner {
            evaluation,
            breadth: self.strength.breadth,
            nodes: choices.len() as u64,
            most,
            stop: watch.stop,
            stopped: false,
            list: Vec::with_capacity(1024),
            cache: &mut cache,
        };
        let lines = self.lines;
        let tell = |choices: &[(PlannedPath, f32, usize)], depth: usize, nodes: u64| {
            for (rank, &(_, value, index)) in (1..).zip(choices.iter().take(lines)) {
                let score = Score::Points((100.0 * value).round() as i32);
                let report = Report::new(depth as u32, score, nodes, vec![moves[index]]);
                (watch.report)(&Report { rank, ..report });
            }
        };
        tell(&choices, 1, planner.nodes);
        // After the last card nothing is to come.
        for plies in 2..=depth.min(deck.len() as usize + 1) {
            let whole = planner.deepen(&mut choices, &deck, plies);
            tell(&choices, plies, planner.nodes);
            if !whole {
                break;
            }
        }
        self.cache = cache;
        choices.first().map_or(Move::PASS, |&(_, _, index)| moves[index])
    }

    fn use_lines(&mut self, lines: usize) -> bool {
        self.lines = lines;
        true
    }

    fn choose_among(&mut self, moves: &[Move]) {
        self.allowed = moves.to_vec();
    }
}
