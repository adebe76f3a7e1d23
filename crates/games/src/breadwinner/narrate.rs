//! What an event does, in sentences. They are made from the positions before and after, so that a sentence cannot
//! claim what the rules did not do.

use super::check::phase;
use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::pieces::{Bot, Kind};
use super::state::{Cause, Stage, State};
use super::{Breadwinner, Chance, texts};
use breadboard_core::{ChanceEvents as _, Event, Rules as _, Seat, Text};
use std::fmt::Display;

pub(super) fn narrate(game: &Breadwinner, before: &State, event: &Event<Breadwinner>) -> Vec<Text> {
    let mut lines = Vec::new();
    let mut after = *before;
    match event {
        Event::Chance(chance) => {
            narrate_chance(before, *chance, &mut lines);
            game.apply_chance(&mut after, chance);
        }
        Event::Act(choices) => {
            for &(seat, mv) in choices {
                let middle = after;
                game.apply(&mut after, seat, mv);
                narrate_move(&middle, &after, seat, mv, &mut lines);
            }
        }
    }
    if after.stage == Stage::Over {
        let [one, two] = after.loaves;
        let winner = after.mover;
        let loaves = after.loaves[winner.index()];
        lines.push(if loaves >= game.options.loaves_to_win {
            texts::WINS.with(&[("seat", &winner), ("loaves", &loaves)])
        } else {
            texts::LAST_ROUND.with(&[("round", &after.round), ("one", &one), ("two", &two)])
        });
    } else if before.stage != Stage::Starter && before.mover != after.mover {
        lines.push(texts::NEXT_TURN.with(&[("round", &after.round), ("seat", &after.mover)]));
    }
    lines
}

fn narrate_chance(before: &State, chance: Chance, lines: &mut Vec<Text>) {
    match chance {
        Chance::Starter(seat) => lines.push(texts::STARTS.with(&[("seat", &seat)])),
        Chance::Roll(faces) => {
            lines.push(roll(before.mover, &faces));
            match faces[5] / 3 {
                0 => {}
                1 => lines.push(texts::RESEARCHES_ONE.plain()),
                _ => lines.push(texts::RESEARCHES_TWO.plain()),
            }
        }
        Chance::Crop(value) => {
            let Some(reveal) = before.reveal else { return };
            lines.push(texts::TURNED_UP.with(&[("tile", &reveal.tile), ("value", &value)]));
            if reveal.cause == Cause::Poison {
                lines.push(texts::CROP_LOST.with(&[("tile", &reveal.tile)]));
            }
        }
    }
}

fn narrate_move(before: &State, after: &State, seat: Seat, mv: Move, lines: &mut Vec<Text>) {
    match mv {
        Move::End => {
            lines.push(texts::ENDS_PHASE.with(&[("seat", &seat), ("phase", &phase(before.stage))]));
        }
        Move::Build { kind, free, at } => {
            let sentence = if free { &texts::INVENTS } else { &texts::BUILDS };
            lines.push(sentence.with(&[("seat", &seat), ("bot", &kind), ("factory", &at)]));
        }
        Move::Recall { bot, from } => {
            let (sentence, place): (_, &dyn Display) = match &from {
                Place::Tile(tile) => (&texts::RECALLS, tile),
                Place::Factory(factory) => (&texts::RECALLS_FACTORY, factory),
            };
            lines.push(sentence.with(&[("seat", &seat), ("bot", &name(bot)), ("place", place)]));
            if let Place::Tile(_) = from {
                narrate_load(before, after, bot, lines);
            }
        }
        Move::Use { bot, from, to, act } => {
            if let Some(to) = to {
                let (sentence, from): (_, &dyn Display) = match &from {
                    Place::Tile(tile) => (&texts::GOES, tile),
                    Place::Factory(factory) => (&texts::DEPLOYS, factory),
                };
                lines.push(sentence.with(&[
                    ("seat", &seat),
                    ("bot", &name(bot)),
                    ("from", from),
                    ("to", &to),
                ]));
            }
            let here = match from {
                Place::Tile(tile) => Some(to.unwrap_or(tile)),
                Place::Factory(_) => to,
            };
            if let (Some(act), Some(tile)) = (act, here) {
                narrate_act(before, after, (seat, bot, tile), act, lines);
            }
        }
    }
}

