//! Statistics. The two games of a deal are not independent, so the unit of every interval is the deal: its five possible
//! scores (for two seats, the pentanomial) give the variance. Independent games would overestimate it: an opening that
//! favours one side is won once by each player, and their deal is even.

/// The half-width of a 95 % interval in standard errors.
const WIDTH: f64 = 1.96;

/// The mean share of some deals with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) count: usize,
}

impl Share {
    /// From one value per deal, each from 0 to 1. The interval is that of Agresti and Coull: as if a few more deals had been
    /// played, half of them won and half lost, because a few equal results prove little.
    pub(crate) fn of(values: &[f64]) -> Share {
        let count = values.len();
        let more = WIDTH * WIDTH;
        let all = count as f64 + more;
        let sum: f64 = values.iter().sum();
        let centre = (sum + more / 2.0) / all;
        let square = |value: f64| (value - centre) * (value - centre);
        let spread: f64 = values.iter().map(|&value| square(value)).sum();
        let variance = (spread + more / 2.0 * (square(0.0) + square(1.0))) / all;
        let margin = WIDTH * (variance / all).sqrt();
        let (low, high) = ((centre - margin).max(0.0), (centre + margin).min(1.0));
        let mean = if count == 0 { 0.5 } else { sum / count as f64 };
        Share { mean, low, high, count }
    }
}

/// The mean of some points with its 95 % margin; fewer than two values have no margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Points {
    pub(crate) mean: f64,
    pub(crate) margin: Option<f64>,
    pub(crate) count: usize,
}

impl Points {
    pub(crate) fn of(values: &[f64]) -> Points {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let margin = (count > 1).then(|| {
            let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            student(count - 1) * (spread / (count - 1) as f64 / count as f64).sqrt()
        });
        Points { mean, margin, count }
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.margin {
            Some(margin) => write!(f, "{:.2} ± {margin:.2}", self.mean),
            None => write!(f, "{:.2}", self.mean),
        }
    }
}

/// Student's 97.5 % quantile for some degrees of freedom, by the expansion of Cornish and Fisher. From three degrees on it
/// is exact to two per cent; the first two are tabulated.
fn student(freedom: usize) -> f64 {
    let (z, n) = (1.959_964f64, freedom as f64);
    match freedom {
        1 => 12.706,
        2 => 4.303,
        _ => {
            z + (z.powi(3) + z) / (4.0 * n)
                + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
                + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n.powi(3))
        }
    }
}

/// The variance of deals for the sequential test, never zero.
fn variance(values: &[f64], mean: f64) -> f64 {
    let count = values.len() as f64;
    if count == 0.0 {
        return 0.25;
    }
    // As if one more deal had been half a complete win and half a complete loss.
    let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (spread + 0.25) / (count + 1.0)
}

/// The difference in Elo that corresponds to a mean score.
pub(crate) fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score that corresponds to a difference in Elo.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The state of a sequential test (SPRT).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// `true` if the stronger hypothesis is accepted, `false` if it is rejected, `None` if undecided.
    pub verdict: Option<bool>,
}

/// Where the test ends: both kinds of error have a probability of 5 %.
pub(crate) const BOUND: f64 = 2.944_438_979_166_44;

/// Tests "at least `elo1` stronger" against "at most `elo0` stronger" on the mean scores of deals, by the normal
/// approximation of the generalised likelihood ratio that chess engine testing uses.
pub(crate) fn sprt(values: &[f64], elo0: f64, elo1: f64) -> Sprt {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let (s0, s1) = (score(elo0), score(elo1));
    let ratio = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance(values, mean));
    let verdict = if ratio >= BOUND {
        Some(true)
    } else if ratio <= -BOUND {
        Some(false)
    } else {
        None
    };
    Sprt { ratio, verdict }
}

/// Iterations after which printed ratings no longer change.
const ROUNDS: usize = 2000;

