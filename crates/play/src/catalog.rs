//! Everything that the program may say at a table, in another language: the sentences of the core, of the games in
//! general, of the table and of one game. The parts stand beside the code that says them; here they become one list,
//! so that the browser asks once and the terminal reads once.

use breadboard_core::{Catalog, Info, translation};
use breadboard_wire::{insight_texts, puzzle_texts, texts::TRANSLATIONS};

/// All sentences at a table of a game (without a game: at every table) in the language with this code; `None` if there
/// is no such language.
#[must_use]
pub fn catalog(game: Option<&Info>, code: &str) -> Option<Catalog> {
    let shared = [
        breadboard_core::TRANSLATIONS,
        breadboard_games::TRANSLATIONS,
        TRANSLATIONS,
        insight_texts::TRANSLATIONS,
        puzzle_texts::TRANSLATIONS,
    ];
    let mut files = Vec::new();
    for texts in shared {
        files.push(translation(texts, code)?);
    }
    if let Some(game) = game {
        files.push(game.language(code)?.texts);
    }
    Some(Catalog::read(&files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::holes;
    use breadboard_games::GAMES;

    #[test]
    fn every_sentence_of_the_table_is_translated_with_the_same_holes() {
        let lists = [
            (TRANSLATIONS, crate::TEXTS),
            (insight_texts::TRANSLATIONS, insight_texts::ALL),
            (puzzle_texts::TRANSLATIONS, puzzle_texts::ALL),
        ];
        for (translations, all) in lists {
            for (code, texts) in translations {
                let catalog = Catalog::read(&[texts]);
                for template in all {
                    let sentence = catalog.sentence(template.key).unwrap_or_default();
                    assert!(!sentence.is_empty(), "{code}: {}", template.key);
                    assert_eq!(holes(sentence), holes(template.english), "{code}: {}", template.key);
                }
                assert_eq!(catalog.sentences().len(), all.len(), "{code}: a key too many");
            }
        }
    }

    #[test]
    fn a_games_catalog_holds_the_sentences_of_core_table_and_game() {
        for game in GAMES {
            let catalog = catalog(Some(game.info), "de").unwrap();
            for key in ["game-over", "spec-key", "table-won", "level-3", "level-3-about"] {
                assert!(catalog.sentence(key).is_some(), "{}: {key}", game.info.id);
            }
        }
        assert!(catalog(Some(GAMES[0].info), "xx").is_none());
    }
}
