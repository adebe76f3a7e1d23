//! The report as JSON, for scripts: `docs/arena.md` names the fields.

use super::{Standing, Tally, mean, mean_time, pentanomial};
use crate::statistics::{Estimate, METHOD, Points, Scores, Summary};
use serde_json::{Value, json};

impl Standing {
    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let pairings: Vec<Value> = (0..self.pairings.len()).map(|index| self.pairing_json(index)).collect();
        let test = self.sprt.map(|asked| asked.json(&self.scores(0, 0)));
        json!({
            "spec": self.spec.to_string(), "settings": self.settings, "games": self.lines.len(),
            "planned_games": self.planned, "repeated_games": self.repeated(),
            "adjudicated_games": self.adjudicated(), "players": self.players_json(),
            "pairings": pairings, "sprt": test, "method": METHOD, "faults": self.faults(),
        })
    }

    fn players_json(&self) -> Vec<Value> {
        let conduct = self.conduct();
        let ratings = self.ratings();
        (0..self.players.len())
            .map(|player| {
                let sum = conduct[player];
                let rating = ratings.as_ref().map(|ratings| ratings[player]);
                json!({
                    "name": self.name(player), "rating": rating.map(|rating| tenth(rating.value)),
                    "rating_low": rating.map(|rating| tenth(rating.low)), "rating_high": rating.map(|rating| tenth(rating.high)),
                    "moves": sum.moves, "seconds_per_move": mean_time(&sum),
                    "longest_turn_seconds": sum.longest.as_secs_f64(), "late_turns": sum.late,
                    "crashes": sum.crashes, "time_outs": sum.time_outs, "illegal_moves": sum.illegal,
                })
            })
            .collect()
    }

    fn pairing_json(&self, index: usize) -> Value {
        let lineup: Vec<String> =
            self.pairings[index].lineup.iter().map(|player| self.name(*player)).collect();
        let values = self.grouped(index, |line| line.shares[0]);
        let scores = Scores::of(&values);
        let events: Vec<f64> = self.games(index).map(|line| line.events as f64).collect();
        let mut result = json!({
            "lineup": lineup, "deals": values.len(), "games": events.len(), "share": scores.mean(),
            "fair_share": 1.0 / self.seats as f64, "mean_events": mean(&events),
            "draws": self.games(index).filter(|line| line.draw).count(), "by_seat": self.seats_json(index),
        });
        if self.seats == 2 {
            let Tally { won, drawn, lost } = Tally::of(self.games(index));
            result["wins"] = json!(won);
            result["draws"] = json!(drawn);
            result["losses"] = json!(lost);
            result["pentanomial"] = json!(pentanomial(&values));
            Summary::of(&scores, 2).add_to(&mut result);
        } else if self.seats > 2 {
            place_json(&self.estimate(index, 0), &mut result);
        }
        if self.reported(index) > 1 {
            let each = (0..self.reported(index)).map(|place| {
                let mut each = json!({"share": self.scores(index, place).mean()});
                place_json(&self.estimate(index, place), &mut each);
                each
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

    /// How the first player of a pairing did in each seat.
    fn seats_json(&self, index: usize) -> Vec<Value> {
        let seat = |seat: usize| {
            let shares: Vec<f64> = self.in_seat(index, seat).map(|line| line.shares[0]).collect();
            let mut result = json!({"seat": seat + 1, "games": shares.len(), "share": mean(&shares)});
            if self.seats == 2 {
                let Tally { won, drawn, lost } = Tally::of(self.in_seat(index, seat));
                result["wins"] = json!(won);
                result["draws"] = json!(drawn);
                result["losses"] = json!(lost);
            }
            result
        };
        if self.seats == 1 { Vec::new() } else { (0..self.seats).map(seat).collect() }
    }
}

fn place_json(estimate: &Estimate, object: &mut Value) {
    object["share_estimate"] = json!(estimate.mean);
    object["share_low"] = json!(estimate.low);
    object["share_high"] = json!(estimate.high);
}

/// A rating to a tenth of a point; the solver's last digits are noise.
fn tenth(rating: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (10.0 * rating).round() / 10.0 + 0.0
}
