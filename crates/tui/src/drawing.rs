//! Draws a position from its text alone, so that a local table, a server's table and a record look the same.

use crate::words::Translator;
use breadboard_core::{Canvas, Game, Refusal, Spec};
use breadboard_games::{Visitor, with_game};

struct Draw<'a> {
    position: &'a str,
    canvas: Canvas,
}

impl Visitor for Draw<'_> {
    type Output = Result<String, Refusal>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position)?;
        Ok(game.draw(&state, self.canvas).text)
    }
}

/// Draws a position; the reason why not, if it cannot be read.
pub(crate) fn draw(spec: &Spec, position: &str, canvas: Canvas, tr: &Translator) -> String {
    match with_game(spec, Draw { position, canvas }) {
        Ok(Ok(text)) => text,
        Ok(Err(refusal)) => crate::narration::clean(&tr.refusal(refusal)),
        Err(error) => tr.spec_error(&error),
    }
}
