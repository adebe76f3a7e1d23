//! The registry's entries as JSON: `breadboard games --json` and `/api/games` send the same list. It is written here
//! once and not in the program and the server, so that the two cannot differ.

use crate::Entry;
use breadboard_core::{OptionKind, OptionSchema};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let info = self.info;
        let mut game = serializer.serialize_struct("Game", 9)?;
        game.serialize_field("id", info.id)?;
        game.serialize_field("name", info.name)?;
        game.serialize_field("summary", info.summary)?;
        game.serialize_field("credit", info.credit)?;
        let (min, max) = info.seats;
        game.serialize_field("seats", &Seats { min, max, default: info.default_seats })?;
        game.serialize_field("rules_version", &info.rules_version)?;
        let options = (self.options)();
        let options: Vec<Setting<'_>> = options.iter().map(Setting::of).collect();
        game.serialize_field("options", &options)?;
        let presets = info.presets.iter().map(|preset| Preset { name: preset.name, spec: preset.spec });
        game.serialize_field("presets", &presets.collect::<Vec<_>>())?;
        let levels = self.levels.iter().map(|level| Level { name: level.name, about: level.about });
        game.serialize_field("levels", &levels.collect::<Vec<_>>())?;
        game.end()
    }
}

#[derive(serde::Serialize)]
struct Seats {
    min: u8,
    max: u8,
    default: u8,
}

#[derive(serde::Serialize)]
struct Preset {
    name: &'static str,
    spec: &'static str,
}

#[derive(serde::Serialize)]
struct Level {
    name: &'static str,
    about: &'static str,
}

#[derive(serde::Serialize)]
struct Setting<'a> {
    name: &'static str,
    kind: Kind,
    default: &'a str,
    ruling: &'static str,
    meaning: &'static str,
}

#[derive(serde::Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Kind {
    Flag,
    Int { min: i64, max: i64 },
    Choice { choices: &'static [&'static str] },
    Form { expected: &'static str, examples: &'static [&'static str] },
}

impl Setting<'_> {
    fn of(option: &OptionSchema) -> Setting<'_> {
        let kind = match option.kind {
            OptionKind::Flag => Kind::Flag,
            OptionKind::Int { min, max } => Kind::Int { min, max },
            OptionKind::Choice(choices) => Kind::Choice { choices },
            OptionKind::Form { expected, examples } => Kind::Form { expected, examples },
        };
        Setting {
            name: option.name,
            kind,
            default: &option.default,
            ruling: option.ruling,
            meaning: option.meaning,
        }
    }
}
