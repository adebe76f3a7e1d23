//! Short texts with rules of their own: names, keys, levels, bytes for the dice. Each is checked once, when it is read,
//! and cannot be malformed afterwards.

use crate::denied::{Denied, Reason};
use crate::look::{is_hidden, is_stacked, looks};
use crate::texts;
use crate::values::{from_hex, hex};
use breadboard_games::{Level, UnknownLevel};
use serde::{Deserialize, Serialize};
use std::fmt;
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// A person's name: 1 to 24 visible characters on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, min_length = 1)]
pub struct Name(String);

impl Name {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is stored when a person takes it now: in one way to write each letter. Reading a name is less
    /// strict than this, so that every stored name stays readable.
    ///
    /// # Errors
    /// The name is too long or has hidden characters, its letters have too many marks, or it looks like a kind of
    /// player.
    pub fn taken(&self) -> Result<Name, Denied> {
        let text = one_line(&self.0.nfkc().collect::<String>());
        if !(1..=LONGEST_NAME).contains(&text.chars().count())
            || text.chars().any(is_hidden)
            || is_stacked(&text)
        {
            return Err(bad_name());
        }
        let seen = looks(&text);
        let is_bot = Level::ALL.iter().any(|level| looks(&level.to_string()) == seen);
        // Words of a list of seats. What only looks like the short one may be a name: M3.
        let is_word = looks("open") == seen || text.to_lowercase() == "me";
        let name = Name(text);
        if is_bot || is_word { Err(name.reserved()) } else { Ok(name) }
    }

    /// Whether people may take one name for the other.
    #[must_use]
    pub fn looks_like(&self, other: &str) -> bool {
        looks(&self.0) == looks(other)
    }

    /// The refusal of a name that belongs to a bot or a kind of player.
    #[must_use]
    pub fn reserved(&self) -> Denied {
        Denied::new(Reason::Invalid, texts::RESERVED_NAME.with(&[("name", &self.0)]))
    }

    /// Whether this is the name that the app gives to people without one; several people at a table may have it.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        ["Guest", "Gast"].contains(&self.as_str())
    }
}

fn bad_name() -> Denied {
    Denied::new(Reason::Invalid, texts::BAD_NAME.with(&[("longest", &LONGEST_NAME)]))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What no stored name has. The list does not grow, because names that are stored must stay readable; `is_hidden` is the
/// list for new ones.
fn never_stored(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFD}' | '\u{E0000}'..='\u{E0FFF}')
}

impl TryFrom<String> for Name {
    type Error = Denied;

    fn try_from(text: String) -> Result<Name, Denied> {
        let text = one_line(&text);
        let length = text.chars().count();
        // Invisible and direction-changing characters would let two names look alike or reverse a line.
        if length == 0 || length > LONGEST_NAME || text.chars().any(never_stored) {
            return Err(bad_name());
        }
        if text.parse::<Level>().is_ok() || ["me", "open"].contains(&text.as_str()) {
            return Err(Denied::new(Reason::Invalid, texts::RESERVED_NAME.with(&[("name", &text)])));
        }
        Ok(Name(text))
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Plays on for a seat whose person has left, with three or more seats.
pub const SUBSTITUTE: Level = Level::Bot2;

impl From<UnknownLevel> for Denied {
    fn from(unknown: UnknownLevel) -> Denied {
        Denied::new(Reason::Invalid, texts::BAD_LEVEL.with(&[("text", &unknown.text())]))
    }
}

/// A sender's own name for a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^[A-Za-z0-9._-]{1,64}$")]
pub struct Key(String);

impl TryFrom<String> for Key {
    type Error = Denied;

    fn try_from(text: String) -> Result<Key, Denied> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if (1..=64).contains(&text.len()) && text.chars().all(plain) {
            Ok(Key(text))
        } else {
            Err(Denied::new(Reason::Invalid, texts::BAD_KEY.plain()))
        }
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.0
    }
}

/// What a seat adds to the dice: 1 to 64 bytes of its own choosing, written as hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^([0-9A-Fa-f]{2}){1,64}$")]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// Entropy from bytes.
    ///
    /// # Errors
    /// There must be 1 to 64 of them.
    pub fn new(bytes: Vec<u8>) -> Result<Entropy, Denied> {
        if (1..=64).contains(&bytes.len()) { Ok(Entropy(bytes)) } else { Err(bad_entropy()) }
    }
}

fn bad_entropy() -> Denied {
    Denied::new(Reason::Invalid, texts::BAD_ENTROPY.plain())
}

impl TryFrom<String> for Entropy {
    type Error = Denied;
    fn try_from(text: String) -> Result<Entropy, Denied> {
        Entropy::new(from_hex(&text).ok_or_else(bad_entropy)?)
    }
}

impl From<Entropy> for String {
    fn from(entropy: Entropy) -> String {
        hex(&entropy.0)
    }
}

impl fmt::Display for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entropy({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_visible_and_not_a_bots() {
        let name = |text: &str| Name::try_from(text.to_owned()).map(String::from);
        assert_eq!(name("  Ada   Lovelace ").unwrap(), "Ada Lovelace");
        assert_eq!(name("Zoë 🦀").unwrap(), "Zoë 🦀");
        for bad in
            ["", "  ", "a\u{202E}b", "x\u{200B}", "\u{1b}[1m", "bot3", "greedy", "open", &"x".repeat(25)]
        {
            assert_eq!(name(bad).unwrap_err().reason, Reason::Invalid, "{bad:?}");
        }
    }

    #[test]
    fn a_new_name_has_one_spelling_is_no_bots_and_carries_few_marks() {
        let name = |text: &str| Name::try_from(text.to_owned()).unwrap();
        for (written, stored) in
            [("Ada", "Ada"), ("Ａｄａ", "Ada"), ("Zoe\u{308}", "Zoë"), ("Nguyễn", "Nguyễn")]
        {
            assert_eq!(name(written).taken().unwrap().as_str(), stored);
        }
        for good in ["Мария", "Robot 1", "Rand"] {
            assert!(name(good).taken().is_ok(), "{good}");
        }
        for bad in ["Bot1", "bоt1", "b o t 5", "Greedу", "RANDOM", "Ореn", "Z\u{301}\u{302}\u{303}\u{304}a"]
        {
            assert_eq!(name(bad).taken().unwrap_err().reason, Reason::Invalid, "{bad}");
        }
        assert!(name("Ada").looks_like("АdA") && !name("Ada").looks_like("Eda"));
    }

    #[test]
    fn names_that_were_stored_before_stay_readable() {
        for stored in ["ｂｏｔ１", "ⓜⓔ", "℡℡℡℡℡℡℡℡℡℡", "a\u{2800}b", "a\u{34F}b"]
        {
            let name = Name::try_from(stored.to_owned()).unwrap();
            assert_eq!(name.as_str(), stored);
            assert_eq!(name.taken().unwrap_err().reason, Reason::Invalid, "{stored}: it is not given anew");
        }
    }

    #[test]
    fn parsing_a_level_reverses_printing_it() {
        for text in ["bot1", "bot5", "greedy", "random"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
        for bad in ["bot0", "bot6", "bot", "bot11", "Greedy", ""] {
            assert!(bad.parse::<Level>().is_err(), "{bad:?}");
        }
    }
}
