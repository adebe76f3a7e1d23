//! Questions about the position: `query …` is answered with `response …`.

use super::Session;
use crate::text::word;
use breadboard_core::{Outcome, Seat, Turn};
use breadboard_games::Bots;
use std::io::Write;

impl<G: Bots, W: Write + Send> Session<'_, '_, G, W> {
    pub(super) fn query(&self, rest: &[&str]) {
        let turn = self.game.turn(&self.state);
        let answer = match rest {
            ["gameover"] => matches!(turn, Turn::Over(_)).to_string(),
            ["p1turn"] => matches!(turn, Turn::Act(seats) if seats.contains(Seat::FIRST)).to_string(),
            ["result"] => match turn {
                Turn::Over(Outcome::Win(seat)) => format!("p{seat}win"),
                Turn::Over(outcome) => outcome.to_string(),
                _ => "none".to_owned(),
            },
            ["turn"] => match turn {
                Turn::Over(_) => "over".to_owned(),
                Turn::Chance => "chance".to_owned(),
                Turn::Act(seats) => seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join("+"),
            },
            ["seats"] => self.game.seats().to_string(),
            ["scores"] => {
                self.game.scores(&self.state).map_or("none".to_owned(), |scores| scores.to_string())
            }
            ["position"] => word(&self.game.write_position(&self.state)),
            ["moves"] => self.moves(turn),
            _ => {
                return self
                    .complain("query gameover, p1turn, result, turn, seats, scores, position or moves");
            }
        };
        self.say(&format!("response {answer}"));
    }

    /// The moves of the acting seats, with `|` between the seats of a round.
    fn moves(&self, turn: Turn) -> String {
        let Turn::Act(seats) = turn else { return "none".to_owned() };
        let lists = seats.iter().map(|seat| {
            let moves = self.game.moves(&self.state, seat);
            let words =
                moves.iter().map(|&mv| self.dialect.spell(&self.game.write_move(&self.state, seat, mv)));
            words.collect::<Vec<_>>().join(" ")
        });
        lists.collect::<Vec<_>>().join(" | ")
    }
}
