//! Three games small enough to know the best play: taking from a pile, a die or a sure point, and a sealed bid.

use crate::Evaluate;
use breadboard_core::{
    Canvas, ChanceEvents, Drawing, Info, Listing, Notation, Outcome, Refusal, Rules, Scores, Seat, SeatSet,
    Show, SpecError, Turn, refusals,
};

breadboard_core::options! {
    /// Which test game, and how large.
    pub struct Options {
        /// Tokens in the pile; 0 is the die, 1 the bid.
        pile: u8 = 0, in 0..=99, "X1", "The test game.";
    }
}

/// With `pile` of 2 or more, two seats take 1 to 3 in turn and the seat that takes the last wins. With 0, each seat in
/// turn takes 3 points or rolls a die for as many. With 1, all seats name 1 to 3 at once and the highest wins.
#[derive(Clone, Debug)]
pub(crate) struct TestGame {
    options: Options,
    seats: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pile: u8,
    next: u8,
    rolling: bool,
    points: [u8; 8],
}

static INFO: Info = Info {
    id: "test-game",
    name: "Test game",
    summary: "For tests.",
    credit: "traditional",
    seats: (1, 8),
    ..Info::TWO_SEATS
};

impl TestGame {
    pub(crate) fn make(pile: u8, seats: u8) -> TestGame {
        TestGame { options: Options { pile }, seats }
    }

    fn seat(index: u8) -> Seat {
        Seat::new(index.into()).unwrap_or(Seat::FIRST)
    }
}

impl State {
    /// Whose turn it is in the games with turns.
    pub(crate) fn mover(&self) -> Seat {
        TestGame::seat(self.next)
    }

    /// What is left of the pile.
    pub(crate) fn left(&self) -> u8 {
        self.pile
    }
}

impl Rules for TestGame {
    type Options = Options;
    type State = State;
    type Move = u8;
    const INFO: &'static Info = &INFO;

    fn build(options: Options, seats: u8) -> Result<Self, SpecError> {
        Ok(TestGame { options, seats })
    }
    fn options(&self) -> &Options {
        &self.options
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn start(&self) -> State {
        State { pile: self.options.pile, next: 0, rolling: false, points: [0; 8] }
    }

    fn turn(&self, state: &State) -> Turn {
        match self.options.pile {
            0 if state.rolling => Turn::Chance,
            0 | 1 if state.next == self.seats => Turn::Over(Outcome::highest(&self.scores(state).unwrap())),
            0 => Turn::of(TestGame::seat(state.next)),
            1 => Turn::Act(SeatSet::first(self.seats)),
            _ if state.pile == 0 => Turn::Over(Outcome::Win(TestGame::seat(1 - state.next))),
            _ => Turn::of(TestGame::seat(state.next)),
        }
    }

    fn legal_moves(&self, state: &State, _: Seat, moves: &mut Vec<u8>) {
        match self.options.pile {
            0 => moves.extend([0, 3]),
            1 => moves.extend([1, 2, 3]),
            _ => moves.extend((1..=3).filter(|take| *take <= state.pile)),
        }
    }
    fn check(&self, _: &State, _: Seat, _: u8) -> Result<(), Refusal> {
        Ok(())
    }

    fn apply(&self, state: &mut State, seat: Seat, mv: u8) {
        match self.options.pile {
            0 if mv == 0 => state.rolling = true,
            0 => {
                state.points[seat.index()] = mv;
                state.next += 1;
            }
            _ => {
                state.pile -= mv;
                state.next = 1 - state.next;
            }
        }
    }
    fn apply_round(&self, state: &mut State, choices: &[(Seat, u8)]) {
        choices.iter().for_each(|(seat, mv)| state.points[seat.index()] = *mv);
        state.next = self.seats;
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        let points: Vec<i32> =
            state.points[..usize::from(self.seats)].iter().map(|p| i32::from(*p)).collect();
        Some(Scores::of(&points))
    }
    fn max_events(&self) -> u32 {
        200
    }
}

impl ChanceEvents for TestGame {
    type Chance = u8;

    fn chances(&self, _: &State, outcomes: &mut Vec<(u8, u64)>) -> Listing {
        outcomes.extend((1..=6).map(|face| (face, 1)));
        Listing::Complete
    }
    fn check_chance(&self, _: &State, _: &u8) -> Result<(), Refusal> {
        Ok(())
    }
    fn apply_chance(&self, state: &mut State, face: &u8) {
        state.points[usize::from(state.next)] = *face;
        state.next += 1;
        state.rolling = false;
    }
    fn write_chance(&self, _: &State, face: &u8) -> String {
        face.to_string()
    }
    fn read_chance(&self, _: &State, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| refusals::unreadable_chance(text, "a number"))
    }
}

impl Notation for TestGame {
    fn write_move(&self, _: &State, _: Seat, mv: u8) -> String {
        mv.to_string()
    }
    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| refusals::unreadable_move(text, "a number"))
    }
    fn write_position(&self, state: &State) -> String {
        format!("{state:?}")
    }
    fn read_position(&self, _: &str) -> Result<State, Refusal> {
        Ok(self.start())
    }
}

impl Show for TestGame {
    fn draw(&self, state: &State, _: Canvas) -> Drawing {
        Drawing { text: format!("{state:?}"), spots: Vec::new() }
    }
}

impl Evaluate for TestGame {}
