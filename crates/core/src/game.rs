//! A whole game is four traits: [`Rules`], [`ChanceEvents`], [`Notation`] and [`Show`]. `Game` stands for all of
//! them and adds the checked way in. One trait with everything was the alternative: a game had 21 methods to
//! write before anything compiled.

use crate::chance::ChanceEvents;
use crate::notation::Notation;
use crate::outcome::{Outcome, Turn};
use crate::playout::{Tally, list_pick_apply};
use crate::refusal::{Refusal, refusals};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::show::Show;

/// Rules, chance, notation and showing together. Every type that has the four traits is a `Game`.
pub trait Game: Rules + ChanceEvents + Notation + Show {
    /// Makes one event after checking it: the only way in for everything that comes from outside.
    ///
    /// # Errors
    /// The reason; the state is then unchanged.
    fn play(&self, state: &mut Self::State, event: &Event<Self>) -> Result<(), Refusal> {
        match (self.turn(state), event) {
            (Turn::Over(_), _) => return Err(refusals::game_over()),
            (Turn::Chance, Event::Chance(chance)) => self.check_chance(state, chance)?,
            (Turn::Chance, _) => return Err(refusals::chance_first()),
            (Turn::Act(_), Event::Chance(_)) => return Err(refusals::no_chance()),
            (Turn::Act(seats), Event::Act(choices)) => {
                for &(seat, mv) in choices {
                    if !seats.contains(seat) {
                        return Err(refusals::not_your_turn(seat));
                    }
                    self.check(state, seat, mv)?;
                }
                if !choices.iter().map(|(seat, _)| *seat).eq(seats.iter()) {
                    return Err(refusals::round_seats(seats));
                }
            }
        }
        event.apply(self, state);
        Ok(())
    }

    /// Plays uniformly random moves to the end, the fastest way the game has.
    fn playout<R: Rng>(&self, state: &mut Self::State, rng: &mut R, tally: &mut Tally) -> Outcome {
        match self.fast_playout(state, rng, tally) {
            Some(outcome) => outcome,
            None => list_pick_apply(self, state, rng, tally),
        }
    }
}

impl<G: Rules + ChanceEvents + Notation + Show> Game for G {}

/// One thing that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<G: ChanceEvents> {
    /// A roll, card or deal.
    Chance(G::Chance),
    /// The choices of the acting seats, in seat order: one, or all of a simultaneous round.
    Act(Vec<(Seat, G::Move)>),
}

impl<G: ChanceEvents> Event<G> {
    /// The move of one seat.
    #[must_use]
    pub fn one(seat: Seat, mv: G::Move) -> Event<G> {
        Event::Act(vec![(seat, mv)])
    }

    /// The next event of a game in progress: chance is sampled, and the acting seats are asked in seat order. `None` when the
    /// game is over.
    pub fn next<R: Rng>(
        game: &G,
        state: &G::State,
        rng: &mut R,
        mut choose: impl FnMut(Seat, &mut R) -> G::Move,
    ) -> Option<Event<G>> {
        match game.turn(state) {
            Turn::Over(_) => None,
            Turn::Chance => game.sample_chance(state, rng).map(Event::Chance),
            Turn::Act(seats) => {
                Some(Event::Act(seats.iter().map(|seat| (seat, choose(seat, rng))).collect()))
            }
        }
    }

    /// The next event, with a random legal move of each acting seat. `None` when the game is over.
    pub fn random<R: Rng>(game: &G, state: &G::State, rng: &mut R) -> Option<Event<G>> {
        let mut moves = Vec::new();
        Event::next(game, state, rng, |seat, rng| {
            moves.clear();
            game.legal_moves(state, seat, &mut moves);
            moves[rng.below(moves.len() as u32) as usize]
        })
    }

    /// Makes the event without checking it.
    pub fn apply(&self, game: &G, state: &mut G::State) {
        match self {
            Event::Chance(chance) => game.apply_chance(state, chance),
            Event::Act(choices) => match choices[..] {
                [(seat, mv)] => game.apply(state, seat, mv),
                _ => game.apply_round(state, choices),
            },
        }
    }
}
