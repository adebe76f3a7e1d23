//! Speed of one game on one thread: its own random playout, the plain list-pick-apply loop, and counting leaves.
//! A run is bounded by time, or by a number of games where a profiler counts instructions instead of seconds.

use breadboard_core::{Game, Outcome, Seat, Spec, SpecError, SplitMix, Tally, list_pick_apply, perft};
use breadboard_games::{Visitor, with_game};
use serde_json::{Value, json};
use std::fmt;
use std::time::{Duration, Instant};

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The game's own random playout.
    Playout,
    /// List all moves, pick one, apply it.
    List,
    /// Count leaves.
    Perft,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Kernel; 3] = [Kernel::Playout, Kernel::List, Kernel::Perft];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Playout => "playout",
            Kernel::List => "list",
            Kernel::Perft => "perft",
        }
    }
}

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// After this time, for each kernel.
    Time(Duration),
    /// After this many games, or this depth for perft.
    Count(u64),
}

/// A benchmark of one game.
#[derive(Clone, Debug)]
pub struct Bench {
    /// When each measurement ends.
    pub limit: Limit,
    /// The measurements.
    pub kernels: Vec<Kernel>,
    /// The seed of all random games.
    pub seed: u64,
}

/// Counts and the time they took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate {
    /// Games, or sequences counted by perft.
    pub games: u64,
    /// Choices of single seats.
    pub moves: u64,
    /// Rolls, cards and deals.
    pub chances: u64,
    /// How long it took.
    pub time: Duration,
}

impl Rate {
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn json(&self) -> Value {
        json!({
            "games": self.games, "moves": self.moves, "chances": self.chances,
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.per_second(self.games),
            "moves_per_second": self.per_second(self.moves),
        })
    }
}

/// The results of random games.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    /// Each seat's share of the point, summed over games.
    pub points: Vec<f64>,
    /// Draws for all.
    pub draws: u64,
    /// Games.
    pub games: u64,
}

impl Shares {
    fn add(&mut self, outcome: Outcome, seats: u8) {
        self.points.resize(usize::from(seats), 0.0);
        for seat in Seat::all(seats) {
            self.points[seat.index()] += outcome.share(seat, seats);
        }
        self.draws += u64::from(outcome == Outcome::Draw);
        self.games += 1;
    }

    fn percent(&self) -> Vec<f64> {
        self.points.iter().map(|points| 100.0 * points / self.games.max(1) as f64).collect()
    }
}

/// The result of a benchmark.
#[derive(Clone, Debug)]
pub struct BenchReport {
    /// The game.
    pub spec: String,
    /// A rate for each kernel that was run and applies to the game.
    pub rates: Vec<(Kernel, Rate)>,
    /// How the random games of all kernels ended.
    pub shares: Shares,
}

impl Visitor for &Bench {
    type Output = BenchReport;

    fn visit<G: Game>(self, game: G) -> BenchReport {
        let mut report =
            BenchReport { spec: Spec::of(&game).to_string(), rates: Vec::new(), shares: Shares::default() };
        for &kernel in &self.kernels {
            let rate = match kernel {
                Kernel::Playout => Some(self.games(&game, &mut report.shares, G::playout)),
                Kernel::List => Some(self.games(&game, &mut report.shares, list_pick_apply)),
                Kernel::Perft => self.leaves(&game),
            };
            report.rates.extend(rate.map(|rate| (kernel, rate)));
        }
        report
    }
}

impl Bench {
    /// Measures a game. It is compiled for every game in this crate only, and not again where it is called.
    ///
    /// # Errors
    /// There is no such game.
    pub fn on(&self, spec: &Spec) -> Result<BenchReport, SpecError> {
        with_game(spec, self)
    }

