//! Positions and records that are at no table: for diagrams, replays and tools. They have no secrets, so they need no
//! viewer.

use super::project::{moves, position, step_view};
use super::*;
use crate::erased::{Line, line};
use crate::refused::{Kind, Refused};
use crate::says;
use crate::table::play;
use breadboard_core::{Actor, Canvas, Record, Spec, Turn};

/// A position with every legal move.
///
/// # Errors
/// What is wrong with the spec or the position.
pub fn position_view(spec: &Spec, start: Option<&str>) -> Result<StudyView, Refused> {
    Ok(study(line(spec, start)?.as_ref(), 0))
}

/// One event to be played on a position: what each seat chooses, or what chance gave.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Who acts; nobody for chance.
    #[serde(default, with = "crate::wire::seats")]
    pub seats: Vec<Seat>,
    /// The notation, one text a seat, or one for chance.
    pub texts: Vec<String>,
}

/// The position after some events, with every legal move and what the last of them tells.
///
/// # Errors
/// What is wrong with the spec or the position; else the refusal that the first impossible event would meet at a
/// table.
pub fn position_after(spec: &Spec, start: Option<&str>, events: &[Made]) -> Result<StudyView, Refused> {
    let mut line = line(spec, start)?;
    let mut last = None;
    for Made { seats, texts } in events {
        last = Some(step_view(&play(line.as_mut(), seats, texts)?));
    }
    Ok(StudyView { last, ..study(line.as_ref(), events.len() as u32) })
}

/// A record, and its position after `step` events: the last if there are fewer.
///
/// # Errors
/// What is wrong with the record, and at which event.
pub fn record_view(record: &Record, step: u32) -> Result<RecordView, Refused> {
    let mut line = line(&record.spec, record.start.as_deref())?;
    let here = line.info().rules_version;
    if here != record.rules {
        let text = says::OTHER_RULES.with(&[("record", &record.rules), ("here", &here)]);
        return Err(Refused::new(Kind::Invalid, text));
    }
    let mut shown = study(line.as_ref(), 0);
    let mut steps = Vec::with_capacity(record.entries.len());
    for (number, entry) in (1..).zip(&record.entries) {
        let seats = if let Actor::Seats(seats) = &entry.actor { seats.as_slice() } else { &[] };
        let made = play(line.as_mut(), seats, &entry.texts).map_err(|refused| {
            let text = says::BAD_START.with(&[("event", &number), ("reason", &refused)]);
            Refused { text, ..refused }
        })?;
        steps.push(step_view(&made));
        if number <= step {
            // Only the position that is asked for is drawn.
            if number == step || number as usize == record.entries.len() {
                shown = study(line.as_ref(), number);
            }
        }
    }
    Ok(RecordView {
        study: shown,
        date: record.date.clone(),
        names: record.names.iter().map(|(seat, name)| (seat.number(), name.clone())).collect(),
        result: line.turn().outcome().map(|outcome| outcome.to_string()),
        steps,
    })
}

fn study(line: &dyn Line, step: u32) -> StudyView {
    let acting = if let Turn::Act(seats) = line.turn() { seats } else { SeatSet::EMPTY };
    let moves = |seat: Seat| SeatMovesView { seat: seat.number(), moves: moves(line, seat) };
    StudyView {
        schema: SCHEMA,
        spec: line.spec().to_string(),
        position: position(line, step),
        moves: acting.iter().map(moves).collect(),
        drawing: line.drawing(Canvas::default()),
        last: None,
    }
}
