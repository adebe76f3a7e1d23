//! Träxx: a path for every seat as a 64-bit set with its line, the cards still in the deck as a 15-bit set. The
//! order of a shuffled deck is nobody's knowledge, so a position holds no deck, only what is left of it, and
//! each card is drawn when it is turned.

mod board;
pub mod bot;
mod draw;
mod evaluate;
mod generate;
mod hex;
mod notation;
mod path;
mod position;
#[cfg(test)]
mod tests;
mod texts;
mod view;
mod walk;

pub use board::{Board, CARDS, Colour, Palette};
pub use hex::{FIELDS, Fields, Hex};
pub use path::{Numbers, Path, half};
pub use walk::{LONGEST, Move};

use breadboard_core::{
    Canvas, Event, Game, Info, Language, Listing, OptionKind, OptionValue, Outcome, Preset, Refusal, Rng,
    Scores, Seat, SeatSet, SpecError, Text, Turn, refusals,
};

/// Which board is played on (T13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardChoice {
    /// The project's own board.
    #[default]
    Standard,
    /// The board that a number generates.
    Generated(u64),
}

impl OptionValue for BoardChoice {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Form {
            expected: "standard, or a whole number from 0 to 18446744073709551615",
            examples: &["standard", "1", "18446744073709551615"],
        }
    }

    fn read(text: &str) -> Option<BoardChoice> {
        match text {
            "standard" => Some(BoardChoice::Standard),
            // `parse` takes `+1`; a board has one name.
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().map(BoardChoice::Generated)
            }
            _ => None,
        }
    }

    fn write(&self) -> String {
        match self {
            BoardChoice::Standard => "standard".to_owned(),
            BoardChoice::Generated(seed) => seed.to_string(),
        }
    }
}

breadboard_core::options! {
    /// The options of Träxx.
    pub struct Options {
        /// Whether seats choose in turn and see each other.
        open: bool = false, "T6", "Seats choose one after the other and see what the others chose.";
        /// Whether all seats have the same start.
        same_start: bool = false, "T11", "All seats begin on the same start field.";
        /// The board.
        board: BoardChoice = BoardChoice::Standard, "T13",
            "The standard board, or a number that makes another one under the same laws.";
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

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    paths: [Path; SEATS],
    /// The cards not turned yet; bit `n` is card `n` of the deck.
    left: u16,
    /// The card that lies open in a round.
    card: Option<Card>,
    /// The seats that have yet to choose in this round.
    acting: SeatSet,
    /// The numbers somebody had reached before this round (T6): they are worth half now.
    taken: Numbers,
    phase: Phase,
}

const _: () = assert!(size_of::<State>() <= 176);

/// A card's place in the deck's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The starts are to be dealt.
    Deal,
    /// A card is to be turned.
    Turn,
    /// Seats choose.
    Choose,
    Over,
}

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The start of each seat (T11); places past the last seat repeat the first.
    Starts([Hex; 4]),
    /// The card that is turned.
    Card(Card),
}

static INFO: Info = Info {
    id: "traxx",
    name: "Träxx",
    summary: "Draw one long path over a board of colours: numbers are worth points, missed fields cost them.",
    credit: "Steffen Benndorf and Reinhard Staupe, 2015",
    seats: (1, SEATS as u8),
    default_seats: 2,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    languages: &[Language {
        code: "de",
        rules: include_str!("RULES.de.md"),
        texts: include_str!("texts.de.txt"),
    }],
    presets: &[
        Preset { name: "Alone", spec: "traxx:seats=1" },
        Preset { name: "Four at the table", spec: "traxx:seats=4" },
        Preset { name: "All from the same start", spec: "traxx:same_start=on" },
        Preset { name: "One after the other", spec: "traxx:open=on" },
    ],
    texts: texts::ALL,
};

impl State {
    /// A seat's path.
    #[must_use]
    pub fn path(&self, seat: Seat) -> &Path {
        &self.paths[seat.index() % SEATS]
    }

