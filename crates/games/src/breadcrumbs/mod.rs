//! Breadcrumbs: a word for each player's chips and pawn, scores kept in step, and beside this hot part the
//! history that repetition (B11) asks for. Players are letters inside; a seat is only the one who holds a
//! letter, because the ritual (B2) may hand the letters out in any order.

mod board;
mod bot;
mod draw;
mod evaluate;
mod narrate;
mod notation;
mod past;
mod playout;
#[cfg(test)]
mod tests;
mod texts;
mod view;

pub use board::{Letter, Square, Tile};
pub use bot::{POINTS, SEEN, WEIGHT_ONE, WEIGHTS, Weights};

use board::{Board, Players, SQUARES, Walker, Ways};
use breadboard_core::{
    Canvas, Event, Game, Info, Language, Listing, Outcome, Preset, Refusal, Rng, Scores, Seat, SpecError,
    Tally, Text, Turn, refusals,
};
use past::Past;

breadboard_core::options! {
    /// The options of Breadcrumbs.
    pub struct Options {
        /// Whether the seats name numbers for the choice of letters.
        ritual: bool = false, "B2", "Seats name numbers before the deal, and the closest to tile A chooses a letter first.";
        /// How many chips both players of a meeting need to end the game.
        end_chips: u8 = 10, in 1..=25, "B8", "How many chips both players need on the board for a meeting to end the game.";
        /// Whether a third occurrence is a draw.
        repetition: bool = true, "B11", "The third occurrence of a position with the same player to move is a draw.";
        /// Turns of each player.
        turn_cap: u16 = 100, in 10..=1000, "B11", "After this many turns of every player the game ends and is scored.";
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

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    board: Board,
    /// Who holds each letter; the first seat where nobody does.
    holders: [Seat; 5],
    /// The number each seat named for the ritual (B2), 0 for none; forgotten when it has served.
    names: [u8; 5],
    /// How many turns everyone has had.
    round: u16,
    /// Whose turn it is, counted in turn order.
    mover: u8,
    stage: Stage,
    past: Past,
}

const _: () = assert!(size_of::<State>() <= 152);

/// How far the game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// B2: seats name numbers.
    Naming,
    /// The tiles are to be dealt.
    Undealt,
    /// B2: seats choose letters.
    Choosing,
    /// Pawns move.
    Playing,
    /// B9: two pawns have met, and the game is over.
    Met,
    /// B11: the same position for the third time.
    Repeated,
    /// B11: everyone has had as many turns as there are.
    Capped,
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

/// The 25 tiles as they are laid, square by square from a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal([Tile; SQUARES]);

impl Deal {
    /// The tile on a square.
    #[must_use]
    pub fn tile(&self, square: Square) -> Tile {
        self.0[square.index()]
    }
}

static INFO: Info = Info {
    id: "breadcrumbs",
    name: "Breadcrumbs",
    summary: "Walk a pawn over coloured tiles, leave chips where they pay, and end the game by a meeting when you lead.",
    credit: "an abstract strategy game for two to five players, published without its author's name",
    seats: (2, 5),
    default_seats: 2,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    languages: &[Language {
        code: "de",
        rules: include_str!("RULES.de.md"),
        texts: include_str!("texts.de.txt"),
    }],
    presets: &[
        Preset { name: "two players", spec: "breadcrumbs" },
        Preset { name: "three players", spec: "breadcrumbs:seats=3" },
        Preset { name: "four players", spec: "breadcrumbs:seats=4" },
        Preset { name: "five players", spec: "breadcrumbs:seats=5" },
        Preset { name: "with the opening ritual", spec: "breadcrumbs:ritual=on" },
        Preset { name: "a short game", spec: "breadcrumbs:end_chips=5" },
    ],
    texts: texts::ALL,
};

impl State {
    /// The tile on a square; `None` before the deal.
    #[must_use]
    pub fn tile(&self, square: Square) -> Option<Tile> {
        (!matches!(self.stage, Stage::Naming | Stage::Undealt)).then(|| self.board.tile(square))
    }

    /// Whether a player has a chip on a square.
    #[must_use]
    pub fn has_chip(&self, letter: Letter, square: Square) -> bool {
        self.board.walker(letter).chips() & square.bit() != 0
    }

    /// Where a player's pawn stands; `None` before it is on the board.
    #[must_use]
    pub fn pawn(&self, letter: Letter) -> Option<Square> {
        let walker = self.board.walker(letter);
        (!walker.is_absent()).then(|| walker.pawn())
    }

    /// Who holds a letter; `None` if nobody does yet.
    #[must_use]
    pub fn holder(&self, letter: Letter) -> Option<Seat> {
        self.pawn(letter).map(|_| self.holders[letter.index()])
    }

    /// How many seats have named a number; they name in seat order.
    fn named(&self) -> usize {
        self.names.iter().filter(|&&number| number != 0).count()
    }
}

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

    /// The first turn may come: everyone is on the board.
    fn begin(&self, state: &mut State) {
        state.stage = Stage::Playing;
        state.names = [0; 5];
        self.remember_all(state);
    }

    /// Starts the history with this position: the word of the player to move is the oldest.
    fn remember_all(&self, state: &mut State) {
        state.past = Past::default();
        if self.options.repetition {
            let first = usize::from(state.mover);
            for &letter in self.letters[first..].iter().chain(&self.letters[..first]) {
                state.past.push(state.board.walker(letter));
            }
        }
    }

    /// Moves the pawn of the player to move and passes the turn on. `is_third` is asked whether the history, which
    /// ends with the word that the move made, ends with a third occurrence.
    #[inline]
    fn step(&self, state: &mut State, to: Square, is_third: impl FnOnce(&Past, Walker) -> bool) {
        let letter = self.mover(state);
        state.board.step(letter, to);
        state.mover += 1;
        if usize::from(state.mover) == self.letters.len() {
            state.mover = 0;
            state.round += 1;
        }
        let walker = state.board.walker(letter);
        let repeated = self.options.repetition && {
            state.past.push(walker);
            is_third(&state.past, walker)
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

    /// B10: the highest score wins, whoever met; a tie for highest is a draw for everyone.
    fn outcome(&self, state: &State) -> Outcome {
        let best = self.seat_scores(state).best();
        match best.single() {
            Some(seat) if state.stage != Stage::Repeated => Outcome::Win(seat),
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

    fn check_step(&self, state: &State, to: Square) -> Result<(), Refusal> {
        let letter = self.mover(state);
        let from = state.board.walker(letter).pawn();
        match from.steps_to(to) {
            0 => return Err(Refusal::by("B5", texts::STAYS.with(&[("to", &to)]))),
            1 => {}
            _ => return Err(Refusal::by("B5", texts::TOO_FAR.with(&[("from", &from), ("to", &to)]))),
        }
        if from.file() == to.file() || from.row() == to.row() {
            return Ok(());
        }
        // B4: somebody else who has no more forbids the diagonal; the one with the least says it best.
        let score = |letter: Letter| state.board.points.of(letter);
        let others = self.letters.iter().copied().filter(|&other| other != letter);
        let Some(other) = others.min_by_key(|&other| score(other)) else { return Ok(()) };
        let (mine, less) = (score(letter), score(other));
        if less > mine {
            return Ok(());
        }
        let says = if less == mine { &texts::TIED } else { &texts::NOT_LOWEST };
        let text =
            says.with(&[("from", &from), ("to", &to), ("score", &mine), ("other", &other), ("less", &less)]);
        Err(Refusal::by("B4", text))
    }

    fn check_take(&self, state: &State, letter: Letter) -> Result<(), Refusal> {
        if !self.letters.contains(&letter) {
            let text = texts::NOT_IN_PLAY.with(&[("letter", &letter), ("seats", &self.seats())]);
            return Err(Refusal::by("B3", text));
        }
        match state.holder(letter) {
            Some(seat) => Err(Refusal::by("B2", texts::TAKEN.with(&[("letter", &letter), ("seat", &seat)]))),
            None => Ok(()),
        }
    }

    fn check_name(&self, state: &State, number: u8) -> Result<(), Refusal> {
        if !(1..=5).contains(&number) {
            return Err(Refusal::by("B2", texts::NO_NUMBER.with(&[("number", &number)])));
        }
        match Seat::all(self.seats()).find(|seat| state.names[seat.index()] == number) {
            Some(seat) => Err(Refusal::by("B2", texts::NAMED.with(&[("number", &number), ("seat", &seat)]))),
            None => Ok(()),
        }
    }
}

impl Game for Breadcrumbs {
    type Options = Options;
    type State = State;
    type Move = Move;
    type Chance = Deal;

    const INFO: &'static Info = &INFO;

    fn new(options: Options, seats: u8) -> Result<Self, SpecError> {
        let refuse = |name, value: u16, allowed| Err(SpecError::value(name, &value.to_string(), allowed));
        // Again for options that did not come through a spec; all that are in range go together.
        if !(2..=5).contains(&seats) {
            return refuse("seats", seats.into(), "a whole number from 2 to 5");
        }
        if !(1..=25).contains(&options.end_chips) {
            return refuse("end_chips", options.end_chips.into(), "a whole number from 1 to 25");
        }
        if !(10..=1000).contains(&options.turn_cap) {
            return refuse("turn_cap", options.turn_cap, "a whole number from 10 to 1000");
        }
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
            past: Past::default(),
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
                moves.extend(Ways::from(from, self.is_lowest(state)).iter().map(|&to| Move::Step(to)));
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
        match self.turn(state) {
            Turn::Over(_) => return Err(refusals::game_over()),
            Turn::Chance => return Err(Refusal::unreadable(refusals::CHANCE_FIRST.plain())),
            Turn::Act(seats) if !seats.contains(seat) => return Err(refusals::not_your_turn(seat)),
            Turn::Act(_) => {}
        }
        match (state.stage, mv) {
            (Stage::Naming, Move::Name(number)) => self.check_name(state, number),
            (Stage::Choosing, Move::Take(letter)) => self.check_take(state, letter),
            (Stage::Playing, Move::Step(to)) => self.check_step(state, to),
            (Stage::Naming, _) => Err(Refusal::by("B2", texts::NAME_NOW.plain())),
            (_, Move::Name(_) | Move::Take(_)) if !self.options.ritual => {
                Err(Refusal::by("B2", texts::NO_RITUAL.plain()))
            }
            (_, Move::Name(_)) => Err(Refusal::by("B2", texts::NAMED_PAST.plain())),
            (_, Move::Take(_)) => Err(Refusal::by("B2", texts::TAKEN_PAST.plain())),
            (_, Move::Step(_)) => Err(Refusal::by("B2", texts::TAKE_NOW.plain())),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        match mv {
            Move::Step(to) => self.step(state, to, |past, _| past.is_third(self.letters.len())),
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

    fn chances(&self, state: &State, _: &mut Vec<(Deal, u64)>) -> Listing {
        if state.stage == Stage::Undealt { Listing::TooMany } else { Listing::Complete }
    }

    fn check_chance(&self, state: &State, deal: &Deal) -> Result<(), Refusal> {
        if state.stage != Stage::Undealt {
            return Err(Refusal::unreadable(refusals::NO_CHANCE.plain()));
        }
        let mut seen = [false; SQUARES];
        for square in Square::dealt() {
            let tile = deal.tile(square);
            if std::mem::replace(&mut seen[tile.index()], true) {
                return Err(Refusal::by("B1", texts::TILE_TWICE.with(&[("tile", &tile)])));
            }
        }
        Ok(())
    }

    fn apply_chance(&self, state: &mut State, deal: &Deal) {
        debug_assert_eq!(self.check_chance(state, deal), Ok(()));
        state.board = Board::new(deal.0);
        if self.options.ritual {
            state.stage = Stage::Choosing;
            return;
        }
        for (&letter, seat) in self.letters.iter().zip(Seat::all(self.seats())) {
            self.seat_player(state, letter, seat);
        }
        self.begin(state);
    }

    fn sample_chance<R: Rng>(&self, state: &State, rng: &mut R) -> Option<Deal> {
        (state.stage == Stage::Undealt).then(|| {
            let mut tiles = Tile::all();
            rng.shuffle(&mut tiles);
            Deal(tiles)
        })
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(self.seat_scores(state))
    }

    fn max_events(&self) -> u32 {
        let seats = u32::from(self.seats());
        let ritual = if self.options.ritual { 2 * seats } else { 0 };
        ritual + 1 + seats * u32::from(self.options.turn_cap)
    }

    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        notation::move_text(mv)
    }

    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        notation::move_from(text)
    }

    fn write_chance(&self, _: &State, deal: &Deal) -> String {
        notation::deal_text(deal)
    }

    fn read_chance(&self, _: &State, text: &str) -> Result<Deal, Refusal> {
        notation::deal_from(text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        self.position_from(text)
    }

    fn draw(&self, state: &State, canvas: Canvas) -> String {
        draw::draw(self, state, canvas)
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        narrate::narrate(self, before, event)
    }

    fn playout<R: Rng>(&self, state: &mut State, rng: &mut R, tally: &mut Tally) -> Outcome {
        playout::playout(self, state, rng, tally)
    }
}

/// Makes the game and hands it to the visitor.
pub(crate) fn dispatch<V: crate::Visitor>(
    options: Options,
    seats: u8,
    visitor: V,
) -> Result<V::Output, SpecError> {
    Breadcrumbs::new(options, seats).map(|game| visitor.visit(game))
}
