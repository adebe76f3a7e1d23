//! Other boards, one for each 64-bit number (T13). A board is a random walk from the standard one that never
//! leaves the laws, so it needs no search and always ends; filling an empty board at random would have to start
//! over when it gets stuck, without a bound.
//!
//! What a number gives must never change: `boards.txt` keeps a few.

use super::board::{Board, Colour};
use super::hex::{FIELDS, Hex};
use breadboard_core::{Rng, SplitMix};

/// Attempted exchanges; about one in fourteen keeps the laws, and after 5,000 nothing is left of the order they began in.
const ATTEMPTS: u32 = 10_000;

impl Board {
    /// The board that belongs to a number, with the deck of this board.
    #[must_use]
    pub fn generate(&self, seed: u64) -> Board {
        let mut rng = SplitMix::new(seed);
        let colours = self.shaken(&mut rng);
        let starts = starts(&colours, &mut rng);
        let mut numbers = [0; FIELDS];
        let mut corners = Hex::CORNERS;
        rng.shuffle(&mut corners);
        let inside = Hex::all().filter(|hex| hex.near().len() == 6 && !starts.contains(hex));
        let mut inside: Vec<Hex> = inside.collect();
        rng.shuffle(&mut inside);
        for (number, hex) in (2..).zip(inside.into_iter().take(3).chain(corners)) {
            numbers[hex.index()] = number;
        }
        let board = Board::new(colours, numbers, starts, *self.cards());
        debug_assert_eq!(board.check(), Ok(()), "board {seed}");
        board
    }

    /// The colours of this board after a permutation and many lawful exchanges.
    fn shaken(&self, rng: &mut SplitMix) -> [Colour; FIELDS] {
        let mut names = Colour::ALL;
        rng.shuffle(&mut names);
        let mut colours = [Colour::Red; FIELDS];
        for hex in Hex::all() {
            colours[hex.index()] = names[self.colour(hex) as usize];
        }
        for _ in 0..ATTEMPTS {
            let (a, b) = (rng.below(FIELDS as u32) as usize, rng.below(FIELDS as u32) as usize);
            let before = (colours[a], colours[b]);
            if a == b {
                // The colour with eleven fields hands one of them to another colour.
                let to = Colour::ALL[rng.below(6) as usize];
                if colours.iter().filter(|&&colour| colour == before.0).count() == 11 {
                    colours[a] = to;
                }
            } else {
                colours.swap(a, b);
            }
            if !stands_out(&colours, a) || !stands_out(&colours, b) || ring_colours(&colours) < 4 {
                (colours[a], colours[b]) = before;
            }
        }
        colours
    }
}

/// Whether no neighbour has the colour of a field.
fn stands_out(colours: &[Colour; FIELDS], at: usize) -> bool {
    Hex::new(at).is_some_and(|hex| hex.near().all(|other| colours[other.index()] != colours[at]))
}

/// How many colours the centre's neighbours have: the four starts need four.
fn ring_colours(colours: &[Colour; FIELDS]) -> u32 {
    Hex::CENTRE.near().fold(0u8, |set, hex| set | colours[hex.index()].bit()).count_ones()
}

/// Four of the centre's neighbours in four colours, each such choice equally likely.
fn starts(colours: &[Colour; FIELDS], rng: &mut SplitMix) -> [Hex; 4] {
    let ring = Hex::CENTRE.near();
    let mut choices = Vec::new();
    for a in ring {
        for b in ring.filter(|&b| b > a) {
            let rest: Vec<Hex> = ring.without(a).without(b).collect();
            let set = rest.iter().fold(0u8, |set, hex| set | colours[hex.index()].bit());
            if set.count_ones() == 4 {
                choices.extend(<[Hex; 4]>::try_from(rest));
            }
        }
    }
    choices[rng.below(choices.len() as u32) as usize]
}
