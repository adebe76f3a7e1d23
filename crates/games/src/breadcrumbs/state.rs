//! A position: the board, who holds which letter, whose turn it is, and the history that repetition (B11) needs.

use super::board::{Board, Letter, Square, Tile};
use super::history::History;
use breadboard_core::Seat;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) board: Board,
    /// Who holds each letter; the first seat where no seat does.
    pub(super) holders: [Seat; 5],
    /// The number each seat named in the ritual (B2), 0 for none; cleared when the letters are chosen.
    pub(super) names: [u8; 5],
    /// How many turns everyone has had.
    pub(super) round: u16,
    /// Whose turn it is, counted in turn order.
    pub(super) mover: u8,
    pub(super) stage: Stage,
    pub(super) history: History,
}

const _: () = assert!(size_of::<State>() <= 152);

/// The stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
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

    /// Who holds a letter; `None` if no seat does yet.
    #[must_use]
    pub fn holder(&self, letter: Letter) -> Option<Seat> {
        self.pawn(letter).map(|_| self.holders[letter.index()])
    }

    /// The holder of a letter in a sentence, `seat 2`: a page puts the player's name there.
    pub(super) fn seat_name(&self, letter: Letter) -> String {
        format!("seat {}", self.holders[letter.index()])
    }

    /// The holder with the letter that the board shows, `seat 2 (B)`.
    pub(super) fn player(&self, letter: Letter) -> String {
        format!("{} ({letter})", self.seat_name(letter))
    }

    /// How many seats have named a number; they name in seat order.
    pub(super) fn named(&self) -> usize {
        self.names.iter().filter(|&&number| number != 0).count()
    }
}
