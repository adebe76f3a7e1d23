//! The players of a match, by name.

use breadboard_engine::Launch;
use breadboard_games::Level;
use std::fmt;
use std::str::FromStr;

/// A player by name: `bot1` to `bot5`, `greedy`, `random`, `engine:COMMAND`, or an engine with a name of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Contender {
    /// A player of this program.
    Level(Level),
    /// Another program.
    Engine(Box<Program>),
}

/// Another program as a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// The name in the report, if it has one.
    pub name: Option<String>,
    /// How it is started.
    pub launch: Launch,
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        if let Some(command) = text.strip_prefix("engine:") {
            return match command.trim() {
                "" => Err("the command is missing: write engine:COMMAND".to_owned()),
                command => {
                    let launch = Launch { command: command.to_owned(), ..Launch::default() };
                    Ok(Contender::Engine(Box::new(Program { name: None, launch })))
                }
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

    /// Reads an engine from its settings: `name=NAME cmd=COMMAND dir=FOLDER option.NAME=VALUE`. A value with blanks
    /// stands in quotes.
    ///
    /// # Errors
    /// A setting is unknown or the command is missing.
    pub fn engine(text: &str) -> Result<Contender, String> {
        let mut program = Program::default();
        for word in words(text)? {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                format!(
                    "\"{word}\" is not a setting: write name=NAME cmd=COMMAND dir=FOLDER option.NAME=VALUE"
                )
            })?;
            match key {
                "name" if value.parse::<Level>().is_ok() => {
                    return Err(format!(
                        "an engine cannot be named {value}: that is a player of this program"
                    ));
                }
                "name" => program.name = Some(value.to_owned()),
                "cmd" => program.launch.command = value.to_owned(),
                "dir" => program.launch.folder = Some(value.into()),
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => {
                        program.launch.options.push((name.to_owned(), value.to_owned()));
                    }
                    _ => {
                        return Err(format!(
                            "\"{key}\" is not a setting: there are name, cmd, dir and option.NAME"
                        ));
                    }
                },
            }
        }
        if program.launch.command.trim().is_empty() {
            return Err("the command is missing: write cmd=COMMAND".to_owned());
        }
        Ok(Contender::Engine(Box::new(program)))
    }

    /// The name with everything that it stands for, so that a resumed match cannot go on with another program.
    pub(super) fn description(&self) -> String {
        match self {
            Contender::Level(level) => level.to_string(),
            Contender::Engine(program) => {
                let Launch { command, folder, options } = &program.launch;
                let mut text = program.name.as_ref().map_or(String::new(), |name| format!("{name}="));
                text.push_str(&format!("engine:{command}"));
                if let Some(folder) = folder {
                    text.push_str(&format!(" dir={}", folder.display()));
                }
                for (name, value) in options {
                    text.push_str(&format!(" option.{name}={value}"));
                }
                text
            }
        }
    }
}

/// Words separated by blanks; quotes of either kind hold blanks, also within a word.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote): (Vec<String>, Option<String>, Option<char>) =
        (Vec::new(), None, None);
    for letter in text.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote is not closed".to_owned()) } else { Ok(words) }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Level(level) => level.fmt(f),
            Contender::Engine(program) => match &program.name {
                Some(name) => f.write_str(name),
                None => write!(f, "engine:{}", program.launch.command),
            },
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

    #[test]
    fn an_engine_has_a_name_a_folder_and_options() {
        let text =
            r#"name="The Rival" cmd='./rival --fast "x y"' dir=/opt/rival option.Hash=64 option.Style=solid"#;
        let Contender::Engine(program) = Contender::engine(text).unwrap() else { panic!("not an engine") };
        assert_eq!(program.name.as_deref(), Some("The Rival"));
        assert_eq!(program.launch.command, "./rival --fast \"x y\"");
        assert_eq!(program.launch.folder.as_deref(), Some(std::path::Path::new("/opt/rival")));
        let set = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(program.launch.options, [set("Hash", "64"), set("Style", "solid")]);
        for (wrong, reason) in [
            ("name=x", "command is missing"),
            ("cmd=", "command is missing"),
            ("cmd=x colour=red", "not a setting"),
            ("cmd=x option.=1", "not a setting"),
            ("cmd=x fast", "not a setting"),
            ("cmd='x", "quote"),
            ("cmd=x name=bot1", "player of this program"),
        ] {
            assert!(Contender::engine(wrong).unwrap_err().contains(reason), "{wrong}");
        }
    }
}
