//! Lines as people read them: notation, parts for the board, narration.

use crate::analyst::Line;
use breadboard_core::{Event, Seat, Turn, narration};
use breadboard_games::{Bots, Views};
use breadboard_search::legal_line;
use breadboard_wire::{AnalysisLine, LineStep, TextView};

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
    AnalysisLine { value: line.value.clone(), steps: steps_of(game, state, &moves) }
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
        let told = if alone {
            game.narrate(&at, &Event::one(seat, mv))
        } else {
            // A choice of a round alone has no effect that could be told.
            vec![narration::PLAYS.with(&[("seat", &seat), ("move", &text)])]
        };
        steps.push(LineStep {
            seat: seat.number(),
            text,
            parts: game.parts(&at, seat, mv),
            told: told.iter().map(TextView::from).collect(),
        });
        if !alone {
            break;
        }
        game.apply(&mut at, seat, mv);
    }
    steps
}
