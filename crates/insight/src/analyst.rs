//! One player that searches for people: it asks the game's strongest bot and says what it found in chances to win for every
//! seat. Analysis, review, hints and the fitting all ask it, so that they mean the same by a value.

use crate::fitted::Fitted;
use breadboard_core::{Event, Listing, Outcome, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Level};
use breadboard_search::{self as search, Effort, Player, Report, Score, Watch, whole_line};
use breadboard_wire::{Bound, ValueView};
use std::cell::{Cell, RefCell};

/// The part of the strongest bot's budget for one of many chance outcomes, before the factor of the game's reviews.
const GLANCE: f64 = 0.01;
/// Outcomes that stand for all where they are too many.
const SAMPLES: u64 = 16;
/// The part of the strongest bot's budget for each rival of a round: more hardly changes what it can expect.
pub(crate) const RIVALS: Effort = Effort::Own(0.2);
/// More outcomes than this are too many to search them all: two dice have 21, eight have 1287.
const MOST_LISTED: usize = 64;
/// Forced moves that are followed to find a value.
const FOLLOWED: u32 = 6;
/// The memory of a search, the same for every budget, so that a longer search keeps what a shorter one has found.
const MEMORY: usize = 32 << 20;

/// A line that a search found, with the value of the position if it is played.
#[derive(Clone, Debug)]
pub(crate) struct Line<M> {
    pub(crate) moves: Vec<M>,
    pub(crate) score: Option<Score>,
    pub(crate) value: ValueView,
}

/// What a search has found: the best line first, and at least one.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) lines: Vec<Line<M>>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl<M> Found<M> {
    pub(crate) fn best(&self) -> &Line<M> {
        &self.lines[0]
    }
}

/// What to search.
pub(crate) struct Task<'a, G: Bots> {
    pub(crate) state: &'a G::State,
    pub(crate) seat: Seat,
    /// How many lines.
    pub(crate) lines: usize,
    /// The moves to choose among; all if empty.
    pub(crate) among: &'a [G::Move],
    /// What the other seats of a round can expect ([`Analyst::rivals`]); none elsewhere.
    pub(crate) rivals: &'a [(Seat, Score)],
    pub(crate) effort: Effort,
}

// Derived, these would ask the game to be copied.
impl<G: Bots> Clone for Task<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Bots> Copy for Task<'_, G> {}

/// The strongest bot of a game with the constants that make chances of its scores.
pub(crate) struct Analyst<G: Bots> {
    pub(crate) game: G,
    pub(crate) fitted: Fitted,
    player: Box<dyn Player<G> + Send>,
    /// The seed of every search, so that two moves of a position are judged by the same dice.
    seed: u64,
    /// The seed of the deals that stand for all.
    samples: u64,
    /// The budget for one of many chance outcomes.
    glance: Effort,
}

/// What chance may bring.
pub(crate) struct Outcomes<C> {
    /// Each with its probability.
    pub(crate) all: Vec<(C, f64)>,
    /// Whether it is a deal: the game cannot list what may come.
    pub(crate) deal: bool,
    /// Whether these stand for more than are here.
    pub(crate) sampled: bool,
}

/// What a value is to a seat: its chance, or its points where it plays alone.
pub(crate) fn worth(value: &ValueView, seat: Seat) -> f64 {
    value.points.unwrap_or_else(|| value.chances.get(seat.index()).copied().unwrap_or(0.0))
}

/// The numbers of a value in seat order: chances, or the points of the only seat.
pub(crate) fn numbers(value: &ValueView) -> Vec<f64> {
    value.points.map_or_else(|| value.chances.clone(), |points| vec![points])
}

/// An estimate with these numbers.
pub(crate) fn estimate(numbers: Vec<f64>, error: Option<f64>) -> ValueView {
    let alone = if let [points] = numbers[..] { Some(points) } else { None };
    ValueView {
        chances: if alone.is_some() { Vec::new() } else { numbers },
        points: alone,
        bound: Bound::Estimate,
        distance: None,
        error,
    }
}

