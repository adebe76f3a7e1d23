//! What an event does, in plain language: the step, the chip, the scores that change, and the end.

use super::board::Letter;
use super::notation::counted;
use super::{Breadcrumbs, Deal, Move, Square, Stage, State, texts};
use breadboard_core::{ChanceEvents as _, Event, Rules as _, Seat, Text};

pub(super) fn narrate(game: &Breadcrumbs, before: &State, event: &Event<Breadcrumbs>) -> Vec<Text> {
    match event {
        Event::Chance(deal) => dealt(game, before, deal),
        Event::Act(choices) => {
            choices.iter().flat_map(|&(seat, mv)| chosen(game, before, seat, mv)).collect()
        }
    }
}

fn dealt(game: &Breadcrumbs, before: &State, deal: &Deal) -> Vec<Text> {
    let mut after = before.clone();
    game.apply_chance(&mut after, deal);
    let tile = deal.tile(Letter::A.start());
    let name = format!("{} {}", tile.colour().colour(), tile.value());
    let mut lines = vec![texts::DEALT.with(&[("tile", &name)])];
    if after.stage == Stage::Choosing {
        let seats: Vec<String> = game.choosers(&after).iter().map(|seat| format!("seat {seat}")).collect();
        lines.push(texts::CLOSEST.with(&[("value", &tile.value()), ("seats", &seats.join(", "))]));
    } else {
        let players = game.letters.iter().filter_map(|&letter| Some((letter, after.holder(letter)?)));
        lines.extend(players.map(|(letter, seat)| taken(letter, seat)));
        lines.push(first_scores(game, &after));
    }
    lines
}

/// The first chips count from the start.
fn first_scores(game: &Breadcrumbs, state: &State) -> Text {
    let score =
        |&letter: &Letter| format!("{} for {}", state.board.points.of(letter), state.seat_name(letter));
    let scores: Vec<String> = game.letters.iter().map(score).collect();
    texts::FIRST_SCORES.with(&[("scores", &scores.join(", "))])
}

fn taken(letter: Letter, seat: Seat) -> Text {
    let square = letter.start();
    let colour = letter.colour();
    texts::TAKES.with(&[("seat", &seat), ("letter", &letter), ("colour", &colour), ("square", &square)])
}

fn chosen(game: &Breadcrumbs, before: &State, seat: Seat, mv: Move) -> Vec<Text> {
    match mv {
        Move::Name(number) => vec![texts::NAMES.with(&[("seat", &seat), ("number", &number)])],
        Move::Take(letter) => {
            let mut after = before.clone();
            game.apply(&mut after, seat, mv);
            let mut lines = vec![taken(letter, seat)];
            if after.stage == Stage::Playing {
                lines.push(first_scores(game, &after));
            }
            lines
        }
        Move::Step(to) => {
            let mut after = before.clone();
            game.apply(&mut after, seat, mv);
            stepped(game, before, &after, to)
        }
    }
}

fn stepped(game: &Breadcrumbs, before: &State, after: &State, to: Square) -> Vec<Text> {
    let letter = game.mover(before);
    let tile = after.board.tile(to);
    let name = format!("{} {}", tile.colour().colour(), tile.value());
    let sentence = if after.has_chip(letter, to) { &texts::PLACES } else { &texts::REMOVES };
    let mut lines = vec![sentence.with(&[("player", &after.player(letter)), ("to", &to), ("tile", &name)])];
    let from = before.board.walker(letter).pawn();
    if from.file() != to.file() && from.row() != to.row() {
        lines.insert(0, texts::DIAGONAL.with(&[("player", &after.seat_name(letter))]));
    }
    let changes: Vec<String> = game
        .letters
        .iter()
        .filter_map(|&letter| {
            let (was, is) = (before.board.points.of(letter), after.board.points.of(letter));
            let change = i32::from(is) - i32::from(was);
            (change != 0).then(|| format!("{is} ({change:+}) for {}", after.seat_name(letter)))
        })
        .collect();
    lines.push(match changes[..] {
        [] => texts::SAME_SCORES.plain(),
        _ => texts::SCORES.with(&[("scores", &changes.join(", "))]),
    });
    lines.extend(met(game, after, letter, to));
    lines.extend(ended(game, after));
    lines
}

/// B9: who stands on the tile already, and whether that ends the game.
fn met(game: &Breadcrumbs, after: &State, letter: Letter, to: Square) -> Option<Text> {
    let need = u32::from(game.options.end_chips);
    let chips = |letter: Letter| after.board.walker(letter).count();
    let over = after.stage == Stage::Met;
    let rivals = game.letters.iter().copied().filter(|&other| other != letter);
    // At the end only those who end it are named: others on the tile have no part in it.
    let there = rivals.filter(|&other| after.pawn(other) == Some(to) && !(over && chips(other) < need));
    let others: Vec<Letter> = there.collect();
    if others.is_empty() {
        return None;
    }
    let has =
        |&letter: &Letter| format!("{} has {}", after.seat_name(letter), counted(chips(letter), "chip"));
    let supplies: Vec<String> = [letter].iter().chain(&others).map(has).collect();
    let others: Vec<String> = others.iter().map(|&other| after.player(other)).collect();
    let (names, supplies) = (listed(&others), supplies.join(", "));
    // The cap or a repetition may end the game with the same move.
    let sentence = match after.stage {
        Stage::Met => &texts::MEET,
        Stage::Playing => &texts::PASSES,
        _ => &texts::MEET_AT_END,
    };
    Some(sentence.with(&[
        ("player", &after.seat_name(letter)),
        ("others", &names),
        ("to", &to),
        ("chips", &supplies),
        ("need", &counted(need, "chip")),
    ]))
}

fn ended(game: &Breadcrumbs, after: &State) -> Vec<Text> {
    match after.stage {
        Stage::Met => vec![result(game, after)],
        Stage::Repeated if game.is_drawn_by_repetition(after) => vec![texts::THIRD.plain()],
        Stage::Repeated => vec![texts::THIRD_SCORED.plain(), result(game, after)],
        Stage::Capped => vec![texts::CAPPED.with(&[("turns", &after.round)]), result(game, after)],
        _ => Vec::new(),
    }
}

/// `seat 1`, `seat 1 and seat 2`, `seat 1, seat 2 and seat 3`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn result(game: &Breadcrumbs, after: &State) -> Text {
    let score = |&letter: &Letter| after.board.points.of(letter);
    let top = game.letters.iter().map(score).max().unwrap_or(0);
    let best: Vec<Letter> = game.letters.iter().copied().filter(|letter| score(letter) == top).collect();
    match best[..] {
        [letter] => {
            let seat = after.holders[letter.index()];
            texts::WINS.with(&[("seat", &seat), ("score", &top)])
        }
        _ => {
            let players: Vec<String> = best.iter().map(|&letter| after.seat_name(letter)).collect();
            texts::DRAWN.with(&[("players", &listed(&players))])
        }
    }
}
