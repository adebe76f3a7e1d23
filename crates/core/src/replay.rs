//! From a record to states and back. Replaying needs no random source: every roll is in the record.

use crate::game::{Event, Game};
use crate::outcome::Turn;
use crate::record::{Actor, Entry, Record, RecordError};
use crate::spec::Spec;
use crate::text::Refusal;

/// Plays a record through, calling `step` with the position before each event, the event and the position
/// after it; returns the last position.
///
/// # Errors
/// The first line that cannot have happened, or a header that disagrees with the play.
pub fn replay<G: Game>(
    game: &G,
    record: &Record,
    mut step: impl FnMut(&G::State, &Event<G>, &G::State),
) -> Result<G::State, RecordError> {
    let at = |line: usize, reason: String| RecordError { line: line.max(1), column: 1, reason };
    if record.rules == 0 || record.rules > G::INFO.rules_version {
        let reason = format!(
            "the rules have the versions 1 to {}, not {}: a newer Breadboard may read it",
            G::INFO.rules_version,
            record.rules
        );
        return Err(at(record.lines.rules, reason));
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
    // A record without that header claims nothing; one that says `unfinished` does.
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

fn located(entry: &Entry, part: usize, refusal: &Refusal) -> RecordError {
    let column = entry.columns.get(part).copied().unwrap_or(1);
    RecordError { line: entry.line.max(1), column, reason: refusal.to_string() }
}

fn read_event<G: Game>(game: &G, state: &G::State, entry: &Entry) -> Result<Event<G>, RecordError> {
    match &entry.actor {
        Actor::Chance => {
            let text = entry.texts.first().map_or("", String::as_str);
            match game.turn(state) {
                // Asked first, so that a misplaced roll is not called unreadable.
                Turn::Chance => {
                    game.read_chance(state, text).map(Event::Chance).map_err(|r| located(entry, 0, &r))
                }
                Turn::Over(_) => Err(located(entry, 0, &crate::refusals::game_over())),
                Turn::Act(_) => {
                    Err(located(entry, 0, &Refusal::unreadable(crate::refusals::NO_CHANCE.plain())))
                }
            }
        }
        Actor::Seats(seats) => {
            let mut choices = Vec::with_capacity(seats.len());
            for (part, (&seat, text)) in seats.iter().zip(&entry.texts).enumerate() {
                match game.turn(state) {
                    Turn::Over(_) => return Err(located(entry, part, &crate::refusals::game_over())),
                    Turn::Chance => {
                        let refusal = Refusal::unreadable(crate::refusals::CHANCE_FIRST.plain());
                        return Err(located(entry, part, &refusal));
                    }
                    Turn::Act(acting) if !acting.contains(seat) => {
                        return Err(located(entry, part, &crate::refusals::not_your_turn(seat)));
                    }
                    Turn::Act(_) => {}
                }
                let mv = game.read_move(state, seat, text).map_err(|r| located(entry, part, &r))?;
                game.check(state, seat, mv).map_err(|r| located(entry, part, &r))?;
                choices.push((seat, mv));
            }
            Ok(Event::Act(choices))
        }
    }
}

/// Writes down a game: its events from `start`, or from the usual beginning.
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
        record.entries.push(Entry {
            actor,
            texts,
            remark: None,
            above: Vec::new(),
            line: 0,
            columns: Vec::new(),
        });
        match event {
            Event::Chance(chance) => game.apply_chance(&mut state, chance),
            Event::Act(choices) => match choices[..] {
                [(seat, mv)] => game.apply(&mut state, seat, mv),
                _ => game.apply_round(&mut state, choices),
            },
        }
    }
    record.result = game.turn(&state).outcome();
    record.scores = game.scores(&state);
    record
}
