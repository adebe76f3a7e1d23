//! A position: the paths, the cards left in the deck, and the round in progress.

use super::SEATS;
use super::board::CARDS;
use super::path::{Numbers, Path};
use breadboard_core::{Seat, SeatSet};

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) paths: [Path; SEATS],
    /// The cards not turned yet; bit `n` is card `n` of the deck.
    pub(super) left: u16,
    /// The card that lies open in a round.
    pub(super) card: Option<Card>,
    /// The seats that have yet to choose in this round.
    pub(super) acting: SeatSet,
    /// The numbers that a player had reached before this round (T6): they are worth half now.
    pub(super) taken: Numbers,
    pub(super) phase: Phase,
}

const _: () = assert!(size_of::<State>() <= 176);

/// A card's place in the deck's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(super) u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// The starts are to be dealt.
    Deal,
    /// A card is to be turned.
    Turn,
    /// Seats choose.
    Choose,
    Over,
}

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
