//! From a record to states and back. Replaying needs no random source: every roll is in the record.

use crate::game::{Event, Game};
use crate::outcome::Turn;
use crate::record::{Actor, Record, RecordEntry, RecordError};
use crate::refusal::{Refusal, refusals};
use crate::seat::Seat;
use crate::spec::{Spec, SpecError};

/// Replays a record under `game`, which was made for the record's version of the rules
/// ([`Spec::under_version`]), calling `step` with the position before each event, the event and the position
/// after it; returns the last position.
///
/// # Errors
/// The first event that the rules refuse, or a header that disagrees with the events.
pub fn replay<G: Game>(
    game: &G,
    record: &Record,
    mut step: impl FnMut(&G::State, &Event<G>, &G::State),
) -> Result<G::State, RecordError> {
    let at = |line: usize, reason: String| RecordError { line: line.max(1), column: 1, reason };
    if record.rules == 0 || record.rules > G::INFO.rules_version {
        return Err(at(record.lines.rules, SpecError::version(record.rules, G::INFO).to_string()));
    }
    if let Some((seat, _)) = record.names.iter().find(|(seat, _)| seat.number() > game.seats()) {
        return Err(at(
            record.lines.game,
            format!("there is no seat {seat} in this game of {}", game.seats()),
        ));
    }
    let mut state = match &record.start {
        Some(text) => game.read_position(text).map_err(|r| at(record.lines.start, r.to_string()))?,
        None => game.start(),
    };
    for entry in &record.entries {
        let event = read_event(game, &state, entry)?;
        let mut next = state.clone();
        game.play(&mut next, &event).map_err(|refusal| located(entry, 0, &refusal))?;
        step(&state, &event, &next);
        state = next;
    }
    let found = game.turn(&state).outcome();
    // A record without a result header claims nothing; one that says `unfinished` does.
    let claims = record.result.is_some() || record.lines.result > 0;
    if claims && found != record.result {
        let [claimed, played] = [record.result, found]
            .map(|result| result.map_or("unfinished".to_owned(), |outcome| outcome.to_string()));
        return Err(at(record.lines.result, format!("the result is {claimed}, but the play gives {played}")));
    }
    if let Some(claimed) = record.scores
        && game.scores(&state) != Some(claimed)
    {
        let played = game.scores(&state).map_or("none".to_owned(), |scores| scores.to_string());
        return Err(at(
            record.lines.scores,
            format!("the scores are {claimed}, but the play gives {played}"),
        ));
    }
    Ok(state)
}

fn located(entry: &RecordEntry, part: usize, refusal: &Refusal) -> RecordError {
    let column = entry.columns.get(part).copied().unwrap_or(1);
    RecordError { line: entry.line.max(1), column, reason: refusal.to_string() }
}

fn read_event<G: Game>(game: &G, state: &G::State, entry: &RecordEntry) -> Result<Event<G>, RecordError> {
    match &entry.actor {
        Actor::Chance => {
            let text = entry.texts.first().map_or("", String::as_str);
            // Whose turn it is comes first, so that a misplaced roll is not called unreadable.
            let chance = match game.turn(state) {
                Turn::Chance => game.read_chance(state, text),
                Turn::Over(_) => Err(refusals::game_over()),
                Turn::Act(_) => Err(refusals::no_chance()),
            };
            chance.map(Event::Chance).map_err(|refusal| located(entry, 0, &refusal))
        }
        Actor::Seats(seats) => {
            let mut choices = Vec::with_capacity(seats.len());
            for (part, (&seat, text)) in seats.iter().zip(&entry.texts).enumerate() {
                let mv = read_choice(game, state, seat, text).map_err(|r| located(entry, part, &r))?;
                choices.push((seat, mv));
            }
            Ok(Event::Act(choices))
        }
    }
}

fn read_choice<G: Game>(game: &G, state: &G::State, seat: Seat, text: &str) -> Result<G::Move, Refusal> {
    game.turn(state).admits(seat)?;
    let mv = game.read_move(state, seat, text)?;
    game.check(state, seat, mv)?;
    Ok(mv)
}

/// Makes the record of a game: its events from `start`, or from the game's own start.
#[must_use]
pub fn record_of<G: Game>(game: &G, start: Option<&G::State>, events: &[Event<G>]) -> Record {
    let mut record = Record::new(Spec::of(game), G::INFO.rules_version);
    record.start = start.map(|state| game.write_position(state));
    let mut state = start.cloned().unwrap_or_else(|| game.start());
    for event in events {
        let (actor, texts) = match event {
            Event::Chance(chance) => (Actor::Chance, vec![game.write_chance(&state, chance)]),
            Event::Act(choices) => (
                Actor::Seats(choices.iter().map(|(seat, _)| *seat).collect()),
                choices.iter().map(|&(seat, mv)| game.write_move(&state, seat, mv)).collect(),
            ),
        };
        record.entries.push(RecordEntry::new(actor, texts));
        event.apply(game, &mut state);
    }
    record.result = game.turn(&state).outcome();
    record.scores = game.scores(&state);
    record
}
