//! Draws a position from its text alone, so that a local table, a server's table and a record look the same; and says in
//! words what a move would do.

use crate::narration::clean;
use crate::words::Translator;
use breadboard_core::{Canvas, Drawing, Event, Game, Refusal, Seat, Spec, Text};
use breadboard_games::{Visitor, with_game};
use breadboard_play::view::TextView;

/// A drawing and the colours of the seats in it.
pub(crate) struct Picture {
    pub(crate) drawing: Drawing,
    /// By seat, as [`Canvas::paint`] takes them.
    pub(crate) seats: Vec<&'static str>,
}

struct Draw<'a> {
    position: &'a str,
    canvas: Canvas,
}

impl Visitor for Draw<'_> {
    type Output = Result<Picture, Refusal>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position)?;
        let seats = Seat::all(game.seats()).map(|seat| game.seat_color(&state, seat)).collect();
        Ok(Picture { drawing: game.draw(&state, self.canvas), seats })
    }
}

/// Draws a position; if it cannot be read, the text says why and has no spots. Whose turn it is and who has won is left to
/// the table, which also knows who has left it.
pub(crate) fn draw(spec: &Spec, position: &str, canvas: Canvas, tr: &Translator) -> Picture {
    let canvas = Canvas { verdict: false, ..canvas };
    let text = match with_game(spec, Draw { position, canvas }) {
        Ok(Ok(picture)) => return picture,
        Ok(Err(refusal)) => clean(&tr.refusal(refusal)),
        Err(error) => tr.spec_error(&error),
    };
    Picture { drawing: Drawing { text, spots: Vec::new() }, seats: Vec::new() }
}

struct Narrate<'a> {
    position: &'a str,
    seat: Seat,
    text: &'a str,
}

impl Visitor for Narrate<'_> {
    type Output = Option<Vec<Text>>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position).ok()?;
        let mv = game.read_move(&state, self.seat, self.text).ok()?;
        game.check(&state, self.seat, mv).ok()?;
        Some(game.narrate(&state, &Event::one(self.seat, mv)))
    }
}

/// What a move would do, in words; nothing if it is not legal.
pub(crate) fn narration(
    spec: &Spec,
    position: &str,
    seat: Seat,
    text: &str,
    tr: &Translator,
) -> Option<String> {
    let narration = with_game(spec, Narrate { position, seat, text }).ok()??;
    let narration: Vec<String> =
        narration.iter().map(|text| clean(&tr.text(&TextView::from(text)))).collect();
    Some(narration.join("; ")).filter(|narration| !narration.is_empty())
}

struct Draws;

impl Visitor for Draws {
    type Output = bool;
    fn visit<G: Game>(self, game: G) -> bool {
        game.has_draws()
    }
}

/// Whether a game can end as a draw, so that it makes sense to offer one.
pub(crate) fn has_draws(spec: &Spec) -> bool {
    with_game(spec, Draws).unwrap_or(false)
}
