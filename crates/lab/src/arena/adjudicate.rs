//! Games that end before their rules end them: a player whose own evaluation is lost for several moves, two players
//! who both see an even game, a game that is too long. The players' own evaluations decide, not a referee's search: this is
//! usual in tests of engines, and it costs nothing.

use breadboard_core::{Cause, Outcome, RecordEnding, Seat};
use breadboard_search::Score;
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// When a game is ended early; by default never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A player has lost that sees itself this far behind for several of its moves in a row.
    pub resign: Option<Resign>,
    /// The game is drawn if both players see it as even for several moves in a row.
    pub draw: Option<Even>,
    /// The game is drawn after this many events.
    pub max_events: Option<u32>,
}

/// `SCORE,MOVES`: lost at −SCORE for MOVES moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// In hundredths of a piece.
    pub score: i32,
    /// Moves in a row.
    pub moves: u32,
}

/// `EVENT,MOVES,SCORE`: drawn if, from this event on, both are within ±SCORE for MOVES moves in a row each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Even {
    /// The number of events before which no game is drawn.
    pub from: u32,
    /// Moves in a row of each player.
    pub moves: u32,
    /// In hundredths of a piece.
    pub score: i32,
}

impl FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Resign, String> {
        match numbers(text)[..] {
            [Some(score @ 1..=1_000_000), Some(moves @ 1..=1000)] => {
                Ok(Resign { score, moves: moves as u32 })
            }
            _ => Err("write SCORE,MOVES in hundredths of a piece and moves in a row: 600,3".to_owned()),
        }
    }
}

impl FromStr for Even {
    type Err = String;

    fn from_str(text: &str) -> Result<Even, String> {
        match numbers(text)[..] {
            [Some(from @ 0..=1_000_000), Some(moves @ 1..=1000), Some(score @ 0..=1_000_000)] => {
                Ok(Even { from: from as u32, moves: moves as u32, score })
            }
            _ => Err("write EVENT,MOVES,SCORE: from this event on, moves in a row of each player within ±score: 40,8,10"
                .to_owned()),
        }
    }
}

fn numbers(text: &str) -> Vec<Option<i32>> {
    text.split(',').map(|word| word.trim().parse().ok()).collect()
}

impl Adjudication {
    /// The rules that are set.
    pub(super) fn json(&self) -> Value {
        let mut rules = json!({});
        if let Some(Resign { score, moves }) = self.resign {
            rules["resign"] = json!({"score": score, "moves": moves});
        }
        if let Some(Even { from, moves, score }) = self.draw {
            rules["draw"] = json!({"from_event": from, "moves": moves, "score": score});
        }
        if let Some(most) = self.max_events {
            rules["max_events"] = json!(most);
        }
        rules
    }

    /// Whether it looks at evaluations, which only two players against each other make comparable.
    pub(super) fn compares(&self) -> bool {
        self.resign.is_some() || self.draw.is_some()
    }
}

/// How a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Resigned(Seat),
    Even,
    TooLong,
}

impl Verdict {
    /// The ending for a record. Only a game of two seats is given up.
    pub(super) fn ending(self) -> RecordEnding {
        let (outcome, why) = match self {
            Verdict::Resigned(seat) => (Outcome::Win(seat.other()), format!("seat {seat} saw itself lost")),
            Verdict::Even => (Outcome::Draw, "both saw it as even".to_owned()),
            Verdict::TooLong => (Outcome::Draw, "too long".to_owned()),
        };
        RecordEnding { outcome: Some(outcome), causes: vec![Cause::Other(format!("adjudicated: {why}"))] }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Resigned(seat) => write!(f, "seat {seat} saw itself lost"),
            Verdict::Even => f.write_str("drawn, both saw it as even"),
            Verdict::TooLong => f.write_str("drawn, too long"),
        }
    }
}

/// Follows one game.
pub(super) struct Referee {
    rules: Adjudication,
    /// Moves in a row, by seat, at which the player saw itself lost.
    lost: Vec<u32>,
    /// Moves in a row of both players at which the mover saw it as even.
    even: u32,
}

impl Referee {
    pub(super) fn new(rules: Adjudication, seats: usize) -> Referee {
        Referee { rules, lost: vec![0; seats], even: 0 }
    }

