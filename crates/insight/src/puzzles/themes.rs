//! What a puzzle is about, decided from what its answer does: what it takes, where it goes, which actions it uses.

use breadboard_core::Template;
use breadboard_core::{Event, Seat, Turn};
use breadboard_games::{Bots, Views};
use breadboard_wire::puzzle_texts as texts;
use std::collections::BTreeSet;

/// Every theme: the word in the files, and its text.
static THEMES: &[(&str, &Template)] = &[
    ("race", &texts::THEME_RACE),
    ("sacrifice", &texts::THEME_SACRIFICE),
    ("capture", &texts::THEME_CAPTURE),
    ("quiet", &texts::THEME_QUIET),
    ("endgame", &texts::THEME_ENDGAME),
    ("catch", &texts::THEME_CATCH),
    ("crumb", &texts::THEME_CRUMB),
    ("feather", &texts::THEME_FEATHER),
    ("rotation", &texts::THEME_ROTATION),
    ("plant", &texts::THEME_PLANT),
    ("restore", &texts::THEME_RESTORE),
    ("harvest", &texts::THEME_HARVEST),
    ("steal", &texts::THEME_STEAL),
    ("unload", &texts::THEME_UNLOAD),
    ("poison", &texts::THEME_POISON),
    ("melt", &texts::THEME_MELT),
    ("pulse", &texts::THEME_PULSE),
    ("build", &texts::THEME_BUILD),
    ("meeting", &texts::THEME_MEETING),
    ("diagonal", &texts::THEME_DIAGONAL),
    ("chip", &texts::THEME_CHIP),
    ("long-path", &texts::THEME_LONG_PATH),
    ("restraint", &texts::THEME_RESTRAINT),
    ("number", &texts::THEME_NUMBER),
];

/// The text of a theme.
pub(super) fn text_of(word: &str) -> Option<&'static Template> {
    THEMES.iter().find(|(known, _)| *known == word).map(|(_, text)| *text)
}

/// The themes of an answer, with the replies where there are some.
pub(super) fn of<G: Bots + Views>(game: &G, state: &G::State, seat: Seat, line: &[G::Move]) -> Vec<String> {
    let mut found = BTreeSet::new();
    match G::INFO.id {
        "breakthrough" => men(game, state, seat, line, &mut found),
        "breadcrumbs" => crumbs(game, state, seat, line, &mut found),
        "traxx" => paths(game, state, seat, line, &mut found),
        _ => actions(game, state, seat, line, &mut found),
    }
    found.into_iter().map(str::to_owned).collect()
}

/// How many things of this kind a seat has; of all seats if none is named.
fn count<G: Bots + Views>(game: &G, state: &G::State, what: &str, seat: Option<Seat>) -> u32 {
    let left = game.left(state);
    let own = left.iter().filter(|left| left.what == what && left.seat == seat.map(Seat::number));
    own.map(|left| left.count).sum()
}

/// Breakthrough: who takes men in the line.
fn men<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
    found: &mut BTreeSet<&'static str>,
) {
    let (own, rival) = (seat, seat.next(2));
    let men = |state: &G::State, seat| count(game, state, "men", Some(seat));
    let mut at = state.clone();
    let (mut taken, mut lost, mut gives) = (0, 0, false);
    for (index, &mv) in line.iter().enumerate() {
        let Turn::Act(seats) = game.turn(&at) else { break };
        let Some(mover) = seats.single() else { break };
        let before = (men(&at, own), men(&at, rival));
        game.apply(&mut at, mover, mv);
        taken += before.1 - men(&at, rival);
        let fell = before.0 - men(&at, own);
        lost += fell;
        // The reply to a move that took nothing takes: the man was offered.
        gives |= fell > 0 && index == 1 && taken == 0;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    let takes = |mv: G::Move| {
        let mut after = state.clone();
        game.apply(&mut after, seat, mv);
        men(&after, rival) < men(state, rival)
    };
    if taken + lost == 0 {
        found.insert("race");
    }
    if gives || lost > taken {
        found.insert("sacrifice");
    }
    match line.first() {
        Some(&first) if takes(first) => found.insert("capture"),
        _ if moves.iter().any(|mv| takes(*mv)) => found.insert("quiet"),
        _ => false,
    };
    if men(state, own) + men(state, rival) <= 12 {
        found.insert("endgame");
    }
}

/// Breadcrumbs: how the pawn goes, and what it finds.
fn crumbs<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
    found: &mut BTreeSet<&'static str>,
) {
    let Some(&mv) = line.first() else { return };
    let places = game.touched(state, &Event::one(seat, mv));
    if let [from, to] = &places[..] {
        let differ = |at: usize| from.as_bytes().get(at) != to.as_bytes().get(at);
        if differ(0) && differ(1) {
            found.insert("diagonal");
        }
    }
    let mut after = state.clone();
    game.apply(&mut after, seat, mv);
    if matches!(game.turn(&after), Turn::Over(_)) {
        found.insert("meeting");
    }
    if count(game, &after, "chips", Some(seat)) < count(game, state, "chips", Some(seat)) {
        found.insert("chip");
    }
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    if less_than_possible(game, state, seat, mv, &moves) {
        found.insert("restraint");
    }
}

/// Whether another move would give more points at once.
fn less_than_possible<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    mv: G::Move,
    moves: &[G::Move],
) -> bool {
    let gain = |mv: G::Move| game.gain(state, seat, mv).unwrap_or(0);
    moves.iter().map(|mv| gain(*mv)).max().is_some_and(|most| most > gain(mv))
}

/// Träxx: how long the piece of path is, and what it scores.
fn paths<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
    found: &mut BTreeSet<&'static str>,
) {
    let Some(&mv) = line.first() else { return };
    let fields = |mv: G::Move| game.parts(state, seat, mv).iter().filter(|part| part.role == "field").count();
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    let longest = moves.iter().map(|mv| fields(*mv)).max().unwrap_or(0);
    if longest >= 4 && fields(mv) == longest {
        found.insert("long-path");
    }
    if game.gain(state, seat, mv).is_some_and(|gain| gain > 0) {
        found.insert("number");
    }
    if fields(mv) < longest || less_than_possible(game, state, seat, mv, &moves) {
        found.insert("restraint");
    }
}

/// Snipe Hunt and Breadwinner: the actions of the turn.
fn actions<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &[G::Move],
    found: &mut BTreeSet<&'static str>,
) {
    let mut at = state.clone();
    for &mv in line {
        for part in game.parts(&at, seat, mv) {
            let word = match (part.role.as_ref(), part.value.as_str()) {
                ("way" | "turn", _) => "rotation",
                ("face", _) => "build",
                ("action" | "word", word) => word,
                _ => continue,
            };
            if let Some((known, _)) = THEMES.iter().find(|(known, _)| *known == word) {
                found.insert(known);
            }
        }
        let (crumbs, scores) = (count(game, &at, "crumbs", None), game.scores(&at));
        game.apply(&mut at, seat, mv);
        if count(game, &at, "crumbs", None) < crumbs {
            found.insert("crumb");
        } else if G::INFO.id == "snipe" && game.scores(&at) != scores {
            // Crumbs change hands without one being lifted: a catch.
            found.insert("catch");
        }
    }
}
