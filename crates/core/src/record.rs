//! One text format for the records of all games: header lines, then one event a line.
//!
//! ```text
//! game: breakthrough:columns=6,rows=6
//! rules: 1
//! date: 2026-11-15
//! seat 1: Ada
//! seat 2: bot3
//! result: win 1
//!
//! # a remark of its own
//! 1: a2-a3
//! 2: b5-b4    # a remark on this move
//! ```
//!
//! `*:` is chance; `1+2+3: x | y | z` is a round in which several seats chose at once. One event a line, not a
//! line per turn: notation may hold blanks, a line number points at one event, and a damaged line spoils only itself.

use crate::ending::{ENDING, RecordEnding};
use crate::outcome::{Outcome, Scores};
use crate::refusal::refusals::clip;
use crate::seat::Seat;
use crate::spec::Spec;
use crate::text::is_direction;
use std::collections::HashSet;
use std::fmt;

/// The record of a game, not yet checked against its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game, with which options.
    pub spec: Spec,
    /// The version of the rules it was played under.
    pub rules: u32,
    /// The day it was played, `2026-11-15`; only for people.
    pub date: Option<String>,
    /// The names of the seats, as far as they are known.
    pub names: Vec<(Seat, String)>,
    /// The position it began from, if it is not the game's own start.
    pub start: Option<String>,
    /// How it ended; `None` if it has not.
    pub result: Option<Outcome>,
    /// The final scores, if the game has scores.
    pub scores: Option<Scores>,
    /// Further header lines, kept as they are.
    pub extra: Vec<(String, String)>,
    /// The events.
    pub entries: Vec<RecordEntry>,
    /// Remarks after the last event.
    pub closing: Vec<String>,
    /// Line numbers of headers whose content only a game can check.
    pub(crate) lines: HeaderLines,
}

/// The lines of the headers, so that a later check can name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeaderLines {
    pub(crate) game: usize,
    pub(crate) rules: usize,
    pub(crate) start: usize,
    pub(crate) result: usize,
    pub(crate) scores: usize,
}

/// Who made an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Dice, cards, chips.
    Chance,
    /// One seat, or several at once.
    Seats(Vec<Seat>),
}

/// One event as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// Who.
    pub actor: Actor,
    /// What: one text for chance or one seat, one a seat for a round.
    pub texts: Vec<String>,
    /// The remark on its line.
    pub remark: Option<String>,
    /// The remarks on lines of their own before it.
    pub above: Vec<String>,
    /// The line it stands on, from 1; 0 if it was not read from text.
    pub line: usize,
    /// The column in which each text begins, from 1.
    pub columns: Vec<usize>,
}

impl RecordEntry {
    /// An event without remarks that was not read from text.
    #[must_use]
    pub const fn new(actor: Actor, texts: Vec<String>) -> RecordEntry {
        RecordEntry { actor, texts, remark: None, above: Vec::new(), line: 0, columns: Vec::new() }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl std::error::Error for RecordError {}

fn error<T>(line: usize, column: usize, reason: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError { line, column, reason: reason.into() })
}

/// The column at which `part`, a slice of `line`, begins.
fn column_of(line: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    line.get(..offset).map_or(1, |before| before.chars().count() + 1)
}

impl Record {
    /// A record without events.
    #[must_use]
    pub fn new(spec: Spec, rules: u32) -> Record {
        Record {
            spec,
            rules,
            date: None,
            names: Vec::new(),
            start: None,
            result: None,
            scores: None,
            extra: Vec::new(),
            entries: Vec::new(),
            closing: Vec::new(),
            lines: HeaderLines::default(),
        }
    }

    /// The outcome at the table, where the record names one beside the result of the moves: a seat left, or a draw was
    /// agreed. It is what people are told first.
    #[must_use]
    pub fn ending(&self) -> Option<RecordEnding> {
        let (_, text) = self.extra.iter().find(|(key, _)| key == ENDING)?;
        RecordEnding::read(text)
    }

