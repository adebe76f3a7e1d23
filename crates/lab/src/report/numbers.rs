//! Small statistics: shares with intervals, quantiles, and whether two means differ. The interval is Wilson's, because the
//! shares here are plain proportions of games or turns; the arena's likelihood is for the scores of paired deals.

use serde::Serialize;

/// The normal quantile of a 95 % interval.
const WIDTH: f64 = 1.959_964;
/// The normal quantile of a difference that is called significant: an error of 1 %, because a sweep makes many comparisons.
const SIGNIFICANT: f64 = 2.575_829;

/// Fewer values are not compared.
const FEWEST: usize = 10;

/// Four decimals: more would differ after a number has been written and read.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A proportion with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Portion {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) of: usize,
}

impl Portion {
    /// Of a sum of values from 0 to 1.
    pub(crate) fn new(sum: f64, of: usize) -> Portion {
        if of == 0 {
            return Portion { mean: 0.0, low: 0.0, high: 1.0, of };
        }
        let (n, square) = (of as f64, WIDTH * WIDTH);
        let mean = sum / n;
        let centre = (mean + square / (2.0 * n)) / (1.0 + square / n);
        let spread = (mean * (1.0 - mean) / n + square / (4.0 * n * n)).max(0.0).sqrt();
        let margin = WIDTH * spread / (1.0 + square / n);
        let [mean, low, high] =
            [mean, (centre - margin).max(0.0).min(mean), (centre + margin).min(1.0).max(mean)].map(round);
        Portion { mean, low, high, of }
    }

    /// Of values from 0 to 1.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Portion {
        let (sum, count) = values.into_iter().fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        Portion::new(sum, count)
    }

    /// Whether a fair share lies outside the interval.
    pub(crate) fn excludes(&self, fair: f64) -> bool {
        self.of > 0 && !(self.low..=self.high).contains(&fair)
    }
}

/// The middle and the edges of some values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Range {
    pub(crate) p10: f64,
    pub(crate) median: f64,
    pub(crate) p90: f64,
    pub(crate) most: f64,
}

impl Range {
    pub(crate) fn of(values: &[f64]) -> Range {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = sorted.len().saturating_sub(1);
            sorted.get((last as f64 * share).round() as usize).copied().map_or(0.0, round)
        };
        Range { p10: at(0.1), median: at(0.5), p90: at(0.9), most: at(1.0) }
    }
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: f64,
    pub(crate) of: usize,
}

impl Mean {
    /// The farthest value counts once more, because a few values show too little of the spread.
    pub(crate) fn of(values: &[f64]) -> Mean {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let widest = values.iter().fold(0.0f64, |most, value| most.max((value - mean).abs()));
        let variance = (spread + widest.max(1e-9).powi(2)) / (count - 1.0).max(1.0);
        Mean { mean: round(mean), error: (variance / count.max(1.0)).sqrt(), of: values.len() }
    }

    /// Whether two means differ, with an error of 1 %. A handful of values proves nothing.
    pub(crate) fn differs(&self, other: &Mean) -> bool {
        let (error, enough) = (self.error.hypot(other.error), self.of.min(other.of) >= FEWEST);
        enough && (self.mean - other.mean).abs() > SIGNIFICANT * error && self.mean != other.mean
    }
}

/// The mean of some values; 0 for none.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_wilsons() {
        // Known values: 8 of 10 gives 49.0 % to 94.3 %; none of 20 gives 0 % to 16.1 %.
        let eight = Portion::new(8.0, 10);
        assert!((eight.low - 0.4902).abs() < 2e-4 && (eight.high - 0.9433).abs() < 2e-4, "{eight:?}");
        let none = Portion::new(0.0, 20);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 2e-4, "{none:?}");
        assert!(none.excludes(0.5) && !eight.excludes(0.5 + 0.2));
    }

    #[test]
    fn quantiles_and_differences() {
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(Range::of(&values), Range { p10: 10.0, median: 50.0, p90: 90.0, most: 100.0 });
        let (low, high) = (Mean::of(&[0.0; 50]), Mean::of(&[1.0; 50]));
        assert!(low.differs(&high) && !low.differs(&low));
        assert!(!Mean::of(&[0.0; 3]).differs(&Mean::of(&[1.0; 3])), "three games prove nothing");
        let mixed =
            |ones: usize| Mean::of(&(0..40).map(|n| f64::from(u8::from(n < ones))).collect::<Vec<_>>());
        assert!(!mixed(18).differs(&mixed(22)) && mixed(5).differs(&mixed(35)));
    }
}
