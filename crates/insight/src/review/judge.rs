//! The searches of a review: the value before every event, of every choice as it was played, and of every roll.

use crate::analyst::{Analyst, Found, Line, Task, after, estimate, numbers, worth};
use crate::show::shown;
use crate::why::At;
use breadboard_core::{Event, Seat};
use breadboard_games::{Bots, Views};
use breadboard_search::{Effort, Score};
use breadboard_wire::{AnalysisLine, MoveMark, TextView, ValueView};
use std::ops::Range;

/// What all searches of a game may cost together, in budgets of the strongest bot for a move: about 20 seconds.
const TOTAL: f64 = 6.0;
/// The most and the least that a search may cost, in the same unit.
const MOST: f64 = 0.1;
const LEAST: f64 = 0.01;
/// How much more a search may cost that confirms a bad mark.
const CONFIRM: f64 = 3.0;

/// An event of the game with the position before it.
pub(crate) struct Played<G: Bots> {
    pub(crate) before: G::State,
    pub(crate) event: Event<G>,
}

/// What is known of one event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// The value before it with the best play that was found; `None` for a forced move until the next event is known.
    pub(crate) before: Option<ValueView>,
    /// The value of the position with what was played.
    pub(crate) played: Option<ValueView>,
    /// The choices, in seat order.
    pub(crate) choices: Vec<Choice>,
    /// What chance gave every seat.
    pub(crate) luck: Vec<f64>,
}

/// What is known of the choice of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) seat: Seat,
    pub(crate) mark: MoveMark,
    pub(crate) loss: f64,
    pub(crate) better: Option<AnalysisLine>,
    pub(crate) refutation: Option<AnalysisLine>,
    pub(crate) why: Vec<TextView>,
}

impl Choice {
    fn plain(seat: Seat, mark: MoveMark) -> Choice {
        Choice { seat, mark, loss: 0.0, better: None, refutation: None, why: Vec::new() }
    }
}

