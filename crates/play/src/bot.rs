//! A bot's choice at a table. Every host asks for it in the same way and brings its own reason to stop.

use crate::table::Table;
use breadboard_core::{Seat, SplitMix};
use breadboard_games::{Bots, Views};
use breadboard_search::{Effort, Player, Watch};
use std::cell::Cell;

/// What a bot has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotChoice {
    /// The move, in the game's notation.
    pub text: String,
    /// The positions it looked at; none if it followed its plan.
    pub nodes: u64,
}

/// The move of a bot that sits at a table, until `stop` says so at the latest. `None` if the table plays another game.
pub fn choose<G: Bots + Views>(
    game: &G,
    player: &mut (dyn Player<G> + Send),
    table: &Table,
    seat: Seat,
    rng: &mut SplitMix,
    stop: &dyn Fn() -> bool,
) -> Option<BotChoice> {
    let state = table.state::<G>()?;
    let nodes = Cell::new(0);
    let watch = Watch { stop, report: &|report| nodes.set(report.nodes) };
    let mv = player.think(game, state, seat, rng, Effort::Own(1.0), &watch);
    Some(BotChoice { text: game.write_move(state, seat, mv), nodes: nodes.get() })
}
