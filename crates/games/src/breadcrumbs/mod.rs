//! Breadcrumbs: one word for each player's chips and pawn, scores that are updated with every move, and, apart from
//! these, the history that repetition (B11) needs. Inside, players are letters; a seat only holds a letter,
//! because the ritual (B2) may assign the letters in any order.

mod board;
mod chance;
mod check;
mod draw;
mod encode;
mod history;
mod narrate;
mod notation;
mod player;
mod playout;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod themes;
mod view;

pub use board::{Letter, Square, Tile};
pub use chance::Deal;
pub use state::State;

use board::{Board, PawnSteps, Players, Walker};
use breadboard_core::{
    Info, OldRules, Outcome, Preset, Refusal, Rng, Rules, Scores, Seat, SeatSet, SpecError, Tally, Turn,
};
use history::History;
use state::Stage;

breadboard_core::options! {
    /// The options of Breadcrumbs.
    pub struct Options {
        /// Whether the seats name numbers for the choice of letters.
        ritual: bool = false, "B2", "Seats name numbers before the deal, and the closest to tile A chooses a letter first.";
        /// How many chips both players of a meeting need to end the game.
        end_chips: u8 = 10, in 1..=25, "B8", "How many chips both players need on the board for a meeting to end the game.";
        /// What a third occurrence does.
        repetition: Repetition = Repetition::Score, "B11", "The third occurrence of a position with the same player \
            to move: the game ends and is scored (score), is drawn (draw), or goes on (off).";
        /// Turns of each player.
        turn_cap: u16 = 40, in 10..=1000, "B11", "After this many turns of every player the game ends and is scored.";
    }
}

breadboard_core::choice! {
    /// What the third occurrence of a position does (B11).
    pub enum Repetition {
        /// The game ends and is scored as usual.
        Score = "score",
        /// The game is a draw.
        Draw = "draw",
        /// Nothing.
        Off = "off",
    }
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Breadcrumbs {
    options: Options,
    /// B3: the letters in play, in turn order.
    letters: &'static [Letter],
    players: Players,
}

/// One choice of one seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// B2: names a number from 1 to 5.
    Name(u8),
    /// B2: takes a letter.
    Take(Letter),
    /// The pawn goes to a square.
    Step(Square),
}

static INFO: Info = Info {
    id: "breadcrumbs",
    name: "Breadcrumbs",
    summary: "Walk over coloured tiles, leave chips where they pay, and meet when you lead.",
    credit: "an abstract strategy game for two to five players, published without its author's name",
    seats: (2, 5),
    default_seats: 2,
    rules_version: 2,
    old_rules: &[OldRules {
        version: 1,
        defaults: &[("repetition", "draw"), ("turn_cap", "100")],
        // Version 1 had a switch here.
        spellings: &[
            ("repetition", "on", "draw"),
            ("repetition", "true", "draw"),
            ("repetition", "yes", "draw"),
            ("repetition", "off", "off"),
            ("repetition", "false", "off"),
            ("repetition", "no", "off"),
        ],
    }],
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[
        Preset { name: "two players", spec: "breadcrumbs" },
        Preset { name: "three players", spec: "breadcrumbs:seats=3" },
        Preset { name: "four players", spec: "breadcrumbs:seats=4" },
        Preset { name: "five players", spec: "breadcrumbs:seats=5" },
        Preset { name: "with the opening ritual", spec: "breadcrumbs:ritual=on" },
        Preset { name: "a short game", spec: "breadcrumbs:end_chips=5,turn_cap=15" },
    ],
    texts: texts::ALL,
};

