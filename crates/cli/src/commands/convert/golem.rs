//! Little Golem's text of Breakthrough. The site gives it out for one game or for all games of a player, and describes it
//! nowhere; what is read here is what two programs written for it read, and a game that one of them quotes (a converter of
//! the Polygames project; an attoparsec grammar in Haskell):
//!
//! - five lines in brackets, `Event`, `Site`, `White`, `Black`, `Result`, each with a blank behind the bracket; the result
//!   is `1-0`, `0-1`, or `*` while the game goes on; a game outside a tournament has the event `Tournament null`;
//! - then one line of moves: `1. h2-g3 e7-e6 2. …`, captures with `x`, squares as here, White below and first;
//! - the word `resign` in place of the loser's next move, in either column: `26. resign 0-1`; a game that was lost on time
//!   has the result alone;
//! - the result again; an empty line, and perhaps the next game.
//!
//! The SGF that the site gives out for other games is not among what was found for this one.

use super::{entry, fresh, moves};
use breadboard_core::{Outcome, Record, Seat, Spec};

/// A header that says, until the game is played through, that its end was the word `resign`.
pub(super) const RESIGNED: &str = "golem-resigned";

/// Reads one game of a text; which one must be said if there are several.
pub(super) fn read(text: &str, wanted: Option<usize>) -> Result<Record, String> {
    let games = games(text);
    let game = match (games.len(), wanted) {
        (0, _) => return Err("there is no game in it".to_owned()),
        (1, None) => 0,
        (count, None) => return Err(format!("it holds {count} games: say which with --game N")),
        (count, Some(number)) if number == 0 || number > count => {
            return Err(format!("there is no game {number}: it holds {count}"));
        }
        (_, Some(number)) => number - 1,
    };
    one(&games[game])
}

/// The lines of each game: brackets behind moves begin another.
fn games(text: &str) -> Vec<Vec<&str>> {
    let mut games: Vec<Vec<&str>> = Vec::new();
    let mut begun = true;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let header = line.starts_with('[');
        if header && begun || games.is_empty() {
            games.push(Vec::new());
        }
        begun = !header;
        if let Some(game) = games.last_mut() {
            game.push(line);
        }
    }
    games
}

fn winner(result: &str) -> Option<Outcome> {
    match result {
        "1-0" => Some(Outcome::Win(Seat::FIRST)),
        "0-1" => Some(Outcome::Win(Seat::SECOND)),
        _ => None,
    }
}

fn one(lines: &[&str]) -> Result<Record, String> {
    let spec: Spec = "breakthrough".parse().map_err(|error: breadboard_core::SpecError| error.to_string())?;
    let mut record = fresh(&spec);
    let mut resigned = false;
    for line in lines {
        if let Some(header) = line.strip_prefix('[') {
            let (key, value) = header.split_once(' ').unwrap_or((header, ""));
            let value = value.trim_end().trim_end_matches(']').trim_matches('"').to_owned();
            match key {
                "White" => record.names.push((Seat::FIRST, value)),
                "Black" => record.names.push((Seat::SECOND, value)),
                "Event" | "Site" => record.extra.push((format!("golem-{}", key.to_lowercase()), value)),
                "Result" => record.result = winner(&value),
                _ => {}
            }
            continue;
        }
        for word in line.split_whitespace() {
            // `12.` or `12.d2-d3`.
            let text = word.rsplit_once('.').map_or(word, |(_, after)| after);
            match text {
                "" | "*" => {}
                "1-0" | "0-1" => record.result = winner(text),
                _ if resigned => return Err(format!("\"{word}\" stands after resign")),
                _ if text.eq_ignore_ascii_case("resign") => resigned = true,
                _ => record.entries.push(entry(record.entries.len(), text.to_owned())),
            }
        }
    }
    if resigned {
        let loser_moves_first = record.entries.len().is_multiple_of(2);
        let winner = Outcome::Win(if loser_moves_first { Seat::SECOND } else { Seat::FIRST });
        record.result = record.result.or(Some(winner));
        record.extra.push((RESIGNED.to_owned(), String::new()));
    }
    Ok(record)
}

pub(super) fn write(record: &Record) -> Result<String, String> {
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
    let ending = extra("ending");
    let winner = match (record.result, ending) {
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
    // The word is the loser's own, in place of a move.
    let to_move = if words.len().is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
    let resigned = ending.is_some_and(|ending| ending.contains("resigned"));
    if record.result.is_none() && resigned && winner.is_some_and(|winner| winner != to_move) {
        words.push("resign".to_owned());
    }
    for (number, pair) in words.chunks(2).enumerate() {
        text.push_str(&format!("{}. {} ", number + 1, pair.join(" ")));
    }
    text.push_str(result);
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::Through;
    use super::*;
    use breadboard_games::with_game;

    fn through(record: Record) -> Record {
        with_game(&record.spec.clone(), Through { record, foreign: true }).unwrap().unwrap()
    }

    fn text(event: &str, result: &str, moves: &str) -> String {
        format!(
            "[Event \"{event}\"]\n[Site \"www.littlegolem.net\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n\
             [Result \"{result}\"]\n{moves}\n"
        )
    }

    #[test]
    fn games_go_there_and_back() {
        let moves = "1. d2-d3 e7-e6 2. c2-c3 e6-e5 3. d3-d4 e5xd4 4. c3xd4 resign 1-0";
        let game = text("t", "1-0", moves);
        let record = through(read(&game, None).unwrap());
        assert_eq!(record.entries.len(), 7);
        assert_eq!(record.entries[5].texts, ["e5xd4"]);
        assert!(record.to_string().contains("ending: win 1, seat 2 resigned"), "{record}");
        assert_eq!(write(&record).unwrap(), game);
        assert!(read("1. d2-d3 resign 2. d7-d6 1-0", None).is_err());
    }

    #[test]
    fn every_way_a_game_ends_is_read_and_written_as_it_was() {
        // Resigned in the first column; lost on time; still going on.
        for (result, moves, ending) in [
            ("0-1", "1. d2-d3 e7-e6 2. resign 0-1", "ending: win 2, seat 1 resigned"),
            ("1-0", "1. d2-d3 e7-e6 1-0", "ending: win 1, not played out"),
            ("*", "1. d2-d3 e7-e6 2. c2-c3 *", "1: c2-c3"),
        ] {
            let game = text("Tournament null", result, moves);
            let record = through(read(&game.replace("]\n", "] \r\n"), None).unwrap());
            let text = record.to_string();
            assert!(text.contains(ending) && !text.contains(RESIGNED), "{text}");
            assert_eq!(write(&record).unwrap(), game);
        }
        // The result may stand in the brackets only, and moves may touch their numbers.
        let record = through(read("[Result \"1-0\"]\n1.d2-d3 e7-e6 2.c2-c3 Resign", None).unwrap());
        assert!(record.to_string().contains("win 1, seat 2 resigned"), "{record}");
    }

    #[test]
    fn a_game_of_a_players_many_is_named() {
        let many = text("one", "*", "1. d2-d3 *") + "\n" + &text("two", "1-0", "1. e2-e3 resign 1-0");
        assert!(read(&many, None).unwrap_err().contains("2 games"));
        let second = through(read(&many, Some(2)).unwrap());
        assert_eq!((second.entries.len(), second.entries[0].texts[0].as_str()), (1, "e2-e3"));
        assert!(read(&many, Some(3)).is_err() && read(&many, Some(0)).is_err() && read("", None).is_err());
    }
}
