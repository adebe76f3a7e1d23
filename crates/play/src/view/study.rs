//! Positions and records that are at no table: for diagrams, replays and tools. They have no secrets, so they need no
//! viewer.

use super::project::{moves, position, step_view};
use super::*;
use crate::any_game::{AnyGame, any_game, any_game_under};
use crate::dice::{Dice, Seed};
use crate::table::{bad_start, play};
use breadboard_core::{Actor, Canvas, Record, Spec, Turn};
use breadboard_wire::Denied;

/// Draws before the first choice of an example: more than any game has.
const MOST_DRAWS: u64 = 100;

/// A longer list of rolls or cards is no help to a person who chooses one.
const MOST_LISTED: usize = 100;

/// A position with every legal move.
///
/// # Errors
/// What is wrong with the spec or the position.
pub fn position_view(spec: &Spec, start: Option<&str>) -> Result<StudyView, Denied> {
    Ok(study(any_game(spec, start)?.as_ref(), 0))
}

/// The position after some events, with every legal move and the narration of the last one.
///
/// # Errors
/// What is wrong with the spec or the position; else the refusal that the first impossible event would meet at a
/// table.
pub fn position_after(spec: &Spec, start: Option<&str>, events: &[PlayedEvent]) -> Result<StudyView, Denied> {
    let mut game = any_game(spec, start)?;
    let mut last = None;
    for PlayedEvent { seats, texts } in events {
        last = Some(step_view(&play(game.as_mut(), seats, texts)?));
    }
    Ok(StudyView { last, ..study(game.as_ref(), events.len() as u32) })
}

/// The same, and then the pending chance event, drawn by a number: a person who analyses rolls the dice with it. The dice are
/// those of no table.
///
/// # Errors
/// As [`position_after`]; and if no chance event is pending.
pub fn position_drawn(
    spec: &Spec,
    start: Option<&str>,
    events: &[PlayedEvent],
    number: u32,
) -> Result<StudyView, Denied> {
    let mut game = any_game(spec, start)?;
    for PlayedEvent { seats, texts } in events {
        play(game.as_mut(), seats, texts)?;
    }
    let dice = Dice::new(&Seed::new([2; 32]), &spec.to_string(), start, &[]);
    let drawn = game.draw(&mut dice.draw(u64::from(number)));
    let last = step_view(&play(game.as_mut(), &[], &[drawn.unwrap_or_default()])?);
    Ok(StudyView { last: Some(last), ..study(game.as_ref(), events.len() as u32 + 1) })
}

/// The same, and then an example of what chance decides, until a seat is to act: to show what a game looks like. It is the
/// same for everyone, so it tells nothing about any table.
///
/// # Errors
/// As [`position_after`].
pub fn position_dealt(spec: &Spec, start: Option<&str>, events: &[PlayedEvent]) -> Result<StudyView, Denied> {
    let mut game = any_game(spec, start)?;
    for PlayedEvent { seats, texts } in events {
        play(game.as_mut(), seats, texts)?;
    }
    let dice = Dice::new(&Seed::new([1; 32]), &spec.to_string(), start, &[]);
    for number in 0..MOST_DRAWS {
        if game.turn() != Turn::Chance {
            break;
        }
        let Some(text) = game.draw(&mut dice.draw(number)) else { break };
        play(game.as_mut(), &[], &[text])?;
    }
    Ok(study(game.as_ref(), events.len() as u32))
}

/// A record, and its position after `step` events: the last if there are fewer.
///
/// # Errors
/// What is wrong with the record, and at which event.
pub fn record_view(record: &Record, step: u32) -> Result<RecordView, Denied> {
    let mut game = any_game_under(&record.spec, record.rules, record.start.as_deref())?;
    let mut shown = study(game.as_ref(), 0);
    let mut steps = Vec::with_capacity(record.entries.len());
    for (number, entry) in (1u32..).zip(&record.entries) {
        let seats = if let Actor::Seats(seats) = &entry.actor { seats.as_slice() } else { &[] };
        let mut made =
            play(game.as_mut(), seats, &entry.texts).map_err(|denied| bad_start(number as usize, denied))?;
        if record.ending().is_some() {
            made.narration.texts.retain(|text| !game.is_verdict(text));
        }
        steps.push(step_view(&made));
        if number <= step {
            // Only the position that is asked for is drawn.
            if number == step || number as usize == record.entries.len() {
                shown = study(game.as_ref(), number);
            }
        }
    }
    Ok(RecordView {
        study: shown,
        date: record.date.clone(),
        names: record.names.iter().map(|(seat, name)| (seat.number(), name.clone())).collect(),
        result: game.turn().outcome().map(|outcome| outcome.to_string()),
        ending: record_ending(record),
        steps,
    })
}

/// How a record's game ended at its table, if that is not simply what its moves give.
#[must_use]
pub fn record_ending(record: &Record) -> Option<ResultView> {
    record.ending().map(|ending| crate::ending::recorded(&ending, record.result.is_some()))
}

fn study(game: &dyn AnyGame, step: u32) -> StudyView {
    let acting = if let Turn::Act(seats) = game.turn() { seats } else { SeatSet::EMPTY };
    let everyone = SeatSet::first(game.seats());
    let moves = |seat: Seat| SeatMovesView { seat: seat.number(), moves: moves(game, seat, everyone) };
    StudyView {
        schema: SCHEMA,
        spec: game.spec(game.info().rules_version).to_string(),
        position: position(game, step),
        moves: acting.iter().map(moves).collect(),
        chances: if game.turn() == Turn::Chance { chances(game) } else { Vec::new() },
        drawing: game.drawing(Canvas::default()),
        last: None,
    }
}

/// What chance can decide now, if a person can choose from a list of it.
fn chances(game: &dyn AnyGame) -> Vec<ChanceView> {
    game.chances(MOST_LISTED).into_iter().map(|(text, weight)| ChanceView { text, weight }).collect()
}
