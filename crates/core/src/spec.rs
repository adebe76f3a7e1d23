//! One string names a game with its options everywhere: `breakthrough:columns=6,rows=6`, `traxx:seats=3`.

use crate::options::{OptionKind, Options};
use crate::refusal::refusals::clip;
use crate::rules::{Info, Rules};
use crate::text::Text;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// A game spec as written: the game's id and settings, not yet checked against that game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The game's id.
    pub game: String,
    /// The settings, in the order written; `seats` is among them.
    pub settings: Vec<(String, String)>,
}

/// What is wrong with a spec, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(Text);

pub(crate) mod texts {
    crate::texts! {
        EMPTY: "spec-empty" = "a game is missing: write its name, as in breakthrough:columns=6";
        FORM: "spec-form" = "\"{text}\" is not a setting: write key=value, several of them with commas between";
        TWICE: "spec-twice" = "{key} is set twice";
        GAME: "spec-game" = "there is no game \"{game}\": there are {known}";
        NEAR: "spec-near" = "there is no game \"{game}\": did you mean {near}?";
        KEY: "spec-key" = "there is no option \"{key}\": there are {known}";
        VALUE: "spec-value" = "{key} cannot be \"{value}\": it is {allowed}";
        VERSION: "spec-version" = "the rules have the versions 1 to {here}, not {version}: a newer Breadboard may read it";
        OTHER: "spec-other" = "{reason}";
    }
}

impl SpecError {
    /// No such game.
    #[must_use]
    pub fn game(game: &str, known: &[&str]) -> SpecError {
        let slips = |id: &&&str| edits(&game.to_lowercase(), id);
        if let Some(near) = known.iter().min_by_key(slips).filter(|id| slips(id) <= MOST_SLIPS) {
            return SpecError(texts::NEAR.with(&[("game", &clip(game)), ("near", near)]));
        }
        SpecError(texts::GAME.with(&[("game", &clip(game)), ("known", &known.join(", "))]))
    }

    /// No such option.
    #[must_use]
    pub fn key(key: &str, known: &[&str]) -> SpecError {
        let known = known.iter().copied().chain(["seats"]).collect::<Vec<_>>().join(", ");
        SpecError(texts::KEY.with(&[("key", &clip(key)), ("known", &known)]))
    }

    /// A value that the option does not take.
    #[must_use]
    pub fn value(key: &str, value: &str, allowed: &str) -> SpecError {
        SpecError(texts::VALUE.with(&[("key", &clip(key)), ("value", &clip(value)), ("allowed", &allowed)]))
    }

    /// A version of the rules that this program does not have.
    pub(crate) fn version(version: u32, info: &Info) -> SpecError {
        SpecError(texts::VERSION.with(&[("here", &info.rules_version), ("version", &version)]))
    }

    /// Settings that are each allowed but do not go together.
    #[must_use]
    pub fn combination(reason: &str) -> SpecError {
        SpecError(texts::OTHER.with(&[("reason", &reason)]))
    }

