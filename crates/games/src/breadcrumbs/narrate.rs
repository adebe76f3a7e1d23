//! What an event does, in plain language: the step, the chip, the scores that change, and the end.

use super::board::Letter;
use super::{Breadcrumbs, Deal, Move, Square, Stage, State, says};
use breadboard_core::{Event, Game, Seat, Text};

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
    let mut told = vec![says::DEALT.with(&[("tile", &name)])];
    if after.stage == Stage::Choosing {
        let seats: Vec<String> = game.choosers(&after).iter().map(|seat| format!("seat {seat}")).collect();
        told.push(says::CLOSEST.with(&[("value", &tile.value()), ("seats", &seats.join(", "))]));
    } else {
        let players = game.letters.iter().filter_map(|&letter| Some((letter, after.holder(letter)?)));
        told.extend(players.map(|(letter, seat)| taken(letter, seat)));
    }
    told
}

fn taken(letter: Letter, seat: Seat) -> Text {
    let square = letter.start();
    let colour = letter.colour();
    says::TAKES.with(&[("seat", &seat), ("letter", &letter), ("colour", &colour), ("square", &square)])
}

fn chosen(game: &Breadcrumbs, before: &State, seat: Seat, mv: Move) -> Vec<Text> {
    match mv {
        Move::Name(number) => vec![says::NAMES.with(&[("seat", &seat), ("number", &number)])],
        Move::Take(letter) => vec![taken(letter, seat)],
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
    let says = if after.has_chip(letter, to) { &says::PLACES } else { &says::REMOVES };
    let mut told = vec![says.with(&[("letter", &letter), ("to", &to), ("tile", &name)])];
    let from = before.board.walker(letter).pawn();
    if from.file() != to.file() && from.row() != to.row() {
        told.insert(0, says::DIAGONAL.with(&[("letter", &letter)]));
    }
    let changes: Vec<String> = game
        .letters
        .iter()
        .filter_map(|&letter| {
            let (was, is) = (before.board.points.of(letter), after.board.points.of(letter));
            let change = i32::from(is) - i32::from(was);
            (change != 0).then(|| format!("{letter} {is} ({change:+})"))
        })
        .collect();
    told.push(match changes[..] {
        [] => says::SAME_SCORES.plain(),
        _ => says::SCORES.with(&[("scores", &changes.join(", "))]),
    });
    told.extend(ended(game, after, letter, to));
    told
}

fn ended(game: &Breadcrumbs, after: &State, letter: Letter, to: Square) -> Vec<Text> {
    let end_chips = u32::from(game.options.end_chips);
    let enough = |&other: &Letter| {
        let walker = after.board.walker(other);
        walker.pawn() == to && walker.count() >= end_chips
    };
    let mut told = match after.stage {
        Stage::Met => {
            let others: Vec<Letter> =
                game.letters.iter().copied().filter(|&other| other != letter).filter(enough).collect();
            let names: Vec<String> = others.iter().map(ToString::to_string).collect();
            let chips: Vec<String> = [letter]
                .iter()
                .chain(&others)
                .map(|&letter| format!("{letter} has {} chips", after.board.walker(letter).count()))
                .collect();
            let (names, chips) = (names.join(" and "), chips.join(", "));
            vec![says::MEET.with(&[("letter", &letter), ("others", &names), ("to", &to), ("chips", &chips)])]
        }
        Stage::Repeated => return vec![says::THIRD.plain()],
        Stage::Capped => vec![says::CAPPED.with(&[("turns", &after.round)])],
        _ => return Vec::new(),
    };
    told.push(result(game, after));
    told
}

fn result(game: &Breadcrumbs, after: &State) -> Text {
    let score = |&letter: &Letter| after.board.points.of(letter);
    let top = game.letters.iter().map(score).max().unwrap_or(0);
    let best: Vec<Letter> = game.letters.iter().copied().filter(|letter| score(letter) == top).collect();
    match best[..] {
        [letter] => {
            let seat = after.holders[letter.index()];
            says::WINS.with(&[("letter", &letter), ("seat", &seat), ("score", &top)])
        }
        _ => {
            let names: Vec<String> = best.iter().map(ToString::to_string).collect();
            says::DRAWN.with(&[("letters", &names.join(" and "))])
        }
    }
}
