//! What the statistics promise, by simulation: how often the sequential test errs, how often intervals contain the
//! truth. Seeded, so that a result is the same every time; `BREADBOARD_FULL=1` simulates more, and with `--nocapture`
//! prints the table of `docs/measurements.md`.

use breadboard_core::{Rng as _, SplitMix};
use breadboard_lab::statistics::{Estimate, Hypotheses, Meeting, Scores, elo, ratings, score};
use breadboard_testkit::full;

/// Pairs of games by their points in halves.
type Shares = [f64; 5];

/// What pairs look like between equal players: `drawn` of them are even; the others are decided completely, or three in
/// four of them by half a point.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Decided,
    Mixed,
}

const SHAPES: [(Shape, f64); 6] = [
    (Shape::Decided, 0.1),
    (Shape::Decided, 0.5),
    (Shape::Decided, 0.9),
    (Shape::Mixed, 0.1),
    (Shape::Mixed, 0.5),
    (Shape::Mixed, 0.9),
];

impl Shape {
    /// The distribution with a mean. The share of even pairs stays where the mean can be had with it; else it falls, as
    /// it does between unequal players.
    fn shares(self, drawn: f64, mean: f64) -> Shares {
        let half = match self {
            Shape::Decided => 0.0,
            Shape::Mixed => 0.75,
        };
        let rest = [(1.0 - half) / 2.0, half / 2.0, 0.0, half / 2.0, (1.0 - half) / 2.0];
        let decided = (mean - drawn / 2.0) / (1.0 - drawn);
        if decided < 0.98 {
            let mut shares = tilted(rest, decided).map(|share| share * (1.0 - drawn));
            shares[2] = drawn;
            return shares;
        }
        let mut shares = rest.map(|share| share * (1.0 - drawn));
        shares[2] = drawn;
        tilted(shares, mean)
    }
}