    /// Reads a record's form; the events are checked by [`replay`](crate::replay).
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let mut spec = None;
        let mut rules = None;
        let mut record = Record::new(Spec { game: String::new(), settings: Vec::new() }, 0);
        let mut headers = HashSet::new();
        let mut above = Vec::new();
        let mut last = 1;
        for (number, line) in text.strip_prefix('\u{FEFF}').unwrap_or(text).lines().enumerate() {
            let number = number + 1;
            last = number;
            let trimmed = line.trim();
            if trimmed.is_empty() {
                continue;
            }
            if let Some(remark) = trimmed.strip_prefix('#') {
                above.push(one_line(remark));
                continue;
            }
            let Some((key, _)) = trimmed.split_once(':') else {
                return error(number, column_of(line, trimmed), "a line is \"key: value\" or \"seat: move\"");
            };
            let key = key.trim();
            if key == "*" || key.starts_with(|c: char| c.is_ascii_digit()) {
                record.entries.push(read_entry(number, line, key, std::mem::take(&mut above))?);
                continue;
            }
            let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-');
            if !key.starts_with(|c: char| c.is_ascii_alphabetic()) || !key.chars().all(letters) {
                let reason = format!("\"{}\" is neither a header nor a seat", clip(key));
                return error(number, column_of(line, trimmed), reason);
            }
            if !record.entries.is_empty() {
                return error(
                    number,
                    column_of(line, trimmed),
                    format!("header \"{}\" after the first event", clip(key)),
                );
            }
            if !headers.insert(key) {
                let reason = format!("\"{}\" stands here twice", clip(key));
                return error(number, column_of(line, key), reason);
            }
            // Remarks among the headers are not kept with a header: they stay above the first event.
            record.read_header(number, line, key, &mut spec, &mut rules)?;
        }
        record.closing = above;
        let Some(spec) = spec else { return error(last, 1, "the header \"game\" is missing") };
        let Some(rules) = rules else { return error(last, 1, "the header \"rules\" is missing") };
        record.spec = spec;
        record.rules = rules;
        Ok(record)
    }

    fn read_header(
        &mut self,
        number: usize,
        line: &str,
        key: &str,
        spec: &mut Option<Spec>,
        rules: &mut Option<u32>,
    ) -> Result<(), RecordError> {
        let value = line.split_once(':').map_or("", |(_, value)| value).trim();
        let at = column_of(line, value);
        let bad = |what: &str| error(number, at, format!("\"{}\" is not {what}", clip(value)));
        match key {
            "game" => match value.parse() {
                Ok(read) => {
                    *spec = Some(read);
                    self.lines.game = number;
                }
                Err(reason) => return error(number, at, reason.to_string()),
            },
            "rules" => match value.parse() {
                Ok(version) => {
                    *rules = Some(version);
                    self.lines.rules = number;
                }
                Err(_) => return bad("a version of the rules, a whole number"),
            },
            "date" => self.date = Some(one_line(value)),
            "start" => {
                self.start = Some(value.to_owned());
                self.lines.start = number;
            }
            "result" if value == "unfinished" => self.lines.result = number,
            "result" => match Outcome::read(value) {
                Some(outcome) => {
                    self.result = Some(outcome);
                    self.lines.result = number;
                }
                None => return bad("a result: win 1, shared 1 2, draw, draw 2 5, scored or unfinished"),
            },
            "scores" => {
                let values: Result<Vec<i32>, _> = value.split_whitespace().map(str::parse).collect();
                match values {
                    Ok(values) if (1..=crate::MAX_SEATS).contains(&values.len()) => {
                        self.scores = Some(Scores::of(&values));
                        self.lines.scores = number;
                    }
                    _ => return bad("a list of scores, one a seat"),
                }
            }
            _ => match key.strip_prefix("seat ") {
                Some(seat) => return self.read_name(number, line, seat, value),
                None => self.extra.push((key.to_owned(), one_line(value))),
            },
        }
        Ok(())
    }

