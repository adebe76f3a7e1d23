//! The laws over every option and number of seats, and what the tests share.

mod boards;
mod chance;
mod play;
mod reference;
mod rulings;

use super::*;
use breadboard_core::SplitMix;
use breadboard_core::prelude::*;
use breadboard_search::Player;
use std::collections::BTreeSet;

type Scene = breadboard_testkit::Scene<Traxx>;

/// The game that a spec names.
fn game(spec: &str) -> Traxx {
    breadboard_testkit::game(spec)
}

/// The last position of a game in which one player has every seat, and the number of its events.
fn played<P: Player<Traxx>>(game: &Traxx, player: &mut P, seed: u64) -> (State, u32) {
    breadboard_testkit::play_out(game, &mut SplitMix::new(seed), |state, seat, rng| {
        Some(player.choose(game, state, seat, rng))
    })
}

breadboard_testkit::laws!(Traxx:
    "traxx:seats=1",
    "traxx",
    "traxx:seats=3",
    "traxx:seats=4",
    "traxx:open=seats",
    "traxx:seats=3,open=rotate",
    "traxx:seats=4,open=rotate",
    "traxx:seats=3,open=seats,same_start=on",
    "traxx:seats=4,same_start=on",
    "traxx:seats=1,board=17",
    "traxx:seats=4,open=seats,board=18446744073709551615";
    census "traxx:seats=1", "traxx", "traxx:seats=3", "traxx:seats=4",
);
