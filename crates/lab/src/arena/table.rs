//! One game between contenders, with clocks. Chance event number `n` of a deal is drawn from a stream of its own, so
//! that the same deal brings the same cards even after different play.

use super::names::Contender;
use crate::engine::{Client, Fault};
use breadboard_core::{Event, Game, Outcome, Rng as _, Seat, Spec, SplitMix, Turn};
use breadboard_games::Bots;
use breadboard_search::{Budget, Effort, Player, Watch};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The terms of a match.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The seed of deals, openings and players.
    pub(crate) seed: u64,
    /// Random moves before the players take over.
    pub(crate) openings: u32,
    /// What share of its budget a level spends.
    pub(crate) scale: f64,
    /// A time for every move instead of levels' budgets.
    pub(crate) movetime: Option<Duration>,
    /// How much longer an engine may take than it was given.
    pub(crate) grace: Duration,
}

/// An engine's time for a move if nobody says.
const ENGINE_TIME: Duration = Duration::from_secs(1);
/// A robot that takes so much longer than its cap, on a crowded machine, is counted as late, but plays on.
const LATE: Duration = Duration::from_millis(50);

/// What one seat did with its time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) moves: u64,
    pub(crate) thought: Duration,
    pub(crate) longest_turn: Duration,
    pub(crate) late: u64,
}

/// A finished game.
pub(crate) struct Played<G: Game> {
    pub(crate) events: Vec<Event<G>>,
    pub(crate) state: G::State,
    pub(crate) shares: Vec<f64>,
    pub(crate) clocks: Vec<Clock>,
    pub(crate) fault: Option<(Seat, Fault)>,
}

enum Sitter<G: Game> {
    Robot { player: Box<dyn Player<G> + Send>, cap: Duration },
    Engine(Client),
    Absent(Fault),
}

struct Place<G: Game> {
    sitter: Sitter<G>,
    rng: SplitMix,
    clock: Clock,
    /// The time used in the turn that is going on.
    turn: Duration,
}

/// Plays one game; `None` if it was cancelled.
pub(crate) fn play<G: Bots>(
    game: &G,
    seated: &[&Contender],
    deal: u64,
    terms: &Terms,
    starts: &Starts,
    cancel: &dyn Fn() -> bool,
) -> Option<Played<G>> {
    let spec = Spec::of(game);
    let mut places: Vec<Place<G>> = Vec::new();
    for (index, contender) in seated.iter().enumerate() {
        let sitter = match contender {
            Contender::Robot(robot) => {
                Sitter::Robot { player: robot.player(game), cap: robot.longest_turn() }
            }
            Contender::Engine(command) => {
                starts.start(command, &spec, cancel).map_or_else(Sitter::Absent, Sitter::Engine)
            }
        };
        let rng = SplitMix::stream(terms.seed ^ 0x5EA7, deal * 8 + index as u64);
        places.push(Place { sitter, rng, clock: Clock::default(), turn: Duration::ZERO });
    }
    let (mut state, mut events) = opening(game, deal, terms);
    let mut fault = None;
    let mut last_to_act = None;
    while fault.is_none() {
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let Some(chance) = draw(game, &state, deal, drawn(&events), terms) else { break };
                game.apply_chance(&mut state, &chance);
                events.push(Event::Chance(chance));
            }
            Turn::Act(seats) => {
                let alone = seats.single();
                let mut choices = Vec::with_capacity(seats.len());
                for seat in seats.iter() {
                    if cancel() {
                        return None;
                    }
                    let place = &mut places[seat.index()];
                    if G::ONE_CHOICE_A_TURN || alone.is_none() || last_to_act != alone {
                        place.turn = Duration::ZERO;
                    }
                    match place.choose(game, &events, &state, seat, terms, cancel) {
                        Ok(mv) => choices.push((seat, mv)),
                        Err(reason) => {
                            fault = Some((seat, reason));
                            break;
                        }
                    }
                }
                last_to_act = alone;
                if fault.is_none() {
                    let event = Event::Act(choices);
                    // Checked: a contender's move comes from outside.
                    if let Err(refusal) = game.play(&mut state, &event) {
                        let seat = alone.unwrap_or(Seat::FIRST);
                        fault = Some((seat, Fault::Illegal(refusal.to_string())));
                        break;
                    }
                    events.push(event);
                }
            }
        }
    }
    if cancel() {
        // Whoever was cut short has neither chosen nor failed.
        return None;
    }
    let shares = shares(game, &state, fault.as_ref().map(|(seat, _)| *seat));
    Some(Played { events, state, shares, clocks: places.iter().map(|place| place.clock).collect(), fault })
}

/// Whoever forfeits gets nothing; the others divide the point.
fn shares<G: Game>(game: &G, state: &G::State, forfeit: Option<Seat>) -> Vec<f64> {
    let seats = game.seats();
    let outcome = game.turn(state).outcome().unwrap_or(Outcome::Draw);
    Seat::all(seats)
        .map(|seat| match forfeit {
            Some(loser) if loser == seat => 0.0,
            Some(_) => 1.0 / f64::from((seats - 1).max(1)),
            None => outcome.share(seat, seats),
        })
        .collect()
}

