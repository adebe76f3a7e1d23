//! A table for the rulings' tests: a position from text, events from text, and what came of them.

use crate::snipe::{Drawn, SnipeHunt, State};
use breadboard_core::{Event, Game, Outcome, Refusal, Seat, Turn};
use breadboard_testkit as testkit;

/// Nine crosses: `a3 F, b3 A, c3 / a2, b2 Nest, c2 A / a1 Station, b1 F, c1`, and one crumb far away on c3's
/// eastern exit, so that seven are held.
pub(super) const PLAIN: &str = "+F,+A,+e/+,+N,+A/+S,+F,+";

pub(super) struct Table {
    pub(super) game: SnipeHunt,
    pub(super) state: State,
}

impl Table {
    /// A small forest with a position in it.
    pub(super) fn small(seats: u8, position: &str) -> Table {
        Table::with(&format!("snipe:seats={seats},forest=3x3"), position)
    }

    pub(super) fn with(spec: &str, position: &str) -> Table {
        let game: SnipeHunt = testkit::game(spec);
        let state = game.read_position(position).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
        assert_eq!(game.write_position(&state), position);
        Table { game, state }
    }

    pub(super) fn seat(&self) -> Seat {
        self.state.seat
    }

    /// Makes moves of whoever acts, and rolls, with semicolons between.
    pub(super) fn play(&mut self, events: &str) -> &mut Table {
        for text in events.split(';').map(str::trim) {
            if let Err(refusal) = self.attempt(text) {
                panic!("{text} in {}: {refusal}", self.text());
            }
        }
        self
    }

    fn attempt(&mut self, text: &str) -> Result<(), Refusal> {
        let event = if self.game.turn(&self.state) == Turn::Chance {
            Event::Chance(self.game.read_chance(&self.state, text)?)
        } else {
            Event::one(self.seat(), self.game.read_move(&self.state, self.seat(), text)?)
        };
        self.game.play(&mut self.state, &event)
    }

    /// The text is refused by this ruling, and nothing changes.
    pub(super) fn refuses(&mut self, text: &str, ruling: &str) -> &mut Table {
        let before = self.state;
        match self.attempt(text) {
            Ok(()) => panic!("{text} was accepted in {}", self.game.write_position(&before)),
            Err(refusal) => assert_eq!(refusal.ruling, Some(ruling), "{text}: {refusal}"),
        }
        assert_eq!(self.state, before);
        self
    }

    /// What the seat that acts may do.
    pub(super) fn moves(&self) -> String {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.state, self.seat(), &mut moves);
        let texts: Vec<String> =
            moves.iter().map(|&mv| self.game.write_move(&self.state, self.seat(), mv)).collect();
        texts.join(" ")
    }

    pub(super) fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    /// The position's text without the cards.
    pub(super) fn rest(&self) -> String {
        let text = self.text();
        text.split_once(' ').unwrap().1.to_owned()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.turn(&self.state).outcome()
    }
}

/// Why a position is refused.
pub(super) fn refused(spec: &str, position: &str) -> Refusal {
    let game: SnipeHunt = testkit::game(spec);
    match game.read_position(position) {
        Ok(_) => panic!("{position} was accepted"),
        Err(refusal) => refusal,
    }
}

/// Whether a deal is accepted, and the ruling if not.
pub(super) fn deal(spec: &str, cards: &str) -> Result<(), Option<&'static str>> {
    let game: SnipeHunt = testkit::game(spec);
    let start = game.start();
    let chance = game.read_chance(&start, &format!("deal {cards}")).unwrap_or_else(|r| panic!("{r}"));
    assert!(matches!(chance.0, Drawn::Deal(_)));
    game.check_chance(&start, &chance).map_err(|refusal| refusal.ruling)
}
