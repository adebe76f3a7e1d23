//! The Träxx player: every seat plans its own path over the cards that are left, with a value learned from play and a
//! few plies of expectation. Rivals change what numbers are worth and nothing else, so a tree with everybody's
//! moves in it, as a sampling search grows it, would spend itself on what hardly matters.

mod greedy;
mod hindsight;
mod judge;
mod level;
mod memory;
mod net;
mod plan;
mod sight;
#[cfg(test)]
mod tests;
mod trail;

pub use judge::Judge;
pub use net::{Net, ONE, WIDTH};
pub use sight::{Sight, Threats, rows};
pub use trail::{Deck, Trail, Worth};

use super::path::{Numbers, half};
use super::{Move, State, Traxx};
use breadboard_core::{Game as _, Rng as _, Seat, SplitMix};
use breadboard_search::{Effort, Player, Report, Score, Watch};
use level::Strength;
use memory::Memory;
use plan::Planner;

/// A player of one game.
#[derive(Debug)]
struct Bot {
    net: Option<&'static Net>,
    strength: Strength,
    memory: Memory,
}

impl Bot {
    fn new(seats: u8, strength: Strength) -> Bot {
        Bot { net: Net::learned(seats), strength, memory: Memory::default() }
    }

    fn judge<'a>(&'a self, game: &'a Traxx, state: &State, seat: Seat, deck: &Deck) -> Judge<'a> {
        let trails: Vec<Trail> = Seat::all(game.seats).map(|seat| Trail::of(state.path(seat))).collect();
        let among = |seat, taken| Judge::among(&game.board, self.net, &trails, seat, taken);
        let mut judge = among(seat.index(), state.taken);
        if trails.len() == 1 {
            return judge;
        }
        // Among rivals the lead counts: what is halved for them is won. With several of them only one is the one to beat.
        let share = 1.0 / (trails.len() - 1) as f32;
        for rival in (0..trails.len()).filter(|rival| *rival != seat.index()) {
            let theirs = among(rival, state.taken).value(&trails[rival], deck);
            for number in 2..=10 {
                let open = !state.taken.contains(number) && !trails[rival].numbers.contains(number);
                if open {
                    let halved =
                        Judge { worth: Worth::among(state.taken.with(number)), ..among(rival, state.taken) };
                    let loss = theirs - halved.value(&trails[rival], deck);
                    // Half of the number is all that can be lost, whatever was learned of positions that hardly ever occur.
                    let most = f32::from(number - half(number));
                    judge.worth.denies[usize::from(number)] += share * loss.clamp(0.0, most);
                }
            }
        }
        judge
    }

    /// The choices of a round as paths, one for all walks that leave the same path behind.
    fn choices(
        game: &Traxx,
        state: &State,
        seat: Seat,
        moves: &[Move],
        judge: &Judge<'_>,
    ) -> Vec<(Trail, f32, usize)> {
        let before = state.path(seat).numbers();
        let mut choices: Vec<(Trail, f32, usize)> = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let path = game.extended(state, seat, mv);
            let mut trail = Trail::of(&path);
            let fresh: Numbers = path.full().less(before);
            trail.points += fresh.iter().map(|number| judge.worth.denies[usize::from(number)]).sum::<f32>();
            let twin = choices
                .iter_mut()
                .find(|(other, ..)| other.reached == trail.reached && other.ends == trail.ends);
            match twin {
                Some(twin) if twin.0.points >= trail.points => {}
                Some(twin) => *twin = (trail, 0.0, index),
                None => choices.push((trail, 0.0, index)),
            }
        }
        choices
    }
}

impl Player<Traxx> for Bot {
    fn choose(&mut self, game: &Traxx, state: &State, seat: Seat, rng: &mut SplitMix) -> Move {
        self.think(game, state, seat, rng, Effort::Own(1.0), &Watch::NOBODY)
    }

    fn think(
        &mut self,
        game: &Traxx,
        state: &State,
        seat: Seat,
        rng: &mut SplitMix,
        effort: Effort,
        watch: &Watch<'_, Move>,
    ) -> Move {
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut moves);
        let deck = Deck::of(&game.board, state.left);
        // The memory is the bot's, so that no round has to ask for one; it comes back at the end.
        let mut memory = std::mem::take(&mut self.memory);
        let judge = self.judge(game, state, seat, &deck);
        let mut choices = Bot::choices(game, state, seat, &moves, &judge);
        let (depth, most) = self.strength.limits(effort);
        let seed = rng.next_u64();
        for (trail, value, _) in &mut choices {
            *value = self.strength.sees(&judge, trail, &deck, seed);
        }
        choices.sort_by(|a, b| b.1.total_cmp(&a.1));
        if depth > 1 {
            memory.begin();
        }
        let mut planner = Planner {
            judge,
            breadth: self.strength.breadth,
            nodes: choices.len() as u64,
            most,
            stop: watch.stop,
            stopped: false,
            list: Vec::with_capacity(1024),
            memory: &mut memory,
        };
        let tell = |choices: &[(Trail, f32, usize)], depth: usize, nodes: u64| {
            if let Some(&(_, value, index)) = choices.first() {
                let score = Score::Points((100.0 * value).round() as i32);
                (watch.report)(&Report { depth: depth as u32, score, nodes, line: vec![moves[index]] });
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
        self.memory = memory;
        choices.first().map_or(Move::PASS, |&(_, _, index)| moves[index])
    }
}
