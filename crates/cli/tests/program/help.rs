//! Help, manual pages and completions.

use super::{fails, ok};

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(ok(&["completions", shell]).contains("breadboard"), "{shell}");
    }
}

#[test]
fn completions_know_the_games() {
    for shell in ["bash", "zsh", "fish"] {
        let script = ok(&["completions", shell]);
        for game in breadboard_games::GAMES {
            assert!(script.contains(game.info.id), "{shell}: {}", game.info.id);
        }
    }
    // Players and seats are words, records are files.
    let fish = ok(&["completions", "fish"]);
    let option = |name: &str| fish.lines().find(|line| line.contains(&format!(" -l {name} "))).unwrap();
    for (name, files) in [("players", false), ("seats", false), ("lang", false), ("resume", true)] {
        let bare = option(name).contains(" -f");
        assert_eq!(!bare, files, "{}", option(name));
    }
    // The help does not list them again: `breadboard games` does.
    assert!(!ok(&["show", "--help"]).contains("possible values: breakthrough"));
}

#[test]
fn the_manual_has_a_page_for_each_command_and_none_for_help() {
    let dir = tempfile::tempdir().unwrap();
    ok(&["man", "--dir", dir.path().to_str().unwrap()]);
    let pages =
        std::fs::read_dir(dir.path()).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let pages: Vec<String> = pages.collect();
    assert!(pages.contains(&"breadboard-play.1".to_owned()) && pages.contains(&"breadboard.1".to_owned()));
    assert!(!pages.iter().any(|page| page.contains("help")), "{pages:?}");
    let file = dir.path().join("breadboard.1");
    let below = file.join("pages");
    fails(&["man", "--dir", below.to_str().unwrap()], b"", 1, below.to_str().unwrap());
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = ok(&["--help"]);
    let list = help.split_once("Commands:\n").unwrap().1.lines().take_while(|line| !line.is_empty());
    // A description that needs a second line is indented further.
    let names =
        list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn examples_in_the_help_fit_into_eighty_columns_and_prose_is_wrapped_by_the_window() {
    let commands = commands();
    assert!(commands.len() > 20 && commands.contains(&"open".to_owned()), "{commands:?}");
    for command in commands {
        let help = ok(&[&command, "--help"]);
        let examples = help.split_once("Example").unwrap_or_else(|| panic!("{command}: no example")).1;
        for line in examples.lines().skip(1).take_while(|line| !line.is_empty()) {
            assert!(line.starts_with("  ") && line.chars().count() <= 79, "{command}: {line}");
        }
        // A line broken by hand is broken again in a narrow window, and leaves a short line. So a line of prose ends with its
        // sentence, or the window is full. (Without a terminal it has 100 columns.)
        let prose = examples.split_once("\n\n").map_or("", |(_, prose)| prose);
        for line in prose.lines().filter(|line| !line.is_empty()) {
            let full = line.chars().count() > 100 - 24;
            assert!(full || line.ends_with(['.', ':']), "{command}: {line}");
        }
    }
}

#[test]
fn the_manual_and_completions_know_every_command() {
    let commands = ["play", "join", "watch", "convert", "replay", "man", "serve", "arena"];
    let manual = ok(&["man"]);
    for command in commands {
        assert!(manual.contains(&format!("breadboard\\-{command}(1)")), "{command} is not in\n{manual}");
        let page = ok(&["man", command]);
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
        for shell in ["bash", "zsh", "fish"] {
            let script = ok(&["completions", shell]);
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    fails(&["man", "nothing"], b"", 2, "there is no command");
}
