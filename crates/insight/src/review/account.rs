//! The account of a reviewed game: what each seat owes to luck, what to its choices, and the moments that mattered most.

use super::reviewer::{Played, Reviewer, Verdict};
use crate::analyst::numbers;
use crate::show::phrases_of;
use breadboard_core::{Event, Record, Seat};
use breadboard_games::{Bots, Views};
use breadboard_wire::{
    MarkCount, MoveMark, NameRow, ReviewChoice, ReviewPlayer, ReviewStep, ReviewView, TextView, ValueView,
};

/// The most moments that are called key moments.
const MOST_MOMENTS: usize = 5;

/// The review as far as it is done.
pub(super) fn view<G: Bots + Views>(reviewer: &Reviewer<'_, G>, record: &Record, done: bool) -> ReviewView {
    let start = reviewer.start.clone().unwrap_or_else(|| {
        reviewer
            .events
            .first()
            .map_or_else(|| reviewer.end.clone(), |played| reviewer.analyst.still(&played.before))
    });
    ReviewView {
        spec: record.spec.to_string(),
        rules: record.rules,
        names: record
            .names
            .iter()
            .map(|(seat, name)| NameRow { seat: seat.number(), name: name.clone() })
            .collect(),
        progress: if done { 1.0 } else { reviewer.done() },
        done,
        steps: steps(reviewer),
        players: if done { players(reviewer) } else { Vec::new() },
        key_moments: if done { key_moments(reviewer) } else { Vec::new() },
        residual: if done { residual(reviewer, &start) } else { 0.0 },
        start,
    }
}

/// The number of the turn of every event, from 1.
fn turns<G: Bots + Views>(reviewer: &Reviewer<'_, G>) -> Vec<u32> {
    let (mut turn, mut key) = (0, None);
    let number = |played: &Played<G>| {
        let here = Some(reviewer.analyst.game.turn_key(&played.before));
        turn += u32::from(here != key);
        key = here;
        turn
    };
    reviewer.events.iter().map(number).collect()
}

fn steps<G: Bots + Views>(reviewer: &Reviewer<'_, G>) -> Vec<ReviewStep> {
    let mut steps = Vec::new();
    for (at, (turn, verdict)) in turns(reviewer).into_iter().zip(&reviewer.verdicts).enumerate() {
        let Some(verdict) = verdict else { continue };
        steps.push(ReviewStep {
            step: at as u32 + 1,
            turn,
            value: reviewer.value_after(at).clone(),
            choices: choices(reviewer, at, verdict),
            luck: verdict.luck.clone(),
        });
    }
    steps
}

/// What a seat did from a choice to the end of its turn.
fn phrases<G: Bots + Views>(reviewer: &Reviewer<'_, G>, at: usize, seat: Seat, mv: G::Move) -> Vec<TextView> {
    let later = reviewer.events[at + 1..].iter().map_while(|played| match &played.event {
        Event::Act(choices) => choices.first().copied().filter(|(mover, _)| *mover == seat),
        Event::Chance(_) => None,
    });
    let moves: Vec<(Seat, G::Move)> = std::iter::once((seat, mv)).chain(later).collect();
    phrases_of(&reviewer.analyst.game, &reviewer.events[at].before, &moves)
}

fn choices<G: Bots + Views>(reviewer: &Reviewer<'_, G>, at: usize, verdict: &Verdict) -> Vec<ReviewChoice> {
    let Event::Act(moves) = &reviewer.events[at].event else { return Vec::new() };
    let before = &reviewer.events[at].before;
    let both = moves.iter().zip(&verdict.choices);
    both.map(|(&(seat, mv), choice)| ReviewChoice {
        seat: seat.number(),
        text: reviewer.analyst.game.write_move(before, seat, mv),
        phrases: phrases(reviewer, at, seat, mv),
        mark: choice.mark,
        loss: choice.loss,
        better: choice.better.clone(),
        refutation: choice.refutation.clone(),
        why: choice.why.clone(),
    })
    .collect()
}

/// The losses of a seat's turns in which it had a choice. A turn of many moves counts once: the steps that follow a plan are right
/// by definition, and would hide what the plan gave away.
fn turn_losses<G: Bots + Views>(reviewer: &Reviewer<'_, G>, seat: Seat) -> Vec<f64> {
    let mut losses: Vec<(u32, f64)> = Vec::new();
    for (turn, verdict) in turns(reviewer).into_iter().zip(&reviewer.verdicts) {
        let own = verdict.iter().flat_map(|verdict| &verdict.choices);
        for choice in own.filter(|choice| choice.seat == seat && choice.mark != MoveMark::Forced) {
            match losses.last_mut() {
                Some((last, loss)) if *last == turn => *loss += choice.loss,
                _ => losses.push((turn, choice.loss)),
            }
        }
    }
    losses.into_iter().map(|(_, loss)| loss).collect()
}

fn players<G: Bots + Views>(reviewer: &Reviewer<'_, G>) -> Vec<ReviewPlayer> {
    let verdicts = || reviewer.verdicts.iter().flatten();
    let marks = reviewer.analyst.fitted.marks;
    Seat::all(reviewer.analyst.game.seats())
        .map(|seat| {
            let own = || verdicts().flat_map(|verdict| &verdict.choices).filter(move |one| one.seat == seat);
            let free: Vec<f64> =
                turn_losses(reviewer, seat).into_iter().map(|loss| marks.accuracy(loss)).collect();
            let luck = verdicts().filter_map(|verdict| verdict.luck.get(seat.index())).sum::<f64>();
            let count = |mark: MoveMark| own().filter(|one| one.mark == mark).count() as u32;
            ReviewPlayer {
                seat: seat.number(),
                accuracy: if free.is_empty() { 100.0 } else { free.iter().sum::<f64>() / free.len() as f64 },
                // The sum of nothing is minus zero.
                luck: luck + 0.0,
                skill: 0.0 - own().map(|one| one.loss).sum::<f64>(),
                marks: MoveMark::ALL
                    .into_iter()
                    .map(|mark| MarkCount { mark, count: count(mark) })
                    .filter(|row| row.count > 0)
                    .collect(),
            }
        })
        .collect()
}

/// The events with the largest losses and the most luck, if they are as large as a mistake.
fn key_moments<G: Bots>(reviewer: &Reviewer<'_, G>) -> Vec<u32> {
    let weight = |verdict: &Verdict| {
        let losses = verdict.choices.iter().map(|choice| choice.loss);
        losses.chain(verdict.luck.iter().map(|luck| luck.abs())).fold(0.0, f64::max)
    };
    let least = reviewer.analyst.fitted.marks.mistake;
    let all = reviewer.verdicts.iter().enumerate();
    let mut moments: Vec<(f64, u32)> = all
        .filter_map(|(at, verdict)| Some((weight(verdict.as_ref()?), at as u32 + 1)))
        .filter(|(weight, _)| *weight >= least)
        .collect();
    moments.sort_by(|a, b| b.0.total_cmp(&a.0));
    moments.truncate(MOST_MOMENTS);
    let mut steps: Vec<u32> = moments.into_iter().map(|(_, step)| step).collect();
    steps.sort_unstable();
    steps
}

/// The change of seat 1's value that luck and choices do not explain: the value computed backward for the start minus the value
/// that a search finds there.
fn residual<G: Bots>(reviewer: &Reviewer<'_, G>, start: &ValueView) -> f64 {
    let first = |value: &ValueView| numbers(value).first().copied().unwrap_or(0.0);
    let followed =
        reviewer.verdicts.first().and_then(Option::as_ref).map_or(&reviewer.end, |verdict| &verdict.before);
    first(followed) - first(start)
}
