//! The two loops that must be fast: counting leaves and random playouts. Both are written once and compiled
//! twice for one-word boards, for plain x86-64 and for v3; side to move is a type parameter, so that shifts
//! have a direction and nothing is decided twice.

use super::board::{Geometry, Word};
use super::player::{Net, TableEvaluation, searcher};
use super::{Breakthrough, select};
use crate::levels::WeightsError;
use breadboard_core::{Cpu, Rng};
use breadboard_search::Player;
use breadboard_search::alphabeta::Strength;

/// The leaves of exactly `depth` plies below a position in which `own` moves.
pub(super) fn leaves<W: Word + Kernels>(g: &Geometry<W>, up: bool, own: W, other: W, depth: u32) -> u64 {
    W::leaves(g, up, own, other, depth)
}

/// A random game to its end: the moves made, the last men of both sides and whether White won.
pub(super) struct Finish<W> {
    pub(super) plies: u64,
    pub(super) white: W,
    pub(super) black: W,
    pub(super) white_won: bool,
}

/// Plays random moves until a side wins; no side has won yet.
pub(super) fn playout<W: Word + Kernels, R: Rng>(
    g: &Geometry<W>,
    white: W,
    black: W,
    white_moves: bool,
    rng: &mut R,
) -> Finish<W> {
    W::playout(g, white, black, white_moves, rng)
}

/// The kernels of a word: one machine word is compiled for v3 too; wider words gain too little from it.
pub trait Kernels: Word {
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn leaves(g: &Geometry<Self>, up: bool, own: Self, other: Self, depth: u32) -> u64;
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn playout<R: Rng>(
        g: &Geometry<Self>,
        white: Self,
        black: Self,
        white_moves: bool,
        rng: &mut R,
    ) -> Finish<Self>;
    /// The game's player. Written for each word and not once for all: then the search is compiled in this crate only,
    /// and not again in every crate that plays.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn player(game: &Breakthrough<Self>, strength: Strength) -> Box<dyn Player<Breakthrough<Self>> + Send>;
    /// The same with a network from outside.
    #[doc(hidden)]
    fn player_with(
        game: &Breakthrough<Self>,
        strength: Strength,
        weights: &[u8],
    ) -> Result<Box<dyn Player<Breakthrough<Self>> + Send>, WeightsError> {
        let _ = (game, strength, weights);
        Err(WeightsError::NotUsed)
    }
}

macro_rules! portable_only {
    ($($word:ty)*) => {$(
        #[allow(private_interfaces)]
        impl Kernels for $word {
            fn leaves(g: &Geometry<Self>, up: bool, own: Self, other: Self, depth: u32) -> u64 {
                if up { wide::leaves::<_, true>(g, own, other, depth) } else { wide::leaves::<_, false>(g, own, other, depth) }
            }

            fn playout<R: Rng>(g: &Geometry<Self>, white: Self, black: Self, white_moves: bool, rng: &mut R) -> Finish<Self> {
                wide::playout(g, white, black, white_moves, rng)
            }

            fn player(game: &Breakthrough<Self>, strength: Strength) -> Box<dyn Player<Breakthrough<Self>> + Send> {
                Box::new(searcher(game, TableEvaluation::new(&game.geometry), strength))
            }
        }
    )*};
}
portable_only!(u128 super::board::U256);

#[allow(private_interfaces)]
impl Kernels for u64 {
    fn player(game: &Breakthrough<u64>, strength: Strength) -> Box<dyn Player<Breakthrough<u64>> + Send> {
        match Net::of_board(game.geometry.columns, game.geometry.rows) {
            Some(net) => Box::new(searcher(game, net, strength)),
            None => Box::new(searcher(game, TableEvaluation::new(&game.geometry), strength)),
        }
    }

    fn player_with(
        game: &Breakthrough<u64>,
        strength: Strength,
        weights: &[u8],
    ) -> Result<Box<dyn Player<Breakthrough<u64>> + Send>, WeightsError> {
        let net = Net::read(weights, game.geometry.columns, game.geometry.rows)?;
        if net.in_range() { Ok(Box::new(searcher(game, net, strength))) } else { Err(WeightsError::TooLarge) }
    }

