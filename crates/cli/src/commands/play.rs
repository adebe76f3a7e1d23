//! `breadboard play`.

use super::replay;
use crate::Failure;
use crate::args::{Look, PlayArgs};
use crate::output::Out;
use breadboard_core::Spec;
use breadboard_tui::{Begin, NewGame, Setup, Style};
use std::io::IsTerminal as _;

pub(crate) fn run(args: &PlayArgs, out: &mut Out) -> Result<(), Failure> {
    let (spec, begin) = match (&args.spec, &args.resume) {
        (_, Some(path)) if path.as_os_str() == "-" => {
            let advice = "--resume needs a file, because the game is saved there after every event";
            return Err(Failure::Usage(advice.to_owned()));
        }
        (_, Some(path)) => {
            let record = replay::read(path)?;
            (record.spec.clone(), Begin::Resume(path.clone(), Box::new(record)))
        }
        (Some(spec), None) => (checked(spec)?, Begin::New(args.record.clone())),
        (None, None) => return menu(args, out),
    };
    let game = NewGame {
        spec,
        seats: args.seats.clone(),
        name: args.name.clone(),
        seed: args.seed,
        entropy: args.dice.entropy.clone(),
    };
    let style = style(out, &args.look);
    if args.look.plain || !has_screen(out) {
        breadboard_tui::play_plain(&game, &begin, style)?;
    } else {
        breadboard_tui::play_screen(&game, &begin, style)?;
    }
    Ok(())
}

/// The menu of games, which needs the full screen.
fn menu(args: &PlayArgs, out: &Out) -> Result<(), Failure> {
    if args.look.plain || !has_screen(out) {
        let games: Vec<&str> = breadboard_games::GAMES.iter().map(|game| game.info.id).collect();
        let advice = format!("name a game ({}), or a file to continue with --resume", games.join(", "));
        return Err(Failure::Usage(advice));
    }
    if args.seats.is_some() {
        return Err(Failure::Usage("--seats needs a game: breadboard play SPEC --seats …".to_owned()));
    }
    let (name, entropy, record) = (args.name.clone(), args.dice.entropy.clone(), args.record.clone());
    let setup = Setup { name, seed: args.seed, entropy, record };
    Ok(breadboard_tui::menu_screen(setup, style(out, &args.look))?)
}

/// Checks the spec first: an unknown game is wrong usage, also when more is wrong.
pub(crate) fn checked(spec: &Spec) -> Result<Spec, Failure> {
    breadboard_play::view::position_view(spec, None)
        .map_err(|refused| Failure::Usage(refused.to_string()))?;
    Ok(spec.clone())
}

/// Whether the full screen works: standard input and output are a terminal that can move its cursor.
pub(crate) fn has_screen(out: &Out) -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    out.is_terminal() && std::io::stdin().is_terminal() && !dumb
}

pub(crate) fn style(out: &Out, look: &Look) -> Style {
    let prompt = out.is_terminal() && std::io::stdin().is_terminal();
    Style { width: out.width(), color: out.color(), prompt, flip: look.flip, lang: look.language.lang() }
}
