//! Statistics of matches. The two games of a deal are not independent, so the unit is the deal: its five possible scores
//! (for two seats, the pentanomial). Everything comes from one likelihood, that of a mean score under the most likely
//! distribution of deals, and from one prior, a single deal: the sequential test, estimates and intervals, the likelihood
//! of superiority, ratings. Separate recipes for each (a bootstrap here, a normal approximation there) contradicted each
//! other. `docs/arena.md` has the formulas in words; `scripts/statistics_agreement.py` computes the same with SciPy.

mod distance;
mod estimate;
mod likelihood;
mod points;
mod ratings;
mod root;
mod sprt;
mod summary;

pub use estimate::Estimate;
pub use likelihood::Scores;
pub(crate) use points::Points;
pub use ratings::{Meeting, Rating, ratings};
pub use sprt::{Hypotheses, Sprt, Units};
pub use summary::{METHOD, Summary};

/// Elo in one unit of the natural logarithm of the odds.
const LOGISTIC: f64 = 173.717_792_761_301_06;
/// Normalised Elo in one standard deviation of a game: for a game without draws both kinds of Elo are equal near 0.
const NORMALISED: f64 = 2.0 * LOGISTIC;

/// The difference in Elo that corresponds to a mean score between 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    LOGISTIC * (score / (1.0 - score)).ln()
}

/// The mean score that corresponds to a difference in Elo.
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / LOGISTIC).exp())
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
        assert!((LOGISTIC - 400.0 / f64::ln(10.0)).abs() < 1e-12);
    }
}
