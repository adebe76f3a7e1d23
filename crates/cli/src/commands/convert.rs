//! `breadboard convert`: Breakthrough as Little Golem and OpenSpiel write it. Both only rename squares and frame moves, so
//! the game itself reads and checks every move, and a wrong one is told with its place.

use super::replay;
use crate::Failure;
use crate::args::{ConvertArgs, Form};
use crate::output::Out;
use breadboard_core::{Actor, Entry, Game, Outcome, Record, Seat, Spec, Turn, replay as play};
use breadboard_games::{GAMES, Visitor, with_game};
use std::io::Read as _;
use std::path::Path;

pub(crate) fn run(args: &ConvertArgs, out: &mut Out) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let refused = |reason: String| Failure::Refused(format!("{name}: {reason}"));
    let record = match args.from {
        Form::Record => replay::read(&args.file)?,
        Form::Golem => golem_record(&text_of(&args.file)?).map_err(refused)?,
        Form::Openspiel => openspiel_record(&args.spec, &text_of(&args.file)?).map_err(refused)?,
    };
    let foreign = args.from != Form::Record;
    if (foreign || args.to != Form::Record) && record.spec.game != "breakthrough" {
        return Err(refused(format!("only Breakthrough has another form, not {}", record.spec.game)));
    }
    let record = with_game(&record.spec.clone(), Through { record, foreign })
        .map_err(|error| refused(error.to_string()))?;
    let record = record.map_err(refused)?;
    let text = match args.to {
        Form::Record => record.to_string(),
        Form::Golem => golem_text(&record).map_err(refused)?,
        Form::Openspiel => openspiel_text(&record).map_err(refused)?,
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
            record.extra.push(("ending".to_owned(), format!("win {winner}, seat {loser} resigned")));
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

fn entry(number: usize, text: String) -> Entry {
    let seat = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
    Entry {
        actor: Actor::Seats(vec![seat]),
        texts: vec![text],
        remark: None,
        above: Vec::new(),
        line: 0,
        columns: Vec::new(),
    }
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

fn golem_record(text: &str) -> Result<Record, String> {
    let spec: Spec = "breakthrough".parse().map_err(|error: breadboard_core::SpecError| error.to_string())?;
    let mut record = fresh(&spec);
    let mut resigned = None;
    for line in text.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let (key, value) = header.split_once(' ').unwrap_or((header, ""));
            let value = value.trim_end().trim_end_matches(']').trim_matches('"').to_owned();
            match key {
                "White" => record.names.push((Seat::FIRST, value)),
                "Black" => record.names.push((Seat::SECOND, value)),
                "Event" | "Site" => record.extra.push((format!("golem-{}", key.to_lowercase()), value)),
                _ => {}
            }
            continue;
        }
        for word in line.split_whitespace() {
            // `12.` or `12.d2-d3`.
            let move_text = word.rsplit_once('.').map_or(word, |(_, after)| after);
            match move_text {
                "" => {}
                "resign" => resigned = Some(record.entries.len()),
                "1-0" => record.result = Some(Outcome::Win(Seat::FIRST)),
                "0-1" => record.result = Some(Outcome::Win(Seat::SECOND)),
                "*" => {}
                _ if resigned.is_some() => return Err(format!("\"{word}\" stands after resign")),
                _ => record.entries.push(entry(record.entries.len(), move_text.to_owned())),
            }
        }
    }
    if let Some(ply) = resigned {
        record.result = Some(Outcome::Win(if ply.is_multiple_of(2) { Seat::SECOND } else { Seat::FIRST }));
    }
    Ok(record)
}

fn golem_text(record: &Record) -> Result<String, String> {
    if record
        .spec
        .settings
        .iter()
        .any(|(key, value)| matches!(key.as_str(), "columns" | "rows") && value != "8")
    {
        return Err("Little Golem plays on 8×8 only".to_owned());
    }
    let extra =
        |key: &str| record.extra.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str());
    let plain = |text: &str| text.replace(['"', '[', ']'], "'");
    let resigned = extra("ending");
    let winner = match (record.result, resigned) {
        (Some(Outcome::Win(seat)), _) => Some(seat),
        (_, Some(ending)) if ending.starts_with("win 1") => Some(Seat::FIRST),
        (_, Some(ending)) if ending.starts_with("win 2") => Some(Seat::SECOND),
        _ => None,
    };
    let result = match winner {
        Some(Seat::FIRST) => "1-0",
        Some(_) => "0-1",
        None => "*",
    };
    let name = |seat: Seat| {
        plain(record.names.iter().find(|(named, _)| *named == seat).map_or("?", |(_, name)| name.as_str()))
    };
    let mut text = format!(
        "[Event \"{}\"]\n[Site \"www.littlegolem.net\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
        plain(extra("golem-event").unwrap_or("?")),
        name(Seat::FIRST),
        name(Seat::SECOND)
    );
    let mut words: Vec<String> = moves(record)?.into_iter().map(str::to_owned).collect();
    if record.result.is_none() && winner.is_some() {
        words.push("resign".to_owned());
    }
    for (number, pair) in words.chunks(2).enumerate() {
        text.push_str(&format!("{}. {} ", number + 1, pair.join(" ")));
    }
    text.push_str(result);
    text.push('\n');
    Ok(text)
}

