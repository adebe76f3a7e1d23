//! What results mean. The two games of a deal are not independent, so the unit of every interval is the deal: its
//! five possible scores (for two seats, the pentanomial) give the variance. Treating games as independent would
//! call a lopsided opening, won once by each side, evidence of two draws' worth of luck.

/// The mean of some deals with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) margin: f64,
    pub(crate) count: usize,
}

impl Estimate {
    /// From one value a deal.
    pub(crate) fn of(values: &[f64]) -> Estimate {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let margin = 1.96 * (variance(values, mean) / count.max(1) as f64).sqrt();
        Estimate { mean, margin, count }
    }

    pub(crate) fn low(&self) -> f64 {
        self.mean - self.margin
    }

    pub(crate) fn high(&self) -> f64 {
        self.mean + self.margin
    }
}

/// The variance of deals, never quite nothing: a handful of equal results is no certainty.
fn variance(values: &[f64], mean: f64) -> f64 {
    let count = values.len() as f64;
    if count == 0.0 {
        return 0.25;
    }
    // As if one deal more had been split between a win and a loss of everything.
    let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (spread + 0.25) / (count + 1.0)
}

/// The difference in Elo that gives this mean score.
pub(crate) fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score that a difference in Elo gives.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// What was decided, if anything was.
    pub verdict: Option<bool>,
}

/// Both kinds of error are allowed once in twenty.
const BOUND: f64 = 2.944_438_979_166_44;

/// Tests "at least `elo1` better" against "at most `elo0` better" on the mean scores of deals (the normal
/// approximation of the generalised ratio, as chess engines' test sites use it).
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

/// Ratings of all players from the mean scores of pairs, their mean at 0: the fixed point of Bradley and Terry.
/// `scores[a][b]` is what `a` scored against `b` in `games[a][b]` games.
pub(crate) fn ratings(scores: &[Vec<f64>], games: &[Vec<f64>]) -> Vec<f64> {
    let players = scores.len();
    let mut strength = vec![1.0f64; players];
    for _ in 0..2000 {
        let mut next = strength.clone();
        for a in 0..players {
            let (mut won, mut faced) = (0.0, 0.0);
            for b in (0..players).filter(|b| games[a][*b] > 0.0) {
                // Half a point each way keeps a clean sheet finite.
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
        let split = Estimate::of(&[0.5; 100]);
        let loose: Vec<f64> = (0..100).map(|n| f64::from(n % 2)).collect();
        assert!(split.margin < 0.02 && Estimate::of(&loose).margin > 0.09);
        assert_eq!(split.mean, 0.5);
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
