//! A game with a position behind one object. The registry gives concrete types; Python holds any game in one class.

use crate::errors::Failure;
use crate::turns::WholeTurn;
use crate::typed::Typed;
use crate::vector::{AnyEnvs, Plan};
use breadboard_core::{Canvas, Info, Outcome, Record, Refusal, Scores, Seat, SpecError, Turn};
use breadboard_games::{Bots, Encode, Spaces, Views, Visitor, with_game};
use breadboard_lab::Contender;
use breadboard_search::{Budget, Score};
use std::any::Any;
use std::time::Duration;

/// What a game must have to be played from Python. Every game of the registry has it.
pub(crate) trait Playable: Bots + Views + Encode {}

impl<G: Bots + Views + Encode> Playable for G {}

/// A move as the caller names it.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// By its number.
    Action(usize),
    /// In the game's notation.
    Text(String),
}

/// A line of play that a search found.
#[derive(Clone, Debug)]
pub(crate) struct FoundLine {
    pub(crate) rank: u32,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) score: Score,
    pub(crate) moves: Vec<String>,
}

/// How much a search may spend.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spend {
    pub(crate) budget: Option<Budget>,
    pub(crate) time: Option<Duration>,
}

/// A game and a position of it. It never changes.
pub(crate) trait AnyState: Send + Sync {
    fn boxed(&self) -> Box<dyn AnyState>;
    fn as_any(&self) -> &dyn Any;
    /// Whether it is the same position of the same game with the same options.
    fn equals(&self, other: &dyn AnyState) -> bool;

    fn info(&self) -> &'static Info;
    fn spec(&self) -> String;
    fn options(&self) -> Vec<(&'static str, String)>;
    fn seats(&self) -> u8;
    fn has_draws(&self) -> bool;
    fn has_chance(&self) -> bool;
    fn max_events(&self) -> u32;
    fn spaces(&self) -> &Spaces;

    /// The position before the first event.
    fn start(&self) -> Box<dyn AnyState>;
    /// Another position of the same game.
    fn at(&self, position: &str) -> Result<Box<dyn AnyState>, Refusal>;
    /// What the position's text leaves out.
    fn memory(&self) -> Vec<u32>;
    /// The same position with that added; `None` if it does not fit.
    fn remembering(&self, memory: &[u32]) -> Option<Box<dyn AnyState>>;

    fn turn(&self) -> Turn;
    fn scores(&self) -> Option<Scores>;
    fn position(&self) -> String;
    fn drawing(&self, canvas: Canvas) -> String;

    fn moves(&self, seat: Seat) -> Vec<String>;
    /// The numbers of the legal moves, rising.
    fn actions(&self, seat: Seat) -> Vec<usize>;
    /// The number and the notation of a legal move.
    fn read(&self, seat: Seat, choice: &Choice) -> Result<(usize, String), Failure>;
    fn act(&self, choices: &[(Seat, Choice)]) -> Result<Box<dyn AnyState>, Failure>;

    /// The outcomes of the pending chance event with their weights; `None` if there are too many to list.
    fn chances(&self) -> Option<Vec<(String, u64)>>;
    fn sample(&self, seed: u64) -> Option<String>;
    /// Samples the pending chance event and makes it.
    fn chance_by(&self, seed: u64) -> Option<(String, Box<dyn AnyState>)>;
    fn chance(&self, text: &str) -> Result<Box<dyn AnyState>, Refusal>;

    fn observe(&self, seat: Seat, out: &mut [u8]);
    fn mask(&self, seat: Seat, out: &mut [u8]) -> usize;
    /// The numbers of a seat's legal moves, and what it sees after each of them, one observation after the other.
    fn children(&self, seat: Seat, seen: &mut Vec<u8>) -> Vec<i64>;
    /// Where a seat's turn can end, with the actions that lead there. More than `most` positions are refused.
    fn turns(&self, seat: Seat, most: usize) -> Result<Vec<WholeTurn<Box<dyn AnyState>>>, Failure>;
    /// Adds the returns of random games from here to `sums`, a value a seat.
    fn playouts(&self, count: u64, seed: u64, sums: &mut [f64]);

    fn player(&self, contender: &Contender, weights: Option<&[u8]>) -> Result<Box<dyn AnyPlayer>, Failure>;
    /// Games of this position's game, side by side.
    fn envs(&self, plan: &Plan) -> Box<dyn AnyEnvs>;
    /// Plays a record through; the positions after each event.
    fn replay(&self, record: &Record) -> Result<Vec<Box<dyn AnyState>>, breadboard_core::RecordError>;
    /// What an event says in plain language: the choices made here, or a chance event.
    fn narrate(&self, choices: &[(Seat, Choice)], chance: Option<&str>) -> Result<Vec<String>, Failure>;
}

/// A player of one game.
pub(crate) trait AnyPlayer: Send {
    fn choose(&mut self, state: &dyn AnyState, seat: Seat, seed: u64, spend: Spend)
    -> Result<usize, Failure>;
    /// The best lines, the best first.
    fn analyse(
        &mut self,
        state: &dyn AnyState,
        seat: Seat,
        lines: usize,
        spend: Spend,
    ) -> Result<Vec<FoundLine>, Failure>;
}

/// The game that a spec names, at its start.
pub(crate) fn any_state(spec: &str) -> Result<Box<dyn AnyState>, SpecError> {
    with_game(&spec.parse()?, Make)
}

struct Make;

impl Visitor for Make {
    type Output = Box<dyn AnyState>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        Box::new(Typed::at_start(game))
    }
}

/// What a seat gets at the end, from -1 to 1: the win is 1, and all returns of a game add up to 0. Alone it is the score.
pub(crate) fn return_of(outcome: Outcome, scores: Option<&Scores>, seat: Seat, seats: u8) -> f64 {
    if seats == 1 {
        return scores.map_or(0.0, |scores| scores[seat].into());
    }
    let seats_f = f64::from(seats);
    (seats_f * outcome.share(seat, seats) - 1.0) / (seats_f - 1.0)
}

/// Refuses a seat that the game does not have.
pub(crate) fn seat_of(index: usize, seats: u8) -> Result<Seat, Failure> {
    Seat::new(index).filter(|seat| seat.number() <= seats).ok_or_else(|| {
        Failure::Value(format!(
            "there is no seat {index}: seats are counted from 0, and this game has {seats}"
        ))
    })
}
