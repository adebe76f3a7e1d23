//! One game between contenders, with clocks. Chance event `n` of a deal has its own random stream, so that a deal gives
//! the same dice and cards even after different moves; one stream for the game would drift apart with the first
//! different move.

use super::adjudicate::{Adjudication, Referee, Verdict};
use super::names::{Contender, Program};
use super::openings::Opened;
use breadboard_core::{Event, Game, Outcome, Rng as _, Seat, SeatSet, Spec, SplitMix, Turn};
use breadboard_engine::{Answer, Engine, Fault, Pace, Question};
use breadboard_games::Bots;
use breadboard_search::{Budget, Effort, Player, Score, Watch};
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
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
    /// A clock for each player's whole game instead of budgets.
    pub(crate) clock: Option<TimeControl>,
    /// When a game ends before its rules end it.
    pub(crate) adjudication: Adjudication,
    /// How much longer an engine may take than it was given.
    pub(crate) grace: Duration,
}

/// A clock: seconds for the whole game, and seconds that each choice adds. Written `10+0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At the start.
    pub base: Duration,
    /// After every choice.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (base.trim().parse::<f64>(), increment.trim().parse::<f64>()) {
            (Ok(base), Ok(increment))
                if (0.05..=86_400.0).contains(&base) && (0.0..=3600.0).contains(&increment) =>
            {
                let [base, increment] = [base, increment].map(Duration::from_secs_f64);
                Ok(TimeControl { base, increment })
            }
            _ => Err("write seconds for the game and seconds that a choice adds: 10+0.1".to_owned()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl TimeControl {
    /// How long a player of this program thinks about a choice: the rule of the engine protocol's other end.
    fn share(self, left: Duration) -> Duration {
        let share = left / 30 + self.increment * 4 / 5;
        share.min(left.saturating_sub(LATE)).max(Duration::from_millis(1))
    }
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

/// What a player said and needed for a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceReport {
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) spent: Duration,
}

/// A finished game.
pub(crate) struct Played<G: Game> {
    /// The position that it began from, if it is not the game's own start.
    pub(super) start: Option<G::State>,
    pub(crate) events: Vec<Event<G>>,
    /// What the players thought, an entry an event.
    pub(super) thoughts: Vec<Vec<ChoiceReport>>,
    pub(crate) state: G::State,
    pub(crate) shares: Vec<f64>,
    pub(crate) clocks: Vec<Clock>,
    pub(crate) fault: Option<(Seat, Fault)>,
    /// How it was ended early.
    pub(super) verdict: Option<Verdict>,
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
    /// What is left on its clock, if it has one.
    left: Duration,
}

/// A game to play.
pub(super) struct Table<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) seated: &'a [&'a Contender],
    /// Deals of equal number have equal chance.
    pub(super) deal: u64,
    pub(super) opened: Opened<G>,
    /// The names of the engines' logs, without the seat.
    pub(super) logs: Option<PathBuf>,
}

/// Why there is no result of a game.
pub(crate) enum NotPlayed {
    /// It was cancelled.
    Cancelled,
    /// An engine did not start; the reason.
    Absent(String),
}

/// Plays one game.
pub(super) fn play<G: Bots>(
    table: Table<'_, G>,
    terms: &Terms,
    cancel: &dyn Fn() -> bool,
) -> Result<Played<G>, NotPlayed> {
    let game = table.game;
    let mut places = seat(&table, terms, cancel)?;
    let Opened { start, mut state, mut events } = table.opened;
    let mut thoughts: Vec<Vec<ChoiceReport>> = events.iter().map(|_| Vec::new()).collect();
    let mut referee = Referee::new(terms.adjudication, places.len());
    let (mut fault, mut verdict, mut last_to_act) = (None, None, None);
    while fault.is_none() && verdict.is_none() {
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let Some(chance) = draw(game, &state, table.deal, drawn(&events), terms) else { break };
                game.apply_chance(&mut state, &chance);
                events.push(Event::Chance(chance));
                thoughts.push(Vec::new());
            }
            Turn::Act(seats) => {
                let alone = seats.single();
                let same_turn = !G::ONE_CHOICE_A_TURN && alone.is_some() && last_to_act == alone;
                last_to_act = alone;
                if !same_turn {
                    seats.iter().for_each(|seat| places[seat.index()].turn = Duration::ZERO);
                }
                let at = At { game, start: start.as_ref(), events: &events, state: &state };
                match choices(&mut places, &at, seats, terms, cancel)? {
                    Ok((choices, thought)) => {
                        let event = Event::Act(choices);
                        // Checked: a contender's move comes from outside.
                        if let Err(refusal) = game.play(&mut state, &event) {
                            let seat = alone.unwrap_or(Seat::FIRST);
                            fault = Some((seat, Fault::Illegal(refusal.to_string())));
                            continue;
                        }
                        events.push(event);
                        let mut said = seats.iter().zip(&thought);
                        verdict =
                            said.find_map(|(seat, thought)| referee.moved(seat, thought.score, events.len()));
                        thoughts.push(thought);
                    }
                    Err(failed) => fault = Some(failed),
                }
            }
        }
    }
    if cancel() {
        // A player that was interrupted has neither moved nor failed.
        return Err(NotPlayed::Cancelled);
    }
    // The rules go before a verdict on the same move.
    let verdict = verdict.filter(|_| game.turn(&state).outcome().is_none());
    let shares = shares(game, &state, loser(verdict, fault.as_ref()));
    let clocks = places.iter().map(|place| place.clock).collect();
    Ok(Played { start, events, thoughts, state, shares, clocks, fault, verdict })
}