    fn games<G: Game>(
        &self,
        game: &G,
        shares: &mut Shares,
        run: impl Fn(&G, &mut G::State, &mut SplitMix, &mut Tally) -> Outcome,
    ) -> Rate {
        let mut rng = SplitMix::new(self.seed);
        let mut tally = Tally::default();
        let mut rate = Rate::default();
        let start = Instant::now();
        let origin = game.start();
        loop {
            // The clock is read between bundles, so that its cost does not matter.
            let bundle = match self.limit {
                Limit::Time(limit) if start.elapsed() >= limit => break,
                Limit::Count(count) if rate.games >= count => break,
                Limit::Time(_) => 16,
                Limit::Count(count) => (count - rate.games).min(16),
            };
            for _ in 0..bundle {
                let mut state = origin.clone();
                let outcome = run(game, &mut state, &mut rng, &mut tally);
                shares.add(outcome, game.seats());
            }
            rate.games += bundle;
        }
        Rate { moves: tally.moves, chances: tally.chances, time: start.elapsed(), ..rate }
    }

    /// Counts deeper until the time is used up; `None` where sequences cannot be counted from the start.
    fn leaves<G: Game>(&self, game: &G) -> Option<Rate> {
        let origin = game.start();
        match self.limit {
            Limit::Count(depth) => {
                let start = Instant::now();
                let leaves = perft(game, &origin, u32::try_from(depth).ok()?).ok()?;
                Some(Rate { games: leaves, moves: leaves, chances: 0, time: start.elapsed() })
            }
            Limit::Time(limit) => {
                let begun = Instant::now();
                let mut best = None;
                for depth in 1.. {
                    let start = Instant::now();
                    let leaves = perft(game, &origin, depth).ok()?;
                    let time = start.elapsed();
                    best = Some(Rate { games: leaves, moves: leaves, chances: 0, time });
                    // The next depth takes about a branching factor longer.
                    if leaves == 0 || begun.elapsed() + time * 24 > limit {
                        break;
                    }
                }
                best
            }
        }
    }
}

impl BenchReport {
    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let rates: serde_json::Map<String, Value> =
            self.rates.iter().map(|(kernel, rate)| (kernel.name().to_owned(), rate.json())).collect();
        json!({
            "spec": self.spec, "rates": rates, "random_games": self.shares.games,
            "shares_percent": self.shares.percent(), "draws": self.shares.draws,
        })
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.spec)?;
        for (kernel, rate) in &self.rates {
            let name = kernel.name();
            if *kernel == Kernel::Perft {
                let leaves = human(rate.per_second(rate.games));
                writeln!(f, "  {name:8} {leaves:>9} leaves/s   ({} counted)", rate.games)?;
                continue;
            }
            let per_game = |count: u64| count as f64 / rate.games.max(1) as f64;
            write!(
                f,
                "  {name:8} {:>9} games/s   {:>9} moves/s   {:.2} moves a game",
                human(rate.per_second(rate.games)),
                human(rate.per_second(rate.moves)),
                per_game(rate.moves)
            )?;
            if rate.chances > 0 {
                write!(f, " and {:.2} chance events", per_game(rate.chances))?;
            }
            writeln!(f)?;
        }
        if self.shares.games > 0 {
            let shares: Vec<String> =
                self.shares.percent().iter().map(|share| format!("{share:.2}")).collect();
            let draws = 100.0 * self.shares.draws as f64 / self.shares.games as f64;
            let games = self.shares.games;
            writeln!(f, "  ends     shares {} %, draws {draws:.2} %, {games} games", shares.join(" / "))?;
        }
        Ok(())
    }
}

/// A number with three digits and a unit.
fn human(value: f64) -> String {
    let (scaled, unit) = match value {
        v if v >= 1e9 => (v / 1e9, " G"),
        v if v >= 1e6 => (v / 1e6, " M"),
        v if v >= 1e3 => (v / 1e3, " k"),
        v => (v, ""),
    };
    let digits = if scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{scaled:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_games::GAMES;

    #[test]
    fn every_game_can_be_measured_by_count() {
        let bench = Bench { limit: Limit::Count(3), kernels: Kernel::ALL.to_vec(), seed: 1 };
        for game in GAMES {
            let report = bench.on(&game.info.id.parse().unwrap()).unwrap();
            let (_, rate) = report.rates[0];
            assert_eq!(rate.games, 3);
            assert!(rate.moves >= 3, "{report}");
            assert_eq!(report.shares.games, 6);
            assert!((report.shares.percent().iter().sum::<f64>() - 100.0).abs() < 1e-6);
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(human(1_234_567.0), "1.23 M");
        assert_eq!(human(999.4), "999");
        assert_eq!(human(2.5e10), "25.0 G");
    }
}
