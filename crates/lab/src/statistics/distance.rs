//! The likelihood of a distance: how many standard deviations of a unit the mean lies above one half. This is what
//! normalised Elo measures. Only the distance is given, so the standard deviation is unknown. We iterate: with the last mean
//! and deviation fixed, the condition is linear and needs one root.

use super::likelihood::{Scores, balance, pull};

/// An extreme score that was never seen gets this weight, so that every distance can be reached.
const UNSEEN: f64 = 1e-6;
/// The distance is approached in steps: the linear condition holds near the last distribution only.
const STEP: f64 = 0.1;

impl Scores {
    /// The log-likelihood of a distance, relative to that of the most likely one: at most 0.
    #[must_use]
    pub fn likelihood_of_distance(&self, distance: f64) -> f64 {
        let counts = self.with_extremes(UNSEEN);
        let all: f64 = counts.iter().map(|(_, count)| count).sum();
        let mut shares: Vec<f64> = counts.iter().map(|(_, count)| count / all).collect();
        let (mean, deviation) = moments(&counts, &shares);
        let from = (mean - 0.5) / deviation;
        let steps = ((distance - from).abs() / STEP).ceil().clamp(1.0, 1000.0);
        for step in 1..=steps as u32 {
            let aim = from + (distance - from) * f64::from(step) / steps;
            settle(&counts, all, &mut shares, aim);
        }
        counts.iter().zip(&shares).map(|((_, count), share)| count * (share * all / count).ln()).sum()
    }
}

fn moments(counts: &[(f64, f64)], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = counts.iter().zip(shares).map(|((value, _), share)| value * share).sum();
    let square = |value: f64| (value - mean).powi(2);
    let variance: f64 = counts.iter().zip(shares).map(|((value, _), share)| square(*value) * share).sum();
    (mean, variance.sqrt())
}

/// Turns the shares into those of the most likely distribution with this distance.
fn settle(counts: &[(f64, f64)], all: f64, shares: &mut [f64], distance: f64) {
    for _ in 0..200 {
        let (mean, deviation) = moments(counts, shares);
        let linear = |value: f64| {
            let away = (value - mean) / deviation;
            value - 0.5 - distance * deviation / 2.0 * (1.0 + away * away)
        };
        let forces: Vec<(f64, f64)> = counts.iter().map(|(value, count)| (linear(*value), *count)).collect();
        let tilt = tilt_of(&forces);
        let mut change: f64 = 0.0;
        for (share, (force, count)) in shares.iter_mut().zip(&forces) {
            let next = count / (all * (1.0 + tilt * force));
            change = change.max((next - *share).abs());
            *share = next;
        }
        if change < 1e-13 {
            return;
        }
    }
}

/// The multiplier `t` for which the weights `count / (1 + t force)` balance the forces; 0 if all pull one way.
fn tilt_of(forces: &[(f64, f64)]) -> f64 {
    let strongest = forces.iter().map(|(force, _)| *force).fold(f64::NEG_INFINITY, f64::max);
    let weakest = forces.iter().map(|(force, _)| *force).fold(f64::INFINITY, f64::min);
    if strongest <= 0.0 || weakest >= 0.0 {
        return 0.0;
    }
    let range = (-1.0 / strongest, -1.0 / weakest);
    balance(range, |tilt| pull(tilt, forces.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_two_values_a_distance_is_a_mean() {
        // Won or lost: the deviation follows from the mean, so both likelihoods are the binomial one.
        let scores = Scores::spaced(&[7, 0, 13]);
        for mean in [0.2, 0.4, 0.65, 0.9] {
            let distance = (mean - 0.5) / f64::sqrt(mean * (1.0 - mean));
            let (one, other) = (scores.likelihood_of_distance(distance), scores.likelihood(mean));
            assert!((one - other).abs() < 1e-6, "{mean}: {one} {other}");
        }
    }

    #[test]
    fn no_distribution_with_the_distance_is_more_likely() {
        // Every distribution of three values on a fine grid that has the distance, against the repetition.
        let scores = Scores::spaced(&[3, 5, 9]);
        for distance in [-0.2, 0.0, 0.15, 0.6] {
            let mut best = f64::NEG_INFINITY;
            for step in 1..20_000 {
                let drawn = f64::from(step) / 20_000.0;
                // won - lost = d, won + lost = w: the mean is 1/2 + d/2 and the variance (w - d²)/4.
                let decided = 1.0 - drawn;
                let lead = distance * f64::sqrt(decided / (1.0 + distance * distance));
                let (won, lost) = (f64::midpoint(decided, lead), f64::midpoint(decided, -lead));
                if won > 0.0 && lost > 0.0 {
                    let shares = [(3.0, lost), (5.0, drawn), (9.0, won)];
                    best = best.max(shares.iter().map(|(n, p): &(f64, f64)| n * f64::ln(p * 17.0 / n)).sum());
                }
            }
            let found = scores.likelihood_of_distance(distance);
            assert!((found - best).abs() < 1e-5, "{distance}: {found} {best}");
        }
    }

    #[test]
    fn extreme_results_and_distances_stay_finite() {
        for counts in [[0, 0, 0, 0, 18], [18, 0, 0, 0, 0], [0, 0, 9, 0, 0], [1, 0, 0, 0, 500]] {
            for distance in [-4.0, -0.5, 0.0, 0.5, 4.0] {
                let found = Scores::spaced(&counts).likelihood_of_distance(distance);
                assert!(found.is_finite() && found <= 1e-6, "{counts:?} {distance}: {found}");
            }
        }
    }
}
