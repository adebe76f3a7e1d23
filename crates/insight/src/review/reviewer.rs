//! The searches of a review: the value before every event, of every choice as it was played, and of every roll.

use super::units::{shifted, units, with_move_before};
use crate::analyst::{
    Analyst, Line, Outcomes, Task, after, estimate, numbers, spread_error, unbounded, worth,
};
use crate::show::shown;
use crate::why::At;
use breadboard_core::{Event, Rng as _, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Views};
use breadboard_search::{Effort, Score};
use breadboard_wire::{AnalysisLine, Bound, MoveMark, TextView, ValueView};
use std::ops::Range;

/// What all searches of a game may cost together, in budgets of the strongest bot for a move: about 20 seconds. The most and the
/// least that a search may cost are in the same unit; a game has a factor for all of them.
const TOTAL: f64 = 6.0;
const MOST: f64 = 0.1;
const LEAST: f64 = 0.01;
/// How much more a search may cost that confirms a bad mark.
const CONFIRM: f64 = 4.0;

/// What a search may cost in a review of a game with this many turns, in budgets of the strongest bot: a turn has two searches.
pub(crate) fn scale_of<G: Bots>(turns: usize) -> f64 {
    G::REVIEW_FACTOR * (TOTAL / (2 * turns).max(1) as f64).clamp(LEAST, MOST)
}

/// The part of a search's budget that finds the reply to a move.
const GO_ON: f64 = 0.3;
/// A loss of this part of an inaccuracy is searched again.
const DOUBT: f64 = 0.5;

/// An event of the game with the position before it.
pub(crate) struct Played<G: Bots> {
    pub(crate) before: G::State,
    pub(crate) event: Event<G>,
}

/// A seed for the samples of a review, other in every game that begins with another draw.
fn seed_of<G: Bots>(game: &G, events: &[Played<G>]) -> u64 {
    let first = events.iter().find_map(|played| match &played.event {
        Event::Chance(chance) => Some(game.write_chance(&played.before, chance)),
        Event::Act(_) => None,
    });
    let text = first.unwrap_or_default();
    text.bytes().fold(1, |seed, byte| SplitMix::stream(seed, u64::from(byte)).next_u64())
}

/// The findings about one event.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// The value before it with the best play that was found.
    pub(crate) before: ValueView,
    /// The choices, in seat order.
    pub(crate) choices: Vec<Choice>,
    /// What chance gave every seat.
    pub(crate) luck: Vec<f64>,
}

/// The findings about the choice of one seat.
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

