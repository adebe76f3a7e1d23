//! How well a deck could have been played by a player who knew its order: a wide beam of paths, round by round, kept by
//! what the network expects of them. It is a bound from below on the true best; following every path is out of
//! reach, because a deck has too many of them to count. If fewer cards are known than a game has, the score is that after the
//! last of them.

use super::evaluate::PathEvaluation;
use super::planned_path::{Deck, PlannedPath};
use super::weights::Net;
use crate::traxx::path::Path;
use crate::traxx::{Chance, Move, State, Traxx};
use breadboard_core::{ChanceEvents as _, Rules as _, Seat, Turn};

/// The best score found with `width` paths kept.
pub(super) fn best(
    game: &Traxx,
    draw: &mut dyn FnMut(&State) -> Option<Chance>,
    width: usize,
) -> Option<i32> {
    if game.seats != 1 {
        return None;
    }
    let evaluation = PathEvaluation::alone(&game.board, Net::learned(1));
    let mut deck = Deck::full(&game.board);
    let (mut state, mut beam, mut list, mut ranked) = (game.start(), Vec::new(), Vec::new(), Vec::new());
    // A player who always passes sees the whole deck.
    loop {
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Act(_) => game.apply(&mut state, Seat::FIRST, Move::PASS),
            Turn::Chance => {
                // A game that ended early, because its player could not move any more, has drawn only a part of the deck.
                let Some(chance) = draw(&state) else { break };
                game.apply_chance(&mut state, &chance);
                let card = match chance {
                    Chance::Starts(starts) => {
                        beam.push(PlannedPath::of(&Path::from_start(starts[0])));
                        continue;
                    }
                    Chance::Card(card) => usize::from(card.0),
                };
                deck = deck.without(&game.board, card);
                list.clear();
                for path in &beam {
                    path.extensions(&game.board, game.board.cards()[card], &evaluation.worth, &mut list);
                }
                // Different walks lead to the same path: the one with most points stays.
                list.sort_by(|a: &PlannedPath, b: &PlannedPath| {
                    let key = |path: &PlannedPath| (path.reached.0, path.ends);
                    key(a).cmp(&key(b)).then(b.points.total_cmp(&a.points))
                });
                list.dedup_by(|a, b| a.reached == b.reached && a.ends == b.ends);
                ranked.clear();
                ranked.extend(list.iter().map(|path| (evaluation.value(path, &deck), *path)));
                ranked.sort_by(|a: &(f32, PlannedPath), b: &(f32, PlannedPath)| b.0.total_cmp(&a.0));
                ranked.truncate(width.max(1));
                beam.clear();
                beam.extend(ranked.iter().map(|(_, path)| *path));
            }
        }
    }
    beam.iter().map(|path| path.score() as i32).max()
}