    /// The cards that are still in the deck (T12).
    pub fn cards_left(&self) -> impl Iterator<Item = Card> + Clone + use<> {
        let left = self.left;
        (0..CARDS as u8).filter(move |&card| left >> card & 1 == 1).map(Card)
    }
}

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

    /// The seat's choice is open to it now.
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

    /// Ends a round once nobody has to choose any more.
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
        // T9: the rest of the deck is skipped once nobody can use any card of it.
        if self.able(state, colours).is_empty() { Phase::Over } else { Phase::Turn }
    }

    fn deal(&self) -> Vec<[Hex; 4]> {
        let starts = self.board.starts();
        if self.options.same_start {
            return starts.map(|start| [start; 4]).to_vec();
        }
        let mut deals: Vec<Vec<Hex>> = vec![Vec::new()];
        for _ in 0..self.seats {
            deals = deals
                .iter()
                .flat_map(|dealt| {
                    let rest = starts.into_iter().filter(|start| !dealt.contains(start));
                    rest.map(|start| [&dealt[..], &[start]].concat())
                })
                .collect();
        }
        deals.iter().map(|dealt| self.starts_of(dealt)).collect()
    }

    /// The starts of the seats, with the unused places filled.
    fn starts_of(&self, dealt: &[Hex]) -> [Hex; 4] {
        std::array::from_fn(|seat| dealt.get(seat).or(dealt.first()).copied().unwrap_or(Hex::CENTRE))
    }

    /// T11: whether the seats may have these starts.
    fn check_starts(&self, starts: &[Hex]) -> Result<(), Refusal> {
        for (seat, start) in starts.iter().enumerate() {
            if !self.board.starts().contains(start) {
                return Err(Refusal::by("T13", texts::NOT_A_START.with(&[("field", start)])));
            }
            let shared = starts[..seat].contains(start);
            if self.options.same_start && seat > 0 && !shared {
                return Err(Refusal::by("T11", texts::OTHER_START.plain()));
            }
            if !self.options.same_start && shared {
                return Err(Refusal::by("T11", texts::SHARED_START.with(&[("field", start)])));
            }
        }
        Ok(())
    }

    fn check_walk(&self, path: &Path, card: Palette, mv: Move) -> Result<(), Refusal> {
        let [a, b] = path.ends();
        if mv.end() != a && mv.end() != b {
            let ends = if a == b { a.to_string() } else { format!("{a}, {b}") };
            let text = texts::NOT_AN_END.with(&[("ends", &ends), ("end", &mv.end())]);
            return Err(Refusal::by("T3", text));
        }
        let (mut at, mut left, mut reached) = (mv.end(), card, path.reached());
        for to in mv.fields() {
            if reached.contains(to) {
                if at == mv.end() && (to == a || to == b) && to != at {
                    let text = texts::BOTH_ENDS.with(&[("end", &at), ("to", &to)]);
                    return Err(Refusal::by("T3", text));
                }
                return Err(Refusal::by("T1", texts::TWICE.with(&[("to", &to)])));
            }
            if !at.touches(to) {
                return Err(Refusal::by("T1", texts::APART.with(&[("from", &at), ("to", &to)])));
            }
            let colour = self.board.colour(to);
            if !left.has(colour) {
                // T4: a number field needs its colour like any other.
                let says = if card.has(colour) { &texts::COLOUR_USED } else { &texts::COLOUR };
                return Err(Refusal::by("T4", says.with(&[("to", &to), ("colour", &colour)])));
            }
            left = left.less(colour);
            reached = reached.with(to);
            at = to;
        }
        Ok(())
    }

    /// The open card's colours in a round, nothing outside.
    #[inline]
    fn open_card(&self, state: &State) -> Option<Palette> {
        state.card.map(|card| self.colours(card))
    }
}

impl Game for Traxx {
    type Options = Options;
    type State = State;
    type Move = Move;
    type Chance = Chance;

    const INFO: &'static Info = &INFO;