    /// What follows from a move of `seat` that makes it `events` in all.
    pub(super) fn moved(&mut self, seat: Seat, score: Option<Score>, events: usize) -> Option<Verdict> {
        let score = score.map(hundredths);
        let lost = &mut self.lost[seat.index()];
        let rule = self.rules.resign;
        *lost = if rule.is_some_and(|rule| score.is_some_and(|score| score <= -rule.score)) {
            *lost + 1
        } else {
            0
        };
        if rule.is_some_and(|rule| *lost >= rule.moves) {
            return Some(Verdict::Resigned(seat));
        }
        let counts =
            |rule: &Even| events > rule.from as usize && score.is_some_and(|score| score.abs() <= rule.score);
        self.even = if self.rules.draw.as_ref().is_some_and(counts) { self.even + 1 } else { 0 };
        if self.rules.draw.is_some_and(|rule| self.even >= 2 * rule.moves) {
            return Some(Verdict::Even);
        }
        self.rules.max_events.is_some_and(|most| events >= most as usize).then_some(Verdict::TooLong)
    }
}

/// A score in hundredths of a piece; a share of the point by the scale of Elo, as the protocol writes it.
pub(super) fn hundredths(score: Score) -> i32 {
    match score {
        Score::Points(points) => points,
        Score::Win(_) => i32::MAX,
        Score::Loss(_) => -i32::MAX,
        Score::Share(share) => {
            let share = share.clamp(0.001, 0.999);
            (400.0 * (share / (1.0 - share)).log10()).round() as i32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Seat = Seat::FIRST;
    const BLACK: Seat = Seat::SECOND;

    #[test]
    fn a_player_is_lost_after_several_moves_in_a_row() {
        let rules = Adjudication { resign: Some("600,2".parse().unwrap()), ..Adjudication::default() };
        let mut referee = Referee::new(rules, 2);
        let bad = Some(Score::Points(-600));
        assert_eq!(referee.moved(WHITE, bad, 1), None);
        assert_eq!(referee.moved(BLACK, Some(Score::Points(900)), 2), None);
        assert_eq!(referee.moved(WHITE, Some(Score::Points(-599)), 3), None, "the row begins again");
        assert_eq!(referee.moved(WHITE, bad, 5), None);
        assert_eq!(referee.moved(BLACK, bad, 6), None, "each has its own row");
        assert_eq!(referee.moved(WHITE, Some(Score::Loss(9)), 7), Some(Verdict::Resigned(WHITE)));
    }

    #[test]
    fn both_must_see_it_as_even() {
        let rules = Adjudication { draw: Some("4,2,10".parse().unwrap()), ..Adjudication::default() };
        let mut referee = Referee::new(rules, 2);
        let even = Some(Score::Points(-10));
        for event in 1..=4 {
            assert_eq!(referee.moved(if event % 2 == 1 { WHITE } else { BLACK }, even, event), None);
        }
        assert_eq!(referee.moved(WHITE, even, 5), None);
        assert_eq!(referee.moved(BLACK, None, 6), None, "a player that says nothing does not agree");
        let verdicts: Vec<_> = (7..=10)
            .map(|event| referee.moved(if event % 2 == 1 { WHITE } else { BLACK }, even, event))
            .collect();
        assert_eq!(verdicts, [None, None, None, Some(Verdict::Even)]);
    }

    #[test]
    fn a_long_game_is_drawn_and_bad_numbers_are_refused() {
        let rules = Adjudication { max_events: Some(3), ..Adjudication::default() };
        let mut referee = Referee::new(rules, 2);
        let verdicts: Vec<_> = (1..=3).map(|event| referee.moved(WHITE, None, event)).collect();
        assert_eq!(verdicts, [None, None, Some(Verdict::TooLong)]);
        for wrong in ["", "600", "0,3", "600,0", "-5,3", "600,3,1", "x,y"] {
            assert!(wrong.parse::<Resign>().is_err(), "{wrong}");
        }
        for wrong in ["", "40,8", "40,0,10", "40,8,-1", "a,b,c"] {
            assert!(wrong.parse::<Even>().is_err(), "{wrong}");
        }
    }
}
