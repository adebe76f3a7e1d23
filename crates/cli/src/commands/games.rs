//! `breadboard games`.

use crate::Failure;
use crate::args::GamesArgs;
use crate::output::Out;
use breadboard_core::OptionKind;
use breadboard_games::{Entry, GAMES};
use serde_json::{Value, json};

pub(crate) fn run(args: &GamesArgs, out: &mut Out) -> Result<(), Failure> {
    if args.json {
        let games: Vec<Value> = GAMES.iter().map(describe).collect();
        out.line(format_args!("{:#}", Value::from(games)))?;
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
    }
    Ok(())
}

fn describe(game: &Entry) -> Value {
    let options: Vec<Value> = (game.options)()
        .iter()
        .map(|option| {
            let kind = match &option.kind {
                OptionKind::Flag => json!({"type": "flag"}),
                OptionKind::Int { min, max } => json!({"type": "int", "min": min, "max": max}),
                OptionKind::Choice(words) => json!({"type": "choice", "choices": words}),
                OptionKind::Form { expected, examples } => {
                    json!({"type": "form", "expected": expected, "examples": examples})
                }
            };
            json!({
                "name": option.name, "kind": kind, "default": option.default,
                "ruling": option.ruling, "meaning": option.meaning,
            })
        })
        .collect();
    let presets: Vec<Value> =
        game.info.presets.iter().map(|preset| json!({"name": preset.name, "spec": preset.spec})).collect();
    json!({
        "id": game.info.id, "name": game.info.name, "summary": game.info.summary, "credit": game.info.credit,
        "seats": {"min": game.info.seats.0, "max": game.info.seats.1, "default": game.info.default_seats},
        "rules_version": game.info.rules_version, "options": options, "presets": presets,
    })
}
