//! The OpenAPI document that is committed is the one that the handlers give.

use serde_json::Value;
use std::path::Path;

/// `BREADBOARD_BLESS=1 cargo test -p breadboard-server --test openapi` writes it; then `npm run wire` in `web/` makes the
/// browser's types of it.
#[test]
fn the_committed_document_is_what_the_handlers_give() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let made = breadboard_server::openapi();
    if std::env::var_os("BREADBOARD_BLESS").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == made,
        "crates/server/openapi.json is stale: set BREADBOARD_BLESS=1 and run this test"
    );
}

#[test]
fn the_operations_and_their_names_stay() {
    let api: Value = serde_json::from_str(breadboard_server::openapi()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations.push(format!("{method} {path} {}", operation["operationId"].as_str().unwrap()));
        }
    }
    operations.sort();
    let wanted = [
        "get /api/games games",
        "get /api/games/{game}/rules rules",
        "get /api/games/{game}/texts texts",
        "get /api/mine/records myRecords",
        "get /api/mine/statistics myStatistics",
        "get /api/mine/tables myTables",
        "get /api/openapi.json openapi",
        "get /api/position position",
        "get /api/puzzles puzzles",
        "get /api/puzzles/daily dailyPuzzle",
        "get /api/puzzles/{id} puzzle",
        "get /api/tables listTables",
        "get /api/tables/{id} table",
        "get /api/tables/{id}/bound bound",
        "get /api/tables/{id}/course course",
        "get /api/tables/{id}/drawing drawing",
        "get /api/tables/{id}/events events",
        "get /api/tables/{id}/frames frames",
        "get /api/tables/{id}/hint hint",
        "get /api/tables/{id}/record record",
        "get /api/tables/{id}/replay/{step} replay",
        "get /api/tables/{id}/review tableReview",
        "get /api/tables/{id}/socket socket",
        "get /healthz health",
        "get /metrics metrics",
        "post /api/analysis analyse",
        "post /api/position postPosition",
        "post /api/puzzles/{id}/try tryPuzzle",
        "post /api/records readRecord",
        "post /api/review review",
        "post /api/tables createTable",
        "post /api/tables/{id}/chat say",
        "post /api/tables/{id}/recover recover",
        "post /api/tables/{id}/requests submit",
        "post /api/verify verify",
    ];
    assert_eq!(operations, wanted);
}

#[test]
fn every_game_of_the_registry_has_its_board_in_the_document() {
    let api: Value = serde_json::from_str(breadboard_server::openapi()).unwrap();
    for game in breadboard_games::GAMES {
        let name = (game.board.name)().into_owned();
        assert!(api["components"]["schemas"][&name].is_object(), "{name}");
    }
}