impl<G: Bots> Analyst<G> {
    pub(crate) fn new(game: G) -> Analyst<G> {
        let (fitted, mut player) = (Fitted::of(&game), game.bot(Level::Bot5));
        player.use_memory(MEMORY);
        Analyst { game, fitted, player, seed: 1, samples: 1, glance: Effort::Own(GLANCE * G::REVIEW_FACTOR) }
    }

    /// Uses other constants than the game's own.
    pub(crate) fn with(mut self, fitted: Fitted) -> Analyst<G> {
        self.fitted = fitted;
        self
    }

    /// Spends this many times the usual budget on one of many chance outcomes.
    pub(crate) fn glancing(mut self, factor: f64) -> Analyst<G> {
        self.glance = Effort::Own(GLANCE * G::REVIEW_FACTOR * factor);
        self
    }

    /// Draws other deals to stand for all: with the same ones in every game, their error would be that of the mean over
    /// many games.
    pub(crate) fn sampling(mut self, seed: u64) -> Analyst<G> {
        self.samples = seed;
        self
    }

    /// An analyst with the same constants and budgets that has searched nothing yet.
    pub(crate) fn fresh(&self) -> Analyst<G> {
        let fresh = Analyst::new(self.game.clone()).with(self.fitted).sampling(self.samples);
        Analyst { glance: self.glance, ..fresh }
    }

    /// Plays a proven line to the end of the game, where the search knows only its beginning.
    pub(crate) fn finish(
        &mut self,
        state: &G::State,
        seat: Seat,
        line: &mut Line<G::Move>,
        stop: &dyn Fn() -> bool,
    ) {
        let Some(score) = line.score else { return };
        let report = Report::new(0, score, 0, line.moves.clone());
        let rng = &mut SplitMix::new(self.seed);
        if let Some(whole) = whole_line(&self.game, state, seat, &report, self.player.as_mut(), rng, stop) {
            line.moves = whole;
        }
    }

    /// The same lines with the proven ones played to the end of the game.
    pub(crate) fn finish_all(
        &mut self,
        state: &G::State,
        seat: Seat,
        mut found: Found<G::Move>,
        stop: &dyn Fn() -> bool,
    ) -> Found<G::Move> {
        found.lines.iter_mut().for_each(|line| self.finish(state, seat, line, stop));
        found
    }

    /// Searches. `report` gets what is found whenever it has become better: all lines of one iteration, because lines of two
    /// iterations are not in the order of their values.
    pub(crate) fn search(
        &mut self,
        task: Task<'_, G>,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        let Task { state, seat, lines, among, effort, .. } = task;
        let found = RefCell::new(Found { lines: Vec::<Line<G::Move>>::new(), depth: 0, nodes: 0 });
        {
            let this = (&self.game, self.fitted);
            let report = RefCell::new(report);
            // The rank of the last line that came, and how many came together before.
            let (last, together) = (Cell::new(0), Cell::new(0));
            let note = |one: &Report<G::Move>| {
                let mut found = found.borrow_mut();
                take(this, &task, &mut found, one);
                let before = last.replace(one.rank);
                if one.rank <= 1 {
                    together.set(before);
                }
                if one.rank >= together.get() {
                    (report.borrow_mut())(&found);
                }
            };
            let watch = Watch { stop, report: &note };
            self.player.use_lines(lines.max(1));
            self.player.choose_among(among);
            let mut rng = SplitMix::new(self.seed);
            let mv = self.player.think(&self.game, state, seat, &mut rng, effort, &watch);
            let mut found = found.borrow_mut();
            let chosen = if among.is_empty() || among.contains(&mv) { mv } else { among[0] };
            found.lines.retain(|line| !line.moves.is_empty());
            match found.lines.iter().position(|line| line.moves[0] == chosen) {
                Some(place) => found.lines[..=place].rotate_right(1),
                None => found.lines.clear(),
            }
            if found.lines.is_empty() {
                drop(found);
                let line = self.unreported(&task, chosen, stop, FOLLOWED);
                return Found { lines: vec![line], depth: 1, nodes: 1 };
            }
        }
        found.into_inner()
    }