/// The seat that lost without the rules: it resigned or failed.
fn loser(verdict: Option<Verdict>, fault: Option<&(Seat, Fault)>) -> Option<Seat> {
    match verdict {
        Some(Verdict::Resigned(seat)) => Some(seat),
        _ => fault.map(|(seat, _)| *seat),
    }
}

/// A position and how it came about.
struct At<'a, G: Game> {
    game: &'a G,
    start: Option<&'a G::State>,
    events: &'a [Event<G>],
    state: &'a G::State,
}

/// The choices of the seats that act, with what was thought.
type Choices<G> = (Vec<(Seat, <G as breadboard_core::Rules>::Move)>, Vec<ChoiceReport>);

/// Asks the seats that act; the first that fails ends the game.
fn choices<G: Bots>(
    places: &mut [Place<G>],
    at: &At<'_, G>,
    seats: SeatSet,
    terms: &Terms,
    cancel: &dyn Fn() -> bool,
) -> Result<Result<Choices<G>, (Seat, Fault)>, NotPlayed> {
    let (mut choices, mut thoughts) = (Vec::with_capacity(seats.len()), Vec::with_capacity(seats.len()));
    for seat in seats.iter() {
        if cancel() {
            return Err(NotPlayed::Cancelled);
        }
        let left: Vec<Duration> = places.iter().map(|place| place.left).collect();
        match places[seat.index()].choose(at, seat, terms, &left, cancel) {
            Ok((mv, thought)) => {
                choices.push((seat, mv));
                thoughts.push(thought);
            }
            Err(reason) => return Ok(Err((seat, reason))),
        }
    }
    Ok(Ok((choices, thoughts)))
}

