//! A game with its position behind one object, speaking text and views. The registry gives concrete types; the table
//! must hold any game in one value, and a call per move through a pointer costs nothing there.

use crate::dice::Draw;
use crate::refused::Refused;
use breadboard_core::{Canvas, Event, Info, Refusal, Scores, Seat, Spec, SpecError, Text, Turn, refusals};
use breadboard_games::{Left, Part, Views, Visitor, with_game};
use serde_json::Value;
use std::any::Any;

/// A game and its current position.
pub(crate) trait Line: Send + Sync {
    fn boxed(&self) -> Box<dyn Line>;
    /// The state, for who knows the type.
    fn state(&self) -> &dyn Any;
    fn info(&self) -> &'static Info;
    fn spec(&self) -> Spec;
    fn seats(&self) -> u8;
    fn has_draws(&self) -> bool;
    fn turn(&self) -> Turn;
    fn scores(&self) -> Option<Scores>;
    fn position(&self) -> String;
    fn drawing(&self, canvas: Canvas) -> String;
    fn board(&self) -> Value;
    fn left(&self) -> Vec<Left>;
    /// The legal moves of a seat, each with its notation and its parts.
    fn moves(&self, seat: Seat) -> Vec<(String, Vec<Part>)>;
    /// Goes back to where the line began.
    fn restart(&mut self);
    /// Reads and checks a move and gives it as the game writes it.
    fn check(&self, seat: Seat, text: &str) -> Result<String, Refusal>;
    /// Makes the choices of the acting seats and tells what they did.
    fn act(&mut self, choices: &[(Seat, &str)]) -> Result<Told, Refusal>;
    /// Makes a chance event and tells what it did.
    fn chance(&mut self, text: &str) -> Result<Told, Refusal>;
    /// Draws the pending chance event, without making it.
    fn draw(&self, words: &mut Draw) -> Option<String>;
}

/// What an event did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) texts: Vec<Text>,
    pub(crate) touched: Vec<String>,
}

/// Makes the game that a spec names, at its beginning or at a position.
pub(crate) fn line(spec: &Spec, start: Option<&str>) -> Result<Box<dyn Line>, Refused> {
    Ok(with_game(spec, Make { start }).map_err(|error: SpecError| Refused::from(error))??)
}

struct Make<'a> {
    start: Option<&'a str>,
}

impl Visitor for Make<'_> {
    type Output = Result<Box<dyn Line>, Refusal>;
    fn visit<G: Views>(self, game: G) -> Self::Output {
        let start = match self.start {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        Ok(Box::new(Typed { state: start.clone(), start, game }))
    }
}

#[derive(Clone)]
struct Typed<G: Views> {
    game: G,
    start: G::State,
    state: G::State,
}

impl<G: Views> Typed<G> {
    /// Asked before a game reads anything for a seat: it may not even have that seat.
    fn must_act(&self, seat: Seat) -> Result<(), Refusal> {
        self.turn().admits(seat)
    }

    fn play(&mut self, event: &Event<G>) -> Result<Told, Refusal> {
        let mut next = self.state.clone();
        self.game.play(&mut next, event)?;
        let texts = self.game.narrate(&self.state, event);
        let touched = self.game.touched(&self.state, event);
        self.state = next;
        Ok(Told { texts, touched })
    }
}

impl<G: Views> Line for Typed<G> {
    fn boxed(&self) -> Box<dyn Line> {
        Box::new(self.clone())
    }

    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn spec(&self) -> Spec {
        Spec::of(&self.game)
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn has_draws(&self) -> bool {
        self.game.has_draws()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn scores(&self) -> Option<Scores> {
        self.game.scores(&self.state)
    }

    fn position(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn drawing(&self, canvas: Canvas) -> String {
        self.game.draw(&self.state, canvas).text
    }

    fn board(&self) -> Value {
        // Boards are made of plain structs with text keys, which always fit into JSON.
        serde_json::to_value(self.game.board(&self.state)).unwrap_or(Value::Null)
    }

    fn left(&self) -> Vec<Left> {
        self.game.left(&self.state)
    }

    fn moves(&self, seat: Seat) -> Vec<(String, Vec<Part>)> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.state, seat, &mut moves);
        let written = |mv: G::Move| {
            (self.game.write_move(&self.state, seat, mv), self.game.parts(&self.state, seat, mv))
        };
        moves.into_iter().map(written).collect()
    }

    fn restart(&mut self) {
        self.state = self.start.clone();
    }

    fn check(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        self.must_act(seat)?;
        let mv = self.game.read_move(&self.state, seat, text)?;
        self.game.check(&self.state, seat, mv)?;
        Ok(self.game.write_move(&self.state, seat, mv))
    }

    fn act(&mut self, choices: &[(Seat, &str)]) -> Result<Told, Refusal> {
        let mut read = Vec::with_capacity(choices.len());
        for &(seat, text) in choices {
            self.must_act(seat)?;
            read.push((seat, self.game.read_move(&self.state, seat, text)?));
        }
        self.play(&Event::Act(read))
    }

    fn chance(&mut self, text: &str) -> Result<Told, Refusal> {
        if self.turn() != Turn::Chance {
            return Err(refusals::no_chance());
        }
        let chance = self.game.read_chance(&self.state, text)?;
        self.play(&Event::Chance(chance))
    }

    fn draw(&self, words: &mut Draw) -> Option<String> {
        let chance = self.game.sample_chance(&self.state, words)?;
        Some(self.game.write_chance(&self.state, &chance))
    }
}
