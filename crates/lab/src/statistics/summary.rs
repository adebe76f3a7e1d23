//! What is said of a pairing and of a test, in text and as JSON: once for matches and for counts that a user gives.

use super::{Estimate, Hypotheses, Scores, Units};
use serde_json::{Value, json};
use std::fmt;

/// The methods in one paragraph, for help and JSON.
pub const METHOD: &str = "SPRT: generalised log-likelihood ratio of deals (for two seats the pentanomial), with the \
    maximum-likelihood distribution under each hypothesis (its Elo logistic, or normalised if so asked) and one neutral \
    deal as prior; bounds by Wald. \
    Estimates, 95 % intervals, LOS and ratings (Bradley-Terry): maximum, profile and signed root of the same likelihood \
    with one deal as prior, half won and half lost.";

/// What a pairing of two players shows.
#[derive(Clone, Debug)]
pub struct Summary {
    estimate: Estimate,
    /// Games in a unit.
    games: usize,
}

impl Summary {
    /// From units of this many games each.
    #[must_use]
    pub fn of(scores: &Scores, games: usize) -> Summary {
        Summary { estimate: Estimate::of(scores, 2), games }
    }

    /// Adds its figures to a JSON object.
    pub fn add_to(&self, object: &mut Value) {
        let Estimate { mean, low, high, .. } = self.estimate;
        object["share_estimate"] = json!(mean);
        object["share_low"] = json!(low);
        object["share_high"] = json!(high);
        for (name, [value, low, high]) in
            [("elo", self.estimate.elo()), ("normalised_elo", self.estimate.normalised(self.games))]
        {
            object[name] = json!(value);
            object[format!("{name}_low")] = json!(low);
            object[format!("{name}_high")] = json!(high);
        }
        object["los"] = json!(self.estimate.superiority());
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo, low, high] = self.estimate.elo();
        write!(f, "Elo {elo:+.0} ({low:+.0} to {high:+.0})")?;
        let [elo, low, high] = self.estimate.normalised(self.games);
        write!(f, ", normalised {elo:+.0} ({low:+.0} to {high:+.0})")?;
        write!(f, ", LOS {:.1} %", 100.0 * self.estimate.superiority())
    }
}

impl Hypotheses {
    /// The test of some deals as JSON.
    #[must_use]
    pub fn json(&self, scores: &Scores) -> Value {
        let (test, (lower, upper)) = (self.test(scores), self.bounds());
        json!({
            "units": self.unit(), "elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta,
            "lower_bound": lower, "upper_bound": upper, "llr": test.ratio,
            "llr_without_prior": test.plain, "accepted": test.verdict,
        })
    }

    const fn unit(&self) -> &'static str {
        match self.units {
            Units::Logistic => "logistic",
            Units::Normalised { .. } => "normalised",
        }
    }

    /// The test of some deals in a sentence.
    #[must_use]
    pub fn sentence(&self, scores: &Scores) -> String {
        let (test, (lower, upper)) = (self.test(scores), self.bounds());
        let Hypotheses { units, elo0, elo1, alpha, beta } = self;
        let elo = if *units == Units::Logistic { "Elo" } else { "normalised Elo" };
        let verdict = match test.verdict {
            Some(true) => format!("accepted, at least {elo1:+} {elo} rather than at most {elo0:+}"),
            Some(false) => format!("rejected, at most {elo0:+} {elo} rather than at least {elo1:+}"),
            None => format!("undecided between {elo0:+} and {elo1:+} {elo}"),
        };
        format!(
            "sprt: {verdict}; log-likelihood ratio {:.2} ({:.2} without the prior; rejected at {lower:.2}, accepted \
             at {upper:.2}; alpha {alpha}, beta {beta})",
            test.ratio, test.plain
        )
    }
}
