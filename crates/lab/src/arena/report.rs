//! The report of a match, as text and as JSON.

use super::log::Line;
use super::schedule::{Job, Pairing};
use super::stats::{BOUND, Points, Share, Sprt, elo, middle, ratings, sprt};
use super::{Arena, Contender};
use breadboard_core::{Rng as _, Spec, SplitMix};
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
    /// The number of games when the match is complete.
    pub(super) planned: usize,
    /// The score of a solo player who knows the deals.
    pub(super) bound: Option<Points>,
}

/// A player's times and faults in all its games.
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

#[derive(Clone, Copy, Debug)]
struct Rating {
    value: f64,
    low: f64,
    high: f64,
}

/// Resamples for the intervals of ratings.
const RESAMPLES: usize = 200;

impl Standing {
    pub(super) fn new(spec: Spec, arena: &Arena, pairings: Vec<Pairing>, seats: usize) -> Standing {
        Standing {
            spec,
            players: arena.players.clone(),
            sprt: arena.sprt,
            seats,
            pairings,
            lines: Vec::new(),
            planned: 0,
            bound: None,
        }
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(super) fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Whether the sequential test has a verdict.
    pub(super) fn decided(&self) -> bool {
        self.test().is_some_and(|test| test.verdict.is_some())
    }

    /// The state of the sequential test, if there is one.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        Some(sprt(&self.deals(0), elo0, elo1))
    }

    /// The number of games played, and of games in all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.lines.len(), self.planned)
    }

    /// A short line for a progress bar.
    #[must_use]
    pub fn brief(&self) -> String {
        let test = self.test().map_or(String::new(), |test| format!(", LLR {:.2}", test.ratio));
        let first = self.name(self.pairings[0].lineup[0]);
        if self.seats == 1 {
            return format!("{first} {}", Points::of(&self.points(0)));
        }
        match self.share(0, 0) {
            Share { count: 0, .. } => first,
            share => format!("{first} {:.1} %{test}", 100.0 * share.mean),
        }
    }

    fn name(&self, player: usize) -> String {
        self.players[player].to_string()
    }

    /// The mean of a value over each complete deal of a pairing.
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

    /// The share of one place in the line-up.
    fn share(&self, pairing: usize, place: usize) -> Share {
        Share::of(&self.grouped(pairing, |line| line.shares[place]))
    }

    /// How many places of a line-up to report: all, but only the first if the others are copies of one player.
    fn reported(&self, pairing: usize) -> usize {
        let lineup = &self.pairings[pairing].lineup;
        if lineup.len() > 2 && lineup[1] != lineup[2] { lineup.len() } else { 1 }
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

    /// The ratings of all players with their 95 % intervals, for games of two seats. The intervals come from a bootstrap
    /// over the deals and a few added ones.
    fn ratings(&self) -> Option<Vec<Rating>> {
        if self.seats != 2 || self.players.len() < 3 {
            return None;
        }
        let deals: Vec<Vec<f64>> = (0..self.pairings.len()).map(|pairing| self.deals(pairing)).collect();
        let rate = |pick: &mut dyn FnMut(&[f64], usize) -> f64| {
            let count = self.players.len();
            let (mut scores, mut games) = (vec![vec![0.0; count]; count], vec![vec![0.0; count]; count]);
            for (Pairing { lineup }, deals) in self.pairings.iter().zip(&deals) {
                let (a, b) = (lineup[0], lineup[1]);
                for index in 0..deals.len() {
                    // Two games a deal.
                    let won = 2.0 * pick(deals, index);
                    scores[a][b] += won;
                    scores[b][a] += 2.0 - won;
                }
                games[a][b] += 2.0 * deals.len() as f64;
                games[b][a] = games[a][b];
            }
            ratings(&scores, &games)
        };
        let rated = rate(&mut |deals, index| deals[index]);
        let mut rng = SplitMix::new(1);
        let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); rated.len()];
        for _ in 0..RESAMPLES {
            let again = rate(&mut |deals, _| {
                // As in `Share`, four more deals, two of them lost: a few equal results prove little.
                let at = rng.below(deals.len() as u32 + 4) as usize;
                deals.get(at).copied().unwrap_or(f64::from(at as u32 % 2))
            });
            drawn.iter_mut().zip(again).for_each(|(drawn, rating)| drawn.push(rating));
        }
        let rating = |(value, drawn)| {
            let (low, high) = middle(drawn);
            // The added deals pull towards the middle, but the interval must contain the rating.
            Rating { value, low: low.min(value), high: high.max(value) }
        };
        Some(rated.into_iter().zip(drawn).map(rating).collect())
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
                let rating = ratings.as_ref().map(|ratings| ratings[player]);
                json!({
                    "name": self.name(player), "rating": rating.map(|rating| rating.value),
                    "rating_low": rating.map(|rating| rating.low), "rating_high": rating.map(|rating| rating.high),
                    "moves": sum.moves, "seconds_per_move": mean_time(&sum),
                    "longest_turn_seconds": sum.longest.as_secs_f64(), "late_turns": sum.late,
                    "crashes": sum.crashes, "time_outs": sum.time_outs, "illegal_moves": sum.illegal,
                })
            })
            .collect();
        let test = self.test().zip(self.sprt).map(|(test, (elo0, elo1))| {
            json!({"elo0": elo0, "elo1": elo1, "llr": test.ratio, "accepted": test.verdict})
        });
        json!({
            "spec": self.spec.to_string(), "games": self.lines.len(), "players": players, "pairings": pairings,
            "sprt": test, "faults": self.faults(),
        })
    }

    fn pairing_json(&self, index: usize) -> Value {
        let lineup: Vec<String> =
            self.pairings[index].lineup.iter().map(|player| self.name(*player)).collect();
        let values = self.deals(index);
        let share = Share::of(&values);
        let events: Vec<f64> = self.games(index).map(|line| line.events as f64).collect();
        let mut result = json!({
            "lineup": lineup, "deals": share.count, "games": events.len(), "share": share.mean,
            "share_low": share.low, "share_high": share.high, "fair_share": 1.0 / self.seats as f64,
            "draws": self.games(index).filter(|line| line.draw).count(), "mean_events": mean(&events),
        });
        if self.seats == 2 {
            result["elo"] = json!(elo(share.mean));
            result["elo_low"] = json!(elo(share.low));
            result["elo_high"] = json!(elo(share.high));
            result["pentanomial"] = json!(pentanomial(&values));
        }
        if self.reported(index) > 1 {
            let each = (0..self.reported(index)).map(|place| {
                let Share { mean, low, high, .. } = self.share(index, place);
                json!({"share": mean, "share_low": low, "share_high": high})
            });
            result["places"] = each.collect();
        }
        if !events.is_empty() && self.games(index).all(|line| line.scores.is_some()) {
            let points = Points::of(&self.points(index));
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

    /// The faults in the order of the games.
    fn faults(&self) -> Vec<String> {
        let faults = self.lines.iter().filter_map(|line| {
            let (place, _, text) = line.fault.as_ref()?;
            let player = self.pairings[line.job.pairing].lineup[*place];
            let Job { deal, pairing, rotation } = line.job;
            Some(format!("deal {deal} pairing {pairing} rotation {rotation}: {} {text}", self.name(player)))
        });
        faults.collect()
    }
}

fn mean(values: &[f64]) -> f64 {
    // The sum of an empty list is −0.
    (values.iter().sum::<f64>() + 0.0) / values.len().max(1) as f64
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
            let (elo0, elo1) = self.sprt.unwrap_or_default();
            let verdict = match test.verdict {
                Some(true) => format!("accepted, at least {elo1:+} Elo rather than at most {elo0:+}"),
                Some(false) => format!("rejected, at most {elo0:+} Elo rather than at least {elo1:+}"),
                None => format!("undecided between {elo0:+} and {elo1:+} Elo"),
            };
            writeln!(f, "sprt: {verdict}; log-likelihood ratio {:.2} (decided at ±{BOUND:.2})", test.ratio)?;
        }
        if let Some(ratings) = self.ratings() {
            let mut order: Vec<usize> = (0..ratings.len()).collect();
            order.sort_by(|a, b| ratings[*b].value.total_cmp(&ratings[*a].value));
            writeln!(f, "ratings")?;
            for player in order {
                let Rating { value, low, high } = ratings[player];
                writeln!(f, "  {value:+7.0} ({low:+.0} to {high:+.0})  {}", self.name(player))?;
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

/// A share as Elo; the shares 0 and 1 are infinite.
struct Elo(f64);

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            share if share <= 0.0 => f.write_str("−∞"),
            share if share >= 1.0 => f.write_str("∞"),
            share => write!(f, "{:+.0}", elo(share)),
        }
    }
}

