//! The likelihood of a mean score. A unit (a deal of two games, or one game) scores a value from 0 to 1; its
//! distribution is unknown. The likelihood of a mean is that of the most likely distribution with this mean: the exact
//! maximum, found by one root. The usual normal approximation, with a measured variance, is far too sure after a few
//! equal results: after 18 deals won it finds a ratio of 19 where the exact one is 1.

/// Relative tolerance of the root: far below what any figure shows.
const TOLERANCE: f64 = 1e-14;

/// The scores of some units by value, each from 0 to 1, with how often each came.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    counts: Vec<(f64, f64)>,
}

impl Scores {
    /// From one value a unit.
    #[must_use]
    pub fn of(values: &[f64]) -> Scores {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let mut scores = Scores { counts: Vec::new() };
        for value in sorted {
            match scores.counts.last_mut() {
                // Means of the same results differ in the last bit if they were added in another order.
                Some((same, count)) if value - *same < 1e-9 => *count += 1.0,
                _ => scores.counts.push((value, 1.0)),
            }
        }
        scores
    }

    /// From the counts of evenly spaced scores, the lowest first: three for games (lost, drawn, won), five for pairs of
    /// games (0 to 2 points in halves).
    #[must_use]
    pub fn spaced(counts: &[u64]) -> Scores {
        let top = (counts.len().max(2) - 1) as f64;
        let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        Scores { counts: counted.map(|(step, count)| (step as f64 / top, *count as f64)).collect() }
    }

    /// The same with `more` units, of which the share `won` scored 1 and the rest 0.
    #[must_use]
    pub fn and(&self, more: f64, won: f64) -> Scores {
        let mut counts = self.counts.clone();
        for (value, count) in [(0.0, more * (1.0 - won)), (1.0, more * won)] {
            match counts.iter_mut().find(|(same, _)| (*same - value).abs() < 1e-9) {
                Some(entry) => entry.1 += count,
                None if count > 0.0 => counts.push((value, count)),
                None => {}
            }
        }
        Scores { counts }
    }

    /// The values with their counts; the scores 0 and 1 have at least this count.
    pub(super) fn with_extremes(&self, least: f64) -> Vec<(f64, f64)> {
        let mut counts = self.counts.clone();
        for extreme in [0.0, 1.0] {
            if !counts.iter().any(|(value, _)| (value - extreme).abs() < 1e-9) {
                counts.push((extreme, least));
            }
        }
        counts
    }

    /// How many units.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// The mean score; one half if there is none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(value, count)| value * count).sum();
        if self.counts.is_empty() { 0.5 } else { sum / self.count() }
    }

    /// The variance of one unit around the mean.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.counts.iter().map(|(value, count)| (value - mean).powi(2) * count).sum();
        if self.counts.is_empty() { 0.0 } else { sum / self.count() }
    }

    /// The log-likelihood of a mean between 0 and 1, relative to that of the most likely mean: at most 0.
    #[must_use]
    pub fn likelihood(&self, mean: f64) -> f64 {
        let tilt = self.tilt(mean);
        -self.counts.iter().map(|(value, count)| count * (tilt * (value - mean)).ln_1p()).sum::<f64>()
    }

    /// The first and the second derivative of the log-likelihood by the mean. Both extreme scores must have been seen.
    pub(super) fn derivatives(&self, mean: f64) -> (f64, f64) {
        let tilt = self.tilt(mean);
        let (mut squares, mut weights) = (0.0, 0.0);
        for (value, count) in &self.counts {
            let share = 1.0 + tilt * (value - mean);
            squares += count * ((value - mean) / share).powi(2);
            weights += count / (share * share);
        }
        (tilt * self.count(), -self.count() * weights / squares)
    }

    /// The multiplier `t` for which the shares `count / (1 + t (value − mean))` have this mean: the most likely
    /// distribution. If even the steepest one is not enough, the extreme score that was never seen gets the rest; then
    /// `t` is the end of its range.
    fn tilt(&self, mean: f64) -> f64 {
        let (low, high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let pulls = |tilt: f64| pull(tilt, self.counts.iter().map(|(value, count)| (value - mean, *count)));
        // An extreme that was seen makes the pull infinite there, so that the root lies within.
        let seen = |extreme: f64| self.counts.iter().any(|(value, _)| (value - extreme).abs() < 1e-9);
        if !seen(0.0) && pulls(high).0 >= 0.0 {
            return high;
        }
        if !seen(1.0) && pulls(low).0 <= 0.0 {
            return low;
        }
        balance((low, high), pulls)
    }
}

