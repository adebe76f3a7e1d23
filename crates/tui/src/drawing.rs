//! Draws a position from its text alone, so that a local table, a server's table and a record look the same.

use crate::words::Translator;
use breadboard_core::{Canvas, Drawing, Game, Refusal, Spec};
use breadboard_games::{Visitor, with_game};

struct Draw<'a> {
    position: &'a str,
    canvas: Canvas,
}

impl Visitor for Draw<'_> {
    type Output = Result<Drawing, Refusal>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position)?;
        Ok(game.draw(&state, self.canvas))
    }
}

/// Draws a position; if it cannot be read, the text says why and has no spots.
pub(crate) fn draw(spec: &Spec, position: &str, canvas: Canvas, tr: &Translator) -> Drawing {
    let text = match with_game(spec, Draw { position, canvas }) {
        Ok(Ok(drawing)) => return drawing,
        Ok(Err(refusal)) => crate::narration::clean(&tr.refusal(refusal)),
        Err(error) => tr.spec_error(&error),
    };
    Drawing { text, spots: Vec::new() }
}
