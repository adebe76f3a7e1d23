//! Who can be invited to a match, by name.

use breadboard_games::Robot;
use std::fmt;
use std::str::FromStr;

/// A player by name: `bot1` to `bot5`, `greedy`, `random`, or `engine:COMMAND`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Contender {
    /// One that comes with the program.
    Robot(Robot),
    /// A foreign engine, by the command that starts it.
    Engine(String),
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        if let Some(command) = text.strip_prefix("engine:") {
            return match command.trim() {
                "" => Err("the command is missing: write engine:COMMAND".to_owned()),
                command => Ok(Contender::Engine(command.to_owned())),
            };
        }
        text.parse().map(Contender::Robot).map_err(|()| {
            let name = breadboard_core::refusals::clip(text);
            format!(
                "there is no player \"{name}\": there are bot1 to bot5, greedy, random and engine:COMMAND"
            )
        })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Robot(robot) => robot.fmt(f),
            Contender::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}