    /// Reads the header `seat N: name`.
    fn read_name(&mut self, number: usize, line: &str, text: &str, name: &str) -> Result<(), RecordError> {
        let Some(seat) = Seat::from_number(text.trim()) else {
            let reason = format!("\"{}\" is not a seat's number", clip(text));
            return error(number, column_of(line, text), reason);
        };
        // `seat 1` and `seat  1` are two headers and one seat.
        if self.names.iter().any(|(known, _)| *known == seat) {
            return error(number, column_of(line, line.trim()), format!("seat {seat} stands here twice"));
        }
        self.names.push((seat, one_line(name)));
        Ok(())
    }
}

fn read_entry(number: usize, line: &str, key: &str, above: Vec<String>) -> Result<RecordEntry, RecordError> {
    let body = line.split_once(':').map_or("", |(_, body)| body);
    let (body, remark) = match body.split_once('#') {
        Some((body, remark)) => (body, Some(one_line(remark))),
        None => (body, None),
    };
    let actor = if key == "*" {
        Actor::Chance
    } else {
        let mut seats: Vec<Seat> = Vec::new();
        for part in key.split('+') {
            match Seat::from_number(part.trim()) {
                Some(seat) if seats.last().is_none_or(|last| *last < seat) => seats.push(seat),
                Some(_) => {
                    return error(
                        number,
                        column_of(line, part),
                        "seats are named in rising order, each once",
                    );
                }
                None => {
                    let reason =
                        format!("\"{}\" is not a seat's number, 1 to {}", clip(part), crate::MAX_SEATS);
                    return error(number, column_of(line, part), reason);
                }
            }
        }
        Actor::Seats(seats)
    };
    let parts: Vec<&str> = match &actor {
        Actor::Seats(seats) if seats.len() > 1 => body.split('|').map(str::trim).collect(),
        _ => vec![body.trim()],
    };
    let wanted = if let Actor::Seats(seats) = &actor { seats.len() } else { 1 };
    if parts.len() != wanted {
        let reason = format!("{wanted} seats chose, but {} choices stand here, divided by |", parts.len());
        return error(number, column_of(line, body.trim_start()), reason);
    }
    if let Some(empty) = parts.iter().find(|part| part.is_empty()) {
        return error(number, column_of(line, empty), "the event itself is missing");
    }
    Ok(RecordEntry {
        actor,
        columns: parts.iter().map(|part| column_of(line, part)).collect(),
        texts: parts.iter().map(|&part| part.to_owned()).collect(),
        remark,
        above,
        line: number,
    })
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Chance => f.write_str("*"),
            Actor::Seats(seats) => {
                for (i, seat) in seats.iter().enumerate() {
                    write!(f, "{}{seat}", if i == 0 { "" } else { "+" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}\nrules: {}", self.spec, self.rules)?;
        if let Some(date) = &self.date {
            writeln!(f, "date: {}", one_line(date))?;
        }
        for (seat, name) in &self.names {
            writeln!(f, "seat {seat}: {}", one_line(name))?;
        }
        if let Some(start) = &self.start {
            writeln!(f, "start: {}", one_line(start))?;
        }
        for (key, value) in &self.extra {
            writeln!(f, "{}: {}", one_line(key), one_line(value))?;
        }
        match self.result {
            Some(result) => writeln!(f, "result: {result}")?,
            None => writeln!(f, "result: unfinished")?,
        }
        if let Some(scores) = &self.scores {
            writeln!(f, "scores: {scores}")?;
        }
        writeln!(f)?;
        for entry in &self.entries {
            for remark in &entry.above {
                writeln!(f, "# {}", one_line(remark))?;
            }
            write!(f, "{}: {}", entry.actor, entry.texts.join(" | "))?;
            if let Some(remark) = &entry.remark {
                write!(f, "    # {}", one_line(remark))?;
            }
            writeln!(f)?;
        }
        for remark in &self.closing {
            writeln!(f, "# {}", one_line(remark))?;
        }
        Ok(())
    }
}

/// A name or a remark may hold anything; in a record it is one line, and what is read from one can be printed: records come
/// from strangers, and an escape sequence moves the cursor of a terminal.
fn one_line(text: &str) -> String {
    let visible = text.chars().filter(|c| !is_direction(*c));
    visible.map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "game: toy:a=1\nrules: 3\nseat 1: Ada\nx-seed: ff\nresult: shared 1 2\nscores: 4 4\n\n\
        # first\n*: roll 3 4\n1+2: a b | pass    # both\n2: z\n# end\n";

    #[test]
    fn a_record_reads_what_it_writes() {
        let record = Record::read(SAMPLE).unwrap();
        assert_eq!(record.to_string(), SAMPLE);
        assert_eq!(record.entries[1].texts, ["a b", "pass"]);
        assert_eq!(record.entries[1].columns, [6, 12]);
        assert_eq!(record.entries[0].above, ["first"]);
        assert_eq!(record.closing, ["end"]);
    }

    #[test]
    fn damage_is_reported_with_line_and_column() {
        let head = "game: toy\nrules: 1\n";
        for (text, line, column, reason) in [
            ("", 1, 1, "\"game\" is missing"),
            ("game: toy\n", 1, 1, "\"rules\" is missing"),
            ("game: toy\ngame: toy\n", 2, 1, "twice"),
            ("result: unfinished\nresult: win 1\n", 2, 1, "twice"),
            ("x-seed: 1\nx-seed: 1\n", 2, 1, "twice"),
            ("seat 1: x\nseat  1: y\n", 2, 1, "seat 1 stands here twice"),
            ("rules: x\n", 1, 8, "whole number"),
            ("game: :\n", 1, 7, "missing"),
            (&format!("{head}nonsense\n"), 3, 1, "key: value"),
            (&format!("{head}\u{14}1: a\n"), 3, 1, "neither a header nor a seat"),
            (&format!("{head}: a\n"), 3, 1, "neither a header nor a seat"),
            (&format!("{head}1: a\ndate: x\n"), 4, 1, "after the first event"),
            (&format!("{head}2+1: a | b\n"), 3, 3, "rising order"),
            (&format!("{head}1+2: a\n"), 3, 6, "2 seats chose"),
            (&format!("{head}1+2: a | \n"), 3, 9, "missing"),
            (&format!("{head}1+9: a | b\n"), 3, 3, "seat's number"),
            (&format!("{head}result: win\n"), 3, 9, "not a result"),
            (&format!("{head}scores: 1 x\n"), 3, 9, "list of scores"),
            (&format!("{head}seat 0: x\n"), 3, 6, "seat's number"),
        ] {
            let error = Record::read(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
            assert!(error.reason.contains(reason), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_record_of_very_many_headers_is_read_at_once() {
        let mut text = String::from("game: toy\nrules: 1\n");
        text.extend((0..200_000).map(|n| format!("x{n}:\n")));
        // Comparing every pair would take minutes.
        assert_eq!(Record::read(&text).unwrap().extra.len(), 200_000);
    }

    #[test]
    fn names_cannot_smuggle_lines() {
        let mut record = Record::read("game: toy\nrules: 1\n").unwrap();
        record.names.push((Seat::FIRST, "x\n1: cheat".to_owned()));
        assert_eq!(Record::read(&record.to_string()).unwrap().entries, []);
    }

    #[test]
    fn what_is_read_can_be_printed() {
        let odd = "x\u{1b}[31m\u{7}\u{9b}2J\u{202E}y\u{2066}";
        let text = format!(
            "game: toy\nrules: 1\ndate: {odd}\nseat 1: {odd}\nending: win 1, {odd}\n\n#{odd}\n1: a #{odd}\n#{odd}\n"
        );
        let record = Record::read(&text).unwrap();
        assert_eq!(record.names[0].1, "x [31m  2Jy");
        let written = format!("{}{record}", record.ending().unwrap());
        assert!(!written.chars().any(|c| c != '\n' && c.is_control() || is_direction(c)), "{written:?}");
    }
}
