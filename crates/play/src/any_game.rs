//! A game with its position behind one object, with moves and positions as text. The registry gives concrete types, but
//! a table holds any game in one value; one call through a pointer per move costs nothing there.

use crate::dice::Draw;
use breadboard_core::{
    Canvas, Event, Info, Listing, NoChance, Outcome, Refusal, Scores, Seat, SeatSet, Spec, Text, Turn,
    refusals,
};
use breadboard_games::{Left, Part, Views, Visitor, under_version, with_game};
use breadboard_wire::{BoardJson, Denied};
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

#[cfg(test)]
thread_local! {
    /// How many events this thread has played, to measure work without a clock.
    pub(crate) static PLAYED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A game and its current position.
pub(crate) trait AnyGame: Send + Sync {
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// The state, for callers that know its type.
    fn state(&self) -> &dyn Any;
    fn info(&self) -> &'static Info;
    /// The shortest spec as a version of the rules writes it.
    fn spec(&self, rules: u32) -> Spec;
    fn seats(&self) -> u8;
    fn has_draws(&self) -> bool;
    /// Whether there are rolls, cards or deals in this game.
    fn has_chance(&self) -> bool;
    fn turn(&self) -> Turn;
    /// The outcome if only these seats can win, once the game is over.
    fn outcome_among(&self, seats: SeatSet) -> Option<Outcome>;
    fn scores(&self) -> Option<Scores>;
    fn position(&self) -> String;
    fn drawing(&self, canvas: Canvas) -> String;
    fn board(&self) -> BoardJson;
    fn left(&self) -> Vec<Left>;
    /// The legal moves of a seat, each with its notation and its parts. Only `still_in` can win.
    fn moves(&self, seat: Seat, still_in: SeatSet) -> Vec<Written>;
    /// The moves that a seat can make ready while it waits.
    fn ready(&self, seat: Seat) -> Vec<Written>;
    /// The move of a seat that has no other; nothing if it has several or none.
    fn only_move(&self, seat: Seat) -> Option<CheckedMove>;
    /// Goes back to the position it began with.
    fn restart(&mut self);
    /// The current position, to return to.
    fn mark(&self) -> Mark;
    /// Goes to a position of the same game; `false` if it is another game's.
    fn return_to(&mut self, mark: &Mark) -> bool;
    /// Reads and checks a move of the current position.
    fn read(&self, seat: Seat, text: &str) -> Result<CheckedMove, Refusal>;
    /// The moves that a text stands for, one after the other.
    fn several(&self, text: &str) -> Vec<String>;
    /// Plays the choices of the acting seats, in seat order. They were read in this position, so they are not checked
    /// again; only that every acting seat has one.
    fn act(&mut self, choices: &[(Seat, CheckedMove)]) -> Result<Narration, Refusal>;
    /// Plays a chance event.
    fn chance(&mut self, text: &str) -> Result<Narration, Refusal>;
    /// Whether a sentence that the game told says who has won.
    fn is_verdict(&self, text: &Text) -> bool;
    /// Draws the pending chance event, without playing it.
    fn draw(&self, words: &mut Draw) -> Option<String>;
    /// Every outcome of the pending chance event with its weight; none if there are more than `most`.
    fn chances(&self, most: usize) -> Vec<(String, u64)>;
}

/// A move as people choose it.
#[derive(Clone)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
    /// What it gives, if that is known.
    pub(crate) gain: Option<i32>,
    /// How the game ends with it, if it does.
    pub(crate) ends: Option<Outcome>,
}

/// A position of a game: its state alone, so that many of them cost little.
pub(crate) type Mark = Arc<dyn Any + Send + Sync>;

/// A move that was read and checked in the current position. It is valid until the position changes.
#[derive(Clone)]
pub(crate) struct CheckedMove {
    /// As the game writes it.
    pub(crate) text: String,
    /// The game's own move.
    inner: Arc<dyn Any + Send + Sync>,
}

impl PartialEq for CheckedMove {
    fn eq(&self, other: &CheckedMove) -> bool {
        self.text == other.text
    }
}

impl Eq for CheckedMove {}

impl fmt::Debug for CheckedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What there is to tell of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Narration {
    pub(crate) texts: Vec<Text>,
    /// The places that it touched.
    pub(crate) touched: Vec<String>,
    /// The game's number of the turn that it belongs to; neighbouring turns have different ones.
    pub(crate) turn: u32,
}

impl From<Text> for Narration {
    fn from(text: Text) -> Narration {
        Narration { texts: vec![text], ..Narration::default() }
    }
}

impl From<Vec<Text>> for Narration {
    fn from(texts: Vec<Text>) -> Narration {
        Narration { texts, ..Narration::default() }
    }
}

/// Makes the game that a spec names under today's rules, at its start or at a position.
pub(crate) fn any_game(spec: &Spec, start: Option<&str>) -> Result<Box<dyn AnyGame>, Denied> {
    Ok(with_game(spec, Make { start })??)
}

/// Makes the game that a spec named under a version of the rules.
pub(crate) fn any_game_under(
    spec: &Spec,
    rules: u32,
    start: Option<&str>,
) -> Result<Box<dyn AnyGame>, Denied> {
    any_game(&under_version(spec, rules)?, start)
}

struct Make<'a> {
    start: Option<&'a str>,
}

