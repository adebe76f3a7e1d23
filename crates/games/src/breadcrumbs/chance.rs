//! The deal is the only chance event. It is sampled: 25! orders cannot be listed.

use super::board::{Board, SQUARES, Square, Tile};
use super::{Breadcrumbs, Stage, State, notation, texts};
use breadboard_core::{ChanceEvents, Listing, Refusal, Rng, Rules as _, Seat, refusals};

/// The 25 tiles as they are laid, square by square from a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal(pub(super) [Tile; SQUARES]);

impl Deal {
    /// The tile on a square.
    #[must_use]
    pub fn tile(&self, square: Square) -> Tile {
        self.0[square.index()]
    }
}

impl ChanceEvents for Breadcrumbs {
    type Chance = Deal;

    fn chances(&self, state: &State, _: &mut Vec<(Deal, u64)>) -> Listing {
        if state.stage == Stage::Undealt { Listing::TooMany } else { Listing::Complete }
    }

    fn check_chance(&self, state: &State, deal: &Deal) -> Result<(), Refusal> {
        if state.stage != Stage::Undealt {
            return Err(refusals::no_chance());
        }
        let mut seen = [false; SQUARES];
        for square in Square::dealt() {
            let tile = deal.tile(square);
            if std::mem::replace(&mut seen[tile.index()], true) {
                return Err(Refusal::Illegal("B1", texts::TILE_TWICE.with(&[("tile", &tile)])));
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

    fn write_chance(&self, _: &State, deal: &Deal) -> String {
        notation::deal_text(deal)
    }

    fn read_chance(&self, _: &State, text: &str) -> Result<Deal, Refusal> {
        notation::deal_from(text)
    }
}
