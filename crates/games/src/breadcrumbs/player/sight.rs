//! How good a position looks to one player: a learned number for every tile, by its worth to that player, who has
//! chips on it and how far the pawns are, and a few for the lead, the chips still missing, the distance to a
//! meeting and the rounds left. Sums by hand (lead, tempo, parity) were the alternative; here the same facts are rows of a table that
//! `breadboard train breadcrumbs` fills from self-play, one table for two players and one for more.

use crate::breadcrumbs::board::{Board, Letter, SQUARES, Tile};
use std::sync::Arc;

/// Distances beyond this look alike.
const FAR: u8 = 5;
const NEAR: usize = FAR as usize + 1;
/// Nobody's, the viewer's, one rival's, shared by the viewer, shared by rivals.
const OWNERS: usize = 5;
/// The viewer's colour, a rival's, and a colour nobody plays, each with five values.
const KINDS: usize = 15;
const TILES: usize = KINDS * OWNERS * NEAR * NEAR;

/// Leads beyond this look alike.
const LEAD: i32 = 15;
const LEADS: usize = 2 * LEAD as usize + 1;
/// Missing chips beyond this look alike.
const SHORT: u32 = 5;
const SHORTS: usize = SHORT as usize + 1;
const RACES: usize = SHORTS * SHORTS * LEADS;

/// Where a lead begins to matter more, for the table of meetings.
const STAGES: [i32; 6] = [-5, -2, 0, 1, 3, 6];
const MEETINGS: usize = 9 * 4 * (STAGES.len() + 1);

/// How near the cap is, in powers of two, beside the lead.
const NIGHTS: usize = 7;
const CAPS: usize = NIGHTS * LEADS;

/// How many weights a table has: everything twice, for the viewer on the move and not.
pub const WEIGHTS: usize = 2 * (TILES + RACES + MEETINGS + CAPS);
/// How many of them a player looks at in one position.
pub const SEEN: usize = SQUARES + 3;
/// A weight that multiplies the chances of winning by e.
pub const WEIGHT_ONE: i32 = 1024;
/// What the search calls the same.
pub const POINTS: i32 = 200;

static LEARNED: &[u8] = include_bytes!("weights.bin");

/// The learned numbers of one table.
#[derive(Clone, Debug)]
pub struct Weights(Arc<[i16]>);

impl Weights {
    /// Reads weights as the trainer writes them: little-endian, [`WEIGHTS`] of them.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        (bytes.len() == 2 * WEIGHTS).then(|| Weights(numbers.collect()))
    }

    /// What was learned for so many players: the file holds the table for two and the one for more.
    pub(super) fn learned(seats: u8) -> Weights {
        let first = if seats == 2 { 0 } else { 2 * WEIGHTS };
        let bytes = LEARNED.get(first..first + 2 * WEIGHTS);
        bytes.and_then(Weights::read).unwrap_or_else(Weights::plain)
    }

    /// Knows only that a lead is good: where learning begins.
    #[must_use]
    pub fn plain() -> Weights {
        let mut weights = vec![0; WEIGHTS];
        for (index, weight) in weights[2 * TILES..2 * (TILES + RACES)].iter_mut().enumerate() {
            let lead = (index / 2 % LEADS) as i32 - LEAD;
            *weight = (lead * WEIGHT_ONE / 4) as i16;
        }
        Weights(weights.into())
    }
}

/// Looks at positions of one game.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    letters: &'static [Letter],
    end_chips: u32,
    /// The first weight of each tile for each viewer.
    kinds: [[u16; SQUARES]; 5],
    weights: Weights,
}

/// How many steps along rows and files lie between squares, up to [`FAR`].
static STEPS: [[u8; SQUARES]; SQUARES] = steps(FAR);
/// The same without a limit.
static WALK: [[u8; SQUARES]; SQUARES] = steps(8);