/// The review of one game, as far as it is done.
pub(crate) struct Reviewer<'a, G: Bots> {
    pub(crate) analyst: Analyst<G>,
    pub(crate) events: Vec<Played<G>>,
    pub(crate) verdicts: Vec<Option<Verdict>>,
    /// The value of the last position.
    pub(crate) end: ValueView,
    /// The value of the first position by a search, once all events are judged.
    pub(crate) start: Option<ValueView>,
    units: Vec<Range<usize>>,
    scale: f64,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, G: Bots + Views> Reviewer<'a, G> {
    pub(crate) fn new(
        mut analyst: Analyst<G>,
        events: Vec<Played<G>>,
        last: G::State,
        effort: f64,
        stop: &'a dyn Fn() -> bool,
    ) -> Reviewer<'a, G> {
        let units = units(&events);
        let turns = units.iter().filter(|unit| matches!(events[unit.start].event, Event::Act(_))).count();
        let scale = effort.clamp(0.001, 1000.0) * scale_of::<G>(turns);
        let end = unbounded(analyst.value(&last, Effort::Own(scale), stop));
        let seed = seed_of(&analyst.game, &events);
        let analyst = analyst.sampling(seed);
        let verdicts = events.iter().map(|_| None).collect();
        Reviewer { analyst, events, verdicts, end, start: None, units, scale, stop }
    }

    /// Spends this part of the strongest bot's budget on a search.
    #[cfg(test)]
    pub(crate) fn spending(mut self, scale: f64) -> Reviewer<'a, G> {
        self.scale = scale;
        self
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

    /// Searches the first position, after all events: what a search remembers of them makes it see further. Where a deal comes
    /// first, its samples were the search.
    pub(crate) fn search_start(&mut self) {
        if self.start.is_some() {
            return;
        }
        let first = self.events.first().map(|played| played.before.clone());
        self.start =
            first.map(|state| unbounded(self.analyst.value(&state, Effort::Own(self.scale), self.stop)));
    }

    /// The value of the position after an event. Later events are judged first, so it is known.
    pub(crate) fn value_after(&self, at: usize) -> &ValueView {
        let later = self.verdicts.get(at + 1).and_then(Option::as_ref);
        later.map_or(&self.end, |verdict| &verdict.before)
    }

    /// The best line of a seat. Its value is compared with values that other seats' searches found, so it is no bound.
    fn best(&mut self, at: usize, seat: Seat, among: &[G::Move], factor: f64) -> Line<G::Move> {
        let state = self.events[at].before.clone();
        let effort = Effort::Own(self.scale * factor);
        let task = Task { state: &state, seat, lines: 1, among, rivals: &[], effort };
        let line = self.analyst.search(task, self.stop, &mut |_| {}).lines.swap_remove(0);
        Line { value: unbounded(line.value), ..line }
    }

    fn is_forced(&self, at: usize, seat: Seat) -> bool {
        let moves = self.analyst.game.moves(&self.events[at].before, seat);
        moves.len() == 1
    }

    /// A roll, a card or a deal: the value after it against the mean of all that could have come. What was drawn has the value that
    /// followed, which more searches know; between rivals that evens out over a game. Two kinds of draw do not even out, so there
    /// what was drawn is looked at as the others are: a seat alone always gains by a deeper search and would seem lucky with every
    /// card, and a deal comes once, so that whatever a deeper search thinks of the first player would be its luck. A deal is
    /// searched as a choice is, because nothing after it corrects its value.
    fn chance(&mut self, at: usize) {
        let Played { before, event } = &self.events[at];
        let (before, event) = (before.clone(), event.clone());
        let Outcomes { all, deal, .. } = self.analyst.outcomes(&before);
        let followed = numbers(self.value_after(at));
        let (analyst, stop, effort) = (&mut self.analyst, self.stop, Effort::Own(self.scale));
        let mut look = |event: &Event<G>| {
            let next = after(&analyst.game, &before, event);
            numbers(&match analyst.game.turn(&next) {
                // Fresh every time: what a search remembers of this game, or of the other deals, would make it see further.
                Turn::Act(_) if deal => analyst.fresh().value(&next, effort, stop),
                _ => analyst.glance(&next, stop),
            })
        };
        let alike = deal || followed.len() == 1;
        let drawn = if alike { look(&event) } else { followed.clone() };
        let (mut mean, mut values) = (vec![0.0; drawn.len()], Vec::new());
        for (chance, weight) in all {
            let value = match &event {
                Event::Chance(known) if *known == chance => drawn.clone(),
                _ => look(&Event::Chance(chance)),
            };
            mean.iter_mut().zip(&value).for_each(|(sum, number)| *sum += weight * number);
            values.push((value, weight));
            if stop() {
                return;
            }
        }
        if at == 0 && deal {
            self.start = Some(estimate(mean.clone(), spread_error(&values, &mean)));
        }
        let luck: Vec<f64> = drawn.iter().zip(&mean).map(|(drawn, mean)| drawn - mean).collect();
        let before = followed.iter().zip(&luck).map(|(value, luck)| value - luck).collect();
        self.verdicts[at] = Some(Verdict { before: estimate(before, None), choices: Vec::new(), luck });
    }

    /// The moves of one seat in a row: forward, because later moves follow the plan of earlier ones. Then the values go backward,
    /// so that the value before a move is the value after it and what the move gave away.
    fn turn(&mut self, unit: Range<usize>) {
        let mut plan: Option<Line<G::Move>> = None;
        let mut judged: Vec<Judged> = Vec::new();
        for at in unit.clone() {
            if (self.stop)() {
                return;
            }
            let Event::Act(choices) = &self.events[at].event else { return };
            let Some(&(seat, mv)) = choices.first() else { return };
            let follows = plan.as_ref().is_some_and(|plan| plan.moves.first() == Some(&mv));
            let (choice, next) = if self.is_forced(at, seat) {
                (Judged::plain(seat, MoveMark::Forced), plan.filter(|_| follows))
            } else if follows {
                (Judged::plain(seat, MoveMark::Best), plan)
            } else {
                let (choice, line) = self.choice(at, unit.end, seat, mv, plan);
                (choice, Some(line))
            };
            judged.push(choice);
            plan = next.filter(|plan| plan.moves.len() > 1).map(|mut plan| {
                plan.moves.remove(0);
                plan
            });
        }
        for (at, Judged { mut choice, best }) in unit.zip(judged).rev() {
            let (seat, after) = (choice.seat, self.value_after(at));
            let before = match best {
                Some(best) if worth(&best, seat) > worth(after, seat) => best,
                _ if choice.loss > 0.0 => shifted(after, seat, choice.loss),
                _ => with_move_before(after),
            };
            // No more is lost than there was.
            choice.loss = self.loss(&before, after, seat);
            self.verdicts[at] = Some(Verdict { before, choices: vec![choice], luck: Vec::new() });
        }
    }

    /// A choice that follows no plan: the best that was possible against what was played, with the line that follows it. `end` is
    /// where the moves of this seat end.
    fn choice(
        &mut self,
        at: usize,
        end: usize,
        seat: Seat,
        mv: G::Move,
        plan: Option<Line<G::Move>>,
    ) -> (Judged, Line<G::Move>) {
        let mut best = plan.unwrap_or_else(|| self.best(at, seat, &[], 1.0));
        if best.moves.first() == Some(&mv) {
            return (Judged::plain(seat, MoveMark::Best), best);
        }
        if at + 1 == end && self.is_reply(at) {
            return self.answered(at, seat, mv, best);
        }
        let mut played = self.best(at, seat, &[mv], 1.0);
        let mut loss = self.loss(&best.value, &played.value, seat);
        if loss >= DOUBT * self.analyst.fitted.marks.inaccuracy && !(self.stop)() {
            // Both alike: the same budget, the same dice. The mean over the rolls that may follow was tried instead; it judges the
            // move played by what came later and the other by short searches.
            best = self.best(at, seat, &[best.moves[0]], CONFIRM);
            played = self.best(at, seat, &[mv], CONFIRM);
            loss = self.loss(&best.value, &played.value, seat);
        }
        let choice = self.told(at, seat, loss, played.clone(), best);
        (Judged { choice, best: None }, played)
    }

    /// Whether another seat answers the event without chance between them, or the game is over.
    fn is_reply(&self, at: usize) -> bool {
        let next = after(&self.analyst.game, &self.events[at].before, &self.events[at].event);
        match self.analyst.game.turn(&next) {
            Turn::Over(_) => true,
            Turn::Act(seats) => seats.len() == 1,
            Turn::Chance => false,
        }
    }

    /// A move that is answered at once. The value after it is known from the answer, and better than a search of the move itself
    /// would know it; so in a game without chance nothing is left unexplained. Where it seems to give something away, both moves
    /// are searched alike with more.
    fn answered(
        &mut self,
        at: usize,
        seat: Seat,
        mv: G::Move,
        mut best: Line<G::Move>,
    ) -> (Judged, Line<G::Move>) {
        let value = with_move_before(self.value_after(at));
        let mut loss = self.loss(&best.value, &value, seat);
        let mut played = Line { moves: vec![mv], score: None, value };
        if loss >= DOUBT * self.analyst.fitted.marks.inaccuracy && !(self.stop)() {
            best = self.best(at, seat, &[], CONFIRM);
            if best.moves.first() == Some(&mv) {
                return (Judged::plain(seat, MoveMark::Best), best);
            }
            let deeper = self.best(at, seat, &[mv], CONFIRM);
            if self.answer_is_better(at, seat, &deeper) {
                played.value = with_move_before(self.value_after(at));
            }
            played = Line { moves: deeper.moves, score: deeper.score, ..played };
            loss = self.loss(&best.value, &played.value, seat);
        }
        let value = best.value.clone();
        let choice = self.told(at, seat, loss, played.clone(), best);
        (Judged { choice, best: (loss > 0.0).then_some(value) }, played)
    }

    /// Takes over what a deeper search of a move found, if it knows a better answer than the one that was played: then the answer
    /// gave more away than was known, and the value before it changes. Returns whether it did.
    fn answer_is_better(&mut self, at: usize, seat: Seat, deeper: &Line<G::Move>) -> bool {
        let known = self.value_after(at).clone();
        if worth(&deeper.value, seat) >= worth(&known, seat) {
            return false;
        }
        let Some(next) = self.events.get(at + 1) else {
            // The record ends here; a finished game has no better answer.
            let is_over = known.bound == Bound::Proven;
            if !is_over {
                self.end = ValueView { distance: None, ..deeper.value.clone() };
            }
            return !is_over;
        };
        let Event::Act(choices) = &next.event else { return false };
        let (&[(rival, mv)], Some(&better)) = (&choices[..], deeper.moves.get(1)) else { return false };
        if better == mv || rival == seat {
            return false;
        }
        let value = ValueView { distance: None, ..deeper.value.clone() };
        let best = Line { moves: deeper.moves[1..].to_vec(), score: None, value: value.clone() };
        let after = self.value_after(at + 1).clone();
        let loss = self.loss(&value, &after, rival);
        let choice =
            self.told(at + 1, rival, loss, Line { moves: vec![mv], score: None, value: after }, best);
        self.verdicts[at + 1] = Some(Verdict { before: value, choices: vec![choice], luck: Vec::new() });
        true
    }

    fn loss(&self, best: &ValueView, played: &ValueView, seat: Seat) -> f64 {
        (worth(best, seat) - worth(played, seat)).max(0.0)
    }

    /// A choice with its mark; from an inaccuracy on with both lines and the reason.
    fn told(
        &mut self,
        at: usize,
        seat: Seat,
        loss: f64,
        mut played: Line<G::Move>,
        mut best: Line<G::Move>,
    ) -> Choice {
        let mark = self.analyst.fitted.marks.of(loss);
        if mark < MoveMark::Inaccuracy {
            return Choice { loss, ..Choice::plain(seat, mark) };
        }
        let state = self.events[at].before.clone();
        self.go_on(&state, seat, &mut played);
        for line in [&mut played, &mut best] {
            self.analyst.finish(&state, seat, line, self.stop);
        }
        let game = &self.analyst.game;
        Choice {
            seat,
            mark,
            loss,
            better: Some(shown(game, &state, seat, &best)),
            refutation: Some(shown(game, &state, seat, &played)),
            why: At { game, state: &state, seat }.worse(&played, &best),
        }
    }

    /// Adds the best reply and what follows to a line that is only the move played: without them the line does not show what is wrong.
    fn go_on(&mut self, state: &G::State, seat: Seat, line: &mut Line<G::Move>) {
        let alone = matches!(self.analyst.game.turn(state), Turn::Act(seats) if seats.single() == Some(seat));
        let &[mv] = &line.moves[..] else { return };
        if !alone || (self.stop)() {
            return;
        }
        let next = after(&self.analyst.game, state, &Event::one(seat, mv));
        let Turn::Act(seats) = self.analyst.game.turn(&next) else { return };
        let Some(mover) = seats.single() else { return };
        let effort = Effort::Own(self.scale * GO_ON);
        let task = Task { state: &next, seat: mover, lines: 1, among: &[], rivals: &[], effort };
        line.moves.extend(self.analyst.search(task, self.stop, &mut |_| {}).lines.swap_remove(0).moves);
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
        let state = self.events[at].before.clone();
        let found = |reviewer: &Reviewer<'_, G>, which: &dyn Fn(&Compared<G::Move>) -> Option<Score>| {
            let scores = lines.iter().filter_map(|line| Some((line.seat, which(line)?)));
            let scores: Vec<(Seat, Score)> = scores.collect();
            reviewer.analyst.judged(&state, &scores, None)
        };
        let ideal = found(self, &|line| line.best.score);
        let mut before = self.value_after(at).clone();
        let mut judged = Vec::new();
        for Compared { seat, best, played } in &lines {
            if self.is_forced(at, *seat) {
                judged.push(Choice::plain(*seat, MoveMark::Forced));
                continue;
            }
            // The value if only this seat had played what it played.
            let value = found(self, &|line| {
                if line.seat == *seat { line.played.score } else { line.best.score }
            });
            let loss = self.loss(&ideal, &value, *seat);
            let best = Line { value: ideal.clone(), ..best.clone() };
            let played = Line { value, ..played.clone() };
            let choice = self.told(at, *seat, loss, played, best);
            let better = shifted(&before, *seat, loss);
            judged.push(Choice { loss: self.loss(&better, &before, *seat), ..choice });
            before = better;
        }
        self.verdicts[at] = Some(Verdict { before, choices: judged, luck: Vec::new() });
    }
}

/// A judged choice, and the value of the best one where that is known by itself.
struct Judged {
    choice: Choice,
    best: Option<ValueView>,
}

impl Judged {
    fn plain(seat: Seat, mark: MoveMark) -> Judged {
        Judged { choice: Choice::plain(seat, mark), best: None }
    }
}

/// The choice of one seat in a round beside its best one.
struct Compared<M> {
    seat: Seat,
    best: Line<M>,
    played: Line<M>,
}
