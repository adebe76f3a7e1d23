//! Rules pages: every ruling has a test, every option is on the page, and the translation has the same structure.

use crate::{folder, games, repository};
use std::path::Path;

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
    for game in games() {
        let code = sources(&folder(game.info.id));
        let rulings = rulings(game.info.rules.lines());
        let page = format!("crates/games/src/{}/RULES.md", game.info.id);
        assert!(rulings.len() >= 4, "{page} lists {rulings:?}: at least four rulings are wanted");
        for ruling in rulings {
            let test = format!("fn {}_", ruling.to_lowercase());
            assert!(code.contains(&test), "{page} has {ruling}, but there is no test {test}…");
        }
    }
}

#[test]
fn every_option_is_on_the_rules_page_by_name() {
    for game in games() {
        assert!(folder(game.info.id).join("RULES.md").exists());
        for option in (game.options)() {
            let name = format!("`{}", option.name);
            assert!(game.info.rules.contains(&name), "{}: RULES.md does not name {name}`", game.info.id);
        }
    }
}

/// The numbers of the rulings in the tables of a page.
fn rulings<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let first_cells = lines.filter_map(|line| line.strip_prefix("| ")?.split(' ').next());
    let is_ruling = |cell: &&str| {
        cell.split_at_checked(1).is_some_and(|(letter, number)| {
            letter.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u8>().is_ok()
        })
    };
    first_cells.filter(is_ruling).collect()
}

/// The structure of a rules page: its chapters, rulings, tables and drawings, and the options it names.
#[derive(Debug, PartialEq, Eq)]
struct Structure<'a> {
    headings: Vec<usize>,
    rulings: Vec<&'a str>,
    tables: usize,
    drawings: Vec<usize>,
    options: Vec<&'static str>,
}

fn structure<'a>(page: &'a str, options: &[&'static str]) -> Structure<'a> {
    let outside = || {
        let mut inside = false;
        page.lines().filter(move |line| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !inside && !fence
        })
    };
    let level = |line: &str| line.len() - line.trim_start_matches('#').len();
    Structure {
        headings: outside().map(level).filter(|level| *level > 0).collect(),
        rulings: rulings(outside()),
        tables: outside().filter(|line| line.starts_with("|---")).count(),
        drawings: page.split("```").skip(1).step_by(2).map(|drawing| drawing.lines().count()).collect(),
        options: options.iter().copied().filter(|name| page.contains(&format!("`{name}"))).collect(),
    }
}

#[test]
fn the_german_rules_have_the_chapters_rulings_drawings_and_options_of_the_english_ones() {
    for game in games() {
        let options: Vec<&'static str> = (game.options)().iter().map(|option| option.name).collect();
        let (english, german) =
            (structure(game.info.rules, &options), structure(game.info.rules_in("de"), &options));
        let id = game.info.id;
        assert_eq!(english, german, "{id}: RULES.md and RULES.de.md differ");
        assert_eq!(german.options.len(), options.len(), "{id}: RULES.de.md does not name every option");
        assert!(german.rulings.len() >= 4 && game.info.rules_in("de") != game.info.rules, "{id}");
    }
}

/// The number in "about 33 minutes".
fn minutes<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split(before).skip(1).find_map(|rest| {
        let (number, _) = rest.split_once(after)?;
        number.parse::<u32>().is_ok().then_some(number)
    })
}

#[test]
fn what_a_game_is_like_was_measured_under_its_rules_and_is_said_alike() {
    for game in games() {
        let (id, version) = (game.info.id, game.info.rules_version);
        let report = repository("docs/reports").join(id);
        if !report.exists() {
            continue;
        }
        let figures = std::fs::read_to_string(report.join("report.json")).unwrap();
        assert!(figures.contains(&format!("\"rules\": {version},")), "{id}: the report is of other rules");
        let measured = std::fs::read_to_string(report.join("report.html")).unwrap();
        let measured = minutes(&measured, "about ", " minutes").unwrap_or_else(|| panic!("{id}: no length"));
        for (page, before, after) in
            [("RULES.md", "about ", " minutes"), ("RULES.de.md", "etwa ", " Minuten")]
        {
            let text = std::fs::read_to_string(folder(id).join(page)).unwrap();
            assert!(text.contains(&format!("docs/reports/{id}/report.html")), "{id}/{page} names no report");
            if let Some(said) = minutes(&text, before, after) {
                assert_eq!(said, measured, "{id}/{page}: minutes");
            }
        }
    }
}