/// The number of rows of a spec.
fn rows(spec: &Spec) -> Result<u32, String> {
    let rows = spec.settings.iter().find(|(key, _)| key == "rows");
    rows.map_or(Ok(8), |(_, value)| value.parse().map_err(|_| format!("\"{value}\" is not a number of rows")))
}

/// A square on the board turned upside down: `a7` is `a2` on eight rows.
fn mirrored(square: &str, rows: u32) -> Option<String> {
    let (file, row) = (square.get(..1)?, square.get(1..)?.parse::<u32>().ok()?);
    let row = (rows + 1).checked_sub(row).filter(|row| *row >= 1)?;
    Some(format!("{file}{row}"))
}

fn openspiel_record(spec: &Spec, text: &str) -> Result<Record, String> {
    let mut record = fresh(spec);
    let rows = rows(spec)?;
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let takes = word.ends_with('*');
        let squares = word.trim_end_matches('*');
        // `a10b9`: the second letter begins the second square.
        let cut = squares.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
        let both = cut.and_then(|at| {
            let (from, to) = squares.split_at(at);
            Some((mirrored(from, rows)?, mirrored(to, rows)?))
        });
        let (from, to) = both.ok_or_else(|| format!("\"{word}\" is not an action, as a7a6 or a7b6* is"))?;
        let sign = if takes { 'x' } else { '-' };
        record.entries.push(entry(record.entries.len(), format!("{from}{sign}{to}")));
    }
    Ok(record)
}

fn openspiel_text(record: &Record) -> Result<String, String> {
    let rows = rows(&record.spec)?;
    let mut words = Vec::new();
    for text in moves(record)? {
        let both = text
            .split_once(['-', 'x'])
            .and_then(|(from, to)| Some((mirrored(from, rows)?, mirrored(to, rows)?)));
        let (from, to) = both.ok_or_else(|| format!("\"{text}\" is not a move"))?;
        words.push(format!("{from}{to}{}", if text.contains('x') { "*" } else { "" }));
    }
    Ok(words.join(" ") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(record: Record) -> Record {
        with_game(&record.spec.clone(), Through { record, foreign: true }).unwrap().unwrap()
    }

    #[test]
    fn golem_games_go_there_and_back() {
        let text = "[Event \"t\"]\n[Site \"www.littlegolem.net\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\
            1. d2-d3 e7-e6 2. c2-c3 e6-e5 3. d3-d4 e5xd4 4. c3xd4 resign 1-0\n";
        let record = through(golem_record(text).unwrap());
        assert_eq!(record.entries.len(), 7);
        assert_eq!(record.entries[5].texts, ["e5xd4"]);
        assert!(record.to_string().contains("ending: win 1, seat 2 resigned"), "{record}");
        let back = golem_text(&record).unwrap();
        assert_eq!(back, text);
        assert!(golem_record("1. d2-d3 resign 2. d7-d6 1-0").is_err());
    }

    #[test]
    fn openspiel_mirrors_the_ranks() {
        let spec: Spec = "breakthrough:columns=6,rows=6".parse().unwrap();
        let record =
            through(openspiel_record(&spec, "a5a4 b2b3 a4b3* a1b2").unwrap_or_else(|e| panic!("{e}")));
        let texts: Vec<&str> = record.entries.iter().map(|entry| entry.texts[0].as_str()).collect();
        assert_eq!(texts[..3], ["a2-a3", "b5-b4", "a3xb4"]);
        assert_eq!(openspiel_text(&record).unwrap(), "a5a4 b2b3 a4b3* a1b2\n");
        let tall: Spec = "breakthrough:columns=4,rows=12".parse().unwrap();
        let record = through(openspiel_record(&tall, "a11a10,d2d3").unwrap());
        assert_eq!(openspiel_text(&record).unwrap(), "a11a10 d2d3\n");
        for bad in ["a5", "a5a", "aa", "zz99", "é1é2", "a99a1", "*"] {
            assert!(openspiel_record(&spec, bad).is_err(), "{bad}");
        }
    }
}
