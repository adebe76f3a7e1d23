//! A record's dice can be verified, and tampering with any part of it is found.

use super::*;
use breadboard_core::{Actor, Outcome, Record};

/// Checks that a changed record is doubted; the name of the change explains a failure.
fn doubted(record: &Record, what: &str, change: impl FnOnce(&mut Record)) {
    let mut tampered = record.clone();
    change(&mut tampered);
    let error = verify(&tampered).expect_err(what);
    assert!(!error.reason.is_empty(), "{what}");
}

/// Plays a whole game at random and gives its record, read back from its text.
fn whole_game(spec: &Spec, byte: u8) -> Record {
    let mut rng = SplitMix::new(byte.into());
    let mut table = seated(opening(spec, byte));
    while let Some(next) = random_move(&table, &mut rng) {
        table = next;
    }
    let text = table.record().to_string();
    let record = Record::read(&text).unwrap();
    assert_eq!(record.to_string(), text);
    record
}

fn draws(record: &Record) -> Vec<usize> {
    let chance = record.entries.iter().enumerate().filter(|(_, entry)| entry.actor == Actor::Chance);
    chance.map(|(index, _)| index).collect()
}

fn header(record: &mut Record, key: &str) -> String {
    let at = record.extra.iter().position(|(known, _)| known == key).unwrap();
    record.extra.remove(at).1
}

#[test]
fn whole_games_verify_and_every_changed_header_is_found() {
    for (number, spec) in short_specs().iter().enumerate() {
        let record = whole_game(spec, number as u8 + 1);
        let verified = verify(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(verified.draws, draws(&record).len() as u64, "{spec}");
        assert_eq!(verified.entropy.len(), usize::from(seats_of(spec)));
        for key in ["dice", "dice-commit", "dice-seed"] {
            doubted(&record, key, |record| drop(header(record, key)));
            doubted(&record, key, |record| {
                let value = header(record, key);
                let first = if value.starts_with('0') { '1' } else { '0' };
                record.extra.push((key.to_owned(), format!("{first}{}", &value[1..])));
            });
        }
        doubted(&record, "an unknown part", |record| {
            record.extra.push(("dice-luck".to_owned(), "7".to_owned()));
        });
        doubted(&record, "a seat too many", |record| {
            record.extra.push(("dice-entropy 8".to_owned(), "00".to_owned()));
        });
        doubted(&record, "a wrong result", |record| {
            let wrong = if record.result == Some(Outcome::Draw) { Outcome::Scored } else { Outcome::Draw };
            record.result = Some(wrong);
        });
    }
}

#[test]
fn every_changed_draw_and_entropy_is_found() {
    for (number, spec) in short_specs().iter().enumerate() {
        let record = whole_game(spec, number as u8 + 1);
        let at = draws(&record);
        if at.len() < 3 {
            // One draw of few outcomes may agree by luck, and a game without draws has nothing to find.
            continue;
        }
        for seat in 1..=seats_of(spec) {
            let key = format!("dice-entropy {seat}");
            doubted(&record, "entropy gone", |record| drop(header(record, &key)));
            doubted(&record, "other entropy", |record| {
                header(record, &key);
                record.extra.push((key.clone(), "abcd".to_owned()));
            });
        }
        // Draws exchanged, missing, additional: first, middle, last.
        for index in [at[0], at[at.len() / 2], at[at.len() - 1]] {
            doubted(&record, "a missing draw", |record| drop(record.entries.remove(index)));
            doubted(&record, "an additional draw", |record| {
                let entry = record.entries[index].clone();
                record.entries.insert(index, entry);
            });
        }
        let mut changed = 0;
        for pair in at.windows(2) {
            let mut tampered = record.clone();
            tampered.entries[pair[0]].texts = record.entries[pair[1]].texts.clone();
            if tampered != record {
                changed += 1;
                assert!(verify(&tampered).is_err(), "{spec}: draw of line {}", record.entries[pair[0]].line);
            }
        }
        assert!(changed > 0, "{spec}");
    }
}

#[test]
fn a_wrong_draw_is_named_with_its_line_and_what_the_seed_gives() {
    let abandoned = |spec: &Spec, byte| {
        let table = seated(opening(spec, byte)).abandon(NOON).unwrap().table;
        Record::read(&table.record().to_string()).unwrap()
    };
    for spec in specs() {
        let record = abandoned(&spec, 77);
        let Some(&index) = draws(&record).first() else { continue };
        let mut found = 0;
        for byte in 78..90 {
            // Another draw that the rules allow at the same place: what another table's dice gave there.
            let other = abandoned(&spec, byte);
            let mut tampered = record.clone();
            tampered.scores = None;
            tampered.entries.truncate(index + 1);
            tampered.entries[index].texts.clone_from(&other.entries[index].texts);
            if other.entries[index].texts == record.entries[index].texts {
                continue;
            }
            let error = verify(&tampered).unwrap_err();
            assert_eq!(error.line, Some(record.entries[index].line), "{spec}");
            assert!(error.reason.contains("but the seed gives"), "{error}");
            found += 1;
        }
        assert!(found > 0, "{spec}");
    }
}

#[test]
fn an_abandoned_table_reveals_its_seed_and_verifies() {
    for spec in specs() {
        let mut rng = SplitMix::new(3);
        let waiting = Table::open(opening(&spec, 30), NOON).unwrap().table;
        let done = waiting.abandon(NOON).unwrap();
        assert_eq!(verify(&done.table.record()).map(|verified| verified.draws), Ok(0));
        let mut table = seated(opening(&spec, 31));
        for _ in 0..5 {
            table = random_move(&table, &mut rng).unwrap_or(table);
        }
        let running = verify(&table.record());
        if table.phase() == Phase::Playing {
            assert!(running.unwrap_err().reason.contains("revealed when the game is over"));
            let over = table.abandon(NOON).unwrap().table;
            verify(&over.record()).unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert!(over.abandon(NOON).is_err());
        }
    }
}

#[test]
fn a_table_from_a_record_draws_anew_and_says_so() {
    for spec in short_specs() {
        let record = whole_game(&spec, 50);
        let half = record.entries.len() / 2;
        let seats = vec![Holder::Open; seats_of(&spec).into()];
        let opening = Opening::from_record(&record, Some(half), seats, None, seed(51));
        let mut table = seated(opening);
        let mut rng = SplitMix::new(51);
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
        }
        let written = Record::read(&table.record().to_string()).unwrap();
        let events = |record: &Record| {
            let first = record.entries.iter().take(half);
            first.map(|entry| (entry.actor.clone(), entry.texts.clone())).collect::<Vec<_>>()
        };
        assert_eq!(events(&written), events(&record));
        let verified = verify(&written).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(verified.given, half);
        assert!(rebuilt(&table) == table);
    }
}
