//! How a match stands, as text and as JSON.

use super::log::Line;
use super::schedule::Pairing;
use super::stats::{Estimate, Sprt, elo, ratings, sprt};
use super::{Arena, Contender};
use breadboard_core::Spec;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standing {
    spec: Spec,
    players: Vec<Contender>,
    sprt: Option<(f64, f64)>,
    seats: usize,
    pub(super) pairings: Vec<Pairing>,
    pub(super) lines: Vec<Line>,
    /// What somebody who knew the deals could have made of them alone.
    pub(super) bound: Option<Estimate>,
}

/// What one player did in all its games.
#[derive(Clone, Copy, Debug, Default)]
struct Conduct {
    moves: u64,
    thought: Duration,
    longest: Duration,
    late: u64,
    crashes: u64,
    time_outs: u64,
    illegal: u64,
}

impl Standing {
    pub(super) fn new(spec: Spec, arena: &Arena, pairings: Vec<Pairing>, seats: usize) -> Standing {
        Standing {
            spec,
            players: arena.players.clone(),
            sprt: arena.sprt,
            seats,
            pairings,
            lines: Vec::new(),
            bound: None,
        }
    }

    pub(super) fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Whether a sequential test has come to an end.
    pub(super) fn decided(&self) -> bool {
        self.test().is_some_and(|test| test.verdict.is_some())
    }

