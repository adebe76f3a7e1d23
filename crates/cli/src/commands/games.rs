//! `breadboard games`.

use crate::Failure;
use crate::args::GamesArgs;
use crate::output::Out;
use breadboard_core::OptionKind;
use breadboard_games::{GAMES, Level};
use serde_json::json;

pub(crate) fn run(args: &GamesArgs, out: &mut Out) -> Result<(), Failure> {
    if args.json {
        out.line(format_args!("{:#}", json!(GAMES)))?;
        return Ok(());
    }
    for (i, game) in GAMES.iter().enumerate() {
        if i > 0 {
            out.line("")?;
        }
        let (least, most) = game.info.seats;
        let seats = if least == most { format!("{least} seats") } else { format!("{least}–{most} seats") };
        let (bold, plain) = if out.color() { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
        out.line(format_args!(
            "{bold}{}{plain}  {} · {seats} · {}",
            game.info.id, game.info.name, game.info.credit
        ))?;
        out.line(format_args!("  {}", game.info.summary))?;
        for option in (game.options)() {
            let value = match &option.kind {
                OptionKind::Flag => "on|off".to_owned(),
                OptionKind::Int { min, max } => format!("{min}..{max}"),
                OptionKind::Choice(words) => words.join("|"),
                OptionKind::Form { examples, .. } => format!("{}…", examples.join("|")),
            };
            let head = format!("{}={value}", option.name);
            out.line(format_args!(
                "    {head:24} {} Default {}. ({})",
                option.meaning, option.default, option.ruling
            ))?;
        }
        for (level, info) in Level::BOTS.iter().zip(game.levels) {
            out.line(format_args!("    {} {}: {}", level, info.name, info.about))?;
        }
    }
    Ok(())
}
