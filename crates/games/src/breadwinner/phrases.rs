//! What a player does with the moves of a phase, in phrases without a subject: lists of mistakes and hints name them so.

use super::check::phase;
use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::pieces::Bot;
use super::state::State;
use super::{Breadwinner, texts};
use breadboard_core::{Rules as _, Seat, Text};
use std::fmt::Display;

/// The moves up to the end of the phase. Its end says something only where nothing is done before it.
pub(super) fn phrases(game: &Breadwinner, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
    let (mut at, mut said) = (*state, Vec::new());
    for &mv in moves {
        match mv {
            Move::End if said.is_empty() => {
                return vec![texts::DO_END.with(&[("phase", &phase(at.stage))])];
            }
            Move::End => break,
            Move::Build { kind, free, at: factory } => {
                let sentence = if free { &texts::DO_INVENT } else { &texts::DO_BUILD };
                said.push(sentence.with(&[("bot", &kind), ("factory", &factory)]));
            }
            Move::Recall { bot, from } => {
                let (sentence, place): (_, &dyn Display) = match &from {
                    Place::Tile(tile) => (&texts::DO_RECALL, tile),
                    Place::Factory(factory) => (&texts::DO_RECALL_FACTORY, factory),
                };
                said.push(sentence.with(&[("bot", &bot.kind), ("place", place)]));
            }
            Move::Use { bot, from, to, act } => said.push(used(bot, from, to, act)),
        }
        let loaves = at.loaves[seat.index()];
        game.apply(&mut at, seat, mv);
        let won = at.loaves[seat.index()] - loaves;
        if won > 0 {
            said.push(texts::DO_WIN_LOAVES.with(&[("loaves", &won)]));
        }
    }
    said
}

fn used(bot: Bot, from: Place, to: Option<Tile>, act: Option<Act>) -> Text {
    let place: &dyn Display = match (&to, &from) {
        (Some(tile), _) | (None, Place::Tile(tile)) => tile,
        (None, Place::Factory(factory)) => factory,
    };
    let sentence = match (to, act) {
        (Some(_), Some(_)) => &texts::DO_GO_AND_ACT,
        (_, None) => &texts::DO_GO,
        (None, Some(_)) => &texts::DO_ACT,
    };
    let act = act.map_or("", Act::word);
    sentence.with(&[("bot", &bot.kind), ("place", place), ("act", &act)])
}
