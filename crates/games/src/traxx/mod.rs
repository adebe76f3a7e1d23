//! Träxx: a path for every seat as a 64-bit set with its line, the cards still in the deck as a 15-bit set. The
//! order of a shuffled deck is unknown to all players, so a position holds no deck, only which cards are left, and
//! each card is drawn when it is turned.

mod board;
mod chance;
mod check;
mod draw;
mod encode;
mod generate;
mod hex;
mod narrate;
mod notation;
mod path;
mod player;
mod position;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod themes;
mod view;
mod walk;

pub use board::{Board, BoardChoice, CARDS, Colour, Palette};
pub use chance::Chance;
pub use hex::{FIELDS, Fields, Hex};
pub use path::{Numbers, Path, half};
pub use state::{Card, State};
pub use walk::{LONGEST, Move};

use breadboard_core::{
    Info, OldRules, Outcome, Preset, Refusal, Rules, Scores, Seat, SeatSet, SpecError, Turn, refusals,
};
use state::Phase;

breadboard_core::options! {
    /// The options of Träxx.
    pub struct Options {
        /// Whether seats choose in turn and see each other.
        open: Open = Open::Off, "T6", "Seats choose unseen at the same time (off), or in turn and see each other: \
            seat 1 always first (seats), or another seat first each round (rotate).";
        /// Whether all seats have the same start.
        same_start: bool = false, "T11", "All seats begin on the same start field.";
        /// The board.
        board: BoardChoice = BoardChoice::Standard, "T13",
            "The standard board, or a number that makes another one under the same laws.";
    }
}

breadboard_core::choice! {
    /// Whether seats choose in turn and see each other (T6).
    pub enum Open {
        /// All choose at once.
        Off = "off",
        /// Seat 1 chooses first.
        Seats = "seats",
        /// The first chooser moves on by one each round.
        Rotate = "rotate",
    }
}

/// The most seats.
const SEATS: usize = 4;

/// The rules with a board.
#[derive(Clone, Debug)]
pub struct Traxx {
    options: Options,
    seats: u8,
    board: Board,
}

static INFO: Info = Info {
    id: "traxx",
    name: "Träxx",
    summary: "Draw one long path over a board of colours: numbers pay, missed fields cost.",
    credit: "Steffen Benndorf and Reinhard Staupe, 2015",
    seats: (1, SEATS as u8),
    default_seats: 2,
    rules_version: 2,
    // Version 1 had a switch for T6.
    old_rules: &[OldRules {
        version: 1,
        defaults: &[],
        spellings: &[
            ("open", "on", "seats"),
            ("open", "true", "seats"),
            ("open", "yes", "seats"),
            ("open", "off", "off"),
            ("open", "false", "off"),
            ("open", "no", "off"),
        ],
    }],
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[
        Preset { name: "Alone", spec: "traxx:seats=1" },
        Preset { name: "Four at the table", spec: "traxx:seats=4" },
        Preset { name: "All from the same start", spec: "traxx:same_start=on" },
        Preset { name: "One after the other", spec: "traxx:open=rotate" },
    ],
    texts: texts::ALL,
};

impl Traxx {
    /// The board in play.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colours of a card.
    #[inline]
    #[must_use]
    pub fn colours(&self, card: Card) -> Palette {
        self.board.cards()[usize::from(card.0) % CARDS]
    }

    fn score(&self, path: &Path) -> i32 {
        path.points() - path.missed()
    }

    fn outcome(&self, state: &State) -> Outcome {
        if self.seats == 1 {
            return Outcome::Scored;
        }
        // T10: equal scores share the win.
        Outcome::highest(&self.all_scores(state))
    }

    fn all_scores(&self, state: &State) -> Scores {
        let mut scores = Scores::zero(self.seats);
        for seat in Seat::all(self.seats) {
            scores[seat] = self.score(state.path(seat));
        }
        scores
    }

    /// The seats that could extend their paths on a set of colours.
    #[inline]
    fn able(&self, state: &State, colours: u8) -> SeatSet {
        let fields = self.board.fields_in(colours);
        Seat::all(self.seats).filter(|&seat| !state.path(seat).doors().and(fields).is_empty()).collect()
    }