impl Visitor for Make<'_> {
    type Output = Result<Box<dyn AnyGame>, Refusal>;
    fn visit<G: Views>(self, game: G) -> Self::Output {
        let start = match self.start {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        Ok(Box::new(Typed { state: start.clone(), start, game }))
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

#[derive(Clone)]
struct Typed<G: Views> {
    game: G,
    start: G::State,
    state: G::State,
}

impl<G: Views> Typed<G> {
    /// Moves on to `next`, which `event` led to.
    fn advance(&mut self, event: &Event<G>, next: G::State) -> Narration {
        let texts = self.game.narrate(&self.state, event);
        let touched = self.game.touched(&self.state, event);
        let turn = self.game.turn_key(&self.state);
        #[cfg(test)]
        PLAYED.with(|played| played.set(played.get() + 1));
        self.state = next;
        Narration { texts, touched, turn }
    }
}

impl<G: Views> AnyGame for Typed<G> {
    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn spec(&self, rules: u32) -> Spec {
        Spec::of_version(&self.game, rules)
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn has_draws(&self) -> bool {
        self.game.has_draws()
    }

    fn has_chance(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<NoChance>()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn outcome_among(&self, seats: SeatSet) -> Option<Outcome> {
        self.game.outcome_among(&self.state, seats)
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

    fn board(&self) -> BoardJson {
        BoardJson::of(&self.game.board(&self.state))
    }

    fn left(&self) -> Vec<Left> {
        self.game.left(&self.state)
    }

    fn moves(&self, seat: Seat, still_in: SeatSet) -> Vec<Written> {
        let moves = self.game.moves(&self.state, seat);
        let alone = self.game.turn(&self.state) == Turn::of(seat);
        let outcome_after = |mv: G::Move| {
            let mut after = self.state.clone();
            self.game.apply(&mut after, seat, mv);
            self.game.outcome_among(&after, still_in)
        };
        let written = |mv: G::Move| Written {
            text: self.game.write_move(&self.state, seat, mv),
            parts: self.game.parts(&self.state, seat, mv),
            gain: self.game.gain(&self.state, seat, mv),
            ends: if alone { outcome_after(mv) } else { None },
        };
        moves.into_iter().map(written).collect()
    }

    fn ready(&self, seat: Seat) -> Vec<Written> {
        let written = |mv: G::Move| Written {
            text: self.game.write_move(&self.state, seat, mv),
            parts: self.game.parts(&self.state, seat, mv),
            gain: None,
            ends: None,
        };
        self.game.ready_moves(&self.state, seat).into_iter().map(written).collect()
    }

    fn only_move(&self, seat: Seat) -> Option<CheckedMove> {
        let moves = self.game.moves(&self.state, seat);
        let [mv] = moves[..] else { return None };
        Some(CheckedMove { text: self.game.write_move(&self.state, seat, mv), inner: Arc::new(mv) })
    }

    fn restart(&mut self) {
        self.state = self.start.clone();
    }

    fn mark(&self) -> Mark {
        Arc::new(self.state.clone())
    }

    fn return_to(&mut self, mark: &Mark) -> bool {
        let state = mark.downcast_ref::<G::State>();
        if let Some(state) = state {
            self.state = state.clone();
        }
        state.is_some()
    }

    fn read(&self, seat: Seat, text: &str) -> Result<CheckedMove, Refusal> {
        // Asked before the game reads anything for a seat: it may not even have that seat.
        self.turn().admits(seat)?;
        let mv = self.game.read_move(&self.state, seat, text)?;
        self.game.check(&self.state, seat, mv)?;
        Ok(CheckedMove { text: self.game.write_move(&self.state, seat, mv), inner: Arc::new(mv) })
    }

    fn several(&self, text: &str) -> Vec<String> {
        self.game.several_moves(text)
    }

    fn act(&mut self, choices: &[(Seat, CheckedMove)]) -> Result<Narration, Refusal> {
        let acting = match self.turn() {
            Turn::Over(_) => return Err(refusals::game_over()),
            Turn::Chance => return Err(refusals::chance_first()),
            Turn::Act(seats) => seats,
        };
        let own = |(seat, mv): &(Seat, CheckedMove)| Some((*seat, *mv.inner.downcast_ref::<G::Move>()?));
        let moves: Vec<(Seat, G::Move)> = choices.iter().filter_map(own).collect();
        if !moves.iter().map(|(seat, _)| *seat).eq(acting.iter()) {
            return Err(refusals::round_seats(acting));
        }
        let mut next = self.state.clone();
        match moves[..] {
            [(seat, mv)] => self.game.apply(&mut next, seat, mv),
            _ => self.game.apply_round(&mut next, &moves),
        }
        Ok(self.advance(&Event::Act(moves), next))
    }

    fn chance(&mut self, text: &str) -> Result<Narration, Refusal> {
        if self.turn() != Turn::Chance {
            return Err(refusals::no_chance());
        }
        let event = Event::Chance(self.game.read_chance(&self.state, text)?);
        let mut next = self.state.clone();
        self.game.play(&mut next, &event)?;
        Ok(self.advance(&event, next))
    }

    fn is_verdict(&self, text: &Text) -> bool {
        self.game.is_verdict(text)
    }

    fn draw(&self, words: &mut Draw) -> Option<String> {
        let chance = self.game.sample_chance(&self.state, words)?;
        Some(self.game.write_chance(&self.state, &chance))
    }

    fn chances(&self, most: usize) -> Vec<(String, u64)> {
        let mut outcomes = Vec::new();
        if self.game.chances(&self.state, &mut outcomes) == Listing::TooMany || outcomes.len() > most {
            return Vec::new();
        }
        let written = |(chance, weight)| (self.game.write_chance(&self.state, &chance), weight);
        outcomes.into_iter().map(written).collect()
    }
}
