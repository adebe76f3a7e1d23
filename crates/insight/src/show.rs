//! Lines as people read them: notation, parts for the board, narration.

use crate::analyst::Line;
use breadboard_core::{Event, Seat, Turn, narration};
use breadboard_games::{Bots, Views};
use breadboard_search::legal_line;
use breadboard_wire::{AnalysisLine, LineStep, TextView, ValueView};

/// The most moves of a line that are shown.
const MOST_STEPS: usize = 60;

/// A line as a view; `chooser` is the seat whose choice is its first move.
pub(crate) fn shown<G: Bots + Views>(
    game: &G,
    state: &G::State,
    chooser: Seat,
    line: &Line<G::Move>,
) -> AnalysisLine {
    let moves = legal_line(game, state, chooser, &line.moves);
    told(game, state, &moves, line.value.clone())
}

/// Moves that were found legal one after the other, with what they are worth.
pub(crate) fn told<G: Bots + Views>(
    game: &G,
    state: &G::State,
    moves: &[(Seat, G::Move)],
    value: ValueView,
) -> AnalysisLine {
    AnalysisLine { value, steps: steps_of(game, state, moves), phrases: phrases_of(game, state, moves) }
}

/// What the seat of the first move does up to the end of its turn. Of a round only the first choice is known.
pub(crate) fn phrases_of<G: Bots + Views>(
    game: &G,
    state: &G::State,
    moves: &[(Seat, G::Move)],
) -> Vec<TextView> {
    let Some(&(seat, _)) = moves.first() else { return Vec::new() };
    let (turn, mut at, mut own) = (game.turn_key(state), state.clone(), Vec::new());
    for &(mover, mv) in moves {
        let Turn::Act(seats) = game.turn(&at) else { break };
        if mover != seat || (!own.is_empty() && (seats.len() != 1 || game.turn_key(&at) != turn)) {
            break;
        }
        own.push(mv);
        if seats.len() != 1 {
            break;
        }
        game.apply(&mut at, mover, mv);
    }
    game.phrases(state, seat, &own).iter().map(TextView::from).collect()
}

/// Moves that were found legal one after the other, as steps. Of a round only the first choice is known.
pub(crate) fn steps_of<G: Bots + Views>(
    game: &G,
    state: &G::State,
    moves: &[(Seat, G::Move)],
) -> Vec<LineStep> {
    let mut at = state.clone();
    let mut steps = Vec::new();
    for &(seat, mv) in moves.iter().take(MOST_STEPS) {
        let text = game.write_move(&at, seat, mv);
        let alone = matches!(game.turn(&at), Turn::Act(seats) if seats.len() == 1);
        let said = if alone {
            game.narrate(&at, &Event::one(seat, mv))
        } else {
            // A choice of a round alone has no effect that could be told.
            vec![narration::PLAYS.with(&[("seat", &seat), ("move", &text)])]
        };
        steps.push(LineStep {
            seat: seat.number(),
            text,
            parts: game.parts(&at, seat, mv),
            narration: said.iter().map(TextView::from).collect(),
        });
        if !alone {
            break;
        }
        game.apply(&mut at, seat, mv);
    }
    steps
}
