//! `breadboard show`.

use crate::Failure;
use crate::args::ShowArgs;
use crate::commands::position;
use crate::output::Out;
use breadboard_core::{Canvas, Game};
use breadboard_games::{Visitor, with_game};

pub(crate) fn run(args: &ShowArgs, out: &mut Out) -> Result<(), Failure> {
    with_game(&args.spec, Show { args, out })?
}

struct Show<'a> {
    args: &'a ShowArgs,
    out: &'a mut Out,
}

impl Visitor for Show<'_> {
    type Output = Result<(), Failure>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let state = position(&game, &self.args.at)?;
        let width = self.args.width.unwrap_or_else(|| self.out.width());
        let canvas = Canvas { width, color: self.out.color(), flip: self.args.flip, ..Canvas::default() };
        self.out.line(game.draw(&state, canvas).text.trim_end())?;
        self.out.line(format_args!("\nposition: {}", game.write_position(&state)))?;
        Ok(())
    }
}