/// Starts the players of a game.
fn seat<G: Bots>(
    table: &Table<'_, G>,
    terms: &Terms,
    cancel: &dyn Fn() -> bool,
) -> Result<Vec<Place<G>>, NotPlayed> {
    let spec = Spec::of(table.game);
    let start = |(index, contender): (usize, &&Contender)| {
        let decider = match contender {
            Contender::Level(level) => {
                Decider::Own { player: level.player(table.game), cap: level.longest_turn() }
            }
            Contender::Engine(program) => {
                let log = table.logs.as_ref().map(|stem| {
                    let name = stem.file_name().unwrap_or_default().to_string_lossy();
                    stem.with_file_name(format!("{name}-seat{}.log", index + 1))
                });
                Decider::Engine(start_engine(program, log.as_deref(), &spec, cancel)?)
            }
        };
        let stream = table.deal.wrapping_mul(8).wrapping_add(index as u64);
        let rng = SplitMix::stream(terms.seed ^ 0x5EA7, stream);
        let left = terms.clock.map_or(Duration::ZERO, |clock| clock.base);
        Ok(Place { decider, rng, clock: Clock::default(), turn: Duration::ZERO, left })
    };
    table.seated.iter().enumerate().map(start).collect()
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
fn start_engine(
    program: &Program,
    log: Option<&Path>,
    spec: &Spec,
    cancel: &dyn Fn() -> bool,
) -> Result<Engine, NotPlayed> {
    let start = || Engine::start(&program.launch, log, spec, cancel);
    start().or_else(|_| start()).map_err(|fault| {
        if cancel() { NotPlayed::Cancelled } else { NotPlayed::Absent(not_started(program, &fault)) }
    })
}

/// The sentence about an engine that cannot be started.
pub(super) fn not_started(program: &Program, fault: &Fault) -> String {
    let who = Contender::Engine(Box::new(program.clone()));
    let why = match fault {
        Fault::Crash(reason) => reason.clone(),
        Fault::TimeOut | Fault::Illegal(_) => format!("it {fault}"),
    };
    format!("{who} does not start, so there is no match: {why}")
}

/// How many chance events a game has had: the number of the next draw.
pub(super) fn drawn<G: Game>(events: &[Event<G>]) -> usize {
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
    /// Asks for a choice and keeps the time; `left` has all clocks.
    fn choose(
        &mut self,
        at: &At<'_, G>,
        seat: Seat,
        terms: &Terms,
        left: &[Duration],
        cancel: &dyn Fn() -> bool,
    ) -> Result<(G::Move, ChoiceReport), Fault> {
        let begun = Instant::now();
        let answer = match &mut self.decider {
            Decider::Engine(engine) => {
                let pace = match (terms.clock, terms.movetime) {
                    (Some(clock), _) => Pace::Clocks(left.to_vec(), clock.increment),
                    (None, time) => Pace::Move(time.unwrap_or(ENGINE_TIME)),
                };
                let At { game, start, events, state } = *at;
                let grace = if terms.clock.is_some() { LATE } else { terms.grace };
                engine.choose(&Question { game, start, events, state, seat, pace: &pace, grace }, cancel)
            }
            Decider::Own { player, cap } => {
                let (effort, time) = match (terms.clock, terms.movetime) {
                    (Some(clock), _) => (Effort::Given(Budget::ENDLESS), clock.share(self.left)),
                    (None, Some(time)) => (Effort::Given(Budget::ENDLESS), time),
                    // The first step may take most of the turn, each later one half of what is left.
                    _ if self.turn.is_zero() => (Effort::Own(terms.scale), *cap * 17 / 20),
                    _ => (Effort::Own(terms.scale), cap.saturating_sub(self.turn) / 2),
                };
                let stop = || cancel() || begun.elapsed() >= time;
                let said = Cell::new(None);
                let watch =
                    Watch { stop: &stop, report: &|report| said.set(Some((report.score, report.depth))) };
                let rng = &mut self.rng;
                let think = || player.think(at.game, at.state, seat, rng, effort, &watch);
                let chosen = catch_unwind(AssertUnwindSafe(think));
                let (score, depth) = said.get().unzip();
                chosen
                    .map(|mv| Answer { mv, score, depth })
                    .map_err(|panic| Fault::Crash(message(panic.as_ref())))
            }
        };
        let spent = begun.elapsed();
        self.count(spent, terms)?;
        let Answer { mv, score, depth } = answer?;
        Ok((mv, ChoiceReport { score, depth, spent }))
    }

    /// Counts the time of a choice; a player that has used up its clock has lost.
    fn count(&mut self, spent: Duration, terms: &Terms) -> Result<(), Fault> {
        self.turn += spent;
        self.clock.moves += 1;
        self.clock.thought += spent;
        self.clock.longest_turn = self.clock.longest_turn.max(self.turn);
        if let Some(clock) = terms.clock {
            if spent > self.left + LATE {
                return Err(Fault::TimeOut);
            }
            self.left = self.left.saturating_sub(spent) + clock.increment;
        } else if let (Decider::Own { cap, .. }, None) = (&self.decider, terms.movetime)
            && self.turn > *cap + LATE
            && self.turn - spent <= *cap + LATE
        {
            self.clock.late += 1;
        }
        Ok(())
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_and_divided() {
        let clock: TimeControl = "10+0.1".parse().unwrap();
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (10_000, 100));
        assert_eq!(clock.to_string(), "10+0.1");
        assert_eq!("60".parse::<TimeControl>().unwrap().increment, Duration::ZERO);
        assert_eq!(clock.share(Duration::from_secs(3)).as_millis(), 180);
        // With little left it stays below that.
        assert_eq!(clock.share(Duration::from_millis(70)).as_millis(), 20);
        for wrong in ["", "0", "-1+0", "10+", "10+x", "1e9", "40/60", "nan", "10+-1"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }
}
