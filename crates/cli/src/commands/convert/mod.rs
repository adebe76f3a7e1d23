//! `breadboard convert`: Breakthrough as Little Golem and OpenSpiel write it. Both only rename squares and frame moves, so
//! the game itself reads and checks every move, and an error names the place of the wrong move.

mod golem;
mod openspiel;

use super::replay;
use crate::Failure;
use crate::args::{ConvertArgs, Form};
use crate::output::Out;
use breadboard_core::{Actor, Game, Outcome, Record, RecordEntry, Seat, Spec, Turn, replay as play};
use breadboard_games::{GAMES, Visitor, with_recorded_game};
use std::io::Read as _;
use std::path::Path;

pub(crate) fn run(args: &ConvertArgs, out: &mut Out) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let refused = |reason: String| Failure::Refused(format!("{name}: {reason}"));
    let record = match args.from {
        Form::Record => replay::read(&args.file)?,
        Form::Golem => golem::read(&text_of(&args.file)?, args.game).map_err(refused)?,
        Form::Openspiel => openspiel::read(&args.spec, &text_of(&args.file)?).map_err(refused)?,
    };
    let foreign = args.from != Form::Record;
    if (foreign || args.to != Form::Record) && record.spec.game != "breakthrough" {
        return Err(refused(format!("only Breakthrough has another form, not {}", record.spec.game)));
    }
    let record = with_recorded_game(&record.clone(), Through { record, foreign })
        .map_err(|error| refused(error.to_string()))?;
    let record = record.map_err(refused)?;
    let text = match args.to {
        Form::Record => record.to_string(),
        Form::Golem => golem::write(&record).map_err(refused)?,
        Form::Openspiel => openspiel::write(&record).map_err(refused)?,
    };
    Ok(out.bytes(text.as_bytes())?)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::Refused(format!("{}: {error}", path.display()));
    let mut text = String::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(1 << 24).read_to_string(&mut text).map_err(failed)?;
    } else {
        std::fs::File::open(path).map_err(failed)?.take(1 << 24).read_to_string(&mut text).map_err(failed)?;
    }
    Ok(text)
}

/// Plays a record through; gives it back with moves as the game writes them, and with its result.
struct Through {
    record: Record,
    /// Whether another program wrote it: its result is then what it claims, perhaps by resigning.
    foreign: bool,
}

impl Visitor for Through {
    type Output = Result<Record, String>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut record = self.record;
        let mut events = Vec::new();
        let claimed = if self.foreign { record.result.take() } else { None };
        let resigned = record.extra.iter().any(|(key, _)| key == golem::RESIGNED);
        record.extra.retain(|(key, _)| key != golem::RESIGNED);
        let end = play(&game, &record, |_, event, _| events.push(event.clone()))
            .map_err(|error| error.to_string())?;
        let start = record.start.as_deref().map(|text| game.read_position(text)).transpose();
        let start = start.map_err(|refusal| refusal.to_string())?;
        let written = breadboard_core::record_of(&game, start.as_ref(), &events);
        for (entry, written) in record.entries.iter_mut().zip(written.entries) {
            entry.texts = written.texts;
        }
        record.result = game.turn(&end).outcome();
        // Little Golem's games mostly end by resigning: the rules give no result then, and it stands beside.
        if let (Some(Outcome::Win(winner)), Turn::Act(_)) = (claimed, game.turn(&end)) {
            let loser = if winner == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
            let how = if resigned { format!("seat {loser} resigned") } else { "not played out".to_owned() };
            record.extra.push(("ending".to_owned(), format!("win {winner}, {how}")));
        } else if claimed.is_some() && claimed != record.result {
            return Err("the result is not what the moves give".to_owned());
        }
        Ok(record)
    }
}

fn fresh(spec: &Spec) -> Record {
    let known = GAMES.iter().find(|game| game.info.id == spec.game);
    Record::new(spec.clone(), known.map_or(1, |game| game.info.rules_version))
}

fn entry(number: usize, text: String) -> RecordEntry {
    let seat = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
    RecordEntry::new(Actor::Seats(vec![seat]), vec![text])
}

/// The moves of a record without swaps, in order.
fn moves(record: &Record) -> Result<Vec<&str>, String> {
    if record.start.is_some() {
        return Err("the other forms begin at the usual position only".to_owned());
    }
    let texts: Vec<&str> = record.entries.iter().flat_map(|entry| &entry.texts).map(String::as_str).collect();
    if texts.contains(&"swap") {
        return Err("the other forms have no swap".to_owned());
    }
    Ok(texts)
}
