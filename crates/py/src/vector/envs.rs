//! Games side by side, stepped by loops that are compiled for the game. Everything that a game draws at random follows from
//! its own seed and its number, not from the other games or the number of threads.

use super::rows::{Rows, Sizes, split};
use crate::any_state::{AnyState, Playable, return_of};
use crate::errors::Failure;
use crate::typed::{Shared, Typed, children};
use breadboard_core::{Rng as _, Seat, SeatSet, SplitMix, Turn};
use breadboard_games::Level;
use breadboard_search::Player;
use rayon::prelude::*;
use std::sync::Arc;

/// What a set of games is made of.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// One for each game.
    pub(crate) seeds: Vec<u64>,
    /// The bots, by seat; the caller chooses for the other seats.
    pub(crate) opponents: Vec<Option<Level>>,
    /// A finished game begins again in the step that finished it; otherwise in the next one.
    pub(crate) same_step: bool,
}

/// Any set of games.
pub(crate) trait AnyEnvs: Send {
    fn reset(&mut self, seeds: Option<&[u64]>, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>);
    /// Reads one action a game. An action that is not legal is an error, and nothing changes; or, if it `loses`, the step
    /// ends that game.
    fn read(&mut self, actions: &[i64], loses: bool, pool: Option<&rayon::ThreadPool>)
    -> Result<(), Failure>;
    /// Makes the actions that were read.
    fn step(&mut self, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>);
    /// Makes random legal moves, and writes what is seen after each of them.
    fn step_random(&mut self, steps: usize, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>);
    /// A random legal action of every game; 0 where none is wanted.
    fn sample(&mut self, out: &mut [i64]);
    /// For every game where its choices begin in the two lists, and their end; the actions; what the seat sees after each.
    fn children(&mut self) -> (Vec<i64>, Vec<i64>, Vec<u8>);
    fn state(&self, index: usize) -> Box<dyn AnyState>;
    /// Puts a game at a position.
    fn set_state(&mut self, index: usize, state: &dyn AnyState, rows: Rows<'_>) -> Result<(), Failure>;
    /// How many games each place has finished.
    fn episodes(&self) -> Vec<i64>;
}

pub(crate) struct Envs<G: Playable> {
    shared: Arc<Shared<G>>,
    envs: Vec<Env<G>>,
    opponents: Vec<Option<Level>>,
    same_step: bool,
}

struct Env<G: Playable> {
    state: G::State,
    seed: u64,
    /// Games begun before this one.
    episode: u64,
    chance: SplitMix,
    play: SplitMix,
    /// The choices of a simultaneous round so far, in seat order; no seat sees them.
    pending: Vec<(Seat, G::Move)>,
    /// Who chooses; `None` if the game is over.
    seat: Option<Seat>,
    /// Whose view is shown.
    viewer: Seat,
    /// The move that was read for the next step; `None` loses.
    chosen: Option<G::Move>,
    /// Who lost by an action that was not legal.
    forfeit: Option<Seat>,
    moves: Vec<G::Move>,
    players: Vec<Option<Box<dyn Player<G> + Send>>>,
    scratch: Vec<u8>,
}

impl<G: Playable> Env<G> {
    fn new(shared: &Shared<G>, seed: u64) -> Env<G> {
        Env {
            state: shared.game.start(),
            seed,
            episode: 0,
            chance: SplitMix::new(0),
            play: SplitMix::new(0),
            pending: Vec::new(),
            seat: None,
            viewer: Seat::FIRST,
            chosen: None,
            forfeit: None,
            moves: Vec::new(),
            players: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Begins the game with the present number.
    fn begin(&mut self, game: &G, opponents: &[Option<Level>]) {
        self.state = game.start();
        self.chance = SplitMix::stream(self.seed, 2 * self.episode);
        self.play = SplitMix::stream(self.seed, 2 * self.episode + 1);
        self.forfeit = None;
        self.chosen = None;
        self.pending.clear();
        // New players: what they remember of an older game must not change their moves.
        self.players.clear();
        if opponents.iter().any(Option::is_some) {
            self.players.extend(opponents.iter().map(|level| level.map(|level| level.player(game))));
        }
        self.go_on(game);
    }

    /// Goes on to the next choice of the caller.
    #[inline]
    fn go_on(&mut self, game: &G) {
        loop {
            match game.turn(&self.state) {
                Turn::Over(_) => {
                    self.seat = None;
                    return;
                }
                Turn::Chance => {
                    let Some(chance) = game.sample_chance(&self.state, &mut self.chance) else {
                        self.seat = None;
                        return;
                    };
                    game.apply_chance(&mut self.state, &chance);
                }
                Turn::Act(seats) => {
                    let chosen = |seat: &Seat| self.pending.iter().any(|(other, _)| other == seat);
                    let Some(seat) = seats.iter().find(|seat| !chosen(seat)) else { return };
                    match self.players.get_mut(seat.index()) {
                        Some(Some(player)) => {
                            let mv = player.choose(game, &self.state, seat, &mut self.play);
                            self.make(game, seats, seat, mv);
                        }
                        _ => {
                            (self.seat, self.viewer) = (Some(seat), seat);
                            return;
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn make(&mut self, game: &G, seats: SeatSet, seat: Seat, mv: G::Move) {
        if seats.single().is_some() {
            game.apply(&mut self.state, seat, mv);
            return;
        }
        self.pending.push((seat, mv));
        if self.pending.len() == seats.len() {
            game.apply_round(&mut self.state, &self.pending);
            self.pending.clear();
        }
    }

    /// Makes a legal move of the seat that chooses.
    #[inline]
    fn choose(&mut self, game: &G, seat: Seat, mv: G::Move) {
        if let Turn::Act(seats) = game.turn(&self.state) {
            self.make(game, seats, seat, mv);
        }
        self.go_on(game);
    }

    #[inline]
    fn random(&mut self, game: &G, seat: Seat) -> G::Move {
        self.moves.clear();
        game.legal_moves(&self.state, seat, &mut self.moves);
        self.moves[self.play.below(self.moves.len() as u32) as usize]
    }

    fn rewards(&self, game: &G, out: &mut [f32]) {
        let seats = game.seats();
        let scores = game.scores(&self.state);
        let outcome = game.turn(&self.state).outcome();
        for (seat, reward) in Seat::all(seats).zip(out) {
            *reward = match (self.forfeit, outcome) {
                (Some(loser), _) if seats > 1 => {
                    if seat == loser {
                        -1.0
                    } else {
                        1.0 / f32::from(seats - 1)
                    }
                }
                (Some(_), _) => scores.as_ref().map_or(0.0, |scores| scores[seat] as f32),
                (None, Some(outcome)) => return_of(outcome, scores.as_ref(), seat, seats) as f32,
                (None, None) => 0.0,
            };
        }
    }
}

/// A part of the games, with its part of the arrays.
struct Block<'a, G: Playable> {
    shared: &'a Shared<G>,
    opponents: &'a [Option<Level>],
    same_step: bool,
    envs: &'a mut [Env<G>],
    rows: Rows<'a>,
}

impl<G: Playable> Block<'_, G> {
    fn reset(mut self) {
        for index in 0..self.envs.len() {
            self.envs[index].begin(&self.shared.game, self.opponents);
            self.rows.clear_end(index);
            self.write(index);
        }
    }

    /// Writes what is seen of a game.
    #[inline]
    fn write(&mut self, index: usize) {
        let (env, game) = (&mut self.envs[index], &self.shared.game);
        let (state, viewer, moves) = (&env.state, env.viewer, &mut env.moves);
        self.rows.observe(index, &mut env.scratch, |out| game.observe(state, viewer, out));
        let mask = self.rows.mask(index);
        let legal = if env.seat.is_some() { game.mask(state, viewer, moves, mask) } else { 0 };
        self.rows.set_turn(index, env.seat, legal);
    }

    /// One step of one game; `choice` is asked if it is not over.
    #[inline]
    fn step_one(&mut self, index: usize, choice: impl FnOnce(&mut Env<G>, Seat) -> Option<G::Move>) {
        let game = &self.shared.game;
        let env = &mut self.envs[index];
        self.rows.clear_end(index);
        match env.seat {
            None => {
                env.episode += 1;
                env.begin(game, self.opponents);
            }
            Some(seat) => {
                match choice(env, seat) {
                    Some(mv) => env.choose(game, seat, mv),
                    None => (env.forfeit, env.seat) = (Some(seat), None),
                }
                if env.seat.is_none() {
                    env.rewards(game, self.rows.rewards(index));
                    self.rows.set_done(index);
                    if self.same_step {
                        env.episode += 1;
                        env.begin(game, self.opponents);
                    }
                }
            }
        }
        self.write(index);
    }

    fn step(mut self) {
        for index in 0..self.envs.len() {
            self.step_one(index, |env, _| env.chosen.take());
        }
    }

    fn step_random(mut self, steps: usize) {
        let game = &self.shared.game;
        for _ in 0..steps {
            for index in 0..self.envs.len() {
                self.step_one(index, |env, seat| Some(env.random(game, seat)));
            }
        }
    }
}

impl<G: Playable> Envs<G> {
    pub(crate) fn new(shared: Arc<Shared<G>>, plan: &Plan) -> Envs<G> {
        let envs = plan.seeds.iter().map(|&seed| Env::new(&shared, seed)).collect();
        Envs { shared, envs, opponents: plan.opponents.clone(), same_step: plan.same_step }
    }

    fn sizes(&self) -> Sizes {
        let spaces = &self.shared.spaces;
        Sizes { values: spaces.values(), actions: spaces.actions, seats: self.shared.game.seats().into() }
    }

    /// Does something with all games, on the threads of the pool.
    fn each<'a>(
        &'a mut self,
        rows: Rows<'a>,
        pool: Option<&rayon::ThreadPool>,
        work: impl Fn(Block<'_, G>) + Send + Sync,
    ) {
        let sizes = self.sizes();
        let blocks = pool.map_or(1, |pool| 4 * pool.current_num_threads());
        let each = self.envs.len().div_ceil(blocks).max(1);
        let (shared, opponents, same_step) = (&*self.shared, &*self.opponents, self.same_step);
        let rows = split(rows, sizes, each);
        let parts = self.envs.chunks_mut(each).zip(rows);
        let blocks = parts.map(|(envs, rows)| Block { shared, opponents, same_step, envs, rows });
        match pool {
            None => blocks.for_each(work),
            Some(pool) => {
                let blocks: Vec<Block<'_, G>> = blocks.collect();
                pool.install(|| blocks.into_par_iter().for_each(work));
            }
        }
    }
}

impl<G: Playable> AnyEnvs for Envs<G> {
    fn reset(&mut self, seeds: Option<&[u64]>, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>) {
        for (index, env) in self.envs.iter_mut().enumerate() {
            match seeds {
                Some(seeds) => (env.seed, env.episode) = (seeds[index], 0),
                None => env.episode += 1,
            }
        }
        self.each(rows, pool, |block| block.reset());
    }

    fn read(
        &mut self,
        actions: &[i64],
        loses: bool,
        pool: Option<&rayon::ThreadPool>,
    ) -> Result<(), Failure> {
        let game = &self.shared.game;
        let read = |(index, (env, &action)): (usize, (&mut Env<G>, &i64))| -> Option<(usize, Seat)> {
            let seat = env.seat?;
            let mv = usize::try_from(action).ok().and_then(|action| game.move_of(&env.state, seat, action));
            env.chosen = mv.filter(|&mv| game.check(&env.state, seat, mv).is_ok());
            (env.chosen.is_none() && !loses).then_some((index, seat))
        };
        let wrong = match pool {
            None => self.envs.iter_mut().zip(actions).enumerate().find_map(read),
            Some(pool) => pool.install(|| {
                let envs = self.envs.par_iter_mut().zip(actions.par_iter()).with_min_len(64);
                envs.enumerate().filter_map(read).min_by_key(|(index, _)| *index)
            }),
        };
        let Some((index, seat)) = wrong else { return Ok(()) };
        let at = Typed { shared: self.shared.clone(), state: self.envs[index].state.clone() };
        let action = usize::try_from(actions[index]).unwrap_or(usize::MAX);
        let reason = at.read(seat, &crate::any_state::Choice::Action(action)).err();
        let reason = reason.map_or(String::new(), |reason| match reason {
            Failure::Refused(refusal) => refusal.to_string(),
            Failure::NoAction(text) | Failure::Value(text) | Failure::Player(text) => text,
        });
        Err(Failure::NoAction(format!(
            "action {} of game {index} is not legal, and no game was stepped: {reason}",
            actions[index]
        )))
    }

    fn step(&mut self, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>) {
        self.each(rows, pool, |block| block.step());
    }

    fn step_random(&mut self, steps: usize, rows: Rows<'_>, pool: Option<&rayon::ThreadPool>) {
        self.each(rows, pool, |block| block.step_random(steps));
    }

    fn sample(&mut self, out: &mut [i64]) {
        let game = &self.shared.game;
        for (env, action) in self.envs.iter_mut().zip(out) {
            *action = match env.seat {
                Some(seat) => {
                    let mv = env.random(game, seat);
                    game.action(&env.state, seat, mv) as i64
                }
                None => 0,
            };
        }
    }

    fn children(&mut self) -> (Vec<i64>, Vec<i64>, Vec<u8>) {
        let (mut starts, mut actions, mut seen) = (vec![0], Vec::new(), Vec::new());
        for env in &mut self.envs {
            if let Some(seat) = env.seat {
                children(&self.shared, &env.state, seat, &mut env.moves, &mut actions, &mut seen);
            }
            starts.push(actions.len() as i64);
        }
        (starts, actions, seen)
    }

    fn state(&self, index: usize) -> Box<dyn AnyState> {
        Box::new(Typed { shared: self.shared.clone(), state: self.envs[index].state.clone() })
    }

    fn set_state(&mut self, index: usize, state: &dyn AnyState, rows: Rows<'_>) -> Result<(), Failure> {
        let other = state.as_any().downcast_ref::<Typed<G>>().filter(|other| {
            Arc::ptr_eq(&self.shared, &other.shared) || state.spec() == self.state(index).spec()
        });
        let Some(other) = other else {
            let own = self.state(index).spec();
            return Err(Failure::Value(format!(
                "these are games of {own}, and the state is one of {}",
                state.spec()
            )));
        };
        let env = &mut self.envs[index];
        env.state = other.state.clone();
        env.pending.clear();
        (env.chosen, env.forfeit) = (None, None);
        env.go_on(&self.shared.game);
        let (opponents, same_step, sizes) = (&*self.opponents, self.same_step, self.sizes());
        let row = split(rows, sizes, 1).into_iter().nth(index);
        if let Some(rows) = row {
            let envs = std::slice::from_mut(&mut self.envs[index]);
            let mut block = Block { shared: &self.shared, opponents, same_step, envs, rows };
            block.rows.clear_end(0);
            block.write(0);
        }
        Ok(())
    }

    fn episodes(&self) -> Vec<i64> {
        self.envs.iter().map(|env| env.episode as i64).collect()
    }
}
