//! The contract. Chance is an explicit event, seats that act at once are a set, and there is no undo: states
//! are small plain values that are copied. Integer actions, sentinel players and a random source inside the
//! state were the alternatives; each made some game or some caller guess.

use crate::catalog::Language;
use crate::options::Options;
use crate::outcome::{Outcome, Scores, Turn};
use crate::playout::{Tally, list_pick_apply};
use crate::rng::Rng;
use crate::seat::Seat;
use crate::spec::SpecError;
use crate::text::{Refusal, Template, Text, refusals};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of one game with its options set.
///
/// Trusted methods (`apply`, `apply_round`, `apply_chance`) take only what the checked ones accept; they assert
/// in debug builds. Everything that comes from outside goes through [`Game::play`].
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The game's options.
    type Options: Options;
    /// A position: no clock, no names, no random source, and no history beyond what the rules ask for.
    type State: Clone + PartialEq + Eq + Debug + Send + Sync + 'static;
    /// One choice of one seat.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// One roll, card or deal.
    type Chance: Clone + Eq + Debug + Send + Sync + 'static;

    /// What the game is, whatever its options.
    const INFO: &'static Info;

    /// The rules for these options and this many seats.
    ///
    /// # Errors
    /// Options that do not go together.
    fn new(options: Self::Options, seats: u8) -> Result<Self, SpecError>;
    /// The options it was made with.
    fn options(&self) -> &Self::Options;
    /// How many seats play.
    fn seats(&self) -> u8;

    /// The position before anything has happened.
    fn start(&self) -> Self::State;
    /// Who acts.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends the moves that `seat` may choose, each once; nothing if it does not act.
    fn legal_moves(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>);
    /// Whether `seat` may choose this move, and if not, why. Accepts exactly what `legal_moves` lists.
    ///
    /// # Errors
    /// The reason, with its ruling.
    fn check(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Result<(), Refusal>;
    /// Makes a legal move of the one seat that acts.
    fn apply(&self, state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// Makes the legal choices of all seats that act, in seat order, as one event.
    fn apply_round(&self, state: &mut Self::State, choices: &[(Seat, Self::Move)]) {
        for &(seat, mv) in choices {
            self.apply(state, seat, mv);
        }
    }

    /// Appends every outcome of the pending chance event with its integer weight, where they are few enough.
    fn chances(&self, state: &Self::State, outcomes: &mut Vec<(Self::Chance, u64)>) -> Listing;
    /// Whether this chance event may happen now, and if not, why.
    ///
    /// # Errors
    /// The reason.
    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> Result<(), Refusal>;
    /// Makes a valid chance event.
    fn apply_chance(&self, state: &mut Self::State, chance: &Self::Chance);
    /// Draws the pending chance event as the physical procedure would; `None` if none is pending.
    fn sample_chance<R: Rng>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Chance> {
        let mut outcomes = Vec::new();
        self.chances(state, &mut outcomes);
        let pick = rng.weighted(outcomes.iter().map(|(_, weight)| *weight))?;
        Some(outcomes.swap_remove(pick).0)
    }

    /// The scores of a position, if the game has scores.
    fn scores(&self, state: &Self::State) -> Option<Scores>;
    /// No game has more events (moves, rounds and chance) than this.
    fn max_events(&self) -> u32;

    /// Writes a legal move; the text has no `#`, `|`, line break or outer blanks.
    fn write_move(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> String;
    /// Reads a move. The result need not be legal.
    ///
    /// # Errors
    /// The text is not a move; the refusal says what would be.
    fn read_move(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Refusal>;
    /// Writes a valid chance event, with the same limits as a move.
    fn write_chance(&self, state: &Self::State, chance: &Self::Chance) -> String;
    /// Reads a chance event. The result need not be valid.
    ///
    /// # Errors
    /// The text is not such an event.
    fn read_chance(&self, state: &Self::State, text: &str) -> Result<Self::Chance, Refusal>;
    /// Writes a position on one line; `read_position` gives an equal one back.
    fn write_position(&self, state: &Self::State) -> String;
    /// Reads a position and refuses those that no game could show.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_position(&self, text: &str) -> Result<Self::State, Refusal>;
    /// Draws the position as text.
    fn draw(&self, state: &Self::State, canvas: Canvas) -> String;
    /// Says in plain language what an event does to a position.
    fn narrate(&self, before: &Self::State, event: &Event<Self>) -> Vec<Text>;

    /// Plays uniformly random moves to the end. Override only with something faster of the same distribution;
    /// the laws compare the two.
    fn playout<R: Rng>(&self, state: &mut Self::State, rng: &mut R, tally: &mut Tally) -> Outcome {
        list_pick_apply(self, state, rng, tally)
    }

    /// How many move sequences of exactly `depth` plies follow, if the game has a faster way than to make them.
    fn count_leaves(&self, _state: &Self::State, _depth: u32) -> Option<u64> {
        None
    }

    /// Makes one event after checking it: the door for everything that comes from outside.
    ///
    /// # Errors
    /// Why not; the state is then unchanged.
    fn play(&self, state: &mut Self::State, event: &Event<Self>) -> Result<(), Refusal> {
        match (self.turn(state), event) {
            (Turn::Over(_), _) => Err(refusals::game_over()),
            (Turn::Chance, Event::Chance(chance)) => {
                self.check_chance(state, chance)?;
                self.apply_chance(state, chance);
                Ok(())
            }
            (Turn::Chance, _) => Err(Refusal::unreadable(refusals::CHANCE_FIRST.plain())),
            (Turn::Act(_), Event::Chance(_)) => Err(Refusal::unreadable(refusals::NO_CHANCE.plain())),
            (Turn::Act(seats), Event::Act(choices)) => {
                for &(seat, mv) in choices {
                    if !seats.contains(seat) {
                        return Err(refusals::not_your_turn(seat));
                    }
                    self.check(state, seat, mv)?;
                }
                if !choices.iter().map(|(seat, _)| *seat).eq(seats.iter()) {
                    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                    let text = refusals::ROUND_SEATS.with(&[("seats", &names.join(", "))]);
                    return Err(Refusal::unreadable(text));
                }
                match choices[..] {
                    [(seat, mv)] => self.apply(state, seat, mv),
                    _ => self.apply_round(state, choices),
                }
                Ok(())
            }
        }
    }
}

/// What a game is, whatever its options.
#[derive(Debug)]
pub struct Info {
    /// The id in specs, records and addresses.
    pub id: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Who designed it, and when.
    pub credit: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The seats if nobody says.
    pub default_seats: u8,
    /// The version of the rules that records are written under; raised when an old record would replay differently.
    pub rules_version: u32,
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// The other languages in which the game explains itself.
    pub languages: &'static [Language],
    /// Well-known settings.
    pub presets: &'static [Preset],
    /// Every sentence the game may say.
    pub texts: &'static [&'static Template],
}

impl Info {
    /// The language with this code; `None` for English and for a language that the game does not have.
    #[must_use]
    pub fn language(&self, code: &str) -> Option<&'static Language> {
        self.languages.iter().find(|language| language.code == code)
    }

    /// The rules page in a language, in English if the game does not have it.
    #[must_use]
    pub fn rules_in(&self, code: &str) -> &'static str {
        self.language(code).map_or(self.rules, |language| language.rules)
    }
}

/// Settings with a name.
#[derive(Debug)]
pub struct Preset {
    /// What people call it.
    pub name: &'static str,
    /// The spec.
    pub spec: &'static str,
}

/// Whether a list of chance outcomes is the whole of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Every outcome is listed.
    Complete,
    /// There are too many to list: sample.
    TooMany,
}

/// The chance events of a game without chance: there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChance {}

/// One thing that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<G: Game> {
    /// A roll, card or deal.
    Chance(G::Chance),
    /// The choices of the acting seats, in seat order: one, or all of a simultaneous round.
    Act(Vec<(Seat, G::Move)>),
}

impl<G: Game> Event<G> {
    /// The move of one seat.
    #[must_use]
    pub fn one(seat: Seat, mv: G::Move) -> Event<G> {
        Event::Act(vec![(seat, mv)])
    }
}

/// How to draw a position as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Columns to draw in; a drawing may be narrower, and is never wider if the game can help it.
    pub width: u16,
    /// Whether ANSI colours may be used. Everything is readable without them.
    pub color: bool,
    /// Whether the last seat sits at the bottom.
    pub flip: bool,
}

impl Default for Canvas {
    fn default() -> Self {
        Canvas { width: 80, color: false, flip: false }
    }
}