    /// T6: the seat that chooses first in this round, if they choose in turn and all can extend.
    fn first_chooser(&self, state: &State) -> Seat {
        let round = CARDS as u32 - state.left.count_ones();
        let first = if self.options.open == Open::Rotate { round.saturating_sub(1) } else { 0 };
        Seat::new((first % u32::from(self.seats)) as usize).unwrap_or(Seat::FIRST)
    }

    /// T6: how many seats choose before this one.
    fn place_in_order(&self, state: &State, seat: Seat) -> u8 {
        (seat.number() + self.seats - self.first_chooser(state).number()) % self.seats
    }

    /// T6: the seats that have yet to choose, in the order in which they do.
    fn in_order(&self, state: &State) -> impl Iterator<Item = Seat> {
        let (first, acting) = (self.first_chooser(state), state.acting);
        acting
            .iter()
            .filter(move |seat| *seat >= first)
            .chain(acting.iter().filter(move |seat| *seat < first))
    }

    /// Whether the seat has to choose now.
    #[inline]
    fn acts(&self, state: &State, seat: Seat) -> bool {
        matches!(self.turn(state), Turn::Act(seats) if seats.contains(seat))
    }

    /// Whether a number gives all its points.
    #[inline]
    fn in_full(&self, taken: Numbers, number: u8, own: Numbers) -> bool {
        if self.seats == 1 {
            !own.has_above(number) // Alone, a higher number reached before halves it; T8: in the order walked.
        } else {
            !taken.contains(number) // T6: arrivals of the same round do not take it from each other.
        }
    }

    /// Ends a round when no seat has a choice left.
    fn close_round(&self, state: &mut State) {
        state.card = None;
        state.taken = self.reached_by_anyone(state);
        state.phase = self.phase_after_round(state);
    }

    fn reached_by_anyone(&self, state: &State) -> Numbers {
        state.paths.iter().fold(Numbers::NONE, |all, path| all.or(path.numbers()))
    }

    fn phase_after_round(&self, state: &State) -> Phase {
        let colours = state.cards_left().fold(0, |set, card| set | self.colours(card).set());
        // T9: the rest of the deck is skipped when no seat can use a card of it.
        if self.able(state, colours).is_empty() { Phase::Over } else { Phase::Turn }
    }

    /// The colours of the open card; `None` between rounds.
    #[inline]
    fn open_card(&self, state: &State) -> Option<Palette> {
        state.card.map(|card| self.colours(card))
    }
}

impl Rules for Traxx {
    type Options = Options;
    type State = State;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    fn build(options: Options, seats: u8) -> Result<Self, SpecError> {
        let standard = Board::standard().map_err(|reason| SpecError::combination(&reason))?;
        let board = match options.board {
            BoardChoice::Standard => standard,
            BoardChoice::Generated(seed) => standard.generate(seed),
        };
        Ok(Traxx { options, seats, board })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> State {
        State {
            paths: [Path::NONE; SEATS],
            left: (1 << CARDS) - 1,
            card: None,
            acting: SeatSet::EMPTY,
            taken: Numbers::NONE,
            phase: Phase::Deal,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal | Phase::Turn => Turn::Chance,
            // T6: all at once, or one after the other.
            Phase::Choose if self.options.open == Open::Off => Turn::Act(state.acting),
            Phase::Choose => self.in_order(state).next().map_or(Turn::Chance, Turn::of),
            Phase::Over => Turn::Over(self.outcome(state)),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        let Some(card) = self.open_card(state).filter(|_| self.acts(state, seat)) else { return };
        walk::list(&self.board, state.path(seat), card, moves);
        moves.push(Move::PASS);
    }

    fn check(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.turn(state).admits(seat)?;
        let card = self.open_card(state).ok_or_else(refusals::chance_first)?;
        if mv.is_pass() { Ok(()) } else { self.check_walk(state.path(seat), card, mv) }
    }

    #[inline]
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        if !mv.is_pass() {
            let taken = state.taken;
            let full = |number, own| self.in_full(taken, number, own);
            state.paths[seat.index()].extend(&self.board, mv, full);
        }
        state.acting = state.acting.without(seat);
        if state.acting.is_empty() {
            self.close_round(state);
        }
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(self.all_scores(state))
    }

    fn max_events(&self) -> u32 {
        // The deal, then for each card its turning and at most one choice of every seat.
        1 + CARDS as u32 * (1 + u32::from(self.seats))
    }

    fn has_draws(&self) -> bool {
        false // T10: equal scores share the win.
    }
}
