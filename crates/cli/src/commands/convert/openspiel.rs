//! OpenSpiel's action strings: `a7a6 e2e3 a6b5*`. Its first player moves down the board, so that ranks are mirrored.

use super::{entry, fresh, moves};
use breadboard_core::{Record, Spec};

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

pub(super) fn read(spec: &Spec, text: &str) -> Result<Record, String> {
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

pub(super) fn write(record: &Record) -> Result<String, String> {
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
    use super::super::Through;
    use super::*;
    use breadboard_games::with_game;

    fn through(record: Record) -> Record {
        with_game(&record.spec.clone(), Through { record, foreign: true }).unwrap().unwrap()
    }

    #[test]
    fn openspiel_mirrors_the_ranks() {
        let spec: Spec = "breakthrough:columns=6,rows=6".parse().unwrap();
        let record = through(read(&spec, "a5a4 b2b3 a4b3* a1b2").unwrap_or_else(|e| panic!("{e}")));
        let texts: Vec<&str> = record.entries.iter().map(|entry| entry.texts[0].as_str()).collect();
        assert_eq!(texts[..3], ["a2-a3", "b5-b4", "a3xb4"]);
        assert_eq!(write(&record).unwrap(), "a5a4 b2b3 a4b3* a1b2\n");
        let tall: Spec = "breakthrough:columns=4,rows=12".parse().unwrap();
        let record = through(read(&tall, "a11a10,d2d3").unwrap());
        assert_eq!(write(&record).unwrap(), "a11a10 d2d3\n");
        for bad in ["a5", "a5a", "aa", "zz99", "é1é2", "a99a1", "*"] {
            assert!(read(&spec, bad).is_err(), "{bad}");
        }
    }
}