const fn steps(most: u8) -> [[u8; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut at = 0;
    while at < SQUARES * SQUARES {
        let (from, to) = (at / SQUARES, at % SQUARES);
        let walked = (from % 5).abs_diff(to % 5) + (from / 5).abs_diff(to / 5);
        table[from][to] = if walked > most as usize { most } else { walked as u8 };
        at += 1;
    }
    table
}

impl Sight {
    pub(super) fn new(letters: &'static [Letter], end_chips: u8, weights: Weights) -> Sight {
        let mut kinds = [[0; SQUARES]; 5];
        for (viewer, row) in Letter::ALL.into_iter().zip(&mut kinds) {
            for tile in Tile::all() {
                let whose = match tile.colour() {
                    colour if colour == viewer => 0,
                    colour if letters.contains(&colour) => 1,
                    _ => 2,
                };
                let kind = whose * 5 + usize::from(tile.value()) - 1;
                row[tile.index()] = (kind * OWNERS * NEAR * NEAR) as u16;
            }
        }
        Sight { letters, end_chips: end_chips.into(), kinds, weights }
    }

    /// Names every weight that counts for `viewer`; `moves` says whether it is on the move, and `rounds` how many
    /// are left until the cap.
    #[inline(always)]
    pub(super) fn look(
        &self,
        board: &Board,
        viewer: Letter,
        moves: bool,
        rounds: u32,
        mut see: impl FnMut(usize),
    ) {
        let own = board.walker(viewer);
        let (mut once, mut twice) = (0, 0);
        let mut best = 0;
        let mut most_chips = 0;
        let mut nearest = 8;
        let mut reach = [FAR; SQUARES];
        let pawn = own.pawn().index();
        for &rival in self.letters {
            if rival == viewer {
                continue;
            }
            let walker = board.walker(rival);
            twice |= once & walker.chips();
            once |= walker.chips();
            best = best.max(i32::from(board.points.of(rival)));
            most_chips = most_chips.max(walker.count());
            let at = walker.pawn().index();
            nearest = nearest.min(WALK[pawn][at]);
            for (near, steps) in reach.iter_mut().zip(&STEPS[at]) {
                *near = (*near).min(*steps);
            }
        }
        let shift = usize::from(!moves);
        let chips = own.chips();
        let kinds = &self.kinds[viewer.index()];
        for square in 0..SQUARES {
            let (mine, theirs) = (chips >> square & 1, once >> square & 1);
            // 0 nobody's, 1 the viewer's, 2 a rival's, 3 shared with the viewer, 4 shared without it.
            let owners = mine + 2 * theirs + 2 * (twice >> square & !chips >> square & 1);
            let kind = usize::from(kinds[board.tiles[square].index()]);
            let near = usize::from(STEPS[pawn][square]) * NEAR + usize::from(reach[square]);
            see(2 * (kind + owners as usize * NEAR * NEAR + near) + shift);
        }
        let short = |count: u32| self.end_chips.saturating_sub(count).min(SHORT) as usize;
        let (mine, theirs) = (short(own.count()), short(most_chips));
        let lead = i32::from(board.points.of(viewer)) - best;
        let capped = (lead.clamp(-LEAD, LEAD) + LEAD) as usize;
        see(2 * (TILES + (mine * SHORTS + theirs) * LEADS + capped) + shift);
        let stage = STAGES.iter().filter(|&&from| lead >= from).count();
        let meeting = usize::from(nearest) * 4 + mine.max(theirs).min(3);
        see(2 * (TILES + RACES + meeting * (STAGES.len() + 1) + stage) + shift);
        let night = (u32::BITS - rounds.leading_zeros()).min(NIGHTS as u32 - 1) as usize;
        see(2 * (TILES + RACES + MEETINGS + night * LEADS + capped) + shift);
    }

    /// How strong a player looks, in shares of [`WEIGHT_ONE`].
    #[inline]
    pub(super) fn strength(&self, board: &Board, viewer: Letter, moves: bool, rounds: u32) -> i32 {
        let mut sum = 0;
        self.look(board, viewer, moves, rounds, |index| sum += i32::from(self.weights.0[index]));
        sum
    }
}
