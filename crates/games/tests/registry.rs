//! What every registered game must bring, so that a new one cannot come half.

use breadboard_core::{Game, Spec};
use breadboard_games::{GAMES, Visitor, with_game};
use std::path::{Path, PathBuf};

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(id)
}

/// All Rust text below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text += &std::fs::read_to_string(&path).unwrap();
        }
    }
    text
}

#[test]
fn every_ruling_on_a_rules_page_has_a_test_named_by_its_number() {
    for game in GAMES {
        let code = sources(&folder(game.info.id));
        let rulings: Vec<&str> = game
            .info
            .rules
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
            .filter(|cell| {
                let mut chars = cell.chars();
                chars.next().is_some_and(|c| c.is_ascii_uppercase())
                    && cell.len() > 1
                    && chars.all(|c| c.is_ascii_digit())
            })
            .collect();
        assert!(rulings.len() >= 4, "{}: the page lists {rulings:?}", game.info.id);
        for ruling in rulings {
            let test = format!("fn {}_", ruling.to_lowercase());
            assert!(code.contains(&test), "{}: no test {test}…", game.info.id);
        }
    }
}

#[test]
fn every_option_is_on_the_rules_page_by_name() {
    for game in GAMES {
        for option in (game.options)() {
            let name = format!("`{}", option.name);
            assert!(game.info.rules.contains(&name), "{}: {name}` is not on the page", game.info.id);
        }
    }
}

#[test]
fn every_preset_is_a_game() {
    struct Name;
    impl Visitor for Name {
        type Output = String;
        fn visit<G: Game>(self, game: G) -> String {
            Spec::of(&game).to_string()
        }
    }
    for preset in GAMES.iter().flat_map(|game| game.info.presets) {
        let made =
            with_game(&preset.spec.parse().unwrap(), Name).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
        assert_eq!(made, preset.spec, "a preset is written the shortest way");
    }
}

#[test]
fn ids_are_what_the_registry_answers_to() {
    struct Id;
    impl Visitor for Id {
        type Output = &'static str;
        fn visit<G: Game>(self, _: G) -> &'static str {
            G::INFO.id
        }
    }
    for game in GAMES {
        assert_eq!(with_game(&game.info.id.parse().unwrap(), Id), Ok(game.info.id));
        assert!(folder(game.info.id).join("RULES.md").exists());
    }
    let unknown = with_game(&"chess".parse().unwrap(), Id).unwrap_err().to_string();
    assert!(GAMES.iter().all(|game| unknown.contains(game.info.id)), "{unknown}");
}

/// What a rules page is built of: its chapters, its rulings, its drawings and the words in code.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    headings: Vec<usize>,
    rulings: Vec<String>,
    tables: usize,
    drawings: Vec<usize>,
    options: Vec<&'static str>,
}

fn shape(page: &str, options: &[&'static str]) -> Shape {
    let outside = || {
        let mut inside = false;
        page.lines().filter(move |line| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !inside && !fence
        })
    };
    let level = |line: &str| line.len() - line.trim_start_matches('#').len();
    let ruling = |line: &str| {
        let first = line.strip_prefix("| ")?.split(' ').next()?;
        let (letter, number) = first.split_at_checked(1)?;
        (letter.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u8>().is_ok())
            .then(|| first.to_owned())
    };
    Shape {
        headings: outside().map(level).filter(|level| *level > 0).collect(),
        rulings: outside().filter_map(ruling).collect(),
        tables: outside().filter(|line| line.starts_with("|---")).count(),
        drawings: page.split("```").skip(1).step_by(2).map(|drawing| drawing.lines().count()).collect(),
        options: options.iter().copied().filter(|name| page.contains(&format!("`{name}"))).collect(),
    }
}

#[test]
fn the_german_rules_have_the_chapters_rulings_drawings_and_options_of_the_english_ones() {
    for game in GAMES {
        let options: Vec<&'static str> = (game.options)().iter().map(|option| option.name).collect();
        let (english, german) = (shape(game.info.rules, &options), shape(game.info.rules_in("de"), &options));
        assert_eq!(english, german, "{}", game.info.id);
        assert_eq!(german.options.len(), options.len(), "{}", game.info.id);
        assert!(german.rulings.len() >= 4 && game.info.rules_in("de") != game.info.rules, "{}", game.info.id);
    }
}