    fn new(options: Options, seats: u8) -> Result<Self, SpecError> {
        if !(1..=SEATS as u8).contains(&seats) {
            return Err(SpecError::value("seats", &seats.to_string(), "a whole number from 1 to 4"));
        }
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
            // T6: all at once, or in the order of the seats.
            Phase::Choose if self.options.open => state.acting.iter().next().map_or(Turn::Chance, Turn::of),
            Phase::Choose => Turn::Act(state.acting),
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
        match (self.turn(state), self.open_card(state)) {
            (Turn::Over(_), _) => Err(refusals::game_over()),
            (Turn::Act(seats), Some(card)) if seats.contains(seat) => {
                if mv.is_pass() {
                    Ok(())
                } else {
                    self.check_walk(state.path(seat), card, mv)
                }
            }
            (Turn::Act(_), _) => Err(refusals::not_your_turn(seat)),
            (Turn::Chance, _) => Err(Refusal::unreadable(refusals::CHANCE_FIRST.plain())),
        }
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

    fn chances(&self, state: &State, outcomes: &mut Vec<(Chance, u64)>) -> Listing {
        match state.phase {
            Phase::Deal => outcomes.extend(self.deal().into_iter().map(|starts| (Chance::Starts(starts), 1))),
            // T12: every card that is left is as likely as any other.
            Phase::Turn => outcomes.extend(state.cards_left().map(|card| (Chance::Card(card), 1))),
            Phase::Choose | Phase::Over => {}
        }
        Listing::Complete
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Refusal> {
        match (state.phase, chance) {
            (Phase::Over, _) => Err(refusals::game_over()),
            (Phase::Choose, _) => Err(Refusal::unreadable(refusals::NO_CHANCE.plain())),
            (Phase::Deal, Chance::Card(_)) => Err(Refusal::by("T11", texts::DEAL_FIRST.plain())),
            (Phase::Deal, Chance::Starts(starts)) => self.check_starts(&starts[..usize::from(self.seats)]),
            (Phase::Turn, Chance::Starts(_)) => Err(Refusal::by("T11", texts::DEALT.plain())),
            (Phase::Turn, Chance::Card(card)) => {
                if state.cards_left().any(|left| left == *card) {
                    return Ok(());
                }
                Err(Refusal::by("T12", texts::NO_SUCH_CARD.with(&[("card", &self.colours(*card))])))
            }
        }
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        debug_assert_eq!(self.check_chance(state, chance), Ok(()));
        match *chance {
            Chance::Starts(starts) => {
                for seat in Seat::all(self.seats) {
                    state.paths[seat.index()] = Path::from_start(starts[seat.index()]);
                }
                state.phase = Phase::Turn;
            }
            Chance::Card(card) => {
                state.left &= !(1 << card.0);
                state.card = Some(card);
                // T9: who cannot extend is not asked.
                state.acting = self.able(state, self.colours(card).set());
                if state.acting.is_empty() {
                    self.close_round(state);
                } else {
                    state.phase = Phase::Choose;
                }
            }
        }
    }

    fn sample_chance<R: Rng>(&self, state: &State, rng: &mut R) -> Option<Chance> {
        match state.phase {
            Phase::Deal => {
                let mut starts = self.board.starts();
                rng.shuffle(&mut starts);
                let dealt = if self.options.same_start { 1 } else { usize::from(self.seats) };
                Some(Chance::Starts(self.starts_of(&starts[..dealt])))
            }
            Phase::Turn => {
                let pick = rng.below(state.left.count_ones()) as usize;
                state.cards_left().nth(pick).map(Chance::Card)
            }
            Phase::Choose | Phase::Over => None,
        }
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(self.all_scores(state))
    }

    fn max_events(&self) -> u32 {
        // The deal, then for each card its turning and at most one choice of every seat.
        1 + CARDS as u32 * (1 + u32::from(self.seats))
    }

    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        notation::read_move(text)
    }

    fn write_chance(&self, _: &State, chance: &Chance) -> String {
        self.chance_text(chance)
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        self.chance_from(state, text)
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
        self.tell(before, event)
    }
}

/// Makes the game and hands it over.
pub(crate) fn dispatch<V: crate::Visitor>(
    options: Options,
    seats: u8,
    visitor: V,
) -> Result<V::Output, SpecError> {
    Traxx::new(options, seats).map(|game| visitor.visit(game))
}
