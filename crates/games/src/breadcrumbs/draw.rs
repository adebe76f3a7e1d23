//! x
use super::{Breadcrumbs, State};
use breadboard_core::{Canvas, Game};
pub(super) fn draw(game: &Breadcrumbs, state: &State, _canvas: Canvas) -> String {
    game.write_position(state)[..20.min(game.write_position(state).len())].to_owned()
}
