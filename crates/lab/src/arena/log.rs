//! Results as lines of JSON: one for the settings of the run, then one a game as it ends. An interrupted run reads its
//! own lines back and plays only the missing games.

use super::game::Clock;
use super::schedule::Job;
use serde_json::{Value, json};
use std::time::Duration;

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoggedGame {
    pub(crate) job: Job,
    /// By place in the line-up.
    pub(crate) shares: Vec<f64>,
    pub(crate) scores: Option<Vec<i64>>,
    pub(crate) clocks: Vec<Clock>,
    pub(crate) events: u64,
    pub(crate) draw: bool,
    /// A fingerprint of its events; older files have none.
    pub(crate) moves: Option<String>,
    /// How it was ended early, if it was.
    pub(crate) adjudicated: Option<String>,
    /// Who forfeited, by place in the line-up; the kind; the reason.
    pub(crate) fault: Option<(usize, String, String)>,
}

impl LoggedGame {
    pub(crate) fn json(&self) -> Value {
        let micros = |time: Duration| time.as_micros() as u64;
        let clocks: Vec<Value> = self
            .clocks
            .iter()
            .map(|clock| json!([clock.moves, micros(clock.thought), micros(clock.longest_turn), clock.late]))
            .collect();
        let fault = self
            .fault
            .as_ref()
            .map(|(place, kind, text)| json!({"place": place, "kind": kind, "text": text}));
        json!({
            "deal": self.job.deal, "pairing": self.job.pairing, "rotation": self.job.rotation,
            "shares": self.shares, "scores": self.scores, "clocks": clocks, "events": self.events,
            "draw": self.draw, "moves": self.moves, "adjudicated": self.adjudicated,
            "fault": fault,
        })
    }

    /// Whether it can be the result of a game with this number of players.
    pub(crate) fn fits(&self, players: usize) -> bool {
        self.job.rotation < players
            && self.shares.len() == players
            && self.shares.iter().all(|share| (0.0..=1.0).contains(share))
            && self.clocks.len() == players
            && self.scores.as_ref().is_none_or(|scores| scores.len() == players)
            && self.fault.as_ref().is_none_or(|(place, ..)| *place < players)
    }

    pub(crate) fn read(text: &str) -> Option<LoggedGame> {
        let value: Value = serde_json::from_str(text).ok()?;
        let number = |key: &str| value.get(key)?.as_u64();
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let index = |key: &str| usize::try_from(number(key)?).ok();
        let clocks = value.get("clocks")?.as_array()?.iter().map(|clock| {
            let at = |index: usize| clock.get(index).and_then(Value::as_u64);
            Some(Clock {
                moves: at(0)?,
                thought: Duration::from_micros(at(1)?),
                longest_turn: Duration::from_micros(at(2)?),
                late: at(3)?,
            })
        });
        let fault = value.get("fault").filter(|fault| !fault.is_null());
        let scores = value.get("scores").and_then(Value::as_array);
        Some(LoggedGame {
            job: Job { deal: index("deal")?, pairing: index("pairing")?, rotation: index("rotation")? },
            shares: value.get("shares")?.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?,
            scores: match scores {
                None => None,
                Some(scores) => Some(scores.iter().map(Value::as_i64).collect::<Option<_>>()?),
            },
            clocks: clocks.collect::<Option<_>>()?,
            events: number("events")?,
            draw: value.get("draw")?.as_bool()?,
            moves: text("moves"),
            adjudicated: text("adjudicated"),
            fault: match fault {
                None => None,
                Some(fault) => Some((
                    usize::try_from(fault.get("place")?.as_u64()?).ok()?,
                    fault.get("kind")?.as_str()?.to_owned(),
                    fault.get("text")?.as_str()?.to_owned(),
                )),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_a_line_reverses_printing() {
        let clock = Clock {
            moves: 3,
            thought: Duration::from_micros(12),
            longest_turn: Duration::from_micros(9),
            late: 1,
        };
        let mut line = LoggedGame {
            job: Job { deal: 4, pairing: 1, rotation: 0 },
            shares: vec![1.0, 0.0],
            scores: None,
            clocks: vec![clock, Clock::default()],
            events: 40,
            draw: false,
            moves: Some("0f".to_owned()),
            adjudicated: Some("drawn, too long".to_owned()),
            fault: Some((1, "crash".to_owned(), "x \"y\"".to_owned())),
        };
        assert_eq!(LoggedGame::read(&line.json().to_string()), Some(line.clone()));
        line.fault = None;
        line.scores = Some(vec![-3, 12]);
        assert_eq!(LoggedGame::read(&line.json().to_string()), Some(line.clone()));
        assert!(line.fits(2) && !line.fits(3));
        let broken: [fn(&mut LoggedGame); 4] = [
            |line| line.scores = Some(Vec::new()),
            |line| line.clocks.truncate(1),
            |line| line.job.rotation = 2,
            |line| line.fault = Some((2, "crash".to_owned(), String::new())),
        ];
        for break_it in broken {
            let mut line = line.clone();
            break_it(&mut line);
            assert!(!line.fits(2), "{line:?}");
        }
        assert_eq!(LoggedGame::read("{\"deal\":1}"), None);
        assert_eq!(LoggedGame::read("half a li"), None);
    }
}
