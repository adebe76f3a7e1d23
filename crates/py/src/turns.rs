//! Where a turn can end. In games whose turn is a sequence of moves, players that plan think in whole turns: a step in the
//! middle of one says little about its value.

use crate::any_state::Playable;
use crate::errors::Failure;
use breadboard_core::{Seat, Turn};
use std::collections::HashMap;

/// The actions of a turn, and the position in which it ends.
pub(crate) type WholeTurn<S> = (Vec<usize>, S);

/// A position on the way.
struct Step<S> {
    state: S,
    /// The place of the position before it, and the action made there; the first position has none.
    from: Option<(usize, usize)>,
    ends: bool,
}

/// The positions in which the turn of `seat` can end: chance, another seat or no one is next. Each is given once, by a
/// shortest way. More than `most` positions, with those on the way, are refused.
pub(crate) fn turns<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    most: usize,
) -> Result<Vec<WholeTurn<G::State>>, Failure> {
    game.turn(state).admits(seat)?;
    if !acts_alone(game, state, seat) {
        return Err(Failure::Value(
            "several seats choose at once, so a turn is one move: see legal_actions(seat)".to_owned(),
        ));
    }
    let mut steps = vec![Step { state: state.clone(), from: None, ends: false }];
    // Positions by their text, which is the same for equal ones. A game's states need not have a hash.
    let mut known: HashMap<String, Vec<usize>> = HashMap::new();
    let (mut moves, mut at) = (Vec::new(), 0);
    while at < steps.len() {
        if !steps[at].ends {
            moves.clear();
            game.legal_moves(&steps[at].state, seat, &mut moves);
            for &mv in &moves {
                let mut next = steps[at].state.clone();
                let action = game.action(&next, seat, mv);
                game.apply(&mut next, seat, mv);
                let alike = known.entry(game.write_position(&next)).or_default();
                if alike.iter().any(|&other| steps[other].state == next) {
                    continue;
                }
                if steps.len() > most {
                    return Err(Failure::Value(format!(
                        "this turn has more than {most} positions: raise most, or look at single moves with children()"
                    )));
                }
                alike.push(steps.len());
                let ends = !acts_alone(game, &next, seat);
                steps.push(Step { state: next, from: Some((at, action)), ends });
            }
        }
        at += 1;
    }
    let ends = (0..steps.len()).filter(|&at| steps[at].ends);
    Ok(ends.map(|at| (way_to(&steps, at), steps[at].state.clone())).collect())
}

fn acts_alone<G: Playable>(game: &G, state: &G::State, seat: Seat) -> bool {
    matches!(game.turn(state), Turn::Act(seats) if seats.single() == Some(seat))
}

fn way_to<S>(steps: &[Step<S>], end: usize) -> Vec<usize> {
    let before = |step: &(usize, usize)| steps[step.0].from;
    let mut way: Vec<usize> =
        std::iter::successors(steps[end].from, before).map(|(_, action)| action).collect();
    way.reverse();
    way
}