/// Which engines could not be started: each try costs half a minute of patience, so they are not tried for ever.
#[derive(Default)]
pub(crate) struct Starts(Mutex<HashMap<String, (u32, Fault)>>);

const MOST_STARTS: u32 = 2;

impl Starts {
    fn start(&self, command: &str, spec: &Spec, cancel: &dyn Fn() -> bool) -> Result<Client, Fault> {
        let failed = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = failed().get(command).cloned();
        if let Some((MOST_STARTS.., fault)) = known {
            return Err(Fault::Crash(format!("it was not started again; before, it {fault}")));
        }
        let started = Client::start(command, spec, cancel);
        match &started {
            Ok(_) => {
                failed().remove(command);
            }
            Err(fault) => {
                let mut failed = failed();
                let entry = failed.entry(command.to_owned()).or_insert((0, fault.clone()));
                *entry = (entry.0 + 1, fault.clone());
            }
        }
        started
    }
}

/// Whether the random moves asked for leave something to play.
pub(super) fn can_open<G: Game>(game: &G, terms: &Terms) -> bool {
    (0..4).any(|deal| opened(game, deal, terms, terms.openings).is_some())
}

/// The first position with the random moves of a deal made; the same for all rotations.
fn opening<G: Game>(game: &G, deal: u64, terms: &Terms) -> (G::State, Vec<Event<G>>) {
    let mut moves = terms.openings;
    loop {
        if let Some(opened) = opened(game, deal, terms, moves) {
            return opened;
        }
        // This deal has hardly any game that long; none at all is always possible.
        moves /= 2;
    }
}

fn opened<G: Game>(game: &G, deal: u64, terms: &Terms, random: u32) -> Option<(G::State, Vec<Event<G>>)> {
    // An opening that ends the game is no opening; a few tries find another.
    for attempt in 0..16u64 {
        let mut rng = SplitMix::stream(terms.seed ^ 0x0F, deal ^ attempt << 40);
        let (mut state, mut events) = (game.start(), Vec::new());
        let mut left = random;
        let mut moves = Vec::new();
        while left > 0 {
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let Some(chance) = draw(game, &state, deal, drawn(&events), terms) else { break };
                    game.apply_chance(&mut state, &chance);
                    events.push(Event::Chance(chance));
                }
                Turn::Act(seats) => {
                    let mut choices = Vec::new();
                    for seat in seats.iter() {
                        moves.clear();
                        game.legal_moves(&state, seat, &mut moves);
                        choices.push((seat, moves[rng.below(moves.len() as u32) as usize]));
                    }
                    let event = Event::Act(choices);
                    if game.play(&mut state, &event).is_err() {
                        break;
                    }
                    events.push(event);
                    left -= 1;
                }
            }
        }
        if game.turn(&state).outcome().is_none() {
            return Some((state, events));
        }
    }
    (random == 0).then(|| (game.start(), Vec::new()))
}

/// How many of a game's events chance has decided: the number of the next draw, however many moves came between.
fn drawn<G: Game>(events: &[Event<G>]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Chance(_))).count()
}

/// Chance event `number` of a deal.
pub(super) fn draw<G: Game>(
    game: &G,
    state: &G::State,
    deal: u64,
    number: usize,
    terms: &Terms,
) -> Option<G::Chance> {
    let mut seed = SplitMix::stream(terms.seed, deal);
    let mut rng = SplitMix::stream(seed.next_u64(), number as u64);
    game.sample_chance(state, &mut rng)
}

impl<G: Bots> Place<G> {
    fn choose(
        &mut self,
        game: &G,
        events: &[Event<G>],
        state: &G::State,
        seat: Seat,
        terms: &Terms,
        cancel: &dyn Fn() -> bool,
    ) -> Result<G::Move, Fault> {
        let begun = Instant::now();
        let chosen = match &mut self.sitter {
            Sitter::Absent(fault) => Err(fault.clone()),
            Sitter::Engine(client) => {
                let time = terms.movetime.unwrap_or(ENGINE_TIME);
                client.choose(game, events, state, seat, (time, terms.grace), cancel)
            }
            Sitter::Robot { player, cap } => {
                let (effort, time) = match terms.movetime {
                    Some(time) => (Effort::Given(Budget::ENDLESS), time),
                    // The first step may take most of the turn, each later one half of what is left.
                    None if self.turn.is_zero() => (Effort::Own(terms.scale), *cap * 17 / 20),
                    None => (Effort::Own(terms.scale), cap.saturating_sub(self.turn) / 2),
                };
                let stop = || cancel() || begun.elapsed() >= time;
                let watch = Watch { stop: &stop, report: &|_| {} };
                let rng = &mut self.rng;
                catch_unwind(AssertUnwindSafe(|| player.think(game, state, seat, rng, effort, &watch)))
                    .map_err(|panic| Fault::Crash(message(panic.as_ref())))
            }
        };
        let spent = begun.elapsed();
        self.turn += spent;
        self.clock.moves += 1;
        self.clock.thought += spent;
        self.clock.longest_turn = self.clock.longest_turn.max(self.turn);
        if let (Sitter::Robot { cap, .. }, None) = (&self.sitter, terms.movetime)
            && self.turn > *cap + LATE
            && self.turn - spent <= *cap + LATE
        {
            self.clock.late += 1;
        }
        chosen
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}