/// Ratings of all players from the scores of pairs, with mean 0: the fixed point of Bradley and Terry. `scores[a][b]` is
/// the score of `a` against `b` in `games[a][b]` games.
pub(crate) fn ratings(scores: &[Vec<f64>], games: &[Vec<f64>]) -> Vec<f64> {
    let players = scores.len();
    let mut strength = vec![1.0f64; players];
    for _ in 0..ROUNDS {
        let mut next = strength.clone();
        for a in 0..players {
            let (mut won, mut faced) = (0.0, 0.0);
            for b in (0..players).filter(|b| games[a][*b] > 0.0) {
                // Half a point each way keeps a perfect score finite.
                won += scores[a][b] + 0.5;
                faced += (games[a][b] + 1.0) / (strength[a] + strength[b]);
            }
            if faced > 0.0 {
                next[a] = won / faced;
            }
        }
        let mean = next.iter().map(|value| value.ln()).sum::<f64>() / players.max(1) as f64;
        strength = next.into_iter().map(|value| value / mean.exp()).collect();
    }
    strength.into_iter().map(|value| 400.0 * value.log10()).collect()
}

/// The middle 95 % of some values.
pub(crate) fn middle(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    if values.is_empty() { (f64::NAN, f64::NAN) } else { (at(0.025), at(0.975)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for difference in [-400.0, -10.0, 0.0, 35.0, 600.0] {
            assert!((elo(score(difference)) - difference).abs() < 1e-6);
        }
        assert!((score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_cancel_out_leave_a_narrow_interval() {
        let split = Share::of(&[0.5; 100]);
        let loose: Vec<f64> = (0..100).map(|n| f64::from(n % 2)).collect();
        let loose = Share::of(&loose);
        assert!(split.high - split.low < 0.04 && loose.high - loose.low > 0.18);
        assert_eq!(split.mean, 0.5);
    }

    #[test]
    fn a_clean_sheet_is_as_sure_as_it_is_long() {
        // Clopper and Pearson: 69.2 % for ten of ten, 96.4 % for a hundred of a hundred.
        let [ten, hundred] = [10, 100].map(|count| Share::of(&vec![1.0; count]));
        assert!(
            (0.65..0.70).contains(&ten.low) && (0.95..0.97).contains(&hundred.low),
            "{ten:?} {hundred:?}"
        );
        assert_eq!((ten.mean, ten.high), (1.0, 1.0));
        let none = Share::of(&[]);
        assert!(none.low < 0.05 && none.high > 0.95, "{none:?}");
    }

    #[test]
    fn points_have_the_margin_of_their_own_scatter() {
        assert_eq!(Points::of(&[37.0]).margin, None);
        // Deviation 1, three values: 4.303 / √3.
        let three = Points::of(&[36.0, 37.0, 38.0]);
        assert!((three.margin.unwrap() - 2.484).abs() < 1e-3 && three.mean == 37.0);
        for (freedom, known) in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student(freedom) / known - 1.0).abs() < 0.02, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn the_sequential_test_decides_both_ways_and_waits_between() {
        let mix =
            |won: usize, of: usize| (0..of).map(|n| if n < won { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        assert_eq!(sprt(&mix(150, 200), 0.0, 50.0).verdict, Some(true));
        assert_eq!(sprt(&mix(80, 200), 0.0, 50.0).verdict, Some(false));
        assert_eq!(sprt(&mix(11, 20), 0.0, 50.0).verdict, None);
    }

    #[test]
    fn ratings_order_players_and_agree_with_a_single_pair() {
        let scores = vec![vec![0.0, 75.0, 90.0], vec![25.0, 0.0, 70.0], vec![10.0, 30.0, 0.0]];
        let games = vec![vec![100.0; 3]; 3];
        let rated = ratings(&scores, &games);
        assert!(rated[0] > rated[1] && rated[1] > rated[2]);
        assert!(rated.iter().sum::<f64>().abs() < 1e-6);
        let pair = ratings(&[vec![0.0, 75.0], vec![25.0, 0.0]], &[vec![0.0, 100.0], vec![100.0, 0.0]]);
        assert!((pair[0] - pair[1] - elo(75.5 / 101.0)).abs() < 1.0);
    }
}
