//! One game between contenders, with clocks. Chance event `n` of a deal has its own random stream, so that a deal gives
//! the same dice and cards even after different moves; one stream for the game would drift apart with the first
//! different move.

use super::names::Contender;
use breadboard_core::{Event, Game, Outcome, Rng as _, Seat, Spec, SplitMix, Turn};
use breadboard_engine::{Engine, Fault};
use breadboard_games::Bots;
use breadboard_search::{Budget, Effort, Player, Watch};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What is the same for all games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The seed of deals, openings and players.
    pub(crate) seed: u64,
    /// Random moves before the players take over.
    pub(crate) openings: u32,
    /// The share of its budget that a level spends.
    pub(crate) scale: f64,
    /// A fixed time for each move instead of budgets.
    pub(crate) movetime: Option<Duration>,
    /// How much longer an engine may take than it was given.
    pub(crate) grace: Duration,
}

/// An engine's time for a move if none is given.
const ENGINE_TIME: Duration = Duration::from_secs(1);
/// A turn that exceeds its cap by this much, on a busy machine, is counted as late; the game goes on.
const LATE: Duration = Duration::from_millis(50);

/// How one seat used its time.
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

/// Who decides for a seat.
enum Decider<G: Game> {
    Own { player: Box<dyn Player<G> + Send>, cap: Duration },
    Engine(Engine),
}

struct Place<G: Game> {
    decider: Decider<G>,
    rng: SplitMix,
    clock: Clock,
    /// The time used in the current turn.
    turn: Duration,
}

/// Why there is no result of a game.
pub(crate) enum NotPlayed {
    /// It was cancelled.
    Cancelled,
    /// An engine did not start; the reason.
    Absent(String),
}

/// Plays one game. Deals of equal number have equal openings and chance.
pub(crate) fn play<G: Bots>(
    game: &G,
    seated: &[&Contender],
    deal: u64,
    terms: &Terms,
    cancel: &dyn Fn() -> bool,
) -> Result<Played<G>, NotPlayed> {
    let mut places = seat(game, seated, deal, terms, cancel)?;
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
                let same_turn = !G::ONE_CHOICE_A_TURN && alone.is_some() && last_to_act == alone;
                last_to_act = alone;
                let mut choices = Vec::with_capacity(seats.len());
                for seat in seats.iter() {
                    if cancel() {
                        return Err(NotPlayed::Cancelled);
                    }
                    let place = &mut places[seat.index()];
                    if !same_turn {
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
                if fault.is_none() {
                    let event = Event::Act(choices);
                    // Checked: a contender's move comes from outside.
                    match game.play(&mut state, &event) {
                        Ok(()) => events.push(event),
                        Err(refusal) => {
                            let seat = alone.unwrap_or(Seat::FIRST);
                            fault = Some((seat, Fault::Illegal(refusal.to_string())));
                        }
                    }
                }
            }
        }
    }
    if cancel() {
        // A player that was interrupted has neither moved nor failed.
        return Err(NotPlayed::Cancelled);
    }
    let shares = shares(game, &state, fault.as_ref().map(|(seat, _)| *seat));
    Ok(Played { events, state, shares, clocks: places.iter().map(|place| place.clock).collect(), fault })
}

/// Starts the players of a game.
fn seat<G: Bots>(
    game: &G,
    seated: &[&Contender],
    deal: u64,
    terms: &Terms,
    cancel: &dyn Fn() -> bool,
) -> Result<Vec<Place<G>>, NotPlayed> {
    let spec = Spec::of(game);
    let start = |(index, contender): (usize, &&Contender)| {
        let decider = match contender {
            Contender::Level(level) => Decider::Own { player: level.player(game), cap: level.longest_turn() },
            Contender::Engine(command) => Decider::Engine(start_engine(command, &spec, cancel)?),
        };
        let stream = deal.wrapping_mul(8).wrapping_add(index as u64);
        let rng = SplitMix::stream(terms.seed ^ 0x5EA7, stream);
        Ok(Place { decider, rng, clock: Clock::default(), turn: Duration::ZERO })
    };
    seated.iter().enumerate().map(start).collect()
}

/// Each seat's share of the point; a forfeit gets nothing and the others divide it.
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

/// Starts an engine, at the second try if the first fails: a busy machine may refuse a process once.
fn start_engine(command: &str, spec: &Spec, cancel: &dyn Fn() -> bool) -> Result<Engine, NotPlayed> {
    Engine::start(command, spec, cancel).or_else(|_| Engine::start(command, spec, cancel)).map_err(|fault| {
        if cancel() { NotPlayed::Cancelled } else { NotPlayed::Absent(not_started(command, &fault)) }
    })
}

/// The sentence about an engine that cannot be started.
pub(super) fn not_started(command: &str, fault: &Fault) -> String {
    format!("engine:{command} does not start, so there is no match: it {fault}")
}

/// Whether this many random moves leave a game to play.
pub(super) fn can_open<G: Game>(game: &G, terms: &Terms) -> bool {
    (0..4).any(|deal| opened(game, deal, terms, terms.openings).is_some())
}

/// The position after the random moves of a deal; the same for all rotations.
fn opening<G: Game>(game: &G, deal: u64, terms: &Terms) -> (G::State, Vec<Event<G>>) {
    let mut moves = terms.openings;
    loop {
        if let Some(opened) = opened(game, deal, terms, moves) {
            return opened;
        }
        // Too many for this deal; zero is always possible.
        moves /= 2;
    }
}

fn opened<G: Game>(game: &G, deal: u64, terms: &Terms, random: u32) -> Option<(G::State, Vec<Event<G>>)> {
    // An opening must not end the game; a few tries find one that does not.
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

/// How many chance events a game has had: the number of the next draw.
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
        let chosen = match &mut self.decider {
            Decider::Engine(engine) => {
                let time = terms.movetime.unwrap_or(ENGINE_TIME);
                engine.choose(game, events, state, seat, (time, terms.grace), cancel)
            }
            Decider::Own { player, cap } => {
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
        if let (Decider::Own { cap, .. }, None) = (&self.decider, terms.movetime)
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