/// The judge of one game.
pub(crate) struct Judge<'a, G: Bots> {
    pub(crate) analyst: Analyst<G>,
    pub(crate) events: Vec<Played<G>>,
    pub(crate) verdicts: Vec<Option<Verdict>>,
    /// The value of the last position.
    pub(crate) end: ValueView,
    units: Vec<Range<usize>>,
    scale: f64,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, G: Bots + Views> Judge<'a, G> {
    pub(crate) fn new(
        mut analyst: Analyst<G>,
        events: Vec<Played<G>>,
        last: G::State,
        effort: f64,
        stop: &'a dyn Fn() -> bool,
    ) -> Judge<'a, G> {
        let units = units(&events);
        let searches =
            2 * units.iter().filter(|unit| matches!(events[unit.start].event, Event::Act(_))).count();
        let scale = effort.clamp(0.001, 1000.0) * (TOTAL / searches.max(1) as f64).clamp(LEAST, MOST);
        let end = analyst.value(&last, Effort::Own(scale), stop);
        let verdicts = events.iter().map(|_| None).collect();
        Judge { analyst, events, verdicts, end, units, scale, stop }
    }

    /// The events that are judged next, the last of the game first.
    pub(crate) fn next_unit(&mut self) -> Option<Range<usize>> {
        self.units.pop()
    }

    /// How many events are judged, as a part of all.
    pub(crate) fn done(&self) -> f64 {
        let done = self.verdicts.iter().filter(|verdict| verdict.is_some()).count();
        done as f64 / self.verdicts.len().max(1) as f64
    }

    /// Judges a run of events; returns false if it was stopped.
    pub(crate) fn unit(&mut self, unit: Range<usize>) -> bool {
        match &self.events[unit.start].event {
            Event::Chance(_) => self.chance(unit.start),
            Event::Act(choices) if choices.len() > 1 => self.round(unit.start),
            Event::Act(_) => self.turn(unit),
        }
        !(self.stop)()
    }

    /// Gives forced moves the value of what came after them.
    pub(crate) fn fill(&mut self) {
        let mut next = self.end.clone();
        for verdict in self.verdicts.iter_mut().rev().flatten() {
            let before = verdict.before.get_or_insert_with(|| next.clone()).clone();
            verdict.played.get_or_insert_with(|| next.clone());
            next = before;
        }
    }

    fn search(&mut self, at: usize, seat: Seat, among: &[G::Move], factor: f64) -> Found<G::Move> {
        let state = self.events[at].before.clone();
        let effort = Effort::Own(self.scale * factor);
        self.analyst.search(Task { state: &state, seat, lines: 1, among, effort }, self.stop, &mut |_| {})
    }

    fn best(&mut self, at: usize, seat: Seat, among: &[G::Move], factor: f64) -> Line<G::Move> {
        self.search(at, seat, among, factor).lines.swap_remove(0)
    }

    fn is_forced(&self, at: usize, seat: Seat) -> bool {
        let mut moves = Vec::new();
        self.analyst.game.legal_moves(&self.events[at].before, seat, &mut moves);
        moves.len() == 1
    }

    /// A roll, a card or a deal: the value after it against the mean of all that could have come.
    fn chance(&mut self, at: usize) {
        let Played { before, event } = &self.events[at];
        let (before, event) = (before.clone(), event.clone());
        let outcomes = self.analyst.outcomes(&before);
        let mut mean: Vec<f64> = Vec::new();
        let mut drawn = None;
        for (chance, weight) in outcomes {
            let is_drawn = matches!(&event, Event::Chance(drawn) if *drawn == chance);
            let next = after(&self.analyst.game, &before, &Event::Chance(chance));
            let value = self.analyst.glance(&next, self.stop);
            let value = numbers(&value);
            mean.resize(value.len(), 0.0);
            mean.iter_mut().zip(&value).for_each(|(sum, number)| *sum += weight * number);
            if is_drawn {
                drawn = Some(value);
            }
            if (self.stop)() {
                return;
            }
        }
        let drawn = drawn.unwrap_or_else(|| {
            let next = after(&self.analyst.game, &before, &event);
            numbers(&self.analyst.glance(&next, self.stop))
        });
        let luck = drawn.iter().zip(&mean).map(|(drawn, mean)| drawn - mean).collect();
        let (before, played) = (estimate(mean, None), estimate(drawn, None));
        let verdict = Verdict { before: Some(before), played: Some(played), choices: Vec::new(), luck };
        self.verdicts[at] = Some(verdict);
    }

    /// The moves of one seat in a row.
    fn turn(&mut self, unit: Range<usize>) {
        let mut plan: Option<Line<G::Move>> = None;
        for at in unit {
            if (self.stop)() {
                return;
            }
            let Event::Act(choices) = &self.events[at].event else { return };
            let Some(&(seat, mv)) = choices.first() else { return };
            let follows = plan.as_ref().is_some_and(|plan| plan.moves.first() == Some(&mv));
            let (verdict, next) = if self.is_forced(at, seat) {
                let value = plan.as_ref().filter(|_| follows).map(|plan| plan.value.clone());
                let choices = vec![Choice::plain(seat, MoveMark::Forced)];
                let verdict = Verdict { before: value.clone(), played: value, choices, luck: Vec::new() };
                (verdict, plan.filter(|_| follows))
            } else if follows {
                let value = plan.as_ref().map(|plan| plan.value.clone());
                let choices = vec![Choice::plain(seat, MoveMark::Best)];
                let verdict = Verdict { before: value.clone(), played: value, choices, luck: Vec::new() };
                (verdict, plan)
            } else {
                let (verdict, line) = self.choice(at, seat, mv, plan);
                (verdict, Some(line))
            };
            self.verdicts[at] = Some(verdict);
            plan = next.filter(|plan| plan.moves.len() > 1).map(|mut plan| {
                plan.moves.remove(0);
                plan
            });
        }
    }

    /// A choice that follows no plan: the best that was possible against what was played, with the line that follows it.
    fn choice(
        &mut self,
        at: usize,
        seat: Seat,
        mv: G::Move,
        plan: Option<Line<G::Move>>,
    ) -> (Verdict, Line<G::Move>) {
        let mut best = plan.unwrap_or_else(|| self.best(at, seat, &[], 1.0));
        let mut played =
            if best.moves.first() == Some(&mv) { best.clone() } else { self.best(at, seat, &[mv], 1.0) };
        let mut loss = self.loss(&best.value, &played.value, seat);
        let marks = self.analyst.fitted.marks;
        if loss >= marks.inaccuracy && !(self.stop)() {
            let first = best.moves[0];
            best = self.best(at, seat, &[first], CONFIRM);
            played = self.best(at, seat, &[mv], CONFIRM);
            loss = self.loss(&best.value, &played.value, seat);
        }
        if loss <= 0.0 {
            best = played.clone();
        }
        let choice = self.told(at, seat, loss, &played, &best);
        let verdict = Verdict {
            before: Some(best.value),
            played: Some(played.value.clone()),
            choices: vec![choice],
            luck: Vec::new(),
        };
        (verdict, played)
    }

    fn loss(&self, best: &ValueView, played: &ValueView, seat: Seat) -> f64 {
        (worth(best, seat) - worth(played, seat)).max(0.0)
    }

    /// A choice with its mark; from an inaccuracy on with both lines and the reason.
    fn told(&self, at: usize, seat: Seat, loss: f64, played: &Line<G::Move>, best: &Line<G::Move>) -> Choice {
        let mark = self.analyst.fitted.marks.of(loss);
        if mark < MoveMark::Inaccuracy {
            return Choice { loss, ..Choice::plain(seat, mark) };
        }
        let (game, state) = (&self.analyst.game, &self.events[at].before);
        Choice {
            seat,
            mark,
            loss,
            better: Some(shown(game, state, seat, best)),
            refutation: Some(shown(game, state, seat, played)),
            why: At { game, state, seat }.worse(played, best),
        }
    }

    /// A round: every seat's choice against its best one, while the others play theirs.
    fn round(&mut self, at: usize) {
        let Event::Act(choices) = &self.events[at].event else { return };
        let choices = choices.clone();
        let mut lines: Vec<Compared<G::Move>> = Vec::new();
        for &(seat, mv) in &choices {
            let best = self.best(at, seat, &[], 1.0);
            let same = best.moves.first() == Some(&mv);
            let played = if same { best.clone() } else { self.best(at, seat, &[mv], 1.0) };
            lines.push(Compared { seat, best, played });
            if (self.stop)() {
                return;
            }
        }
        let state = &self.events[at].before;
        let found = |which: &dyn Fn(&Compared<G::Move>) -> Option<Score>| {
            let scores = lines.iter().filter_map(|line| Some((line.seat, which(line)?)));
            let scores: Vec<(Seat, Score)> = scores.collect();
            self.analyst.judged(state, &scores, None)
        };
        let before = found(&|line| line.best.score);
        let played = found(&|line| line.played.score);
        let judged = lines.iter().map(|Compared { seat, best, played }| {
            if self.is_forced(at, *seat) {
                return Choice::plain(*seat, MoveMark::Forced);
            }
            // The value if only this seat had played what it played.
            let value = found(&|line| if line.seat == *seat { line.played.score } else { line.best.score });
            let loss = self.loss(&before, &value, *seat);
            let best = Line { value: before.clone(), ..best.clone() };
            let played = Line { value, ..played.clone() };
            self.told(at, *seat, loss, &played, &best)
        });
        let verdict = Verdict {
            choices: judged.collect(),
            before: Some(before.clone()),
            played: Some(played),
            luck: Vec::new(),
        };
        self.verdicts[at] = Some(verdict);
    }
}

/// The choice of one seat in a round beside its best one.
struct Compared<M> {
    seat: Seat,
    best: Line<M>,
    played: Line<M>,
}

/// Runs of events that are judged together: the moves of one seat in a row; every roll and every round alone.
fn units<G: Bots>(events: &[Played<G>]) -> Vec<Range<usize>> {
    let single = |at: usize| match &events[at].event {
        Event::Act(choices) if choices.len() == 1 => Some(choices[0].0),
        _ => None,
    };
    let mut units: Vec<Range<usize>> = Vec::new();
    for at in 0..events.len() {
        match units.last_mut() {
            Some(unit) if single(at).is_some() && single(at) == single(unit.start) => unit.end = at + 1,
            _ => units.push(at..at + 1),
        }
    }
    units
}