/// The distribution with another mean that is nearest in information: every share times a power of its score.
fn tilted(shares: Shares, mean: f64) -> Shares {
    let (mut low, mut high) = (-100.0, 100.0);
    let mut result = shares;
    for _ in 0..100 {
        let tilt = f64::midpoint(low, high);
        let raw: Vec<f64> = (0..5).map(|step| shares[step] * f64::exp(tilt * step as f64 / 4.0)).collect();
        let sum: f64 = raw.iter().sum();
        let at: f64 = (0..5).map(|step| raw[step] / sum * step as f64 / 4.0).sum();
        result = std::array::from_fn(|step| raw[step] / sum);
        if at < mean {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    result
}

/// A random pair.
fn pair(shares: &Shares, rng: &mut SplitMix) -> usize {
    let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    for (step, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return step;
        }
    }
    4
}

/// How often a player of this mean score gets the verdict, and the mean number of pairs that took.
fn verdicts(asked: &Hypotheses, shares: &Shares, verdict: bool, runs: u64, seed: u64) -> (f64, f64) {
    let (mut times, mut pairs) = (0u64, 0u64);
    for run in 0..runs {
        let mut rng = SplitMix::stream(seed, run);
        let mut counts = [0; 5];
        let found = loop {
            counts[pair(shares, &mut rng)] += 1;
            if let Some(found) = asked.test(&Scores::spaced(&counts)).verdict {
                break found;
            }
        };
        times += u64::from(found == verdict);
        pairs += counts.iter().sum::<u64>();
    }
    (times as f64 / runs as f64, pairs as f64 / runs as f64)
}

#[test]
fn the_sequential_test_errs_as_seldom_as_it_promises() {
    let full = full();
    let runs = if full { 2000 } else { 400 };
    for elo1 in [20.0, 100.0, 300.0] {
        for (shape, drawn) in SHAPES {
            // Narrow bounds take a thousand pairs a run where few are even.
            if !full && elo1 < 50.0 && drawn < 0.9 {
                continue;
            }
            let asked = Hypotheses::new(0.0, elo1);
            let [weak, strong] = [0.0, elo1].map(|elo| shape.shares(drawn, score(elo)));
            let (accepted, short) = verdicts(&asked, &weak, true, runs, 1);
            let (rejected, long) = verdicts(&asked, &strong, false, runs, 2);
            println!(
                "| 0,{elo1} | {shape:?} | {:.0} % | {:.1} % ({short:.0}) | {:.1} % ({long:.0}) |",
                100.0 * drawn,
                100.0 * accepted,
                100.0 * rejected,
            );
            assert!(accepted <= 0.065 && rejected <= 0.065, "{elo1} {shape:?} {drawn}");
        }
    }
}

/// The mean and the distance from one half in deviations of a pair.
fn distance(shares: &Shares) -> f64 {
    let value = |step: usize| step as f64 / 4.0;
    let mean: f64 = (0..5).map(|step| shares[step] * value(step)).sum();
    let variance: f64 = (0..5).map(|step| shares[step] * (value(step) - mean).powi(2)).sum();
    (mean - 0.5) / variance.sqrt()
}

/// The distribution of a shape with this many normalised Elo.
fn at_normalised(shape: Shape, drawn: f64, elo: f64) -> Shares {
    // 347.4 normalised Elo are one deviation of a game; a pair has two games.
    let aim = elo * f64::sqrt(2.0) / 347.435_585_522_602_1;
    let (mut low, mut high) = (0.5, 0.999);
    for _ in 0..60 {
        let mean = f64::midpoint(low, high);
        if distance(&shape.shares(drawn, mean)) < aim { low = mean } else { high = mean }
    }
    shape.shares(drawn, low)
}

#[test]
fn bounds_in_normalised_elo_err_as_seldom() {
    let full = full();
    let runs = if full { 2000 } else { 200 };
    for elo1 in [20.0, 100.0, 300.0] {
        for (shape, drawn) in SHAPES {
            if !full && (elo1 < 50.0 || drawn == 0.5) {
                continue;
            }
            let asked = Hypotheses::new(0.0, elo1).normalised(2);
            let [weak, strong] = [0.0, elo1].map(|elo| at_normalised(shape, drawn, elo));
            let (accepted, short) = verdicts(&asked, &weak, true, runs, 6);
            let (rejected, long) = verdicts(&asked, &strong, false, runs, 7);
            println!(
                "| normalised 0,{elo1} | {shape:?} | {:.0} % | {:.1} % ({short:.0}) | {:.1} % ({long:.0}) |",
                100.0 * drawn,
                100.0 * accepted,
                100.0 * rejected,
            );
            // A short run of 200 may lie two deviations above.
            let most = if full { 0.065 } else { 0.095 };
            assert!(accepted <= most && rejected <= most, "{elo1} {shape:?} {drawn}: {accepted} {rejected}");
        }
    }
}

#[test]
fn asking_for_smaller_errors_gives_smaller_errors() {
    let runs = if full() { 4000 } else { 1000 };
    let asked = Hypotheses { alpha: 0.01, beta: 0.1, ..Hypotheses::new(0.0, 100.0) };
    let [weak, strong] = [0.0, 100.0].map(|elo| Shape::Decided.shares(0.1, score(elo)));
    let (accepted, _) = verdicts(&asked, &weak, true, runs, 3);
    let (rejected, _) = verdicts(&asked, &strong, false, runs, 4);
    assert!(accepted <= 0.015 && (0.05..=0.115).contains(&rejected), "{accepted} {rejected}");
}

#[test]
fn intervals_contain_the_truth_as_often_as_they_promise() {
    let full = full();
    let tournaments = if full { 1000 } else { 60 };
    let truth = [220.0, 60.0, -80.0, -200.0];
    let cells =
        [10, 25, 100].into_iter().flat_map(|deals| SHAPES.map(|(shape, drawn)| (deals, shape, drawn)));
    let mut all = Tally::default();
    for (deals, shape, drawn) in cells {
        if !full && deals == 100 {
            continue;
        }
        let (mut rated, mut paired) = (Tally::default(), Tally::default());
        for tournament in 0..tournaments {
            let mut rng = SplitMix::stream(5, tournament);
            let mut meetings = Vec::new();
            for first in 0..4 {
                for second in first + 1..4 {
                    let difference = truth[first] - truth[second];
                    let shares = shape.shares(drawn, score(difference));
                    let mut counts = [0; 5];
                    (0..deals).for_each(|_| counts[pair(&shares, &mut rng)] += 1);
                    let scores = Scores::spaced(&counts);
                    let estimate = Estimate::of(&scores, 2);
                    paired.add(elo(estimate.low), difference, elo(estimate.high));
                    meetings.push(Meeting { first, second, scores });
                }
            }
            for (rating, truth) in ratings(4, &meetings).iter().zip(truth) {
                rated.add(rating.low, truth, rating.high);
            }
        }
        println!("| {deals} | {shape:?} | {:.0} % | {rated} | {paired} |", 100.0 * drawn);
        if full {
            assert!((0.93..=0.97).contains(&rated.share()), "{deals} {shape:?} {drawn}: {rated}");
        }
        all.inside += rated.inside;
        all.outside += rated.outside;
    }
    assert!((0.93..=0.97).contains(&all.share()), "{all}");
}

/// How many intervals contained the truth.
#[derive(Default)]
struct Tally {
    inside: u32,
    outside: u32,
}

impl Tally {
    fn add(&mut self, low: f64, truth: f64, high: f64) {
        if (low..=high).contains(&truth) {
            self.inside += 1;
        } else {
            self.outside += 1;
        }
    }

    fn share(&self) -> f64 {
        f64::from(self.inside) / f64::from(self.inside + self.outside)
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} %", 100.0 * self.share())
    }
}
