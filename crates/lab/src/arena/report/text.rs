//! The report as text, for people.

use super::super::log::LoggedGame;
use super::{Standing, Tally, mean, mean_time, pentanomial};
use crate::statistics::{Points, Rating, Scores, Summary};
use std::fmt;

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = &self.settings["threads"];
        writeln!(f, "{}: {} games, {threads} at the same time", self.spec, self.lines.len())?;
        for index in 0..self.pairings.len() {
            self.write_pairing(f, index)?;
        }
        if let Some(asked) = self.sprt {
            writeln!(f, "{}", asked.sentence(&self.scores(0, 0)))?;
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
        let repeated = self.repeated();
        if repeated > 0 {
            writeln!(
                f,
                "{repeated} games repeat an earlier one move by move and are no new evidence: ask for more --openings"
            )?;
        }
        let adjudicated = self.adjudicated();
        if adjudicated > 0 {
            writeln!(f, "{adjudicated} games were adjudicated")?;
        }
        self.write_conduct(f)
    }
}

impl Standing {
    fn write_pairing(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let lineup = &self.pairings[index].lineup;
        let games: Vec<&LoggedGame> = self.games(index).collect();
        let events: Vec<f64> = games.iter().map(|line| line.events as f64).collect();
        let draws = games.iter().filter(|line| line.draw).count();
        let rivals: Vec<String> = lineup[1..].iter().map(|player| self.name(*player)).collect();
        let first = self.name(lineup[0]);
        match self.seats {
            1 => writeln!(f, "{first} alone")?,
            2 => {
                writeln!(f, "{first} against {}", rivals[0])?;
                self.write_pair(f, index)?;
            }
            seats => {
                writeln!(f, "{first} among {}", rivals.join(", "))?;
                for (place, player) in lineup.iter().enumerate().take(self.reported(index)) {
                    let (share, estimate) = (self.scores(index, place).mean(), self.estimate(index, place));
                    let times = share * seats as f64;
                    let [share, low, high] = [share, estimate.low, estimate.high].map(|part| 100.0 * part);
                    let who = if self.reported(index) > 1 { self.name(*player) + " " } else { String::new() };
                    writeln!(f, "  {who}{share:.1} % ({low:.1} to {high:.1}), {times:.2} × the fair share")?;
                }
                let seat = |seat: usize| {
                    let shares: Vec<f64> = self.in_seat(index, seat).map(|line| line.shares[0]).collect();
                    format!("{:.1} % in seat {}", 100.0 * mean(&shares), seat + 1)
                };
                writeln!(f, "  {first}: {}", (0..seats).map(seat).collect::<Vec<_>>().join(", "))?;
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

    /// The results of two players.
    fn write_pair(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let values = self.grouped(index, |line| line.shares[0]);
        let scores = Scores::of(&values);
        let Tally { won, drawn, lost } = Tally::of(self.games(index));
        let share = 100.0 * scores.mean();
        writeln!(
            f,
            "  {share:.1} %: {won} won, {drawn} drawn, {lost} lost; pairs {:?}",
            pentanomial(&values)
        )?;
        writeln!(f, "  {}", Summary::of(&scores, 2))?;
        let seat = |seat: usize| {
            let Tally { won, drawn, lost } = Tally::of(self.in_seat(index, seat));
            format!("seat {}: {won} won, {drawn} drawn, {lost} lost", seat + 1)
        };
        writeln!(f, "  {}; {}", seat(0), seat(1))
    }

    /// Times and faults.
    fn write_conduct(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "time a move (longest turn)")?;
        for (player, sum) in self.conduct().iter().enumerate() {
            let (mean, longest) = (mean_time(sum), sum.longest.as_secs_f64());
            write!(f, "  {mean:.4} s ({longest:.3} s)  {}", self.name(player))?;
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
