//! Which games a report is made of. A cell is a set of games of one kind; every game of a cell has a deal of its own, except
//! in the cell that measures luck, which plays each deal several times on purpose.

use breadboard_games::Level;
use serde::{Deserialize, Serialize};

/// A level with the share of its budget that it spends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contestant {
    pub(crate) level: Level,
    pub(crate) scale: f64,
}

/// What the games of a cell show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A level against itself.
    Mirror,
    /// A level against the next stronger one.
    Neighbours,
    /// The weakest level against the strongest.
    Range,
    /// The strongest level against itself with half the budget.
    Ladder,
    /// One level against itself, every deal played several times.
    Luck,
}

/// A set of games of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) kind: Kind,
    /// The player that is expected to be stronger.
    pub(crate) upper: Contestant,
    pub(crate) lower: Contestant,
    pub(crate) games: usize,
}

/// How often the cell that measures luck plays each deal.
pub(crate) const REPEATS: usize = 4;
/// Steps of doubled budget in the ladder.
const STEPS: i32 = 4;

impl Cell {
    /// The players by seat in game `index`: the two change seats from game to game.
    pub(crate) fn seated(&self, index: usize, seats: u8) -> Vec<Contestant> {
        let turn = if self.kind == Kind::Luck { 0 } else { index };
        let upper = |seat: usize| (seat + turn).is_multiple_of(2);
        (0..usize::from(seats)).map(|seat| if upper(seat) { self.upper } else { self.lower }).collect()
    }

    /// The share of the point that the upper player's seats got.
    pub(crate) fn upper_share(&self, index: usize, shares: &[f64]) -> f64 {
        shares
            .iter()
            .enumerate()
            .filter(|(seat, _)| (seat + index).is_multiple_of(2))
            .map(|(_, share)| share)
            .sum()
    }

    /// The deal of game `index` of this cell, the `number`th of the plan.
    pub(crate) fn deal(&self, number: usize, index: usize) -> u64 {
        let within = if self.kind == Kind::Luck { index / REPEATS } else { index };
        ((number as u64) << 32) | within as u64
    }
}

/// One game of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) variant: usize,
    pub(crate) cell: usize,
    pub(crate) index: usize,
}

/// The budgets of the weak levels are small already: only the strong ones are scaled.
pub(crate) fn contestant(level: Level, scale: f64) -> Contestant {
    let scale = if level.rank() >= Level::Bot4.rank() { scale } else { 1.0 };
    Contestant { level, scale }
}

/// The cells of a report on these levels, the weakest first. A sweep compares mirrors only.
pub(crate) fn cells(levels: &[Level], games: usize, scale: f64, seats: u8, mirrors_only: bool) -> Vec<Cell> {
    let player = |level: Level| contestant(level, scale);
    let cell = |kind, upper, lower, games| Cell { kind, upper, lower, games };
    let mut cells: Vec<Cell> =
        levels.iter().map(|&level| cell(Kind::Mirror, player(level), player(level), games)).collect();
    let (Some(&first), Some(&last)) = (levels.first(), levels.last()) else { return cells };
    if mirrors_only || seats < 2 {
        return cells;
    }
    for pair in levels.windows(2) {
        cells.push(cell(Kind::Neighbours, player(pair[1]), player(pair[0]), games));
    }
    if levels.len() > 2 {
        cells.push(cell(Kind::Range, player(last), player(first), games));
    }
    let middle = player(levels[levels.len() / 2]);
    cells.push(cell(Kind::Luck, middle, middle, games.next_multiple_of(REPEATS)));
    let top = player(last);
    for step in (0..STEPS).rev() {
        let spends = |halvings: i32| Contestant { scale: top.scale * 0.5f64.powi(halvings), ..top };
        cells.push(cell(Kind::Ladder, spends(step), spends(step + 1), games.div_ceil(2)));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_players_change_seats_and_every_game_has_its_own_deal() {
        let cells = cells(&[Level::Bot1, Level::Bot2, Level::Bot4], 10, 0.5, 2, false);
        let kinds: Vec<Kind> = cells.iter().map(|cell| cell.kind).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == Kind::Mirror).count(), 3);
        assert_eq!(kinds.iter().filter(|kind| **kind == Kind::Ladder).count(), 4);
        let pair = cells[3];
        assert_eq!(pair.seated(0, 2), [pair.upper, pair.lower]);
        assert_eq!(pair.seated(1, 2), [pair.lower, pair.upper]);
        assert_eq!([pair.upper_share(0, &[1.0, 0.0]), pair.upper_share(1, &[1.0, 0.0])], [1.0, 0.0]);
        assert_ne!(pair.deal(3, 0), pair.deal(3, 1));
        let luck = cells.iter().find(|cell| cell.kind == Kind::Luck).unwrap();
        assert_eq!(luck.games % REPEATS, 0);
        assert_eq!(luck.deal(5, 0), luck.deal(5, REPEATS - 1));
        assert_eq!((cells[0].upper.scale, cells[2].upper.scale), (1.0, 0.5), "only strong levels are scaled");
    }
}