    fn leaves(g: &Geometry<u64>, up: bool, own: u64, other: u64, depth: u32) -> u64 {
        match (Cpu::detect(), up) {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `detect` answers V3 only where every feature the function is compiled for was found.
            (Cpu::V3, true) => unsafe { v3::leaves::<_, true>(g, own, other, depth) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: as above.
            (Cpu::V3, false) => unsafe { v3::leaves::<_, false>(g, own, other, depth) },
            (_, true) => portable::leaves::<_, true>(g, own, other, depth),
            (_, false) => portable::leaves::<_, false>(g, own, other, depth),
        }
    }

    fn playout<R: Rng>(
        g: &Geometry<u64>,
        white: u64,
        black: u64,
        white_moves: bool,
        rng: &mut R,
    ) -> Finish<u64> {
        match Cpu::detect() {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `detect` answers V3 only where every feature the function is compiled for was found.
            Cpu::V3 => unsafe { v3::playout(g, white, black, white_moves, rng) },
            _ => portable::playout(g, white, black, white_moves, rng),
        }
    }
}

/// The kernels, once per compilation. `$pick` gives the index of a random set bit among three words with its
/// direction; `$bound` is the words that this compilation serves.
macro_rules! kernels {
    ($name:ident, $bound:path, $pick:path $(, #[$feature:meta])?) => {
        mod $name {
            use super::*;

            $(#[$feature])?
            pub(super) fn leaves<W: $bound, const UP: bool>(g: &Geometry<W>, own: W, other: W, depth: u32) -> u64 {
                let targets = g.targets::<UP>(own, other);
                if depth == 1 {
                    return u64::from(targets[0].count() + targets[1].count() + targets[2].count());
                }
                let goal = g.goal[usize::from(!UP)];
                let mut total = 0;
                for direction in 0..3 {
                    // A man on the farthest row ends the game: no leaf lies below it.
                    let mut left = targets[direction as usize] & !goal;
                    while left != W::ZERO {
                        let to = left.lowest();
                        left = left.rest();
                        let arrival = W::bit(to);
                        let next = own ^ arrival ^ W::bit(g.origin::<UP>(to, direction));
                        let rest = other & !arrival;
                        total += if depth == 2 {
                            let replies = if UP { g.targets::<false>(rest, next) } else { g.targets::<true>(rest, next) };
                            u64::from(replies[0].count() + replies[1].count() + replies[2].count())
                        } else if UP {
                            leaves::<W, false>(g, rest, next, depth - 1)
                        } else {
                            leaves::<W, true>(g, rest, next, depth - 1)
                        };
                    }
                }
                total
            }

            $(#[$feature])?
            pub(super) fn playout<W: $bound, R: Rng>(
                g: &Geometry<W>,
                mut white: W,
                mut black: W,
                white_moves: bool,
                rng: &mut R,
            ) -> Finish<W> {
                let mut plies = 0;
                if !white_moves {
                    plies += 1;
                    if ply::<W, R, false>(g, &mut black, &mut white, rng) {
                        return Finish { plies, white, black, white_won: false };
                    }
                }
                loop {
                    plies += 1;
                    if ply::<W, R, true>(g, &mut white, &mut black, rng) {
                        return Finish { plies, white, black, white_won: true };
                    }
                    plies += 1;
                    if ply::<W, R, false>(g, &mut black, &mut white, rng) {
                        return Finish { plies, white, black, white_won: false };
                    }
                }
            }

            /// Makes one random move and says whether it won.
            #[inline]
            $(#[$feature])?
            fn ply<W: $bound, R: Rng, const UP: bool>(g: &Geometry<W>, own: &mut W, other: &mut W, rng: &mut R) -> bool {
                let (to, direction) = $pick(g.targets::<UP>(*own, *other), rng);
                let arrival = W::bit(to);
                *own = *own ^ arrival ^ W::bit(g.origin::<UP>(to, direction));
                *other = *other & !arrival;
                arrival & g.goal[usize::from(!UP)] != W::ZERO || *other == W::ZERO
            }
        }
    };
}

kernels!(wide, Word, pick_wide);
kernels!(portable, IsU64, pick_portable);
#[cfg(target_arch = "x86_64")]
kernels!(v3, IsU64, pick_v3, #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]);

/// Lets the kernels of one machine word stay generic in form.
pub(super) trait IsU64: Word {
    fn raw(self) -> u64;
}

impl IsU64 for u64 {
    #[inline(always)]
    fn raw(self) -> u64 {
        self
    }
}

fn pick_wide<W: Word, R: Rng>(targets: [W; 3], rng: &mut R) -> (u32, u32) {
    let counts = targets.map(W::count);
    let mut n = rng.below(counts[0] + counts[1] + counts[2]);
    for direction in 0..2 {
        let count = counts[direction as usize];
        if n < count {
            return (targets[direction as usize].nth(n), direction);
        }
        n -= count;
    }
    (targets[2].nth(n), 2)
}

#[inline(always)]
fn pick_portable<W: IsU64, R: Rng>(targets: [W; 3], rng: &mut R) -> (u32, u32) {
    let prefixes = targets.map(|set| select::prefix(set.raw()));
    let [a, b, c] = prefixes.map(|prefix| (prefix >> 56) as u32);
    let n = rng.below(a + b + c);
    if n < a {
        (select::nth(targets[0].raw(), prefixes[0], n), 0)
    } else if n < a + b {
        (select::nth(targets[1].raw(), prefixes[1], n - a), 1)
    } else {
        (select::nth(targets[2].raw(), prefixes[2], n - a - b), 2)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
fn pick_v3<W: IsU64, R: Rng>(targets: [W; 3], rng: &mut R) -> (u32, u32) {
    let [a, b, c] = targets.map(|set| set.raw().count_ones());
    let n = rng.below(a + b + c);
    // Moves without branches: which word it is cannot be predicted.
    let (past_a, past_b) = (n >= a, n >= a + b);
    let set = if past_b {
        targets[2]
    } else if past_a {
        targets[1]
    } else {
        targets[0]
    };
    let n = n - if past_b {
        a + b
    } else if past_a {
        a
    } else {
        0
    };
    let bit = std::arch::x86_64::_pdep_u64(1 << n, set.raw());
    (bit.trailing_zeros(), u32::from(past_a) + u32::from(past_b))
}

/// The leaves by the portable kernel, White to move, on any machine.
#[cfg(test)]
pub(super) fn portable_leaves(g: &Geometry<u64>, white: u64, black: u64, depth: u32) -> u64 {
    portable::leaves::<_, true>(g, white, black, depth)
}

/// One random pick by the portable kernel or by the best one this machine runs.
#[cfg(test)]
pub(super) fn any_pick<R: Rng>(targets: [u64; 3], rng: &mut R, portable: bool) -> (u32, u32) {
    match Cpu::detect() {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as for the kernels.
        Cpu::V3 if !portable => unsafe { pick_v3(targets, rng) },
        _ => pick_portable(targets, rng),
    }
}
