//! The browser app has a folder for a game, with every piece of it. A game without a folder is played on the generic
//! board, so its absence is reported and is not an error; a folder with a missing piece is one.

use crate::repository;
use breadboard_games::GAMES;
use std::io::Write as _;

/// The files that every folder of a game has.
const PIECES: [&str; 7] =
    ["Art.svelte", "Board.svelte", "card.ts", "diagrams.ts", "en.ts", "index.ts", "lesson.ts"];

#[test]
fn every_browser_folder_is_complete_and_belongs_to_a_game() {
    let games = repository("web/src/games");
    if !games.exists() {
        breadboard_testkit::skipped(
            "every_browser_folder_is_complete_and_belongs_to_a_game",
            "web/ is not here",
        );
        return;
    }
    for game in GAMES {
        let folder = games.join(game.info.id);
        if !folder.exists() {
            let note = format!("\nnote: {} has no browser folder and uses the generic board\n", game.info.id);
            std::io::stdout().write_all(note.as_bytes()).unwrap();
            continue;
        }
        for piece in PIECES {
            assert!(folder.join(piece).exists(), "{}: {piece} is missing", folder.display());
        }
    }
    for entry in std::fs::read_dir(&games).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir())
    {
        let name = entry.file_name();
        assert!(GAMES.iter().any(|game| name == game.info.id), "{} is not a game", entry.path().display());
    }
}
