//! The sentences of another language are lines of a text file, `key = sentence`, not code: a translator edits one plain
//! file beside the English sentences, and every user interface (browser, terminal) reads the same file.
//!
//! Arguments of a sentence may hold English words too (`White`, `Harvester with 7`). A line `word White = Weiß`
//! translates such a word; values are looked up as a whole first, then word by word.

use std::collections::BTreeMap;

/// A language other than English in which a game explains itself.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The code: `de`.
    pub code: &'static str,
    /// The rules page in Markdown, with the chapters and rulings of the English page.
    pub rules: &'static str,
    /// The sentences: the contents of a file for [`Catalog::read`].
    pub texts: &'static str,
}

/// The other languages of a game, by their codes: `languages!("de")` takes `RULES.de.md` and `texts.de.txt` from the folder
/// of the file that it stands in.
#[macro_export]
macro_rules! languages {
    ($($code:literal),*) => {
        &[$($crate::Language {
            code: $code,
            rules: include_str!(concat!("RULES.", $code, ".md")),
            texts: include_str!(concat!("texts.", $code, ".txt")),
        }),*]
    };
}

/// The sentences that all games share, in other languages: code and file contents.
pub static TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("texts.de.txt"))];

/// The contents of the file for a language code.
#[must_use]
pub fn translation(files: &[(&str, &'static str)], code: &str) -> Option<&'static str> {
    files.iter().find(|(known, _)| *known == code).map(|(_, texts)| *texts)
}

/// The keys and sentences of a file; empty lines and lines that start with `#` are skipped.
pub fn catalog_lines(texts: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = texts.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" = ").unwrap_or((line, "")))
}

/// The arguments whose values stay as they are: what a person is called or typed, and notation.
const VERBATIM: [&str; 4] = ["name", "text", "move", "event"];

/// Sentences of one language by key.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    sentences: BTreeMap<&'static str, &'static str>,
}

impl Catalog {
    /// Reads files; a later file replaces the sentences of an earlier one.
    #[must_use]
    pub fn read(files: &[&'static str]) -> Catalog {
        Catalog { sentences: files.iter().flat_map(|file| catalog_lines(file)).collect() }
    }

    /// All keys with their sentences.
    #[must_use]
    pub fn sentences(&self) -> &BTreeMap<&'static str, &'static str> {
        &self.sentences
    }

    /// The sentence of a key, with its holes.
    #[must_use]
    pub fn sentence(&self, key: &str) -> Option<&'static str> {
        self.sentences.get(key).copied()
    }

    /// The sentence of a key with its holes filled; `None` if this language does not have it.
    #[must_use]
    pub fn render<'a>(
        &self,
        key: &str,
        args: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<String> {
        let sentence = self.sentence(key)?;
        let in_language = |(name, value): (&'a str, &'a str)| {
            let value = if VERBATIM.contains(&name) { value.to_owned() } else { self.words(value) };
            (name, value)
        };
        let args: Vec<(&str, String)> = args.into_iter().map(in_language).collect();
        Some(fill(sentence, |hole| {
            args.iter().find(|(name, _)| *name == hole).map(|(_, value)| value.as_str())
        }))
    }

    /// The translation of a word or phrase, if there is one.
    #[must_use]
    pub fn word(&self, english: &str) -> Option<&'static str> {
        self.sentence(&format!("word {english}"))
    }

    /// A value with its English words translated: as a whole if it is known, else word by word. Numbers, squares and
    /// unknown words stay.
    #[must_use]
    pub fn words(&self, value: &str) -> String {
        if let Some(whole) = self.word(value) {
            return whole.to_owned();
        }
        let mut out = String::with_capacity(value.len());
        let mut rest = value;
        while let Some(first) = rest.chars().next() {
            let is_word = first.is_alphabetic();
            let end = rest
                .find(|c: char| (c.is_alphabetic() || is_word && matches!(c, '’' | '\'')) != is_word)
                .unwrap_or(rest.len());
            let (part, after) = rest.split_at(end.max(first.len_utf8()));
            out.push_str(if is_word { self.word(part).unwrap_or(part) } else { part });
            rest = after;
        }
        out
    }
}

/// Fills the holes of a sentence; a hole without a value stays visible.
#[must_use]
pub fn fill<'a>(sentence: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut out = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let filled = after.split_once('}').and_then(|(name, tail)| Some((value(name)?, tail)));
        match filled {
            Some((value, tail)) => {
                out.push_str(value);
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// The names of the holes of a sentence, sorted, each once.
#[must_use]
pub fn holes(sentence: &str) -> Vec<&str> {
    let parts = sentence.split('{').skip(1);
    let mut holes: Vec<&str> = parts.filter_map(|part| Some(part.split_once('}')?.0)).collect();
    holes.sort_unstable();
    holes.dedup();
    holes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Template, narration, refusals, spec};

    const FILE: &str = "# remark\n\ntakes = {side} schlägt auf {to}\nword White = Weiß\nword has = hat\n\
        word the red hunter = der rote Jäger\nword red = rot\n";

    #[test]
    fn a_sentence_is_rendered_with_its_words_translated() {
        let german = Catalog::read(&[FILE]);
        let said = german.render("takes", [("side", "White"), ("to", "b4")]);
        assert_eq!(said.as_deref(), Some("Weiß schlägt auf b4"));
        assert_eq!(german.render("steps", []), None);
    }

    #[test]
    fn values_are_translated_as_a_whole_or_word_by_word() {
        let german = Catalog::read(&[FILE]);
        assert_eq!(german.words("the red hunter"), "der rote Jäger");
        assert_eq!(german.words("A has 11, red’s red7red"), "A hat 11, red’s rot7rot");
        assert_eq!(german.words("{}=’'"), "{}=’'");
    }

    #[test]
    fn names_and_typed_text_are_never_translated() {
        let german = Catalog::read(&["say = {name}: {text}, {side}\nword White = Weiß\n"]);
        let said = german.render("say", [("name", "White"), ("text", "White"), ("side", "White")]);
        assert_eq!(said.as_deref(), Some("White: White, Weiß"));
    }

    #[test]
    fn every_shared_sentence_is_translated_with_the_same_holes() {
        for (code, texts) in TRANSLATIONS {
            let catalog = Catalog::read(&[texts]);
            let lists = [refusals::ALL, spec::texts::ALL, narration::ALL];
            let all: Vec<&Template> = lists.concat();
            for template in &all {
                let sentence = catalog.sentence(template.key).unwrap_or_default();
                assert!(!sentence.is_empty(), "{code}: {}", template.key);
                assert_eq!(holes(sentence), holes(template.english), "{code}: {}", template.key);
            }
            let words = catalog.sentences().keys().filter(|key| key.starts_with("word ")).count();
            assert_eq!(catalog.sentences().len(), all.len() + words, "{code}: a key too many");
        }
    }
}
