//! A checksum of play: the nodes, moves and scores of a game's strongest player on a few fixed positions. A change that
//! should not alter play keeps it. The number of nodes alone would miss changes of a sampling search.

use breadboard_core::{Event, Game, Spec, SpecError, SplitMix, Turn};
use breadboard_games::{Bots, Level, Visitor, with_game};
use breadboard_search::{Budget, Effort, Report, Watch};
use serde_json::{Value, json};
use std::cell::Cell;
use std::fmt;

/// Computes the checksum of a game.
#[derive(Clone, Copy, Debug)]
pub struct NodeCount {
    /// Plies of a full-width search; a sampling search converts them to playouts.
    pub depth: u32,
}

impl Default for NodeCount {
    fn default() -> Self {
        NodeCount { depth: 8 }
    }
}

/// The checksum of a game's play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReport {
    /// The game.
    pub spec: String,
    /// The nodes of all positions.
    pub nodes: u64,
    /// A hash of the moves and their scores.
    pub checksum: u32,
}

/// The number of positions.
const POSITIONS: u64 = 4;
/// Plies of a random game between them.
const APART: u64 = 6;

impl NodeCount {
    /// The checksum of a game. It is compiled for every game in this crate only, and not again where it is called.
    ///
    /// # Errors
    /// There is no such game.
    pub fn on(&self, spec: &Spec) -> Result<NodeReport, SpecError> {
        with_game(spec, self)
    }
}

impl Visitor for &NodeCount {
    type Output = NodeReport;

    fn visit<G: Bots>(self, game: G) -> NodeReport {
        let mut report = NodeReport { spec: Spec::of(&game).to_string(), nodes: 0, checksum: 0x811C_9DC5 };
        for number in 0..POSITIONS {
            let state = random_position(&game, number);
            let Turn::Act(seats) = game.turn(&state) else { continue };
            let Some(seat) = seats.iter().next() else { continue };
            let (nodes, seen) = (Cell::new(0), Cell::new(report.checksum));
            let tell = |report: &Report<G::Move>| {
                nodes.set(report.nodes);
                seen.set(hash(seen.get(), &format!("{} {:?}", report.depth, report.score)));
            };
            let watch = Watch { stop: &|| false, report: &tell };
            let mut rng = SplitMix::new(number);
            let mut player = game.bot(Level::Bot5);
            let mv =
                player.think(&game, &state, seat, &mut rng, Effort::Given(Budget::depth(self.depth)), &watch);
            report.nodes += nodes.get();
            report.checksum = hash(seen.get(), &game.write_move(&state, seat, mv));
        }
        report
    }
}

/// Position `number` of a random game.
fn random_position<G: Game>(game: &G, number: u64) -> G::State {
    let mut rng = SplitMix::new(number);
    let mut state = game.start();
    let mut left = number * APART;
    while left > 0 || game.turn(&state) == Turn::Chance {
        let Some(event) = Event::random(game, &state, &mut rng) else { break };
        left -= u64::from(matches!(event, Event::Act(_)));
        let before = state.clone();
        event.apply(game, &mut state);
        if game.turn(&state).outcome().is_some() {
            return before;
        }
    }
    state
}

fn hash(seed: u32, text: &str) -> u32 {
    text.bytes().fold(seed, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl NodeReport {
    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({"spec": self.spec, "nodes": self.nodes, "checksum": format!("{:08x}", self.checksum)})
    }
}

impl fmt::Display for NodeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} nodes, checksum {:08x}", self.spec, self.nodes, self.checksum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_games::GAMES;

    #[test]
    fn the_checksum_of_every_game_is_the_same_twice() {
        let count = NodeCount { depth: 4 };
        for game in GAMES {
            let spec = game.info.id.parse().unwrap();
            let report = count.on(&spec).unwrap();
            assert!(report.nodes > 0, "{report}");
            assert_eq!(report, count.on(&spec).unwrap());
        }
    }
}
