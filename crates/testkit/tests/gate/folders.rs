//! A game's folder: it has the same files as the others, so that a reader of one game finds everything in the next. And the
//! template, which people copy for a new game, stays small.

use crate::{folder, games};
use std::path::Path;

/// The files of every game. A subject is a file or, when it has grown, a folder of the same name with a `mod.rs`.
const FILES: [&str; 11] = [
    "RULES.md",
    "RULES.de.md",
    "mod.rs",
    "notation.rs",
    "draw.rs",
    "view.rs",
    "texts.rs",
    "texts.de.txt",
    "player.rs",
    "tests.rs",
    "golden/index.txt",
];

/// The files of a player that is a folder; a network or other weights are in `weights.rs` with files `weights*.bin`.
const PLAYER: [&str; 4] = ["levels.rs", "evaluate.rs", "greedy.rs", "tests.rs"];

/// The files of tests that are a folder.
const TESTS: [&str; 2] = ["reference.rs", "rulings.rs"];

/// Whether a folder has a file, or a folder of that name with a `mod.rs`.
fn has(folder: &Path, file: &str) -> bool {
    folder.join(file).exists() || folder.join(file.trim_end_matches(".rs")).join("mod.rs").exists()
}

fn must_have(folder: &Path, files: &[&str]) {
    for file in files {
        assert!(has(folder, file), "{} has no {file}", folder.display());
    }
}

#[test]
fn the_folders_of_all_games_are_alike() {
    for game in games() {
        let game = folder(game.info.id);
        must_have(&game, &FILES);
        for (part, files) in [("player", &PLAYER[..]), ("tests", &TESTS)] {
            if game.join(part).is_dir() {
                must_have(&game.join(part), files);
            }
        }
        let Ok(player) = std::fs::read_dir(game.join("player")) else { continue };
        for path in player.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|ending| ending == "bin") {
                let name = path.file_name().unwrap().to_string_lossy();
                assert!(name.starts_with("weights"), "{}: call it weights….bin", path.display());
                must_have(&game.join("player"), &["weights.rs"]);
            }
        }
    }
}

#[test]
fn the_template_has_fewer_than_500_lines() {
    let lines = |path: &Path| std::fs::read_to_string(path).unwrap().lines().count();
    let files = std::fs::read_dir(folder("template")).unwrap().map(|entry| entry.unwrap().path());
    let total: usize = files.filter(|path| path.is_file()).map(|path| lines(&path)).sum();
    assert!((300..500).contains(&total), "the template has {total} lines without its golden records");
}
