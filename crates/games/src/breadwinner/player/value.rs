//! Who wins: a network that learned it from its own play (`train_value.rs`). Beside the features it sees what stands on
//! each tile, because the features tell only how far from home a bot is, and how many turns are left, because the last
//! rounds are a race.

use super::features::{FEATURES, features};
use super::network::Net;
use crate::breadwinner::Breadwinner;
use crate::breadwinner::map::Tile;
use crate::breadwinner::pieces::Piece;
use crate::breadwinner::state::{LOAVES, Stage, State};
use breadboard_core::Seat;

/// Inputs beside the features, by group, each with its first number.
const PIECES_AT: usize = 2 * FEATURES;
const LOADS_AT: usize = PIECES_AT + 6 * 12;
const LANDS_AT: usize = LOADS_AT + 6 * 2;
const STAGE_AT: usize = LANDS_AT + 4 * 4;
const LEFT_AT: usize = STAGE_AT + 3;
const SCORE_AT: usize = LEFT_AT + 14;
const OTHERS_AT: usize = SCORE_AT + 3 * LAST;
/// How many inputs there are.
pub(super) const INPUTS: usize = OTHERS_AT + 5;
/// In this many last turns who is ahead is an input of its own.
const LAST: usize = 6;

/// The log-odds that the side with the next map phase wins.
pub(super) type Value = Net<INPUTS, 32, 1>;

/// Calls `add` with every input and its amount, if `next` has the next map phase.
#[inline]
pub(super) fn inputs(game: &Breadwinner, state: &State, next: Seat, mut add: impl FnMut(usize, f32)) {
    for (role, side) in [next, next.other()].into_iter().enumerate() {
        features(state, game.options.loaves_to_win, side, |feature, amount| {
            add(role * FEATURES + feature, amount);
        });
    }
    map_inputs(state, next, &mut add);
    time_inputs(game, state, next, &mut add);
}

/// What stands on a place, from the view of `next`: 0 for nothing, 1 to 6 for the seat's own bot, 7 to 12 for the rival's.
fn code(piece: Piece, next: Seat) -> usize {
    let Some(bot) = piece.bot() else { return 0 };
    let kind = if bot.load > 0 { 6 } else { bot.kind as usize };
    kind + if piece.is_of(next) { 0 } else { 6 }
}

/// The tiles as `next` sees them, its Delivery first. A map and its mirror image are the same: one column comes first.
fn order(state: &State, next: Seat) -> [Tile; 6] {
    use Tile::{A, B, C, D, D1, D2};
    let [plain, mirrored] = if next == Seat::FIRST {
        [[D1, A, B, C, D, D2], [D1, B, A, D, C, D2]]
    } else {
        [[D2, C, D, A, B, D1], [D2, D, C, B, A, D1]]
    };
    let key = |tile: Tile| {
        let crop = tile.land().is_some_and(|land| !state.chips.land[land].is_empty());
        let [one, two] = state.tiles[tile.index()].map(|piece| code(piece, next));
        usize::from(crop) * 256 + one.max(two) * 16 + one.min(two)
    };
    let column = |near: Tile, far: Tile| (key(near), key(far));
    if column(plain[1], plain[3]) >= column(plain[2], plain[4]) { plain } else { mirrored }
}

#[inline]
fn map_inputs(state: &State, next: Seat, add: &mut impl FnMut(usize, f32)) {
    for (place, tile) in order(state, next).into_iter().enumerate() {
        for piece in state.on(tile) {
            add(PIECES_AT + 12 * place + code(piece, next) - 1, 1.0);
            let load = piece.bot().map_or(0, |bot| bot.load);
            if load > 0 {
                let side = usize::from(!piece.is_of(next));
                add(LOADS_AT + 2 * place + side, 0.1 * f32::from(load));
            }
        }
        let Some(land) = tile.land() else { continue };
        let at = LANDS_AT + 4 * (place - 1);
        let crop = state.chips.land[land];
        if !crop.is_empty() {
            add(at, 1.0);
            add(at + 1, 0.1 * crop.mean() as f32);
            if crop.single().is_some() {
                add(at + 2, 1.0);
            }
        }
        if state.poison.contains(tile) {
            add(at + 3, 1.0);
        }
    }
}

