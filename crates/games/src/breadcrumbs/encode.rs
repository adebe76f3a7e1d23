//! A step is the square that it reaches: 25 numbers. Players are counted in turn order from the seat's own letter, because
//! colours pay by letter (B7). The grid is not turned: the deal is different for everyone anyway.

use super::board::{Board, SQUARES, Walker};
use super::history::History;
use super::{Breadcrumbs, Letter, Move, Square, Stage, State};
use crate::encode::{Encode, Numbering, PlaneList, Planes, Spaces, seats_from};
use breadboard_core::{Rules as _, Seat};

const SIDE: usize = 5;
/// The numbers of the ritual (B2) follow the steps.
const NAMES: usize = SQUARES;
const LETTERS: usize = NAMES + 5;

impl Breadcrumbs {
    /// The letters in turn order, from the seat's own on; in turn order as they are while it has none.
    fn letters_from(&self, state: &State, seat: Seat) -> impl Iterator<Item = Letter> + Clone + use<> {
        let letters = self.letters;
        let own = letters.iter().position(|&letter| state.holder(letter) == Some(seat)).unwrap_or(0);
        (0..letters.len()).map(move |place| letters[(own + place) % letters.len()])
    }
}

fn all_squares() -> impl Iterator<Item = Square> {
    (0..SIDE as u8).flat_map(|row| (0..SIDE as u8).filter_map(move |file| Square::new(file, row)))
}

fn write_chips(board: &Board, letter: Letter, planes: &mut Planes<'_>) {
    let (mut plane, chips) = (planes.next(), board.walker(letter).chips());
    for square in all_squares().filter(|square| chips & square.bit() != 0) {
        plane.set(square.row().into(), square.file().into(), 1);
    }
}

impl Encode for Breadcrumbs {
    fn spaces(&self) -> Spaces {
        let seats = self.seats();
        let mut planes = PlaneList::default();
        planes.plane("value of the tile, 0 before the deal", 5);
        planes.players(seats, "colour", 1);
        planes.plane("a colour that no player has", 1);
        planes.players(seats, "chips", 1);
        planes.players(seats, "pawn", 1);
        planes.players(seats, "score", 90);
        planes.plane("own pawn may go diagonally (B4)", 1);
        planes.plane("turns left, at most 255", 255);
        if self.options.ritual {
            planes.plane("numbers are named (B2)", 1);
            planes.plane("letters are chosen (B2)", 1);
            planes.players(seats, "named number", 5);
        }
        Spaces {
            actions: if self.options.ritual { LETTERS + 5 } else { SQUARES },
            numbering: Numbering::Fixed,
            rows: SIDE,
            columns: SIDE,
            planes: planes.done(),
        }
    }

    fn action(&self, _: &State, _: Seat, mv: Move) -> usize {
        match mv {
            Move::Step(to) => to.index(),
            Move::Name(number) => NAMES + usize::from(number) - 1,
            Move::Take(letter) => LETTERS + letter.index(),
        }
    }

    fn move_of(&self, _: &State, _: Seat, action: usize) -> Option<Move> {
        match action {
            0..NAMES => Square::new((action % SIDE) as u8, (action / SIDE) as u8).map(Move::Step),
            _ if !self.options.ritual => None,
            NAMES..LETTERS => Some(Move::Name((action - NAMES) as u8 + 1)),
            _ => Letter::ALL.get(action - LETTERS).map(|&letter| Move::Take(letter)),
        }
    }

    /// The words of the history (B11).
    fn memory(&self, state: &State) -> Vec<u32> {
        state.history.words()
    }

    fn remember(&self, state: &mut State, memory: &[u32]) -> bool {
        // A word for each player at the start, and one for each turn since then.
        let turns = usize::from(state.round) * self.letters.len() + usize::from(state.mover);
        let playing = !matches!(state.stage, Stage::Naming | Stage::Undealt | Stage::Choosing);
        let wanted = if playing && self.counts_repetition() { self.letters.len() + turns } else { 0 };
        let mut present = History::default();
        memory.iter().for_each(|&word| present.push(Walker(word)));
        // A history that began at a position in the middle of a game is shorter.
        let fits = memory.len() <= wanted && (wanted == 0 || memory.len() >= self.letters.len());
        if fits {
            state.history = present;
        }
        fits
    }

    fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        let mut planes = Planes::new(out, SIDE, SIDE);
        let letters = self.letters_from(state, seat);
        let dealt = !matches!(state.stage, Stage::Naming | Stage::Undealt);
        let mut values = planes.next();
        let mut colours: Vec<_> = (0..=self.letters.len()).map(|_| planes.next()).collect();
        for square in all_squares().filter(|_| dealt) {
            let (tile, row, file) = (state.board.tile(square), square.row().into(), square.file().into());
            values.set(row, file, tile.value());
            let place = letters.clone().position(|letter| letter == tile.colour());
            colours[place.unwrap_or(self.letters.len())].set(row, file, 1);
        }
        letters.clone().for_each(|letter| write_chips(&state.board, letter, &mut planes));
        for letter in letters.clone() {
            let mut plane = planes.next();
            if let Some(square) = state.pawn(letter) {
                plane.set(square.row().into(), square.file().into(), 1);
            }
        }
        letters.clone().for_each(|letter| planes.all(state.board.points.of(letter)));
        let own = letters.clone().next().unwrap_or(Letter::A);
        planes.flag(state.stage == Stage::Playing && state.board.points.is_lowest(own, self.players));
        planes.all(self.options.turn_cap.saturating_sub(state.round));
        if self.options.ritual {
            planes.flag(state.stage == Stage::Naming);
            planes.flag(state.stage == Stage::Choosing);
            seats_from(seat, self.seats()).for_each(|seat| planes.all(state.names[seat.index()]));
        }
    }
}
