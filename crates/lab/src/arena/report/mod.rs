//! The report of a match. It is computed from the results alone; text and JSON are two views of the same figures.

mod json;
mod text;

use super::log::LoggedGame;
use super::schedule::{Job, Pairing};
use super::{Arena, Contender};
use crate::statistics::{Estimate, Hypotheses, Meeting, Points, Rating, Scores, Sprt, ratings};
use breadboard_core::Spec;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standing {
    spec: Spec,
    players: Vec<Contender>,
    sprt: Option<Hypotheses>,
    seats: usize,
    /// What the match was started with, for the report.
    settings: Value,
    pub(super) pairings: Vec<Pairing>,
    pub(super) lines: Vec<LoggedGame>,
    /// The number of games when the match is complete.
    pub(super) planned: usize,
    /// The score of a solo player who knows the deals.
    pub(super) bound: Option<Points>,
}

/// A player's times and faults in all its games.
#[derive(Clone, Copy, Debug, Default)]
struct TimesAndFaults {
    moves: u64,
    thought: Duration,
    longest: Duration,
    late: u64,
    crashes: u64,
    time_outs: u64,
    illegal: u64,
}

/// Games won, drawn and lost by the first player of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
}

impl Tally {
    fn of<'a>(games: impl Iterator<Item = &'a LoggedGame>) -> Tally {
        let mut tally = Tally::default();
        for line in games {
            match line.shares[0].total_cmp(&line.shares[1]) {
                std::cmp::Ordering::Greater => tally.won += 1,
                std::cmp::Ordering::Equal => tally.drawn += 1,
                std::cmp::Ordering::Less => tally.lost += 1,
            }
        }
        tally
    }
}

impl Standing {
    pub(super) fn new(
        spec: Spec,
        arena: &Arena,
        settings: Value,
        pairings: Vec<Pairing>,
        seats: usize,
    ) -> Standing {
        Standing {
            spec,
            players: arena.players.clone(),
            sprt: arena.sprt,
            seats,
            settings,
            pairings,
            lines: Vec::new(),
            planned: 0,
            bound: None,
        }
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(super) fn add(&mut self, line: LoggedGame) {
        self.lines.push(line);
    }

    /// Whether the sequential test has a verdict.
    pub(super) fn decided(&self) -> bool {
        self.test().is_some_and(|test| test.verdict.is_some())
    }

    /// The state of the sequential test, if there is one.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        Some(self.sprt?.test(&self.scores(0, 0)))
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
        let scores = self.scores(0, 0);
        if scores.count() < 1.0 {
            return first;
        }
        format!("{first} {:.1} %{test}", 100.0 * scores.mean())
    }

    fn name(&self, player: usize) -> String {
        self.players[player].to_string()
    }

    /// The mean of a value over each complete deal of a pairing.
    fn grouped<'a>(&'a self, pairing: usize, value: impl Fn(&LoggedGame) -> f64 + 'a) -> Vec<f64> {
        let mut deals: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.job.pairing == pairing) {
            let deal = deals.entry(line.job.deal).or_default();
            deal.0 += value(line);
            deal.1 += 1;
        }
        let size = self.pairings[pairing].lineup.len();
        deals.values().filter(|(_, games)| *games == size).map(|(sum, games)| sum / *games as f64).collect()
    }

    /// The shares of one place in the line-up, a unit a deal.
    fn scores(&self, pairing: usize, place: usize) -> Scores {
        Scores::of(&self.grouped(pairing, |line| line.shares[place]))
    }

    /// The share of one place in the line-up with its interval.
    fn estimate(&self, pairing: usize, place: usize) -> Estimate {
        Estimate::of(&self.scores(pairing, place), self.seats)
    }

    /// The games of a pairing in which its first player had a seat. Rotation `r` puts the first of the line-up in seat
    /// `r`.
    fn in_seat(&self, pairing: usize, seat: usize) -> impl Iterator<Item = &LoggedGame> {
        self.games(pairing).filter(move |line| line.job.rotation == seat)
    }

    /// How many games repeat an earlier one between the same players in the same seats, event by event: they are no new
    /// evidence.
    fn repeated(&self) -> usize {
        let mut seen = HashSet::new();
        let again = self.lines.iter().filter(|line| {
            let Some(moves) = &line.moves else { return false };
            let pairing = &self.pairings[line.job.pairing];
            let seated: Vec<String> = (0..pairing.lineup.len())
                .map(|seat| self.name(pairing.lineup[pairing.place(seat, line.job.rotation)]))
                .collect();
            !seen.insert((seated, moves))
        });
        again.count()
    }

    /// How many games ended early.
    fn adjudicated(&self) -> usize {
        self.lines.iter().filter(|line| line.adjudicated.is_some()).count()
    }

    /// How many places of a line-up to report: all, but only the first if the others are copies of one player.
    fn reported(&self, pairing: usize) -> usize {
        let lineup = &self.pairings[pairing].lineup;
        if lineup.len() > 2 && lineup[1] != lineup[2] { lineup.len() } else { 1 }
    }

    fn games(&self, pairing: usize) -> impl Iterator<Item = &LoggedGame> {
        self.lines.iter().filter(move |line| line.job.pairing == pairing)
    }

    fn conduct(&self) -> Vec<TimesAndFaults> {
        let mut conduct = vec![TimesAndFaults::default(); self.players.len()];
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

    /// The ratings of all players with their 95 % intervals, for games of two seats.
    fn ratings(&self) -> Option<Vec<Rating>> {
        if self.seats != 2 || self.players.len() < 3 {
            return None;
        }
        let meeting = |(index, Pairing { lineup }): (usize, &Pairing)| Meeting {
            first: lineup[0],
            second: lineup[1],
            scores: self.scores(index, 0),
        };
        let meetings: Vec<Meeting> = self.pairings.iter().enumerate().map(meeting).collect();
        Some(ratings(self.players.len(), &meetings))
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

fn mean_time(conduct: &TimesAndFaults) -> f64 {
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
