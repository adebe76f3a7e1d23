//! Tables and records: a table is written as a `core::Record` with what is needed to verify its dice, and a table can
//! continue from any record. The log is for a store and holds secrets; the record is for people.

use crate::dice::{SCHEME, Seed};
use crate::event::{Ending, Given, Opened};
use crate::seats::Holder;
use crate::table::{Finish, Opening, Phase, Step, Table};
use breadboard_core::{Actor, Cause, ENDING, Record, RecordEnding, RecordEntry, Seat};
use breadboard_wire::{ClockRule, Denied, Exit, Reason, texts};

/// The names of the header lines that tell of the dice.
pub(crate) mod header {
    pub(crate) const SCHEME: &str = "dice";
    pub(crate) const COMMIT: &str = "dice-commit";
    pub(crate) const SEED: &str = "dice-seed";
    pub(crate) const GIVEN: &str = "dice-given";
    pub(crate) const ENTROPY: &str = "dice-entropy ";
}

impl Table {
    /// The game as a record. The seed is in it once the game is over.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.opened.spec.clone(), self.opened.rules);
        record.date = self.log.first().map(|entry| date(entry.event.at));
        record.start.clone_from(&self.opened.start);
        record.names = self.seats().zip(self.places.iter().map(|place| place.holder.label())).collect();
        let mut head = |key: &str, value: String| record.extra.push((key.to_owned(), value));
        head(header::SCHEME, SCHEME.to_owned());
        head(header::COMMIT, self.opened.commit.to_string());
        for (seat, place) in self.seats().zip(&self.places) {
            if let Some(entropy) = &place.entropy {
                head(&format!("{}{seat}", header::ENTROPY), entropy.to_string());
            }
        }
        if !self.opened.given.is_empty() {
            head(header::GIVEN, self.opened.given.len().to_string());
        }
        if let Phase::Over(finish) = self.phase {
            head(header::SEED, self.opened.seed.to_string());
            if let Some(ending) = self.ending_of(finish) {
                head(ENDING, ending.to_string());
            }
        }
        record.entries = self.steps.iter().map(|step| entry(step)).collect();
        record.result = self.game.turn().outcome();
        record.scores = self.game.scores();
        record
    }

    /// The last events of the game as a record that begins at the position before them.
    ///
    /// # Errors
    /// An event of the game cannot be played again.
    pub fn record_of_last(&self, events: usize) -> Result<Record, Denied> {
        let before = self.steps.len().saturating_sub(events);
        let mut record = Record::new(self.opened.spec.clone(), self.opened.rules);
        record.start = match before {
            0 => self.opened.start.clone(),
            _ => Some(self.game_at(before)?.position()),
        };
        record.entries = self.steps.from(before).map(|step| entry(step)).collect();
        Ok(record)
    }

    /// How the table's outcome came about. A record's result is what the moves give; the ending stands beside it where
    /// the two differ, or where a seat has left.
    fn ending_of(&self, finish: Finish) -> Option<RecordEnding> {
        let mut exits: Vec<(Seat, Exit)> =
            self.seats().zip(&self.places).filter_map(|(seat, place)| Some((seat, place.exit?))).collect();
        if let Ending::Exit { seat, exit } = finish.ending {
            exits.retain(|(gone, _)| *gone != seat);
            exits.push((seat, exit));
        }
        let plain = finish.ending == Ending::Played && exits.is_empty();
        if plain && finish.outcome == self.game.turn().outcome() {
            return None;
        }
        let mut causes: Vec<Cause> = exits.into_iter().map(|(seat, exit)| cause(seat, exit)).collect();
        if finish.ending == Ending::Agreed {
            causes.push(Cause::Agreed);
        }
        Some(RecordEnding { outcome: finish.outcome, causes })
    }

    /// How to open the rematch: the same game with everyone one seat on. People claim their seats again, so that
    /// their entropy comes after the new seed is fixed.
    ///
    /// # Errors
    /// The game is not over.
    pub fn rematch(&self, seed: Seed) -> Result<Opening, Denied> {
        let Phase::Over(_) = self.phase else {
            return Err(Denied::new(Reason::NotNow, texts::NOT_OVER.plain()));
        };
        let mut seats: Vec<Holder> = self
            .places
            .iter()
            .map(|place| match &place.holder {
                Holder::Person { .. } if place.exit == Some(Exit::Left) => Holder::Open,
                Holder::Person { name } => Holder::Kept { name: name.clone() },
                other => other.clone(),
            })
            .collect();
        if !seats.is_empty() {
            seats.rotate_left(1);
        }
        // A rematch is played under today's rules, unless it begins with events that were played under older ones.
        let Opened { spec, rules, given, .. } = self.opened.as_ref();
        let spec = if given.is_empty() { spec.respelled(self.info(), *rules)? } else { self.spec.clone() };
        Ok(Opening {
            spec,
            rules: None,
            start: self.opened.start.clone(),
            given: self.opened.given.clone(),
            seats,
            clock: self.opened.clock,
            forced_moves: self.opened.forced_moves,
            seed,
        })
    }
}

impl Opening {
    /// How to continue from a record under its own version of the rules, after its first `to` events, or all of them.
    #[must_use]
    pub fn from_record(
        record: &Record,
        to: Option<usize>,
        seats: Vec<Holder>,
        clock: Option<ClockRule>,
        seed: Seed,
    ) -> Opening {
        let given = |entry: &RecordEntry| Given {
            seats: if let Actor::Seats(seats) = &entry.actor { seats.clone() } else { Vec::new() },
            texts: entry.texts.clone(),
        };
        Opening {
            spec: record.spec.clone(),
            rules: Some(record.rules),
            start: record.start.clone(),
            given: record.entries.iter().take(to.unwrap_or(usize::MAX)).map(given).collect(),
            seats,
            clock,
            forced_moves: true,
            seed,
        }
    }
}

fn cause(seat: Seat, exit: Exit) -> Cause {
    match exit {
        Exit::Resigned => Cause::Resigned(seat),
        Exit::Flagged => Cause::Flagged(seat),
        Exit::Left => Cause::Left(seat),
    }
}

fn entry(step: &Step) -> RecordEntry {
    let seats: Vec<Seat> = step.seats.iter().collect();
    let actor = if seats.is_empty() { Actor::Chance } else { Actor::Seats(seats) };
    RecordEntry::new(actor, step.texts.clone())
}

/// The day of a time in milliseconds since 1970, in UTC: `2026-11-15`. (Hinnant's civil_from_days.)
fn date(at: u64) -> String {
    let days = at / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month_of_year) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month_of_year <= 2);
    format!("{year:04}-{month_of_year:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")]
        {
            assert_eq!(date(days * 86_400_000 + 1), text);
        }
        date(u64::MAX);
    }
}
