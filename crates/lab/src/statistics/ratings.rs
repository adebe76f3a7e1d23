//! Ratings: Bradley and Terry's model, where the expected score depends on the difference of two ratings. The likelihood
//! of each meeting is that of its mean score, so that draws and the dependence of a deal's two games are in it without
//! further parameters. The estimate is the maximum with the prior, and its interval is where the profile of the same
//! function has fallen by the 95 % quantile; a bootstrap around a differently regularised estimate gave intervals that
//! ended at their rating.

use super::estimate::DROP;
use super::likelihood::Scores;
use super::root::crossing;
use super::{LOGISTIC, score};

/// The deals of two players.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The player whose scores these are.
    pub first: usize,
    /// The opponent.
    pub second: usize,
    /// The scores of the first player.
    pub scores: Scores,
}

/// A rating in Elo with its 95 % interval, relative to the mean of all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely rating.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Newton's steps at most; about six are enough.
const STEPS: usize = 100;
/// The largest step of a rating in natural units (about 350 Elo).
const STRIDE: f64 = 2.0;

/// The ratings of all players; their mean is 0. Every meeting gets the prior of [`super::Estimate`]: one more deal, half
/// won and half lost.
#[must_use]
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let field = Field {
        players,
        meetings: meetings
            .iter()
            .map(|meeting| Meeting { scores: meeting.scores.and(1.0, 0.5), ..meeting.clone() })
            .collect(),
    };
    let best = field.maximum(vec![0.0; players], None);
    let top = field.likelihood(&best);
    let end = |player: usize, direction: f64| {
        // Outward in growing steps, each from the solution of the last.
        let (mut inside, mut step) = (best[player], 0.25);
        let mut from = best.clone();
        let fall = |value: f64, from: &mut Vec<f64>| {
            *from = field.maximum(shifted(from, player, value), Some(player));
            field.likelihood(from) - top + DROP
        };
        loop {
            let outside = inside + direction * step;
            if fall(outside, &mut from) <= 0.0 || step > 100.0 {
                return crossing(inside, outside, |value| fall(value, &mut from));
            }
            inside = outside;
            step *= 2.0;
        }
    };
    let rating = |player: usize| Rating {
        value: LOGISTIC * best[player],
        low: LOGISTIC * end(player, -1.0),
        high: LOGISTIC * end(player, 1.0),
    };
    (0..players).map(rating).collect()
}

/// The same ratings with one of them moved, and the others moved together so that the mean stays 0.
fn shifted(from: &[f64], player: usize, value: f64) -> Vec<f64> {
    let back = (value - from[player]) / (from.len().max(2) - 1) as f64;
    let moved = |(index, rating): (usize, &f64)| if index == player { value } else { rating - back };
    from.iter().enumerate().map(moved).collect()
}

struct Field {
    players: usize,
    /// With the prior.
    meetings: Vec<Meeting>,
}

impl Field {
    fn likelihood(&self, rated: &[f64]) -> f64 {
        self.meetings.iter().map(|meeting| meeting.scores.likelihood(expected(meeting, rated))).sum()
    }

    /// The most likely ratings with mean 0, by Newton's method from `rated`; one of them may be held.
    fn maximum(&self, mut rated: Vec<f64>, held: Option<usize>) -> Vec<f64> {
        let mut value = self.likelihood(&rated);
        for _ in 0..STEPS {
            let mut step = self.newton(&rated, held);
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            if longest > STRIDE {
                step.iter_mut().for_each(|part| *part *= STRIDE / longest);
            }
            // Half the step until it leads up; at the top nothing does.
            let mut better = None;
            for _ in 0..40 {
                let next: Vec<f64> = rated.iter().zip(&step).map(|(rating, part)| rating + part).collect();
                let likelihood = self.likelihood(&next);
                if likelihood > value {
                    better = Some((next, likelihood));
                    break;
                }
                step.iter_mut().for_each(|part| *part /= 2.0);
            }
            let Some((next, likelihood)) = better else { break };
            (rated, value) = (next, likelihood);
            if longest < 1e-10 {
                break;
            }
        }
        rated
    }

