//! The registry's entries as JSON: `breadboard games --json` and `/api/games` send the same list. It is written here
//! once and not in the program and the server, so that the two cannot differ.

use crate::GameEntry;
use breadboard_core::{OptionKind, OptionSchema};
use serde::Serialize;

/// A game with its options and its bots.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The id in specs, records and addresses.
    id: &'static str,
    /// The name people know it by.
    name: &'static str,
    /// One sentence about it.
    summary: &'static str,
    /// Who designed it, and when.
    credit: &'static str,
    /// How many can play.
    seats: SeatRange,
    /// The version of its rules.
    rules_version: u32,
    /// What can be set.
    options: Vec<OptionInfo>,
    /// Named settings.
    presets: Vec<PresetInfo>,
    /// The five bots, the weakest first.
    levels: Vec<LevelText>,
}

impl GameInfo {
    /// Describes a game of the registry.
    #[must_use]
    pub fn of(entry: &GameEntry) -> GameInfo {
        let info = entry.info;
        let (min, max) = info.seats;
        GameInfo {
            id: info.id,
            name: info.name,
            summary: info.summary,
            credit: info.credit,
            seats: SeatRange { min, max, default: info.default_seats },
            rules_version: info.rules_version,
            options: (entry.options)().into_iter().map(OptionInfo::of).collect(),
            presets: info
                .presets
                .iter()
                .map(|preset| PresetInfo { name: preset.name, spec: preset.spec })
                .collect(),
            levels: entry
                .levels
                .iter()
                .map(|level| LevelText { name: level.name, about: level.about })
                .collect(),
        }
    }
}

impl Serialize for GameEntry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameInfo::of(self).serialize(serializer)
    }
}

/// How many can play.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct SeatRange {
    min: u8,
    max: u8,
    default: u8,
}

/// A named setting of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct PresetInfo {
    name: &'static str,
    spec: &'static str,
}

/// A bot in words.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LevelText {
    name: &'static str,
    about: &'static str,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct OptionInfo {
    name: &'static str,
    kind: OptionForm,
    default: String,
    ruling: &'static str,
    meaning: &'static str,
}

/// The values that an option takes.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum OptionForm {
    /// `on` or `off`.
    Flag,
    /// A number of this range.
    Int { min: i64, max: i64 },
    /// One of these words.
    Choice { choices: &'static [&'static str] },
    /// A text of this form.
    Form { expected: &'static str, examples: &'static [&'static str] },
}

impl OptionInfo {
    fn of(option: OptionSchema) -> OptionInfo {
        let kind = match option.kind {
            OptionKind::Flag => OptionForm::Flag,
            OptionKind::Int { min, max } => OptionForm::Int { min, max },
            OptionKind::Choice(choices) => OptionForm::Choice { choices },
            OptionKind::Form { expected, examples } => OptionForm::Form { expected, examples },
        };
        OptionInfo {
            name: option.name,
            kind,
            default: option.default,
            ruling: option.ruling,
            meaning: option.meaning,
        }
    }
}
