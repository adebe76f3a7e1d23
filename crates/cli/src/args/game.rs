//! A game on the command line. The parser names the games, so that shells complete them; what follows the name is free text,
//! so a list of values that clap checks would not do.

use breadboard_core::{Spec, SpecError};
use breadboard_games::GAMES;
use clap::builder::{PossibleValue, TypedValueParser};
use std::ffi::OsStr;

/// Reads a spec.
#[derive(Clone, Debug)]
pub(crate) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = Spec;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Spec, clap::Error> {
        let read = |text: &str| -> Result<Spec, SpecError> { text.parse() };
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let games = GAMES.iter();
        Some(Box::new(games.map(|game| PossibleValue::new(game.info.id).help(game.info.name))))
    }
}