    /// How the sequential test stands, if one was asked for.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        Some(sprt(&self.deals(0), elo0, elo1))
    }

    /// A short line for a progress bar.
    #[must_use]
    pub fn brief(&self) -> String {
        let estimate = Estimate::of(&self.deals(0));
        let test = self.test().map_or(String::new(), |test| format!(", LLR {:.2}", test.ratio));
        format!("{} {:.1} %{test}", self.name(self.pairings[0].lineup[0]), 100.0 * estimate.mean)
    }

    fn name(&self, player: usize) -> String {
        self.players[player].to_string()
    }

    /// The results of a pairing grouped into complete deals: a value for the first of the line-up each.
    fn grouped<'a>(&'a self, pairing: usize, value: impl Fn(&Line) -> f64 + 'a) -> Vec<f64> {
        let mut deals: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.job.pairing == pairing) {
            let deal = deals.entry(line.job.deal).or_default();
            deal.0 += value(line);
            deal.1 += 1;
        }
        let size = self.pairings[pairing].lineup.len();
        deals.values().filter(|(_, games)| *games == size).map(|(sum, games)| sum / *games as f64).collect()
    }

    /// The mean share of the first of a pairing's line-up, a value a deal.
    fn deals(&self, pairing: usize) -> Vec<f64> {
        self.grouped(pairing, |line| line.shares[0])
    }

    fn games(&self, pairing: usize) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.job.pairing == pairing)
    }

    fn conduct(&self) -> Vec<Conduct> {
        let mut conduct = vec![Conduct::default(); self.players.len()];
        for line in &self.lines {
            let lineup = &self.pairings[line.job.pairing].lineup;
            for (player, clock) in lineup.iter().zip(&line.clocks) {
                let sum = &mut conduct[*player];
                sum.moves += clock.moves;
                sum.thought += clock.thought;
                sum.longest = sum.longest.max(clock.longest_turn);
                sum.late += clock.late;
            }
            if let Some((place, kind, _)) = &line.fault {
                let sum = &mut conduct[lineup[*place]];
                match kind.as_str() {
                    "crash" => sum.crashes += 1,
                    "time-out" => sum.time_outs += 1,
                    _ => sum.illegal += 1,
                }
            }
        }
        conduct
    }

    /// The ratings of all players, where every pair of them met in games of two.
    fn ratings(&self) -> Option<Vec<f64>> {
        if self.seats != 2 || self.players.len() < 3 {
            return None;
        }
        let count = self.players.len();
        let (mut scores, mut games) = (vec![vec![0.0; count]; count], vec![vec![0.0; count]; count]);
        for line in &self.lines {
            let lineup = &self.pairings[line.job.pairing].lineup;
            let (a, b) = (lineup[0], lineup[1]);
            scores[a][b] += line.shares[0];
            scores[b][a] += line.shares[1];
            games[a][b] += 1.0;
            games[b][a] += 1.0;
        }
        Some(ratings(&scores, &games))
    }

    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let pairings: Vec<Value> = (0..self.pairings.len()).map(|index| self.pairing_json(index)).collect();
        let conduct = self.conduct();
        let ratings = self.ratings();
        let players: Vec<Value> = (0..self.players.len())
            .map(|player| {
                let sum = conduct[player];
                json!({
                    "name": self.name(player), "rating": ratings.as_ref().map(|ratings| ratings[player]),
                    "moves": sum.moves, "seconds_per_move": mean_time(&sum),
                    "longest_turn_seconds": sum.longest.as_secs_f64(), "late_turns": sum.late,
                    "crashes": sum.crashes, "time_outs": sum.time_outs, "illegal_moves": sum.illegal,
                })
            })
            .collect();
        let test = self.test().map(|test| json!({"llr": test.ratio, "accepted": test.verdict}));
        json!({
            "spec": self.spec.to_string(), "games": self.lines.len(), "players": players, "pairings": pairings,
            "sprt": test, "faults": self.faults(),
        })
    }

    fn pairing_json(&self, index: usize) -> Value {
        let lineup: Vec<String> =
            self.pairings[index].lineup.iter().map(|player| self.name(*player)).collect();
        let values = self.deals(index);
        let share = Estimate::of(&values);
        let events: Vec<f64> = self.games(index).map(|line| line.events as f64).collect();
        let mut result = json!({
            "lineup": lineup, "deals": share.count, "games": events.len(), "share": share.mean,
            "share_low": share.low(), "share_high": share.high(), "fair_share": 1.0 / self.seats as f64,
            "draws": self.games(index).filter(|line| line.draw).count(), "mean_events": mean(&events),
        });
        if self.seats == 2 {
            result["elo"] = json!(elo(share.mean));
            result["elo_low"] = json!(elo(share.low()));
            result["elo_high"] = json!(elo(share.high()));
            result["pentanomial"] = json!(pentanomial(&values));
        }
        if self.games(index).all(|line| line.scores.is_some()) {
            let points = Estimate::of(&self.points(index));
            result["score"] = json!(points.mean);
            result["score_margin"] = json!(points.margin);
            if let Some(bound) = self.bound {
                result["bound"] = json!(bound.mean);
                result["bound_margin"] = json!(bound.margin);
            }
        }
        result
    }

    /// The mean score of the first of the line-up, a value a deal.
    fn points(&self, index: usize) -> Vec<f64> {
        self.grouped(index, |line| line.scores.as_ref().map_or(0.0, |scores| scores[0] as f64))
    }

    /// What went wrong, in the order of the games.
    fn faults(&self) -> Vec<String> {
        let told = self.lines.iter().filter_map(|line| {
            let (place, _, text) = line.fault.as_ref()?;
            let player = self.pairings[line.job.pairing].lineup[*place];
            Some(format!(
                "deal {} rotation {}: {} {text}",
                line.job.deal,
                line.job.rotation,
                self.name(player)
            ))
        });
        told.collect()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn mean_time(conduct: &Conduct) -> f64 {
    conduct.thought.as_secs_f64() / conduct.moves.max(1) as f64
}

/// How many deals gave the first player 0, ½, 1, 1½ and 2 points.
fn pentanomial(values: &[f64]) -> [usize; 5] {
    let mut counts = [0; 5];
    for value in values {
        counts[((value * 4.0).round() as usize).min(4)] += 1;
    }
    counts
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} games", self.spec, self.lines.len())?;
        for index in 0..self.pairings.len() {
            self.write_pairing(f, index)?;
        }
        if let Some(test) = self.test() {
            let verdict = match test.verdict {
                Some(true) => "accepted",
                Some(false) => "rejected",
                None => "undecided",
            };
            writeln!(f, "sprt: {verdict}, log-likelihood ratio {:.2}", test.ratio)?;
        }
        if let Some(ratings) = self.ratings() {
            let mut order: Vec<usize> = (0..ratings.len()).collect();
            order.sort_by(|a, b| ratings[*b].total_cmp(&ratings[*a]));
            writeln!(f, "ratings")?;
            for player in order {
                writeln!(f, "  {:+7.0}  {}", ratings[player], self.name(player))?;
            }
        }
        writeln!(f, "time a move (longest turn)")?;
        for (player, sum) in self.conduct().iter().enumerate() {
            write!(
                f,
                "  {:.4} s ({:.3} s)  {}",
                mean_time(sum),
                sum.longest.as_secs_f64(),
                self.name(player)
            )?;
            for (count, what) in [
                (sum.late, "late turns"),
                (sum.crashes, "crashes"),
                (sum.time_outs, "time-outs"),
                (sum.illegal, "illegal moves"),
            ] {
                if count > 0 {
                    write!(f, ", {count} {what}")?;
                }
            }
            writeln!(f)?;
        }
        let faults = self.faults();
        for fault in faults.iter().take(10) {
            writeln!(f, "fault: {fault}")?;
        }
        if faults.len() > 10 {
            writeln!(f, "fault: and {} more", faults.len() - 10)?;
        }
        Ok(())
    }
}

