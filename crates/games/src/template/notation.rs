//! Moves as `b1xb2`; positions as rows of letters from the top, then the letter of the seat to move.

use super::{Clobber, Move, State, bit, texts};
use breadboard_core::{Notation, Refusal, Rules as _, Seat, refusals};

/// The letter of each seat.
const LETTERS: [char; 2] = ['x', 'o'];

fn seat_of(letter: char) -> Result<Seat, String> {
    let found = LETTERS.iter().position(|&known| known == letter).and_then(Seat::new);
    found.ok_or_else(|| format!("\"{}\" is not a stone; x is seat 1, o is seat 2", letter.escape_debug()))
}

impl Notation for Clobber {
    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        format!("{}x{}", self.grid.name(mv.from), self.grid.name(mv.to))
    }

    // Optional. The default compares the text with the legal moves; parsing it lets `check` say why a move is illegal.
    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        let squares = text.split_once('x');
        let read = squares.and_then(|(from, to)| {
            Some(Move { from: self.grid.read_square(from)?, to: self.grid.read_square(to)? })
        });
        read.ok_or_else(|| refusals::unreadable_move(text, "write both squares, as b1xb2"))
    }

    fn write_position(&self, state: &State) -> String {
        let rows = self.grid.write_rows(|square| Some(LETTERS[state.owner(square)?.index()]));
        format!("{rows} {}", LETTERS[state.mover.index()])
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let (rows, mover) = text
            .split_once(' ')
            .and_then(|(rows, mover)| Some((rows, mover.parse::<char>().ok()?)))
            .ok_or_else(|| bad("write the rows, then x or o for the seat to move".to_owned()))?;
        let mut state = State { stones: [0; 2], mover: seat_of(mover).map_err(bad)? };
        let put = |square, letter| {
            state.stones[seat_of(letter)?.index()] |= bit(square);
            Ok(())
        };
        self.grid.read_rows(rows, put).map_err(bad)?;
        self.is_possible(&state)
            .then_some(state)
            .ok_or_else(|| Refusal::Illegal("C3", texts::WRONG_COUNT.with(&[("seat", &state.mover)])))
    }
}

impl Clobber {
    /// C3: the seats capture in turn, so the number of moves tells how many stones each seat has left.
    fn is_possible(&self, state: &State) -> bool {
        let count = |state: State| state.stones.map(u64::count_ones);
        let ([first, second], left) = (count(self.start()), count(*state));
        let moves = first + second - left[0] - left[1];
        left == [first - moves / 2, second.saturating_sub(moves.div_ceil(2))]
            && state.mover.index() as u32 == moves % 2
    }
}
