//! The browser app has a folder for a game, with every piece of it. A game without a folder is played on the generic
//! board, so its absence is reported and is not an error; a folder with a missing piece is one, and so is a game that
//! has neither a folder nor its text drawing as its board.

use crate::repository;
use breadboard_games::{Bots, GAMES, TextBoard, Views, Visitor, with_game};
use serde_json::Value;
use std::io::Write as _;

/// The files that every folder of a game has.
const PIECES: [&str; 7] =
    ["Art.svelte", "Board.svelte", "card.ts", "diagrams.ts", "en.ts", "index.ts", "lesson.ts"];

/// The first position as the browser gets it.
struct FirstBoard;

impl Visitor for FirstBoard {
    type Output = Value;
    fn visit<G: Bots + Views>(self, game: G) -> Value {
        serde_json::to_value(game.board(&game.start())).unwrap()
    }
}

/// The first position as `text_board!()` makes it.
struct FirstDrawing;

impl Visitor for FirstDrawing {
    type Output = Value;
    fn visit<G: Bots + Views>(self, game: G) -> Value {
        serde_json::to_value(TextBoard::of(&game, &game.start())).unwrap()
    }
}

fn is_text_board(board: &Value) -> bool {
    board["text"].is_string() && board["spots"].is_array()
}

#[test]
fn a_text_drawing_is_told_from_a_board_of_its_own() {
    let spec = "breakthrough".parse().unwrap();
    assert!(is_text_board(&with_game(&spec, FirstDrawing).unwrap()));
    assert!(!is_text_board(&with_game(&spec, FirstBoard).unwrap()));
}

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
            let board = with_game(&game.info.id.parse().unwrap(), FirstBoard).unwrap();
            assert!(
                is_text_board(&board),
                "{}: write text_board!() in its impl Views, or make the folder {}",
                game.info.id,
                folder.display()
            );
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
