//! What is known of a mean score: an estimate, its 95 % interval and the likelihood of superiority, all from one
//! likelihood with one prior. An interval from another source than its estimate can end at the estimate.

use super::likelihood::Scores;
use super::root::crossing;
use super::{NORMALISED, elo, score};

/// Half of the 95 % quantile of χ² with one degree of freedom: how far the log-likelihood falls to the ends of an
/// interval.
pub(super) const DROP: f64 = 1.920_729_410_347_062;

/// Farther than the end of any interval in Elo: a score of 1 − 10⁻¹³.
const FARTHEST: f64 = 5200.0;

/// The weight of the prior in units.
const PRIOR: f64 = 1.0;

/// The estimate of a mean score, with its 95 % interval. It is never 0 or 1: the prior is one more unit, won with the
/// fair share's probability and else lost (for two players half a unit won, half a unit lost).
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The score plus the prior.
    scores: Scores,
    fair: f64,
    /// The score of an unlimited number of units, as far as known.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Of a player among `seats` equal ones.
    #[must_use]
    pub fn of(scores: &Scores, seats: usize) -> Estimate {
        let fair = 1.0 / seats.max(2) as f64;
        let scores = scores.and(PRIOR, fair);
        let mean = scores.mean();
        // On the scale of Elo, where an end near 0 or 1 is as exact as any other.
        let fall = |at: f64| scores.likelihood(score(at)) + DROP;
        let [low, high] = [-FARTHEST, FARTHEST].map(|far| score(crossing(elo(mean), far, fall)));
        Estimate { scores, fair, mean, low, high }
    }

    /// The likelihood of superiority: the confidence that the mean exceeds the fair share, from the signed root of the
    /// likelihood ratio. It is 97.5 % when the interval begins at the fair share.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let root = (-2.0 * self.scores.likelihood(self.fair)).max(0.0).sqrt();
        normal(if self.mean < self.fair { -root } else { root })
    }

    /// The difference in Elo with its interval.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        [self.mean, self.low, self.high].map(elo)
    }

    /// The same in normalised Elo: the distance from one half in standard deviations of a game. `games` is how many games
    /// a unit has. The interval takes the deviation as known.
    #[must_use]
    pub fn normalised(&self, games: usize) -> [f64; 3] {
        let deviation = (self.scores.variance() * games as f64).sqrt();
        [self.mean, self.low, self.high].map(|mean| NORMALISED * (mean - 0.5) / deviation)
    }
}

/// The normal distribution function, by the complementary error function as a continued fraction or a series.
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let tail = if x < 2.5 {
        // Maclaurin's series.
        let (mut term, mut sum) = (x, x);
        for n in 1..80 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        1.0 - sum * 2.0 / std::f64::consts::PI.sqrt()
    } else {
        let mut fraction = 0.0;
        for n in (1..80).rev() {
            fraction = f64::from(n) / 2.0 / (x + fraction);
        }
        (-x * x).exp() / (std::f64::consts::PI.sqrt() * (x + fraction))
    };
    if z < 0.0 { tail / 2.0 } else { 1.0 - tail / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_its_estimate_strictly_inside() {
        for counts in [[0; 5], [0, 0, 0, 0, 12], [9, 0, 0, 0, 0], [0, 0, 50, 0, 0], [1, 2, 3, 4, 5]] {
            let estimate = Estimate::of(&Scores::spaced(&counts), 2);
            let Estimate { mean, low, high, .. } = estimate;
            assert!(0.0 < low && low < mean && mean < high && high < 1.0, "{counts:?} {estimate:?}");
        }
    }

    #[test]
    fn a_clean_sheet_is_as_sure_as_it_is_long() {
        // Clopper and Pearson: 69.2 % for ten of ten, 96.4 % for a hundred of a hundred.
        let [ten, hundred] = [10, 100].map(|count| Estimate::of(&Scores::of(&vec![1.0; count]), 2));
        assert!(
            (0.69..0.80).contains(&ten.low) && (0.96..0.98).contains(&hundred.low),
            "{ten:?} {hundred:?}"
        );
        let none = Estimate::of(&Scores::of(&[]), 2);
        assert!(none.low < 0.05 && none.high > 0.95, "{none:?}");
    }

    #[test]
    fn pairs_that_cancel_out_leave_a_narrow_interval() {
        let split = Estimate::of(&Scores::of(&[0.5; 100]), 2);
        let loose = Estimate::of(&Scores::spaced(&[50, 0, 50]), 2);
        assert!(split.high - split.low < 0.05 && loose.high - loose.low > 0.18, "{split:?} {loose:?}");
    }

    #[test]
    fn superiority_agrees_with_the_interval() {
        // The number of wins at which the interval leaves one half is that at which superiority passes 97.5 %.
        for won in 50..70 {
            let estimate = Estimate::of(&Scores::spaced(&[100 - won, 0, won]), 2);
            assert_eq!(estimate.low > 0.5, estimate.superiority() > 0.975, "{won}");
        }
        let even = Estimate::of(&Scores::spaced(&[5, 5, 5]), 2);
        assert!((even.superiority() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, known) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-3.0, 0.001_349_898_031_630),
            (-3.6, 0.000_159_108_590_158),
            (6.0, 0.999_999_999_013_412),
        ] {
            assert!((normal(z) - known).abs() < 1e-13, "{z}: {}", normal(z));
        }
    }
}