    /// The sentence, for translation.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.0
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (game, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if game.is_empty() {
            return Err(SpecError(texts::EMPTY.plain()));
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut keys = HashSet::new();
        for setting in rest.split(',').map(str::trim).filter(|_| !rest.trim().is_empty()) {
            let Some((key, value)) = setting.split_once('=') else {
                return Err(SpecError(texts::FORM.with(&[("text", &clip(setting))])));
            };
            let (key, value) = (key.trim(), value.trim());
            if !keys.insert(key) {
                return Err(SpecError(texts::TWICE.with(&[("key", &clip(key))])));
            }
            settings.push((key.to_owned(), value.to_owned()));
        }
        Ok(Spec { game: folded(game.trim()), settings })
    }
}

/// The most letters that a name may differ in from what was meant.
const MOST_SLIPS: usize = 2;

/// A game's id as people write it: with capitals, or as the title is spelled (`Träxx`).
fn folded(name: &str) -> String {
    let plain = |c: char| match c {
        'ä' => Some('a'),
        'ö' => Some('o'),
        'ü' => Some('u'),
        // Two dots as a character of their own, as some systems write them.
        '\u{308}' => None,
        c => Some(c),
    };
    name.to_lowercase().chars().filter_map(plain).collect()
}

/// How many letters must be changed, added or left out to make one word of another; long words are not compared.
fn edits(from: &str, to: &str) -> usize {
    if from.len() > 2 * to.len() {
        return usize::MAX;
    }
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, c) in from.chars().enumerate() {
        let mut corner = above;
        row[0] = above + 1;
        for (at, &other) in to.iter().enumerate() {
            let change = corner + usize::from(c != other);
            corner = row[at + 1];
            row[at + 1] = change.min(corner + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

impl Spec {
    /// The options and the number of seats for game `G`.
    ///
    /// # Errors
    /// Unknown key or value, or a number of seats that the game does not take.
    pub fn read<G: Rules>(&self) -> Result<(G::Options, u8), SpecError> {
        let mut options = G::Options::default();
        let mut seats = G::INFO.default_seats;
        for (key, value) in &self.settings {
            if key == "seats" {
                seats = value.parse().map_err(|_| seats_error::<G>(value))?;
                seats_in_range::<G>(seats)?;
            } else {
                options.set(key, value)?;
            }
        }
        Ok((options, seats))
    }

    /// The shortest spec of a game: only what differs from the defaults, in the schema's order.
    #[must_use]
    pub fn of<G: Rules>(game: &G) -> Spec {
        Spec::of_version(game, G::INFO.rules_version)
    }

    /// The shortest spec of a game as a version of its rules wrote it, with the defaults of that version.
    #[must_use]
    pub fn of_version<G: Rules>(game: &G, version: u32) -> Spec {
        let mut settings = Vec::new();
        if game.seats() != G::INFO.default_seats {
            settings.push(("seats".to_owned(), game.seats().to_string()));
        }
        let old = G::INFO.old_defaults(version);
        for option in G::Options::schema() {
            let default = old.iter().find(|(key, _)| *key == option.name).map(|(_, value)| *value);
            match game.options().value(option.name) {
                Some(value) if value != default.unwrap_or(&option.default) => {
                    let value = G::INFO.old_spelling(version, option.name, &value).to_owned();
                    settings.push((option.name.to_owned(), value));
                }
                _ => {}
            }
        }
        Spec { game: G::INFO.id.to_owned(), settings }
    }

    /// The spec under today's rules of what this spec meant under `version`: old spellings are translated, and
    /// the defaults of that version fill in the options that the spec leaves out.
    ///
    /// # Errors
    /// The game has no such version.
    pub fn under_version(&self, info: &Info, version: u32) -> Result<Spec, SpecError> {
        let mut spec = self.respelled(info, version)?;
        for (key, value) in info.old_defaults(version) {
            if !spec.settings.iter().any(|(known, _)| known == key) {
                spec.settings.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(spec)
    }

    /// The same settings under today's rules: old spellings are translated, and what the spec leaves out has the
    /// defaults of today.
    ///
    /// # Errors
    /// The game has no such version.
    pub fn respelled(&self, info: &Info, version: u32) -> Result<Spec, SpecError> {
        if version == 0 || version > info.rules_version {
            return Err(SpecError::version(version, info));
        }
        let mut spec = self.clone();
        for (key, value) in &mut spec.settings {
            *value = info.new_spelling(version, key, value).to_owned();
        }
        Ok(spec)
    }
}

/// Refuses a number of seats that the game does not take.
pub(crate) fn seats_in_range<G: Rules>(seats: u8) -> Result<(), SpecError> {
    let (min, max) = G::INFO.seats;
    if (min..=max).contains(&seats) { Ok(()) } else { Err(seats_error::<G>(&seats.to_string())) }
}

fn seats_error<G: Rules>(value: &str) -> SpecError {
    let (min, max) = G::INFO.seats;
    let allowed = if min == max {
        format!("{min} in this game")
    } else {
        OptionKind::Int { min: min.into(), max: max.into() }.allowed()
    };
    SpecError::value("seats", value, &allowed)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::OldRules;

    #[test]
    fn parsing_a_spec_reverses_printing_it() {
        for text in ["breakthrough", "breakthrough:columns=6,rows=6", "traxx:seats=3,board=17"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(" a : b = c , d=e ".parse::<Spec>().unwrap().to_string(), "a:b=c,d=e");
    }

    #[test]
    fn a_game_is_known_by_its_title_and_with_capitals() {
        for text in ["traxx", "TRAXX", "träxx", "Träxx", "TRÄXX", "Tra\u{308}xx"] {
            assert_eq!(format!("{text}:seats=2").parse::<Spec>().unwrap().to_string(), "traxx:seats=2");
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_answered_with_the_game_that_was_meant() {
        let known = ["breakthrough", "breadcrumbs", "traxx"];
        let said = |game: &str| SpecError::game(game, &known).to_string();
        assert_eq!(said("trax"), "there is no game \"trax\": did you mean traxx?");
        assert_eq!(said("breaktrough"), "there is no game \"breaktrough\": did you mean breakthrough?");
        assert!(said("chess").ends_with("there are breakthrough, breadcrumbs, traxx"));
        assert!(said(&"x".repeat(100_000)).contains("there are"));
    }

    #[test]
    fn a_spec_of_very_many_settings_is_read_at_once() {
        let settings: Vec<String> = (0..200_000).map(|n| format!("x{n}=1")).collect();
        // Comparing every pair would take minutes.
        assert_eq!(format!("x:{}", settings.join(",")).parse::<Spec>().unwrap().settings.len(), 200_000);
    }

    static RENAMED_TWICE: Info = Info {
        id: "x",
        rules_version: 3,
        old_rules: &[
            OldRules {
                version: 1,
                defaults: &[],
                spellings: &[("end", "on", "draw"), ("end", "yes", "draw"), ("end", "off", "never")],
            },
            OldRules { version: 2, defaults: &[], spellings: &[("end", "draw", "tie")] },
        ],
        ..Info::TWO_SEATS
    };

    #[test]
    fn a_spelling_that_changed_twice_is_translated_through_both_versions() {
        let info = &RENAMED_TWICE;
        let today =
            |text: &str, version| text.parse::<Spec>().unwrap().respelled(info, version).unwrap().to_string();
        assert_eq!(today("x:end=on", 1), "x:end=tie");
        assert_eq!(today("x:end=yes", 1), "x:end=tie");
        assert_eq!(today("x:end=off", 1), "x:end=never");
        assert_eq!(today("x:end=draw", 2), "x:end=tie");
        assert_eq!(
            today("x:end=draw", 3),
            "x:end=draw",
            "version 3 has no such word, and the game will say so"
        );
        assert_eq!(info.old_spelling(1, "end", "tie"), "on");
        assert_eq!(info.old_spelling(2, "end", "tie"), "draw");
        assert_eq!(info.old_spelling(1, "end", "never"), "off");
    }

    #[test]
    fn broken_specs_say_what_to_write() {
        for (text, says) in [
            ("", "missing"),
            (":a=1", "missing"),
            ("x:a", "key=value"),
            ("x:a=1,", "key=value"),
            ("x:a=1,a=2", "twice"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
