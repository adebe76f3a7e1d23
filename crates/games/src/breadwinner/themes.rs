//! What a puzzle is about: the actions of the turn.

use super::moves::{Act, Move};
use super::texts;
use breadboard_core::Template;

pub(super) fn themes_of(line: &[Move]) -> Vec<&'static Template> {
    let theme = |mv: &Move| match mv {
        Move::Build { .. } => Some(&texts::THEME_BUILD),
        Move::Use { act: Some(act), .. } => Some(match act {
            Act::Plant => &texts::THEME_PLANT,
            Act::Restore => &texts::THEME_RESTORE,
            Act::Harvest => &texts::THEME_HARVEST,
            Act::Steal => &texts::THEME_STEAL,
            Act::Unload => &texts::THEME_UNLOAD,
            Act::Poison => &texts::THEME_POISON,
            Act::Melt => &texts::THEME_MELT,
            Act::Pulse(_) => &texts::THEME_PULSE,
        }),
        Move::Use { act: None, .. } => Some(&texts::THEME_MOVE),
        Move::Recall { .. } => Some(&texts::THEME_RECALL),
        Move::End => None,
    };
    let found: Vec<&'static Template> = line.iter().filter_map(theme).collect();
    if found.is_empty() { vec![&texts::THEME_HOLD] } else { found }
}
