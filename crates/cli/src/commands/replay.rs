//! `breadboard replay`.

use crate::Failure;
use crate::args::ReplayArgs;
use crate::output::Out;
use breadboard_core::{Canvas, Game, Record, RecordError, replay};
use breadboard_games::{Visitor, with_recorded_game};
use std::io::Read as _;
use std::path::Path;

/// Records are small; a larger file is a mistake.
const LARGEST: u64 = 16 << 20;

pub(crate) fn run(args: &ReplayArgs, out: &mut Out) -> Result<(), Failure> {
    let record = read(&args.file)?;
    let name = args.file.display().to_string();
    with_recorded_game(&record.clone(), Replay { args, record, out })
        .map_err(|error| Failure::Refused(format!("{name}: {error}")))?
}

/// Reads a record; errors name the file.
pub(crate) fn read(path: &Path) -> Result<Record, Failure> {
    let name = path.display();
    let failed = |error: std::io::Error| Failure::Refused(format!("{name}: {error}"));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::Refused(format!("{name}: larger than {} MB, not a record", LARGEST >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::Refused(format!("{name}: not UTF-8 text")))?;
    Record::read(&text).map_err(|error| Failure::Refused(format!("{name}: {error}")))
}

/// Reads a record and plays it; errors name the file and the line.
pub(crate) fn read_checked(path: &Path) -> Result<Record, Failure> {
    let record = read(path)?;
    let refused = |reason: String| Failure::Refused(format!("{}: {reason}", path.display()));
    with_recorded_game(&record, Check(&record))
        .map_err(|error| refused(error.to_string()))?
        .map_err(|error| refused(error.to_string()))?;
    Ok(record)
}

struct Check<'a>(&'a Record);

impl Visitor for Check<'_> {
    type Output = Result<(), RecordError>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        replay(&game, self.0, |_, _, _| {}).map(drop)
    }
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    record: Record,
    out: &'a mut Out,
}

impl Visitor for Replay<'_> {
    type Output = Result<(), Failure>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Replay { args, mut record, out } = self;
        let length = record.entries.len();
        if let Some(to) = args.to
            && to < length
        {
            record.entries.truncate(to);
            record.result = None;
            record.scores = None;
        }
        // What happened at the table comes first and names the winner; the game's own verdict could name another.
        let ending = record.ending().filter(|_| record.entries.len() == length);
        let mut lines = Vec::new();
        let end = replay(&game, &record, |before, event, _| {
            if args.log {
                let told = game.narrate(before, event).into_iter();
                let told = told.filter(|text| ending.is_none() || !game.is_verdict(text));
                lines.push(told.map(|text| text.to_string()).collect::<Vec<_>>().join("; "));
            }
        })
        .map_err(|error| Failure::Refused(format!("{}: {error}", args.file.display())))?;
        if let Some(ending) = &ending {
            out.line(format_args!("ending: {ending}"))?;
        }
        for (n, line) in lines.iter().enumerate() {
            out.line(format_args!("{:>4}  {line}", n + 1))?;
        }
        let canvas =
            Canvas { width: out.width(), color: out.color(), verdict: ending.is_none(), ..Canvas::default() };
        out.line(game.draw(&end, canvas).text.trim_end())?;
        out.line(format_args!("\ngame: {}", record.spec))?;
        for (seat, name) in &record.names {
            out.line(format_args!("seat {seat}: {name}"))?;
        }
        out.line(format_args!("events: {} of {length}", record.entries.len()))?;
        // The result is what the moves alone give.
        let result = game.turn(&end).outcome().map_or("unfinished".to_owned(), |outcome| outcome.to_string());
        out.line(format_args!("result: {result}"))?;
        if let Some(scores) = game.scores(&end) {
            out.line(format_args!("scores: {scores}"))?;
        }
        Ok(out.line(format_args!("position: {}", game.write_position(&end)))?)
    }
}