fn narrate_act(
    before: &State,
    after: &State,
    (seat, bot, tile): (Seat, Bot, Tile),
    act: Act,
    lines: &mut Vec<Text>,
) {
    let other = seat.other();
    let here = [("seat", &seat as &dyn Display), ("tile", &tile)];
    match act {
        Act::Plant => {
            if before.chips.pile.is_empty() {
                lines.push(texts::RESHUFFLES.with(&[("values", &before.chips.discard)]));
            }
            lines.push(texts::PLANTS.with(&here));
        }
        Act::Restore => lines.push(texts::RESTORES.with(&here)),
        Act::Harvest => {
            lines.push(texts::HARVESTS.with(&here));
            let known = tile.land().and_then(|land| before.chips.land[land].single());
            if let Some(value) = known {
                lines.push(texts::TURNED_UP.with(&[("tile", &tile), ("value", &value)]));
            }
        }
        Act::Steal => {
            let value = before.bots_of(other, tile).map(|bot| bot.load).max().unwrap_or(0);
            lines.push(texts::STEALS.with(&[("seat", &seat), ("value", &value), ("tile", &tile)]));
        }
        Act::Unload => lines.push(unloading(before, after, seat, bot)),
        Act::Poison => {
            lines.push(texts::POISONS.with(&here));
            let known = tile.land().and_then(|land| before.chips.land[land].single());
            if let Some(value) = known
                && after.chips.discard.contains(value)
            {
                lines.push(texts::TURNED_UP.with(&[("tile", &tile), ("value", &value)]));
                lines.push(texts::CROP_LOST.with(&[("tile", &tile)]));
            }
        }
        Act::Melt => {
            let Some(victim) = before.bots_of(other, tile).find(|bot| bot.kind == Kind::Harvester) else {
                return;
            };
            let args = [("other", &other as &dyn Display), ("bot", &name(victim))];
            lines.push(texts::MELTS.with(&[here[0], here[1], args[0], args[1]]));
            narrate_load(before, after, victim, lines);
        }
        Act::Pulse(victim) => {
            let args = [("other", &other as &dyn Display), ("bot", &name(victim))];
            lines.push(texts::PULSES.with(&[here[0], here[1], args[0], args[1]]));
            narrate_load(before, after, victim, lines);
        }
    }
}

/// What the dice show, by the names of the bots: a new player does not know which face is which bot.
fn roll(seat: Seat, faces: &[u8; 6]) -> Text {
    let bots = Kind::ALL.into_iter().filter_map(|kind| match faces[usize::from(kind.face()) - 1] {
        0 => None,
        1 => Some(format!("1 {kind}")),
        count => Some(format!("{count} {kind}s")),
    });
    let bots = bots.collect::<Vec<_>>().join(", ");
    let sentence = match (bots.is_empty(), faces[5]) {
        (_, 0) => &texts::ROLLS,
        (false, _) => &texts::ROLLS_RESEARCH,
        (true, _) => &texts::ROLLS_ONLY_RESEARCH,
    };
    sentence.with(&[("seat", &seat), ("bots", &bots), ("research", &faces[5])])
}

/// Where the loaves of a delivery came from.
fn unloading(before: &State, after: &State, seat: Seat, bot: Bot) -> Text {
    let other = seat.other();
    let centre = before.centre() - after.centre();
    let rival = before.loaves[other.index()] - after.loaves[other.index()];
    let sentence = match (centre, rival) {
        (_, 0) => &texts::UNLOADS,
        (0, _) => &texts::UNLOADS_RIVAL,
        _ => &texts::UNLOADS_BOTH,
    };
    sentence.with(&[
        ("seat", &seat),
        ("value", &bot.load),
        ("centre", &centre),
        ("rival", &rival),
        ("other", &other),
    ])
}

/// Where the load went when its bot left play.
fn narrate_load(before: &State, after: &State, bot: Bot, lines: &mut Vec<Text>) {
    if bot.load == 0 {
        return;
    }
    let fallen = Tile::LANDS.into_iter().find(|tile| {
        tile.land().is_some_and(|land| {
            before.chips.land[land].is_empty() && after.chips.land[land].single() == Some(bot.load)
        })
    });
    lines.push(match fallen {
        Some(tile) => texts::LOAD_FALLS.with(&[("value", &bot.load), ("tile", &tile)]),
        None => texts::LOAD_SPENT.with(&[("value", &bot.load)]),
    });
}

/// A bot in words.
fn name(bot: Bot) -> String {
    if bot.load == 0 { bot.kind.to_string() } else { format!("{} with {}", bot.kind, bot.load) }
}
