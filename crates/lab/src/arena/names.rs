//! The players of a match, by name.

use breadboard_games::Level;
use std::fmt;
use std::str::FromStr;

/// A player by name: `bot1` to `bot5`, `greedy`, `random`, or `engine:COMMAND`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Contender {
    /// A player of this program.
    Level(Level),
    /// Another program, by the command that starts it.
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
        text.parse().map(Contender::Level).map_err(|_| {
            let name = breadboard_core::refusals::clip(text);
            format!(
                "there is no player \"{name}\": there are bot1 to bot5, greedy, random and engine:COMMAND"
            )
        })
    }
}

impl Contender {
    /// Reads a list separated by commas; `\,` is a comma within a command.
    ///
    /// # Errors
    /// A name is unknown.
    pub fn list(text: &str) -> Result<Vec<Contender>, String> {
        let (mut names, mut name) = (Vec::new(), String::new());
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if letters.next_if_eq(&',').is_some() => name.push(','),
                ',' => names.push(std::mem::take(&mut name)),
                letter => name.push(letter),
            }
        }
        names.push(name);
        names.iter().map(|name| name.trim().parse()).collect()
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Level(level) => level.fmt(f),
            Contender::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_commas_between_and_may_have_some_within_a_command() {
        let list = Contender::list(r"bot1, engine:rival --board 6\,6,random").unwrap();
        let names: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["bot1", "engine:rival --board 6,6", "random"]);
        for wrong in ["", "bot1,", "bot1,,bot2", "bot1;bot2"] {
            assert!(Contender::list(wrong).is_err(), "{wrong}");
        }
    }
}
