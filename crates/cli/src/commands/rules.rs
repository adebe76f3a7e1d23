//! `breadboard rules`.

use crate::Failure;
use crate::args::RulesArgs;
use crate::output::Out;
use breadboard_core::SpecError;
use breadboard_games::GAMES;
use breadboard_tui::markdown;

pub(crate) fn run(args: &RulesArgs, out: &mut Out) -> Result<(), Failure> {
    let Some(game) = GAMES.iter().find(|game| game.info.id == args.game.game) else {
        let known: Vec<&str> = GAMES.iter().map(|game| game.info.id).collect();
        return Err(SpecError::game(&args.game.game, &known).into());
    };
    super::play::checked(&args.game)?;
    let page = game.info.rules_in(args.language.lang().code());
    if args.markdown {
        out.bytes(page.as_bytes())?;
    } else {
        out.bytes(markdown::render(page, out.width(), out.color()).as_bytes())?;
    }
    Ok(())
}
