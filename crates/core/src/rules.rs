//! The rules of a game: positions, moves, turns, ends. There is no undo: states are small plain values that are
//! copied. Integer actions, sentinel players and a random source inside the state were the alternatives; each
//! made some game or some caller guess.

use crate::catalog::Language;
use crate::options::Options;
use crate::outcome::{Outcome, Scores, Turn};
use crate::playout::Tally;
use crate::refusal::{Refusal, refusals};
use crate::rng::Rng;
use crate::seat::{Seat, SeatSet};
use crate::spec::{SpecError, seats_in_range};
use crate::text::Template;
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of one game with its options set.
///
/// `apply` and `apply_round` are trusted: they take only what `check` accepts, and assert it in debug builds.
/// Everything that comes from outside goes through [`Game::play`](crate::Game::play), which checks.
pub trait Rules: Clone + Debug + Send + Sync + Sized + 'static {
    /// The game's options, declared with [`options!`](crate::options!).
    type Options: Options;
    /// A position: no clock, no names, no random source, and no history beyond what the rules need.
    type State: Clone + PartialEq + Eq + Debug + Send + Sync + 'static;
    /// One choice of one seat.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// What the game is, with any options.
    const INFO: &'static Info;

    /// Makes the rules. Only [`new`](Rules::new) calls it, with options and seats that are in range.
    ///
    /// # Errors
    /// Options that are each in range but do not go together.
    fn build(options: Self::Options, seats: u8) -> Result<Self, SpecError>;
    /// The options it was made with.
    fn options(&self) -> &Self::Options;
    /// How many seats play. A game with a fixed number of seats need not write this.
    fn seats(&self) -> u8 {
        Self::INFO.default_seats
    }

    /// The position before the first event.
    fn start(&self) -> Self::State;
    /// Who acts.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends the moves that `seat` may choose, each once; none if it does not act.
    fn legal_moves(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>);
    /// The same as a list of its own. Code that lists moves often keeps a list and fills it again.
    fn moves(&self, state: &Self::State, seat: Seat) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(state, seat, &mut moves);
        moves
    }
    /// Makes a legal move of the one seat that acts.
    fn apply(&self, state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// No game has more events (moves, rounds and chance events) than this.
    fn max_events(&self) -> u32;

    /// Whether `seat` may choose this move, and if not, why. Accepts exactly what `legal_moves` lists.
    ///
    /// The default searches the list and cannot name a ruling; a game overrides it to say which rule forbids the move.
    ///
    /// # Errors
    /// The reason, with its ruling.
    fn check(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        if self.moves(state, seat).contains(&mv) { Ok(()) } else { Err(refusals::not_possible()) }
    }

    /// Makes the legal choices of all seats that act, in seat order, as one event.
    fn apply_round(&self, state: &mut Self::State, choices: &[(Seat, Self::Move)]) {
        for &(seat, mv) in choices {
            self.apply(state, seat, mv);
        }
    }

    /// The scores of a position, if the game has scores.
    fn scores(&self, _state: &Self::State) -> Option<Scores> {
        None
    }

    /// The outcome of a game that is over if only `seats` can win, because the others have left it. The default suits a
    /// game that shares the win among those tied for the highest score.
    fn outcome_among(&self, state: &Self::State, seats: SeatSet) -> Option<Outcome> {
        let outcome = self.turn(state).outcome()?;
        if seats.len() == usize::from(self.seats()) {
            return Some(outcome);
        }
        Some(outcome.among(seats, self.scores(state).as_ref()))
    }

    /// Whether a game can end as a draw by its rules, so that it makes sense to offer one.
    fn has_draws(&self) -> bool {
        true
    }

    /// The rules for these options and this many seats.
    ///
    /// # Errors
    /// A value out of range, or options that do not go together.
    fn new(options: Self::Options, seats: u8) -> Result<Self, SpecError> {
        seats_in_range::<Self>(seats)?;
        options.check()?;
        Self::build(options, seats)
    }

    /// Plays uniformly random moves to the end, if the game can do it faster than by listing every position's moves.
    /// The distribution is the same; the laws compare the two.
    fn fast_playout<R: Rng>(
        &self,
        _state: &mut Self::State,
        _rng: &mut R,
        _tally: &mut Tally,
    ) -> Option<Outcome> {
        None
    }

    /// How many move sequences of exactly `depth` plies follow, if the game can count them faster than by making them.
    fn count_leaves(&self, _state: &Self::State, _depth: u32) -> Option<u64> {
        None
    }
}

/// What a game is, with any options.
#[derive(Debug)]
pub struct Info {
    /// The id in specs, records and addresses.
    pub id: &'static str,
    /// The name that people know.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Who designed it, and when.
    pub credit: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The number of seats if the spec does not set it.
    pub default_seats: u8,
    /// The version of the rules that records are written under; raised when an old record would replay differently.
    pub rules_version: u32,
    /// What older versions took for granted, the oldest first.
    pub old_rules: &'static [OldRules],
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
    /// What a game of two seats under the first version of its rules need not write: `..Info::TWO_SEATS`.
    pub const TWO_SEATS: Info = Info {
        id: "",
        name: "",
        summary: "",
        credit: "",
        seats: (2, 2),
        default_seats: 2,
        rules_version: 1,
        old_rules: &[],
        rules: "",
        languages: &[],
        presets: &[],
        texts: &[],
    };

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

    fn old_rules_of(&self, version: u32) -> impl Iterator<Item = &'static OldRules> {
        self.old_rules.iter().filter(move |old| old.version >= version)
    }

    /// The defaults of a version of the rules that are others today.
    pub(crate) fn old_defaults(&self, version: u32) -> Vec<(&'static str, &'static str)> {
        let mut defaults: Vec<(&str, &str)> = Vec::new();
        for &(key, value) in self.old_rules_of(version).flat_map(|old| old.defaults) {
            if !defaults.iter().any(|(known, _)| *known == key) {
                defaults.push((key, value));
            }
        }
        defaults
    }

    /// What is written now for a value as a version of the rules wrote it: translated from version to version.
    pub(crate) fn new_spelling<'a>(&self, version: u32, key: &str, value: &'a str) -> &'a str {
        self.old_rules_of(version).fold(value, |value, rules| {
            let mut spellings = rules.spellings.iter();
            spellings.find(|(known, old, _)| *known == key && *old == value).map_or(value, |(_, _, new)| new)
        })
    }

    /// What a version of the rules wrote for a value of today: translated back from version to version.
    pub(crate) fn old_spelling<'a>(&self, version: u32, key: &str, value: &'a str) -> &'a str {
        let later: Vec<&OldRules> = self.old_rules_of(version).collect();
        later.iter().rev().fold(value, |value, rules| {
            let mut spellings = rules.spellings.iter();
            spellings.find(|(known, _, new)| *known == key && *new == value).map_or(value, |(_, old, _)| old)
        })
    }
}

/// What an older version of a game's rules took for granted. A ruling that changes gets an option whose old value is
/// what the old version played, so an old record is replayed by today's code with other defaults.
#[derive(Debug)]
pub struct OldRules {
    /// The last version for which this holds; an older one has it too, unless its own entry says otherwise.
    pub version: u32,
    /// Options and the defaults they had, as today's rules spell them.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Options, what this version read as a value, and what the next entry (or, after the last one, today's rules) writes for
    /// it. Of several old words for a value the first is the one that the old version wrote.
    pub spellings: &'static [(&'static str, &'static str, &'static str)],
}

/// Settings with a name.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The spec.
    pub spec: &'static str,
}
