//! A bot's move at a table, chosen on a thread of its own and cut off by the clock, never by the position.

use breadboard_core::{Seat, SplitMix};
use breadboard_games::{Bots, Views, Visitor, with_game};
use breadboard_play::{Level, Table};
use breadboard_search::{Effort, Watch};
use std::time::{Duration, Instant};

/// The move that a bot makes, in the game's notation.
pub(super) fn choose(
    table: &Table,
    seat: Seat,
    level: Level,
    seed: u64,
    thinking: Duration,
) -> Result<String, String> {
    let until = Instant::now() + thinking.min(level.longest_turn());
    let choose = Choose { table, seat, level, seed, until };
    with_game(table.spec(), choose).map_err(|error| error.to_string())?
}

struct Choose<'a> {
    table: &'a Table,
    seat: Seat,
    level: Level,
    seed: u64,
    until: Instant,
}

impl Visitor for Choose<'_> {
    type Output = Result<String, String>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let state = self.table.state::<G>().ok_or("the table plays another game")?;
        let mut rng = SplitMix::new(self.seed);
        let mut player = self.level.player(&game);
        let watch = Watch { stop: &|| Instant::now() >= self.until, report: &|_| {} };
        let mv = player.think(&game, state, self.seat, &mut rng, Effort::Own(1.0), &watch);
        Ok(game.write_move(state, self.seat, mv))
    }
}