    /// The step to the maximum of the quadratic approximation that keeps the mean, and the held rating.
    fn newton(&self, rated: &[f64], held: Option<usize>) -> Vec<f64> {
        let size = self.players + 1 + usize::from(held.is_some());
        let mut system = vec![vec![0.0; size + 1]; size];
        for meeting in &self.meetings {
            let mean = expected(meeting, rated);
            let (first, second) = meeting.scores.derivatives(mean);
            // By the difference of ratings: the expected score has the slope m (1 − m).
            let slope = mean * (1.0 - mean);
            let (pull, own) = (first * slope, -second * slope * slope);
            // The whole curvature where it is one, else the part that always is.
            let whole = own - first * slope * (1.0 - 2.0 * mean);
            let curvature = if whole > 0.1 * own { whole } else { own };
            let (a, b) = (meeting.first, meeting.second);
            for (row, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
                system[row][row] += curvature;
                system[row][other] -= curvature;
                system[row][size] += sign * pull;
            }
        }
        let mut constrain = |player: usize, row: usize| {
            system[player][row] = 1.0;
            system[row][player] = 1.0;
        };
        (0..self.players).for_each(|player| constrain(player, self.players));
        if let Some(player) = held {
            constrain(player, self.players + 1);
        }
        let mut solution = solve(system);
        solution.truncate(self.players);
        solution
    }
}

/// The expected score of the first player.
fn expected(meeting: &Meeting, rated: &[f64]) -> f64 {
    // Never exactly 0 or 1, where the likelihood has no value.
    score(LOGISTIC * (rated[meeting.first] - rated[meeting.second])).clamp(1e-12, 1.0 - 1e-12)
}

/// Solves linear equations by Gauss' elimination; each row ends with its right side. What is not determined is 0.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for column in 0..size {
        let best = (column..size).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        rows.swap(column, best.unwrap_or(column));
        let pivot = rows[column].clone();
        if pivot[column].abs() < 1e-300 {
            continue;
        }
        for row in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).skip(column).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| rows[row][column] * solution[column]).sum();
        let pivot = rows[row][row];
        solution[row] = if pivot.abs() < 1e-300 { 0.0 } else { (rows[row][size] - known) / pivot };
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::super::{Estimate, elo};
    use super::*;

    fn meeting(first: usize, second: usize, counts: &[u64]) -> Meeting {
        Meeting { first, second, scores: Scores::spaced(counts) }
    }

    #[test]
    fn two_players_are_rated_like_their_pairing() {
        let counts = [2, 6, 20, 9, 5];
        let rated = ratings(2, &[meeting(0, 1, &counts)]);
        let [value, low, high] = Estimate::of(&Scores::spaced(&counts), 2).elo();
        for (half, whole) in [(rated[0].value, value), (rated[0].low, low), (rated[0].high, high)] {
            assert!((2.0 * half - whole).abs() < 1e-4, "{rated:?} {whole}");
        }
        assert!((rated[0].value + rated[1].value).abs() < 1e-6);
    }

    #[test]
    fn ratings_order_players_and_agree_with_the_model() {
        // 200 Elo from each to the next: scores of 76 % and 91 %.
        let close = |score: f64| [(10_000.0 * (1.0 - score)) as u64, 0, (10_000.0 * score) as u64];
        let meetings = [
            meeting(0, 1, &close(score(200.0))),
            meeting(2, 1, &close(score(-200.0))),
            meeting(0, 2, &close(score(400.0))),
        ];
        let rated = ratings(3, &meetings);
        for (rating, known) in rated.iter().zip([200.0, 0.0, -200.0]) {
            assert!((rating.value - known).abs() < 1.0, "{rated:?}");
        }
    }

    #[test]
    fn a_player_who_wins_all_games_has_an_interval_on_both_sides() {
        // The old report said +510 (+127 to +510).
        let meetings = [
            meeting(0, 1, &[0, 0, 0, 0, 6]),
            meeting(0, 2, &[0, 0, 0, 0, 6]),
            meeting(1, 2, &[1, 0, 2, 0, 3]),
        ];
        for rating in ratings(3, &meetings) {
            let Rating { value, low, high } = rating;
            assert!(low < value - 50.0 && high > value + 50.0 && high < 3000.0, "{rating:?}");
        }
    }

    #[test]
    fn players_who_have_not_met_yet_are_known_by_the_prior_alone() {
        let rated = ratings(3, &[meeting(0, 1, &[0; 5]), meeting(0, 2, &[0; 5]), meeting(1, 2, &[0; 5])]);
        for Rating { value, low, high } in rated {
            assert!(value.abs() < 1e-6 && low < -200.0 && high > 200.0, "{value} {low} {high}");
        }
        assert!(elo(0.75) > 190.0);
    }

    #[test]
    fn a_long_row_of_lopsided_meetings_is_solved() {
        let meetings: Vec<Meeting> = (0..9)
            .map(|player| meeting(player, player + 1, &[0, 0, 0, u64::from(player % 2 == 0), 40]))
            .collect();
        let rated = ratings(10, &meetings);
        assert!(rated.windows(2).all(|pair| pair[0].value > pair[1].value + 300.0), "{rated:?}");
        assert!(rated.iter().map(|rating| rating.value).sum::<f64>().abs() < 1e-3);
    }
}
