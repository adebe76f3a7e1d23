//! A position as the game draws it, from its text alone: so a local table, a server's and a record are drawn alike.

use breadboard_core::{Canvas, Game, Spec};
use breadboard_games::{Visitor, with_game};

struct Draw<'a> {
    position: &'a str,
    canvas: Canvas,
}

impl Visitor for Draw<'_> {
    type Output = Result<String, String>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position).map_err(|refusal| refusal.to_string())?;
        Ok(game.draw(&state, self.canvas).text)
    }
}

/// Draws a position; the reason why not, if it cannot be read.
pub(crate) fn draw(spec: &Spec, position: &str, canvas: Canvas) -> String {
    match with_game(spec, Draw { position, canvas }) {
        Ok(Ok(text)) => text,
        Ok(Err(reason)) => crate::told::clean(&reason),
        Err(error) => error.to_string(),
    }
}