impl Standing {
    fn write_pairing(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let lineup = &self.pairings[index].lineup;
        let values = self.deals(index);
        let share = Estimate::of(&values);
        let games: Vec<&Line> = self.games(index).collect();
        let events: Vec<f64> = games.iter().map(|line| line.events as f64).collect();
        let draws = games.iter().filter(|line| line.draw).count();
        let rivals: Vec<String> = lineup[1..].iter().map(|player| self.name(*player)).collect();
        let first = self.name(lineup[0]);
        let (low, high) = (100.0 * share.low().max(0.0), 100.0 * share.high().min(1.0));
        match self.seats {
            1 => writeln!(f, "{first} alone")?,
            2 => {
                writeln!(f, "{first} against {}", rivals[0])?;
                let won = games.iter().filter(|line| line.shares[0] > line.shares[1]).count();
                let lost = games.iter().filter(|line| line.shares[0] < line.shares[1]).count();
                writeln!(
                    f,
                    "  {:.1} % ({low:.1} to {high:.1}), {won} won, {lost} lost, {} even, deals {:?}",
                    100.0 * share.mean,
                    games.len() - won - lost,
                    pentanomial(&values)
                )?;
                let (below, above) = (elo(share.low()), elo(share.high()));
                writeln!(f, "  Elo {:+.0} ({below:+.0} to {above:+.0})", elo(share.mean))?;
            }
            seats => {
                writeln!(f, "{first} among {}", rivals.join(", "))?;
                let times = share.mean * seats as f64;
                let mean = 100.0 * share.mean;
                writeln!(f, "  {mean:.1} % ({low:.1} to {high:.1}), {times:.2} × the fair share")?;
            }
        }
        if !games.is_empty() && games.iter().all(|line| line.scores.is_some()) {
            let points = Estimate::of(&self.points(index));
            writeln!(f, "  score {:.2} ± {:.2}", points.mean, points.margin)?;
            if let Some(Estimate { mean, margin, count }) = self.bound {
                let share = 100.0 * points.mean / mean;
                writeln!(
                    f,
                    "  {share:.1} % of {mean:.2} ± {margin:.2}, what knowing the deck makes of {count} deals"
                )?;
            }
        }
        writeln!(f, "  {} games of {:.1} events, {draws} draws", games.len(), mean(&events))
    }
}