/// How strongly weighed forces pull at a tilt, and how that changes with the tilt. It falls as the tilt grows.
pub(super) fn pull(tilt: f64, forces: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let (mut pull, mut slope) = (0.0, 0.0);
    for (force, count) in forces {
        let weighed = force / (1.0 + tilt * force);
        pull += count * weighed;
        slope -= count * weighed * weighed;
    }
    (pull, slope)
}

/// The tilt within a range at which the pull is zero.
pub(super) fn balance((mut low, mut high): (f64, f64), pulls: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut tilt: f64 = 0.0;
    for _ in 0..200 {
        let (pull, slope) = pulls(tilt);
        if pull > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let step = tilt - pull / slope;
        // Newton's step, or half the interval where it leads out.
        let next = if step > low && step < high { step } else { f64::midpoint(low, high) };
        let done = (next - tilt).abs() <= TOLERANCE * (1.0 + tilt.abs());
        tilt = next;
        if done {
            break;
        }
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_two_values_it_is_the_binomial_likelihood() {
        let scores = Scores::spaced(&[7, 0, 13]);
        for mean in [0.1, 0.4, 0.65, 0.9] {
            let exact = 13.0 * f64::ln(mean / 0.65) + 7.0 * f64::ln((1.0 - mean) / 0.35);
            assert!((scores.likelihood(mean) - exact).abs() < 1e-9, "{mean}");
        }
    }

    #[test]
    fn an_extreme_that_was_never_seen_gets_the_rest() {
        // 18 deals won: the most likely distribution with mean m wins the share m and loses the rest.
        let won = Scores::spaced(&[0, 0, 0, 0, 18]);
        assert!((won.likelihood(0.4) - 18.0 * f64::ln(0.4)).abs() < 1e-9);
        // Even deals only: the mean 0.7 needs a share of 0.4 that is won.
        let even = Scores::spaced(&[0, 0, 10, 0, 0]);
        assert!((even.likelihood(0.7) - 10.0 * f64::ln(0.6)).abs() < 1e-9);
        assert!((even.likelihood(0.3) - 10.0 * f64::ln(0.6)).abs() < 1e-9);
        assert_eq!(Scores::of(&[]).likelihood(0.3), 0.0);
    }

    #[test]
    fn no_distribution_with_the_mean_is_more_likely() {
        // Every distribution on a fine grid that has the mean, against the closed form.
        let scores = Scores::spaced(&[3, 5, 9]);
        let mean = 0.6;
        let most = scores.count();
        let mut best = f64::NEG_INFINITY;
        for step in 1..4000 {
            let drawn = f64::from(step) / 4000.0;
            let won = mean - drawn / 2.0;
            let lost = 1.0 - won - drawn;
            if won > 0.0 && lost > 0.0 {
                let shares = [(3.0, lost), (5.0, drawn), (9.0, won)];
                best = best.max(shares.iter().map(|(n, p)| n * f64::ln(p * most / n)).sum());
            }
        }
        assert!((scores.likelihood(mean) - best).abs() < 1e-5, "{best}");
    }

    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        let scores = Scores::spaced(&[1, 4, 20, 9, 3]);
        let (at, h) = (0.44, 1e-5);
        let [below, here, above] = [at - h, at, at + h].map(|mean| scores.likelihood(mean));
        let (first, second) = scores.derivatives(at);
        assert!((first - (above - below) / (2.0 * h)).abs() < 1e-4 * first.abs());
        assert!((second - (above - 2.0 * here + below) / (h * h)).abs() < 1e-3 * second.abs());
    }

    #[test]
    fn equal_values_are_counted_together() {
        let third = 1.0 / 3.0;
        assert_eq!(Scores::of(&[1.0, third, 0.1 + 0.2 + third - 0.3, 1.0]).counts.len(), 2);
        assert_eq!(Scores::of(&[0.0, 0.5, 0.5, 1.0]), Scores::spaced(&[1, 2, 1]));
    }
}
