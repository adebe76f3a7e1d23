//! Every sentence of every game in every language: a new sentence, option, player or word without its translation fails
//! here, and so does a translation that nothing uses.

use crate::golden::stored;
use crate::{games, with_recorded_game};
use breadboard_core::{Catalog, Record, Text, catalog_lines, holes, replay, translation};
use breadboard_games::{Bots, TRANSLATIONS, Views, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// The languages that any game has.
fn codes() -> BTreeSet<&'static str> {
    games().flat_map(|game| game.info.languages).map(|language| language.code).collect()
}

fn shared(code: &str) -> [&'static str; 2] {
    [breadboard_core::TRANSLATIONS, TRANSLATIONS].map(|files| translation(files, code).unwrap_or_default())
}

#[test]
fn every_game_speaks_every_language() {
    for code in codes() {
        for game in games() {
            assert!(game.info.language(code).is_some(), "{}: {code}", game.info.id);
        }
        assert!(shared(code).iter().all(|texts| !texts.is_empty()), "{code}");
    }
    assert!(codes().contains("de"));
}

#[test]
fn translations_have_the_keys_and_the_holes_of_the_english_sentences() {
    for game in games() {
        let mut english = BTreeMap::from([("summary".to_owned(), game.info.summary)]);
        english.extend(game.info.texts.iter().map(|text| (text.key.to_owned(), text.english)));
        english.extend(
            (game.options)().iter().map(|option| (format!("option-{}", option.name), option.meaning)),
        );
        english.extend((1..).zip(game.info.presets).map(|(n, preset)| (format!("preset-{n}"), preset.name)));
        let levels: BTreeMap<String, &str> = (1..)
            .zip(game.levels)
            .flat_map(|(n, level)| {
                [(format!("level-{n}"), level.name), (format!("level-{n}-about"), level.about)]
            })
            .collect();
        for language in game.info.languages {
            let at = format!("{}, {}", game.info.id, language.code);
            let lines: Vec<(&str, &str)> = catalog_lines(language.texts).collect();
            let catalog = Catalog::read(&[language.texts]);
            assert_eq!(lines.len(), catalog.sentences().len(), "{at}: a key stands twice");
            assert!(lines.iter().all(|(_, sentence)| !sentence.is_empty()), "{at}: a line has no sentence");
            let mut wanted = english.clone();
            // Most games have one name in all languages.
            if catalog.sentence("name").is_some() {
                wanted.insert("name".to_owned(), game.info.name);
            }
            // A game without a player of its own has the names of the general one.
            if game.levels[0].name != "Novice" {
                wanted.extend(levels.clone());
            }
            let written: BTreeSet<&str> =
                lines.iter().map(|(key, _)| *key).filter(|key| !key.starts_with("word ")).collect();
            let wanted_keys: BTreeSet<&str> = wanted.keys().map(String::as_str).collect();
            let missing: Vec<&&str> = wanted_keys.difference(&written).collect();
            let unused: Vec<&&str> = written.difference(&wanted_keys).collect();
            let file = format!("crates/games/src/{}/texts.{}.txt", game.info.id, language.code);
            assert!(missing.is_empty(), "{file} has no line for {missing:?}");
            assert!(unused.is_empty(), "{file} has lines that nothing uses: {unused:?}");
            for (key, sentence) in &wanted {
                assert_eq!(holes(catalog.sentence(key).unwrap()), holes(sentence), "{at}: {key}");
            }
        }
    }
}

/// What people read of a record: what happens, why nonsense is refused, and the names of what is left.
struct Sentences<'a>(&'a Record);

impl Visitor for Sentences<'_> {
    type Output = (Vec<Text>, BTreeSet<String>);

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let (mut said, mut left) = (Vec::new(), BTreeSet::new());
        replay(&game, self.0, |before, event, _| {
            said.extend(game.narrate(before, event));
            left.extend(game.left(before).iter().map(|left| left.what.to_string()));
            if let breadboard_core::Turn::Act(seats) = game.turn(before) {
                said.extend(
                    seats
                        .iter()
                        .filter_map(|seat| Some(game.read_move(before, seat, "?").err()?.into_text())),
                );
            }
        })
        .unwrap();
        (said, left)
    }
}

#[test]
fn words_that_are_put_into_sentences_are_translated() {
    for game in games() {
        let (mut said, mut left) = (Vec::new(), BTreeSet::new());
        for (line, text) in stored(game.info.id).1 {
            let record = Record::read(&text).unwrap_or_else(|error| panic!("{}: {error}", line.file));
            let (texts, kinds) = with_recorded_game(game, &record, Sentences(&record)).unwrap();
            said.extend(texts);
            left.extend(kinds);
        }
        assert!(!said.is_empty(), "{}: no record says anything", game.info.id);
        for language in game.info.languages {
            let [core, games] = shared(language.code);
            let catalog = Catalog::read(&[core, games, language.texts]);
            let values = said.iter().flat_map(|text| text.args()).filter(|(name, _)| *name != "text");
            let unknown: BTreeSet<String> = values
                .filter(|(_, value)| catalog.word(value).is_none())
                .flat_map(|(_, value)| value.split(|c: char| !c.is_alphanumeric()))
                // Letters and squares are the same in every language.
                .filter(|word| word.chars().count() > 1 && word.chars().all(char::is_alphabetic))
                .filter(|word| catalog.word(word).is_none())
                .map(str::to_owned)
                .collect();
            let unnamed: Vec<&String> = left.iter().filter(|kind| catalog.word(kind).is_none()).collect();
            let wanted = unnamed.into_iter().chain(&unknown).map(|word| format!("\n  word {word} = …"));
            let wanted: String = wanted.collect();
            let file = format!("crates/games/src/{}/texts.{}.txt", game.info.id, language.code);
            assert!(wanted.is_empty(), "{file} has no line for words that are put into sentences:{wanted}");
        }
    }
}

/// The causes that ended a record's game, with a check that no position before the end names one.
struct Endings<'a>(&'a Record);

impl Visitor for Endings<'_> {
    type Output = Option<&'static str>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let mut last = None;
        replay(&game, self.0, |before, _, after| {
            assert_eq!(game.ending(before), None, "the game goes on");
            last = Some((game.turn(after).outcome().is_some(), game.ending(after)));
        })
        .unwrap();
        let (over, cause) = last?;
        assert_eq!(over, cause.is_some(), "exactly a finished game has a cause");
        cause.map(|cause| cause.key)
    }
}

#[test]
fn every_finished_game_names_the_cause_that_ended_it() {
    for game in games() {
        let causes: BTreeSet<&str> = stored(game.info.id)
            .1
            .iter()
            .map(|(_, text)| Record::read(text).unwrap())
            .filter_map(|record| with_recorded_game(game, &record, Endings(&record)).unwrap())
            .collect();
        assert!(!causes.is_empty(), "{}: no record ends", game.info.id);
        for cause in causes {
            let known =
                game.info.texts.iter().chain(breadboard_core::narration::ALL).any(|text| text.key == cause);
            assert!(known, "{}: {cause} is not among the game's texts", game.info.id);
        }
    }
}
