//! The board of any registered game. A view carries it as plain JSON, because the table does not know which game it
//! holds; the document lists the board of every game of the registry.

use breadboard_games::TextBoard;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use utoipa::openapi::schema::{AnyOf, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// A board as it is written. A tree of values was the alternative: it is made of hundreds of small parts for every move, and
/// no program here reads it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct BoardJson(Box<RawValue>);

impl BoardJson {
    /// The board of a game: structs with text keys, which always fit into JSON.
    pub fn of(board: &impl Serialize) -> BoardJson {
        BoardJson(serde_json::value::to_raw_value(board).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }

    /// The board as JSON.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for BoardJson {
    /// Compares values: a board that was read has its keys in another order.
    fn eq(&self, other: &BoardJson) -> bool {
        let value = |board: &BoardJson| serde_json::from_str::<Value>(board.text()).ok();
        self.text() == other.text() || value(self) == value(other)
    }
}

impl Eq for BoardJson {}

impl<'de> Deserialize<'de> for BoardJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<BoardJson, D::Error> {
        // By way of a value: a message that is read by its tag is no text any more.
        Value::deserialize(from).map(|value| BoardJson::of(&value))
    }
}

/// The board of any registered game.
#[derive(Clone, Copy, Debug)]
pub struct AnyBoard;

impl PartialSchema for AnyBoard {
    fn schema() -> RefOr<Schema> {
        let mut boards = AnyOf::new();
        boards.description = Some("Data to draw; its form depends on the game.".to_owned());
        let mut names: Vec<_> = breadboard_games::GAMES.iter().map(|game| (game.board.name)()).collect();
        // Games without a board of their own share one. It is listed even if no game uses it, so that such a game does not
        // change the document.
        names.push(TextBoard::name());
        names.sort();
        names.dedup();
        boards.items = names.into_iter().map(|name| RefOr::Ref(Ref::from_schema_name(name))).collect();
        RefOr::T(Schema::AnyOf(boards))
    }
}

impl ToSchema for AnyBoard {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Board")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for game in breadboard_games::GAMES {
            schemas.push(((game.board.name)().into_owned(), (game.board.schema)()));
            (game.board.parts)(schemas);
        }
    }
}