    /// The line of a move of which no search reports: it was forced, or the player cannot be asked for it. The position
    /// after it is judged instead.
    fn unreported(
        &mut self,
        task: &Task<'_, G>,
        mv: G::Move,
        stop: &dyn Fn() -> bool,
        followed: u32,
    ) -> Line<G::Move> {
        let &Task { state, seat, effort, rivals, .. } = task;
        let alone = matches!(self.game.turn(state), Turn::Act(seats) if seats.single() == Some(seat));
        if !alone || followed == 0 || stop() {
            return Line { moves: vec![mv], score: None, value: self.judged(state, rivals, None) };
        }
        let mut next = state.clone();
        self.game.apply(&mut next, seat, mv);
        let mut moves = vec![mv];
        let value = match self.game.turn(&next) {
            Turn::Act(seats) if seats.len() == 1 => {
                let mover = seats.single().unwrap_or(seat);
                let legal = self.game.moves(&next, mover);
                let task = Task { state: &next, seat: mover, lines: 1, among: &[], rivals: &[], effort };
                let line = if let [only] = legal[..] {
                    self.unreported(&task, only, stop, followed - 1)
                } else {
                    self.search(task, stop, &mut |_| {}).lines.swap_remove(0)
                };
                moves.extend(line.moves);
                let value = if mover == seat { line.value } else { unbounded(line.value) };
                ValueView { distance: value.distance.map(|plies| plies + 1), ..value }
            }
            _ => self.value(&next, self.glance, stop),
        };
        Line { moves, score: None, value }
    }

    /// The value of any position.
    pub(crate) fn value(&mut self, state: &G::State, effort: Effort, stop: &dyn Fn() -> bool) -> ValueView {
        match self.game.turn(state) {
            Turn::Over(outcome) => self.over(state, outcome),
            Turn::Chance => {
                let Outcomes { all, sampled, .. } = self.outcomes(state);
                let values = all.iter().map(|(chance, weight)| {
                    let mut next = state.clone();
                    self.game.apply_chance(&mut next, chance);
                    (self.glance(&next, stop), *weight)
                });
                mean(&values.collect::<Vec<_>>(), sampled)
            }
            Turn::Act(seats) if seats.len() == 1 => {
                let seat = seats.single().unwrap_or(Seat::FIRST);
                self.best(state, seat, effort, stop).value
            }
            Turn::Act(seats) => {
                let found: Vec<_> = seats
                    .iter()
                    .filter_map(|seat| Some((seat, self.best(state, seat, effort, stop).score?)))
                    .collect();
                self.judged(state, &found, None)
            }
        }
    }

    /// The best line of a seat, for itself.
    fn best(
        &mut self,
        state: &G::State,
        seat: Seat,
        effort: Effort,
        stop: &dyn Fn() -> bool,
    ) -> Line<G::Move> {
        let task = Task { state, seat, lines: 1, among: &[], rivals: &[], effort };
        self.search(task, stop, &mut |_| {}).lines.swap_remove(0)
    }