/// How many turns are left, who is ahead then, and what the chips are worth.
#[inline]
fn time_inputs(game: &Breadwinner, state: &State, next: Seat, add: &mut impl FnMut(usize, f32)) {
    let stage = match state.stage {
        Stage::Map if state.mover == next => 0,
        Stage::Map | Stage::Factories => 1,
        _ => 2,
    };
    add(STAGE_AT + stage, 1.0);
    let rounds = usize::from(game.options.round_cap.saturating_sub(state.round));
    let left = 2 * rounds + usize::from(state.mover == state.starter) + usize::from(stage == 0);
    let bucket = match left {
        0..8 => left,
        8..12 => 8,
        12..18 => 9,
        18..26 => 10,
        26..40 => 11,
        40..80 => 12,
        _ => 13,
    };
    add(LEFT_AT + bucket, 1.0);
    let [own, rival] = [next, next.other()].map(|seat| state.loaves[seat.index()]);
    if left < LAST {
        add(SCORE_AT + 3 * left + (own.cmp(&rival) as i8 + 1) as usize, 1.0);
    }
    let lead = f32::from(own) - f32::from(rival);
    add(OTHERS_AT, lead / (2.0 + left as f32));
    add(OTHERS_AT + 1, f32::from(LOAVES - game.options.loaves_to_win) / f32::from(LOAVES));
    let pile = if state.chips.pile.is_empty() { state.chips.discard } else { state.chips.pile };
    add(OTHERS_AT + 2, 0.1 * pile.mean() as f32);
    add(OTHERS_AT + 3, 0.1 * state.chips.pile_len() as f32);
    add(OTHERS_AT + 4, 0.1 * f32::from(state.centre()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::prelude::*;
    use breadboard_testkit as testkit;

    fn seen(text: &str, next: Seat) -> Vec<(usize, u32)> {
        let game: Breadwinner = testkit::game("breadwinner");
        let state = game.read_position(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let mut seen = Vec::new();
        inputs(&game, &state, next, |input, amount| seen.push((input, amount.to_bits())));
        seen.sort_unstable();
        assert!(seen.iter().all(|&(input, _)| input < INPUTS));
        seen
    }

    #[test]
    fn both_seats_and_both_columns_are_seen_alike() {
        let one =
            "phase=map seat=1 start=1 round=5 loaves=3,1 a=1Ha7+crop b=2So c=1So+2Dr d=poison 1f2=Ha 2f3=Lo";
        let mirrored =
            "phase=map seat=1 start=1 round=5 loaves=3,1 b=1Ha7+crop a=2So d=1So+2Dr c=poison 1f2=Ha 2f3=Lo";
        let turned =
            "phase=map seat=2 start=2 round=5 loaves=1,3 c=2Ha7+crop d=1So a=2So+1Dr b=poison 2f2=Ha 1f3=Lo";
        let inputs = seen(one, Seat::FIRST);
        assert_eq!(seen(mirrored, Seat::FIRST), inputs);
        assert_eq!(seen(turned, Seat::SECOND), inputs);
        assert_ne!(seen(turned, Seat::FIRST), inputs);
    }

    #[test]
    fn the_last_turns_are_told_apart_by_who_is_ahead() {
        let scores = |round: u8, loaves: &str| {
            let text = format!("phase=roll seat=1 start=2 round={round} loaves={loaves} 1f1=Dr");
            let inputs = seen(&text, Seat::SECOND);
            inputs.into_iter().filter(|(input, _)| (SCORE_AT..OTHERS_AT).contains(input)).collect::<Vec<_>>()
        };
        assert!(scores(50, "1,3").is_empty());
        let last = [scores(60, "1,3"), scores(60, "2,2"), scores(60, "3,1"), scores(59, "3,1")];
        for (index, one) in last.iter().enumerate() {
            assert!(one.len() == 1 && !last[..index].contains(one), "{last:?}");
        }
    }
}
