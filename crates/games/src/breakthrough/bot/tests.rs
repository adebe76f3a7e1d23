//! What the bot calls certain is checked against a solver that knows only the rules.

use super::*;
use breadboard_core::{Outcome, Spec, Turn};
use breadboard_search::alphabeta::{Tree as _, Verdict};
use std::collections::HashMap;

fn board(columns: u8, rows: u8) -> Breakthrough<u64> {
    let spec: Spec = format!("breakthrough:columns={columns},rows={rows}").parse().unwrap();
    let (options, seats) = spec.read::<Breakthrough<u64>>().unwrap();
    Breakthrough::new(options, seats).unwrap()
}

/// Whether the side to move wins, by trying everything.
fn wins(game: &Breakthrough<u64>, state: &State<u64>, known: &mut HashMap<State<u64>, bool>) -> bool {
    let seat = match game.turn(state) {
        Turn::Over(Outcome::Win(winner)) => return winner == state.seat(state.side),
        Turn::Act(seats) => seats.single().unwrap(),
        _ => unreachable!("Breakthrough has no draws and no chance"),
    };
    if let Some(&won) = known.get(state) {
        return won;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    let won = moves.iter().any(|&mv| {
        let mut next = *state;
        game.apply(&mut next, seat, mv);
        !wins(game, &next, known)
    });
    known.insert(*state, won);
    won
}

#[test]
fn what_is_certain_is_true() {
    for (columns, rows) in [(2, 6), (3, 4), (3, 5)] {
        let game = board(columns, rows);
        let woods = Woods::new(&game);
        let mut known = HashMap::new();
        wins(&game, &game.start(), &mut known);
        let mut judged = 0;
        for (state, &won) in &known {
            if let Some(verdict) = woods.judge(&woods.node(state)) {
                judged += 1;
                let claimed = matches!(verdict, Verdict::Win(_));
                assert_eq!(claimed, won, "{}: {verdict:?}", game.write_position(state));
            }
        }
        assert!(judged * 3 > known.len(), "{columns}×{rows}: {judged} of {}", known.len());
    }
}