    /// What the other seats of a round can expect. They choose at the same time, so a line of one seat is judged beside their best
    /// ones: without them it would have a card more than they.
    pub(crate) fn rivals(
        &mut self,
        state: &G::State,
        seat: Seat,
        effort: Effort,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(Seat, Score)> {
        let Turn::Act(seats) = self.game.turn(state) else { return Vec::new() };
        let others = seats.iter().filter(|other| *other != seat);
        others.filter_map(|other| Some((other, self.best(state, other, effort, stop).score?))).collect()
    }

    /// The value of a position that is one of many: little is spent on it.
    pub(crate) fn glance(&mut self, state: &G::State, stop: &dyn Fn() -> bool) -> ValueView {
        match self.game.turn(state) {
            Turn::Chance => self.still(state),
            _ if stop() => self.still(state),
            _ => self.value(state, self.glance, stop),
        }
    }

    /// What chance may bring; samples where they are too many.
    pub(crate) fn outcomes(&self, state: &G::State) -> Outcomes<G::Chance> {
        let mut listed = Vec::new();
        let listing = self.game.chances(state, &mut listed);
        let deal = listing == Listing::TooMany;
        let sampled = deal || listed.is_empty() || listed.len() > MOST_LISTED;
        if sampled {
            let mut rng = SplitMix::new(if deal { self.samples } else { self.seed });
            let drawn = (0..SAMPLES).filter_map(|_| self.game.sample_chance(state, &mut rng));
            listed = drawn.map(|chance| (chance, 1)).collect();
        }
        let sum: u64 = listed.iter().map(|(_, weight)| *weight).sum();
        let part = |(chance, weight)| (chance, weight as f64 / sum.max(1) as f64);
        Outcomes { all: listed.into_iter().map(part).collect(), deal, sampled }
    }

    /// The value of a game that is over.
    fn over(&self, state: &G::State, outcome: Outcome) -> ValueView {
        let seats = self.game.seats();
        let numbers = if seats == 1 {
            let scores = self.game.scores(state);
            vec![scores.map_or(0.0, |scores| f64::from(scores[Seat::FIRST]))]
        } else {
            Seat::all(seats).map(|seat| outcome.share(seat, seats)).collect()
        };
        ValueView { bound: Bound::Proven, distance: Some(0), ..estimate(numbers, None) }
    }

    /// The value of a position at first sight.
    pub(crate) fn still(&self, state: &G::State) -> ValueView {
        let outlook = self.game.standing(state);
        match self.game.turn(state) {
            Turn::Over(outcome) => self.over(state, outcome),
            _ if outlook.len() == 1 => estimate(outlook, None),
            turn => {
                let chooser = if let Turn::Act(seats) = turn { seats.single() } else { None };
                let curve = self.fitted.still.at(self.game.progress(state));
                estimate(curve.chances(&outlook, chooser.map(Seat::index)), None)
            }
        }
    }

    /// The value of a position with what searches found of its seats.
    pub(crate) fn judged(&self, state: &G::State, found: &[(Seat, Score)], error: Option<f64>) -> ValueView {
        if found.is_empty() {
            return self.still(state);
        }
        judged((&self.game, self.fitted), state, found, error)
    }
}

/// The mean of values with their weights, which add up to 1. It is proven only if all that may come has the same proven value:
/// else it depends on the draw, or on draws that are not here.
pub(crate) fn mean(values: &[(ValueView, f64)], sampled: bool) -> ValueView {
    let Some((first, _)) = values.first() else { return estimate(Vec::new(), None) };
    let known = numbers(first);
    let all_alike = |value: &ValueView| value.bound == Bound::Proven && numbers(value) == known;
    if !sampled && values.iter().all(|(value, _)| all_alike(value)) {
        return ValueView { bound: Bound::Proven, ..estimate(known, None) };
    }
    let each: Vec<(Vec<f64>, f64)> = values.iter().map(|(value, weight)| (numbers(value), *weight)).collect();
    let mut sums = vec![0.0; known.len()];
    for (numbers, weight) in &each {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += weight * number);
    }
    let error = if sampled {
        spread_error(&each, &sums)
    } else {
        // Searches of two outcomes may use the same dice, so their errors may add up.
        let parts = values.iter().filter_map(|(value, weight)| Some(weight * value.error?));
        parts.reduce(|sum, part| sum + part)
    };
    estimate(sums, error)
}

/// The standard error of a mean over draws that stand for all: that of the seat for which they differ most. The errors of the
/// searches are in it, because they make the draws differ.
pub(crate) fn spread_error(draws: &[(Vec<f64>, f64)], mean: &[f64]) -> Option<f64> {
    let count = draws.len() as f64;
    let square = |seat: usize| {
        let parts = draws.iter().map(|(numbers, weight)| weight * (numbers[seat] - mean[seat]).powi(2));
        parts.sum::<f64>() / (count - 1.0)
    };
    (draws.len() > 1).then(|| (0..mean.len()).map(square).fold(0.0, f64::max).sqrt())
}

/// The same value for the seats that do not choose next: a lower bound for one seat is not one for another.
pub(crate) fn unbounded(value: ValueView) -> ValueView {
    let bound = if value.bound == Bound::Proven { Bound::Proven } else { Bound::Estimate };
    ValueView { bound, ..value }
}

