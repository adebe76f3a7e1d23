//! Winning chances over a game. The game's own evaluation of a position, for every seat, becomes chances by a softmax with
//! one temperature, which is fitted to the results of the same games. Random playouts were the alternative: they cost more
//! than the games and know nothing of good play. The page states how much of the result the chances explain, so that a
//! reader sees where the evaluation says little.

use super::collect::Facts;
use super::numbers::{Portion, mean, round};
use serde::Serialize;

/// The parts of a game for figures over time.
pub(crate) const PARTS: usize = 10;
/// A winner with this chance to the end has settled the game.
const SETTLED: f64 = 0.8;

/// How exciting the games of a cell are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tension {
    /// The share of the uncertainty about the result that the chances explain, from 0 to 1.
    pub(crate) explained: f64,
    /// How far the winner was behind the leader, at worst, in winning chances: the mean of won games.
    pub(crate) drama: f64,
    /// How often the leader changed, a game.
    pub(crate) lead_changes: f64,
    /// Won games in which the winner was once behind by 10 points or more.
    pub(crate) comebacks: Portion,
    /// The part of the game after which the winner stays above 80 %: the mean of won games.
    pub(crate) settled: f64,
    /// The uncertainty about the result (the entropy of the chances, 1 at equal chances) by tenths of the game.
    pub(crate) uncertainty: Vec<f64>,
}

fn softmax(values: &[f32], temperature: f64) -> Vec<f64> {
    breadboard_games::softmax(&values.iter().map(|value| f64::from(*value) / temperature).collect::<Vec<_>>())
}

/// The mean surprise of the results under a temperature; every game counts the same.
fn loss(games: &[&Facts], temperature: f64) -> f64 {
    mean(games.iter().filter(|game| !game.values.is_empty()).map(|game| {
        mean(game.values.iter().map(|values| {
            let chances = softmax(values, temperature);
            chances.iter().zip(&game.shares).map(|(chance, share)| -share * chance.max(1e-6).ln()).sum()
        }))
    }))
}

/// The temperature that fits best, on a grid from a thousandth to a hundred million.
fn fit(games: &[&Facts]) -> (f64, f64) {
    let grid = (0..56).map(|step| 10f64.powf(f64::from(step) / 5.0 - 3.0));
    let fits = grid.map(|temperature| (temperature, loss(games, temperature)));
    fits.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((1.0, 0.0))
}

fn entropy(chances: &[f64]) -> f64 {
    let sum: f64 = chances.iter().filter(|chance| **chance > 0.0).map(|chance| -chance * chance.ln()).sum();
    sum / (chances.len() as f64).ln()
}

/// The position in `count` points of a tenth of a game.
fn point(part: usize, count: usize) -> usize {
    (part * count / PARTS).min(count.saturating_sub(1))
}

/// The mean of a series over games, by tenths of each game.
pub(crate) fn by_tenths<'a>(series: impl Iterator<Item = &'a [f64]> + Clone) -> Vec<f64> {
    let filled = series.filter(|values| !values.is_empty());
    (0..PARTS)
        .map(|part| round(mean(filled.clone().map(|values| values[point(part, values.len())]))))
        .collect()
}

/// One game's course for its single winner.
struct Course {
    behind: f64,
    settled: f64,
}

fn course(chances: &[Vec<f64>], winner: usize) -> Course {
    let best = |chances: &[f64]| chances.iter().copied().fold(0.0, f64::max);
    let behind = chances.iter().map(|now| best(now) - now[winner]).fold(0.0, f64::max);
    let open = chances.iter().rposition(|now| now[winner] < SETTLED).map_or(0, |last| last + 1);
    Course { behind, settled: open as f64 / chances.len().max(1) as f64 }
}

/// Changes of the only leader.
fn changes(game: &Facts) -> usize {
    let leaders = game.values.iter().filter_map(|values| {
        let top = values.iter().copied().fold(f32::MIN, f32::max);
        let mut best = values.iter().enumerate().filter(|(_, value)| **value == top).map(|(seat, _)| seat);
        best.next().filter(|_| best.next().is_none())
    });
    let mut leaders: Vec<usize> = leaders.collect();
    leaders.dedup();
    leaders.len().saturating_sub(1)
}

impl Tension {
    /// Of the games of a cell; `None` if there is nothing to win against others, or nothing was measured.
    pub(crate) fn of(games: &[&Facts]) -> Option<Tension> {
        let seats = games.first()?.shares.len();
        if seats < 2 {
            return None;
        }
        let (temperature, fitted) = fit(games);
        let base = (seats as f64).ln();
        let chances: Vec<Vec<Vec<f64>>> = games
            .iter()
            .map(|game| game.values.iter().map(|values| softmax(values, temperature)).collect())
            .collect();
        let won = games.iter().zip(&chances).filter_map(|(game, chances)| {
            let winner = game.shares.iter().position(|share| *share == 1.0)?;
            (!chances.is_empty()).then(|| course(chances, winner))
        });
        let won: Vec<Course> = won.collect();
        let open: Vec<Vec<f64>> =
            chances.iter().map(|game| game.iter().map(|chances| entropy(chances)).collect()).collect();
        Some(Tension {
            explained: round((1.0 - fitted / base).max(0.0)),
            drama: round(mean(won.iter().map(|course| course.behind))),
            lead_changes: round(mean(games.iter().map(|game| changes(game) as f64))),
            comebacks: Portion::of(won.iter().map(|course| f64::from(u8::from(course.behind >= 0.1)))),
            settled: round(mean(won.iter().map(|course| course.settled))),
            uncertainty: by_tenths(open.iter().map(Vec::as_slice)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_divide_one_and_a_late_winner_settles_late() {
        let chances = softmax(&[1.0, 1.0, -5.0], 1.0);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12 && chances[0] == chances[1]);
        let late = course(&[vec![0.5, 0.5], vec![0.1, 0.9], vec![0.9, 0.1], vec![0.95, 0.05]], 0);
        assert!((late.behind - 0.8).abs() < 1e-12 && (late.settled - 0.5).abs() < 1e-12);
        assert!((entropy(&[0.5, 0.5]) - 1.0).abs() < 1e-12 && entropy(&[1.0, 0.0]) == 0.0);
        assert_eq!(
            by_tenths([[1.0, 3.0].as_slice()].into_iter()),
            [1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 3.0, 3.0]
        );
    }
}
