//! A quick look at a position: loaves, loads and how near they are to home, crops and who can fetch them, and a
//! little for every bot that has work. One ply of this plays a sensible game; it is not a search.

use crate::breadwinner::Breadwinner;
use crate::breadwinner::chips::Values;
use crate::breadwinner::map::Tile;
use crate::breadwinner::moves::Move;
use crate::breadwinner::pieces::{Bot, Kind};
use crate::breadwinner::state::{LOAVES, State};
use breadboard_core::{ChanceEvents as _, Outcome, Rules as _, Seat, Turn};
use breadboard_search::Evaluate;

impl Evaluate for Breadwinner {
    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        match self.turn(state) {
            Turn::Over(Outcome::Win(winner)) => return if winner == seat { 1e6 } else { -1e6 },
            Turn::Over(_) => return 0.0,
            Turn::Chance if state.reveal.is_some() => {
                // A crop about to be turned up is worth the mean of what it may be.
                let mut outcomes = Vec::new();
                self.chances(state, &mut outcomes);
                let values = outcomes.iter().map(|(chance, _)| {
                    let mut next = *state;
                    self.apply_chance(&mut next, chance);
                    self.evaluate(&next, seat)
                });
                return values.sum::<f64>() / outcomes.len() as f64;
            }
            _ => {}
        }
        side(state, seat) - side(state, seat.other())
    }
}

/// What the greedy player does; of equal moves the first.
pub(super) fn quick_move(game: &Breadwinner, state: &State, seat: Seat) -> Option<Move> {
    let mut moves = Vec::with_capacity(32);
    game.legal_moves(state, seat, &mut moves);
    let mut best = None;
    let mut top = f64::NEG_INFINITY;
    for mv in moves {
        let value = game.evaluate_move(state, seat, mv);
        if value > top {
            (top, best) = (value, Some(mv));
        }
    }
    best
}

/// Steps between two tiles.
pub(super) fn distance(from: Tile, to: Tile) -> u32 {
    const ROWS: [(i32, i32); 6] = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)];
    let ((row, column), (other_row, other_column)) = (ROWS[from.index()], ROWS[to.index()]);
    // A Delivery spans both columns.
    let deliveries = from.land().is_none() || to.land().is_none();
    let sideways = if deliveries { 0 } else { column.abs_diff(other_column) };
    row.abs_diff(other_row) + sideways
}

/// What a die in the pile is worth: bots below this are recalled.
const DIE: f64 = 1.0;
/// What a bot is worth for being one, by kind: it can be spent when it pays.
const BOT: [f64; 5] = [1.6, 1.8, 1.4, 1.5, 1.3];

fn side(state: &State, seat: Seat) -> f64 {
    let home = Tile::delivery(seat);
    let wanted = f64::from(LOAVES - state.loaves[seat.index()]);
    let mut value = 10.0 * f64::from(state.loaves[seat.index()]);
    value += DIE * f64::from(state.dice[seat.index()]);
    let mut count = [0usize; 5];
    let mut promise = 0.0f64;
    let mut loads = [(0.0, 0.0); 8];
    let mut loaded = 0;
    for tile in Tile::ALL {
        for bot in state.bots_of(seat, tile) {
            count[bot.kind as usize - 1] += 1;
            value += on_map(state, seat, home, tile, bot);
            if bot.load > 0 {
                let shielded = state.bots_of(seat, tile).any(|other| other.kind == Kind::Shield);
                let risk = if shielded { 0.9 } else { 0.8 };
                let steps = distance(tile, home).max(1) - 1;
                loads[loaded] = (risk * 0.8f64.powi(steps as i32), f64::from(bot.load));
                loaded += 1;
            }
            if bot == Bot::empty(Kind::Harvester) {
                let steal = state.bots_of(seat.other(), tile).map(|rival| f64::from(rival.load));
                promise = hopes(state, tile).chain(steal).fold(promise, f64::max);
            }
        }
    }
    // Loads beyond the last loaf are worth less: the safest count first.
    let loads = &mut loads[..loaded];
    loads.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut left = wanted;
    for &mut (safety, load) in loads {
        let needed = load.min(left);
        value += safety * (10.0 * needed + 8.0 * (load - needed));
        left -= needed;
    }
    for tile in Tile::LANDS {
        // Crops and poison matter to the side whose land is next to them.
        let near = distance(tile, home) == 1;
        value += if near { 2.0 } else { 0.3 } * crop_on(state, tile).mean();
        value -= if state.poison.contains(tile) && near { 2.0 } else { 0.0 };
    }
    for (at, kind) in state.factories[seat.index()].into_iter().enumerate() {
        if let Some(kind) = kind {
            // A bot that waits is worth less the more there are of its kind and the shorter its way: what
            // is worth less than a die makes room for the next roll.
            let others = &mut count[kind as usize - 1];
            let crowd = [1.3, 0.6, 0.4, 0.3][(*others).min(3)];
            value += BOT[kind as usize - 1] * crowd * [0.55, 0.9, 1.0, 1.1][at];
            *others += 1;
            if kind == Kind::Harvester {
                promise = hopes(state, home).fold(promise, f64::max);
            }
        }
    }
    // One Harvester at a time fetches a crop, so only the best hope counts.
    value + 3.5 * promise
}

fn crop_on(state: &State, tile: Tile) -> Values {
    tile.land().map(|land| state.chips.land[land]).unwrap_or_default()
}

/// What the crops promise to a Harvester, less the farther they are.
fn hopes(state: &State, from: Tile) -> impl Iterator<Item = f64> {
    Tile::LANDS
        .into_iter()
        .map(move |land| crop_on(state, land).mean() * 0.7f64.powi(distance(from, land) as i32))
}

fn on_map(state: &State, seat: Seat, home: Tile, tile: Tile, bot: Bot) -> f64 {
    let base = BOT[bot.kind as usize - 1];
    let free_land = tile.land().is_some() && crop_on(state, tile).is_empty();
    // A bot that stays on its own Delivery keeps Harvesters out; farmers are on their way.
    let farmer = matches!(bot.kind, Kind::Drone | Kind::Harvester);
    let idle = if tile != home { base } else { base - if farmer { 0.2 } else { 1.5 } };
    match bot.kind {
        Kind::Harvester if bot.load > 0 => base,
        Kind::Harvester => idle,
        Kind::Drone => {
            let near = if distance(tile, home) == 1 { 1.2 } else { 0.2 };
            let works = free_land && state.chips.can_plant() || state.poison.contains(tile);
            idle + if works { near } else { 0.0 }
        }
        Kind::Soldier => idle + 0.3 * state.bots_of(seat.other(), tile).count() as f64,
        Kind::Locust => idle,
        Kind::Shield => {
            let crop = if crop_on(state, tile).is_empty() { 0.0 } else { 1.0 };
            let guarded = state.bots_of(seat, tile).map(|other| match other.kind {
                Kind::Harvester if other.load == 0 => 0.5 + 3.0 * crop,
                _ => 0.2,
            });
            idle + crop + guarded.sum::<f64>()
        }
    }
}