/// Puts a report among those found: in its place, and instead of an older one with the same first move.
fn take<G: Bots>(
    (game, fitted): (&G, Fitted),
    &Task { state, seat, lines, rivals, .. }: &Task<'_, G>,
    found: &mut Found<G::Move>,
    report: &Report<G::Move>,
) {
    found.depth = found.depth.max(report.depth);
    found.nodes = found.nodes.max(report.nodes);
    let Some(first) = report.line.first() else { return };
    found.lines.retain(|line| line.moves.first() != Some(first));
    let value = wins_at_once(game, state, seat, &report.line).unwrap_or_else(|| {
        let scores = [rivals, &[(seat, report.score)]].concat();
        bounded(judged((game, fitted), state, &scores, report.error), report)
    });
    let line = Line { moves: report.line.clone(), score: Some(report.score), value };
    let place = (report.rank as usize).saturating_sub(1).min(found.lines.len());
    found.lines.insert(place, line);
    found.lines.truncate(lines.max(1));
}

/// An estimate that says whether it is a bound only: the search was stopped before it knew more.
fn bounded<M>(value: ValueView, report: &Report<M>) -> ValueView {
    let bound = match (value.bound, report.bound) {
        (Bound::Estimate, search::Bound::Lower) => Bound::Lower,
        (Bound::Estimate, search::Bound::Upper) => Bound::Upper,
        (bound, _) => bound,
    };
    ValueView { bound, ..value }
}

/// The value of a line that wins the game before anyone else moves and before any chance: that is certain, whatever a search
/// that samples says of it.
fn wins_at_once<G: Bots>(game: &G, state: &G::State, seat: Seat, line: &[G::Move]) -> Option<ValueView> {
    let mut at = state.clone();
    for (made, &mv) in (1..).zip(line) {
        let own = matches!(game.turn(&at), Turn::Act(seats) if seats.single() == Some(seat));
        if !own || game.check(&at, seat, mv).is_err() {
            return None;
        }
        game.apply(&mut at, seat, mv);
        if let Turn::Over(outcome) = game.turn(&at) {
            let won = game.seats() > 1 && outcome.share(seat, game.seats()) == 1.0;
            return won.then(|| proven(game, seat, made));
        }
    }
    None
}

/// The value of a position that a seat wins after this many moves.
fn proven<G: Bots>(game: &G, winner: Seat, plies: u32) -> ValueView {
    let chances = Seat::all(game.seats()).map(|seat| f64::from(u8::from(seat == winner))).collect();
    ValueView { bound: Bound::Proven, distance: Some(plies), ..estimate(chances, None) }
}

fn judged<G: Bots>(
    (game, fitted): (&G, Fitted),
    state: &G::State,
    found: &[(Seat, Score)],
    error: Option<f64>,
) -> ValueView {
    let outlook = game.outlook(state, found);
    if outlook.len() == 1 {
        return estimate(outlook, None);
    }
    let curve = fitted.search.at(game.progress(state));
    let is_round = matches!(game.turn(state), Turn::Act(seats) if seats.len() > 1);
    let (&[(seat, score)], false) = (found, is_round) else {
        return estimate(curve.chances(&outlook, None), None);
    };
    let chances = curve.chances(&outlook, Some(seat.index()));
    match score {
        Score::Win(plies) => proven(game, seat, plies),
        Score::Loss(plies) if game.seats() == 2 => proven(game, seat.other(), plies),
        Score::Share(share) => {
            // The slope of the curve at this share.
            let (own, share) = (chances[seat.index()], share.clamp(0.01, 0.99));
            let slope = curve.scale * own * (1.0 - own) / (share * (1.0 - share));
            estimate(chances, error.map(|error| (error * slope).min(0.5)))
        }
        _ => estimate(chances, None),
    }
}

/// The state after an event.
pub(crate) fn after<G: Bots>(game: &G, state: &G::State, event: &Event<G>) -> G::State {
    let mut next = state.clone();
    event.apply(game, &mut next);
    next
}