impl Breadcrumbs {
    /// The letters in play, in turn order (B3).
    #[must_use]
    pub fn letters(&self) -> &'static [Letter] {
        self.letters
    }

    #[inline]
    fn mover(&self, state: &State) -> Letter {
        self.letters[usize::from(state.mover)]
    }

    /// Who made the last move of the pawns; `None` before the first.
    fn last_mover(&self, state: &State) -> Option<Letter> {
        let count = self.letters.len();
        let before = (usize::from(state.mover) + count - 1) % count;
        (state.round > 0 || state.mover > 0).then(|| self.letters[before])
    }

    /// B4: whether the player to move may go diagonally.
    #[inline]
    fn is_lowest(&self, state: &State) -> bool {
        state.board.points.is_lowest(self.mover(state), self.players)
    }

    /// B2: the seats in the order in which they choose letters.
    fn choosers(&self, state: &State) -> Vec<Seat> {
        let value = state.board.tile(Letter::A.start()).value();
        let mut seats: Vec<Seat> = Seat::all(self.seats()).collect();
        // The sort is stable: at equal distance the earlier namer stays ahead.
        seats.sort_by_key(|seat| state.names[seat.index()].abs_diff(value));
        seats
    }

    fn chooser(&self, state: &State) -> Option<Seat> {
        let chosen = self.letters.iter().filter(|&&letter| state.pawn(letter).is_some()).count();
        self.choosers(state).get(chosen).copied()
    }

    /// Puts a player's pawn and first chip on the board.
    fn seat_player(&self, state: &mut State, letter: Letter, seat: Seat) {
        state.holders[letter.index()] = seat;
        state.board.place(letter, Walker::new(letter.start().bit(), letter.start()));
    }

    /// Starts the play when everyone is on the board.
    fn begin(&self, state: &mut State) {
        state.stage = Stage::Playing;
        state.names = [0; 5];
        self.remember_all(state);
    }

    /// Starts the history with this position: the word of the player to move is the oldest.
    fn remember_all(&self, state: &mut State) {
        state.history = History::default();
        if self.counts_repetition() {
            let first = usize::from(state.mover);
            for &letter in self.letters[first..].iter().chain(&self.letters[..first]) {
                state.history.push(state.board.walker(letter));
            }
        }
    }

    /// Moves the pawn of the player to move and passes the turn on. `is_third` is asked whether the history, which
    /// ends with the word that the move made, ends with a third occurrence.
    #[inline]
    fn step(&self, state: &mut State, to: Square, is_third: impl FnOnce(&History, Walker) -> bool) {
        let letter = self.mover(state);
        state.board.step(letter, to);
        state.mover += 1;
        if usize::from(state.mover) == self.letters.len() {
            state.mover = 0;
            state.round += 1;
        }
        let walker = state.board.walker(letter);
        let repeated = self.counts_repetition() && {
            state.history.push(walker);
            is_third(&state.history, walker)
        };
        // A meeting comes first: the game was over before anything was repeated or counted.
        if state.board.meets(letter, self.options.end_chips.into()) {
            state.stage = Stage::Met;
        } else if repeated {
            state.stage = Stage::Repeated;
        } else if state.round == self.options.turn_cap {
            state.stage = Stage::Capped;
        }
    }

    /// B11: whether a third occurrence ends the game.
    #[inline]
    fn counts_repetition(&self) -> bool {
        self.options.repetition != Repetition::Off
    }

    /// B11: whether the game ended by a third occurrence that makes it a draw with any scores.
    fn is_drawn_by_repetition(&self, state: &State) -> bool {
        state.stage == Stage::Repeated && self.options.repetition == Repetition::Draw
    }

    /// B10: the highest score wins, no matter who met; a tie for highest is a draw for everyone.
    fn outcome(&self, state: &State) -> Outcome {
        let best = self.seat_scores(state).best();
        match best.single() {
            Some(seat) if !self.is_drawn_by_repetition(state) => Outcome::Win(seat),
            _ => Outcome::Draw,
        }
    }

    fn seat_scores(&self, state: &State) -> Scores {
        let mut scores = Scores::zero(self.seats());
        for &letter in self.letters {
            if let Some(seat) = state.holder(letter) {
                scores[seat] = state.board.points.of(letter).into();
            }
        }
        scores
    }
}

impl Rules for Breadcrumbs {
    type Options = Options;
    type State = State;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    fn build(options: Options, seats: u8) -> Result<Self, SpecError> {
        let letters = Letter::in_play(seats);
        Ok(Breadcrumbs { options, letters, players: Players::new(letters) })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> u8 {
        self.letters.len() as u8
    }

    fn start(&self) -> State {
        State {
            board: Board::new(Tile::all()),
            holders: [Seat::FIRST; 5],
            names: [0; 5],
            round: 0,
            mover: 0,
            stage: if self.options.ritual { Stage::Naming } else { Stage::Undealt },
            history: History::default(),
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Playing => Turn::of(state.holders[self.mover(state).index()]),
            Stage::Undealt => Turn::Chance,
            Stage::Naming => Seat::new(state.named()).map_or(Turn::Chance, Turn::of),
            Stage::Choosing => self.chooser(state).map_or(Turn::Chance, Turn::of),
            Stage::Met | Stage::Repeated | Stage::Capped => Turn::Over(self.outcome(state)),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if self.turn(state) != Turn::of(seat) {
            return;
        }
        match state.stage {
            Stage::Playing => {
                let from = state.board.walker(self.mover(state)).pawn();
                moves.extend(PawnSteps::from(from, self.is_lowest(state)).iter().map(|&to| Move::Step(to)));
            }
            Stage::Naming => {
                moves.extend((1..=5).filter(|number| !state.names.contains(number)).map(Move::Name));
            }
            _ => {
                let free = self.letters.iter().filter(|&&letter| state.pawn(letter).is_none());
                moves.extend(free.map(|&letter| Move::Take(letter)));
            }
        }
    }

    fn check(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        match mv {
            Move::Step(to) => self.step(state, to, |history, _| history.is_third(self.letters.len())),
            Move::Name(number) => {
                state.names[seat.index()] = number;
                if state.named() == self.letters.len() {
                    state.stage = Stage::Undealt;
                }
            }
            Move::Take(letter) => {
                self.seat_player(state, letter, seat);
                if self.chooser(state).is_none() {
                    self.begin(state);
                }
            }
        }
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(self.seat_scores(state))
    }

    /// B13: who has left is left out first; a tie for highest among the others is a draw between them.
    fn outcome_among(&self, state: &State, seats: SeatSet) -> Option<Outcome> {
        let outcome = self.turn(state).outcome()?;
        if seats.len() == self.letters.len() {
            return Some(outcome);
        }
        let best = self.seat_scores(state).best_of(seats);
        Some(match best.single() {
            Some(seat) if !self.is_drawn_by_repetition(state) => Outcome::Win(seat),
            _ => Outcome::draw_between(seats),
        })
    }

    fn max_events(&self) -> u32 {
        let seats = u32::from(self.seats());
        let ritual = if self.options.ritual { 2 * seats } else { 0 };
        ritual + 1 + seats * u32::from(self.options.turn_cap)
    }

    fn fast_playout<R: Rng>(&self, state: &mut State, rng: &mut R, tally: &mut Tally) -> Option<Outcome> {
        Some(playout::playout(self, state, rng, tally))
    }
}
