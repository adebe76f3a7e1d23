//! Who is ahead: the log-odds of a win as a sum of learned weights, and two terms set by hand, what a side lacks to get any loaf,
//! and the loaves themselves towards the last round. It compares two sides better than the network does, but by itself it
//! waits: nothing is lost by waiting where both wait.

use super::features::FEATURES;
use super::network::{FILE, FILE_BYTES, WEIGHT_ONE, WEIGHTS};
use crate::breadwinner::Breadwinner;
use crate::breadwinner::map::Tile;
use crate::breadwinner::pieces::{Bot, Kind};
use crate::breadwinner::state::{LOAVES, State};
use breadboard_core::Seat;

/// What a feature adds to the odds of its side: of the side whose map phase is next, and of the other.
pub(super) type Rows = [[f32; FEATURES]; 2];

/// The weights in use: they follow those of the network.
pub(super) static LEAD: Rows = read(FILE);

const fn read(bytes: &[u8; FILE_BYTES]) -> Rows {
    let mut rows = [[0.0; FEATURES]; 2];
    let mut at = 0;
    while at < 2 * FEATURES {
        let place = 2 * (WEIGHTS + at);
        rows[at / FEATURES][at % FEATURES] =
            i16::from_le_bytes([bytes[place], bytes[place + 1]]) as f32 / WEIGHT_ONE;
        at += 1;
    }
    rows
}

/// What is not learned, as log-odds of `seat`.
pub(super) fn by_hand(game: &Breadwinner, state: &State, seat: Seat) -> f32 {
    lack(state, seat.other()) - lack(state, seat) + count(game, state, seat)
}

/// W21: towards the last round it is the loaves themselves that count.
fn count(game: &Breadwinner, state: &State, seat: Seat) -> f32 {
    let left = game.options.round_cap.saturating_sub(state.round);
    let lead = f32::from(state.loaves[seat.index()]) - f32::from(state.loaves[seat.other().index()]);
    if left < LOAVES { lead / (1.0 + f32::from(left)) } else { 0.0 }
}

/// How much a side lacks to get any loaf, as log-odds: a Harvester, something to harvest or a Drone to plant it, or at
/// least dice to roll for them. Set by hand: two players without it stand still to the last round, and games that end
/// so teach nothing.
fn lack(state: &State, seat: Seat) -> f32 {
    let (mut harvester, mut drone, mut load) = (false, false, false);
    let on_map = Tile::ALL.into_iter().flat_map(|tile| state.bots_of(seat, tile));
    let waiting = state.factories[seat.index()].into_iter().flatten().map(Bot::empty);
    for bot in on_map.chain(waiting) {
        harvester |= bot.kind == Kind::Harvester;
        drone |= bot.kind == Kind::Drone;
        load |= bot.load > 0;
    }
    let crop = state.chips.land.iter().any(|crop| !crop.is_empty());
    let dice = usize::from(state.dice[seat.index()].min(3));
    match (load, harvester, crop || drone) {
        (true, _, _) => 0.0,
        (_, true, true) => [0.15, 0.05, 0.0, 0.0][dice],
        (_, false, false) => [1.6, 1.1, 0.7, 0.5][dice],
        _ => [1.3, 0.7, 0.4, 0.3][dice],
    }
}