impl Standing {
    fn write_pairing(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let lineup = &self.pairings[index].lineup;
        let values = self.deals(index);
        let share = Share::of(&values);
        let games: Vec<&Line> = self.games(index).collect();
        let events: Vec<f64> = games.iter().map(|line| line.events as f64).collect();
        let draws = games.iter().filter(|line| line.draw).count();
        let rivals: Vec<String> = lineup[1..].iter().map(|player| self.name(*player)).collect();
        let first = self.name(lineup[0]);
        let (low, high) = (100.0 * share.low, 100.0 * share.high);
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
                writeln!(f, "  Elo {} ({} to {})", Elo(share.mean), Elo(share.low), Elo(share.high))?;
            }
            seats => {
                writeln!(f, "{first} among {}", rivals.join(", "))?;
                for (place, player) in lineup.iter().enumerate().take(self.reported(index)) {
                    let Share { mean, low, high, .. } = self.share(index, place);
                    let times = mean * seats as f64;
                    let (mean, low, high) = (100.0 * mean, 100.0 * low, 100.0 * high);
                    let who = if self.reported(index) > 1 { self.name(*player) + " " } else { String::new() };
                    writeln!(f, "  {who}{mean:.1} % ({low:.1} to {high:.1}), {times:.2} × the fair share")?;
                }
            }
        }
        if !games.is_empty() && games.iter().all(|line| line.scores.is_some()) {
            let points = Points::of(&self.points(index));
            writeln!(f, "  score {points}")?;
            if let Some(bound) = self.bound {
                let share = 100.0 * points.mean / bound.mean;
                let count = bound.count;
                writeln!(f, "  {share:.1} % of {bound}, what knowing the deck makes of {count} deals")?;
            }
        }
        writeln!(f, "  {} games of {:.1} events, {draws} draws", games.len(), mean(&events))
    }
}
